"""The ledger; beside it only `once`, `tables`, `database` and `migrations` know SQL.

Facts are versioned and never overwritten: every write adds one version, in one transaction,
under an idempotency key. Results are derived by replay (`webui.game`).

A page keeps two things in its form: a `key` it made up, so that a double tap or a retry on a
weak network writes once, and the `revision` of the game it showed, so that two phones never
write over each other: the later one is told what changed (`ConflictError`) and confirms again.

>>> import tempfile
>>> book = Ledger(Path(tempfile.mkdtemp()) / "ledger.db")
>>> game = book.start(Terms(("王", "陈", "赵", "李")), Seating(), key="a").game
>>> receipt = book.add(game, Round(winner=2, fan=6, sit=True), key="b", revision=2)
>>> book.game(game).totals
(-12, -6, 24, -6)
>>> receipt = book.undo(game, key="c", revision=receipt.revision)
>>> book.game(game).totals
(0, 0, 0, 0)
>>> book.close()
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webui import refusals
from webui.audit import Finding, audit
from webui.database import open_database, writing
from webui.export import from_json
from webui.fact_json import read_fact, write_fact
from webui.facts import Fact, Round, Seating, Terms
from webui.game import SEATING, TERMS, Game
from webui.ledger_errors import FormatError
from webui.once import Receipt, fingerprint, once
from webui.replay import Version
from webui.tables import GameRow, VersionRow, append, load, row_of

__all__ = ["Card", "Ledger", "Receipt", "Round", "Seating", "Terms", "new_key"]
KEPT = 64
"""Games whose versions are kept in memory."""


def new_key() -> str:
    """Make up the idempotency key of a form."""
    return secrets.token_hex(16)


def now() -> str:
    """Give the time, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Card:
    """A game in the list of games."""

    id: str
    started: str
    changed: str
    terms: Terms
    rounds: int
    """Rounds ever entered."""


