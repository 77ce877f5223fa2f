from dataclasses import replace

from scorer import (
    GALE,
    PLATFORM,
    ContradictionError,
    Hand,
    ImpossibleHandError,
    Win,
    compare,
    score,
)


def test_houses_stand_side_by_side_in_their_order() -> None:
    hand = Hand.parse("123m 567s 789p 222s 3p +7s /3p")
    mine = replace(PLATFORM, name="mine", fan_cap=2, minimum_fan=1)
    found = compare(hand, houses=[GALE, mine])
    assert [one.house for one in found] == [GALE, mine]
    assert [one.score for one in found] == [
        score(hand, house=GALE),
        score(hand, house=mine),
    ]
    assert [one.refusal for one in found] == [None, None]
    assert [one.house.name for one in compare(hand)] == [
        "platform",
        "encyclopedia",
        "gale",
    ]


def test_a_hand_that_only_one_house_refuses_is_told_with_its_reason() -> None:
    platform, _, gale = compare(Hand.parse("46m 55s 123p 789s (FFF) +5m /P"))
    assert platform.score
    assert platform.score.legal
    assert gale.score is None
    assert isinstance(gale.refusal, ImpossibleHandError)
    hand = Hand.parse("123m 567p 789s 22s 34p +5p /E")
    refused = compare(hand, Win(heavenly=True, kong_draw=1))
    assert [type(one.refusal) for one in refused] == [
        ContradictionError,
        ContradictionError,
        type(None),
    ]
