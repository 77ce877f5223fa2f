"""The book of a game: its lines, what any of them moved, corrections, undo, penalties."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webui import deal, forms
from webui.chart import chart
from webui.facts import Penalty, Round
from webui.game import Change, Game
from webui.ledger import new_key
from webui.ledger_errors import FactError, LedgerError
from webui.replay import Line
from webui.seated import ledger
from webui.sheet import SEATS
from webui.texts import either, t
from webui.worth import worth

LATEST = 80
"""Lines shown until all are asked for."""

bp = Blueprint("book", __name__, url_prefix="/games/<game_id>")


@bp.get("/book")
def show(game_id: str) -> str:
    """List the lines, the latest first, with running totals and their chart."""
    game = ledger().game(game_id)
    return render_template(
        "book.html",
        game=game,
        lines=game.lines if "all" in request.args else game.lines[-LATEST:],
        chart=chart(game),
        seats=SEATS,
    )


@bp.get("/lines/<int:entry>")
def line(game_id: str, entry: int) -> str:
    """Show one line whole: its facts, payments, photograph and every version."""
    game = ledger().game(game_id)
    one = game.line(entry)
    return render_template(
        "line.html",
        game=game,
        line=one,
        fact=one.fact,
        sheet=deal.blank(game, entry) if one.kind == "round" else None,
        names=tuple(game.terms.shown[player] for player in one.seats),
        rule=deal.rule(game, one) if one.kind == "round" and one.number else "",
        versions=game.history(entry),
        seats=SEATS,
    )


@bp.get("/lines/<int:entry>/withdraw")
def ask_withdraw(game_id: str, entry: int) -> str:
    """Show what would move if a line counted for nothing."""
    return _withdraw_page(ledger().game(game_id), entry, "")


def _withdraw_page(game: Game, entry: int, notice: str) -> str:
    last = game.line(entry)
    said = deal.preview(game, last.fact, entry, withdrawn=True)
    title = t("book.withdraw_title", line=line_title(last))
    action = url_for("book.withdraw", game_id=game.id, entry=entry)
    return _ask(game, said.change if said else None, title, action, notice)


def _ask(
    game: Game, change: Change | None, title: str, action: str, notice: str
) -> str:
    """Show a change before it is made."""
    return render_template(
        "change.html",
        game=game,
        change=change,
        title=title,
        action=action,
        notice=notice,
        key=new_key(),
    )


def line_title(one: Line) -> str:
    """Name a line in a few words."""
    if one.kind == "seating":
        return t("book.seating")
    if one.kind == "penalty":
        return t("book.penalty")
    return t("book.round", number=one.number) if one.number else t("book.withdrawn")


def fan_of(game: Game, one: Line) -> int | None:
    """Give the fan of a won round; of one that counts no longer, what it would bring."""
    fact = one.fact
    if one.fan is not None or not isinstance(fact, Round):
        return one.fan
    return worth(game.terms.house, fact, one.dealer)[0]


@bp.post("/lines/<int:entry>/withdraw")
def withdraw(game_id: str, entry: int) -> Response | tuple[str, int]:
    """Let a line count for nothing; it stays in the book."""
    key, revision, reason = forms.key(), forms.revision(), forms.text("reason")
    try:
        ledger().withdraw(game_id, entry, key=key, revision=revision, reason=reason)
    except LedgerError as error:
        page = _withdraw_page(ledger().game(game_id), entry, either(error))
        return page, error.status
    return redirect(url_for("book.show", game_id=game_id), code=303)


@bp.get("/undo")
def ask_undo(game_id: str) -> str:
    """Show what taking the last action back would move."""
    return _undo_page(ledger().game(game_id), "")


def _undo_page(game: Game, notice: str) -> str:
    change, title = None, t("book.nothing")
    if game.undoable:
        change = deal.moved(game, game.after(game.undo("")))
        title = t("book.undo_title", what=_action(game))
    action = url_for("book.undo", game_id=game.id)
    return _ask(game, change, title, action, notice)


def _action(game: Game) -> str:
    """Say in words what the last action was."""
    last = game.undoable
    assert last
    if last.kind == "terms":
        return t("book.terms")
    then = game.as_of(last.revision - last.withdrawn)
    done = "withdrawn" if last.withdrawn else "added" if last.number == 1 else "changed"
    return f"{line_title(then.line(last.entry))} · {t('done.' + done)}"


@bp.post("/undo")
def undo(game_id: str) -> Response | tuple[str, int]:
    """Take the last action back."""
    key, revision, reason = forms.key(), forms.revision(), forms.text("reason")
    try:
        ledger().undo(game_id, key=key, revision=revision, reason=reason)
    except LedgerError as error:
        return _undo_page(ledger().game(game_id), either(error)), error.status
    return redirect(url_for("table.show", game_id=game_id), code=303)


@bp.get("/penalty")
def penalty(game_id: str) -> str:
    """Ask who pays a penalty, to whom, and why."""
    return _penalty_page(ledger().game(game_id), "")


def _penalty_page(game: Game, notice: str) -> str:
    return render_template(
        "penalty.html", game=game, notice=notice, key=new_key(), seats=SEATS
    )


@bp.post("/penalty")
def fine(game_id: str) -> Response | tuple[str, int]:
    """Write a penalty into the book."""
    payee = forms.one("payee", ("0", "1", "2", "3", "all"), "all")
    try:
        fact = Penalty(
            forms.seat("payer"),
            forms.number("points", 1, 1_000_000),
            None if payee == "all" else int(payee),
            forms.text("note"),
        )
        ledger().add(game_id, fact, key=forms.key(), revision=forms.revision())
    except LedgerError as error:
        same = isinstance(error, FactError) and error.key == "fact"
        said = t("book.payer_is_payee") if same else either(error)
        return _penalty_page(ledger().game(game_id), said), error.status
    return redirect(url_for("book.show", game_id=game_id), code=303)


def photo_of(fact: Round) -> str | None:
    """Give the address of a kept photograph of a round."""
    if not fact.photo_path:
        return None
    _, hand_id, name = fact.photo_path.split("/")
    number = int(name.removeprefix("photo-"))
    return url_for("photo.picture", hand_id=hand_id, number=number)
