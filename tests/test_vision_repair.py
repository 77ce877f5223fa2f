"""Whole-hand readings: the eyes, the count of tiles and a win put together."""

import math
import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from scorer import ALL_TILES, Hand, Tile
from vision import Group, Sighting, Spread
from vision.classify import Label
from vision.repair import (
    Change,
    Proposal,
    offered,
    proposals,
    repaired,
    reread,
    stakes,
)
from vision.spread import Kind
from webui.doubts import plain_fan as fan

Eyes = Mapping[int, tuple[float, dict[str, float]]]
"""By place: how sure of the tile, and what else it may be."""
NO_DOUBT: Eyes = {}
SURE = (0.9993, {"P": 0.0004, "1s": 0.0001})
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def unasked(notation: str) -> int | None:
    raise AssertionError(f"{notation!r} cannot win and need not be asked about")


def seen(hand: str, eyes: Eyes = NO_DOUBT, **groups: str) -> Spread:
    """Lay tiles as they were read: groups by kind, words by spaces."""
    sightings: list[Sighting] = []
    laid = []
    for name, faces in {"hand": hand, **groups}.items():
        first = len(sightings)
        for face in faces.split():
            sure, rivals = eyes.get(len(sightings), SURE)
            others = tuple((name, p) for name, p in rivals.items() if name != face)
            label: Label = "back" if face == "back" else "other"
            if face not in ("back", "other"):
                label = Tile.parse(face)
            sightings.append(Sighting(label, sure, SQUARE, others))
        kind: Kind = name.rstrip("0123456789")  # type: ignore[assignment]
        laid.append(Group(kind, tuple(range(first, len(sightings)))))
    return Spread(tuple(sightings), tuple(laid))


HAND = "4m 6m 1p 2p 3p 7s 8s 9s 5s 5s"
REST = {"drawn": "5m", "meld": "8p 8p 8p", "indicator": "E"}
NOTATION = "46m 123p 78955s (888p) +5m /E"


def first(spread: Spread) -> Proposal:
    return proposals(spread, fan)[0]


def test_a_misread_tile_is_proposed_by_what_else_it_may_be() -> None:
    spread = seen(
        HAND.replace("6m", "9m"), {1: (0.9, {"6m": 0.02, "8m": 0.03})}, **REST
    )
    best = first(spread)
    assert best.changes == (Change((1,), Tile.parse("6m")),)
    assert (best.notation, best.worth) == (NOTATION, 6)
    assert best.probability > 0.5


def test_few_readings_are_offered_and_only_what_changes_the_worth() -> None:
    eyes = {1: (0.5, {"6m": 0.3, "5m": 0.1, "3m": 0.05, "2m": 0.02})}
    found = offered(seen(HAND.replace("6m", "9m"), eyes, **REST), fan)
    assert found[0].notation == NOTATION
    assert 1 < len(found) <= 3
    assert all(one.changes and one.worth for one in found)
    doubt = {7: (0.55, {"6s": 0.44})}  # 678s or 789s: the same fan
    assert offered(seen(HAND, doubt, **REST), fan) == ()


@pytest.mark.parametrize(("cut", "new"), [(9, "6s"), (10, "5s")])
def test_of_two_tiles_as_sure_the_half_hidden_one_is_doubted(
    cut: int, new: str
) -> None:
    eyes = {9: (0.999, {"6s": 0.0005}), 10: (0.999, {"5s": 0.0005})}
    spread = seen("1m 2m 3m 4m 5m 6m 7s 8s 9s 5s", eyes, **REST | {"drawn": "6s"})
    sightings = [
        replace(
            one, corners=tuple((x * (4 if i == cut else 3), y * 4) for x, y in SQUARE)
        )
        for i, one in enumerate(spread.sightings)
    ]
    best = offered(replace(spread, sightings=tuple(sightings)), fan)[0]
    assert best.changes == (Change((cut,), Tile.parse(new)),)


