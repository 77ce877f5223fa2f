"""Every form field that changes a hand, and the numbers, keys and words of the others.

Fields that the page never offers raise `FormError`; the page itself cannot send them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from flask import request

from scorer.house import house_names
from scorer.keys import DIGITS
from webui.errors import FormError, NumberError, UploadError
from webui.sheet import FACES, KONG_KINDS, MARKS, MELD_SIZES, SEATS, Choices, Sheet

GROUPS = ("hand", "drawn", "indicator", "loose", "meld")
PLACES = ("auto", "hand", "drawn", "indicator", *MELD_SIZES)
FLAGS = ("kong_draw", "heavenly", "earthly")
KONGS_OF_ONE = 4
"""A player has at most four kongs."""


def _one(field: str, allowed: Collection[str], default: str | None = None) -> str:
    value = request.form.get(field, default)
    if value is None or value not in tuple(allowed):
        raise FormError("bad_field", field=field, value=value)
    return value


def face() -> str:
    """Return the tile a person chose."""
    return _one("face", FACES)


def place() -> str:
    """Return where a tile is added."""
    return _one("to", PLACES, "auto")


def group() -> str:
    """Return the group a tile is moved to."""
    return _one("group", GROUPS)


def piece() -> int:
    """Return the id of the piece a person tapped."""
    value = request.form.get("piece", "")
    if not _is_number(value):
        raise FormError("bad_field", field="piece", value=value)
    return int(value)


def also() -> dict[int, str]:
    """Return the other tiles that a repair names, as `piece:face`."""
    named = {}
    for value in request.form.getlist("also"):
        piece, _, face = value.partition(":")
        if not _is_number(piece) or face not in FACES:
            raise FormError("bad_field", field="also", value=value)
        named[int(piece)] = face
    return named


def meld_kind() -> str:
    """Return the kind a meld is switched to."""
    return _one("how", MELD_SIZES)


def line() -> str:
    """Return the typed notation."""
    return request.form.get("line", "").strip()


def upload() -> tuple[str, bytes] | None:
    """Return the name and content of the photograph sent; None when none was chosen.

    Raises:
        UploadError: a file was chosen but it is empty.
    """
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        return None
    file = files[0]  # camera and gallery are two fields of one form
    assert file.filename
    content = file.read()
    if not content:
        raise UploadError("photo_empty", name=file.filename)
    return file.filename, content


def choices(old: Choices) -> Choices:
    """Return the choices with those fields changed that the form has.

    A form of the page names the checkboxes it holds in `boxes`, because a browser sends
    nothing for an empty one.
    """
    flags = tuple(flag for flag in FLAGS if _ticked(flag, flag in old.flags))
    dealer = int(_one("dealer", "0123", str(old.dealer)))
    sits = _ticked("sit", old.sit)
    return replace(
        old,
        house=_one("house", (*house_names(), old.house), old.house),
        flags=flags,
        in_a_row=int(_one("in_a_row", "1234", str(old.in_a_row))),
        winner=int(_one("winner", "0123", str(old.winner))),
        dealer=dealer,
        sitter=dealer if sits else None if old.sit else old.sitter,
        pulls=_pulls(old.pulls),
        chan=_ticked("chan", old.chan),
    )


def _ticked(box: str, before: bool) -> bool:
    shown = box in request.form.get("boxes", "").split()
    return box in request.form if shown else before


def _pulls(old: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(_one(f"pull{seat}", "012", str(old[seat]))) for seat in SEATS)


def kong_edit() -> Callable[[Sheet], Sheet]:
    """Return the edit that counts one more kong of a seat and kind, 0 after the last."""
    text = request.form.get("kong", "")
    seat, _, kind = text.partition(":")
    if seat not in map(str, SEATS) or kind not in KONG_KINDS:
        raise FormError("bad_field", field="kong", value=text)
    kong = (int(seat), kind)

    def edit(sheet: Sheet) -> Sheet:
        kongs = sheet.choices.kongs
        of_seat = sum(owner == kong[0] for owner, _ in kongs)
        if of_seat < KONGS_OF_ONE:
            kongs = tuple(sorted([*kongs, kong]))
        else:
            kongs = tuple(other for other in kongs if other != kong)
        return replace(sheet, choices=replace(sheet.choices, kongs=kongs))

    return edit


def seat(field: str = "seat") -> int:
    """Return the seat (or player) a person tapped."""
    return int(_one(field, "0123"))


def mark_edit() -> Callable[[Sheet], Sheet]:
    """Return the edit that marks a seat as 相公 of a kind, or clears it."""
    text = request.form.get("mark", "")
    where, _, kind = text.partition(":")
    if where not in map(str, SEATS) or kind not in MARKS:
        raise FormError("bad_field", field="mark", value=text)

    def edit(sheet: Sheet) -> Sheet:
        marks = list(sheet.choices.marks)
        marks[int(where)] = "" if marks[int(where)] == kind else kind
        return replace(sheet, choices=replace(sheet.choices, marks=tuple(marks)))

    return edit


def stake_edit(offered: bool) -> Callable[[Sheet], Sheet]:
    """Return the edit of a tapped seat: the dealer sits or not, another pulls 0, 1, 2, 0.

    What a seat said that does not count, since the deal passed to another, is gone then.
    """
    tapped = seat()

    def edit(sheet: Sheet) -> Sheet:
        choices = sheet.choices
        if not offered:
            return sheet
        pulls, sitter = list(choices.pulls), choices.sitter
        deals = tapped == choices.dealer
        pulls[tapped] = 0 if deals else (pulls[tapped] + 1) % 3
        if deals and not choices.sit:
            sitter = tapped
        elif tapped == sitter:
            sitter = None
        said = replace(choices, pulls=tuple(pulls), sitter=sitter)
        return replace(sheet, choices=said)

    return edit


def text(field: str, limit: int = 200) -> str:
    """Return a line of text, cut to a length; a database holds no NUL."""
    return request.form.get(field, "").replace("\0", "").strip()[:limit]


def number(field: str, least: int, most: int, default: int | None = None) -> int:
    """Return a whole number that a person typed.

    Raises:
        NumberError: If it is none, or out of bounds; quotes both.
    """
    value = request.form.get(field, "").strip()
    if not value and default is not None:
        return default
    if not _is_number(value) or not least <= int(value) <= most:
        raise NumberError("number", value=value[:40], least=least, most=most)
    return int(value)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS


def revision() -> int:
    """Return the revision of the game that the form was made for."""
    return number("revision", 0, 10**9)


def key() -> str:
    """Return the idempotency key of a form."""
    value = request.form.get("key", "")
    if not 8 <= len(value) <= 64:
        raise FormError("bad_field", field="key", value=value)
    return value


def ticked(field: str) -> bool:
    """Say whether a box is ticked."""
    return field in request.form


def one(field: str, allowed: Collection[str], default: str | None = None) -> str:
    """Return one of the values that the page offers."""
    return _one(field, allowed, default)
