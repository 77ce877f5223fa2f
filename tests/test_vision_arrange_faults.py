"""Tables as faulty eyes see them: blank backs, doubled and faint finds, tiles not found."""

from dataclasses import replace

import numpy as np
import pytest

from tests.table import SEVEN, TEN, THIRTEEN, Piece, canonical, groups, photograph, read
from vision.arrange import arrange
from vision.classify import Sighting


def moved(one: Sighting, along: float, wide: float = 1.0, **changes: float) -> Sighting:
    """A find as another one, some of its widths to the right, and as wide as a part."""
    quad = np.array(one.corners)
    middle, width = quad.mean(0), float(np.ptp(quad[:, 0]))
    quad = middle + (quad - middle) * (wide, 1) + (along * width, 0)
    corners = tuple((x, y) for x, y in quad.tolist())
    return replace(one, corners=corners, **changes)  # type: ignore[arg-type]


def turned(one: Sighting, degrees: float) -> Sighting:
    """A find turned about its middle."""
    quad, angle = np.array(one.corners), np.radians(degrees)
    c, s = np.cos(angle), np.sin(angle)
    quad = quad.mean(0) + (quad - quad.mean(0)) @ np.array([[c, s], [-s, c]])
    return replace(one, corners=tuple((x, y) for x, y in quad.tolist()))


@pytest.mark.parametrize("turn", [0, 90, 200])
def test_blank_backs_read_as_white_are_a_wall_and_kongs(turn: float) -> None:
    pieces: list[Piece] = [
        (SEVEN, 0, 0),
        ("E", 8.5, 0),
        ("P P 4p P", 0, 3),
        ("P 9s 9s P", 4.6, 3),
        ("P P P 6m P P P P", 0, -4),
    ]
    spread = read(pieces, turn)
    assert canonical(spread) == groups(
        hand=SEVEN,
        drawn="E",
        kong="back back 4p back|back 9s 9s back",
        indicator="6m",
        loose="back back back back back back back",
    )
    assert "[4444p]" in spread.notation
    assert "[9999s]" in spread.notation


def test_a_true_white_in_the_hand_stays_one_beside_a_wall_of_blank_backs() -> None:
    hand = "1m 2m 3m 4p 5p 6p 7s 8s 9s E P P P"
    pieces = [(hand, 0, 0), ("5m", 14.8, 0), ("P P P P P P P P", 2, -6)]
    spread = read(pieces)
    assert canonical(spread)["hand"] == [sorted(hand.split())]


def test_a_pung_of_white_is_one_beside_a_blank_backed_kong() -> None:
    pieces = [(SEVEN, 0, 0), ("E", 8.5, 0), ("P P P", 0, 3), ("P 9s 9s P", 3.6, 3)]
    spread = read(pieces)
    assert canonical(spread)["meld"] == [["P", "P", "P"]]
    assert spread.notation.endswith("(PPP) [9999s] +E")


def test_backs_without_an_edge_between_them_are_as_wide_as_tiles() -> None:
    """Four finds where three backs touch, two of them over each other: three tiles."""
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("back back back P", 0, 2.5)]
    seen = photograph(pieces)
    backs = [i for i, one in enumerate(seen) if str(one) == "back"]
    for i, along in zip(backs[1:], (0.1, 0.15), strict=True):
        seen[i] = moved(seen[i], along, 0.7, found=0.7)
    doubled = moved(seen[backs[1]], 0.7, 1, found=0.4)
    spread = arrange([*seen, doubled])
    assert canonical(spread)["kong"] == [["P", "back", "back", "back"]]
    assert canonical(spread)["hand"] == [sorted(TEN.split())]
    assert canonical(spread)["loose"] == [["back"]]


@pytest.mark.parametrize("kong", ["9s back back 9s", "back back 9s back"])
def test_backs_found_over_each_other_are_two_where_there_is_room(kong: str) -> None:
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), (kong, 0, 2.5), ("6m", 5, -4)]
    seen = photograph(pieces)
    at = next(i for i, one in enumerate(seen) if str(one) == "back") + 1
    seen[at - 1] = moved(seen[at - 1], 0.16)
    seen[at] = moved(seen[at], -0.22, found=0.5)
    want = groups(hand=TEN, drawn="5m", kong=kong, indicator="6m")
    assert canonical(arrange(seen)) == want


