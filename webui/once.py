"""One write, once: a transaction under an idempotency key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webui.ledger_errors import RepeatedKeyError
from webui.tables import GameRow, VersionRow


@dataclass(frozen=True)
class Receipt:
    """What a write wrote, the same each time its key is sent."""

    game: str
    revision: int
    """Of the game after the write."""
    entry: int
    """The line that was written."""


def once(
    engine: Engine,
    key: str | None,
    what: str,
    work: Callable[[Session], Receipt],
    game_id: str = "",
) -> Receipt:
    """Do a write in one transaction, or give the receipt of when it was done.

    Args:
        engine: whose transactions queue before they read.
        key: stands for this write for ever; None for one that is harmless to repeat.
        what: the fingerprint of the write.
        work: does it; called with the game locked.
        game_id: the game to lock.

    Raises:
        RepeatedKeyError: If the key was used for something else.
    """
    for last in (False, True):
        try:
            with Session(engine) as session, session.begin():
                session.get(GameRow, game_id, with_for_update=True)
                return _done(session, key, what) or work(session)
        except IntegrityError:  # another connection wrote the same in between
            if last:
                raise
    raise AssertionError


def _done(session: Session, key: str | None, what: str) -> Receipt | None:
    """Find what was written with a key.

    Raises:
        RepeatedKeyError: If it was something else.
    """
    found = select(VersionRow).where(VersionRow.key == key)
    row = session.scalar(found) if key is not None else None
    if row is None:
        return None
    if row.fingerprint != what:
        raise RepeatedKeyError(
            "repeated_key",
            f"key {key!r} was used for another write: make up a new one",
            "这张表单已经记过别的账：请重新打开页面",
        )
    return Receipt(row.game_id, row.revision, row.entry)


def fingerprint(*what: object) -> str:
    """Give the fingerprint of a write."""
    text = json.dumps(what, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
