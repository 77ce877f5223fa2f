"""The games of an evening: the list, a new one, its seats (打风), its rules."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import HouseError
from scorer.house import KEYS, House, house_names
from scorer.payments import Four
from webui import deal, forms
from webui.dice import counted, draw_seats, throw
from webui.errors import FormError
from webui.facts import Seating, Terms, bad_stake
from webui.game import SEATING, TERMS, Game
from webui.ledger import new_key
from webui.ledger_errors import LedgerError
from webui.names import written
from webui.photo import store
from webui.seated import ledger, opened
from webui.sheet import SEATS
from webui.texts import either, t

bp = Blueprint("evening", __name__, url_prefix="/games")
LATEST = 8
"""Players offered by name."""
STAKE = re.compile(r"[0-9]{1,7}(\.[0-9]{1,2})?")


@bp.get("")
def index() -> str:
    """List the games, the latest first."""
    return list_page()


def list_page(notice: str = "") -> str:
    """Render the list, with one sentence on top when something was refused."""
    return render_template("games.html", cards=ledger().games(), notice=notice)


@bp.get("/new")
def new() -> str:
    """Ask who plays, by which rules, for what, and where they sit."""
    cards = ledger().games()
    names = cards[0].terms.players if cards else ("", "", "", "")
    last = cards[0].terms if cards else None
    return _form(names, last, "")


def _form(names: tuple[str, ...], last: Terms | None, notice: str) -> str:
    return render_template(
        "new_game.html",
        names=names,
        last=last,
        notice=notice,
        known=ledger().players()[:LATEST],
        houses=[House.load(name) for name in house_names()],
        seats=SEATS,
        key=request.form.get("key") or new_key(),
        keep="photos" in request.form if request.form else True,
        form=request.form,
    )


@bp.post("")
def create() -> Response | tuple[str, int]:
    """Start a game; drawn seats and dice follow from the form's key, so twice is once."""
    key = forms.key()
    try:
        a, b, c, d = (
            written(name) if name else _nobody(seat)
            for seat, name in enumerate(_typed())
        )
        house = House.load(forms.one("house", house_names(), "platform"))
        terms = Terms((a, b, c, d), house, _stake(), forms.text("currency", 8))
        seating, dice = _seating(Random(key), None)
        game_id = ledger().start(terms, seating, key=key).game
    except LedgerError as error:
        return form_page(either(error)), error.status
    store().keep_photos(game_id, forms.ticked("photos"))
    return redirect(url_for("table.show", game_id=game_id, dice=dice), code=303)


def form_page(notice: str) -> str:
    """Render the form of a new game as it was filled in, with what was refused."""
    return _form(_typed(), None, notice)


def _typed() -> tuple[str, ...]:
    return tuple(forms.text(f"player{seat}", 40) for seat in SEATS)


def _nobody(seat: int) -> str:
    """Name a player whom nobody named: by the wind of his seat."""
    return t(f"seat.{seat}")


def _stake() -> Decimal | None:
    """Read the stake of a form; None when it is left empty.

    Raises:
        FactError: If it is no plain amount.
    """
    text = forms.text("stake", 40)
    if text and not STAKE.fullmatch(text):
        raise bad_stake(text)
    return Decimal(text) if text else None


def _seating(rng: Random, before: Four | None) -> tuple[Seating, str | None]:
    """Read the seats of a form, or draw them; the first dealer too."""
    if forms.one("seats", ("draw", "hand"), "draw") == "draw":
        seats = draw_seats(rng, before)
    else:
        a, b, c, d = (
            int(forms.one(f"seat{seat}", "0123", str(seat))) for seat in SEATS
        )
        seats = (a, b, c, d)
    dealer = forms.one("dealer", ("dice", "0", "1", "2", "3"), "dice")
    if dealer != "dice":
        return Seating(seats, int(dealer)), None
    one, other = throw(rng)
    return Seating(seats, counted(0, one + other)), f"{one}-{other}"


@bp.get("/<game_id>/seats")
def seats(game_id: str) -> str:
    """Offer a 打风, seats by hand, and a way to put wrong seats right."""
    return seats_page(ledger().game(game_id))


def seats_page(game: Game, notice: str = "") -> str:
    """Render the seats, with one sentence on top when something was refused."""
    return render_template(
        "seats.html",
        game=game,
        notice=notice,
        key=new_key(),
        seats=SEATS,
        form=request.form,
    )


