"""Find the tiles: four corners each, in pixels of the upright photograph.

A first pass sees the whole photograph at the network's own size. A second one looks
again at the region with tiles, at the scale that makes a tile about 52 pixels wide,
in overlapping slices when that is a large picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Floats, Network
from vision.photo import Image

TILE = 52
"""Pixels of a tile's side (√area) at which the network sees best."""
SLICE = 1024
"""The largest picture, in pixels a side, given to the network in one piece."""
STRIDE = 32
MARGIN = 1.2
"""Tiles around the finds that the second pass looks at, too."""
_GREY = 114
_MOST = 3000
"""Finds a pass may give before doubles are removed."""


@dataclass(frozen=True, eq=False)
class Detections:
    """Tiles found: parallel arrays, filtered like an array by a mask or indices.

    >>> none = Detections.empty()
    >>> len(none), len(none[none.confidence > 0.5])
    (0, 0)
    """

    corners: Floats
    """(n, 4, 2), x and y in pixels, clockwise as seen, starting anywhere."""
    confidence: Floats
    """(n,), that there is a tile, 0..1."""

    def __post_init__(self) -> None:
        n = len(self.confidence)
        for name, want in (("corners", (n, 4, 2)), ("confidence", (n,))):
            got = getattr(self, name).shape
            if got != want:
                raise ValueError(f"{name} must have shape {want!r}, not {got!r}")

    @classmethod
    def empty(cls) -> Self:
        """Nothing found."""
        return cls(np.empty((0, 4, 2), np.float32), np.empty(0, np.float32))

    @classmethod
    def joined(cls, some: Sequence["Detections"]) -> Self:
        """Give the finds of one lot and more after another."""
        return cls(
            np.concatenate([found.corners for found in some]),
            np.concatenate([found.confidence for found in some]),
        )

    def __len__(self) -> int:
        return len(self.confidence)

    def __getitem__(self, index: NDArray[np.bool_] | NDArray[np.intp]) -> Self:
        return type(self)(self.corners[index], self.confidence[index])

    def scaled(self, factor: float) -> Self:
        """Give the same finds in a picture `factor` times as large."""
        return type(self)(self.corners * np.float32(factor), self.confidence)

    @property
    def boxes(self) -> Floats:
        """The upright boxes around the corners: (n, 4), x0 y0 x1 y1."""
        return np.concatenate([self.corners.min(1), self.corners.max(1)], 1)

    @property
    def sides(self) -> Floats:
        """The lengths of the four sides, in pixels: (n, 4)."""
        ways = self.corners - np.roll(self.corners, 1, 1)
        return np.asarray(np.hypot(ways[..., 0], ways[..., 1]), np.float32)

    @property
    def sizes(self) -> Floats:
        """The sides of squares of the tiles' areas, in pixels: (n,)."""
        x, y = self.corners[..., 0], self.corners[..., 1]
        twice = (x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1)
        return np.asarray(np.sqrt(np.abs(twice) / 2), np.float32)


def detect(
    image: Image, network: Network, threshold: float, size: int = 640
) -> Detections:
    """Find the tiles of a photograph: a glance, then a closer look.

    Args:
        image: the upright photograph.
        network: (1, 3, h, w) to (1, 14, n): box, score of face and back, corners.
        threshold: the least score of a find.
        size: pixels of the long side in the first pass.
    """
    first = glance(image, network, threshold, size)
    return look(image, first, network, threshold, size)


def glance(
    image: Image, network: Network, threshold: float, size: int = 640
) -> Detections:
    """Make the first pass, over the whole photograph; arguments as of `detect`."""
    height, width = image.shape[:2]
    scale = size / max(height, width)
    return _pass(image, (0, 0, width, height), scale, network, threshold)


def look(
    image: Image,
    first: Detections,
    network: Network,
    threshold: float,
    size: int = 640,
    tile: float = TILE,
) -> Detections:
    """Make the second pass where the first found tiles, each about `tile` pixels wide.

    Other arguments as of `detect`.
    """
    if not len(first):
        return first
    height, width = image.shape[:2]
    whole = (0, 0, width, height)
    scale = size / max(height, width)
    zoom = tile / float(np.median(first.sizes))
    region = _around(first, image)
    if region == whole and 0.8 < zoom / scale < 1.15:
        return first
    return in_slices(image, region, zoom, network, threshold)


