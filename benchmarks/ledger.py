"""Time the totals of a 500-round game: python -m benchmarks.ledger [DATABASE_URL].

Prints the median and 95th percentile of what a page asks for after each write (totals, lines,
payments), of a first read by a program that has just started, and of one confirm.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from scorer.payments import Kong
from webui.facts import Round, Seating, Terms
from webui.ledger import Ledger, new_key

ROUNDS = 500
HANDS = (
    "46m 123p 789s 55s 678p +5m /E",
    "12346789m 55s [EEEE] +5m /3s",
    "46m 123p 789s 55s (888p) +5m /E",
)


def main(where: str | Path) -> None:
    """Play the game, then time it."""
    with closing(Ledger(where)) as book:
        game = book.start(Terms(("a", "b", "c", "d")), Seating(), key=new_key()).game
        confirms = [timed(partial(_confirm, book, game, n)) for n in range(ROUNDS)]
        again = [timed(partial(_page, book, game)) for _ in range(100)]
    starts = []
    for _ in range(20):
        with closing(Ledger(where)) as fresh:
            starts.append(timed(partial(_page, fresh, game)))
    for name, times in (
        ("page, warm", again),
        ("page, just started", starts),
        ("confirm", confirms),
    ):
        high = quantiles(times, n=20)[-1]
        print(f"{name:20} median {median(times):6.1f} ms   p95 {high:6.1f} ms")


def timed(task: Callable[[], None]) -> float:
    """Give the milliseconds a task takes."""
    start = perf_counter()
    task()
    return (perf_counter() - start) * 1000


def _confirm(book: Ledger, game: str, number: int) -> None:
    fact = Round(
        winner=number % 4,
        notation=HANDS[number % 3],
        kongs=(Kong((number + 1) % 4, "exposed"),),
        sit=number % 2 == 0,
    )
    book.add(game, fact, key=new_key(), revision=number + 2)


def _page(book: Ledger, game: str) -> None:
    state = book.game(game)
    assert len(state.rounds) == ROUNDS
    assert len([line.deltas for line in state.lines]) == ROUNDS + 1
    assert sum(state.totals) == 0
    assert state.settlement


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(sys.argv[1] if sys.argv[1:] else Path(folder) / "ledger.db")
