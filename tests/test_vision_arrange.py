"""Layouts on a table, photographed from all sides: the groups must not change."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.tiles import Tile
from vision.arrange import arrange
from vision.classify import Label, Sighting
from vision.spread import Spread

Piece = tuple[str, float, float]
"""Tiles in words, and where the first one's middle lies, in tile widths."""

TALL = 1.35


def label(text: str) -> Label:
    if text in ("back", "other"):
        return "back" if text == "back" else "other"
    return Tile.parse(text)


def camera(turn: float, tilt: float) -> np.ndarray:
    """A table seen turned by degrees; the far side shrinks by a tilt of 0 to 0.03."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    flat = 1 - 15 * tilt
    seen = np.array([[1, 0, 0], [0, flat, 0], [0, -tilt, 1]])
    return np.asarray(np.diag([40, 40, 1]) @ seen @ turned)


def photograph(
    pieces: Sequence[Piece], turn: float = 0, tilt: float = 0
) -> list[Sighting]:
    """Lay pieces of touching tiles and look at them; deterministic small drift."""
    view, rng, sightings = camera(turn, tilt), np.random.default_rng(0), []
    for words, x0, y0 in pieces:
        for i, word in enumerate(words.split()):
            x, y = np.array((x0 + 1.05 * i, y0)) + rng.normal(0, 0.03, 2)
            sides = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
            corners = [view @ (x + dx, y + dy * TALL, 1) for dx, dy in sides]
            first = int(rng.integers(4))
            points = [(float(u / w), float(v / w)) for u, v, w in corners]
            quad = tuple(points[first:] + points[:first])
            sightings.append(Sighting(label(word), 0.99, quad))
    return sightings


def read(pieces: Sequence[Piece], turn: float = 0, tilt: float = 0) -> Spread:
    return arrange(photograph(pieces, turn, tilt))


def canonical(spread: Spread) -> dict[str, list[list[str]]]:
    """The tiles by kind of group: of the hand and the loose ones the order is free."""
    groups: dict[str, list[list[str]]] = {}
    for group in spread.groups:
        tiles = sorted(str(spread.sightings[i]) for i in group.members)
        groups.setdefault(group.kind, []).append(tiles)
    return {kind: sorted(tiles) for kind, tiles in groups.items()}


THIRTEEN = "1m 2m 3m 4p 5p 6p 7s 8s 9s E E C C"
TEN = "1m 2m 3m 4p 5p 6p 7s 8s 9s E"
SEVEN = "1m 2m 3m 4p 5p 6p E"
WALL = "back back back back back back back back"


def groups(**kinds: str) -> dict[str, list[list[str]]]:
    return {
        kind: sorted(sorted(part.split()) for part in parts.split("|"))
        for kind, parts in kinds.items()
    }


LAYOUTS: dict[str, tuple[list[Piece], dict[str, list[list[str]]]]] = {
    "drawn right": (
        [(THIRTEEN, 0, 0), ("5m", 14.4, 0)],
        groups(hand=THIRTEEN, drawn="5m"),
    ),
    "drawn left": (
        [("5m", -2, 0), (THIRTEEN, 0, 0)],
        groups(hand=THIRTEEN, drawn="5m"),
    ),
    "drawn by half a tile": (
        [(THIRTEEN, 0, 0), ("5m", 14.2, 0)],
        groups(hand=THIRTEEN, drawn="5m"),
    ),
    "drawn above, nothing else": (
        [(THIRTEEN, 0, 0), ("5m", 10, -2.2)],
        groups(hand=THIRTEEN, drawn="5m"),
    ),
    "drawn and indicator": (
        [(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 6, -4)],
        groups(hand=THIRTEEN, drawn="5m", indicator="6m"),
    ),
    "fourteen in one row": (
        [(THIRTEEN + " 5m", 0, 0), ("6m", 6, -4)],
        groups(hand=THIRTEEN + " 5m", indicator="6m"),
    ),
    "one pung below": (
        [(TEN, 0, 0), ("5m", 11.5, 0), ("P P P", 0, 2.5), ("6m", 5, -4)],
        groups(hand=TEN, drawn="5m", meld="P P P", indicator="6m"),
    ),
    "melds in the hand's line": (
        [("2s 2s 2s", -9, 0), ("P P P", -5, 0), (SEVEN, 0, 0), ("E", 8.5, 0)],
        groups(hand=SEVEN, drawn="E", meld="2s 2s 2s|P P P"),
    ),
    "melds that touch": (
        [(SEVEN, 0, 0), ("E", 8.5, 0), ("2s 2s 2s P P P", 0, 3)],
        groups(hand=SEVEN, drawn="E", meld="2s 2s 2s|P P P"),
    ),
    "exposed kong": (
        [(TEN, 0, 0), ("5m", 11.5, 0), ("P P P P", 0, 2.5)],
        groups(hand=TEN, drawn="5m", kong="P P P P"),
    ),
    "concealed kong, two down": (
        [(TEN, 0, 0), ("5m", 11.5, 0), ("back P P back", 0, 2.5)],
        groups(hand=TEN, drawn="5m", kong="back P P back"),
    ),
    "concealed kong, three down": (
        [(TEN, 0, 0), ("5m", 11.5, 0), ("back back back P", 0, 2.5)],
        groups(hand=TEN, drawn="5m", kong="back back back P"),
    ),
    "four melds": (
        [
            ("5m", 0, 0),
            ("5m", 1.9, 0),
            ("2s 2s 2s", 0, 3),
            ("P P P", 4, 3),
            ("E E E E", 0, 6),
            ("back C C back", 5, 6),
            ("1p", 3, -6),
        ],
        groups(
            hand="5m",
            drawn="5m",
            meld="2s 2s 2s|P P P",
            kong="E E E E|back C C back",
            indicator="1p",
        ),
    ),
    "two rows": (
        [("1m 2m 3m 4p 5p 6p 7p", 0, 0), ("7s 8s 9s E E C C", 0, 1.6)],
        groups(hand="1m 2m 3m 4p 5p 6p 7p 7s 8s 9s E E C C"),
    ),
    "in sets": (
        [
            ("1m 2m 3m", 0, 0),
            ("4p 5p 6p", 3.8, 0),
            ("7s 7s 7s", 7.6, 0),
            ("E E", 11.4, 0),
            ("C C", 14.2, 0),
            ("C", 17.5, 0),
        ],
        groups(hand="1m 2m 3m 4p 5p 6p 7s 7s 7s E E C C", drawn="C"),
    ),
    "wall with the indicator turned up": (
        [
            (THIRTEEN, 0, 0),
            ("5m", 14.8, 0),
            ("back back back 6m back back", 2, -6),
            (WALL, 0, -12),
        ],
        groups(
            hand=THIRTEEN,
            drawn="5m",
            indicator="6m",
            loose=f"{WALL} back back back back back",
        ),
    ),
    "discards": (
        [
            (THIRTEEN, 0, 0),
            ("5m", 14.8, 0),
            ("1p 9p N 3s 2m 8s", 3, -6),
            ("W W 4m", 3, -7.4),
        ],
        groups(hand=THIRTEEN, drawn="5m", loose="1p 9p N 3s 2m 8s W W 4m"),
    ),
    "a neighbour's kong when there is no room": (
        [(THIRTEEN + " 5m", 0, 0), ("P P P P", 3, -5)],
        groups(hand=THIRTEEN + " 5m", loose="P P P P"),
    ),
    "a kong that touches": (
        [(TEN + " 5m P P P P", 0, 0)],
        groups(hand=TEN + " 5m", kong="P P P P"),
    ),
    "flowers at the end": (
        [("other other " + THIRTEEN + " 5m", 0, 0)],
        groups(hand=THIRTEEN + " 5m", loose="other other"),
    ),
    "an unread tile in the row": (
        [("1m 2m other 4p 5p 6p 7s 8s 9s E E C back", 0, 0), ("5m", 14.8, 0)],
        groups(hand="1m 2m other 4p 5p 6p 7s 8s 9s E E C back", drawn="5m"),
    ),
    "a tile short": (
        [(TEN + " C C", 0, 0), ("5m", 13.6, 0)],
        groups(hand=TEN + " C C", drawn="5m"),
    ),
    "a gap in the row": (
        [("1m 2m 3m 4p 5p 6p", 0, 0), ("7s 8s 9s E E C C", 6.9, 0), ("5m", 15.8, 0)],
        groups(hand=THIRTEEN, drawn="5m"),
    ),
    "strewn": (
        [("1m", 0, 0), ("2m", 6, 3), ("3m", 1, 9)],
        groups(hand="1m 2m 3m"),
    ),
    "a heap": (
        [(f"{i}s", 7.0 * i, 3.0 * (i * i % 5)) for i in range(1, 10)]
        + [(f"{i}p", 7.0 * i, 20.0 + 3 * (i * i % 5)) for i in range(1, 10)],
        groups(loose=" ".join(f"{i}s {i}p" for i in range(1, 10))),
    ),
    "a row too long for a hand": (
        [(THIRTEEN + " 1p 9p N", 0, 0)],
        groups(hand=THIRTEEN + " 1p 9p N"),
    ),
    "indicator nearer than the discards": (
        [(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 2, -4), ("9p N 3s", 8, -9)],
        groups(hand=THIRTEEN, drawn="5m", indicator="6m", loose="9p N 3s"),
    ),
    "two tiles apart: neither is the indicator": (
        [(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 2, -6), ("9p", 9, -6)],
        groups(hand=THIRTEEN, drawn="5m", loose="6m 9p"),
    ),
    "a discard near the hand was not drawn": (
        [(THIRTEEN, 0, 0), ("3s", 8, -3), ("N 2m", 9.3, -3.4)],
        groups(hand=THIRTEEN, loose="3s N 2m"),
    ),
    "no face": ([(WALL, 0, 0)], groups(loose=WALL)),
    "only a kong": ([("E E E E", 0, 0)], groups(hand="E E E E")),
}


@pytest.mark.parametrize("turn", [0, 7, 45, 90, 180, 270, 305])
@pytest.mark.parametrize("name", LAYOUTS)
def test_groups_are_the_same_whichever_way_the_camera_is_turned(
    name: str, turn: float
) -> None:
    pieces, want = LAYOUTS[name]
    assert canonical(read(pieces, turn)) == want


@pytest.mark.parametrize("tilt", [0.01, 0.02])
@pytest.mark.parametrize("turn", [0, 180, 12])
@pytest.mark.parametrize("name", LAYOUTS)
def test_groups_are_the_same_when_the_camera_is_tilted(
    name: str, turn: float, tilt: float
) -> None:
    pieces, want = LAYOUTS[name]
    assert canonical(read(pieces, turn, tilt)) == want


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


MORE_LAYOUTS: dict[str, tuple[list[Piece], dict[str, list[list[str]]]]] = {
    "kongs with touching backs beside the hand": (
        [
            ("1m 2m 3m 4p", 0, 0),
            ("5m", 5.6, 0),
            ("C C C back P P back E E E", 8, 0),
            ("6m", 2, -4),
        ],
        groups(
            hand="1m 2m 3m 4p",
            drawn="5m",
            meld="C C C|E E E",
            kong="back P P back",
            indicator="6m",
        ),
    ),
    "a neighbour's kong nearer than the indicator": (
        [(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 2, -4), ("P P P P", 9, -4)],
        groups(hand=THIRTEEN, drawn="5m", indicator="6m", loose="P P P P"),
    ),
    "four melds in two rows, drawn tile and indicator": (
        [
            ("1p", 0, 0),
            ("9s", 1.9, 0),
            ("2s 2s 2s", -2, -4),
            ("P P P", 2, -4),
            ("E E E E", -2, -5.7),
            ("back C C back", 3, -5.7),
            ("5m", 1, -9),
        ],
        groups(
            hand="1p",
            drawn="9s",
            meld="2s 2s 2s|P P P",
            kong="E E E E|back C C back",
            indicator="5m",
        ),
    ),
}


@pytest.mark.parametrize("turn", [0, 45, 90])
@pytest.mark.parametrize("name", MORE_LAYOUTS)
def test_melds_drawn_tile_and_indicator_together(name: str, turn: float) -> None:
    pieces, want = MORE_LAYOUTS[name]
    assert canonical(read(pieces, turn)) == want