Region = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the photograph."""


def in_slices(
    image: Image, region: Region, zoom: float, network: Network, threshold: float
) -> Detections:
    """Find the tiles of a region, `zoom` times as large; other arguments as of `detect`."""
    pieces = _slices(region, zoom)
    passes = [_pass(image, piece, zoom, network, threshold) for piece in pieces]
    return without_doubles(Detections.joined(passes))


def _around(found: Detections, image: Image) -> Region:
    """The part of the photograph with tiles, and a margin."""
    height, width = image.shape[:2]
    margin = MARGIN * float(np.median(found.sizes))
    x0, y0 = np.floor(found.corners.min((0, 1)) - margin).astype(int)
    x1, y1 = np.ceil(found.corners.max((0, 1)) + margin).astype(int)
    return max(0, int(x0)), max(0, int(y0)), min(width, int(x1)), min(height, int(y1))


def _slices(region: Region, zoom: float) -> Iterator[Region]:
    """Cut a region into pieces of at most SLICE pixels a side after zooming.

    Neighbours share three tiles, so that each tile is whole in one of them.
    """
    side, shared = SLICE / zoom, 3 * TILE / zoom
    x0, y0, x1, y1 = region

    def starts(low: int, high: int) -> list[int]:
        if high - low <= side:
            return [low]
        count = int(np.ceil((high - low - shared) / (side - shared)))
        return [int(start) for start in np.linspace(low, high - side, count)]

    for top in starts(y0, y1):
        for left in starts(x0, x1):
            right, bottom = left + int(side) + 1, top + int(side) + 1
            yield left, top, min(right, x1), min(bottom, y1)


def _pass(
    image: Image, region: Region, scale: float, network: Network, threshold: float
) -> Detections:
    """Look once at a region at a scale."""
    x0, y0, x1, y1 = region
    picture, (across, down) = letterbox(image[y0:y1, x0:x1], scale)
    scores = network(picture)[0].T
    confidence = 1 - (1 - scores[:, 4:6]).prod(1)  # a blank tile may be face or back
    likely = np.flatnonzero(confidence > threshold)
    best = likely[np.argsort(-confidence[likely])][:_MOST]
    corners = scores[best, 6:14].reshape(-1, 4, 2) / (across, down) + (x0, y0)
    found = Detections(_clockwise(corners.astype(np.float32)), confidence[best])
    return without_doubles(found[_whole(found, region, image)])


def letterbox(picture: Image, scale: float) -> tuple[Floats, tuple[float, float]]:
    """Scale a picture and pad it right and below to multiples of 32.

    Returns:
        The batch of one (1, 3, h, w), RGB in 0..1, and the true scale across and down.
    """
    height, width = picture.shape[:2]
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    shape = (-(-h // STRIDE) * STRIDE, -(-w // STRIDE) * STRIDE, 3)
    padded = np.full(shape, _GREY, np.uint8)
    padded[:h, :w] = cv2.resize(picture, (w, h), interpolation=how)
    batch = cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True)
    return np.asarray(batch, np.float32), (w / width, h / height)


def _clockwise(corners: Floats) -> Floats:
    """Order each tile's corners clockwise as seen (y points down)."""
    arms = corners - corners.mean(1, keepdims=True)
    order = np.argsort(np.arctan2(arms[..., 1], arms[..., 0]), axis=1)
    return np.take_along_axis(corners, order[..., None], 1)


def _whole(found: Detections, region: Region, image: Image) -> NDArray[np.bool_]:
    """Which finds are not cut by a border of the region inside the photograph."""
    height, width = image.shape[:2]
    inner = np.array(region) != (0, 0, width, height)
    slack = 0.05 * found.sizes[:, None]
    boxes = found.boxes
    inside = np.concatenate(
        [boxes[:, :2] > region[:2] + slack, boxes[:, 2:] < region[2:] - slack], 1
    )
    return np.asarray((inside | ~inner).all(1), np.bool_)


def without_doubles(
    found: Detections, overlap: float = 0.45, contained: float = 0.75
) -> Detections:
    """Keep the surest of finds that share a place; arguments as of `surest`."""
    return found[surest(found, overlap, contained)]


def surest(
    found: Detections, overlap: float = 0.45, contained: float = 0.75
) -> NDArray[np.intp]:
    """Give the surest of finds that share a place, as indices, whatever their class.

    Quads are compared, not boxes: the boxes of a row at 45° overlap a lot.

    Args:
        found: finds in any order.
        overlap: the most that two tiles' quads may share, of their union.
        contained: the most that they may share of the smaller one.
    """
    order = np.argsort(-found.confidence, kind="stable")
    order = order[found.sizes[order] >= 1]
    found = found[order]
    upright = np.concatenate([found.boxes[:, :2], np.ptp(found.corners, 1)], 1)
    rough = cv2.dnn.NMSBoxes(
        upright.tolist(), found.confidence.tolist(), 0.0, 0.7
    )  # boxes that share this much are one tile at any angle
    rest = np.sort(np.asarray(rough, np.intp).reshape(-1))
    order, found = order[rest], found[rest]
    hulls = [cv2.convexHull(quad) for quad in found.corners]
    areas = [cv2.contourArea(hull) for hull in hulls]
    boxes = found.boxes
    kept: list[int] = []
    for i in range(len(found)):
        others = np.array(kept, np.intp)
        near = (boxes[others, :2] < boxes[i, 2:]).all(1)
        near &= (boxes[others, 2:] > boxes[i, :2]).all(1)
        for j in others[near]:
            shared, _ = cv2.intersectConvexConvex(hulls[i], hulls[j])
            union = areas[i] + areas[j] - shared
            if shared > min(overlap * union, contained * min(areas[i], areas[j])):
                break
        else:
            kept.append(i)
    return order[np.array(kept, np.intp)]