def test_of_two_kinds_of_a_half_hidden_tile_the_likelier_stays_the_likelier() -> None:
    """Both win: as it was seen stays first, however near the other comes."""
    spread = seen(
        "1m 2m 3m 4m 5m 6m 7s 8s 9s 5s",
        {0: (0.5, {"4m": 0.499})},
        **REST | {"drawn": "5s"},
    )
    wide = tuple((x * 4, y * 3) for x, y in SQUARE)
    tall = tuple((x * 2, y * 4) for x, y in SQUARE)
    sightings = [
        replace(one, corners=tall if i else wide)
        for i, one in enumerate(spread.sightings)
    ]
    best = proposals(replace(spread, sightings=tuple(sightings)), fan)[0]
    assert best.worth is not None
    assert not best.changes


def test_of_two_tiles_as_sure_the_one_with_a_single_rival_is_doubted() -> None:
    """As sure, and as likely the kind that wins: but nothing else than that it may be."""
    single = {9: (0.99998, {"6s": 0.00001}), 10: (0.9, {"C": 0.09, "5s": 0.00003})}
    spread = seen("1m 2m 3m 4m 5m 6m 7s 8s 9s 5s", single, **REST | {"drawn": "6s"})
    assert offered(spread, fan)[0].changes == (Change((9,), Tile.parse("6s")),)


def test_two_misread_tiles_are_one_proposal() -> None:
    eyes = {1: (0.55, {"6m": 0.44}), 5: (0.6, {"7s": 0.39})}
    best = first(seen("4m 9m 1p 2p 3p C 8s 9s 5s 5s", eyes, **REST))
    assert best.notation == NOTATION
    assert [str(change.new) for change in best.changes] == ["6m", "7s"]


def test_a_hand_that_wins_as_seen_has_no_rival_when_the_eyes_are_sure() -> None:
    seen_so, *others = proposals(seen(HAND, NO_DOUBT, **REST), fan)
    assert (seen_so.changes, seen_so.notation, seen_so.worth) == ((), NOTATION, 6)
    assert seen_so.probability > 0.99
    assert all(one.changes for one in others)


def test_a_hand_that_wins_as_seen_stays_before_what_pays_more() -> None:
    eyes = {10: (0.5, {"5m": 0.49})}
    spread = seen("1m 2m 3m 4m 6m 7m 8m 9m 5s 5s", eyes, **REST | {"drawn": "P"})
    plain, dear, *_ = proposals(spread, lambda line: 99 if "+5m" in line else 1)
    assert (plain.changes, plain.worth) == ((), 1)
    assert (dear.worth, dear.changes[0].new) == (99, Tile.parse("5m"))


def test_a_winning_hand_is_never_made_worse_whatever_the_eyes_doubt() -> None:
    rng = random.Random(3)
    for _ in range(200):
        eyes = {}
        for place in range(11):
            sure = rng.uniform(0.4, 1)
            others = rng.sample(ALL_TILES, 3)
            eyes[place] = (sure, {str(tile): (1 - sure) / 3.1 for tile in others})
        best = first(seen(HAND, eyes, **REST))
        assert best.changes == ()


def test_sure_eyes_are_believed_when_the_hand_does_not_win() -> None:
    found = proposals(seen(HAND.replace("9s", "C"), NO_DOUBT, **REST), fan)
    assert found[0].changes == ()
    assert found[0].worth is None
    assert {one.worth for one in found[1:]} <= {2, 3, 6}


@pytest.mark.parametrize(
    ("more", "turned", "offered"),
    [("C", "E", True), ("5s", "E", False), ("C", "5s", False)],
)
def test_a_fifth_tile_of_a_kind_is_no_reading(
    more: str, turned: str, offered: bool
) -> None:
    hand = f"5s 5s 5s {more} 1p 2p 3p 7s 8s 9s"
    eyes = {i: (0.9, {"5s": 0.09}) for i in range(3, 10)}
    spread = seen(hand, eyes, drawn="C", meld="8p 8p 8p", indicator=turned)
    found = proposals(spread, lambda line: 5)
    changed = {str(change.new) for one in found for change in one.changes}
    assert ("5s" in changed) == offered
    assert all(max(Hand.parse(one.notation).held()) <= 4 for one in found)