def test_a_find_over_the_edge_between_two_backs_is_no_third_one() -> None:
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("9s back back 9s", 0, 2.5)]
    seen = photograph(pieces)
    first = next(i for i, one in enumerate(seen) if str(one) == "back")
    over = moved(seen[first], 0.55, 1.4, found=0.45)
    spread = arrange([*seen, over])
    kong = next(group for group in spread.groups if group.kind == "kong")
    assert kong.members == (first - 1, first, first + 1, first + 2)


def test_a_drawn_tile_that_touches_concealed_kongs_makes_no_wall_of_them() -> None:
    kongs = "E back back back 3s back back 3s"
    spread = read([(SEVEN, 0, 0), ("5m " + kongs, 8.5, 0), ("6m", 2, -4)])
    want = groups(
        hand=SEVEN,
        drawn="5m",
        kong="E back back back|3s back back 3s",
        indicator="6m",
    )
    assert canonical(spread) == want


def test_the_face_of_a_wall_nearer_than_a_meld_is_the_indicator() -> None:
    pieces = [(SEVEN, 0, 0), ("5m", 8.5, 0), ("6m back back", 2, -4)]
    spread = read([*pieces, ("P P P", 0, 2.5), ("E E E E", 0, 8)])
    want = groups(
        hand=SEVEN,
        drawn="5m",
        meld="P P P",
        kong="E E E E",
        indicator="6m",
        loose="back back",
    )
    assert canonical(spread) == want


def test_a_tile_found_twice_is_one_tile() -> None:
    seen = photograph([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 6, -4)])
    spread = arrange([*seen, moved(seen[5], 0.4, found=0.5)])
    assert canonical(spread) == groups(
        hand=THIRTEEN, drawn="5m", indicator="6m", loose="6p"
    )


def test_the_front_of_a_tile_beside_the_drawn_one_hides_it_not() -> None:
    pieces = [(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 6, -4), ("P", 14.8, 1.1)]
    seen = photograph(pieces)
    seen[-1] = replace(seen[-1], found=0.5)
    want = groups(hand=THIRTEEN, drawn="5m", indicator="6m", loose="P")
    assert canonical(arrange(seen)) == want


@pytest.mark.parametrize("found", [0.45, 0.65])
def test_a_faint_back_beside_a_pung_makes_no_kong_of_it(found: float) -> None:
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("4m 4m 4m back", 0, 2.5), ("6m", 5, -4)]
    seen = photograph(pieces)
    at = next(i for i, one in enumerate(seen) if str(one) == "back")
    seen[at] = replace(seen[at], found=found)
    spread = arrange(seen)
    assert spread.notation.endswith("(444m) +5m /6m")


def test_a_faint_back_between_hand_and_drawn_tile_parts_them() -> None:
    seen = photograph([(THIRTEEN + " back 5m", 0, 0), ("6m", 6, -4)])
    seen[13] = replace(seen[13], found=0.4)
    want = groups(hand=THIRTEEN, drawn="5m", indicator="6m", loose="back")
    assert canonical(arrange(seen)) == want


@pytest.mark.parametrize("kong", ["back 9s 9s", "9s 9s back", "back back 9s"])
def test_a_concealed_kong_of_which_a_tile_was_not_found_is_one(kong: str) -> None:
    spread = read([(TEN, 0, 0), ("5m", 11.5, 0), (kong, 0, 2.5), ("6m", 5, -4)])
    assert spread.notation.endswith("[9999s] +5m /6m")


def test_the_face_at_the_end_of_a_short_wall_is_the_indicator() -> None:
    spread = read([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("back back 6m", 3, -5)])
    want = groups(hand=THIRTEEN, drawn="5m", indicator="6m", loose="back back")
    assert canonical(spread) == want


def test_a_faint_find_nearer_than_the_indicator_is_not_taken_for_it() -> None:
    pieces = [(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("9p", 2, -3.4), ("6m", 8, -4)]
    seen = photograph(pieces)
    seen[14] = replace(seen[14], found=0.5, confidence=0.9)
    assert arrange(seen).notation.endswith("+5m /6m")


def test_a_misread_indicator_is_still_the_indicator() -> None:
    seen = photograph([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 6, -4)])
    rivals = (("9m", 0.3), ("8m", 0.3))
    seen[-1] = replace(seen[-1], confidence=0.35, rivals=rivals, found=0.9)
    spread = arrange(seen)
    assert spread.notation.endswith("+5m /6m")
    assert len(seen) - 1 in spread.doubtful


