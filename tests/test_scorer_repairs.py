import random
from dataclasses import replace

from scorer import (
    ALL_TILES,
    GALE,
    PLATFORM,
    Hand,
    House,
    ImpossibleHandError,
    Tile,
    Win,
    repairs,
    score,
)

WINNING = [
    "46m 123p 789s 55s 678p +5m /E",
    "1234567889p 9p 22s +5m /8p",
    "123m 567s 789p 222s C +7s /C",
    "46m 55s 67p C [9999m] (222s) +5m /C",
    "123456m 89m 99s 23p 4p +7m /7s",
]


def spoiled(rng: random.Random) -> Hand:
    """Misread one or two tiles of a winning hand."""
    hand = Hand.parse(rng.choice(WINNING))
    tiles = list(hand.concealed)
    for _ in range(rng.choice((1, 1, 2))):
        tiles[rng.randrange(len(tiles))] = rng.choice(ALL_TILES)
    drawn = rng.choice((hand.winning, rng.choice(ALL_TILES)))
    return replace(hand, concealed=tuple(tiles), winning=drawn)


def wins(hand: Hand, win: Win, house: House) -> int:
    """Give the fan of a hand that may win, else 0."""
    try:
        result = score(hand, win, house)
    except ImpossibleHandError:
        return 0
    return result.fan if result.legal else 0


def tried_one_by_one(
    hand: Hand, win: Win, house: House
) -> set[tuple[str, Tile, Tile, int]]:
    """Change each tile to each kind, and ask `score`."""
    assert hand.winning
    assert hand.indicator
    found = set()
    for new in ALL_TILES:
        changes = [("drawn", hand.winning, replace(hand, winning=new))]
        changes += [("indicator", hand.indicator, replace(hand, indicator=new))]
        for place, old in enumerate(hand.concealed):
            rest = hand.concealed[:place] + hand.concealed[place + 1 :]
            changes += [("hand", old, replace(hand, concealed=(*rest, new)))]
        for where, old, changed in changes:
            fan = wins(changed, win, house)
            if fan and old != new:
                found.add((where, old, new, fan))
    return found


def test_repairs_are_what_trying_all_changes_gives() -> None:
    rng = random.Random(11)
    helped = impossible = 0
    for _ in range(120):
        house = rng.choice((PLATFORM, GALE))
        hand = spoiled(rng)
        win = Win(kong_draw=int(hand.melds != () and rng.random() < 0.3))
        found = repairs(hand, win, house)
        if wins(hand, win, house):
            assert found == ()
            continue
        told = {(one.place, one.old, one.new, one.fan) for one in found}
        assert told == tried_one_by_one(hand, win, house), f"{hand} {house.name}"
        assert len(told) == len(found)
        fans = [one.fan for one in found]
        assert fans == sorted(fans, reverse=True)
        for one in found:
            result = score(one.hand, win, house)
            assert result.legal
            assert (result.fan, tuple(i.key for i in result.items)) == (
                one.fan,
                one.items,
            )
        helped += bool(found)
        impossible += bool(hand.problems(house.wild_neighbours))
    assert helped > 60
    assert impossible


def test_five_of_a_kind_are_repaired() -> None:
    hand = Hand.parse("46m 5555m 12p 789s 33s +5m /E")
    assert [problem.code for problem in hand.problems()] == ["too_many"]
    best = repairs(hand)[0]
    assert (best.place, str(best.old), str(best.new), best.fan) == (
        "hand",
        "5m",
        "3p",
        6,
    )


def test_what_no_single_tile_mends_has_no_repair() -> None:
    for text in ("147m 147p 147s ESWN +C /9m", "46m 123p 789s 55s 678p +9m", "1m /E"):
        assert repairs(Hand.parse(text)) == ()
    hand = Hand.parse("46m 123p 789s 55s 678p +9m /E")
    assert repairs(hand, Win(wild_discarded=True)) == ()
