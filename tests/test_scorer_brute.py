"""A slow and obvious scorer, written apart from the engine, on random hands and houses.

The whole check is `BRUTE_HANDS=20000 pytest tests/test_scorer_brute.py`, half a minute.

It lays every set that the drawn tile can be in, then every way to lay the rest, and
counts each by the formula of `scorer.fans`. Of a way to lay the rest it keeps the dragon's
runs only, for nothing else of it is worth anything.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

from scorer import (
    ENCYCLOPEDIA,
    GALE,
    KEYS,
    PLATFORM,
    Hand,
    House,
    Score,
    Win,
    outcome,
    score,
)
from scorer.hand import Meld, MeldKind
from scorer.tiles import ALL_TILES, Tile, wilds

HANDS = int(os.environ.get("BRUTE_HANDS", "6000"))
RUNS = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
TRIPLETS = [(t, t, t) for t in range(34)]
PAIRS = [(t, t) for t in range(34)]
DRAGON_RUNS = {run for run in RUNS if run[0] % 3 == 0}
DRAGONS = {
    suit: [(9 * n + r, 9 * n + r + 1, 9 * n + r + 2) for r in (0, 3, 6)]
    for n, suit in enumerate("mps")
}
CAUGHT = (3, 4, 5)
WITH = {t: [g for g in RUNS + TRIPLETS + PAIRS if t in g] for t in range(34)}
CHOICES = {n: list(product((False, True), repeat=n)) for n in (1, 2)}


@lru_cache(maxsize=1 << 17)
def rests(
    naturals: tuple[int, ...], wild: int, sets: int, pair: bool
) -> frozenset[frozenset[tuple[int, ...]]]:
    """Lay these sorted tiles and wilds into sets and a pair, in every way.

    Gives the dragon's runs of each way.
    """
    if wild < 0 or sets < 0:
        return frozenset()
    if not naturals:
        # Wilds alone: each set left may be any run of a dragon, or nothing of use.
        return frozenset(
            frozenset(runs)
            for n in range(sets + 1)
            for runs in combinations(sorted(DRAGON_RUNS), n)
        )
    first = naturals[0]
    found = set()
    for group in WITH[first]:
        if len(group) == 2 and not pair:
            continue
        others = list(group)
        others.remove(first)
        for as_wild in CHOICES[len(others)]:
            if sum(as_wild) > wild:
                continue
            left = list(naturals[1:])
            for face, is_wild in zip(others, as_wild, strict=True):
                if not is_wild:
                    if face not in left:
                        break
                    left.remove(face)
            else:
                is_pair = len(group) == 2
                for runs in rests(
                    tuple(left),
                    wild - sum(as_wild),
                    sets - (not is_pair),
                    pair and not is_pair,
                ):
                    found.add(runs | ({group} & DRAGON_RUNS))
    return frozenset(found)


class Laid(NamedTuple):
    """What counts of one reading."""

    caught: bool
    """The drawn tile is the five of 456m."""
    standing: bool
    """Only wilds lie beside the drawn tile."""
    own: tuple[int, ...]
    """The drawn tile's group, where it is a run that a dragon has."""
    runs: frozenset[tuple[int, ...]]
    """The other such runs."""


def readings(
    naturals: tuple[int, ...], wild: int, drawn: int | None, sets: int
) -> Iterator[Laid]:
    """Lay the drawn tile (None: a wild) into every group, and then the rest."""
    for group in RUNS + TRIPLETS + PAIRS if drawn is None else WITH[drawn]:
        for place, face in enumerate(group):
            if drawn not in (None, face) or face in group[:place]:
                continue
            others = group[:place] + group[place + 1 :]
            for as_wild in CHOICES[len(others)]:
                needed = [f for f, w in zip(others, as_wild, strict=True) if not w]
                if sum(as_wild) > wild or any(
                    needed.count(f) > naturals.count(f) for f in needed
                ):
                    continue
                is_pair = len(group) == 2
                caught = group == CAUGHT and face == 4
                own = group if group in DRAGON_RUNS else ()
                left = list(naturals)
                for one in needed:
                    left.remove(one)
                rest = tuple(left)
                for runs in rests(
                    rest, wild - sum(as_wild), sets - (not is_pair), not is_pair
                ):
                    yield Laid(caught, all(as_wild), own, runs)


def values(
    laid: Laid, suit_of_wilds: str, su: bool, sole: bool, house: House
) -> Iterator[dict[str, int]]:
    """Give what a reading may count, with and without a dragon."""
    for suit in ("", "m", "p", "s"):
        for own in (False, True):  # the drawn tile's run is the dragon's own
            items = {}
            if suit:
                needed = [r for r in DRAGONS[suit] if not (own and r == laid.own)]
                if not laid.runs.issuperset(needed) or (
                    own and laid.own not in DRAGONS[suit]
                ):
                    continue
                items["long"] = house.fan_long
                if suit == suit_of_wilds:
                    items["ben_hun"] = house.times_benhun
            elif own:
                continue
            if laid.caught and sole:
                items["zhuo_wu"] = house.fan_zhuowu
            if laid.standing and (not own or house.dragon_holds_double_hun):
                items["hun_diao"] = house.times_hundiao
            if su:
                items["su"] = house.times_su
            yield items


