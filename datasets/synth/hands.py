"""Deal a Tianjin hand and lay it: the row, the drawn tile apart, melds and kongs, the indicator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.synth.layout import UP, Layout, Rng, Table, surroundings
from scorer import ALL_TILES, Hand, Meld, MeldKind

MELDS = (MeldKind.PUNG, MeldKind.EXPOSED_KONG, MeldKind.CONCEALED_KONG)
FACE_DOWN = ((0, 3), (1, 2), (0, 1, 2), (1, 2, 3), (0, 1, 3))  # of a concealed kong


def tianjin(table: Table) -> Layout:
    """Lay a dealt hand, and what lies around one."""
    hand = place(table, deal(table.rng))
    surroundings(table)
    return Layout(tuple(table.tiles), hand.main, hand.notation)


def deal(rng: Rng) -> Hand:
    """Deal tiles that one player could have before him; they need not win."""
    wall = [ALL_TILES[i] for i in rng.permutation(np.repeat(np.arange(34), 4))]
    indicator = wall.pop()
    melds: list[Meld] = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 4], p=[0.34, 0.3, 0.2, 0.11, 0.05]))):
        kind = MELDS[int(rng.choice(len(MELDS), p=[0.6, 0.15, 0.25]))]
        size = 3 if kind is MeldKind.PUNG else 4
        tile = next(t for t in wall if wall.count(t) >= size)
        melds.append(Meld(kind, tile))
        for _ in range(size):
            wall.remove(tile)
    concealed = tuple(wall[: 13 - 3 * len(melds)])
    return Hand(concealed, tuple(melds), wall[13], indicator)


def place(table: Table, hand: Hand, standing: float = 0.22) -> Layout:
    """Lay a hand: a row, the drawn tile apart, melds beside or above, the indicator above.

    Args:
        table: an empty one.
        hand: complete, with the drawn tile and the indicator.
        standing: chance that the hand stands as it does before a player.
    """
    rng = table.rng
    tilt = float(rng.uniform(-5, 25)) if rng.random() < standing else UP
    gap = float(rng.choice([0, 0.01, 0.03, 0.1]))
    row = [str(tile) for tile in hand.concealed]
    half = len(row) * (1 + gap) / 2
    table.row(
        row, 0, 0, tilt=tilt, gap=gap, drift=float(rng.choice([0.0, 0.01, 0.04])),
        upside=0.05 if rng.random() < 0.4 else 0.0, group="hand",
    )  # fmt: skip
    far = half + rng.uniform(0.9, 2.2)
    side = float(rng.choice([1, -1], p=[0.8, 0.2]))
    x, y = side * far, rng.normal(0, 0.08)
    if rng.random() < 0.15:
        x, y, tilt = (
            rng.uniform(-half, half),
            -table.height * rng.uniform(1.25, 1.7),
            UP,
        )
    table.add(str(hand.winning), x, y, rng.normal(0, 0.05), tilt, group="drawn")
    _melds(table, hand.melds, far)
    for _ in range(20):
        x, y = rng.uniform(-half, half), table.height * rng.uniform(2.6, 4.2)
        if table.free(x, y):
            break
    table.add(str(hand.indicator), x, y, rng.normal(0, 0.3), group="indicator")
    return Layout(tuple(table.tiles), len(table.tiles), str(hand))


def _melds(table: Table, melds: Sequence[Meld], far: float) -> None:
    rng = table.rng
    beside = rng.random() < 0.45
    y = 0 if beside else table.height * rng.uniform(1.15, 1.6)
    x = far + rng.uniform(1.5, 2.2) if beside else -rng.uniform(4, 7)
    for k, meld in enumerate(melds):
        down: Sequence[int] = ()
        if meld.kind is MeldKind.CONCEALED_KONG:
            down = FACE_DOWN[rng.integers(len(FACE_DOWN))]
        table.row(
            [str(meld.tile)] * meld.size, x + (meld.size - 1) / 2, y, down=down,
            drift=0.015, turn=rng.normal(0, 0.03), group=f"{meld.kind.value}{k}",
        )  # fmt: skip
        x += meld.size + rng.uniform(0.4, 0.9)
