"""Photograph a laid table and write down what is seen of each tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.synth import camera, clutter
from datasets.synth.camera import Floats
from datasets.synth.faces import BACK, Bank, Image, TileSet
from datasets.synth.hands import tianjin
from datasets.synth.layout import (
    Layout,
    Table,
    empty,
    grid,
    heap,
    rows,
    scatter,
    upright,
)
from datasets.synth.paint import Box, Painter, box

Rng = np.random.Generator
KINDS = (
    (0.32, tianjin), (0.18, rows), (0.15, scatter), (0.1, heap), (0.14, grid), (0.08, upright), (0.03, empty),
)  # fmt: skip
LEAST = 0.2
"""A tile of which no more can be seen has no label."""


@dataclass(frozen=True)
class Label:
    """One visible tile: its class, group, corners and how much of the face is seen."""

    tile: str
    group: str
    corners: tuple[tuple[float, float], ...]
    """Pixels of the face's top left, top right, bottom right, bottom left."""
    visible: float


@dataclass(frozen=True)
class Scene:
    """A picture (height, width, 3) BGR and what is in it."""

    picture: Image
    labels: tuple[Label, ...]
    notation: str


def photograph(
    rng: Rng, layout: Layout, tiles: TileSet, size: tuple[int, int]
) -> Scene:
    """Paint a layout as a phone might take it.

    Args:
        rng: source of every choice.
        layout: where the tiles lie.
        tiles: how they look.
        size: width and height of the picture in pixels.
    """
    width, height = size
    boxes = [box(tile, tiles) for tile in layout.tiles]
    points = _outline(boxes[: layout.main] or boxes)
    if not len(points):
        points = rng.normal(0, 4, (8, 3)) * [1, 1, 0]
    standing = any(abs(t.tilt) < 45 for t in layout.tiles[: layout.main])
    turned = not any(t.group == "hand" for t in layout.tiles)
    view = camera.aim(rng, points, size, standing, turned)
    painter = Painter(rng, view, tiles, clutter.ground(rng, height, width))
    if rng.random() < 0.6:
        spread = float(np.ptp(points[:, :2], axis=0).max())
        painter.litter(int(rng.integers(1, 9)), spread)
    if rng.random() < 0.6:
        painter.backdrop(_outline(boxes) if boxes else points)
    quads = _paint(painter, boxes, layout, flat=turned)
    if rng.random() < 0.12:
        painter.cover()
    labels = _labels(painter, boxes, layout, quads)
    picture = painter.picture
    if rng.random() < 0.3 and labels:
        corners = np.array([label.corners for label in labels])
        picture, corners = camera.bend(rng, picture, corners)
        labels = [
            replace(label, corners=_pairs(quad))
            for label, quad in zip(labels, corners, strict=True)
        ]
    labels = [
        replace(one, visible=min(one.visible, _inside(one.corners, size)))
        for one in labels
    ]
    labels = [one for one in labels if one.visible > LEAST]
    return Scene(camera.develop(rng, picture), tuple(labels), layout.notation)


def portrait(rng: Rng, layout: Layout, tiles: TileSet, size: tuple[int, int]) -> Scene:
    """Paint a layout for people: on green felt, in good light, nothing in the way."""
    boxes = [box(tile, tiles) for tile in layout.tiles]
    view = camera.above(_outline(boxes), size)
    painter = Painter(rng, view, tiles, clutter.felt(rng, size[1], size[0]))
    quads = _paint(painter, boxes, layout, flat=False)
    labels = _labels(painter, boxes, layout, quads)
    return Scene(painter.picture, tuple(labels), layout.notation)


def _outline(boxes: list[Box]) -> Floats:
    """Collect all corners of all boxes, (n, 3)."""
    return np.array([
        side for b in boxes for out in (b.out, -b.out) for side in b.corners(out, b.right, b.up)
    ]).reshape(-1, 3)  # fmt: skip


def _paint(
    painter: Painter, boxes: list[Box], layout: Layout, flat: bool
) -> dict[int, Floats]:
    """Paint all tiles far to near, heaps (`flat`) by height first; give the quads in view."""
    view = painter.view
    painter.shadows([b for b in boxes if b.centre[2] < 2])
    away = [float(np.linalg.norm(b.centre[:2] - view.position[:2])) for b in boxes]
    order = sorted(
        range(len(boxes)),
        key=lambda i: (-round(away[i], 0 if flat else 2), layout.tiles[i].z, -away[i]),
    )
    quads = {}
    for i in order:
        if (boxes[i].centre - view.position) @ view.axes[2] < 0.4:
            continue
        quad = painter.tile(boxes[i], layout.tiles[i].code, i + 1)
        if quad is not None:
            quads[i] = quad
    return quads


def _labels(
    painter: Painter, boxes: list[Box], layout: Layout, quads: dict[int, Floats]
) -> list[Label]:
    counts = np.bincount(np.maximum(painter.owner, 0).ravel(), minlength=len(boxes) + 1)
    labels = []
    for i, quad in sorted(quads.items()):
        area = max(1.0, float(cv2.contourArea(quad.astype(np.float32))))
        visible = min(1.0, float(counts[i + 1]) / area)
        if visible <= LEAST or np.ptp(quad, axis=0).min() <= 5:
            continue
        b, tile = boxes[i], layout.tiles[i]
        faces_us = (b.centre + b.out - painter.view.position) @ b.out < 0
        code = tile.code if faces_us else BACK
        labels.append(Label(code, tile.group, _pairs(quad), round(visible, 3)))
    return labels


def _inside(corners: tuple[tuple[float, float], ...], size: tuple[int, int]) -> float:
    """The share of a quad that lies in the picture."""
    width, height = size
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    hull = cv2.convexHull(np.array(corners, np.float32))
    within, _ = cv2.intersectConvexConvex(hull, frame)
    return round(within / max(1e-6, cv2.contourArea(hull)), 3)


def _pairs(quad: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in quad)


def lay(rng: Rng, height: float, kinds: Sequence[str] = ()) -> Layout:
    """Lay one table of a random kind, of those named if any; `height` is a tile's in widths."""
    chosen = [one for one in KINDS if not kinds or one[1].__name__ in kinds]
    weights = np.array([weight for weight, _ in chosen])
    kind = int(rng.choice(len(chosen), p=weights / weights.sum()))
    return chosen[kind][1](Table(rng, height))


def scene(rng: Rng, bank: Bank, longest: int, kinds: Sequence[str] = ()) -> Scene:
    """Make one training scene; its longer side has `longest` pixels."""
    shapes = ((1, 0.75), (0.75, 1), (1, 1), (1, 0.5625))
    wide, high = shapes[int(rng.choice(4, p=[0.45, 0.2, 0.2, 0.15]))]
    tiles = bank.pick(rng)
    size = int(longest * wide), int(longest * high)
    return photograph(rng, lay(rng, tiles.height, kinds), tiles, size)
