"""JSON rows to the scorer's objects and back: what `tianjin` reads and prints.

Rows in are those of `tests/data/hands.json` and `payments.json`; other fields are left
alone. Rows out carry `version`, the version of the program.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeVar

from scorer.hand import Hand, Meld, MeldKind, Win
from scorer.house import PLATFORM, House, house_names
from scorer.keys import DIGITS
from scorer.payments import Kong, Payments, Table, settle
from scorer.readings import Set
from scorer.score import Score, score
from scorer.tiles import Tile

if TYPE_CHECKING:
    from vision import Reading, Sighting

Row = dict[str, Any]
Value = TypeVar("Value")
_NEEDED: Any = object()


class RowError(ValueError):
    """Raised for a row that lacks a field or holds a wrong one; quotes it."""


@cache
def program_version() -> str:
    """Give the version of the installed program."""
    return version("tianjin-mahjong-scorer")


def stamped(row: Row) -> Row:
    """Add the version to a row."""
    return {**row, "version": program_version()}


def row_of(line: bytes) -> Row:
    """Read one line of JSON as a row.

    Raises:
        RowError: If the line is no JSON object.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        shown = line.decode("utf-8", "replace").strip()
        raise RowError(f"{_short(shown)} is no line of JSON: {error}") from None
    if not isinstance(row, dict):
        raise RowError(f"{_short(row)} is no JSON object: write {{…}} on one line")
    return row


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…" + text[0]


def _get(row: Row, field: str, kind: type[Value], default: Any = _NEEDED) -> Value:
    """Take a field of a type; true is no number; null is as good as absent.

    A whole number has at most `DIGITS` digits: what is paid must be written again.
    """
    value = row.get(field)
    if value is None and default is not _NEEDED:
        return default  # type: ignore[no-any-return]  # the caller's own default
    if type(value) is not kind:
        names = {
            bool: "true or false",
            int: "a whole number",
            str: "text",
            list: "a list",
        }
        want = names.get(kind, "an object")
        got = f"is {_short(value)}" if field in row else "is missing"
        raise RowError(f"{field!r} {got}: give {want}")
    if isinstance(value, int) and abs(value) >= 10**DIGITS:
        raise RowError(
            f"{field!r} is {_short(value)}: "
            f"give a whole number of at most {DIGITS} digits"
        )
    return value


def _objects(row: Row, field: str) -> list[Row]:
    found: list[Any] = _get(row, field, list, [])
    for one in found:
        if type(one) is not dict:
            raise RowError(f"{field!r} holds {_short(one)}: give objects")
    return found


def house_of(row: Row, house: House | None) -> House:
    """Choose the house: the one asked for, else the shipped one that the row names.

    Raises:
        RowError: If the row names no shipped house.
    """
    if house is not None:
        return house
    name = _get(row, "house", str, PLATFORM.name)
    if name not in house_names():
        raise RowError(f"'house' is {name!r}: use {', '.join(house_names())}")
    return House.load(name)


def hand_of(row: Row) -> Hand:
    """Read the hand of a row."""
    concealed: list[Any] = _get(row, "concealed", list)
    drawn, turned = (
        _get(row, field, str, "") for field in ("winning_tile", "indicator")
    )
    return Hand(
        tuple(Tile.parse(str(text)) for text in concealed),
        tuple(map(_meld, _objects(row, "melds"))),
        Tile.parse(drawn) if drawn else None,
        Tile.parse(turned) if turned else None,
    )


def _meld(row: Row) -> Meld:
    kind = _get(row, "kind", str)
    if kind not in list(MeldKind):
        raise RowError(f"meld 'kind' is {kind!r}: use {', '.join(MeldKind)}")
    return Meld(MeldKind(kind), Tile.parse(_get(row, "tile", str)))


def win_of(row: Row) -> Win:
    """Read the flags of a row; `kong_draw` may count the kongs in a row."""
    flags: Row = _get(row, "flags", dict, {})
    known = Win.__slots__
    for flag in flags:
        if flag not in known:
            raise RowError(f"unknown flag {flag!r}: use {', '.join(known)}")
    kong_draw = flags.get("kong_draw")
    counted = type(kong_draw) is int
    return Win(
        _get(flags, "kong_draw", int if counted else bool, False),
        *(_get(flags, flag, bool, False) for flag in known[1:]),
    )


