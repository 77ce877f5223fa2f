"""Look at a table as if the camera hung above it: no tile is seen flat, all are as large.

How large the tiles are seen here and there tells how the table lies to the camera. Turning
the camera about its own centre until it looks straight down at it is a homography.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import MARGIN, Detections, in_slices
from vision.network import Floats, Network
from vision.photo import Image

Matrix = NDArray[np.float64]

FOCAL = 0.8
"""A phone's focal length, in long sides of its picture."""
STEEPEST = 60.0
"""Degrees from straight above that are made good at most."""
LARGEST = 4096
"""The most pixels a side of the turned picture; tiles farther out are not looked at."""
FINER = 1.5
"""How much finer than the turned picture the one is that it is made from, at most."""
_ROUGH, _LEVEL, _ROUNDS = 0.25, 0.3, 20
"""What the logarithm of a tile's area may be off; what speaks for a level camera, as so
many tiles one focal length from the middle would; rounds of fitting, more than enough."""


def look_from_above(
    image: Image, found: Detections, network: Network, threshold: float, tile: float
) -> Detections:
    """Find tiles in the photograph turned so that the table is seen from above.

    Args:
        image: the upright photograph.
        found: tiles found in it so far, mostly on one plane; at least one, none without area.
        network: as of ``vision.detect.detect``.
        threshold: the least score of a find.
        tile: about how many pixels wide a tile is to be.
    """
    finer = min(1.0, FINER * tile / float(np.median(found.sizes)))
    if finer < 1:  # averaged down: nothing flickers
        image = np.asarray(
            cv2.resize(image, None, fx=finer, fy=finer, interpolation=cv2.INTER_AREA),
            np.uint8,
        )
    turn, size = _turn(found.scaled(finer), image.shape[:2], tile)
    # pixel i covers i to i + 1, while warping counts from its middle
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    turned = cv2.warpPerspective(
        image, np.linalg.inv(half) @ turn @ half, size, borderValue=(114, 114, 114)
    )
    whole = (0, 0, *size)
    seen = in_slices(np.asarray(turned, np.uint8), whole, 1.0, network, threshold)
    corners = _moved(seen.corners, np.linalg.inv(turn))
    middles = corners.mean(1)
    inside = ((middles > 0) & (middles < image.shape[1::-1])).all(1)
    return Detections(corners / np.float32(finer), seen.confidence)[inside]


def _turn(
    found: Detections, shape: tuple[int, ...], tile: float
) -> tuple[Matrix, tuple[int, int]]:
    """The homography to a picture in which tiles are so wide, and its width and height."""
    height, width = shape
    focal = FOCAL * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    rays = np.asarray((found.corners.mean(1) - lens[:2, 2]) / focal)
    turn = _to_the_middle(_normal(rays, found.sizes)) @ np.linalg.inv(lens)
    seen = Detections(_moved(found.corners, turn), found.confidence)
    zoom = tile / float(np.median(seen.sizes))
    places = zoom * seen.corners
    low, high = places.min((0, 1)) - MARGIN * tile, places.max((0, 1)) + MARGIN * tile
    middle = np.median(places, (0, 1))
    low = np.maximum(low, middle - LARGEST / 2)
    w, h = np.minimum(np.ceil(high - low), LARGEST).astype(int)
    scale = np.array([[zoom, 0, -low[0]], [0, zoom, -low[1]], [0, 0, 1]])
    return scale @ turn, (int(w), int(h))


def _normal(rays: Matrix, sizes: Floats) -> Matrix:
    """The direction in which the table lies, (3,), of length 1, z ahead of the camera.

    A tile's area grows with the third power of ``normal @ ray``. Those whose size fits
    no plane, as standing ones, count less.

    Args:
        rays: (n, 2), where the tiles are seen, in focal lengths from the middle.
        sizes: (n,), the sides of squares as large as they are seen.
    """
    logs = 2 * np.log(sizes.astype(np.float64))
    slope, base = np.zeros(2), float(np.median(logs))
    slack = np.diag([1e-6, _LEVEL, _LEVEL])
    for _ in range(_ROUNDS):
        near = np.maximum(1 + rays @ slope, 0.1)
        off = logs - base - 3 * np.log(near)
        ways = np.concatenate([np.ones((len(rays), 1)), 3 * rays / near[:, None]], 1)
        counts = 1 / (1 + (off / _ROUGH) ** 2)
        pull = ways.T @ (counts * off) - slack @ (0, *slope)
        step = np.linalg.solve(ways.T @ (ways * counts[:, None]) + slack, pull)
        base, slope = base + step[0], slope + np.clip(step[1:], -0.3, 0.3)
    normal = np.array([*slope, 1.0])
    return np.asarray(normal / np.linalg.norm(normal))


def _to_the_middle(normal: Matrix) -> Matrix:
    """The turn that brings a direction straight ahead, but for what is too steep."""
    axis = np.cross(normal, (0.0, 0.0, 1.0))
    sine = float(np.linalg.norm(axis))
    angle = min(np.arctan2(sine, normal[2]), np.radians(STEEPEST))
    return np.asarray(cv2.Rodrigues(axis / max(sine, 1e-9) * angle)[0])


def _moved(corners: Floats, turn: NDArray[Any]) -> Floats:
    points = corners.reshape(-1, 1, 2).astype(np.float64)
    if not len(points):
        return corners
    moved = cv2.perspectiveTransform(points, turn).reshape(-1, 4, 2)
    return np.asarray(moved, np.float32)
