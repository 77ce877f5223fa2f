"""The only place that reads what a browser sends.

Fields that the page never offers raise `FormError`; the page itself cannot send them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from flask import request

from scorer.house import house_names
from webui.errors import FormError, UploadError
from webui.sheet import FACES, KONG_KINDS, MELD_SIZES, SEATS, Choices, Sheet

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
    if not value.isdecimal():
        raise FormError("bad_field", field="piece", value=value)
    return int(value)


def meld_kind() -> str:
    """Return the kind a meld is switched to."""
    return _one("how", MELD_SIZES)


def line() -> str:
    """Return the typed notation, at most a few hundred characters of it."""
    return request.form.get("line", "").strip()[:300]


def upload() -> tuple[str, bytes] | None:
    """Return the name and content of the photograph sent; None when none was chosen.

    Raises:
        UploadError: a file was chosen but it is empty.
    """
    file = request.files.get("photo")
    if file is None or not file.filename:
        return None
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
    return Choices(
        house=_one("house", house_names(), old.house),
        flags=flags,
        winner=int(_one("winner", "0123", str(old.winner))),
        dealer=int(_one("dealer", "0123", str(old.dealer))),
        sit=_ticked("sit", old.sit),
        pulls=_pulls(old.pulls),
        kongs=old.kongs,
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