def test_a_doubtful_find_at_the_end_of_the_row_leaves_the_drawn_tile_drawn() -> None:
    pieces = [("W " + SEVEN, -1, 0), ("5m", 8.5, 0), ("P P P E E E", 0, 2.5)]
    seen = photograph([*pieces, ("6m", 2, -4)])
    rivals = (("S", 0.35), ("other", 0.13))
    seen[0] = replace(seen[0], found=0.7, confidence=0.5, rivals=rivals)
    want = groups(hand=SEVEN, drawn="5m", meld="P P P|E E E", indicator="6m", loose="W")
    assert canonical(arrange(seen)) == want


@pytest.mark.parametrize("degrees", [-30, -18, 20, 28])
@pytest.mark.parametrize("hand", [THIRTEEN, TEN])
def test_a_tile_turned_against_the_row_it_touches_was_drawn(
    hand: str, degrees: float
) -> None:
    count = len(hand.split())
    seen = photograph([(f"{hand} 5m", 0, 0), ("6m", 6, -4), ("P P P", 0, 3)])
    seen[count] = turned(moved(seen[count], 0.15), degrees)
    seen = seen[: count + 2] if hand == THIRTEEN else seen
    spread = arrange(seen)
    assert canonical(spread)["hand"] == [sorted(hand.split())]
    assert canonical(spread)["drawn"] == [["5m"]]


@pytest.mark.parametrize("stranger", ["other", "P", "2s"])
def test_a_stranger_beside_it_hides_no_drawn_tile_and_no_indicator(
    stranger: str,
) -> None:
    """Print, or a tile's side, that is less surely found than the tiles of the table."""
    tiles = [(TEN, 0, 0), (f"5m {stranger} 9s 9s 9s", 11.5, 0)]
    seen = photograph([*tiles, (f"6m {stranger}", 5, -4)])
    for i in (11, 16):
        seen[i] = replace(seen[i], found=0.7)
    spread = arrange(seen)
    assert spread.notation.endswith("E (999s) +5m /6m")


def test_print_less_surely_found_than_tiles_is_no_indicator() -> None:
    seen = photograph([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("P", 2, -3), ("6m", 6, -6)])
    seen = [replace(one, found=0.92) for one in seen]
    seen[-2] = replace(seen[-2], found=0.65)
    assert arrange(seen).notation.endswith("+5m /6m")


def test_in_a_dim_photograph_a_tile_as_sure_as_all_others_is_one() -> None:
    seen = photograph([(THIRTEEN, 0, 0), ("5m", 14.8, 0), ("6m", 6, -4)])
    seen = [replace(one, found=0.6) for one in seen]
    assert arrange(seen).notation.endswith("+5m /6m")


def test_the_indicator_of_a_wall_nearer_than_a_kong_is_no_kong() -> None:
    pieces = [("6m 7m 8m 7s", 0, 0), ("5m", 5.8, 0), ("4s 4s 4s", -4.5, 0)]
    pieces += [("3s 3s 3s", -8.2, 0), ("back back C back", -13, 0)]
    spread = read([*pieces, ("back back 3p back", 1, -4)])
    assert spread.notation.endswith("(444s) (333s) [CCCC] +5m /3p")


def test_a_tile_beside_a_longer_column_of_print_is_of_its_kong() -> None:
    column: list[Piece] = [("other", 3.15, 2.5 + 1.4 * i) for i in range(1, 8)]
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("W W W W", 0, 2.5), ("6m", 5, -4)]
    seen = photograph([*pieces, *column])
    seen = [replace(one, found=0.6) if str(one) == "other" else one for one in seen]
    assert arrange(seen).notation.endswith("(WWWW) +5m /6m")


def test_blank_backs_of_a_wall_read_half_as_white_are_no_kongs() -> None:
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("4s 4s 4s", 0, 2.5), ("P", 14, -6)]
    pieces += [("P back P back 6m back back back", 2, -4), ("P", 16, -5), ("P", 18, -7)]
    assert read(pieces).notation.endswith("(444s) +5m /6m")


def test_print_like_a_concealed_kong_is_none_beside_a_surer_one() -> None:
    pieces = [(TEN, 0, 0), ("5m", 11.5, 0), ("back back 2s", 2, -4)]
    seen = photograph([*pieces, ("back C back back", 0, 3), ("6m", 7, -8)])
    seen[11:14] = [replace(one, found=0.4) for one in seen[11:14]]
    assert arrange(seen).notation.endswith("[CCCC] +5m /6m")
