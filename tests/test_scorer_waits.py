import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scorer import (
    ALL_TILES,
    GALE,
    PLATFORM,
    Hand,
    House,
    ImpossibleHandError,
    Tile,
    Win,
    discards,
    score,
    waits,
    wilds,
)

HANDS = 2000
WAITING = "46m 123p 789s 55s 678p /E"
SETS = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
SETS += [(t, t, t) for t in range(34)]


def random_waiting(rng: random.Random, house: House) -> Hand | None:
    """Take a tile from a built hand with wilds in it; None if it cannot be or waits for none."""
    indicator = rng.choice(ALL_TILES)
    wild = sorted(wilds(indicator, house.wild_neighbours))
    pungs = [rng.choice(ALL_TILES) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
    groups: list[tuple[int, ...]] = [rng.choice(SETS) for _ in range(4 - len(pungs))]
    pair = rng.randrange(34)
    tiles = [ALL_TILES[index] for group in (*groups, (pair, pair)) for index in group]
    rng.shuffle(tiles)
    for place in range(rng.randrange(5)):
        tiles[place] = rng.choice(wild)
    text = " ".join([*map(str, tiles[:-1]), *(f"({t}{t}{t})" for t in pungs)])
    hand = Hand.parse(f"{text} /{indicator}")
    problems = {p.code for p in hand.problems(house.wild_neighbours)}
    return hand if problems == {"no_winning"} else None


def asked_one_by_one(hand: Hand, win: Win, house: House) -> list[tuple[Any, ...]]:
    """Ask `score` for each of the 34 kinds."""
    found = []
    for tile in ALL_TILES:
        try:
            result = score(replace(hand, winning=tile), win, house)
        except ImpossibleHandError:
            continue
        if result.reading:
            keys = tuple(item.key for item in result.items)
            found.append((tile, result.legal, result.fan, keys))
    return found


def test_waits_are_what_34_scores_say() -> None:
    rng = random.Random(7)
    tried = waiting = tilous = 0
    while tried < HANDS:
        house = rng.choice((PLATFORM, GALE, replace(PLATFORM, sole_wait_five=True)))
        hand = random_waiting(rng, house)
        if hand is None:
            continue
        tried += 1
        win = Win(wild_discarded=rng.random() < 0.05)
        found = waits(hand, win, house)
        held = Counter((*hand.tiles, hand.indicator))
        assert asked_one_by_one(hand, win, house) == [
            (one.tile, one.legal, one.fan, one.items) for one in found
        ], f"{hand} {win} {house.name}"
        assert all(one.unseen == 4 - held[one.tile] > 0 for one in found)
        waiting += any(one.legal for one in found)
        tilous += any(one.tilou for one in found)
    assert waiting > HANDS / 4
    assert tilous > HANDS / 4


def test_a_wait_that_only_completes_a_tilou_says_so() -> None:
    found = {str(w.tile): w for w in waits(Hand.parse("46m 123p 789s 5s 67p CF /C"))}
    assert [tile for tile, wait in found.items() if wait.tilou] == ["5p", "8p", "5s"]
    assert found["5m"].legal
    alone = waits(Hand.parse("123m 567s 789p 222s 3p /3p"), house=GALE)
    assert not any(wait.legal or wait.tilou for wait in alone if wait.items)


def test_discards_on_the_table_are_seen() -> None:
    five = Tile.parse("5m")
    found = waits(Hand.parse(WAITING), seen=[five, five, five, five, five])
    assert [(str(w.tile), w.unseen) for w in found] == [("5m", 0), ("E", 3), ("S", 4)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "46m 123p 789s 55s 678p +5m /E",
            "expected 13 without the drawn one: remove 1",
        ),
        ("46m 123p 789s 55s 678p", "no turned-up tile"),
        ("46m 123p 789s 55s 67p /E", "expected 13 without the drawn one: add 1"),
        ("1m /E", "1 tiles beside 0 melds, expected 13 without the drawn one: add 12"),
        ("46m 123p 789s (555s) /E", "beside 1 melds, expected 10 without"),
        ("46m 123p 789s 5555s 5s 6p /E", "5 tiles of '5s'"),
    ],
)
def test_a_hand_that_does_not_wait_is_refused(text: str, words: str) -> None:
    with pytest.raises(ImpossibleHandError) as refused:
        waits(Hand.parse(text))
    assert words in str(refused.value)


def test_the_best_discard_leaves_the_most_winning_tiles() -> None:
    hand = Hand.parse("3467m 123p 789s 5s CF +6m /C")
    found = discards(hand)
    assert found == tuple(
        sorted(found, key=lambda one: (-one.winning, -one.fan, one.tile))
    )
    tiles = hand.tiles
    for tile in sorted(set(tiles) - wilds(Tile.parse("C"))):
        rest = list(tiles)
        rest.remove(tile)
        left = waits(Hand(tuple(rest), (), None, hand.indicator), seen=[tile])
        told = [one for one in found if one.tile == tile]
        assert [one.waits for one in told] == ([left] if left else [])
        for one in told:
            assert one.winning == sum(w.unseen for w in left if w.legal)
            assert one.fan == max([w.fan for w in left if w.legal and w.unseen] or [0])
    assert len({one.winning for one in found}) > 1


def test_a_discard_may_leave_only_tilous_or_tiles_that_are_gone() -> None:
    found = discards(Hand.parse("123m 456p 789s 2s C 78p +N /C"))
    assert {str(one.tile): one.winning for one in found} == {"N": 0, "2s": 0}
    assert all(wait.tilou for one in found for wait in one.waits)
    gone = [Tile.parse(t) for t in ("5m",) * 4 + ("E",) * 3 + ("S",) * 4]
    one = discards(Hand.parse("46m 123p 789s 55s 678p +9m /E"), seen=gone)[0]
    assert (one.winning, one.fan) == (0, 0)


def test_a_wild_is_no_discard_and_no_discard_may_help() -> None:
    hand = Hand.parse("46m 123p 789s 55s 67p C +9m /C")
    assert "C" not in {str(one.tile) for one in discards(hand)}
    assert discards(Hand.parse("147m 147p 147s ESWN +C /9m")) == ()


def test_fourteen_tiles_need_no_drawn_one() -> None:
    loose = discards(Hand.parse("469m 123p 789s 55s 678p /E"))
    assert loose == discards(Hand.parse("46m 123p 789s 55s 678p +9m /E"))
    with pytest.raises(
        ImpossibleHandError, match="expected 14 with the drawn one: add 1"
    ):
        discards(Hand.parse(WAITING))