def test_five_of_a_kind_is_read_otherwise_even_when_nothing_wins() -> None:
    eyes = {4: (0.7, {"6s": 0.29})}
    spread = seen("5s 5s 5s 5s 5s 1p C E", eyes, drawn="9m", indicator="N")
    best, *_, last = proposals(spread, unasked)
    assert best.notation == "55556s 1p CE +9m /N"
    assert (last.changes, last.probability) == ((), 0)


def test_what_lies_loose_is_counted() -> None:
    eyes = {1: (0.5, {"6m": 0.3, "3m": 0.19})}
    spread = seen(HAND.replace("6m", "9m"), eyes, **REST)
    assert first(spread).notation == NOTATION
    discards = seen(HAND.replace("6m", "9m"), eyes, loose="6m 6m 6m 6m", **REST)
    assert first(discards).notation == NOTATION.replace("46m", "43m")


def test_a_doubtful_discard_leaves_room() -> None:
    eyes = {1: (0.5, {"6m": 0.3})} | {15 + i: (0.4, {"9m": 0.3}) for i in range(4)}
    spread = seen(HAND.replace("6m", "9m"), eyes, **REST, loose="6m 6m 6m 6m")
    assert first(spread).notation == NOTATION


def test_the_faces_of_a_meld_are_one_kind() -> None:
    sure, unsure = (0.9, {"8s": 0.05}), (0.6, {"8s": 0.39})
    eyes = {11: unsure, 12: unsure, 13: sure}
    spread = seen(HAND, eyes, **REST | {"meld": "8p 8p 8p", "indicator": "8p"})
    assert first(spread).changes == (Change((11, 12, 13), Tile.parse("8s")),)


def test_what_lies_face_down_in_a_kong_stays() -> None:
    eyes = {12: (0.8, {"E": 0.19})}
    rest = {"drawn": "5m", "kong": "back W back back", "indicator": "9p"}
    spread = seen(HAND, eyes, **rest, loose="W")
    best = first(spread)
    assert best.notation == "46m 123p 78955s [EEEE] +5m /9p"
    assert best.changes == (Change((12,), Tile.parse("E")),)


def test_a_tile_without_a_kind_gets_the_one_that_wins() -> None:
    eyes = {1: (0.7, {"9m": 0.15, "6m": 0.1, "back": 0.05})}
    spread = seen(HAND.replace("6m", "other"), eyes, **REST)
    best, *_, last = proposals(spread, fan)
    assert best.notation == NOTATION
    assert (last.notation[:2], last.probability) == ("4m", 0)


@pytest.mark.parametrize("face", ["back", "other"])
def test_what_is_surely_no_tile_of_ours_is_not_guessed(face: str) -> None:
    hand = HAND.replace("6m", face)
    surely, hardly = ({1: (sure, {"6m": (1 - sure) / 2})} for sure in (0.99, 0.6))
    spread = seen(hand, surely, **REST)
    assert [one.changes for one in proposals(spread, unasked)] == [()]
    assert first(seen(hand, hardly, **REST)).notation == NOTATION


def test_a_tile_without_a_kind_is_left_alone_when_nothing_wins() -> None:
    spread = seen("4m other 1p", {1: (0.6, {"P": 0.39})}, drawn="5m")
    assert [one.changes for one in proposals(spread, unasked)] == [()]
    assert repaired(spread, unasked) == spread


@pytest.mark.parametrize("hand", [HAND + " 9s", HAND[:-3]])
def test_too_many_or_too_few_tiles_win_in_no_reading(hand: str) -> None:
    spread = seen(hand, {1: (0.5, {"9m": 0.4})}, **REST)
    assert [one.changes for one in proposals(spread, unasked)] == [()]


def test_what_a_person_said_is_not_read_otherwise() -> None:
    spread = seen(HAND.replace("6m", "9m"), {1: (0.5, {"6m": 0.4})}, **REST)
    said = reread(spread, [Change((1,), Tile.parse("9m"))])
    assert all(1 not in c.members for p in proposals(said, fan) for c in p.changes)
    assert reread(spread, first(spread).changes).notation == NOTATION


