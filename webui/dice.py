"""Seats and dice: 打风, who a throw counts to, where the wall is broken, what is turned.

Chance is passed in, so a test (or a referee) can repeat every draw. Sources: P is the online
platform, W the encyclopedia article.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from scorer.payments import Four
from webui.ledger_errors import FactError

STACKS = 17
"""Stacks of two before each player."""
Source = Literal["platform", "encyclopedia"]


def draw_seats(rng: Random, previous: Four | None = None) -> Four:
    """Draw the players' seats (打风), again while nobody's neighbours changed (W).

    Args:
        rng: the chance.
        previous: the players by seat before, None at the first 打风.

    Returns:
        The player of each seat, counter-clockwise.
    """
    while True:
        a, b, c, d = rng.sample(range(4), 4)
        drawn = (a, b, c, d)
        if previous is None or drawn not in _turned(previous):
            return drawn


def _turned(seats: Four) -> set[tuple[int, ...]]:
    """Give the four seatings in which everybody has the same neighbours."""
    return {seats[turn:] + seats[:turn] for turn in range(4)}


def throw(rng: Random) -> tuple[int, int]:
    """Throw two dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def counted(thrower: int, points: int) -> int:
    """Count seats counter-clockwise, the thrower being one: the first dealer (W).

    >>> counted(0, 5), counted(0, 2)
    (0, 1)
    """
    return (thrower + points - 1) % 4


@dataclass(frozen=True)
class Stack:
    """One stack of a wall, counted from its owner's right (P) or left (W) hand."""

    seat: int
    number: int
    """1 to 17."""
    side: Literal["right", "left"]


@dataclass(frozen=True)
class Opening:
    """Where the first tiles are taken, and which stack's upper tile is turned."""

    broken: Stack
    turned: Stack


def opening(source: Source, wall: int, first: int, second: int) -> Opening:
    """Find the stack where the wall is broken and the stack that is turned.

    Both sources count `first` stacks of one wall and break it at the next, then count
    `second` stacks backwards from there, over the corner if need be. P counts the dealer's own
    wall from right to left; W the wall of whoever threw second, from left to right. Seen from
    a seat, the next player (seat + 1) sits to the right.

    >>> opening("platform", 0, 7, 3).turned
    Stack(seat=0, number=5, side='right')
    >>> opening("platform", 0, 3, 5).turned
    Stack(seat=1, number=16, side='right')

    Args:
        source: whose counting.
        wall: the seat whose wall is broken: the dealer (P), the second thrower (W).
        first: points of the throw that breaks the wall.
        second: points of the throw of the dealer's opposite, for the wild.

    Raises:
        FactError: If two dice cannot show these points.
    """
    for points in (first, second):
        if points not in range(2, 13):
            raise FactError(
                "dice",
                f"two dice cannot show {points!r}: give 2 to 12",
                f"两个骰子掷不出 {points}：请写 2 到 12",
            )
    side: Literal["right", "left"] = "right" if source == "platform" else "left"
    number, seat = first + 1 - second, wall
    if number < 1:
        number += STACKS
        seat = (wall + (1 if side == "right" else -1)) % 4
    return Opening(Stack(wall, first + 1, side), Stack(seat, number, side))
