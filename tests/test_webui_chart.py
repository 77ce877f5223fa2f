"""The chart of totals: each name stands inside the picture, clear of the others."""

import secrets
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from webui.chart import HEIGHT, chart
from webui.facts import Round, Seating, Terms
from webui.ledger import Ledger


@pytest.mark.parametrize("winner", [0, 3])
def test_three_equal_losers_are_all_named(winner: int, tmp_path: Path) -> None:
    with closing(Ledger(tmp_path / "ledger.db")) as book:
        names = ("王", "李", "赵", "陈")
        game = book.start(Terms(names), Seating(), key=secrets.token_hex(8))
        fact = Round(winner=winner, fan=3)
        book.add(game.game, fact, key=secrets.token_hex(8), revision=game.revision)
        drawn = chart(book.game(game.game))
    assert drawn is not None
    heights = sorted(curve.label for curve in drawn.curves)
    assert heights[0] >= 0
    assert heights[-1] <= HEIGHT
    assert all(b - a >= 16 for a, b in pairwise(heights))


def test_no_line_is_no_chart(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path / "ledger.db")) as book:
        game = book.start(
            Terms(("王", "李", "赵", "陈")), Seating(), key=secrets.token_hex(8)
        )
        assert chart(book.game(game.game)) is None
