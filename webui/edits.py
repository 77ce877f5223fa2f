"""Corrections: each function takes a sheet and gives the next one.

Pieces are named by their id, so that two phones that correct different tiles at the
same time both succeed; a tile that the other phone has removed raises `EditError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

from scorer.hand import Hand
from webui.errors import EditError
from webui.sheet import BACK, EMPTY, MELD_SIZES, UNREAD, Group, Piece, Sheet

Edit = Callable[[Sheet], Sheet]


def locate(sheet: Sheet, piece_id: int) -> tuple[int, Piece]:
    """Find a piece and the index of its group.

    Raises:
        EditError: it is no longer there.
    """
    for index, group in enumerate(sheet.groups):
        for piece in group.pieces:
            if piece.id == piece_id:
                return index, piece
    raise EditError("tile_gone")


def name(sheet: Sheet, piece_id: int, face: str) -> Sheet:
    """Say what a piece is. A meld has one kind: naming one of its tiles names all."""
    index, piece = locate(sheet, piece_id)
    group = sheet.groups[index]
    if group.kind == "meld":
        chosen = [p for p in group.pieces if p.face != BACK or p.id == piece_id]
    else:
        chosen = [piece]
    named = {p.id: replace(p, face=face, doubtful=False) for p in chosen}
    pieces = tuple(named.get(p.id, p) for p in group.pieces)
    return _with(sheet, index, pieces)


def remove(sheet: Sheet, piece_id: int) -> Sheet:
    """Take a piece away; the odd one of a meld alone, else the whole meld."""
    index, piece = locate(sheet, piece_id)
    return _drop(sheet, index, _together(sheet.groups[index], piece))


def add(sheet: Sheet, to: str, face: str) -> Sheet:
    """Put a tile down: `to` is a group, a kind of meld, or `auto`.

    `auto` fills the hand, then the drawn tile, then the indicator: the order of tapping
    a hand from the 34 faces.
    """
    if to == "auto":
        to = next_place(sheet)
    first = sheet.next_id
    if to in MELD_SIZES:
        pieces = tuple(Piece(first + i, face) for i in range(MELD_SIZES[to]))
        return _add_meld(sheet, Group("meld", pieces, to))
    return _append(sheet, to, (Piece(first, face),))


def next_place(sheet: Sheet) -> str:
    """Say where `add` with `auto` puts the next tile."""
    if len(sheet.group("hand").pieces) < sheet.full:
        return "hand"
    for kind in ("drawn", "indicator"):
        if not sheet.group(kind).pieces:
            return kind
    return "hand"


def lacks(sheet: Sheet) -> bool:
    """Say whether tiles of the hand, the drawn one included, are still missing."""
    held = len(sheet.group("hand").pieces) + len(sheet.group("drawn").pieces)
    return held <= sheet.full


def move(sheet: Sheet, piece_id: int, to: str) -> Sheet:
    """Move a piece to another group; to `meld`, its like go with it.

    The drawn tile and the indicator are one tile each: what lay there goes to the hand.
    """
    index, piece = locate(sheet, piece_id)
    group = sheet.groups[index]
    if to == "meld":
        return _make_meld(sheet, index, piece)
    if group.kind == to:
        return sheet
    going = _together(group, piece)
    sheet = _drop(sheet, index, going)
    if to in ("drawn", "indicator"):
        rest = (*sheet.group(to).pieces, *(p for p in going if p.id != piece_id))
        sheet = _append(_replace(sheet, to, ()), "hand", rest)
        going = (piece,)
    return _append(sheet, to, going)


def switch(sheet: Sheet, piece_id: int, how: str) -> Sheet:
    """Say which kind a meld is; a fourth tile comes or goes with it."""
    index, _ = locate(sheet, piece_id)
    group = sheet.groups[index]
    if group.kind != "meld":
        raise EditError("no_meld")
    return _set(sheet, index, _sized(replace(group, how=how), sheet.next_id))


def confirm(sheet: Sheet) -> Sheet:
    """Say that every doubtful tile is right as it stands."""
    groups = tuple(
        replace(group, pieces=tuple(replace(p, doubtful=False) for p in group.pieces))
        for group in sheet.groups
    )
    return replace(sheet, groups=groups)


def typed(sheet: Sheet, hand: Hand) -> Sheet:
    """Lay out a typed hand in place of what was there; the photograph goes."""
    ids = count(1)

    def pieces(tiles: Iterable[object]) -> tuple[Piece, ...]:
        return tuple(Piece(next(ids), str(tile)) for tile in tiles)

    groups = [
        Group("hand", pieces(hand.concealed)),
        Group("drawn", pieces([hand.winning] if hand.winning else [])),
        Group("indicator", pieces([hand.indicator] if hand.indicator else [])),
        Group("loose"),
    ]
    groups += [
        Group("meld", pieces([meld.tile] * MELD_SIZES[meld.kind]), meld.kind)
        for meld in hand.melds
    ]
    return replace(sheet, groups=tuple(groups), typed="")


def read(sheet: Sheet, groups: tuple[Group, ...], photo: int) -> Sheet:
    """Lay out what a photograph shows; what is not in it (the 混) stays as it was."""
    sheet_read = replace(sheet, groups=groups, photo=photo, typed="")
    kept = sheet.group("indicator").pieces
    if kept and not sheet_read.group("indicator").pieces:
        piece = replace(kept[0], id=sheet_read.next_id, seen=None)
        sheet_read = _append(sheet_read, "indicator", (piece,))
    return sheet_read


def turn(sheet: Sheet, face: str) -> Sheet:
    """Say which tile the table turned up."""
    sheet = replace(sheet, turned=face)
    pieces = sheet.group("indicator").pieces
    if pieces:
        return name(sheet, pieces[0].id, face)
    return _append(sheet, "indicator", (Piece(sheet.next_id, face),))


def clear(sheet: Sheet) -> Sheet:
    """Take all tiles away; the choices and what the table turned up stay."""
    sheet = replace(sheet, groups=EMPTY, typed="")
    return turn(sheet, sheet.turned) if sheet.turned else sheet


def _together(group: Group, piece: Piece) -> tuple[Piece, ...]:
    """Return what moves with a piece: a whole meld, unless the piece is its odd one."""
    odd = piece.known and piece.face != group.face
    return (piece,) if group.kind != "meld" or odd else group.pieces


def _make_meld(sheet: Sheet, index: int, piece: Piece) -> Sheet:
    group = sheet.groups[index]
    like = [p for p in group.pieces if p.face == piece.face and p.id != piece.id]
    going = (piece, *like[:3])
    meld = Group("meld", going, "exposed_kong" if len(going) == 4 else "pung")
    first = sheet.next_id
    return _add_meld(_drop(sheet, index, going), _sized(meld, first))


def _sized(meld: Group, first_id: int) -> Group:
    """Give a meld as many pieces as its kind has, those of the photograph first."""
    size = MELD_SIZES[meld.how]
    seen = sorted(meld.pieces, key=lambda piece: piece.seen is None)[:size]
    kept = [piece for piece in meld.pieces if piece in seen]
    face = meld.face
    added = [Piece(first_id + i, face) for i in range(size - len(kept))]
    return replace(meld, pieces=(*kept, *added))


def _add_meld(sheet: Sheet, meld: Group) -> Sheet:
    return replace(sheet, groups=(*sheet.groups, meld))


def _append(sheet: Sheet, kind: str, pieces: tuple[Piece, ...]) -> Sheet:
    if kind != "loose":  # a tile of the hand lies face up
        pieces = tuple(replace(p, face=UNREAD) if p.face == BACK else p for p in pieces)
    return _replace(sheet, kind, (*sheet.group(kind).pieces, *pieces))


def _replace(sheet: Sheet, kind: str, pieces: tuple[Piece, ...]) -> Sheet:
    index = next(i for i, group in enumerate(sheet.groups) if group.kind == kind)
    return _with(sheet, index, pieces)


def _drop(sheet: Sheet, index: int, going: tuple[Piece, ...]) -> Sheet:
    """Take pieces out of a group; a kong that lost its odd tile is a pung."""
    ids, group = {piece.id for piece in going}, sheet.groups[index]
    pieces = tuple(piece for piece in group.pieces if piece.id not in ids)
    how = "pung" if group.how and len(pieces) == MELD_SIZES["pung"] else group.how
    return _set(sheet, index, replace(group, pieces=pieces, how=how))


def _with(sheet: Sheet, index: int, pieces: tuple[Piece, ...]) -> Sheet:
    return _set(sheet, index, replace(sheet.groups[index], pieces=pieces))


def _set(sheet: Sheet, index: int, group: Group) -> Sheet:
    """Put a group in its place; a meld without tiles goes."""
    kept = (group,) if group.pieces or group.kind != "meld" else ()
    groups = (*sheet.groups[:index], *kept, *sheet.groups[index + 1 :])
    return replace(sheet, groups=groups)
