"""Layouts on a table, photographed from all sides: the groups must not change."""

import pytest

from tests.table import SEVEN, TEN, THIRTEEN, WALL, Piece, canonical, groups, read

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


MORE_LAYOUTS: dict[str, tuple[list[Piece], dict[str, list[list[str]]]]] = {
    "a drawn tile close to a kong of four faces": (
        [
            ("C", -2.2, 0),
            ("1m", 0, 0),
            ("8s 8s 8s 8s", 1.3, 0),
            ("8m 8m 8m", 6.3, 0),
            ("back N N back", 10.3, 0),
            ("back 5m 5m back", 15.3, 0),
            ("6p", 5, -4),
        ],
        groups(
            hand="C",
            drawn="1m",
            meld="8m 8m 8m",
            kong="8s 8s 8s 8s|back N N back|back 5m 5m back",
            indicator="6p",
        ),
    ),
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