def total(items: dict[str, int]) -> int:
    base = items.get("zhuo_wu", 0) + items.get("long", 0) or 1
    return base * prod(
        value for key, value in items.items() if key not in ("zhuo_wu", "long")
    )


def may_win(items: dict[str, int], house: House) -> bool:
    if total(items) < house.minimum_fan:
        return False
    if house.minimum_fan > 1 and len(items) == 1:
        if "hun_diao" in items:
            return house.hundiao_alone
        if "gang_kai" in items:
            return house.kong_draw_alone
    return True


def brute(hand: Hand, win: Win, house: House) -> tuple[bool, int]:
    """Score by trying everything: whether the hand may win, and its fan."""
    assert hand.winning
    assert hand.indicator
    wild = wilds(hand.indicator, house.wild_neighbours)
    heavenly = win.heavenly and house.heavenly
    tiles = [*hand.concealed, hand.winning]
    gold = any(m.tile in wild for m in hand.melds)
    su = not any(t in wild for t in tiles) and not (gold and house.gold_kong_breaks_su)
    extra = {}
    if win.kong_draw:
        power = win.kong_draw if house.each_consecutive_kong_doubles else 1
        extra["gang_kai"] = house.times_kong_draw**power
    if heavenly:
        extra["tian_he"] = house.times_heavenly
    if win.earthly and house.earthly:
        extra["di_he"] = house.times_heavenly
    best = (False, 0)
    for last in set(tiles) if heavenly and house.heavenly_free_last else {hand.winning}:
        rest = list(tiles)
        rest.remove(last)
        for items in every_value(rest, last, hand, wild, su, house):
            items = items | extra
            best = max(best, (may_win(items, house), total(items)))
    return best[0] and not win.wild_discarded, min(best[1], house.fan_cap or best[1])


def every_value(
    rest: list[Tile],
    last: Tile,
    hand: Hand,
    wild: frozenset[Tile],
    su: bool,
    house: House,
) -> Iterator[dict[str, int]]:
    assert hand.indicator
    sets = 4 - len(hand.melds)
    suit = hand.indicator.suit
    naturals = tuple(sorted(t.index for t in rest if t not in wild))
    sole = not house.sole_wait_five or not waits_besides_five(
        hand, naturals, rest, wild, sets
    )
    drawn = None if last in wild else last.index
    for laid in set(readings(naturals, len(rest) - len(naturals), drawn, sets)):
        yield from values(laid, suit, su, sole, house)
    all_real = house.su_benhun and all((*rest, last).count(t) == 1 for t in wild)
    if all_real:
        for laid in set(
            readings(tuple(sorted(t.index for t in rest)), 0, last.index, sets)
        ):
            for items in values(laid, suit, True, sole, house):
                if "ben_hun" in items:
                    yield items


def waits_besides_five(
    hand: Hand,
    naturals: tuple[int, ...],
    rest: list[Tile],
    wild: frozenset[Tile],
    sets: int,
) -> bool:
    held = (
        Counter(rest)
        + Counter([m.tile for m in hand.melds for _ in range(m.size)])
        + Counter([hand.indicator])
    )
    return any(
        any(
            True
            for _ in readings(naturals, len(rest) - len(naturals), tile.index, sets)
        )
        for tile in ALL_TILES
        if tile not in wild and tile.index != 4 and held[tile] < 4
    )


def random_hand(rng: random.Random, house: House) -> Hand | None:
    """Build a hand from sets, put wilds in, spoil some; None if a tile is there too often."""
    indicator = rng.choice(ALL_TILES)
    wild = sorted(wilds(indicator, house.wild_neighbours))
    melds = []
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2, 3, 4))):
        tile = rng.choice(ALL_TILES)
        kinds = [MeldKind.PUNG, MeldKind.EXPOSED_KONG, MeldKind.CONCEALED_KONG]
        melds.append(
            Meld(MeldKind.GOLD_KONG if tile in wild else rng.choice(kinds), tile)
        )
    sets = 4 - len(melds)
    groups: list[tuple[int, ...]] = []
    if sets >= 3 and rng.random() < 0.4:
        groups += DRAGONS[rng.choice("mps")]
    while len(groups) < sets:
        groups.append(
            rng.choice([CAUGHT, CAUGHT, rng.choice(RUNS), rng.choice(TRIPLETS)])
        )
    groups.append(rng.choice(PAIRS))
    tiles = [ALL_TILES[index] for group in groups for index in group]
    rng.shuffle(tiles)
    for place in range(rng.randrange(8)):
        if place < len(tiles):
            tiles[place] = rng.choice(wild)
    if rng.random() < 0.15:
        tiles[-1] = rng.choice(ALL_TILES)
    fives = [n for n, tile in enumerate(tiles) if tile.index == 4]
    drawn = tiles.pop(
        rng.choice(fives) if fives and rng.random() < 0.5 else rng.randrange(len(tiles))
    )
    hand = Hand(tuple(tiles), tuple(melds), drawn, indicator)
    return None if hand.problems(house.wild_neighbours) else hand


