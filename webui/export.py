"""A game as text: JSON that comes back as it was, and CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import asdict
from typing import Any

from webui.checks import storable
from webui.fact_json import read_fact, write_fact
from webui.facts import ID, Penalty, Round, kind_of
from webui.game import SEATING, TERMS, Game
from webui.ledger_errors import FactError, FormatError
from webui.replay import Claim, Line, Version

FORMAT = "tianjin-ledger 1"
WRONG = (ValueError, TypeError, KeyError, AttributeError)
"""What Python raises for a value of another shape."""


def to_json(game: Game) -> str:
    """Write a game with every version of every fact.

    The photographs stay where they are; their sha256 and path are in the rounds.
    """
    data = {
        "format": FORMAT,
        "game": game.id,
        "started": game.started,
        "versions": [write_version(version) for version in game.versions],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str) -> Game:
    """Read what `to_json` wrote.

    Raises:
        FormatError: If it is no whole export of a game; says what is wrong.
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise _broken(f"the format is {data['format']!r}, not {FORMAT!r}")
        versions = tuple(read_version(row) for row in data["versions"])
        game = Game(_words(data["game"]), _words(data["started"]), versions)
        _check(game)
    except (*WRONG, RecursionError, FactError) as error:
        raise _broken("it cannot be read") from error
    return game


def write_version(version: Version) -> dict[str, Any]:
    """Write a version as plain JSON values."""
    claim = version.claim
    return {
        "revision": version.revision,
        "entry": version.entry,
        "number": version.number,
        "kind": version.kind,
        "at": version.at,
        "reason": version.reason,
        "withdrawn": version.withdrawn,
        "undoes": version.undoes,
        "facts": write_fact(version.fact),
        "claim": claim and asdict(claim),
    }


def read_version(row: dict[str, Any]) -> Version:
    """Read what `write_version` wrote; raises what Python raises for a wrong field."""
    rest = {key: value for key, value in row.items() if key not in ("kind", "facts")}
    claim = None if rest["claim"] is None else _claim(rest["claim"])
    return Version(
        **rest | {"claim": claim, "fact": read_fact(row["kind"], row["facts"])}
    )


def _claim(row: dict[str, Any]) -> Claim:
    deltas, totals = tuple(row["deltas"]), tuple(row["totals"])
    numbers = (*deltas, *totals, row["fan"] or 0)
    if [len(deltas), len(totals), *map(type, numbers)] != [4, 4] + [int] * 9:
        raise _broken(f"a claim is {row!r:.99}, not its fan and four numbers twice")
    _words(row["engine"])
    return Claim(**row | {"deltas": deltas, "totals": totals})


def _check(game: Game) -> None:
    """Refuse versions that no ledger wrote in this order."""
    if not re.fullmatch(ID, game.id):
        raise _broken(f"the game is {game.id!r}, not ten of 0-9 a-f")
    seen: dict[int, Version] = {}
    for place, version in enumerate(game.versions, 1):
        marks = (version.revision, version.entry, version.number, version.withdrawn)
        before = seen.get(version.entry)
        number = before.number + 1 if before else 1
        opening = {TERMS: "terms", SEATING: "seating"}.get(place)
        if (
            (version.revision, version.number) != (place, number)
            or (before is None and version.entry != place)
            or (before is not None and before.kind != version.kind)
            or (opening and (version.entry, version.kind) != (place, opening))
            or (version.kind == "terms" and version.entry != TERMS)
            or not (version.undoes is None or SEATING < version.undoes < place)
            or list(map(type, marks)) != [int, int, int, bool]
        ):
            raise _broken(f"version {place} does not follow the ones before it")
        _words(version.at, version.reason)
        seen[version.entry] = version
    if len(game.versions) < SEATING:
        raise _broken("it has no terms and seats")


def _words(*texts: object) -> str:
    for text in texts:
        if not storable(text):
            raise _broken(f"{text!r} is no text")
    return str(texts[0])


def _broken(why: str) -> FormatError:
    return FormatError(
        "format",
        f"this file is no export of ours: {why}; choose the JSON that Settle → JSON gave",
        "这个文件不是本程序导出的牌局，或者被改过：请选“结账 → JSON”导出的文件",
    )


COLUMNS = ("number", "kind", "at", "dealer", "winner", "hand", "fan", "kongs")


def to_csv(game: Game) -> str:
    """Write a line for each round and penalty that counts: changes, then totals, by player.

    For Excel encode it as `utf-8-sig`. Text that a spreadsheet would run is quoted.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    names = game.terms.players
    totals = [f"{name} Σ" for name in names]
    table.writerow([*COLUMNS, *map(_plain, names), *map(_plain, totals), "note"])
    for line in game.lines:
        if line.kind != "seating" and not line.withdrawn:
            row = _cells(line, names)
            table.writerow([_plain(cell) for cell in row])
    return out.getvalue()


def _cells(line: Line, names: tuple[str, ...]) -> list[object]:
    fact = line.version.fact
    note = fact.note if isinstance(fact, Round | Penalty) else ""
    first: list[object] = [line.number or "", kind_of(fact), line.version.at]
    if isinstance(fact, Round):
        winner = "" if fact.winner is None else names[fact.winner]
        kongs = [
            t for t in line.transfers if t.reason not in ("win", "chan", "false_win")
        ]
        owners = [f"{names[t.payee]} {t.reason}" for t in kongs[::3]]
        first[1] = fact.kind
        first += [names[line.seats[line.dealer]], winner, fact.notation]
        first += ["" if line.fan is None else line.fan, ", ".join(owners)]
    else:
        first += [""] * (len(COLUMNS) - len(first))
    return [*first, *line.deltas, *line.totals, note]


def _plain(cell: object) -> object:
    """Keep a spreadsheet from taking text for a formula."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + cell
    return cell
