"""Say what keeps a photograph from being read: dark, glaring, far away or blurred.

Asked of a photograph that reads badly, so that a good one costs no time and gets no advice;
glare of any, since it hides tiles and leaves the others as certain as ever. It is measured on the tiles when some were found, else on the whole picture. The
limits were chosen on photographs and scenes of the training sets, made darker, softer,
smaller and glaring step by step until the networks failed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import Sighting
from vision.detect import Detections
from vision.photo import SHORTEST, Image
from vision.rectify import Crops
from vision.spread import DOUBT

Problem = Literal["dark", "glaring", "far", "blurred"]

HAND = 14
"""Fewer tiles than this are no whole hand: some may have been missed."""
POOR = 0.1
"""Share of doubtful tiles from which a photograph reads badly."""
DARK = 15.0
"""Least brightness of the lightest parts, in percent of white."""
GLARING = 2.0
"""Most of the picture around the tiles that may be burnt out, in percent."""
GLARING_SPOT = 80.0
"""The same of any spot as large as a tile: bright tiles alone are no glare."""
GLARING_FACE = 25.0
"""The same of one face: a white cloth alone is no glare."""
GLARING_EMPTY = 8.0
"""The same of a picture in which no tile was found: a lamp may be in view."""
FAR = 14.0
"""Least size of a tile: the root of its area in pixels."""
BLURRED = 15.0
"""Widest edges, in percent of a tile; a sharp photograph has 7 to 9."""
BLURRED_EMPTY = 36.0
"""The same where no tile was found, of tiles that would fill the picture in a row."""
_BURNT = 250
_LONGEST = 640
_CONTRAST = 0.15  # of the lightest; a plainer picture has no edge to measure


@dataclass(frozen=True)
class Quality:
    """What is wrong with a photograph, as measured, and where it begins to matter."""

    problem: Problem
    figure: float
    """dark: brightness in percent of white; glaring: percent burnt out; far: pixels of
    a tile; blurred: width of the edges in percent of a tile."""
    limit: float
    """Of the same unit."""


def quality(
    image: Image, found: Detections, crops: Crops, sightings: Sequence[Sighting]
) -> Quality | None:
    """Name the problem of a photograph that reads badly or glares; None when it has none.

    Args:
        image: the picture that was looked at.
        found: its tiles, in pixels of this picture.
        crops: their faces, alike many.
        sightings: what they were read as, alike many.
    """
    if len(crops) and (glare := _glare(image, found, crops)):
        return glare  # what it hides is not found, and what is found reads well
    doubtful = sum(one.confidence < DOUBT for one in sightings)
    if len(sightings) >= HAND and doubtful < POOR * len(sightings):
        return None
    return _of_tiles(image, found, crops) if len(crops) else _of_picture(image)


def _of_tiles(image: Image, found: Detections, crops: Crops) -> Quality | None:
    greys = [cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in crops]
    bright = float(np.median([np.percentile(grey, 98) for grey in greys])) / 2.55
    if bright < DARK:
        return Quality("dark", bright, DARK)
    if (size := float(np.median(found.sizes))) < FAR:
        return Quality("far", size, FAR)
    edges = float(np.median([_edge(grey, 97) for grey in greys]))
    edges *= 100 / crops.shape[1]
    return Quality("blurred", edges, BLURRED) if edges > BLURRED else None


def _glare(image: Image, found: Detections, crops: Crops) -> Quality | None:
    if max(map(_burnt, crops)) <= GLARING_FACE:
        return None
    mask = cv2.inRange(_around(image, found), (_BURNT,) * 3, (255,) * 3)
    burnt = float(mask.mean()) / 2.55
    side = max(1, round(float(np.median(found.sizes))))
    spot = float(cv2.blur(mask, (side, side)).max()) / 2.55
    hides = burnt > GLARING and spot > GLARING_SPOT
    return Quality("glaring", burnt, GLARING) if hides else None


def _of_picture(image: Image) -> Quality | None:
    height, width = image.shape[:2]
    shrink = min(1.0, max(_LONGEST / max(height, width), SHORTEST / min(height, width)))
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    bright = float(np.percentile(grey, 99)) / 2.55
    if bright < DARK:
        return Quality("dark", bright, DARK)
    if (burnt := _burnt(small)) > GLARING_EMPTY:
        return Quality("glaring", burnt, GLARING_EMPTY)
    edges = _edge(grey, 99) * 100 * HAND / max(grey.shape)
    return Quality("blurred", edges, BLURRED_EMPTY) if edges > BLURRED_EMPTY else None


def _around(image: Image, found: Detections) -> Image:
    """The part of the picture with tiles, and two tiles more: glare hides tiles."""
    margin = 2 * float(np.median(found.sizes))
    x0, y0 = np.maximum(found.corners.min((0, 1)) - margin, 0).astype(int)
    x1, y1 = np.ceil(found.corners.max((0, 1)) + margin).astype(int)
    part = image[y0:y1, x0:x1]
    return part if part.size else image


def _burnt(picture: NDArray[np.integer | np.floating]) -> float:
    mask = cv2.inRange(picture, (_BURNT,) * 3, (255,) * 3)
    return 100 * cv2.countNonZero(mask) / mask.size


def _edge(grey: NDArray[np.integer | np.floating], percent: float) -> float:
    """Pixels over which the steepest steps rise from dark to light.

    Across and down, whichever is wider: a shaken picture is sharp one way. 0 where
    there is no contrast to have an edge.
    """
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
    low, high = np.percentile(grey, (100 - percent, percent))
    if high - low < _CONTRAST * high:
        return 0.0
    steepest = [
        np.percentile(np.abs(np.diff(soft, axis=axis)), percent) for axis in (0, 1)
    ]
    return float((high - low) / max(min(steepest), 0.1))
