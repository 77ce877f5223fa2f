"""The chart of running totals, as the numbers of an SVG."""

from __future__ import annotations

from dataclasses import dataclass

from webui.game import Game

WIDTH, HEIGHT = 360, 180


@dataclass(frozen=True)
class Curve:
    """The totals of one player from left to right."""

    name: str
    points: str
    """Of an SVG polyline."""
    end: int
    """His total."""
    y: float
    """Where the curve ends."""
    label: float
    """Where his name stands, clear of the other names."""


@dataclass(frozen=True)
class Chart:
    """Four curves around a line at zero."""

    width: int
    height: int
    zero: float
    curves: tuple[Curve, ...]


def chart(game: Game) -> Chart | None:
    """Draw the totals after each line that counts; None before the second."""
    steps = [(0, 0, 0, 0)]
    steps += [
        line.totals
        for line in game.lines
        if line.kind != "seating" and not line.withdrawn
    ]
    if len(steps) < 2:
        return None
    low, high = min(map(min, steps)), max(map(max, steps))
    span = max(high - low, 1)
    across = WIDTH / (len(steps) - 1)

    def y(total: int) -> float:
        return round(HEIGHT * (high - total) / span, 1)

    labels = _apart([y(steps[-1][player]) for player in range(4)])
    curves = tuple(
        Curve(
            name,
            " ".join(f"{i * across:.1f},{y(s[player])}" for i, s in enumerate(steps)),
            steps[-1][player],
            y(steps[-1][player]),
            labels[player],
        )
        for player, name in enumerate(game.terms.shown)
    )
    return Chart(WIDTH, HEIGHT, y(0), curves)


def _apart(heights: list[float], least: float = 16) -> list[float]:
    """Move labels down, then up from the floor, until none covers another."""
    placed = [0.0] * len(heights)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    free = -least
    for player in order:
        free = placed[player] = max(heights[player], free + least)
    free = HEIGHT + least
    for player in reversed(order):
        free = placed[player] = min(placed[player], free - least)
    return placed