def random_house(rng: random.Random) -> House:
    """Choose a house that ships, or set every key that a score can depend on."""
    house = rng.choice((PLATFORM, PLATFORM, PLATFORM, GALE, ENCYCLOPEDIA))
    if rng.random() < 0.4:
        return house
    values: dict[str, Any] = {}
    for key in KEYS:
        if key.type == "switch":
            values[key.name] = rng.random() < 0.5
        elif key.name.startswith("fan_"):
            values[key.name] = rng.choice((key.default, rng.randint(1, 9)))
        elif key.name.startswith("times_"):
            values[key.name] = rng.choice((key.default, rng.randint(1, 5)))
    values["minimum_fan"] = rng.choice((1, 2, 2, 3, 8))
    values["fan_cap"] = rng.choice((0, 16))
    values["wild_neighbours"] = rng.choice(("next", "next", "both"))
    values["wild_discard"] = rng.choice(("penalty", "refuse"))
    return replace(house, **values)


def random_win(rng: random.Random, hand: Hand, house: House) -> Win:
    gone = house.wild_discard == "penalty" and rng.random() < 0.02
    if hand.melds:
        return Win(kong_draw=rng.choice((0, 0, 1, 2)), wild_discarded=gone)
    chance = rng.random()
    return Win(0, chance < 0.15, chance > 0.9, gone)


def check_reading(hand: Hand, house: House, result: Score) -> None:
    """Check that the reading is one: its tiles the hand's, its sets sets, wilds wild."""
    assert hand.indicator
    assert result.reading
    wild = wilds(hand.indicator, house.wild_neighbours)
    sets = result.reading.sets
    assert Counter(t for one in sets for t in one.tiles) == Counter(hand.tiles)
    assert sum(one.drawn is not None for one in sets) == 1
    assert [len(one.faces) for one in sets[len(hand.melds) :]] == [3] * (
        4 - len(hand.melds)
    ) + [2]
    for one in sets[len(hand.melds) :]:
        faces = tuple(face.index for face in one.faces)
        known: dict[str, list[Any]] = {"run": RUNS, "triplet": TRIPLETS, "pair": PAIRS}
        assert faces in known[one.kind]
        for face, tile, standing in zip(one.faces, one.tiles, one.wild, strict=True):
            assert tile in wild if standing else tile == face
    names = {item.key for item in result.items}
    drawn = next(one for one in sets if one.drawn is not None)
    assert drawn.drawn is not None
    caught = [face.index for face in drawn.faces] == [3, 4, 5] and drawn.drawn == 1
    assert "zhuo_wu" not in names or caught
    assert ("long" in names) == (sum(one.dragon for one in sets) == 3)
    if names & {"hun_diao", "shuang_hun_diao"}:
        beside = [w for place, w in enumerate(drawn.wild) if place != drawn.drawn]
        assert all(beside)
        assert len(beside) == (1 if "hun_diao" in names else 2)
        assert not drawn.dragon or house.dragon_holds_double_hun


def random_round(rng: random.Random) -> tuple[Hand, Win, House]:
    """Give a hand without problems, how it was won, and the house."""
    while True:
        house = random_house(rng)
        hand = random_hand(rng, house)
        if hand is not None:
            return hand, random_win(rng, hand, house), house


def test_the_engine_agrees_with_brute_force() -> None:
    rng = random.Random(20240607)
    tried: Counter[int] = Counter()
    shapes = legal = 0
    for _ in range(HANDS):
        hand, win, house = random_round(rng)
        result = score(hand, win, house)
        assert (result.legal, result.fan) == brute(hand, win, house), (
            f"{hand} {win} {house}"
        )
        keys = tuple(item.key for item in result.items)
        assert outcome(hand, win, house) == (result.legal, result.fan, keys)
        if result.reading:
            check_reading(hand, house, result)
        assert hand.indicator
        wild = wilds(hand.indicator, house.wild_neighbours)
        tried[sum(t in wild for t in (*hand.concealed, hand.winning))] += 1
        shapes += result.fan > 0
        legal += result.legal
    assert all(tried[number] > HANDS / 50 for number in range(8))
    assert shapes > 0.8 * HANDS
    assert legal > 0.5 * HANDS
