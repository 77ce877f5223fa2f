"""Write whole tables to measure on: `python -m datasets.synth.tables OUT --count 300 --seed 300`.

Each is a Tianjin hand as a winner lays it down: the row, the drawn tile apart, up to four
melds with every kind of kong, the indicator, and a table around it: walls, discards,
the neighbours' hands.  Files and labels are those of `datasets.synth.make`; the notation
is exact, and every tile of it is in view.  Tiles wear styles and fonts that never train,
or with `--train` those that do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from datasets.synth.faces import Bank, TileSet
from datasets.synth.hands import FACE_DOWN
from datasets.synth.layout import STANDING, UP, Layout, Rng, Table, codes
from datasets.synth.make import FOLDER, write
from datasets.synth.scene import Scene, photograph
from scorer import ALL_TILES, Hand, Meld, MeldKind
from scorer.tiles import Tile, wilds

VISIBLE = 0.8
"""The least share of a face of the hand that is in view."""
TILE = 0.018
"""The least height of such a face, in parts of the picture's longer side."""
KINDS = (MeldKind.PUNG, MeldKind.EXPOSED_KONG, MeldKind.CONCEALED_KONG)
SHAPES = ((4, 3), (4, 3), (3, 4), (1, 1), (16, 9))


def deal(rng: Rng) -> Hand:
    """Deal tiles that one player could lay down; they need not win."""
    wall = [ALL_TILES[i] for i in rng.permutation(np.repeat(np.arange(34), 4))]
    indicator = wall.pop()
    melds: list[Meld] = []
    count = int(rng.choice(5, p=[0.2, 0.25, 0.25, 0.18, 0.12]))
    gold = next(iter(wilds(indicator) - {indicator}))
    if count and rng.random() < 0.2:
        melds.append(Meld(MeldKind.GOLD_KONG, gold))
        wall = [tile for tile in wall if tile != gold]
    while len(melds) < count:
        kind = KINDS[int(rng.choice(3, p=[0.5, 0.22, 0.28]))]
        size = 3 if kind is MeldKind.PUNG else 4
        tile = next(
            t for t in wall if t not in wilds(indicator) and wall.count(t) >= size
        )
        melds.append(Meld(kind, tile))
        for _ in range(size):
            wall.remove(tile)
    order = rng.permutation(len(melds))
    concealed = tuple(wall[: 13 - 3 * len(melds)])
    return Hand(concealed, tuple(melds[i] for i in order), wall[13], indicator)


def lay(table: Table, hand: Hand) -> Layout:
    """Lay a hand as winners do, and a table around it."""
    rng = table.rng
    tilt = float(rng.uniform(5, 30)) if rng.random() < 0.15 else UP
    half = _row(table, hand.concealed, tilt)
    far = _drawn(table, hand, half, tilt)
    top = _melds(table, hand.melds, half, far)
    beyond = _indicator(table, hand, half, top)
    main = len(table.tiles)
    _around(table, beyond)
    return Layout(tuple(table.tiles), main, str(hand))


def _row(table: Table, tiles: Sequence[Tile], tilt: float) -> float:
    """Lay the concealed tiles, sorted or as they came; give half the row's length."""
    rng = table.rng
    row = [str(tile) for tile in tiles]
    if rng.random() < 0.3:
        row = [row[i] for i in rng.permutation(len(row))]
    gap = float(rng.choice([0, 0.01, 0.03, 0.1]))
    table.row(
        row, 0, 0, tilt=tilt, gap=gap, drift=float(rng.choice([0.0, 0.01, 0.04])),
        upside=0.1 if tilt == UP and rng.random() < 0.3 else 0.0, group="hand",
    )  # fmt: skip
    return len(row) * (1 + gap) / 2


def _drawn(table: Table, hand: Hand, half: float, tilt: float) -> float:
    """Lay the drawn tile beside the row, or above it; give how far the line reaches."""
    rng = table.rng
    way = rng.random()
    far = half + 0.5 + rng.uniform(0.45, 1.7)
    x, y, turn = far, rng.normal(0, 0.08), rng.normal(0, 0.05)
    if len(hand.concealed) == 1:  # of two single tiles the right one was drawn
        way = 1.0
    if way < 0.2:
        x = -far
    elif way < 0.35 and tilt == UP:
        x, y = rng.uniform(-half, half), table.height * rng.uniform(1.25, 1.6)
        turn += float(rng.choice([0.0, math.pi / 2]))
    table.add(str(hand.winning), x, y, turn, tilt, group="drawn")
    return far + 0.5


def _melds(table: Table, melds: Sequence[Meld], half: float, far: float) -> float:
    """Lay the melds beside the hand, above or below it; give how far up things lie."""
    rng = table.rng
    up = table.height
    apart = float(rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.15, 0.2, 0.4, 0.25]))
    lines = {
        "right": (far + rng.uniform(0.8, 1.8), 0.0),
        "left": (-far - rng.uniform(0.8, 1.8), 0.0),
        "above": (-half * rng.uniform(0, 1), up * rng.uniform(2.9, 3.3)),
        "below": (-half * rng.uniform(0, 1), -up * rng.uniform(1.3, 2.2)),
    }
    where = str(rng.choice(list(lines), p=[0.4, 0.1, 0.3, 0.2]))
    x, y = lines[where]
    for k, meld in enumerate(melds):
        if where != "right" and where != "left" and k == 2 and rng.random() < 0.5:
            x, y = lines[where][0], y + math.copysign(up * 1.25, y)
        down: Sequence[int] = ()
        hidden = meld.kind is MeldKind.GOLD_KONG and rng.random() < 0.4
        if hidden or meld.kind is MeldKind.CONCEALED_KONG:
            down = FACE_DOWN[rng.integers(len(FACE_DOWN))]
        side = -1 if where == "left" else 1
        table.row(
            [str(meld.tile)] * meld.size, x + side * (meld.size - 1) / 2, y,
            down=down, drift=0.015, turn=rng.normal(0, 0.02), group=f"{meld.kind.value}{k}",
        )  # fmt: skip
        x += side * (meld.size + apart + rng.uniform(0, 0.15))
    return max(y, up) if melds else up


