"""Lay tiles on a table: rows, grids, heaps, scattered and standing tiles, what lies around.

Lengths are in tile widths, x to the right, y away from the player, z up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.synth.faces import CODES, OTHER

Rng = np.random.Generator
UP, STANDING, DOWN = 90.0, 0.0, -90.0


@dataclass(frozen=True)
class Placed:
    """A tile on the table."""

    code: str
    x: float
    y: float
    z: float
    """Height of what it lies on."""
    yaw: float
    """Turn around the vertical, radians."""
    tilt: float
    """Elevation of the face's normal in degrees: 90 face up, 0 standing, -90 face down."""
    group: str
    """hand, drawn, a kind of meld with its number, indicator or loose."""


@dataclass(frozen=True)
class Layout:
    """Tiles of one scene; the camera looks at the first `main` of them."""

    tiles: tuple[Placed, ...]
    main: int
    notation: str = ""


class Table:
    """Collects tiles and keeps them from lying in each other."""

    def __init__(self, rng: Rng, height: float) -> None:
        self.rng = rng
        self.height = height
        self.tiles: list[Placed] = []

    def free(self, x: float, y: float, reach: float = 1.5) -> bool:
        """Tell whether nothing lies within `reach` of the point."""
        return all((x - t.x) ** 2 + (y - t.y) ** 2 > reach**2 for t in self.tiles)

    def add(
        self,
        code: str,
        x: float,
        y: float,
        yaw: float = 0.0,
        tilt: float = UP,
        z: float = 0.0,
        group: str = "loose",
    ) -> None:
        """Put one tile down."""
        self.tiles.append(Placed(code, x, y, z, yaw, tilt, group))

    def row(
        self,
        codes: Sequence[str],
        x: float,
        y: float,
        *,
        tilt: float = UP,
        down: Sequence[int] = (),
        gap: float = 0.0,
        drift: float = 0.0,
        upside: float = 0.0,
        turn: float = 0.0,
        group: str = "loose",
        z: float = 0.0,
    ) -> None:
        """Lay a row centred on (x, y), turned by `turn`; tiles in `down` lie face down."""
        rng = self.rng
        for i, code in enumerate(codes):
            along = (i - (len(codes) - 1) / 2) * (1 + gap)
            yaw = turn + rng.normal(0, drift * 0.5)
            if rng.random() < upside:
                yaw += math.pi
            self.add(
                code,
                x + along * math.cos(turn) + rng.normal(0, drift * 0.4),
                y + along * math.sin(turn) + rng.normal(0, drift),
                yaw,
                DOWN if i in down else tilt,
                z,
                group,
            )


def any_code(rng: Rng) -> str:
    """Draw a face, now and then a flower."""
    return OTHER if rng.random() < 0.04 else CODES[rng.integers(len(CODES) - 1)]


def codes(rng: Rng, count: int) -> list[str]:
    """Draw `count` faces."""
    return [any_code(rng) for _ in range(count)]


def rows(table: Table) -> Layout:
    """One to three rows, flat or standing, as people photograph a hand in a hurry."""
    rng = table.rng
    tilt = float(rng.uniform(-5, 30)) if rng.random() < 0.3 else UP
    turn = rng.uniform(-math.pi, math.pi) if rng.random() < 0.15 else 0.0
    y = 0.0
    for _ in range(int(rng.integers(1, 4))):
        table.row(
            codes(rng, int(rng.integers(2, 19))), rng.normal(0, 0.5), y, tilt=tilt,
            gap=float(rng.choice([0, 0.02, 0.1, 0.3])), drift=float(rng.choice([0, 0.02, 0.05])),
            upside=float(rng.choice([0, 0.1, 0.5])), turn=turn,
        )  # fmt: skip
        y += table.height * rng.uniform(1.02, 1.8)
        if turn:
            break
    main = len(table.tiles)
    surroundings(table)
    return Layout(tuple(table.tiles), main)


def scatter(table: Table) -> Layout:
    """Tiles at every angle with space between them, as in the middle of the table."""
    rng = table.rng
    count = int(rng.integers(2, 40))
    reach = math.sqrt(count) * rng.uniform(0.8, 1.3)
    turned = rng.random() < 0.7
    backs = rng.uniform(0, 0.35)
    for _ in range(count * 3):
        x, y = rng.uniform(-reach, reach, 2)
        if table.free(x, y, 1.62):
            yaw = rng.uniform(-math.pi, math.pi) if turned else rng.normal(0, 0.25)
            tilt = (
                DOWN
                if rng.random() < backs
                else STANDING
                if rng.random() < 0.06
                else UP
            )
            table.add(any_code(rng), x, y, yaw, tilt)
        if len(table.tiles) >= count:
            break
    return Layout(tuple(table.tiles), len(table.tiles))


