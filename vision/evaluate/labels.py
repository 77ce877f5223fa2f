"""Folders of labelled photographs and of generated scenes: what is truly on them."""

import csv
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.errors import VisionError
from vision.evaluate.count import Boxes
from vision.layouts import Truth, marked_layouts, scene_layout
from vision.weights import CLASSES, OTHER


@dataclass(frozen=True)
class Label:
    """One label file, and what is known of its photograph besides."""

    path: Path
    group: str
    photo: Path
    complete: bool
    """Whether every face in view is labelled."""
    layout: Truth | None
    """Of photographs; a scene's label file holds its own."""

    def truth(self, width: int, height: int) -> "OnPhoto":
        """Read the label file of a photograph with that many pixels.

        Raises:
            VisionError: the label cannot be read; quotes the line.
        """
        if self.path.suffix == ".json":
            layout, names, corners = scene_layout(self.path)
            boxes = np.concatenate([corners.min(1), corners.max(1)], 1)
            grouped = {i for _, tiles in layout.groups for i in tiles}
            counted = [n if i in grouped else OTHER for i, n in enumerate(names)]
            return OnPhoto(names, counted, boxes, layout)
        names, parts = _lines(self.path)
        return OnPhoto(
            names, names, parts * (width, height, width, height), self.layout
        )


@dataclass(frozen=True, eq=False)
class OnPhoto:
    """The tiles that are truly on a photograph."""

    names: list[str]
    counted: list[str]
    """The names, ``other`` for the loose tiles of a scene: they do not count."""
    boxes: Boxes
    """(n, 4), in pixels."""
    layout: Truth | None


def labels_of(
    folder: Path, groups: Collection[str] = (), layouts: Path | None = None
) -> list[Label]:
    """Find the labels of a folder's groups, or of a folder of scenes.

    Args:
        folder: holds ``<group>/images`` and ``<group>/labels``, or those two itself.
        groups: names of the groups wanted; none is all.
        layouts: a list of photographs with their groups of tiles, by
            ``<name of the folder>/<group>/<file name>``.

    Raises:
        VisionError: nothing is labelled, a group is not there, a label has no
            photograph, or a list cannot be read.
    """
    paths = [
        path
        for pattern in ("labels/*.json", "*/labels/*.json", "*/labels/*.txt")
        for path in sorted(folder.glob(pattern))
    ]
    if not paths:
        raise VisionError(
            f"no <group>/labels/*.txt in {str(folder)!r}, and no labels/*.json"
        )
    paths = _chosen(paths, groups, folder)
    incomplete = _incomplete(folder)
    marked = marked_layouts(layouts) if layouts else {}
    labels = []
    for path in paths:
        group, photo = _group(path), _photo_of(path)
        complete = (group, photo.name) not in incomplete
        layout = marked.get(f"{folder.resolve().name}/{group}/{photo.name}")
        labels.append(Label(path, group, photo, complete, layout))
    if layouts and not any(label.layout for label in labels):
        raise VisionError(f"{str(layouts)!r} names no photograph of {str(folder)!r}")
    return labels


def _group(label: Path) -> str:
    return label.resolve().parents[1].name


def _chosen(paths: list[Path], groups: Collection[str], folder: Path) -> list[Path]:
    names = {_group(path) for path in paths}
    for group in groups:
        if group not in names:
            raise VisionError(
                f"no group {group!r} in {str(folder)!r}: choose from "
                + " ".join(sorted(names))
            )
    return [path for path in paths if not groups or _group(path) in groups]


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


def _lines(label: Path) -> tuple[list[str], Boxes]:
    """Read a label file: kinds, and boxes in parts of the picture."""
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
    return names, np.reshape(boxes, (-1, 4))
