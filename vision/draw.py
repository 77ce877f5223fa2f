"""The photograph with what was seen in it, for a person to look at."""

import cv2
import numpy as np

from vision.photo import Image
from vision.spread import Kind, Spread

COLOURS: dict[Kind, tuple[int, int, int]] = {
    "hand": (80, 200, 60),
    "drawn": (60, 60, 230),
    "meld": (220, 120, 40),
    "kong": (200, 60, 200),
    "indicator": (40, 200, 240),
    "loose": (160, 160, 160),
}
"""Blue, green and red of each kind of group."""


def draw(image: Image, spread: Spread) -> Image:
    """Outline and name each tile on a copy of the photograph, coloured by group."""
    picture = image.copy()
    width = max(1, round(max(image.shape) / 500))
    for group in spread.groups:
        colour = COLOURS[group.kind]
        for i in group.members:
            sighting = spread.sightings[i]
            corners = np.array(sighting.corners)
            outline = np.rint(corners).astype(np.int32)
            cv2.polylines(picture, [outline], True, colour, width, cv2.LINE_AA)
            name = f"{sighting.label}{'?' if i in spread.doubtful else ''}"
            x, y = np.rint(corners.min(0)).astype(int).tolist()
            scale = 0.5 * width
            place = (x, max(y - width, int(20 * scale)))
            for ink, pen in (((0, 0, 0), 3 * width), (colour, width)):
                cv2.putText(
                    picture, name, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, pen
                )
    return picture
