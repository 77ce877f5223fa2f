"""Training pictures for the detector: photographs with boxes and scenes with corners.

Every sample is an affine crop of `size` pixels in which a typical tile measures
14 to 130 pixels.  Photographs with a tile that has only an upright box are
turned by multiples of 90°, because boxes grow under any other angle; pictures
of which all corners are known are turned freely.  None is ever mirrored.
Some are first cut through a tile, as photographs often are.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.weights import CLASSES

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator
FACE, BACK = 0, 1
LEAST, CLEAR = 0.1, 0.4
"""Shares of a tile within the crop: one with less is not seen, one with more has to be found."""


@dataclass(frozen=True)
class Item:
    """A labelled picture on disk."""

    path: Path
    names: NDArray[np.int64]
    """(n,) class numbers in the order of `vision.weights.CLASSES`."""
    corners: Floats
    """(n, 4, 2), clockwise: pixels in scenes, parts of the picture in photographs."""
    exact: NDArray[np.bool_]
    """(n,) whether these are the corners of the tile, not of an upright box around it."""
    complete: bool
    """No unlabelled tile is in view, as far as is known."""
    hidden: NDArray[np.bool_]
    """(n,) whether so much of the tile is covered that nobody need find it."""
    scene: bool = False

    def placed(self, picture: Image) -> Floats:
        """Give the corners in pixels of the opened picture."""
        if self.scene:
            return self.corners
        return self.corners * [picture.shape[1], picture.shape[0]]


@dataclass(frozen=True)
class Sample:
    """One crop: picture (size, size, 3) BGR, classes (n,), corners (n, 4, 2) in its pixels."""

    picture: Image
    classes: NDArray[np.int64]
    corners: Floats
    exact: NDArray[np.bool_]
    doubtful: Floats
    """(m, 4, 2) corners of tiles that may be found or not."""
    complete: bool


def photo_items(
    folder: Path, groups: Sequence[str] = (), known: Path | None = None
) -> dict[str, list[Item]]:
    """Read `<folder>/train/<group>` in YOLO format; all groups, or those named.

    Args:
        folder: holds `sources.csv` and `train`.
        groups: names of groups; none means all.
        known: corners written by `vision.training.corners`.

    Raises:
        FileNotFoundError: when the folder holds no photographs.
        ValueError: when `sources.csv` does not know one of them.
    """
    with (folder / "sources.csv").open(newline="", encoding="utf-8") as file:
        complete = {
            row["path"]: row["complete"] == "yes" for row in csv.DictReader(file)
        }
    cornered = json.loads(known.read_text("utf-8")) if known else {}
    found: dict[str, list[Item]] = {}
    for path in sorted(folder.glob("train/*/images/*.jpg")):
        group = path.parent.parent.name
        if groups and group not in groups:
            continue
        label = path.parent.parent / "labels" / f"{path.stem}.txt"
        rows = [line.split() for line in label.read_text().splitlines() if line.strip()]
        boxes = np.array([[float(v) for v in row[1:5]] for row in rows]).reshape(-1, 4)
        x0, y0 = (boxes[:, :2] - boxes[:, 2:] / 2).T
        x1, y1 = (boxes[:, :2] + boxes[:, 2:] / 2).T
        corners = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], 1).reshape(-1, 4, 2)
        names = np.array([int(row[0]) for row in rows], np.int64)
        place = path.relative_to(folder).as_posix()
        if place not in complete:
            raise ValueError(
                f"{str(folder / 'sources.csv')!r} has no row for {place!r}"
            )
        quads = cornered.get(place, [None] * len(rows))
        exact = np.array([quad is not None for quad in quads], bool)
        for i in np.flatnonzero(exact):
            corners[i] = quads[i]
        found.setdefault(group, []).append(
            Item(
                path, names, corners, exact, complete[place], np.zeros(len(rows), bool)
            )
        )
    if not found:
        raise FileNotFoundError(
            f"no photographs in {folder}/train; see datasets/README.md"
        )
    return found


def scene_items(folder: Path, visible: float = 0.35) -> list[Item]:
    """Read scenes written by `datasets.synth.make`; tiles less `visible` are hidden.

    Raises:
        FileNotFoundError: when the folder holds no scenes.
    """
    found = []
    for path in sorted(folder.glob("images/*.jpg")):
        label = json.loads((folder / "labels" / f"{path.stem}.json").read_text())
        tiles = label["tiles"]
        names = np.array([CLASSES.index(tile["tile"]) for tile in tiles], np.int64)
        corners = np.array([tile["corners"] for tile in tiles], float).reshape(-1, 4, 2)
        exact = np.ones(len(tiles), bool)
        hidden = np.array([tile["visible"] < visible for tile in tiles], bool)
        found.append(Item(path, names, corners, exact, True, hidden, scene=True))
    if not found:
        raise FileNotFoundError(
            f"no scenes in {folder}: run python -m datasets.synth.make {folder}"
        )
    return found


def stream(
    photos: dict[str, list[Item]], scenes: list[Item], share: float, size: int, rng: Rng
) -> Iterator[Sample]:
    """Yield samples for ever; `share` of them scenes, groups by the square root of their size."""
    names = sorted(photos)
    weight = np.sqrt(
        [len({item.path.stem.split("__")[0] for item in photos[n]}) for n in names]
    )
    while True:
        if scenes and (not photos or rng.random() < share):
            item = scenes[rng.integers(len(scenes))]
        else:
            group = photos[names[int(rng.choice(len(names), p=weight / weight.sum()))]]
            item = group[rng.integers(len(group))]
        yield crop(item, size, rng)


def open_picture(path: Path) -> Image:
    """Read a picture, (h, w, 3) BGR.

    Raises:
        ValueError: it is none.
    """
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{str(path)!r} is no picture: make it again or leave it out")
    return picture.astype(np.uint8)


def crop(item: Item, size: int, rng: Rng) -> Sample:
    """Cut one sample out of a picture."""
    picture = open_picture(item.path)
    placed = item.placed(picture)
    share = np.ones(len(placed))
    if len(placed) and rng.random() < 0.2:
        picture, placed, share = _cut(picture, placed, item.exact, rng)
    matrix = _placement(placed, item, picture.shape[1], picture.shape[0], size, rng)
    corners = placed @ matrix[:, :2].T + matrix[:, 2]
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if scale < 0.7:  # shrink by area first, or thin strokes alias
        picture = cv2.resize(
            picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
        ).astype(np.uint8)
        matrix = matrix @ np.diag([1 / scale, 1 / scale, 1.0])
    border: tuple[float, ...] = (float(rng.choice([0, 114])),) * 3
    if rng.random() < 0.5:
        border = tuple(float(v) for v in rng.integers(0, 255, 3))
    warped = cv2.warpAffine(
        picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderValue=border
    )
    inside = np.clip(corners, 0, size)
    whole, left = np.ptp(corners, axis=1).prod(1), np.ptp(inside, axis=1).prod(1)
    share = share * left / np.maximum(whole, 1e-6)
    keep = (share > CLEAR) & (np.ptp(inside, axis=1).min(1) > 4) & ~item.hidden
    return Sample(
        colours(warped.astype(np.uint8), rng),
        np.where(item.names[keep] == CLASSES.index("back"), BACK, FACE),
        np.stack([_first_corner(quad) for quad in corners[keep]])
        if keep.any()
        else corners[:0],
        item.exact[keep],
        corners[(share > LEAST) & ~keep],
        item.complete,
    )


def _cut(
    picture: Image, corners: Floats, exact: NDArray[np.bool_], rng: Rng
) -> tuple[Image, Floats, Floats]:
    """Cut a picture through one of its outer tiles; give the share that is left of each."""
    axis, end = int(rng.integers(2)), bool(rng.integers(2))
    low, high = corners[..., axis].min(1), corners[..., axis].max(1)
    order = np.argsort(-high if end else low)
    tile = order[int(rng.integers(1 + len(order) // 5))]
    lost = float(rng.uniform(0.05, 0.7)) * (high[tile] - low[tile])
    edge = round(high[tile] - lost if end else low[tile] + lost)
    edge = int(np.clip(edge, 1, picture.shape[1 - axis] - 1))
    start, stop = (0, edge) if end else (edge, picture.shape[1 - axis])
    picture = picture[:, start:stop] if axis == 0 else picture[start:stop]
    inside = np.clip(corners[..., axis], start, stop)
    share = np.ptp(inside, axis=1) / np.maximum(high - low, 1e-6)
    placed = corners.copy()
    placed[~exact, :, axis] = inside[~exact]  # labels end where the picture does
    placed[..., axis] -= start
    return np.ascontiguousarray(picture), placed, share


def _placement(
    corners: Floats, item: Item, width: int, height: int, size: int, rng: Rng
) -> Floats:
    """Choose turn, scale, stretch and place: a (2, 3) affine matrix."""
    sides = (
        np.sqrt(np.ptp(corners, axis=1).prod(1)) if len(corners) else np.array([40.0])
    )
    tile = float(np.median(sides))
    if not item.exact.all():
        turn = math.pi / 2 * int(rng.choice(4, p=[0.68, 0.08, 0.16, 0.08]))
    elif rng.random() < 0.5:
        turn = rng.normal(0, 0.08)
    else:
        turn = rng.uniform(-math.pi, math.pi)
    if rng.random() < 0.5:
        scale = size / max(width, height) * math.exp(rng.uniform(-0.3, 0.55))
    else:
        scale = math.exp(rng.uniform(math.log(17), math.log(130))) / tile
    scale = float(np.clip(scale, 11 / tile, 150 / tile))
    stretch = math.exp(rng.normal(0, 0.06 if item.scene else 0.12))
    if rng.random() < 0.25:  # sources squeeze wide photographs to a square
        stretch *= rng.uniform(0.72, 1.0)
    cos, sin = math.cos(turn), math.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag(
        [scale * stretch, scale / stretch]
    )
    if len(corners) and rng.random() < 0.85:
        centres = corners.mean(1)
        aim = (
            (centres.min(0) + centres.max(0)) / 2
            if rng.random() < 0.6
            else centres[rng.integers(len(centres))]
        )
    else:
        aim = np.array([width / 2, height / 2])
    shift = size / 2 - linear @ aim + rng.uniform(-0.18, 0.18, 2) * size
    return np.concatenate([linear, shift[:, None]], 1)


def _first_corner(quad: Floats) -> Floats:
    """Start at the corner nearest the top left; the order stays clockwise."""
    return np.roll(quad, -int(np.argmin(quad.sum(1))), axis=0)


def colours(picture: Image, rng: Rng) -> Image:
    """Vary colour, light, sharpness and noise."""
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(np.float32)
        hsv *= np.array([1, rng.uniform(0.4, 1.6), rng.uniform(0.55, 1.4)], np.float32)
        hsv[..., 0] = (hsv[..., 0] + rng.uniform(-12, 12)) % 180
        picture = cv2.cvtColor(
            np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR
        ).astype(np.uint8)
    if rng.random() < 0.05:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR).astype(np.uint8)
    if rng.random() < 0.15:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6)).astype(
            np.uint8
        )
    if rng.random() < 0.12:
        noise = rng.normal(0, rng.uniform(3, 12), picture.shape)
        picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return picture
