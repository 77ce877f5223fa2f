"""Cut faces for the classifier out of scenes and photographs.

    python -m vision.training.crops runs/crops --scenes runs/scenes --photos … --detector models/detector.onnx

Faces are cut with the detector's own corners, which are also what the reader
will give the classifier; photographs have only boxes, anyway.  A find that
meets no tile of a scene or of a completely labelled photograph is kept as
`other`: no tile.
Each source becomes `<name>.npy` (n, 96, 96, 3) BGR and `<name>-labels.npy`
(n,), the face filling the middle 96 / 1.3 pixels.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Detections, detect
from vision.network import Network, network
from vision.training.corners import shared
from vision.training.samples import open_picture, photo_items
from vision.weights import CLASSES, Model

Image = NDArray[np.uint8]
SIDE, ROOM = 96, 1.3
OTHER = CLASSES.index("other")
MEETS = 1 / 3
"""Least share of union between a tile and the find that is of it."""


def cut(picture: Image, corners: NDArray[np.float32]) -> Image:
    """Cut one face and the room around it: corners (4, 2) to (96, 96, 3)."""
    middle = corners.mean(0)
    wide = (middle + (corners - middle) * ROOM).astype(np.float32)
    longest = float(np.linalg.norm(wide - np.roll(wide, 1, 0), axis=1).max())
    large = SIDE * max(1, min(6, int(np.ceil(longest / SIDE))))
    square = np.array([(0, 0), (large, 0), (large, large), (0, large)], np.float32)
    turn = cv2.getPerspectiveTransform(wide - np.float32(0.5), square - np.float32(0.5))
    big = cv2.warpPerspective(
        picture, turn, (large, large), borderMode=cv2.BORDER_REPLICATE
    )
    return cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.uint8)


def from_scenes(
    folder: Path,
    most: int,
    find: Network | None = None,
    threshold: float = 0.25,
    visible: float = 0.62,
) -> tuple[list[Image], list[int]]:
    """Cut tiles of scenes, until there are `most` crops.

    A tile is cut by the corners that a detector finds, as the reader will cut it, and by
    its own where none does. A stray piece of each scene, and what the detector takes for
    a tile there, are no tiles.
    """
    rng = np.random.default_rng(0)
    crops: list[Image] = []
    labels: list[int] = []
    none = np.empty((0, 4, 2), np.float32)
    for path in sorted(folder.glob("images/*.jpg"), key=lambda p: p.stem[::-1]):
        text = (folder / "labels" / f"{path.stem}.json").read_text()
        picture = open_picture(path)
        found = detect(picture, find, threshold).corners if find else none
        quads = []
        for tile in json.loads(text)["tiles"]:
            corners = np.array(tile["corners"], np.float32)
            quads.append(corners)
            if tile["visible"] >= visible and cv2.contourArea(corners) > 13**2:
                crops.append(cut(picture, _as_found(corners, found)))
                labels.append(CLASSES.index(tile["tile"]))
        tiles = np.array(quads).reshape(-1, 4, 2)
        strays = [_stray(rng, picture, tiles)]
        if find:
            strays += [
                cut(picture, one)
                for one in found
                if not _touches(one, tiles.min(1), tiles.max(1))
            ]
        for stray in strays:
            if stray is not None:
                crops.append(stray)
                labels.append(OTHER)
        if len(labels) >= most:
            break
    return crops, labels


def _as_found(
    corners: NDArray[np.float32], found: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Give the corners of the find that shares most of a tile, if a third of both."""
    near = np.abs(found.mean(1) - corners.mean(0)).max(1) < np.ptp(corners, 0).max()
    quads = found[near]
    shares = [shared(quad, corners) for quad in quads]
    best = max(shares, default=0.0)
    return quads[shares.index(best)] if best > MEETS else corners


