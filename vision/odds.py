"""How likely each kind is for each tile of a hand, by what the eyes saw alone."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorer.tiles import ALL_TILES, TILE_OF, Tile
from vision.classify import Sighting
from vision.spread import Group, Spread, commonest

BLIND = 0.02
"""The chance that the eyes are wrong altogether about a tile, and only what it looks like
is still worth something: then each kind has the root of its probability. Likelihood is
flat about this value on scenes and photographs of the training sets."""


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


def slots(spread: Spread) -> Iterator[Slot]:
    """Give the slots of a hand, group by group, the loose tiles left out."""
    for group in spread.groups:
        if group.kind in ("meld", "kong"):
            yield _meld(spread, group)
        elif group.kind != "loose":
            yield from (_slot(spread, (i,), 1) for i in group.members)


def loose_doubts(spread: Spread) -> Mapping[Tile, list[float]]:
    """Give, for each kind that lies loose, the chances that one is another, the most first."""
    doubts: dict[Tile, list[float]] = {}
    for group in spread.groups:
        for i in group.members if group.kind == "loose" else ():
            one = spread.sightings[i]
            if isinstance(one.label, Tile):
                doubts.setdefault(one.label, []).append(1 - _chances(one)[one.label])
    return {kind: sorted(some, reverse=True) for kind, some in doubts.items()}


def _meld(spread: Spread, group: Group) -> Slot:
    faces = tuple(i for i in group.members if spread.sightings[i].label != "back")
    return _slot(spread, faces or group.members, 3 if group.kind == "meld" else 4)


def _slot(spread: Spread, members: tuple[int, ...], size: int) -> Slot:
    sightings = [spread.sightings[i] for i in members]
    seen = commonest(one.label for one in sightings)
    chances = [_chances(one) for one in sightings]
    product = {k: math.prod(some.get(k, 0.0) for some in chances) for k in ALL_TILES}
    best = max(product, key=lambda kind: (product[kind], kind == seen))
    most = product[best]
    costs = {k: math.log(most / p) for k, p in product.items() if p}
    return Slot(members, size, seen, best, costs or {best: 0.0})


def _chances(one: Sighting) -> Mapping[Tile, float]:
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
    return {
        kind: (1 - BLIND) * p + BLIND * math.sqrt(p) / soft for kind, p in sharp.items()
    }
