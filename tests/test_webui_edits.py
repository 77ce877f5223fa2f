"""Corrections of a sheet, one function each."""

import pytest

from scorer.hand import Hand
from webui import edits
from webui.errors import EditError
from webui.sheet import BACK, UNREAD, Group, Piece, Sheet, needs_face


def lay(line: str) -> Sheet:
    return edits.typed(Sheet(), Hand.parse(line))


def find(sheet: Sheet, face: str) -> int:
    return next(piece.id for piece in sheet.pieces if piece.face == face)


def with_meld(*faces: str, how: str = "pung") -> Sheet:
    pieces = tuple(Piece(50 + i, face, seen=i) for i, face in enumerate(faces))
    sheet = lay("12m +5m /E")
    return Sheet((*sheet.groups, Group("meld", pieces, how)))


def test_naming_one_tile_of_a_meld_names_all_but_the_face_down_ones() -> None:
    assert edits.name(with_meld("2p", "2p", "5p"), 52, "2p").melds[0].face == "2p"
    kong = edits.name(with_meld(BACK, "E", "E", BACK, how="concealed_kong"), 51, "N")
    assert [piece.face for piece in kong.melds[0].pieces] == [BACK, "N", "N", BACK]


def test_a_kong_all_face_down_asks_for_one_face() -> None:
    sheet = with_meld(BACK, BACK, BACK, BACK, how="concealed_kong")
    asked = [p.id for p in sheet.melds[0].pieces if needs_face(p, sheet.melds[0])]
    assert asked == [50]
    assert sheet.notation == "12m [????] +5m /E"
    assert edits.name(sheet, 50, "N").notation == "12m [NNNN] +5m /E"


def test_the_odd_tile_of_a_meld_moves_alone_and_the_rest_together() -> None:
    sheet = with_meld("2p", "2p", "2p", "5s", how="exposed_kong")
    alone = edits.move(sheet, 53, "hand")
    assert alone.notation == "12m 5s (222p) +5m /E"
    assert edits.move(sheet, 50, "hand").notation == "12m 222p 5s +5m /E"
    assert edits.remove(with_meld("2p", "2p", "2p"), 51).melds == ()


def test_a_tile_moved_to_a_meld_takes_its_like_along() -> None:
    sheet = edits.move(lay("12m 2222p +5m /E"), 3, "meld")
    assert sheet.notation == "12m (2222p) +5m /E"
    sheet = edits.move(lay("12m 2p +5m /E"), 3, "meld")
    assert sheet.notation == "12m (222p) +5m /E"


def test_there_is_one_drawn_tile_and_one_indicator() -> None:
    sheet = lay("12m +5m /E")
    sheet = edits.move(sheet, find(sheet, "2m"), "drawn")
    assert sheet.notation == "15m +2m /E"
    sheet = edits.move(sheet, find(sheet, "1m"), "indicator")
    assert sheet.notation == "5m E +2m /1m"


def test_a_meld_tile_called_the_drawn_one_leaves_the_rest_in_the_hand() -> None:
    sheet = edits.move(with_meld("2p", "2p", "2p"), 51, "drawn")
    assert sheet.notation == "125m 22p +2p /E"


def test_a_face_down_tile_in_the_hand_is_unread_and_left_out_is_not() -> None:
    sheet = with_meld(BACK, "E", "E", BACK, how="concealed_kong")
    odd = edits.move(edits.move(sheet, 50, "loose"), 50, "hand")
    assert odd.group("hand").pieces[-1].face == UNREAD


def test_switching_keeps_the_pieces_of_the_photograph() -> None:
    kong = edits.switch(with_meld("2p", "2p", "2p"), 50, "concealed_kong")
    assert [piece.seen for piece in kong.melds[0].pieces] == [0, 1, 2, None]
    pung = edits.switch(kong, 50, "pung")
    assert [piece.seen for piece in pung.melds[0].pieces] == [0, 1, 2]
    with pytest.raises(EditError):
        edits.switch(kong, find(kong, "1m"), "pung")


def test_moving_to_where_it_lies_changes_nothing() -> None:
    sheet = lay("12m +5m /E")
    assert edits.move(sheet, find(sheet, "1m"), "hand") == sheet


def test_clearing_takes_all_tiles_away() -> None:
    assert edits.clear(lay("12m +5m /E")) == Sheet()
