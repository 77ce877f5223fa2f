"""The winning shape nearest to a hand, and the tiles that lead there."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scorer.errors import ImpossibleHandError
from scorer.hand import Hand
from scorer.house import PLATFORM, House
from scorer.readings import Reading, Set
from scorer.shapes import kind_of, pack, run_rest, triplet_rest
from scorer.tiles import ALL_TILES, Tile, wilds

_Laid = tuple[int, tuple[tuple[int, ...], ...]]
"""How many natural tiles a layout uses, and its sets (and pair) as indices."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """Four sets and a pair, as near to the hand as any."""

    away: int
    """How many tiles must come; 0 for a shape."""
    missing: tuple[Tile, ...]
    """The tiles that must come. A wild stands here for a tile of which none is left."""
    spare: tuple[Tile, ...]
    """The tiles that must go."""
    reading: Reading
    """The shape with the missing tiles in it."""


def nearest(hand: Hand, house: House = PLATFORM) -> Nearest:
    """Find the nearest shape of a hand, drawn tile or not; its fan is not looked at.

    >>> found = nearest(Hand.parse("123m 456p 789s 22s 46p +9m /E"))
    >>> found.away, *map(str, found.missing + found.spare)
    (1, '5p', '9m')

    Raises:
        ImpossibleHandError: If the hand has problems, but for a missing drawn tile.
    """
    problems = [
        p for p in hand.problems(house.wild_neighbours) if p.code != "no_winning"
    ]
    if problems or hand.indicator is None:
        raise ImpossibleHandError(
            f"{str(hand)!r}: " + "; ".join(map(str, problems)),
            f"“{hand}”：" + "；".join(problem.zh for problem in problems),
        )
    wild = wilds(hand.indicator, house.wild_neighbours)
    tiles = hand.tiles[sum(meld.size for meld in hand.melds) :]
    pool = sorted(tile for tile in tiles if tile in wild)
    naturals = [tile.index for tile in tiles if tile not in wild]
    groups = _nearest_groups(pack(naturals), 4 - len(hand.melds), hand.indicator.index)
    groups.sort(key=lambda faces: (len(faces) == 2, faces))
    return _fill(hand, groups, naturals, pool, wild)


def _fill(
    hand: Hand,
    groups: list[tuple[int, ...]],
    naturals: list[int],
    pool: list[Tile],
    wild: frozenset[Tile],
) -> Nearest:
    """Lay the hand's tiles into the groups: naturals first, wilds where least is left."""
    left = [4 - number for number in hand.held()]
    spare = list(naturals)
    gaps = []
    for number, faces in enumerate(groups):
        for place, face in enumerate(faces):
            if face in spare:
                spare.remove(face)
            else:
                gaps.append((left[face], number, place, face))
    gaps.sort()
    laid, missing = {}, []
    for _, number, place, face in gaps:
        if pool:
            laid[number, place] = pool.pop(0)
            continue
        tile = ALL_TILES[face]
        if not left[face]:
            tile = max(wild, key=lambda one: (left[one.index], -one.index))
        left[tile.index] -= 1
        laid[number, place] = tile
        missing.append(tile)
    sets = [Set.of_meld(meld) for meld in hand.melds]
    for number, faces in enumerate(groups):
        places = tuple(ALL_TILES[face] for face in faces)
        tiles = tuple(laid.get((number, at), face) for at, face in enumerate(places))
        standing = tuple(
            (number, at) in laid and tiles[at] in wild for at in range(len(faces))
        )
        sets.append(Set(kind_of(faces), places, tiles, standing))
    gone = tuple(ALL_TILES[face] for face in spare)
    return Nearest(len(missing), tuple(sorted(missing)), gone, Reading(tuple(sets)))


def _nearest_groups(suits: list[int], sets: int, empty: int) -> list[tuple[int, ...]]:
    """Choose sets and a pair, over the suits, that use the most natural tiles.

    A set (or pair) that uses none is one of `empty`.
    """
    best: dict[tuple[int, int], _Laid] = {(0, 0): (0, ())}
    for suit, counts in enumerate(suits):
        offset = 9 * suit
        joined: dict[tuple[int, int], _Laid] = {}
        for (made, pair), (used, groups) in best.items():
            for (more, other), (extra, faces) in _most(counts, suit < 3).items():
                key = made + more, pair + other
                if (
                    key[0] <= sets
                    and key[1] < 2
                    and used + extra > joined.get(key, _NO)[0]
                ):
                    moved = tuple(tuple(offset + f for f in one) for one in faces)
                    joined[key] = used + extra, groups + moved
        best = joined
    (made, pair), (_, groups) = max(best.items(), key=lambda one: (one[1][0], one[0]))
    return [*groups, *[(empty,) * 3] * (sets - made), *[(empty,) * 2] * (1 - pair)]


_NO: _Laid = (-1, ())


@lru_cache(maxsize=1 << 14)
def _most(counts: int, runs: bool) -> dict[tuple[int, int], _Laid]:
    """Give, for each number of sets and pairs, the layout that uses the most tiles."""
    found: dict[tuple[int, int], _Laid] = {}
    for (sets, pair), faces, rest, used in _first_steps(counts, runs):
        for (more, other), (extra, groups) in _most(rest, runs).items():
            key = sets + more, pair + other
            if key[0] < 5 and key[1] < 2 and used + extra > found.get(key, _NO)[0]:
                found[key] = used + extra, ((faces,) if faces else ()) + groups
    return found or {(0, 0): (0, ())}


def _first_steps(
    counts: int, runs: bool
) -> Iterator[tuple[tuple[int, int], tuple[int, ...], int, int]]:
    """Give what may become of the lowest tile: a run, a triplet, the pair, or nothing."""
    if not counts:
        return
    low = ((counts & -counts).bit_length() - 1) // 3
    number = counts >> 3 * low & 7
    if runs:
        start, rest = min(low, 6), run_rest(counts)
        used = (counts - rest).bit_count()
        yield (1, 0), (start, start + 1, start + 2), rest, used
    yield (1, 0), (low, low, low), triplet_rest(counts), min(number, 3)
    yield (0, 1), (low, low), counts - (min(number, 2) << 3 * low), min(number, 2)
    yield (0, 0), (), counts - (1 << 3 * low), 0