def _stray(
    rng: np.random.Generator, picture: Image, quads: NDArray[np.float32]
) -> Image | None:
    """Cut an upright rectangle that touches no tile: table, paper, books, dice."""
    height, width = picture.shape[:2]
    for _ in range(8):
        w, h = rng.uniform(20, 90), rng.uniform(20, 90)
        x, y = rng.uniform(0, width - w), rng.uniform(0, height - h)
        corners = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float32)
        if not _touches(corners, quads.min(1), quads.max(1)):
            return cut(picture, corners)
    return None


def from_photos(
    folder: Path, group: str, find: Network, threshold: float
) -> tuple[list[Image], list[int], list[bool]]:
    """Cut the tiles of one group; the third list marks every tenth root, kept for calibration."""
    crops: list[Image] = []
    labels: list[int] = []
    kept: list[bool] = []
    for item in photo_items(folder, [group])[group]:
        picture = open_picture(item.path)
        found = detect(picture, find, threshold)
        root = item.path.stem.split("__")[0]
        aside = sum(root.encode()) % 10 == 0
        for corners, name in _matched(
            found, item.placed(picture), item.names, item.complete
        ):
            crops.append(cut(picture, corners))
            labels.append(name)
            kept.append(aside)
    return crops, labels, kept


def _matched(
    found: Detections,
    boxes: NDArray[np.float64],
    names: NDArray[np.int64],
    complete: bool,
) -> list[tuple[NDArray[np.float32], int]]:
    """Give each find the name of the box it lies in; strays of complete photographs are no tiles."""
    out = []
    low, high = boxes.min(1), boxes.max(1)
    for corners, score in zip(found.corners, found.confidence, strict=True):
        centre = corners.mean(0)
        inside = (
            ((low < centre) & (centre < high)).all(1)
            if len(boxes)
            else np.zeros(0, bool)
        )
        if inside.any():
            gap = np.linalg.norm(boxes.mean(1) - centre, axis=1)
            name = int(names[int(np.argmin(np.where(inside, gap, np.inf)))])
            if name != OTHER or score > 0.5:
                out.append((corners, name))
        elif complete and not _touches(corners, low, high):
            out.append((corners, OTHER))
    return out


def _touches(
    corners: NDArray[np.float32], low: NDArray[Any], high: NDArray[Any]
) -> bool:
    a, b = corners.min(0), corners.max(0)
    return bool(((low < b) & (a < high)).all(1).any())


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--scenes", type=click.Path(exists=True, path_type=Path))
@click.option("--photos", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--detector",
    type=click.Path(exists=True, path_type=Path),
    help="ONNX file that finds the tiles, and what it takes for some.",
)
@click.option("--most", default=60_000, show_default=True, help="Crops from scenes.")
@click.option(
    "--threshold",
    default=0.25,
    show_default=True,
    help="Least score of a find.",
)
def main(
    out: Path,
    scenes: Path | None,
    photos: Path | None,
    detector: Path | None,
    most: int,
    threshold: float,
) -> None:
    """Write the crops."""
    if (photos and not detector) or not (photos or scenes):
        raise click.UsageError(
            "give --scenes, or --photos with --detector, or all three"
        )
    out.mkdir(parents=True, exist_ok=True)

    def save(name: str, crops: list[Image], labels: list[int]) -> None:
        click.echo(
            f"{name}: {len(labels)} crops, {sum(label == OTHER for label in labels)} of them other"
        )
        np.save(out / f"{name}.npy", np.stack(crops))
        np.save(out / f"{name}-labels.npy", np.array(labels))

    find = (
        network(Model(detector, "", 640, detector.read_bytes())) if detector else None
    )
    if scenes:
        save("scenes", *from_scenes(scenes, most, find, threshold))
    if photos and find:
        for group in photo_items(photos):
            crops, labels, aside = from_photos(photos, group, find, threshold)
            for name, keep in ((group, False), (f"calibrate-{group}", True)):
                chosen = [i for i, kept in enumerate(aside) if kept is keep]
                if chosen:
                    save(name, [crops[i] for i in chosen], [labels[i] for i in chosen])


if __name__ == "__main__":
    main()
