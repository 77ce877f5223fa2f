"""Misread a rightly read tile, as misread tiles were met.

The wrong kind is one of the tile's own rivals, in three ways:

* nearest: its likeliest rival. The wrong kind is as sure as that of a misread tile that
  was met, and the rivals, the right kind in the wrong one's place, share the rest by
  their probabilities;
* drawn: so too, but the rival is drawn by the rivals' probabilities;
* as met: drawn, and not only is the wrong kind as sure, the right one too is as likely as
  in a misread that was met; often it was not among the five rivals at all.

In all of them the misread tile keeps its own, well seen shape. Many a tile is misread
because it is half hidden, and that shows: "in shape" are the same three with the shape,
beside the picture's usual one, of the misread that was met.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorer import Tile
from scorer.tiles import TILE_OF
from vision import Sighting, Spread
from vision.odds import shape, squareness

WAYS = ("nearest", "drawn", "as met")


@dataclass(frozen=True)
class Misread:
    """A misread tile that was met."""

    sure: float
    """How sure the wrong kind was."""
    chance: float
    """How likely the right one; 0: no rival."""
    square: float
    """Its shape: see `squareness`."""


def face(square: float) -> tuple[tuple[float, float], ...]:
    """Lay a face whose squareness is 1 when it is twice as high as wide."""
    return ((0, 0), (square / 2, 0), (square / 2, 1), (0, 1))


def unsure(one: Sighting, sure: float, wrong: str) -> Sighting:
    """Let a rival and the right kind change places; the rival is `sure`, the rest share."""
    right, total = str(one.label), sum(p for _, p in one.rivals) or 1.0
    rivals = tuple(
        (right if name == wrong else name, min((1 - sure) * p / total, sure))
        for name, p in one.rivals
    )
    return replace(one, label=Tile.parse(wrong), confidence=sure, rivals=rivals)


def as_met(one: Sighting, sure: float, chance: float, wrong: str) -> Sighting:
    """Make a tile as wrong as one that was met."""
    others = [(n, p) for n, p in one.rivals if n != wrong]
    scale = max(0.0, 1 - sure - chance) / (sum(p for _, p in others) or 1.0)
    rivals = [(n, p * min(scale, sure / max(p, 1e-12))) for n, p in others]
    rivals += [(str(one.label), chance)] * (chance > 0)
    rivals.sort(key=lambda rival: -rival[1])
    return replace(one, label=Tile.parse(wrong), confidence=sure, rivals=tuple(rivals))


def misread(
    spread: Spread,
    misreads: list[Misread],
    how: str,
    rng: random.Random,
    in_shape: bool = False,
) -> Iterator[Spread]:
    """Misread each tile of the row, the drawn one and the turned-up one, one at a time."""
    usual = 2 * shape(spread.sightings[0]) / squareness(spread)[0]
    for group in spread.groups:
        for i in group.members if group.kind in ("hand", "drawn", "indicator") else ():
            one = spread.sightings[i]
            rivals = [(n, p) for n, p in one.rivals if n in TILE_OF]
            if not rivals:
                continue
            weights = [max(p, 1e-9) for _, p in rivals]
            wrong = rng.choices([n for n, _ in rivals], weights)[0]
            met = rng.choice(misreads)
            if how == "nearest":
                wrong = rivals[0][0]
            lie = unsure(one, met.sure, wrong)
            if how == "as met":
                lie = as_met(one, met.sure, met.chance, wrong)
            if in_shape:
                lie = replace(lie, corners=face(met.square * usual))
            before, after = spread.sightings[:i], spread.sightings[i + 1 :]
            yield replace(spread, sightings=(*before, lie, *after))
