"""Which tiles of one photograph were read right, by the rules of the package."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classify import Sighting
from vision.spread import Spread
from vision.weights import BACK, OTHER

Box = tuple[float, float, float, float]
"""x0 y0 x1 y1 in pixels."""
Boxes = NDArray[np.float64]
"""(n, 4): x0 y0 x1 y1 in pixels."""

OVERLAP = 0.3


@dataclass(frozen=True)
class Labelled:
    """A labelled tile and what was found on it."""

    truth: str
    box: Box
    find: Sighting | None

    @property
    def right(self) -> bool:
        """Whether it was found and its kind is right."""
        return self.find is not None and str(self.find) == self.truth


@dataclass(frozen=True)
class PhotoCount:
    """The count of one photograph."""

    tiles: tuple[Labelled, ...]
    """Without flowers and jokers."""
    false: tuple[Sighting, ...] = ()
    """Finds taken for faces where none is labelled."""

    @property
    def found(self) -> int:
        """Labelled tiles with a find on them."""
        return sum(tile.find is not None for tile in self.tiles)

    @property
    def right(self) -> int:
        """Labelled tiles found and named rightly."""
        return sum(tile.right for tile in self.tiles)

    @property
    def faults(self) -> int:
        """Tiles missed or misread, and false faces: each is put right by a tap."""
        return len(self.tiles) - self.right + len(self.false)


def count_photo(
    spread: Spread, names: list[str], boxes: Boxes, complete: bool = True
) -> PhotoCount:
    """Count one photograph, with and without the loose tiles: the better one.

    Args:
        spread: what was read.
        names: the labelled classes.
        boxes: their boxes, (n, 4) in pixels.
        complete: whether every face in view is labelled.
    """
    loose = {i for g in spread.groups if g.kind == "loose" for i in g.members}
    kept = [one for i, one in enumerate(spread.sightings) if i not in loose]
    both = (
        _count(sightings, names, boxes, complete)
        for sightings in (spread.sightings, kept)
    )
    return min(both, key=lambda count: count.faults)


def _count(
    sightings: Iterable[Sighting], names: list[str], boxes: Boxes, complete: bool
) -> PhotoCount:
    finds = list(sightings)
    pairs = matched(finds, boxes)
    tiles = tuple(
        Labelled(
            name, tuple(boxes[i].tolist()), finds[pairs[i]] if i in pairs else None
        )
        for i, name in enumerate(names)
        if name != OTHER
    )
    stray = (one for i, one in enumerate(finds) if i not in pairs.values())
    false = (one for one in stray if one.label not in (BACK, OTHER))
    return PhotoCount(tiles, tuple(false) if complete else ())


def matched(finds: list[Sighting], boxes: Boxes) -> dict[int, int]:
    """Pair labels with finds, the best overlap first: label index to find index."""
    if not finds or not len(boxes):
        return {}
    quads = np.array([find.corners for find in finds])
    low = np.maximum(boxes[:, None, :2], quads.min(1)[None])
    high = np.minimum(boxes[:, None, 2:], quads.max(1)[None])
    shared = np.clip(high - low, 0, None).prod(2)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(1)[:, None]
    overlap = shared / (areas + np.ptp(quads, 1).prod(1)[None] - shared)
    centres = quads.mean(1)[None]
    inside = (centres > boxes[:, None, :2]) & (centres < boxes[:, None, 2:])
    fits = (overlap >= OVERLAP) | inside.all(2)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for label, find in sorted(np.argwhere(fits).tolist(), key=lambda p: -overlap[*p]):
        if label not in pairs and find not in taken:
            pairs[label] = find
            taken.add(find)
    return pairs
