"""The end of an evening: who pays whom, the end of the game, export, import, photographs."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from webui import forms
from webui.chart import chart
from webui.errors import UploadError
from webui.evening import list_page
from webui.export import to_csv, to_json
from webui.game import TERMS, Game
from webui.ledger import new_key
from webui.ledger_errors import LedgerError
from webui.photo import store
from webui.seated import ledger
from webui.sheet import SEATS
from webui.texts import either

bp = Blueprint("settle", __name__, url_prefix="/games")


@bp.get("/<game_id>/settle")
def show(game_id: str) -> str:
    """Show who pays whom in the fewest payments."""
    return _page(ledger().game(game_id))


def _page(game: Game, notice: str = "") -> str:
    return render_template(
        "settle.html",
        game=game,
        notice=notice,
        key=new_key(),
        photos=[one for one in game.photos() if _is_there(one)],
        keeps=store().keeps_photos(game.id),
        seats=SEATS,
    )


def _is_there(path: str) -> bool:
    return (store().folder.parent / path).is_file()


@bp.post("/<game_id>/end")
def end(game_id: str) -> Answer | tuple[str, int]:
    """End the game, or resume an ended one."""
    game = ledger().game(game_id)
    ended = forms.one("ended", ("yes", "no")) == "yes"
    try:
        terms = replace(game.terms, ended=ended)
        ledger().edit(game_id, TERMS, terms, key=forms.key(), revision=forms.revision())
    except LedgerError as error:
        return _page(ledger().game(game_id), either(error)), error.status
    place = "settle.show" if ended else "table.show"
    return redirect(url_for(place, game_id=game_id), code=303)


@bp.post("/<game_id>/photos")
def photos(game_id: str) -> Answer:
    """Delete the photographs of a game, or say whether to keep those to come."""
    game = ledger().game(game_id)
    what = forms.one("photos", ("delete", "keep", "drop"))
    if what == "delete":
        for hand_id in store().of_game(game.id):
            store().delete_photos(hand_id)
    else:
        store().keep_photos(game.id, what == "keep")
    return redirect(url_for("settle.show", game_id=game_id), code=303)


@bp.get("/<game_id>/export.json")
def export_json(game_id: str) -> Response:
    """Send the game with every version of every fact."""
    return _file(to_json(ledger().game(game_id)), game_id, "json", "application/json")


@bp.get("/<game_id>/export.csv")
def export_csv(game_id: str) -> Response:
    """Send a line for each round, for a spreadsheet."""
    return _file("\ufeff" + to_csv(ledger().game(game_id)), game_id, "csv", "text/csv")


def _file(text: str, game_id: str, kind: str, mimetype: str) -> Response:
    response = Response(text, mimetype=mimetype)
    name = f"tianjin-{game_id}.{kind}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.get("/<game_id>/print")
def printed(game_id: str) -> str:
    """Show the whole book on a page to be printed."""
    game = ledger().game(game_id)
    return render_template("print.html", game=game, chart=chart(game), seats=SEATS)


@bp.post("/import")
def adopt() -> Answer | tuple[str, int]:
    """Take in a game that was exported."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise UploadError("no_file")
    try:
        game_id = ledger().adopt(file.read().decode("utf-8-sig", "replace"))
    except LedgerError as error:
        return list_page(either(error)), error.status
    return redirect(url_for("book.show", game_id=game_id), code=303)
