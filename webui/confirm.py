"""The confirmation of a deal: what it brings, and its way into the book."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webui import deal, forms, judge
from webui.facts import Round
from webui.ledger_errors import LedgerError
from webui.photo import store
from webui.result import result_page
from webui.seated import Seated, confirm_parts, ledger, refusal, seated_hand
from webui.sheet import KONG_KINDS
from webui.texts import either, t

bp = Blueprint("confirm", __name__, url_prefix="/hands/<hand_id>")


@bp.get("/end")
def end(hand_id: str) -> str:
    """Show what the end of a deal brings, to be confirmed."""
    how = request.args.get("how", "draw")
    return end_page(seated_hand(hand_id), how if how in deal.WAYS[1:] else "draw")


def end_page(at: Seated, how: str, notice: str = "") -> str:
    """Render the confirmation of an end without tiles."""
    kept = deal.counted(deal.kept_kongs(at.record.sheet, how))
    parts = confirm_parts(at, how) | {"kept": kept, "kong_kinds": KONG_KINDS}
    return render_template("end.html", how=how, notice=notice, **parts)


@bp.post("/book")
def book(hand_id: str) -> Response | tuple[str, int]:
    """Write the deal into the book, once however often it is sent."""
    how = forms.one("how", deal.WAYS)
    key, revision, reason = forms.key(), forms.revision(), forms.text("reason")
    at = seated_hand(hand_id, revision)  # as it was when the form was shown
    entry, game_id, sheet = at.entry, at.game.id, at.record.sheet
    if not at.open:
        return again(hand_id, how, t("error.booked")), 409
    refused = refusal(at, how)
    if refused:
        return again(hand_id, how, refused), 422
    try:
        fact = deal.fact_of(sheet, how)
        other = forms.text("shown") not in ("", deal.digest(fact))
        if other or (how == "tiles" and judge.examine(sheet).unlaid):
            return again(hand_id, how, t("table.other_hand")), 409
        fact = _with_evidence(at, fact, how)
        if entry:
            ledger().edit(
                game_id, entry, fact, key=key, revision=revision, reason=reason
            )
        else:
            ledger().add(game_id, fact, key=key, revision=revision)
    except LedgerError as error:
        return again(hand_id, how, either(error)), error.status
    if not store().keeps_photos(game_id):
        store().delete_photos(hand_id)
    if entry:
        return redirect(url_for("book.show", game_id=game_id), code=303)
    return redirect(url_for("table.show", game_id=game_id), code=303)


def _with_evidence(at: Seated, fact: Round, how: str) -> Round:
    """Add the photograph that a win was read from; a correction keeps the old one."""
    if how != "tiles":
        return fact
    digest, path = store().photo_of(at.record)
    if not digest and at.entry:
        old = at.game.line(at.entry).fact
        assert isinstance(old, Round)
        return replace(
            fact, photo=old.photo, photo_path=old.photo_path, model=old.model
        )
    kept = path if store().keeps_photos(at.game.id) else ""
    model = str(current_app.extensions["model"]()) if digest else ""
    return replace(fact, photo=digest, photo_path=kept, model=model)


def again(hand_id: str, how: str, sentence: str) -> str:
    """Show the confirmation again on the game as it is now, with what was refused."""
    at = seated_hand(hand_id)
    if how == "tiles":
        page = result_page(at.record, sentence)
        return page if isinstance(page, str) else page[0]
    return end_page(at, how, sentence)