def _indicator(table: Table, hand: Hand, half: float, top: float) -> float:
    """Turn the indicator up: on the table by itself, or on the wall; give how far up."""
    rng = table.rng
    y = top + table.height * rng.uniform(2.0, 3.2)
    x = rng.uniform(-half - 1, half + 1)
    if rng.random() < 0.25:  # it stays where it was turned: in the wall
        count, place = int(rng.integers(6, 16)), int(rng.integers(0, 6))
        for level in range(2):
            others = [i for i in range(count) if i != place]
            for i in range(count) if level == 0 else others:
                table.add(
                    "1m", x + i - place, y, rng.normal(0, 0.01), -UP, 0.75 * level
                )
        table.add(str(hand.indicator), x, y, rng.normal(0, 0.02), UP, 0.75, "indicator")
    else:
        table.add(str(hand.indicator), x, y, rng.normal(0, 0.3), group="indicator")
    return y + table.height


def _around(table: Table, beyond: float) -> None:
    """Lay what else a table holds, farther from the hand than anything of it."""
    rng = table.rng
    left, right = min(t.x for t in table.tiles), max(t.x for t in table.tiles)
    y = beyond + rng.uniform(1.5, 3)
    if rng.random() < 0.65:  # discards: in lines, or strewn
        x = rng.uniform(left, max(left, right - 6))
        if rng.random() < 0.5:
            for _ in range(int(rng.integers(1, 4))):
                table.row(codes(rng, 6), x + 2.5, y, gap=0.02, drift=0.03)
                y += table.height * 1.03
        else:
            for _ in range(int(rng.integers(4, 30))):
                u, v = rng.uniform(left, right), y + rng.uniform(0, 6)
                if table.free(u, v, 1.6):
                    tilt = float(rng.choice([UP, UP, -UP]))
                    table.add(
                        codes(rng, 1)[0], u, v, rng.uniform(-math.pi, math.pi), tilt
                    )
            y += 6
    y += rng.uniform(1.5, 3)
    if rng.random() < 0.65:  # a wall, one or two tiles high
        count, x = int(rng.integers(6, 18)), (left + right) / 2 + rng.normal(0, 3)
        for level in range(int(rng.integers(1, 3))):
            table.row(["1m"] * count, x, y, down=range(count), gap=0.01, z=level * 0.75)
        y += table.height
    if rng.random() < 0.65:  # a neighbour's hand, from behind or from the side
        turn = float(rng.choice([-math.pi / 2, math.pi / 2, math.pi]))
        x, y = rng.normal(0, 2), y + rng.uniform(2, 5)
        if turn != math.pi:
            x, y = (
                (right if turn > 0 else left) + math.copysign(6, turn),
                rng.uniform(4, 9),
            )
        tilt = STANDING if rng.random() < 0.7 else UP
        table.row(
            codes(rng, int(rng.integers(7, 14))), x, y, turn=turn, tilt=tilt, drift=0.01
        )


def picture(rng: Rng, tiles: TileSet, longest: int) -> Scene:
    """Photograph tables until all of a hand is in view, as a person would."""
    while True:
        wide, high = SHAPES[int(rng.integers(len(SHAPES)))]
        scale = longest / max(wide, high)
        layout = lay(Table(rng, tiles.height), deal(rng))
        made = photograph(rng, layout, tiles, (int(wide * scale), int(high * scale)))
        shown = [label for label in made.labels if label.group != "loose"]
        low = min((_height(label.corners) for label in shown), default=0.0)
        seen = min((label.visible for label in shown), default=0.0)
        whole = len(shown) == sum(tile.group != "loose" for tile in layout.tiles)
        if whole and seen >= VISIBLE and low >= TILE * longest:
            return made


def _height(corners: Sequence[tuple[float, float]]) -> float:
    """The way across a face over its longer side, in pixels."""
    a, b, c, d = np.array(corners, np.float32)
    longer = max(np.linalg.norm(a + b - c - d), np.linalg.norm(a + d - b - c)) / 2
    return cv2.contourArea(np.array([a, b, c, d])) / max(1.0, float(longer))


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("out", type=FOLDER)
@click.option("--count", default=300, show_default=True, help="Pictures to write.")
@click.option("--start", default=0, show_default=True, help="Number of the first.")
@click.option("--seed", default=300, show_default=True)
@click.option(
    "--size", default=1600, show_default=True, help="Pixels of the longer side."
)
@click.option(
    "--quality", type=int, help="Of the JPEG; without it, 75 to 94 by number."
)
@click.option("--styles", default=24, show_default=True, help="Procedural tile styles.")
@click.option("--art", type=FOLDER, help="Folder of drawn faces, <style>/<code>.png.")
@click.option("--train", is_flag=True, help="Wear the styles and fonts that train.")
def main(
    out: Path,
    count: int,
    start: int,
    seed: int,
    size: int,
    quality: int | None,
    styles: int,
    art: Path | None,
    train: bool,
) -> None:
    """Write pictures and their labels."""
    cv2.setNumThreads(1)
    bank = Bank(art=art, styles=styles, seed=seed, held_out=not train)
    for number in range(start, start + count):
        rng = np.random.default_rng([seed, number])
        made = picture(rng, bank.pick(rng), size)
        drawn = int(rng.integers(75, 95))
        write(out, f"{seed}-{number:05d}", made, quality or drawn)


if __name__ == "__main__":
    main()
