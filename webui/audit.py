"""Derive again what the table was shown when it confirmed, and compare."""

from __future__ import annotations

from dataclasses import dataclass

from webui.game import Game
from webui.replay import NOBODY, Claim


@dataclass(frozen=True)
class Finding:
    """One difference between the book and its replay."""

    game: str
    revision: int
    entry: int
    what: str
    """fan, deltas or totals."""
    claimed: object
    derived: object

    def __str__(self) -> str:
        where = f"game {self.game}, revision {self.revision} (line {self.entry})"
        return f"{where}: {self.what} was {self.claimed!r}, is {self.derived!r}"


def claim(game: Game, engine: str) -> Claim:
    """Say what the newest version of a game brought."""
    written = game.versions[-1]
    line = next((one for one in game.lines if one.version is written), None)
    fan, deltas = (line.fan, line.deltas) if line else (None, NOBODY)
    return Claim(fan, deltas, game.totals, engine)


def audit(game: Game) -> tuple[Finding, ...]:
    """Score and settle every version as it was written, and compare with its claim."""
    found = []
    then = game.as_of(0)
    for version in game.versions:
        then = then.after(version)
        if version.claim is None:
            continue
        derived = claim(then, version.claim.engine)
        for what in ("fan", "deltas", "totals"):
            was, now = getattr(version.claim, what), getattr(derived, what)
            if was != now:
                found.append(
                    Finding(game.id, version.revision, version.entry, what, was, now)
                )
    return tuple(found)
