"""The two tables of the ledger, typed: games, and the versions of their facts; rows in and out.

Nothing here is ever updated or deleted. A fact is one JSON column, the form of
`webui.fact_json.write_fact`: what the export holds and what a reader of either database sees.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    UniqueConstraint,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from webui.audit import claim
from webui.export import read_version, write_version
from webui.game import Game
from webui.ledger_errors import MissingGameError
from webui.replay import Version
from webui.rows import program_version


class Model(DeclarativeBase):
    """The tables and their metadata."""


class GameRow(Model):
    """A game; locked by whoever writes a version of it."""

    __tablename__ = "game"

    id: Mapped[str] = mapped_column(primary_key=True)
    started: Mapped[str]


class VersionRow(Model):
    """One write, see `webui.replay.Version`; `key` makes it happen once."""

    __tablename__ = "version"
    __table_args__ = (
        UniqueConstraint("game_id", "entry", "number", name="version_of_entry"),
        UniqueConstraint("key", name="version_key"),
        CheckConstraint("entry between 1 and revision", name="version_entry"),
        CheckConstraint(
            "kind in ('terms', 'seating', 'round', 'penalty')", name="version_kind"
        ),
        Index("version_kinds", "kind", "game_id"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entry: Mapped[int]
    number: Mapped[int]
    kind: Mapped[str]
    at: Mapped[str]
    reason: Mapped[str]
    withdrawn: Mapped[bool]
    undoes: Mapped[int | None]
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    claim: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    key: Mapped[str | None]
    """The idempotency key of the write; None for what an import brought."""
    fingerprint: Mapped[str | None]
    """sha256 of what was written with the key."""


FIELDS = (
    "revision",
    "entry",
    "number",
    "kind",
    "at",
    "reason",
    "withdrawn",
    "undoes",
    "facts",
    "claim",
)
"""The columns that an export holds too."""


def load(session: Session, game_id: str, known: Game | None = None) -> Game:
    """Read a game; of one that is known only what has been written since.

    Raises:
        MissingGameError: If there is no such game.
    """
    if known is None:
        row = session.get(GameRow, game_id)
        if row is None:
            raise MissingGameError(
                "game", f"no game {game_id!r}: see the list", f"没有牌局 {game_id}"
            )
        known = Game(game_id, row.started, ())
    newer = session.execute(
        select(*(getattr(VersionRow, field) for field in FIELDS))
        .where(VersionRow.game_id == game_id, VersionRow.revision > known.revision)
        .order_by(VersionRow.revision)
    )
    versions = tuple(read_version(dict(row)) for row in newer.mappings())
    return known.after(*versions) if versions else known


def append(
    session: Session,
    game: Game,
    version: Version,
    key: str | None = None,
    fingerprint: str | None = None,
) -> Game:
    """Write the next version of a game, with its claim; gives the game with it."""
    version = replace(version, claim=claim(game.after(version), program_version()))
    session.add(row_of(game.id, version, key, fingerprint))
    return game.after(version)


def row_of(
    game_id: str, version: Version, key: str | None = None, print_: str | None = None
) -> VersionRow:
    """Make the row of a version."""
    fields = write_version(version)
    return VersionRow(game_id=game_id, key=key, fingerprint=print_, **fields)
