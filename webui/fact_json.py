"""Facts as plain JSON values and back: the column of the database, the line of the export."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from scorer.errors import ScorerError
from scorer.hand import Win
from scorer.house import KEYS, House
from scorer.payments import Kong
from webui.checks import cannot
from webui.facts import Fact, Penalty, Round, Seating, Terms


def write_fact(fact: Fact) -> dict[str, Any]:
    """Write a fact as plain JSON values."""
    if isinstance(fact, Terms):
        house = fact.house
        return {
            "players": list(fact.players),
            "house": {
                "name": house.name,
                "zh": house.zh,
                "english": house.english,
                "digest": house.digest,
                "values": {key.name: getattr(house, key.name) for key in KEYS},
            },
            "stake": None if fact.stake is None else str(fact.stake),
            "currency": fact.currency,
            "ended": fact.ended,
        }
    return dataclasses.asdict(fact)


def read_fact(kind: str, data: dict[str, Any]) -> Fact:
    """Read what `write_fact` wrote.

    Raises:
        FactError: If a field is missing, unknown or wrong; quotes it.
    """
    try:
        return _READ[kind](data)
    except (ScorerError, TypeError, ValueError, KeyError, ArithmeticError) as error:
        raise cannot(
            f"a {kind} that cannot be read: {error!r}", f"有一条读不了：{error!r}"
        ) from error


def _terms(data: dict[str, Any]) -> Terms:
    house = data["house"]
    titles = {key: house[key] for key in ("name", "zh", "english")}
    players, stake = tuple(data["players"]), data["stake"]
    return Terms(
        **data
        | {
            "players": players,
            "house": House(**titles, **house["values"]),
            "stake": None if stake is None else Decimal(stake),
        }
    )


def _round(data: dict[str, Any]) -> Round:
    kongs = tuple(Kong(**kong) for kong in data["kongs"])
    return Round(**data | {"how": Win(**data["how"]), "kongs": kongs})


_READ: dict[str, Callable[[dict[str, Any]], Fact]] = {
    "terms": _terms,
    "seating": lambda data: Seating(**data),
    "round": _round,
    "penalty": lambda data: Penalty(**data),
}
