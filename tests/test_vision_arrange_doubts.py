"""Single tables: misread tiles, what is hardly a find, and what there is to ask."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table import (
    TEN,
    THIRTEEN,
    WALL,
    Piece,
    canonical,
    groups,
    label,
    photograph,
    read,
)
from vision.arrange import arrange
from vision.classify import Sighting
from vision.spread import Spread


def test_nothing_seen_is_an_empty_spread() -> None:
    assert arrange([]) == Spread((), ())


def test_a_misread_tile_of_a_meld_still_belongs_to_it() -> None:
    sightings = photograph([(TEN, 0, 0), ("5m", 11.5, 0), ("2p 2p 3p", 0, 3)])
    last = sightings[-1]
    assert canonical(arrange(sightings)) != groups(
        hand=TEN, drawn="5m", meld="2p 2p 3p"
    )
    rivals = (("2p", 0.2), ("5p", 0.01))
    sightings[-1] = Sighting(last.label, 0.7, last.corners, rivals)
    spread = arrange(sightings)
    assert canonical(spread) == groups(hand=TEN, drawn="5m", meld="2p 2p 3p")
    assert spread.notation.endswith("(222p) +5m")
    assert spread.doubtful == (len(sightings) - 1,)


def test_a_find_that_is_hardly_sure_is_not_taken_for_the_indicator() -> None:
    sightings = photograph([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("P", 6, -4)])
    last = sightings[-1]
    sightings[-1] = Sighting(last.label, 0.7, last.corners, found=0.4)
    want = groups(hand=THIRTEEN, drawn="5m", loose="P")
    assert canonical(arrange(sightings)) == want


def test_the_hand_is_read_from_left_to_right_and_row_by_row() -> None:
    pieces = [("9p 1p 5s", 0, 2), ("E 4m 3m", 0, 0), ("2s 2s", 3.8, 0)]
    assert read(pieces).notation == "E 43m 22s 91p 5s"
    assert read(pieces, 20).notation == "E 43m 22s 91p 5s"
    assert read([("E 4m 3m 9p", 0, 0)], 90).notation == "E 43m 9p"


points = st.floats(-1000, 1000, allow_nan=False, width=32)
labels = st.sampled_from(["1m", "2m", "2m", "E", "back", "other"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(labels, points, points, points, points), max_size=40))
def test_every_sighting_is_in_one_group_whatever_was_seen(
    tiles: list[tuple[str, float, float, float, float]],
) -> None:
    sightings = []
    for text, x, y, along, aside in tiles:
        sides = np.array([(along, aside), (-aside - 1, along + 1)])
        if abs(np.linalg.det(sides)) >= 1:
            quad = (x, y) + np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) @ sides
            corners = tuple((float(u), float(v)) for u, v in quad)
            sightings.append(Sighting(label(text), 0.9, corners))
    spread = arrange(sightings)
    assert sum(len(group.members) for group in spread.groups) == len(sightings)


def asked(spread: Spread) -> list[tuple[str, str]]:
    """What there is to ask, with the tiles it is about."""
    return [
        (one.what, " ".join(str(spread.sightings[i]) for i in one.members))
        for one in spread.questions
    ]


def test_a_plain_layout_leaves_nothing_to_ask() -> None:
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("back P P back", 0, 2.5), ("6m", 5, -4)]
    spread = read(pieces)
    assert asked(spread) == []
    whats = [one.what for one in spread.decisions]
    assert whats == ["hand", "drawn", "meld", "kong_kind", "indicator"]
    assert all(0.8 <= one.confidence <= 1 for one in spread.decisions)


def test_a_drawn_tile_still_in_the_row_is_asked_for() -> None:
    spread = read([(THIRTEEN + " 5m", 0, 0), ("6m", 6, -4)])
    assert asked(spread) == [("drawn_in_row", "")]


def test_no_drawn_tile_and_no_indicator_in_view_are_asked_for() -> None:
    assert sorted(asked(read([(THIRTEEN, 0, 0)]))) == [("drawn", ""), ("indicator", "")]


def test_two_tiles_that_may_be_the_indicator_are_a_question() -> None:
    spread = read([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 2, -4), ("9p", 9, -5.2)])
    assert [what for what, _ in asked(spread)] == ["indicator"]


def test_of_two_tiles_apart_the_much_nearer_one_is_the_indicator_unasked() -> None:
    spread = read([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 2, -4), ("9p", 9, -5.8)])
    assert spread.notation.endswith("+5m /6m")
    assert asked(spread) == []


def test_a_far_tile_is_the_indicator_where_the_drawn_one_lies_apart_too() -> None:
    """All of a hand in one row is mostly not a table laid to show what there is."""
    far: Piece = ("9p", 9, -10.4)
    apart = read([(THIRTEEN, 0, 0), ("5m", 14.8, 0), far])
    assert apart.notation.endswith("+5m /9p")
    in_row = read([(f"{THIRTEEN} 5m", 0, 0), far])
    assert "/" not in in_row.notation


def test_a_tile_across_the_table_is_no_indicator() -> None:
    spread = read([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("9p", 9, -16)])
    assert spread.notation.endswith("EECC +5m")


def test_of_two_single_tiles_beside_four_melds_the_right_one_was_drawn() -> None:
    """Right for who sits there: the wall lies ahead of him, however the camera is turned."""
    pieces: list[Piece] = [
        ("1p", 0, 0),
        ("9s", 1.9, 0),
        ("2s 2s 2s", 4, 0),
        ("P P P", 7.6, 0),
        ("E E E E", 11.2, 0),
        ("back C C back", 15.8, 0),
        ("5m", 5, -4),
        (WALL, 2, -9),
    ]
    for turn in (0, 90, 180, 270, 200):
        spread = read(pieces, turn)
        assert canonical(spread)["drawn"] == [["9s"]]
        assert canonical(spread)["hand"] == [["1p"]]
        assert "drawn" in [what for what, _ in asked(spread)]


def test_a_face_down_tile_that_may_be_a_face_makes_the_kind_of_kong_a_question() -> (
    None
):
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("P P P back", 0, 2.5), ("6m", 5, -4)]
    sightings = photograph(pieces)
    seen = sightings[14]
    assert str(seen) == "back"
    sightings[14] = Sighting("back", 0.55, seen.corners, (("P", 0.45),))
    spread = arrange(sightings)
    assert ("kong_kind", "P P P back") in asked(spread)


def test_what_is_hardly_a_find_beside_the_drawn_tile_hides_it_not() -> None:
    sightings = photograph([(THIRTEEN, 0, 0), ("5m N", 14.8, 0), ("6m", 6, -4)])
    faint = sightings[14]
    sightings[14] = Sighting(faint.label, 0.5, faint.corners, found=0.3)
    want = groups(hand=THIRTEEN, drawn="5m", indicator="6m", loose="N")
    assert canonical(arrange(sightings)) == want


@pytest.mark.parametrize("turn", [0, 35, 180])
def test_a_die_or_a_wind_marker_is_no_indicator(turn: float) -> None:
    pieces = [(THIRTEEN, -6.0, 0.0), ("5m", 8.5, 0.0), ("E", 1.0, -4.0)]
    seen = photograph(pieces, turn, 0.004)
    whole = arrange(seen)
    assert canonical(whole)["indicator"] == [["E"]]
    quad = np.array(seen[-1].corners)
    small = quad.mean(0) + (quad - quad.mean(0)) * 0.5
    marker = replace(seen[-1], corners=tuple((x, y) for x, y in small.tolist()))
    spread = canonical(arrange([*seen[:-1], marker]))
    assert "indicator" not in spread
    assert spread["drawn"] == [["5m"]]


def test_of_a_table_full_of_tiles_each_is_in_one_group() -> None:
    rows = [(" ".join(["1p", "9s", "E"] * 6), 0.0, 1.6 * i) for i in range(8)]
    spread = read(rows)
    assert sum(len(group.members) for group in spread.groups) == 8 * 18
