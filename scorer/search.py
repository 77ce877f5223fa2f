"""The best reading of a hand: the first offer of the house that the tiles can show."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.fans import Facts, Offer, offers
from scorer.hand import Meld
from scorer.house import House
from scorer.readings import Reading, read
from scorer.shapes import NOTHING, Tray, lay
from scorer.tiles import ALL_TILES, Tile


@dataclass(frozen=True, slots=True)
class Holding:
    """A complete hand without problems, of which any tile can be looked at as the last."""

    tiles: tuple[Tile, ...]
    """In hand, with the drawn one."""
    melds: tuple[Meld, ...]
    indicator: Tile
    wild: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class Found:
    """The best reading with one tile as the last."""

    offer: Offer
    reading: Reading


def search(
    holding: Holding, lasts: Sequence[Tile], house: House, facts: Facts
) -> Found | None:
    """Find the best reading over the tiles that may be the last; None without a shape."""
    found = [one for last in lasts if (one := _with_last(holding, last, house, facts))]
    return max(found, key=lambda one: (one.offer.legal, one.offer.fan), default=None)


def _with_last(
    holding: Holding, last: Tile, house: House, facts: Facts
) -> Found | None:
    rest = list(holding.tiles)
    rest.remove(last)
    tray = _tray(holding, rest, holding.wild)
    real = _tray(holding, rest, frozenset()) if _all_real(holding, house) else None
    for offer in offers(house, facts):
        claim = offer.claim
        start, wild = (real, frozenset[Tile]()) if claim.real else (tray, holding.wild)
        laid = start and lay(start, None if last in wild else last.index, claim)
        if not laid or (
            claim.five and house.sole_wait_five and not _sole(holding, last, tray)
        ):
            continue
        pool = [tile for tile in rest if tile in wild]
        return Found(offer, read(laid, last, wild, pool, holding.melds))
    return None


def _tray(holding: Holding, tiles: Sequence[Tile], wild: frozenset[Tile]) -> Tray:
    naturals = [0] * 34
    wilds = 0
    for tile in tiles:
        if tile in wild:
            wilds += 1
        else:
            naturals[tile.index] += 1
    return Tray(naturals, wilds, 4 - len(holding.melds), holding.indicator.index)


def _all_real(holding: Holding, house: House) -> bool:
    """Tell whether each wild kind is in hand once, as 素本龙 needs it."""
    counts = Counter(holding.tiles)
    return house.su_benhun and all(counts[tile] == 1 for tile in holding.wild)


def _sole(holding: Holding, last: Tile, tray: Tray) -> bool:
    """Tell whether 五万 is the only natural tile that completes the waiting hand.

    A tile of which the player and the turned-up one hold all four cannot come.
    """
    held = Counter((*holding.tiles, holding.indicator)) - Counter((last,))
    for meld in holding.melds:
        held[meld.tile] += meld.size
    return not any(
        lay(tray, tile.index, NOTHING)
        for tile in ALL_TILES
        if tile.index != 4 and tile not in holding.wild and held[tile] < 4
    )
