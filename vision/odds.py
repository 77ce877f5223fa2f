"""How likely each kind is for each tile of a hand, by what the eyes saw alone."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from scorer.tiles import ALL_TILES, TILE_OF, Tile
from vision.classify import Sighting
from vision.spread import DOUBT, Group, Spread, commonest

BLIND = 0.005
"""The chance that the eyes are wrong altogether about a tile, and only what it looks like
is still worth something: then each kind has the root of its probability. Likelihood is
flat about this value on scenes and photographs of the training sets."""
MISLED = 0.0005
"""The chance that the eyes are sure of a wrong kind: then it is one of the others, by
their shares. Of 11,859 faces of training photographs, 0.999 sure, two were misread."""
CUT = 1.2
"""A face so many times squarer than the photograph's usual one is cut or half hidden. Of
7,873 tiles of training photographs one in 85 was, of the six misread ones three."""
OFTEN = 10
"""How many times as often the eyes are so wrong about such a face: in hands of training
photographs and scenes two of 17 misread tiles were cut and one in 111 of the others."""


@dataclass(frozen=True)
class Slot:
    """What has one kind: a tile, or the faces of a meld."""

    members: tuple[int, ...]
    size: int
    """Tiles of the kind: four in a kong, whatever lies face down."""
    seen: Tile | None
    """None for what was seen as no kind."""
    best: Tile
    """The likeliest."""
    costs: Mapping[Tile, float]
    """How much less likely each kind is than the best, as a logarithm; a kind that cannot
    be is left out."""


def squareness(spread: Spread) -> tuple[float, ...]:
    """Give how square each face is: 1 as the photograph's usual one, 0 where unknown."""
    shapes = [shape(one) for one in spread.sightings]
    usual = median([one for one in shapes if one] or [1.0])
    return tuple(one / usual for one in shapes)


def shape(one: Sighting) -> float:
    """Give the short side of a face by its long one; 0 where it lies nowhere."""
    a, b, c, d = one.corners
    along = math.dist(a, b) + math.dist(c, d)
    down = math.dist(b, c) + math.dist(d, a)
    return min(along, down) / (max(along, down) or 1.0)


def slots(spread: Spread) -> Iterator[Slot]:
    """Give the slots of a hand, group by group.

    The loose tiles are left out, and what is surely no tile of ours: face down, a flower.
    """
    chances = _chances(spread)
    for group in spread.groups:
        if group.kind in ("meld", "kong"):
            yield _meld(spread, chances, group)
        elif group.kind != "loose":
            named = (i for i in group.members if not _nameless(spread.sightings[i]))
            yield from (_slot(spread, chances, (i,), 1) for i in named)


def _nameless(one: Sighting) -> bool:
    return not isinstance(one.label, Tile) and one.confidence >= DOUBT


def loose_doubts(spread: Spread) -> Mapping[Tile, list[float]]:
    """Give, for each kind that lies loose, the chances that one is another, the most first."""
    doubts: dict[Tile, list[float]] = {}
    chances = _chances(spread)
    for group in spread.groups:
        for i in group.members if group.kind == "loose" else ():
            one = spread.sightings[i]
            if isinstance(one.label, Tile):
                doubts.setdefault(one.label, []).append(1 - chances[i][one.label])
    return {kind: sorted(some, reverse=True) for kind, some in doubts.items()}


_Chances = tuple[Mapping[Tile, float], ...]
"""Of each sighting the probability of each kind."""


def _meld(spread: Spread, chances: _Chances, group: Group) -> Slot:
    faces = tuple(i for i in group.members if spread.sightings[i].label != "back")
    size = 3 if group.kind == "meld" else 4
    return _slot(spread, chances, faces or group.members, size)


def _slot(
    spread: Spread, chances: _Chances, members: tuple[int, ...], size: int
) -> Slot:
    seen = commonest(spread.sightings[i].label for i in members)
    product = {k: math.prod(chances[i].get(k, 0.0) for i in members) for k in ALL_TILES}
    best = max(product, key=lambda kind: (product[kind], kind == seen))
    most = product[best]
    costs = {k: math.log(most / p) for k, p in product.items() if p}
    return Slot(members, size, seen, best, costs or {best: 0.0})


def _chances(spread: Spread) -> _Chances:
    return tuple(
        _of_one(one, OFTEN if square > CUT else 1)
        for one, square in zip(spread.sightings, squareness(spread), strict=True)
    )


def _of_one(one: Sighting, times: int) -> Mapping[Tile, float]:
    """Give the probability of each kind, no face being no kind of ours."""
    if isinstance(one.label, Tile) and one.confidence == 1 and not one.rivals:
        return {one.label: 1.0}
    known = {TILE_OF[name]: p for name, p in one.rivals if name in TILE_OF}
    named = one.confidence + sum(p for _, p in one.rivals)
    if isinstance(one.label, Tile):
        known[one.label] = one.confidence
    unnamed = len(ALL_TILES) - len(known)
    rest = max(1 - named, 1e-9) / max(unnamed, 1)
    total = sum(known.values()) + rest * unnamed
    sharp = {kind: known.get(kind, rest) / total for kind in ALL_TILES}
    soft = sum(map(math.sqrt, sharp.values()))
    best = max(sharp.values())
    others = sum(p for p in sharp.values() if p < best) or 1.0
    blind, misled = BLIND * times, MISLED * times
    mixed = {
        kind: (1 - blind - misled) * p
        + blind * math.sqrt(p) / soft
        + misled * (p / others if p < best else 0.0)
        for kind, p in sharp.items()
    }
    most = max(mixed[kind] for kind, p in sharp.items() if p == best)
    return {
        kind: min(p, most) for kind, p in mixed.items()
    }  # likeliest stays likeliest
