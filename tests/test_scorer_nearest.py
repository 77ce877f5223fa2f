import random
from collections import Counter
from dataclasses import replace

import pytest

from scorer import (
    ALL_TILES,
    GALE,
    PLATFORM,
    Hand,
    House,
    ImpossibleHandError,
    nearest,
    outcome,
)


def has_shape(hand: Hand, house: House) -> bool:
    return (
        not hand.problems(house.wild_neighbours) and outcome(hand, house=house).fan > 0
    )


def one_change_makes_a_shape(hand: Hand, house: House) -> bool:
    tiles = (*hand.concealed, hand.winning)
    for place, old in enumerate(tiles):
        rest = tuple(t for t in tiles[:place] + tiles[place + 1 :] if t is not None)
        if any(
            has_shape(replace(hand, concealed=rest, winning=new), house)
            for new in ALL_TILES
            if new != old
        ):
            return True
    return False


def random_hand(rng: random.Random, house: House) -> Hand | None:
    """Deal a hand that is not too far from a shape."""
    start, other = rng.choice((0, 9, 18)), rng.choice((0, 9, 18))
    kinds = [start + rng.randrange(9) for _ in range(8)]
    kinds += [other + rng.randrange(9) for _ in range(4)]
    kinds += [rng.randrange(34) for _ in range(2)]
    tiles = [ALL_TILES[kind] for kind in kinds]
    hand = Hand(tuple(tiles[1:]), (), tiles[0], rng.choice(ALL_TILES))
    return None if hand.problems(house.wild_neighbours) else hand


def test_the_nearest_shape_is_as_near_as_changes_of_tiles_say() -> None:
    rng = random.Random(5)
    seen: Counter[int] = Counter()
    for _ in range(400):
        house = rng.choice((PLATFORM, GALE))
        hand = random_hand(rng, house)
        if hand is None:
            continue
        found = nearest(hand, house)
        assert (found.away == 0) == has_shape(hand, house), f"{hand}"
        if found.away == 1 or seen[2] < 20:
            assert (found.away == 1) == (
                found.away > 0 and one_change_makes_a_shape(hand, house)
            ), f"{hand}"
        check_moves(hand, house)
        seen[found.away] += 1
    assert min(seen[0], seen[1], seen[2]) > 15


def check_moves(hand: Hand, house: House) -> None:
    """Check that the hand with the missing tiles for the spare ones has the shape told."""
    found = nearest(hand, house)
    assert hand.winning
    tiles = Counter((*hand.concealed, hand.winning))
    assert len(found.missing) == len(found.spare) == found.away
    tiles.subtract(found.spare)
    assert min(tiles.values()) >= 0
    tiles.update(found.missing)
    after = list(tiles.elements())
    mended = replace(hand, concealed=tuple(after[1:]), winning=after[0])
    assert has_shape(mended, house), f"{hand}: {found}"
    laid = Counter(tile for one in found.reading.sets for tile in one.tiles)
    assert laid == Counter(mended.tiles)


def test_a_waiting_hand_is_one_tile_away() -> None:
    found = nearest(Hand.parse("46m 123p 789s 55s 678p /E"))
    assert (found.away, [*map(str, found.missing)], found.spare) == (1, ["5m"], ())


def test_melds_stay_and_wilds_fill() -> None:
    found = nearest(Hand.parse("46m 55s 13p C [9999m] (222s) +E /C"))
    assert (found.away, *map(str, found.spare)) == (1, "E")
    assert str(found.reading).startswith("[9999m] | (222s) | ")
    assert sum(map(any, (one.wild for one in found.reading.sets))) == 1


def test_a_tile_that_is_gone_is_replaced_by_a_wild() -> None:
    left = nearest(Hand.parse("123m 46p 789s 22s (555p) +W /8m"))
    assert [*map(str, left.missing + left.spare)] == ["5p", "W"]
    gone = nearest(Hand.parse("123m 46p 789s 22s [5555p] +W /8m"))
    assert [*map(str, gone.missing + gone.spare)] == ["9m", "W"]
    assert "4p 9m=5p 6p" in str(gone.reading)


def test_a_hand_of_wilds_and_strays_still_has_a_nearest_shape() -> None:
    hand = Hand.parse("CCCFFFF 1m 5m 9m 1p 5p 9p +1s /C")
    check_moves(hand, PLATFORM)
    check_moves(Hand.parse("19m 19p 19s ESWNCFP +5m /5m"), PLATFORM)
    check_moves(Hand.parse("E (111p) (222p) (333p) (444p) +W /5m"), PLATFORM)


def test_a_hand_that_cannot_be_has_no_nearest_shape() -> None:
    with pytest.raises(ImpossibleHandError, match="no turned-up tile"):
        nearest(Hand.parse("46m 123p 789s 55s 678p +5m"))
