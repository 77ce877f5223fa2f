"""Measure the reader on labelled photographs, through the call that the page makes.

A folder holds groups, ``<group>/images`` and ``<group>/labels`` (YOLO lines: class, and
box in parts of the picture), and perhaps ``sources.csv``, there or one folder up, whose
column ``complete`` says ``no`` where faces are in view without a label.

How it counts:

* A find is right in place when its box and the label's share 0.3 of their union, or
  its centre lies in the label's box: boxes mean the face in one group, the whole tile
  in another. One find for one label.
* Labels ``other`` (flowers, jokers) are no tiles of ours: they and their finds do not
  count. Finds read as ``back`` or ``other`` are never false faces; on a labelled tile
  they are a wrong class.
* False faces count where all faces are labelled.
* Each photograph is counted with all finds and again without the loose ones; the
  better count stands.
"""

import csv
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.classify import Sighting
from vision.errors import VisionError
from vision.recognise import Reading
from vision.spread import Spread
from vision.weights import BACK, CLASSES, OTHER

Boxes = NDArray[np.float64]
"""(n, 4): x0 y0 x1 y1 in pixels."""

OVERLAP = 0.3
ROW = 5
"""Labelled tiles that make a photograph one of a row."""
ALL = "all"


@dataclass(frozen=True)
class GroupResult:
    """What was measured on one group of photographs; ``all`` is every photograph."""

    group: str
    photos: int
    tiles: int
    """Labelled tiles, flowers and jokers not counted."""
    recall: float
    """Labelled tiles that were found."""
    precision: float
    """Finds that are on a labelled tile, of those and the false faces."""
    right_class: float
    """Found tiles whose kind is right."""
    right: float
    """Labelled tiles right end to end: found, and their kind."""
    photos_right: float
    """Photographs with every tile right and no false face."""
    photos_right_low: float
    """The 95 % Wilson interval of photos_right."""
    photos_right_high: float
    row_photos: int
    """Photographs with five labelled tiles and more."""
    rows_right: int
    """Those of them that are wholly right."""
    false_faces: int
    ms_median: float
    ms_p95: float


@dataclass(frozen=True)
class PhotoCount:
    """The count of one photograph."""

    tiles: int
    found: int
    right: int
    false_faces: int
    ms: float = 0.0

    @property
    def faults(self) -> int:
        """Tiles missed or misread, and false faces."""
        return self.tiles - self.right + self.false_faces


def evaluate(
    folder: Path,
    recogniser: Callable[[bytes | Path], Reading],
    groups: Collection[str] = (),
) -> list[GroupResult]:
    """Measure each group of a folder, then all photographs together.

    Args:
        folder: where the groups are.
        recogniser: what reads a photograph.
        groups: names of the groups to measure; none is all.

    Raises:
        VisionError: the folder has no labelled group, or not one that was named, or a
            label cannot be read.
    """
    labels = _labels(folder, groups)
    incomplete = _incomplete(folder)
    counts: dict[str, list[PhotoCount]] = {}
    for label in labels:
        group = label.parents[1].name
        photo = _photo_of(label)
        reading = recogniser(photo)
        truth = _truth(label, reading.width, reading.height)
        complete = (group, photo.name) not in incomplete
        count = count_photo(reading.spread, *truth, complete, reading.ms["total"])
        counts.setdefault(group, []).append(count)
    every = [count for group in counts.values() for count in group]
    return [summary(name, group) for name, group in {**counts, ALL: every}.items()]


def _labels(folder: Path, groups: Collection[str]) -> list[Path]:
    """Find the label files of the groups."""
    labels = sorted(folder.glob("*/labels/*.txt"))
    if not labels:
        raise VisionError(f"no <group>/labels/*.txt in {str(folder)!r}")
    names = {label.parents[1].name for label in labels}
    for group in groups:
        if group not in names:
            raise VisionError(
                f"no group {group!r} in {str(folder)!r}: choose from "
                + " ".join(sorted(names))
            )
    return [one for one in labels if not groups or one.parents[1].name in groups]


def _incomplete(folder: Path) -> set[tuple[str, str]]:
    """Group and file name of the photographs that show faces without a label."""
    for source in (folder / "sources.csv", folder.parent / "sources.csv"):
        if source.is_file():
            paths = [
                Path(row["path"]) for row in _rows(source) if row["complete"] == "no"
            ]
            return {
                (path.parts[-3], path.name) for path in paths if len(path.parts) > 2
            }
    return set()