@bp.post("/<game_id>/seats")
def sit(game_id: str) -> Response | tuple[str, int]:
    """Seat the players anew: a new 锅 begins."""
    game, key = ledger().game(game_id), forms.key()
    try:
        seating, dice = _seating(Random(key), _as_shown(game).seats)
        written = ledger().add(game_id, seating, key=key, revision=forms.revision())
    except LedgerError as error:
        return seats_page(ledger().game(game_id), either(error)), error.status
    _reseat(_as_shown(game), ledger().game(game_id).as_of(written.revision), key)
    return redirect(url_for("table.show", game_id=game_id, dice=dice), code=303)


def _as_shown(game: Game) -> Game:
    """Give the game as the form saw it: the same each time that the form is sent."""
    return game.as_of(max(forms.revision(), SEATING))


@bp.get("/<game_id>/seats/fix")
def fix(game_id: str) -> str:
    """Show what other seats from the start of this 锅 would move."""
    return _fix_page(ledger().game(game_id), request.args, "")


@bp.post("/<game_id>/seats/fix")
def fixed(game_id: str) -> Response | tuple[str, int]:
    """Put wrong seats right and replay everything after them."""
    game, key, reason = ledger().game(game_id), forms.key(), forms.text("reason")
    entry = deal.seating_line(game)
    try:
        seating = _other_seats(game, request.form)
        written = ledger().edit(
            game_id, entry, seating, key=key, revision=forms.revision(), reason=reason
        )
    except LedgerError as error:
        now = ledger().game(game_id)
        return _fix_page(now, request.form, either(error)), error.status
    _reseat(_as_shown(game), ledger().game(game_id).as_of(written.revision), key)
    return redirect(url_for("table.show", game_id=game_id), code=303)


def _reseat(before: Game, after: Game, key: str) -> None:
    """Keep the deal being played as it is seated now, once for a key.

    A hand that does not know whose seats it speaks of speaks of those before. Nothing was
    said of the deal, so there is no step to take back.
    """
    store().of_tap(key).change(
        opened(after).record.id,
        lambda sheet: deal.at_table(deal.at_table(sheet, before), after),
        step=False,
    )


def _fix_page(game: Game, asked: Any, notice: str) -> str:
    seating, preview = _seating_of(game), None
    try:
        seating = _other_seats(game, asked)
        preview = deal.preview(game, seating, deal.seating_line(game))
    except LedgerError as error:
        notice = notice or either(error)
    return render_template(
        "fix_seats.html",
        game=game,
        seating=seating,
        preview=preview,
        notice=notice,
        key=new_key(),
        seats=SEATS,
    )


def _seating_of(game: Game) -> Seating:
    fact = game.line(deal.seating_line(game)).fact
    assert isinstance(fact, Seating)
    return fact


def _other_seats(game: Game, asked: Any) -> Seating:
    """Read other seats; who dealt first keeps the deal."""
    now = _seating_of(game)
    chosen = [str(asked.get(f"seat{seat}", now.seats[seat])) for seat in SEATS]
    if any(one not in ("0", "1", "2", "3") for one in chosen):
        raise FormError("bad_field", field="seat", value=" ".join(chosen))
    a, b, c, d = map(int, chosen)
    first = now.seats[now.dealer]
    dealer = (a, b, c, d).index(first) if first in (a, b, c, d) else now.dealer
    return Seating((a, b, c, d), dealer)


@bp.get("/<game_id>/house")
def house(game_id: str) -> str:
    """Show the rules of the game as a form, made from the table of keys."""
    game = ledger().game(game_id)
    start = request.args.get("from", "")
    rules = House.load(start) if start in house_names() else game.terms.house
    return _house_page(game, rules, "")


def _house_page(game: Game, rules: House, notice: str) -> str:
    return render_template(
        "house.html",
        game=game,
        rules=rules,
        keys=KEYS,
        notice=notice,
        houses=[House.load(name) for name in house_names()],
        key=new_key(),
    )


@bp.post("/<game_id>/house")
def keep_house(game_id: str) -> Response | tuple[str, int]:
    """Take the rules of the form; everything played is replayed by them."""
    game, rules = ledger().game(game_id), None
    try:
        rules = _rules(game.terms.house)
        terms = replace(game.terms, house=rules)
        ledger().edit(game_id, TERMS, terms, key=forms.key(), revision=forms.revision())
    except (LedgerError, HouseError) as error:
        return _house_page(game, rules or game.terms.house, either(error)), 422
    return redirect(url_for("table.show", game_id=game_id), code=303)


def _rules(now: House) -> House:
    """Read a house from the form; one that ships keeps its name."""
    values = {}
    for key in KEYS:
        text = request.form.get(key.name, "false" if key.type == "switch" else None)
        values[key.name] = getattr(now, key.name) if text is None else key.read(text)
    for name in house_names():
        shipped = House.load(name)
        if shipped.altered(values) == shipped:
            return shipped
    return replace(now, name="mine", zh="自定", english="own").altered(values)
