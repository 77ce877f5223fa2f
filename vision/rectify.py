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


def rectify(image: Image, found: Detections, side: int = 72) -> Crops:
    """Cut the faces out: squares, whatever the tiles' shapes and ways up.

    A face larger than the crop is cut larger and averaged down: nothing flickers.

    Returns:
        (n, side, side, 3).
    """
    crops = np.empty((len(found), side, side, 3), np.uint8)
    for crop, corners in zip(crops, found.corners, strict=True):
        longest = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).max()
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
