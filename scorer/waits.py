"""What a waiting hand waits for, and which tile of a full one to let go."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scorer.errors import ImpossibleHandError
from scorer.hand import Hand, Problem, Win
from scorer.house import PLATFORM, House
from scorer.score import ORDINARY, outcome
from scorer.tiles import ALL_TILES, Tile, wilds


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand."""

    tile: Tile
    legal: bool
    """Whether the hand may then win."""
    fan: int
    items: tuple[str, ...]
    """The keys of its fan."""
    unseen: int
    """How many copies the player has not seen: not his, not turned up, not in `seen`."""

    @property
    def tilou(self) -> bool:
        """Whether it completes a 提溜 and no more, which may not win."""
        return not self.legal and not self.items


def waits(
    hand: Hand,
    win: Win = ORDINARY,
    house: House = PLATFORM,
    seen: Iterable[Tile] = (),
) -> tuple[Wait, ...]:
    """Give every tile that completes a hand of 13 tiles (less three for a meld), in order.

    A tile of which the player holds all four, with the turned-up one, cannot come and is
    left out; one that lies among the discards in `seen` is in, with fewer unseen.

    >>> for wait in waits(Hand.parse("46m 123p 789s 55s 678p /E")):
    ...     print(wait.tile, wait.legal, wait.fan, wait.unseen)
    5m True 6 4
    E True 3 3
    S True 3 4

    Raises:
        ImpossibleHandError: If the hand has problems, or a tile more or less.
        ContradictionError: If the circumstances exclude each other.
    """
    _check(hand, house, 13)
    held = hand.held()
    left = [4 - number for number in held]
    for tile in seen:
        left[tile.index] -= 1
    return tuple(
        Wait(tile, *found, max(left[tile.index], 0))
        for tile in ALL_TILES
        if held[tile.index] < 4
        and (found := outcome(replace(hand, winning=tile), win, house)).fan
    )


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to let go, and what the hand then waits for."""

    tile: Tile
    waits: tuple[Wait, ...]

    @property
    def winning(self) -> int:
        """How many unseen tiles the hand may then win with."""
        return sum(wait.unseen for wait in self.waits if wait.legal)

    @property
    def fan(self) -> int:
        """The most fan of a tile that may come."""
        return max((w.fan for w in self.waits if w.legal and w.unseen), default=0)


def discards(
    hand: Hand, house: House = PLATFORM, seen: Iterable[Tile] = ()
) -> tuple[Discard, ...]:
    """Give the discards of a hand of 14 that leave it waiting, most winning tiles first.

    A wild is never one: who discards it may not win (小相公).

    >>> best = discards(Hand.parse("46m 123p 789s 55s 678p +9m /E"))[0]
    >>> str(best.tile), best.winning, best.fan
    ('9m', 11, 6)

    Raises:
        ImpossibleHandError: If the hand has problems, or a tile less.
    """
    _check(hand, house, 14)
    seen = tuple(seen)
    found = [
        Discard(tile, left)
        for tile, rest in _without_one(hand, house)
        if (left := waits(rest, ORDINARY, house, (*seen, tile)))
    ]
    return tuple(sorted(found, key=lambda one: (-one.winning, -one.fan, one.tile)))


def _without_one(hand: Hand, house: House) -> Iterator[tuple[Tile, Hand]]:
    assert hand.indicator
    wild = wilds(hand.indicator, house.wild_neighbours)
    tiles = hand.tiles[sum(meld.size for meld in hand.melds) :]
    for tile in sorted(set(tiles) - wild):
        rest = list(tiles)
        rest.remove(tile)
        yield tile, replace(hand, concealed=tuple(rest), winning=None)


def _check(hand: Hand, house: House, tiles: int) -> None:
    """Refuse a hand with problems, or with another number of tiles (for no meld)."""
    own = ("no_winning", "wrong_count")  # said here, by what this question takes
    found = hand.problems(house.wild_neighbours)
    problems = [problem for problem in found if problem.code not in own]
    melds = len(hand.melds)
    want = tiles - 3 * melds
    got = len(hand.concealed) + (hand.winning is not None)
    if got != want and melds <= 4:
        do, zh_do = ("add", "请补上") if got < want else ("remove", "请去掉")
        whole, zh_whole = ("with", "连") if tiles == 14 else ("without", "不算")
        problems.append(
            Problem(
                "wrong_count",
                f"{got} tiles beside {melds} melds, expected {want} {whole} the drawn "
                f"one: {do} {abs(want - got)}",
                f"除 {melds} 副碰杠外有 {got} 张牌，{zh_whole}摸到的一张应为 {want} 张："
                f"{zh_do} {abs(want - got)} 张",
            )
        )
    if problems:
        raise ImpossibleHandError(
            f"{str(hand)!r}: " + "; ".join(map(str, problems)),
            f"“{hand}”：" + "；".join(problem.zh for problem in problems),
        )
