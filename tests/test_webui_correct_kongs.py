"""A win put right into something without tiles keeps the kongs that its tiles showed."""

import pytest

from scorer.payments import Kong
from tests.evening import TWO_KONGS, Evening

LAID = (Kong(2, "concealed"), Kong(2, "exposed"))


def correct(evening: Evening) -> str:
    """Open the correction of the last line; gives its hand."""
    return evening.hand_of(
        f"{evening.url}/lines/{evening.game.rounds[-1].entry}/correct"
    )


@pytest.mark.parametrize(("how", "paid"), [("draw", 9), ("fan", 24), ("false", 9)])
def test_a_win_with_kongs_that_was_none(evening: Evening, how: str, paid: int) -> None:
    evening.win(2, TWO_KONGS)
    hand = correct(evening)
    if how == "fan":
        evening.post(f"{hand}/deal/win", winner="2", by="fan", fan="5")
    if how == "false":
        evening.post(f"{hand}/deal/false", seat="1")
    page = evening.client.get(f"{hand}/end?how={how}").text
    assert "手牌里的杠照样记着：赵 明杠 1 暗杠 1" in page
    evening.post(f"{hand}/book", **evening.form(f"{hand}/end?how={how}"))
    fact = evening.game.rounds[-1].fact
    assert sorted(fact.kongs, key=str) == sorted(LAID, key=str)  # type: ignore[union-attr]
    assert evening.game.totals[2] == paid


def test_a_kong_said_at_the_table_too_counts_once(evening: Evening) -> None:
    evening.win(2, TWO_KONGS)
    hand = correct(evening)
    evening.post(f"{hand}/deal/kongs", kong="2:added")
    evening.post(f"{hand}/book", **evening.form(f"{hand}/end?how=draw"))
    fact = evening.game.rounds[-1].fact
    kinds = sorted(kong.kind for kong in fact.kongs)  # type: ignore[union-attr]
    assert kinds == ["added", "concealed"]


def test_another_winner_of_the_same_tiles_has_their_kongs(evening: Evening) -> None:
    evening.win(2, TWO_KONGS)
    hand = correct(evening)
    evening.post(f"{hand}/result/table", winner="1")
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert evening.game.totals[1] > 0
    assert len(set(evening.game.totals) - {evening.game.totals[1]}) == 1


def test_a_deal_without_kongs_says_nothing_of_them(evening: Evening) -> None:
    evening.win(2)
    page = evening.client.get(f"{correct(evening)}/end?how=draw").text
    assert "手牌里的杠" not in page


def test_kongs_that_are_void_are_kept_and_nobody_pays_them(evening: Evening) -> None:
    evening.win(2, TWO_KONGS)
    hand = correct(evening)
    evening.post(f"{hand}/deal/marks", mark="2:over")
    page = evening.client.get(f"{hand}/end?how=draw").text
    assert "手牌里的杠照样记着：赵 明杠 1 暗杠 1" in page
    assert "没有人付账。" in page
