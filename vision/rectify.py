"""Cut each tile's face out of the full photograph, straight and square."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Detections
from vision.photo import Image

Crops = NDArray[np.uint8]
"""Faces cut out: (n, side, side, 3), blue-green-red."""

MARGIN = 0.05
"""What is cut beyond the face on each side, in parts of the face."""

_SMALL = 0.1


def enlargement(found: Detections, side: int = 72) -> float:
    """Say how many times larger a picture must be for its crops to lose nothing.

    From the shorter sides of nine faces in ten: a stray find of a few pixels does
    not count. 1 and less is large enough; 0 when nothing was found.
    """
    if not len(found):
        return 0.0
    return side / (1 + 2 * MARGIN) / float(np.quantile(found.sides.min(1), _SMALL))


def rectify(image: Image, found: Detections, side: int = 72) -> Crops:
    """Cut the faces out: squares, whatever the tiles' shapes and ways up.

    A face larger than the crop is cut larger and averaged down: nothing flickers.

    Returns:
        (n, side, side, 3).
    """
    crops = np.empty((len(found), side, side, 3), np.uint8)
    longest_sides = found.sides.max(1)
    for crop, corners, longest in zip(crops, found.corners, longest_sides, strict=True):
        large = side * max(1, min(8, int(np.ceil(longest / side))))
        low, high = (
            large * MARGIN / (1 + 2 * MARGIN),
            large * (1 + MARGIN) / (1 + 2 * MARGIN),
        )
        square = np.array([(low, low), (high, low), (high, high), (low, high)])
        # pixel i covers i to i + 1, while warping counts from its middle
        turn = cv2.getPerspectiveTransform(
            corners - np.float32(0.5), (square - 0.5).astype(np.float32)
        )
        cut = cv2.warpPerspective(
            image, turn, (large, large), borderMode=cv2.BORDER_REPLICATE
        )
        crop[:] = cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA)
    return crops