def _rows(source: Path) -> list[dict[str, str]]:
    """Read a list of photographs."""
    try:
        with source.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, restval=""))
    except (ValueError, csv.Error):
        rows = [{}]
    if not all(row.keys() >= {"path", "complete"} for row in rows):
        raise VisionError(
            f"{str(source)!r}: give UTF-8 lines with path and complete (yes or no)"
        )
    return rows


def _photo_of(label: Path) -> Path:
    photos = sorted((label.parents[1] / "images").glob(f"{label.stem}.*"))
    if len(photos) != 1:
        raise VisionError(f"{str(label)!r} has {len(photos)} photographs, not one")
    return photos[0]


def _truth(label: Path, width: int, height: int) -> tuple[list[str], Boxes]:
    """Read a label file: kinds, and boxes in pixels."""
    names, boxes = [], []
    try:
        lines = label.read_text("utf-8").splitlines()
    except ValueError:
        raise VisionError(
            f"{str(label)!r} is no UTF-8 text: write lines of class cx cy w h"
        ) from None
    for number, line in enumerate(lines, 1):
        try:
            kind, x, y, w, h = line.split()
            names.append(dict(enumerate(CLASSES))[int(kind)])
            cx, cy, dx, dy = float(x), float(y), float(w) / 2, float(h) / 2
        except (ValueError, KeyError):
            raise VisionError(
                f"{str(label)!r} line {number}: {line!r}: give class 0–35 cx cy w h"
            ) from None
        boxes.append((cx - dx, cy - dy, cx + dx, cy + dy))
    scale = (width, height, width, height)
    return names, np.reshape(boxes, (-1, 4)) * scale


def count_photo(
    spread: Spread,
    names: list[str],
    boxes: Boxes,
    complete: bool = True,
    ms: float = 0.0,
) -> PhotoCount:
    """Count one photograph, with and without the loose tiles: the better one.

    Args:
        spread: what was read.
        names: the labelled classes.
        boxes: their boxes, (n, 4) in pixels.
        complete: whether every face in view is labelled.
        ms: time of the whole reading.
    """
    loose = {i for g in spread.groups if g.kind == "loose" for i in g.members}
    kept = [one for i, one in enumerate(spread.sightings) if i not in loose]
    both = (
        _count(sightings, names, boxes, complete, ms)
        for sightings in (spread.sightings, kept)
    )
    return min(both, key=lambda count: count.faults)


def _count(
    sightings: Iterable[Sighting],
    names: list[str],
    boxes: Boxes,
    complete: bool,
    ms: float,
) -> PhotoCount:
    finds = list(sightings)
    pairs = matched(finds, boxes)
    tiles = [i for i, name in enumerate(names) if name != OTHER]
    found = [(str(finds[pairs[i]].label), names[i]) for i in tiles if i in pairs]
    stray = [str(one.label) for i, one in enumerate(finds) if i not in pairs.values()]
    false = sum(label not in (BACK, OTHER) for label in stray) if complete else 0
    right = sum(label == name for label, name in found)
    return PhotoCount(len(tiles), len(found), right, false, ms)


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


def summary(group: str, counts: list[PhotoCount]) -> GroupResult:
    """Add up the counts of a group of photographs; a share of nothing is 1."""
    tiles = sum(count.tiles for count in counts)
    found = sum(count.found for count in counts)
    right = sum(count.right for count in counts)
    false = sum(count.false_faces for count in counts)
    whole = sum(not count.faults for count in counts)
    rows = [count for count in counts if count.tiles >= ROW]
    low, high = wilson(whole, len(counts))
    median, p95 = np.percentile([count.ms for count in counts], (50, 95))
    return GroupResult(
        group,
        photos=len(counts),
        tiles=tiles,
        recall=_share(found, tiles),
        precision=_share(found, found + false),
        right_class=_share(right, found),
        right=_share(right, tiles),
        photos_right=_share(whole, len(counts)),
        photos_right_low=low,
        photos_right_high=high,
        row_photos=len(rows),
        rows_right=sum(not count.faults for count in rows),
        false_faces=false,
        ms_median=float(median),
        ms_p95=float(p95),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Give the 95 % Wilson interval of a share.

    >>> low, high = wilson(9, 10)
    >>> round(low, 3), round(high, 3)
    (0.596, 0.982)
    """
    z, share = 1.959964, successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
