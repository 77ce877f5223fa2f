"""Check and correct the hand; each correction is saved as it is made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import NotationError
from scorer.hand import Hand
from scorer.house import house_names
from webui import deal, doubts, edits, forms, judge, kongs
from webui.edits import Edit
from webui.photo import store
from webui.seated import seated, shut_words
from webui.sheet import Group, Piece, Sheet
from webui.store import Record
from webui.texts import advice, either, language, t

bp = Blueprint("hand", __name__, url_prefix="/hands/<hand_id>")
LIKELY = 4
LINE_LIMIT = 300
"""Characters of a typed line."""
MOST_TILES = 18
"""Of a hand, the drawn one included: fourteen, and one more for each of four kongs."""


@dataclass(frozen=True)
class Opened:
    """The tile whose sheet is open, what it may be, and its doubtful neighbours."""

    piece: Piece
    group: Group
    likely: tuple[str, ...]
    before: int | None
    after: int | None


@bp.get("")
def check(hand_id: str) -> str:
    """Show the photograph, the tiles by group, and what is still to be said."""
    return check_page(store().load(hand_id))


def check_page(record: Record, notice: str = "") -> str:
    """Render the check page, with one sentence on top when something was refused."""
    at = seated(record)
    record = at.record if at else record
    sheet = record.sheet
    verdict = judge.examine(sheet)
    asked, shut = doubts.asked(record), shut_words(at) if at else ""
    opened, pad = None, ""
    if not shut:
        opened = _opened(record, request.args.get("tile", "", str), asked.pieces)
        pad = "" if opened else _pad(record, verdict, request.args.get("add", ""))
    return render_template(
        "hand.html",
        record=record,
        at=at,
        verdict=verdict,
        advice=_advice(record, verdict),
        notice=notice or shut,
        shut=bool(shut),
        opened=opened,
        pad=pad,
        opened_as=request.args.get("pad") or pad,
        pad_places=_pad_places(record),
        lacks=edits.lacks(sheet),
        typing=request.args.get("add") == "line" or bool(sheet.typed),
        next_place=edits.next_place(sheet),
        asked=asked,
        questions=() if shut else doubts.layout(record),
        switches=kongs.switches(sheet, verdict.unlaid, verdict.wilds),
        repairs=() if pad or shut else _repairs(record, verdict),
        candidates=[] if shut else _candidates(sheet, verdict),
        flags=judge.flags(sheet),
        in_a_row=judge.in_a_row(sheet),
        houses=[judge.house(name) for name in house_names()],
        typed_error=_typed_error(sheet),
    )


def _repairs(record: Record, verdict: judge.Verdict) -> tuple[doubts.Offer, ...]:
    """Offer other readings of a photograph, and of any hand that cannot be."""
    seen = record.seen and verdict.ask not in ("indicator", "turned")
    return doubts.offers(record) if verdict.problems or seen else ()


def _advice(record: Record, verdict: judge.Verdict) -> str:
    """Say what is wrong with the photograph while the hand is not yet clear."""
    quality = record.seen.quality if record.seen else None
    clear = verdict.hand and not record.sheet.doubtful
    return advice(quality, language()) if quality and not clear else ""


def _candidates(sheet: Sheet, verdict: judge.Verdict) -> list[judge.Candidate]:
    asked = verdict.ask == "drawn" and not verdict.problems
    return judge.candidates(sheet) if asked else []


def _opened(record: Record, wanted: str, asked: tuple[Piece, ...]) -> Opened | None:
    for group in record.sheet.groups:
        for piece in group.pieces:
            if str(piece.id) == wanted:
                return _open(record, piece, group, [p.id for p in asked])
    return None


def _open(record: Record, piece: Piece, group: Group, asked: list[int]) -> Opened:
    faces = [piece.face] if piece.known else []
    faces += [p.face for p in group.pieces if group.kind == "meld" and p.known]
    if record.seen and piece.seen is not None:
        faces += record.seen.sights[piece.seen].rivals
    place = asked.index(piece.id) if piece.id in asked else -1
    others = [i for i in asked if i != piece.id]
    after = asked[(place + 1) % len(asked)] if others else None
    before = asked[place - 1] if len(others) > 1 else None
    return Opened(piece, group, tuple(dict.fromkeys(faces))[:LIKELY], before, after)


def _pad_places(record: Record) -> tuple[str, ...]:
    hand = "hand" if record.seen else "auto"
    return (hand, "pung", "exposed_kong", "concealed_kong", "drawn", "indicator")


def _pad(record: Record, verdict: judge.Verdict, asked: str) -> str:
    """Say where the pad adds; a hand without a photograph keeps it open until whole."""
    if asked == "hand":
        return _pad_places(record)[0]
    if asked in _pad_places(record):
        return asked
    if asked == "line" or record.sheet.typed:
        return ""
    open_still = edits.lacks(record.sheet) or verdict.ask == "indicator"
    return "auto" if open_still and not record.seen else ""


def _typed_error(sheet: Sheet) -> str:
    """Say what is wrong with a typed line; empty when it can be laid out."""
    if len(sheet.typed) > LINE_LIMIT:
        return t("check.line_long", count=len(sheet.typed), limit=LINE_LIMIT)
    try:
        hand = Hand.parse(sheet.typed)
    except NotationError as error:
        return either(error)
    laid = edits.typed(Sheet(), replace(hand, indicator=None))
    count = sum(1 for _ in laid.pieces)
    return (
        t("check.line_tiles", count=count, most=MOST_TILES)
        if count > MOST_TILES
        else ""
    )


def _change(hand_id: str, edit: Edit, **where: Any) -> Response:
    store().change(hand_id, edit)
    return redirect(url_for("hand.check", hand_id=hand_id, **where), code=303)


@bp.post("/tiles")
def add(hand_id: str) -> Response:
    """Put a tile down; the pad stays open while the hand lacks any."""
    place, face = forms.place(), forms.face()
    store().change(hand_id, lambda sheet: edits.add(sheet, place, face))
    still = _still_adding(store().load(hand_id), place)
    opened_as = request.args.get("pad") if still == place else None
    where = url_for("hand.check", hand_id=hand_id, add=still, pad=opened_as)
    return redirect(where, code=303)


def _still_adding(record: Record, place: str) -> str | None:
    """Say where the next tile of the pad goes; None closes it or leaves it to `_pad`."""
    missing = edits.lacks(record.sheet)
    if record.seen:
        return place if place == "hand" and missing else None
    return None if place in ("auto", "drawn", "indicator") or not missing else place


@bp.post("/tiles/<int:piece_id>")
def name(hand_id: str, piece_id: int) -> Response:
    """Say what a tile is."""
    face = forms.face()
    return _change(hand_id, lambda sheet: edits.name(sheet, piece_id, face))


@bp.post("/tiles/<int:piece_id>/repair")
def repair(hand_id: str, piece_id: int) -> Response:
    """Name tiles as a repair proposes, and score the hand if it is whole."""
    named = {piece_id: forms.face(), **forms.also()}

    def edit(sheet: Sheet) -> Sheet:
        for piece, face in named.items():
            sheet = edits.name(sheet, piece, face)
        return sheet

    store().change(hand_id, edit)
    whole = judge.examine(store().load(hand_id).sheet).hand is not None
    to = "result.show" if whole else "hand.check"
    return redirect(url_for(to, hand_id=hand_id), code=303)


@bp.post("/tiles/<int:piece_id>/remove")
def remove(hand_id: str, piece_id: int) -> Response:
    """Take a tile away."""
    return _change(hand_id, lambda sheet: edits.remove(sheet, piece_id))


@bp.post("/tiles/<int:piece_id>/move")
def move(hand_id: str, piece_id: int) -> Response:
    """Move a tile to another group."""
    group = forms.group()
    return _change(hand_id, lambda sheet: edits.move(sheet, piece_id, group))


@bp.post("/tiles/<int:piece_id>/meld")
def switch(hand_id: str, piece_id: int) -> Response:
    """Say whether a meld is a pung or which kong."""
    how = forms.meld_kind()
    return _change(hand_id, lambda sheet: edits.switch(sheet, piece_id, how))


@bp.post("/drawn")
def draw(hand_id: str) -> Response:
    """Say which tile of the hand was the drawn one."""
    piece_id = forms.piece()
    return _change(hand_id, lambda sheet: edits.move(sheet, piece_id, "drawn"))


@bp.post("/laid")
def laid(hand_id: str) -> Response:
    """Say that the hand shows all kongs of the winner, whatever the table said."""
    at = seated(store().load(hand_id))

    def edit(sheet: Sheet) -> Sheet:
        now = deal.at_table(sheet, at.game) if at else sheet
        return kongs.untold(now, judge.examine(now).unlaid)

    return _change(hand_id, edit)


@bp.post("/confirm")
def confirm(hand_id: str) -> Response:
    """Say that all doubtful tiles are right."""
    return _change(hand_id, edits.confirm)


@bp.post("/choices")
def choose(hand_id: str) -> Response:
    """Take 杠开, 天和, 地和 and the house."""
    return _change(hand_id, chosen())


def chosen() -> Edit:
    """Return the edit that takes the choices of the form."""
    forms.choices(Sheet().choices)  # refuse a bad field before anything is changed
    return lambda sheet: replace(sheet, choices=forms.choices(sheet.choices))


@bp.post("/line")
def type_line(hand_id: str) -> Response | tuple[str, int]:
    """Lay out a typed line; one that cannot be read is kept and said what is wrong."""
    line = forms.line()
    if _typed_error(Sheet(typed=line)):
        if len(line) <= LINE_LIMIT:
            store().change(hand_id, lambda sheet: replace(sheet, typed=line))
        record = store().load(hand_id)
        return check_page(replace(record, sheet=replace(record.sheet, typed=line))), 422
    hand = Hand.parse(line)
    return _change(hand_id, lambda sheet: edits.typed(sheet, hand))


@bp.get("/line")
def untyped(hand_id: str) -> Response:
    """Show the hand to whoever reloads the address of its line."""
    return redirect(url_for("hand.check", hand_id=hand_id))


@bp.post("/undo")
def undo(hand_id: str) -> Response:
    """Take the last change back."""
    store().undo(hand_id)
    return redirect(url_for("hand.check", hand_id=hand_id), code=303)


@bp.post("/reset")
def reset(hand_id: str) -> Response:
    """Go back to what the photograph was read as; an undo brings the work back."""
    seen = store().load(hand_id).seen
    groups = seen.groups if seen else ()

    def edit(sheet: Sheet) -> Sheet:
        return edits.read(sheet, groups, sheet.photo) if groups else edits.clear(sheet)

    return _change(hand_id, edit)
