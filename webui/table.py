"""The table of a game: its seats, and everything said of a deal before it ends."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.tiles import Tile, wilds
from webui import deal, edits, forms, judge
from webui.edits import Edit
from webui.ledger import new_key
from webui.photo import look, no_tile, store
from webui.seated import Seated, ledger, opened, seated_hand, shut_words
from webui.sheet import KONG_KINDS, MARKS, SEATS, Sheet

bp = Blueprint("table", __name__)
MOST_FAN = 9_999
"""Of a win entered by its fan alone: more is a slip of the thumb."""
PANELS = ("win", "kongs", "draw", "false", "turned", "more")


@bp.get("/games/<game_id>")
def show(game_id: str) -> str:
    """Show the four seats, the dealer, the 锅, and what can be done next."""
    return table_page(opened(ledger().game(game_id)))


@bp.get("/games/<game_id>/lines/<int:entry>/correct")
def correct(game_id: str, entry: int) -> str:
    """Show a past deal as it was played, to be put right."""
    return table_page(opened(ledger().game(game_id), entry))


def table_page(at: Seated, notice: str = "") -> str:
    """Render the table, with one sentence on top when something was refused."""
    sheet, game = at.record.sheet, at.game
    rules = game.terms.house
    line = game.line(sheet.entry) if sheet.entry else None
    last = game.rounds[-1] if game.rounds else None
    asked = request.args.get("open", "")
    won = sheet.choices.winner if line and line.winner is not None else None
    return render_template(
        "table.html",
        at=at,
        game=game,
        notice=notice or shut_words(at),
        rules=rules,
        line=line,
        last=last,
        rule=last and deal.rule(game, last),
        panel=asked if asked in PANELS and not at.shut else "",
        wild=_wilds(sheet),
        kongs=deal.counted(sheet.choices.kongs),
        kong_kinds=KONG_KINDS,
        marks=MARKS if rules.wild_discard == "penalty" else MARKS[1:],
        seats=SEATS,
        key=new_key(),
        winner=request.form.get("winner", won, int),
        dice=request.args.get("dice", "", str)[:5],
    )


def _wilds(sheet: Sheet) -> list[str]:
    if not sheet.turned:
        return []
    around = judge.house(sheet.choices.house).wild_neighbours
    return sorted(map(str, wilds(Tile.parse(sheet.turned), around)))


def _change(hand_id: str, edit: Edit, panel: str | None = None) -> Response:
    at = seated_hand(hand_id)
    at.change(edit)
    return redirect(at.home + (f"?open={panel}" if panel else ""), code=303)


@bp.post("/hands/<hand_id>/deal/stakes")
def stake(hand_id: str) -> Response:
    """Take a tap on a seat: 坐庄, or one more 拉庄."""
    offered = seated_hand(hand_id).game.terms.house.offer_stakes
    return _change(hand_id, forms.stake_edit(offered))


@bp.post("/hands/<hand_id>/deal/kongs")
def kong(hand_id: str) -> Response:
    """Count one more kong of a seat."""
    return _change(hand_id, forms.kong_edit(), "kongs")


@bp.post("/hands/<hand_id>/deal/marks")
def mark(hand_id: str) -> Response:
    """Mark a seat as 小相公 or 大相公, or clear it."""
    return _change(hand_id, forms.mark_edit(), "more")


@bp.post("/hands/<hand_id>/deal/chan")
def chan(hand_id: str) -> Response:
    """Say that 铲 happened, or did not."""

    def edit(sheet: Sheet) -> Sheet:
        choices = replace(sheet.choices, chan=not sheet.choices.chan)
        return replace(sheet, choices=choices)

    return _change(hand_id, edit)


@bp.post("/hands/<hand_id>/deal/false")
def false_win(hand_id: str) -> Response:
    """Say who cried a win falsely; the same seat again takes it back."""
    seat = forms.seat()

    def edit(sheet: Sheet) -> Sheet:
        cried = None if sheet.choices.false_win == seat else seat
        return replace(sheet, choices=replace(sheet.choices, false_win=cried))

    return _change(hand_id, edit, "false")


@bp.post("/hands/<hand_id>/deal/turned")
def turn(hand_id: str) -> Response:
    """Say which tile was turned up: tapped, or photographed alone."""
    sent = forms.upload()
    face = _photographed(*sent) if sent else forms.face()
    answer = _change(hand_id, lambda sheet: edits.turn(sheet, face))
    if request.args.get("to") == "check":
        return redirect(url_for("hand.check", hand_id=hand_id), code=303)
    return answer


def _photographed(name: str, content: bytes) -> str:
    """Read the one tile of a photograph.

    Raises:
        UploadError: If it shows no tile.
    """
    seen = look(name, content)
    faces = [
        piece.face for group in seen.groups for piece in group.pieces if piece.known
    ]
    if not faces:
        raise no_tile(name, seen, "turned_no_tile")
    return faces[0]


@bp.post("/hands/<hand_id>/deal/undo")
def undo(hand_id: str) -> Response:
    """Take back the last thing said of this deal."""
    at = seated_hand(hand_id)
    store().undo(hand_id)
    return redirect(at.home, code=303)


@bp.post("/hands/<hand_id>/deal/win")
def win(hand_id: str) -> Response:
    """Say who won, and how his hand comes: photographed, tapped, or its fan alone."""
    at, seat = seated_hand(hand_id), forms.seat("winner")
    by = forms.one("by", ("photo", "tiles", "fan"), "photo")
    fan = (
        forms.number("fan", 1, MOST_FAN) if by == "fan" else at.record.sheet.choices.fan
    )
    sent = forms.upload() if by == "photo" else None
    seen = look(*sent) if sent else None

    def edit(sheet: Sheet) -> Sheet:
        return replace(sheet, choices=replace(sheet.choices, winner=seat, fan=fan))

    at.change(edit)
    if sent and seen:
        store().add_photo(hand_id, sent[1], seen)
    if by == "fan":
        return redirect(url_for("confirm.end", hand_id=hand_id, how="fan"), code=303)
    return redirect(url_for("hand.check", hand_id=hand_id), code=303)
