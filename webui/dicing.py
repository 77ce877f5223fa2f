"""The dice: a throw, where the wall is broken, which stack is turned, what is wild."""

from __future__ import annotations

from random import SystemRandom

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.house import House, house_names
from scorer.tiles import Tile, wilds
from webui import forms
from webui.dice import Opening, counted, opening, throw
from webui.seated import ledger, opened
from webui.sheet import FACES, SEATS
from webui.texts import t

bp = Blueprint("dicing", __name__, url_prefix="/dice")


@bp.get("")
def show() -> str:
    """Show two throws and, by each source, the stacks they point at."""
    game_id = request.args.get("game", "")
    game = ledger().game(game_id) if game_id else None
    dealer = game.dealer if game else 0
    throws = [_dice(field) for field in ("first", "second")]
    wall = _wall(throws[0], dealer)
    turned = request.args.get("turned", "")
    house = game.terms.house if game else House.load(_house_name())
    players = game and [game.terms.shown[player] for player in game.seats]
    return render_template(
        "dice.html",
        game=game,
        dealer=dealer,
        names=players or [t(f"seat.{seat}") for seat in SEATS],
        throws=throws,
        openings=_openings(throws, dealer, wall),
        wall=wall,
        hand_id=game and opened(game).record.id,
        turned=turned if turned in FACES else "",
        wild=sorted(map(str, wilds(Tile.parse(turned), house.wild_neighbours)))
        if turned in FACES
        else [],
    )


def _house_name() -> str:
    asked = request.args.get("house", "")
    return asked if asked in house_names() else "platform"


def _dice(field: str) -> tuple[int, int] | None:
    """Read a throw such as `3-4`; None for none."""
    one, _, other = request.args.get(field, "").partition("-")
    if one in tuple("123456") and other in tuple("123456"):
        return int(one), int(other)
    return None


def _wall(first: tuple[int, int] | None, dealer: int) -> int:
    """Give the seat whose wall is broken by W: of the second thrower, else as counted."""
    asked = request.args.get("wall", "")
    if asked in tuple("0123"):
        return int(asked)
    return counted(dealer, sum(first)) if first else dealer


def _openings(
    throws: list[tuple[int, int] | None], dealer: int, wall: int
) -> dict[str, Opening] | None:
    first, second = throws
    if first is None or second is None:
        return None
    points, wild = sum(first), sum(second)
    return {
        "platform": opening("platform", dealer, points, wild),
        "encyclopedia": opening("encyclopedia", wall, points, wild),
    }


@bp.post("")
def cast() -> Response:
    """Throw the dice: the dealer's first, then his opposite's."""
    rng = SystemRandom()
    game = forms.text("game", 20) or None
    one, other = throw(rng), throw(rng)
    first, second = (f"{a}-{b}" for a, b in (one, other))
    return redirect(
        url_for("dicing.show", game=game, first=first, second=second), code=303
    )
