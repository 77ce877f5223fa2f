"""One switch of a house: its name, type, default, allowed values, reason and source."""

from dataclasses import dataclass, field
from typing import Any

from scorer.errors import HouseError

DIGITS = 12
"""Most digits of a number: what it makes of a hand must be short enough to write."""


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table of switches, which the README prints and a page edits."""

    name: str
    default: int | str
    allowed: tuple[str, ...] | int | None
    """The words it may be, the least whole number, or None for true and false."""
    english: str
    """What it changes and why a house sets it, in one line."""
    zh: str
    source: str
    """P the online platform, W the encyclopedia article, T a habit of the tables."""

    @property
    def type(self) -> str:
        """What it is: "integer", "switch" or "choice"."""
        if isinstance(self.allowed, tuple):
            return "choice"
        return "switch" if self.allowed is None else "integer"

    @property
    def values(self) -> str:
        """What may be written, in words."""
        if isinstance(self.allowed, tuple):
            return " | ".join(map(repr, self.allowed))
        return "true | false" if self.allowed is None else f"integer ≥ {self.allowed}"

    def accepts(self, value: object) -> bool:
        """Tell whether a house may have this value; true is no number here."""
        if isinstance(self.allowed, tuple):
            return value in self.allowed
        if self.allowed is None:
            return isinstance(value, bool)
        return type(value) is int and self.allowed <= value < 10**DIGITS

    def read(self, text: str) -> int | str:
        """Read a value that a person typed: `true`, `8`, `stay`.

        Raises:
            HouseError: If the key does not allow it; names the key.
        """
        word = text.strip()
        value: int | str = {"true": True, "false": False}.get(word, word)
        digits = word.isascii() and word.isdigit() and len(word) <= DIGITS
        if self.type == "integer" and digits:
            value = int(word)
        if not self.accepts(value):
            raise self.refusal(text[:40])
        return value

    def refusal(self, value: object) -> HouseError:
        """Say in both languages that the house cannot have this value."""
        zh = f"≥ {self.allowed} 的整数" if self.type == "integer" else self.values
        use, got = self.values, repr(value)
        if type(value) is int and value >= 10**DIGITS:
            got = f"{got[:40]}…"
            use, zh = f"{use}, {DIGITS} digits at most", f"{zh}，最多 {DIGITS} 位"
        return HouseError(
            f"{self.name} = {got}: use {use}",
            f"“{self.zh}”（{self.name}）不能是 {got}：请写 {zh}",
        )

    def write(self, value: int | str) -> str:
        """Write a value as TOML does."""
        if self.type == "choice":
            return f'"{value}"'
        return str(value).lower()


def number(default: int, least: int, source: str, zh: str, english: str) -> Any:
    """Make the field of a key that is a whole number."""
    return _row(default, least, source, zh, english)


def switch(default: bool, source: str, zh: str, english: str) -> Any:
    """Make the field of a key that is true or false."""
    return _row(default, None, source, zh, english)


def choice(words: tuple[str, ...], source: str, zh: str, english: str) -> Any:
    """Make the field of a key that is one of these words, the default first."""
    return _row(words[0], words, source, zh, english)


def _row(default: object, allowed: object, source: str, zh: str, english: str) -> Any:
    row = {"default": default, "allowed": allowed, "source": source}
    row |= {"zh": zh, "english": english}
    return field(default=default, metadata=row, kw_only=True)