class Ledger:
    """All games of one database; threads may share it."""

    def __init__(self, where: str | Path, clock: Callable[[], str] = now) -> None:
        """Open a file of SQLite or a database URL, and bring its tables up to date."""
        self._reads = open_database(where)
        self._writes = writing(self._reads)
        self._clock = clock
        self._known: dict[str, Game] = {}

    def close(self) -> None:
        """Let the connections go."""
        self._reads.dispose()

    def games(self) -> tuple[Card, ...]:
        """List the games, the latest change first."""
        row = VersionRow
        rounds = func.count().filter(row.kind == "round", row.number == 1)
        with Session(self._reads) as session:
            written = session.execute(
                select(row.game_id, row.facts)
                .where(row.kind == "terms")
                .order_by(row.revision)
            )
            terms = {game: read_fact("terms", facts) for game, facts in written}
            games = session.execute(
                select(GameRow.id, GameRow.started, func.max(row.at), rounds)
                .join(row)
                .group_by(GameRow.id)
            )
            cards = [
                Card(game, started, changed, fact, count)
                for game, started, changed, count in games
                if isinstance(fact := terms[game], Terms)
            ]
        return tuple(
            sorted(cards, key=lambda card: (card.changed, card.started), reverse=True)
        )

    def players(self) -> tuple[str, ...]:
        """Name everybody who ever played, the latest first."""
        names = (name for card in self.games() for name in card.terms.players)
        return tuple(dict.fromkeys(names))

    def game(self, game_id: str) -> Game:
        """Give a game as it is now, with all results.

        Raises:
            MissingGameError: If there is no such game.
        """
        with Session(self._reads) as session:
            game = load(session, game_id, self._known.get(game_id))
        if len(self._known) >= KEPT:
            self._known.clear()
        self._known[game_id] = game
        return game

    def start(self, terms: Terms, seating: Seating, *, key: str) -> Receipt:
        """Start a game.

        Raises:
            LedgerError: If the key was used for something else.
        """
        at = self._clock()
        game = Game(secrets.token_hex(5), at, ())
        what = fingerprint("start", write_fact(terms), write_fact(seating))

        def work(session: Session) -> Receipt:
            session.add(GameRow(id=game.id, started=at))
            session.flush()
            termed = append(session, game, Version(TERMS, TERMS, 1, terms, at))
            seated = Version(SEATING, SEATING, 1, seating, at)
            append(session, termed, seated, key, what)
            return Receipt(game.id, SEATING, SEATING)

        return once(self._writes, key, what, work)

    def add(self, game_id: str, fact: Fact, *, key: str, revision: int) -> Receipt:
        """Add a round (by seat, as people sit now), a penalty, or new seats (打风).

        Raises:
            ConflictError: If the game is no longer at `revision`; names what changed.
            FactError: If the hand may not win, the facts do not fit, or the game has ended.
        """

        def version(game: Game) -> Version:
            refusals.stale(game, revision)
            refusals.closed(game, fact)
            entry = game.revision + 1
            kept = refusals.by_player(game, fact)
            return Version(entry, entry, 1, kept, self._clock())

        what = fingerprint("add", game_id, write_fact(fact))
        return self._write(game_id, key, what, version)

    def edit(
        self,
        game_id: str,
        entry: int,
        fact: Fact,
        *,
        key: str,
        revision: int,
        reason: str = "",
    ) -> Receipt:
        """Write another version of a line, or of the terms (`webui.game.TERMS`).

        A withdrawn line comes back. A fact that is as it was writes nothing.

        Raises:
            ConflictError: If this line has changed since `revision`; names the change.
            FactError: As for `add`, or if a round paid before could no longer have won.
        """

        def version(game: Game) -> Version:
            refusals.stale(game, revision, entry)
            last = game.history(entry)[-1]
            refusals.other_kind(last, fact)
            kept = refusals.by_player(game, fact, entry)
            if kept == last.fact and not last.withdrawn:
                return last
            return _next(game, last, fact=kept, reason=reason, at=self._clock())

        what = fingerprint("edit", game_id, entry, write_fact(fact), reason)
        return self._write(game_id, key, what, version)

    def withdraw(
        self, game_id: str, entry: int, *, key: str, revision: int, reason: str = ""
    ) -> Receipt:
        """Let a line count for nothing; it stays in the book.

        Raises:
            ConflictError: If this line has changed since `revision`; names the change.
            FactError: If it is withdrawn already, or the game's first seating or terms.
        """

        def version(game: Game) -> Version:
            refusals.stale(game, revision, entry)
            last = game.history(entry)[-1]
            refusals.fixed(last)
            return _next(game, last, withdrawn=True, reason=reason, at=self._clock())

        what = fingerprint("withdraw", game_id, entry, reason)
        return self._write(game_id, key, what, version)

    def undo(
        self, game_id: str, *, key: str, revision: int, reason: str = ""
    ) -> Receipt:
        """Take the last action back (`Game.undoable`); again, the one before it.

        Raises:
            ConflictError: If the game is no longer at `revision`; names what changed.
            FactError: If there is nothing to take back.
        """

        def version(game: Game) -> Version:
            refusals.stale(game, revision)
            return game.undo(self._clock(), reason)

        what = fingerprint("undo", game_id, reason)
        return self._write(game_id, key, what, version)

    def adopt(self, text: str) -> str:
        """Take in an export (`webui.export.to_json`); gives the id of its game.

        The same export twice is one game.

        Raises:
            FormatError: If it is no export, or another game of that id is here.
        """
        game = from_json(text)

        def work(session: Session) -> Receipt:
            if session.get(GameRow, game.id) is None:
                session.add(GameRow(id=game.id, started=game.started))
                session.flush()
                session.add_all(row_of(game.id, version) for version in game.versions)
            elif load(session, game.id) != game:
                raise FormatError(
                    "here",
                    f"game {game.id!r} is here already, with other versions",
                    "这一局已经在账本里，而且记录不同",
                )
            return Receipt(game.id, game.revision, 1)

        return once(self._writes, None, "", work).game

    def audit(self, game_id: str | None = None) -> tuple[Finding, ...]:
        """Score every hand of a game, or of all, again and compare with what was shown."""
        games = [card.id for card in self.games()] if game_id is None else [game_id]
        found: list[Finding] = []
        for one in games:
            with Session(self._reads) as session:  # what is on disk, not in memory
                found += audit(load(session, one))
        return tuple(found)

    def _write(
        self, game_id: str, key: str, what: str, make: Callable[[Game], Version]
    ) -> Receipt:
        """Write what `make` makes of the game as it is; a version it has already is kept."""

        def work(session: Session) -> Receipt:
            game = load(session, game_id, self._known.get(game_id))
            version = make(game)
            if version.revision > game.revision:
                after = append(session, game, version, key, what)
                if version.undoes is None:
                    refusals.doubtful(game, after)
                game = after
            return Receipt(game_id, game.revision, version.entry)

        receipt = once(self._writes, key, what, work, game_id)
        self.game(game_id)  # remembers what is now committed
        return receipt


def _next(game: Game, last: Version, **changes: Any) -> Version:
    """Follow a version with another of its line."""
    plain = {"withdrawn": False, "undoes": None, "claim": None} | changes
    number = last.number + 1
    return replace(last, revision=game.revision + 1, number=number, **plain)
