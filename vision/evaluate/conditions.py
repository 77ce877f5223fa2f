"""Under which conditions a tile was seen: sharpness, glare, size and tilt, measured."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evaluate.count import Box, PhotoCount
from vision.photo import Image

SIDE = 72
"""Pixels of the square to which a tile is brought before its edges are measured."""
WHITE = 250
"""From here on a pixel is blown out, in each of its three colours."""
FACE = 0.75
"""Width of a face to its height."""


@dataclass(frozen=True)
class Conditions:
    """How one labelled tile was seen; its box is the label's, found or not."""

    size: float
    """Pixels: the root of the area of its box."""
    sharpness: float
    """Variance of the Laplacian by that of the grey: the median of the photograph's
    tiles, for a plain face has few edges however sharp."""
    glare: float
    """Blown-out pixels, as a share."""
    tilt: float | None
    """Degrees between the camera and straight above the face, as far as the find's
    four corners tell; of a tile not found the photograph's median."""


def conditions(image: Image, count: PhotoCount) -> tuple[Conditions, ...]:
    """Measure the labelled tiles of a photograph, in their order."""
    if not count.tiles:
        return ()
    crops = [_crop(image, tile.box) for tile in count.tiles]
    sharpness = float(np.median([_edges(crop) for crop in crops]))
    tilts = [tilt(np.array(t.find.corners)) if t.find else None for t in count.tiles]
    known = [angle for angle in tilts if angle is not None]
    usual = float(np.median(known)) if known else None
    return tuple(
        Conditions(
            float(np.sqrt((tile.box[2] - tile.box[0]) * (tile.box[3] - tile.box[1]))),
            sharpness,
            float((crop.min(2) >= WHITE).mean()),
            usual if angle is None else angle,
        )
        for tile, crop, angle in zip(count.tiles, crops, tilts, strict=True)
    )


def tilt(corners: NDArray[np.float64]) -> float:
    """Give the angle at which a face is seen, in degrees; 0 is straight on.

    Args:
        corners: (4, 2), in their order around the face, starting anywhere.

    >>> round(tilt(np.array([(0, 0), (30, 0), (30, 40), (0, 40)])))
    0
    >>> round(tilt(np.array([(0, 0), (30, 0), (30, 20), (0, 20)])))
    27
    >>> round(tilt(np.array([(0, 0), (30, 0), (30, 15), (0, 15)])))
    48
    """
    right = corners[1] + corners[2] - corners[0] - corners[3]
    down = corners[2] + corners[3] - corners[0] - corners[1]
    quotients = []
    for wide, high in ((FACE, 1), (1, FACE)):  # which of its sides is the long one
        long, short = np.linalg.svd(np.array([right / wide, down / high]))[1]
        quotients.append(short / max(long, 1e-9))
    return float(np.degrees(np.arccos(min(1.0, max(quotients)))))


def _crop(image: Image, box: Box) -> Image:
    """Cut a box out of the picture, at least a pixel of it."""
    height, width = image.shape[:2]
    x0, y0, x1, y1 = (round(edge) for edge in box)
    x0, y0 = min(max(x0, 0), width - 1), min(max(y0, 0), height - 1)
    return image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]


def _edges(crop: Image) -> float:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    shrinks = max(grey.shape) > SIDE
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    grey = cv2.resize(grey, (SIDE, SIDE), interpolation=how)
    edges = cv2.Laplacian(grey, cv2.CV_64F)
    return float(edges.var() / max(float(grey.var()), 1.0))