def test_no_tile_at_all_is_the_only_reading() -> None:
    (only,) = proposals(Spread(), unasked)
    assert (only.notation, only.changes, only.worth) == ("", (), None)


def likelihood(eyes: Eyes, ranks: str) -> float:
    """Multiply what the eyes say of the first four tiles of 万, a little softened."""
    product = 1.0
    for i in range(4):
        sure, others = eyes[i]
        rest = 1e-9 / 30
        soft = sum(map(math.sqrt, (sure, *others.values()))) + 30 * math.sqrt(rest)
        p = others.get(f"{ranks[i]}m", sure if ranks[i] in "2345" else rest)
        share = p / (1 - sure) if p < sure else 0
        product *= 0.9945 * p + 0.005 * math.sqrt(p) / soft + 0.0005 * share
    return product


def test_readings_come_in_the_order_of_their_odds() -> None:
    rng = random.Random(8)
    kinds = ["2m", "3m", "4m", "5m"]
    for _ in range(30):
        eyes = {}
        for place in range(4):
            weights = [rng.random() ** 5 for _ in kinds]
            chances = {k: w / sum(weights) for k, w in zip(kinds, weights, strict=True)}
            best = max(chances, key=chances.__getitem__)
            sure = chances.pop(best)
            eyes[place] = (sure, chances)
        wanted = {"".join(rng.choices("2345", k=4)) for _ in range(9)}
        labels = [next(k for k in kinds if k not in eyes[i][1]) for i in range(4)]
        hand = " ".join(labels) + " C C 1p 2p 3p 7s"
        spread = seen(hand, eyes, drawn="5s", meld="E E E", indicator="9p")
        spread = replace(
            spread,
            sightings=tuple(
                one if i < 4 else replace(one, confidence=1.0, rivals=())
                for i, one in enumerate(spread.sightings)
            ),
        )

        def worth(line: str, wanted: set[str] = wanted) -> int | None:
            return 1 if line[:4] in wanted else None

        found = proposals(spread, worth)
        odds = []
        for one in found:
            chance = likelihood(eyes, one.notation)
            odds.append(chance * (100 if one.notation[:4] in wanted else 1))
        assert odds == sorted(odds, reverse=True)
        told = {one.notation[:4] for one in found}
        for line in wanted - told:
            chance = likelihood(eyes, line)
            far = sum(a != b[0] for a, b in zip(line, labels, strict=True)) > 3
            assert far or len(told) > 8 or chance < 1e-4


def test_doubtful_tiles_are_asked_about_by_what_they_cost() -> None:
    eyes = {1: (0.55, {"9m": 0.44}), 7: (0.55, {"6s": 0.44}), 10: (0.6, {"4m": 0.3})}
    one, two, three = stakes(seen(HAND, eyes, **REST), fan)
    assert (one.members, one.difference) == ((1,), 6)  # 49m wins nothing
    assert (two.members, two.difference) == ((10,), 6)  # neither does 446m
    assert (three.members, three.difference) == ((7,), 0)  # 678s is worth 789s


def test_two_doubts_that_only_together_win_are_both_worth_it() -> None:
    eyes = {1: (0.55, {"6m": 0.44}), 5: (0.55, {"7s": 0.44})}
    found = stakes(seen("4m 9m 1p 2p 3p C 8s 9s 5s 5s", eyes, **REST), fan)
    assert {(one.members, one.difference) for one in found} == {((1,), 6), ((5,), 6)}


def test_nothing_hangs_on_a_hand_without_doubts() -> None:
    assert stakes(seen(HAND, NO_DOUBT, **REST), fan) == ()


def test_who_takes_the_likeliest_reading_has_a_misread_tile_right() -> None:
    eyes = {1: (0.9, {"6m": 0.02, "8m": 0.03})}
    assert (
        repaired(seen(HAND.replace("6m", "9m"), eyes, **REST), fan).notation == NOTATION
    )
    whole = seen(HAND, NO_DOUBT, **REST)
    assert repaired(whole, fan) == whole