def upright(table: Table) -> Layout:
    """Tiles that stand by themselves, seen from low: their bright tops are no 白."""
    rng = table.rng
    count = int(rng.integers(3, 14))
    reach = math.sqrt(count) * rng.uniform(0.9, 1.5)
    turned = rng.uniform(-0.5, 0.5)
    for _ in range(count * 3):
        x, y = rng.uniform(-reach, reach), rng.uniform(-reach, reach) * 0.8
        if table.free(x, y, 1.3):
            table.add(
                any_code(rng), x, y, turned + rng.normal(0, 0.15), rng.normal(0, 4)
            )
        if len(table.tiles) >= count:
            break
    main = len(table.tiles)
    surroundings(table)
    return Layout(tuple(table.tiles), main)


def heap(table: Table) -> Layout:
    """Tiles on top of each other, leaning."""
    rng = table.rng
    count = int(rng.integers(10, 60))
    reach = math.sqrt(count) * rng.uniform(0.55, 0.8)
    for _ in range(count):
        x, y = rng.normal(0, reach * 0.6, 2)
        below = sum((x - t.x) ** 2 + (y - t.y) ** 2 < 0.9 for t in table.tiles)
        tilt = (UP if rng.random() < 0.7 else DOWN) - (
            abs(rng.normal(0, 14)) if below else 0
        )
        table.add(
            any_code(rng),
            x,
            y,
            rng.uniform(-math.pi, math.pi),
            tilt,
            z=min(below, 3) * 0.6,
        )
    return Layout(tuple(table.tiles), count)


def grid(table: Table) -> Layout:
    """A whole set sorted in rows, or a tray."""
    rng = table.rng
    across, deep = int(rng.integers(2, 15)), int(rng.integers(2, 9))
    gap = float(rng.choice([0, 0.01, 0.05, 0.2]))
    backs = float(rng.choice([0, 0, 0, 0.2, 0.8]))
    for j in range(deep):
        down = [i for i in range(across) if rng.random() < backs]
        table.row(
            codes(rng, across), 0, (j - deep / 2) * table.height * (1 + gap), gap=gap,
            drift=float(rng.choice([0, 0.02])), upside=float(rng.choice([0, 0.1])), down=down,
        )  # fmt: skip
    return Layout(tuple(table.tiles), len(table.tiles))


def empty(table: Table) -> Layout:
    """No face at all: backs, or nothing but what else lies on a table."""
    rng = table.rng
    if rng.random() < 0.5:
        _wall(table, 0.0)
    return Layout(tuple(table.tiles), len(table.tiles))


def _wall(table: Table, y: float) -> None:
    rng = table.rng
    count, x = int(rng.integers(4, 18)), rng.uniform(-4, 4)
    thickness = 0.75
    for level in range(int(rng.integers(1, 3))):
        table.row(
            ["1m"] * count, x, y, down=range(count), gap=0.01, z=level * thickness
        )


def _neighbours(table: Table) -> None:
    """The other players' standing tiles: faces turned away, backs and tops in view."""
    rng = table.rng
    wide = max((abs(t.x) for t in table.tiles), default=0.0)
    far = max((t.y for t in table.tiles), default=0.0)
    left, right, opposite = -math.pi / 2, math.pi / 2, math.pi
    for turn in rng.permutation([left, right, opposite])[: int(rng.integers(1, 3))]:
        x, y = rng.normal(0, 2), far + rng.uniform(2, 6)
        if turn != opposite:
            x, y = math.copysign(wide + rng.uniform(1.5, 5), turn), rng.uniform(-2, 7)
        table.row(
            codes(rng, int(rng.integers(4, 14))), x, y, turn=float(turn), drift=0.01,
            tilt=float(rng.normal(0, 5)),
        )  # fmt: skip


def surroundings(table: Table) -> None:
    """Walls of backs, discards and a neighbour's standing tiles around the hand."""
    rng = table.rng
    if rng.random() < 0.45:
        _wall(table, rng.uniform(5.5, 9) * (1 if rng.random() < 0.85 else -0.8))
    if rng.random() < 0.3:
        _neighbours(table)
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(2, 30))):
            x, y = rng.uniform(-9, 9), rng.uniform(-6, 13)
            if not -3 < y < 5 and table.free(x, y):
                tilt = float(rng.choice([UP, UP, DOWN]))
                table.add(any_code(rng), x, y, rng.uniform(-math.pi, math.pi), tilt)
