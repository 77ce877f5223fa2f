"""Refusals of the scorer, all of them `ValueError`.

ScorerError
├── NotationError        text that names no tile or hand
├── HouseError           a house file or value that cannot be played
├── ImpossibleHandError  a hand that cannot lie on a table; lists every problem
├── ContradictionError   circumstances that exclude each other (天和 with a meld)
└── TableError           stakes, kongs or a win that no table can have
"""


class ScorerError(ValueError):
    """Base of every refusal; `str()` is the English sentence.

    Attributes:
        english: quotes the culprit and says what to do.
        zh: the same in Chinese.
    """

    def __init__(self, english: str, zh: str) -> None:
        super().__init__(english)
        self.english = english
        self.zh = zh

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.english, self.zh)


class NotationError(ScorerError):
    """Raised for text that is no tile or no hand."""


class HouseError(ScorerError):
    """Raised for an unknown house, an unknown key, a wrong type or an impossible value."""


class ImpossibleHandError(ScorerError):
    """Raised when a hand with `Hand.problems()` is scored."""


class ContradictionError(ScorerError):
    """Raised when the circumstances of a win exclude each other."""


class TableError(ScorerError):
    """Raised when a settlement is asked for a table that cannot be."""
