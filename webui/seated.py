"""A hand with the game it is played in, and what its confirmation shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from flask import current_app, request, url_for

from webui import deal, judge
from webui.edits import Edit
from webui.errors import EditError, MissingError
from webui.game import SEATING, Game
from webui.ledger import Ledger, new_key
from webui.ledger_errors import LedgerError
from webui.photo import store
from webui.sheet import SEATS
from webui.store import Record
from webui.texts import either, t


def ledger() -> Ledger:
    """Return the book of this app, opened when it is first asked for."""
    return cast(Ledger, current_app.extensions["ledger"]())


@dataclass(frozen=True)
class Seated:
    """A hand, and the game that it is played in."""

    record: Record
    game: Game
    names: tuple[str, ...]
    """Of the players, by seat."""

    @property
    def entry(self) -> int:
        """The line that is corrected; 0 for the deal being played."""
        return self.record.sheet.entry

    @property
    def open(self) -> bool:
        """Whether the deal is still to be written: neither it nor its correction is."""
        return self.record.id == deal.deal_id(self.game, self.entry)

    @property
    def shut(self) -> str:
        """Why nothing more is said of its deal: booked, ended or pot_over; else empty."""
        if not self.open:
            return "booked"
        if self.entry:  # a past deal can be put right at any time
            return ""
        if self.game.terms.ended:
            return "ended"
        return "pot_over" if self.game.pot.over else ""

    @property
    def home(self) -> str:
        """The page on which its deal is played or corrected."""
        if self.entry:
            return url_for("table.correct", game_id=self.game.id, entry=self.entry)
        return url_for("table.show", game_id=self.game.id)

    def change(self, edit: Edit) -> None:
        """Apply a change to the hand as its game has it now."""
        store().change(
            self.record.id, lambda sheet: edit(deal.at_table(sheet, self.game))
        )


def seated(record: Record, revision: int | None = None) -> Seated | None:
    """Give a hand with what its game says of it; None for one hand alone.

    Args:
        record: the hand.
        revision: of the game, as a form saw it; as it is now by default.
    """
    sheet = record.sheet
    if not sheet.game:
        return None
    game = ledger().game(sheet.game)
    if revision is not None and SEATING <= revision < game.revision:
        game = game.as_of(revision)
    return _seated(record, game)


def change(hand_id: str, edit: Edit) -> None:
    """Apply a change that speaks of seats to a hand, of a game or alone."""
    at = seated(store().load(hand_id))
    if at:
        at.change(edit)
    else:
        store().change(hand_id, edit)


def seated_hand(hand_id: str, revision: int | None = None) -> Seated:
    """Give a hand that is played in a game.

    Raises:
        MissingError: If there is no such hand, or it is one hand alone.
    """
    found = seated(store().load(hand_id), revision)
    if found is None:
        raise MissingError("no_game_of_hand")
    return found


def still_open() -> None:
    """Refuse to change the hand of a deal that is in the book, or is not to be played.

    Raises:
        EditError: If the hand that a form is for is of such a deal.
    """
    hand_id = (request.view_args or {}).get("hand_id")
    if (
        hand_id is None
        or request.method != "POST"
        or request.endpoint == "confirm.book"
    ):
        return
    at = seated(store().load(hand_id))
    if at and at.shut:
        raise EditError(at.shut, number=at.game.pot.number)


def shut_words(at: Seated) -> str:
    """Say why nothing more is said of a deal; empty while it is open."""
    return t(f"error.{at.shut}", number=at.game.pot.number) if at.shut else ""


def opened(game: Game, entry: int = 0) -> Seated:
    """Give the hand of the deal being played, or of a line to be corrected."""
    record = store().ensure(deal.deal_id(game, entry), deal.blank(game, entry))
    return _seated(record, game)


def _seated(record: Record, game: Game) -> Seated:
    players = deal.seats_of(game, record.sheet.entry)
    names = tuple(game.terms.shown[player] for player in players)
    sheet = deal.at_table(record.sheet, game)
    return Seated(replace(record, sheet=sheet), game, names)


def confirm_parts(at: Seated, how: str) -> dict[str, Any]:
    """Give what the confirmation of a deal shows: payments, the next dealer, the change."""
    against, said, shown = refusal(at, how), None, ""
    if not against:
        try:
            fact = deal.fact_of(at.record.sheet, how)
            said, shown = deal.preview(at.game, fact, at.entry), deal.digest(fact)
        except LedgerError as error:
            against = either(error)
    if said:
        against = "；".join(either(doubt) for doubt in said.line.doubts)
    preview = None if against else said
    return {
        "at": at,
        "against": against,
        "preview": preview,
        "rule": preview and deal.rule(at.game, preview.line),
        "shown": shown,
        "unchanged": not said and not against,
        "key": new_key(),
        "seats": SEATS,
    }


def refusal(at: Seated, how: str) -> str:
    """Say why a deal cannot end so, in words; empty when it can."""
    sheet = at.record.sheet
    if at.shut:
        return shut_words(at)
    if how == "false" and sheet.choices.false_win is None:
        return t("table.who_false")
    return judge.misplaced(sheet) if how in ("tiles", "fan") else ""
