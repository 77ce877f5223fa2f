"""The single tiles that, read as another kind, make a hand win."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorer.hand import Hand, Win
from scorer.house import PLATFORM, House
from scorer.score import ORDINARY, outcome
from scorer.tiles import ALL_TILES, Tile


@dataclass(frozen=True, slots=True)
class Repair:
    """One tile changed, and what the hand is then worth."""

    place: str
    """hand, drawn or indicator."""
    old: Tile
    new: Tile
    hand: Hand
    """The hand after the change."""
    fan: int
    items: tuple[str, ...]
    """The keys of its fan."""


def repairs(
    hand: Hand, win: Win = ORDINARY, house: House = PLATFORM
) -> tuple[Repair, ...]:
    """Give the changes of a single tile that make a hand win, most fan first.

    The tile is one in hand, the drawn one or the turned-up one. The hand may be one that
    cannot be, five of a kind for example; one that wins already needs no repair.

    >>> best = repairs(Hand.parse("46m 123p 789s 55s 678p +9m /E"))[0]
    >>> best.place, str(best.old), str(best.new), best.fan
    ('drawn', '9m', '5m', 6)

    Raises:
        ContradictionError: If the circumstances exclude each other.
    """
    if not hand.problems(house.wild_neighbours) and outcome(hand, win, house).legal:
        return ()
    found = []
    for place, old, new, changed in _changes(hand):
        if not changed.problems(house.wild_neighbours):
            legal, fan, items = outcome(changed, win, house)
            if legal:
                found.append(Repair(place, old, new, changed, fan, items))
    return tuple(sorted(found, key=lambda one: -one.fan))


def _changes(hand: Hand) -> Iterator[tuple[str, Tile, Tile, Hand]]:
    if hand.winning:
        for new in _others(hand.winning):
            yield "drawn", hand.winning, new, replace(hand, winning=new)
    for old in sorted(set(hand.concealed)):
        rest = list(hand.concealed)
        rest.remove(old)
        for new in _others(old):
            yield "hand", old, new, replace(hand, concealed=(*rest, new))
    if hand.indicator:
        for new in _others(hand.indicator):
            yield "indicator", hand.indicator, new, replace(hand, indicator=new)


def _others(old: Tile) -> list[Tile]:
    return [new for new in ALL_TILES if new != old]
