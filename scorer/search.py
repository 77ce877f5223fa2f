"""The best reading of a hand: the first offer of the house that the tiles can show."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorer.fans import Facts, Offer, offers
from scorer.hand import Meld
from scorer.house import House
from scorer.readings import Reading, read
from scorer.shapes import NOTHING, Tray, lay, pack
from scorer.tiles import ALL_TILES, Tile


class Holding(NamedTuple):
    """A complete hand without problems, of which any tile can be looked at as the last."""

    tiles: tuple[Tile, ...]
    """In hand, with the drawn one."""
    melds: tuple[Meld, ...]
    indicator: Tile
    wild: frozenset[Tile]
    held: Sequence[int]
    """For each of the 34 kinds how many the player and the turned-up one hold."""


class Found(NamedTuple):
    """A reading laid out, with one tile as the last."""

    offer: Offer
    laid: Tray
    last: Tile
    pool: list[Tile]
    """The wilds beside it, where they are used as wilds."""
    holding: Holding
    facts: Facts

    def read(self) -> Reading:
        """Give the reading, tile by tile."""
        wild = frozenset[Tile]() if self.offer.claim.real else self.holding.wild
        return read(self.laid, self.last, wild, self.pool, self.holding.melds)


def search(
    holding: Holding, lasts: Sequence[Tile], house: House, facts: Facts
) -> Found | None:
    """Find the best reading over the tiles that may be the last; None without a shape."""
    if len(lasts) == 1:
        return next(readings(holding, lasts[0], house, facts), None)
    firsts = (next(readings(holding, last, house, facts), None) for last in lasts)
    found = [one for one in firsts if one]
    return max(found, key=lambda one: (one.offer.legal, one.offer.fan), default=None)


def readings(
    holding: Holding, last: Tile, house: House, facts: Facts
) -> Iterator[Found]:
    """Give what the hand can show with one tile as the last, the best first.

    One reading for each offer of the house; of several that show as much, one.
    """
    rest = [tile.index for tile in holding.tiles]
    rest.remove(last.index)
    wild = {tile.index for tile in holding.wild}
    naturals = [tile for tile in rest if tile not in wild]
    pool = [ALL_TILES[tile] for tile in rest if tile in wild]
    sets, spare = 4 - len(holding.melds), holding.indicator.index
    tray = Tray(pack(naturals), len(pool), sets, spare)
    drawn = None if last.index in wild else last.index
    shape = lay(tray, drawn, NOTHING)
    if shape is None:
        return
    dragons = shape.dragons()
    real = Tray(pack(rest), 0, sets, spare) if _all_real(holding, house) else None
    for offer in offers(house, facts):
        claim = offer.claim
        if claim.dragon not in dragons:
            continue
        if claim.real:
            laid = real and lay(real, last.index, claim)
        else:
            laid = shape if claim == NOTHING else lay(tray, drawn, claim)
        if laid and not (
            claim.five and house.sole_wait_five and not _sole(holding, last, tray)
        ):
            yield Found(offer, laid, last, [] if claim.real else pool, holding, facts)


def readings_like(found: Found, house: House) -> Iterator[Found]:
    """Give all that the hand can show with the same tile as the last, the best first."""
    return readings(found.holding, found.last, house, found.facts)


def _all_real(holding: Holding, house: House) -> bool:
    """Tell whether each wild kind is in hand once, as 素本龙 needs it."""
    return house.su_benhun and all(holding.tiles.count(t) == 1 for t in holding.wild)


def _sole(holding: Holding, last: Tile, tray: Tray) -> bool:
    """Tell whether 五万 is the only natural tile that completes the waiting hand.

    A tile of which the player and the turned-up one hold all four cannot come.
    """
    return not any(
        lay(tray, tile.index, NOTHING)
        for tile in ALL_TILES
        if tile.index != 4
        and tile not in holding.wild
        and holding.held[tile.index] - (tile == last) < 4
    )
