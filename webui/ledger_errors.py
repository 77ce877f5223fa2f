"""What the ledger refuses.

LedgerError(Exception)
├── MissingGameError   no game, or no line of it, with that id
├── ConflictError      the game has changed since the phone looked; names what changed
├── RepeatedKeyError   an idempotency key that was used for another write
├── FactError          facts that no table can have, or a hand that may not win
├── FormatError        an export that is not ours, or not whole
└── DatabaseError      the ledger cannot be opened
"""

from __future__ import annotations


class LedgerError(Exception):
    """A refusal in both languages; `str()` is the English sentence.

    Attributes:
        key: which refusal, one word.
        english: the sentence, quoting the culprit.
        zh: the same in Chinese.
        status: the HTTP status of the answer.
    """

    status = 422

    def __init__(self, key: str, english: str, zh: str) -> None:
        super().__init__(english)
        self.key = key
        self.english = english
        self.zh = zh


class MissingGameError(LedgerError):
    """There is no such game, or no such line in it."""

    status = 404


class ConflictError(LedgerError):
    """Another phone wrote first; show what changed and let the person confirm again."""

    status = 409


class RepeatedKeyError(LedgerError):
    """A key stands for one write; this one has been used for another."""

    status = 409


class FactError(LedgerError):
    """Facts that cannot be, a hand that may not win, or a step that is not open."""


class FormatError(LedgerError):
    """Text that is no export of a game, or a broken one."""


class DatabaseError(LedgerError):
    """The database is not there, is none, or is of another kind."""

    status = 503