def scored(row: Row, house: House | None = None) -> Row:
    """Score the hand of a row.

    Raises:
        RowError: If a field is missing or wrong.
        ScorerError: If the hand cannot be, or its circumstances exclude each other.
    """
    chosen = house_of(row, house)
    result = score_row(score(hand_of(row), win_of(row), chosen))
    return {**result, "digest": chosen.digest}


def score_row(result: Score) -> Row:
    """Write a score: names of fans in `items`, everything else beside it."""
    reading, reason = result.reading, result.reason
    return {
        "legal": result.legal,
        "fan": result.fan,
        "items": [item.name for item in result.items],
        "reading": reading and str(reading),
        "reason": reason and str(reason),
        "reason_key": reason and reason.key,
        "reason_zh": reason and reason.zh,
        "formula": result.formula,
        "details": [
            {
                "key": item.key,
                "name": item.name,
                "english": item.english,
                "value": item.value,
                "tiles": list(map(str, item.tiles)),
            }
            for item in result.items
        ],
        "sets": [_set_row(one) for one in reading.sets] if reading else [],
    }


def _set_row(one: Set) -> Row:
    return {
        "kind": one.kind,
        "tiles": list(map(str, one.tiles)),
        "as": list(map(str, one.faces)),
        "wild": list(one.wild),
        "drawn": one.drawn,
        "dragon": one.dragon,
    }


def settled(row: Row, house: House | None = None) -> Row:
    """Settle the hand of a row.

    Raises:
        RowError: If a field is missing or wrong.
        ScorerError: If no table can have these stakes, kongs or this win.
    """
    if "win" not in row:
        raise RowError(
            '\'win\' is missing: give {"seat", "fan"}, or null for a drawn hand'
        )
    win: Row | None = _get(row, "win", dict, None)
    pulls: list[Any] = _get(row, "pulls", list, [0, 0, 0, 0])
    table = Table(_get(row, "dealer", int), _get(row, "sit", bool, False), tuple(pulls))
    kongs = [
        Kong(
            _get(one, "seat", int),
            _get(one, "kind", str),
            _get(one, "void", bool, False),
        )
        for one in _objects(row, "kongs")
    ]
    return payments_row(
        settle(
            table,
            None if win is None else (_get(win, "seat", int), _get(win, "fan", int)),
            kongs,
            _get(row, "chan", bool, False),
            house_of(row, house),
            _get(row, "false_win", int, None),
        )
    )


def payments_row(paid: Payments) -> Row:
    """Write a settlement."""
    parts = ("deltas", "win", "kong", "chan", "false_win")
    return {
        **{part: list(getattr(paid, part)) for part in parts},
        "next_dealer": paid.next_dealer,
        "transfers": [
            {
                "payer": one.payer,
                "payee": one.payee,
                "points": one.points,
                "unit": one.unit,
                "multiplier": one.multiplier,
                "reason": str(one.reason),
            }
            for one in paid.transfers
        ],
    }


def photo_row(photo: str, reading: Reading) -> Row:
    """Write what a photograph shows; corners in pixels of the upright photograph."""
    spread = reading.spread
    group_of = {index: group.kind for group in spread.groups for index in group.members}
    return {
        "photo": photo,
        "tiles": [
            _tile_row(sighting, group_of[index])
            for index, sighting in enumerate(spread.sightings)
        ],
        "groups": [
            {"kind": one.kind, "tiles": list(one.members)} for one in spread.groups
        ],
        "notation": spread.notation,
        "doubtful": list(spread.doubtful),
        "width": reading.width,
        "height": reading.height,
        "quality": asdict(reading.quality) if reading.quality else None,
        "ms": {stage: round(spent, 1) for stage, spent in reading.ms.items()},
    }


def _tile_row(sighting: Sighting, group: str) -> Row:
    return {
        "tile": str(sighting.label),
        "confidence": round(sighting.confidence, 4),
        "corners": [[round(x, 1), round(y, 1)] for x, y in sighting.corners],
        "group": group,
        "rivals": [[label, round(chance, 4)] for label, chance in sighting.rivals],
    }
