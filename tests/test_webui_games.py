"""A game through the pages: its players, seats, rules, dice, its end."""

import re
import time
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.evening import NAMES, Evening
from webui.facts import Round
from webui.ledger import Ledger

if TYPE_CHECKING:
    pass


def test_a_new_game_draws_its_seats_once(app: Flask, client: FlaskClient) -> None:
    fields = {f"player{seat}": name for seat, name in enumerate(NAMES)}
    fields |= {"key": "start-key", "stake": "0.5", "currency": "元", "house": "gale"}
    first, second = (client.post("/games", data=fields) for _ in range(2))
    assert first.location == second.location
    assert "骰子" in client.get(first.location).text
    ledger: Ledger = app.extensions["ledger"]()
    (card,) = ledger.games()
    assert card.terms.players == NAMES
    assert card.terms.house.name == "gale"
    assert sorted(ledger.game(card.id).seats) == [0, 1, 2, 3]
    assert "王 · 陈 · 赵 · 李" in client.get("/games").text
    assert 'value="陈"' in client.get("/games/new").text


def test_a_refused_new_game_keeps_what_was_typed(client: FlaskClient) -> None:
    fields = {"key": "start-key", "player0": "王", "player1": "王", "player2": "赵"}
    answer = client.post("/games", data=fields)
    assert answer.status_code == 422
    assert "四个不同的名字" in answer.text
    assert 'value="赵"' in answer.text


def test_seats_put_right_take_the_stakes_along(evening: Evening) -> None:
    hand = evening.hand
    evening.post(f"{hand}/deal/stakes", seat="1")
    evening.post(f"{hand}/deal/kongs", kong="1:gold")
    swapped = {"seat0": "0", "seat1": "2", "seat2": "1", "seat3": "3"}
    query = "&".join(f"{field}={value}" for field, value in swapped.items())
    form = evening.form(f"{evening.url}/seats/fix?{query}")
    evening.post(f"{evening.url}/seats/fix", **swapped, **form)
    hand = evening.hand
    answer = evening.post(f"{hand}/deal/win", winner="2", by="fan", fan="2")
    evening.post(f"{hand}/book", **evening.form(answer.location))
    fact = evening.game.rounds[-1].fact
    assert fact.pulls == (0, 0, 1, 0)  # type: ignore[union-attr]
    assert [kong.seat for kong in fact.kongs] == [2]  # type: ignore[union-attr]


def test_wrong_seats_are_swapped_and_the_evening_replayed(evening: Evening) -> None:
    hand = evening.hand
    evening.post(f"{hand}/deal/stakes", seat="0")
    evening.win(1)
    before = evening.game
    swapped = {"seat0": "1", "seat1": "0", "seat2": "2", "seat3": "3"}
    query = "&".join(f"{field}={value}" for field, value in swapped.items())
    page = f"{evening.url}/seats/fix?{query}"
    assert "总账的变化" in evening.client.get(page).text
    evening.post(f"{evening.url}/seats/fix", **swapped, **evening.form(page))
    after = evening.game
    assert before.rounds[0].winner == after.rounds[0].winner == 1
    assert (after.seats, after.rounds[0].dealer) == ((1, 0, 2, 3), 1)
    twice = swapped | {"seat1": "1"}
    form = {"key": "k" * 9, "revision": str(after.revision)}
    answer = evening.expecting(422).post(f"{evening.url}/seats/fix", **twice, **form)
    assert "四人各坐一位" in answer.text


def test_a_pot_ends_after_sixteen_deals_and_asks_for_seats(evening: Evening) -> None:
    for _ in range(16):
        seat = (evening.game.dealer + 1) % 4
        hand = evening.hand
        answer = evening.post(f"{hand}/deal/win", winner=str(seat), by="fan", fan="2")
        evening.post(f"{hand}/book", **evening.form(answer.location))
    page = evening.client.get(evening.url).text
    assert "第 1 锅打完了" in page
    assert 'id="won"' not in page
    before = evening.game.seats
    refused_everywhere(evening, evening.hand, "第 1 锅打完了：请重新打风")
    form = evening.form(f"{evening.url}/seats")
    evening.post(f"{evening.url}/seats", seats="draw", dealer="2", **form)
    seats = evening.game.seats
    assert (evening.game.pot.number, evening.game.dealer) == (2, 2)
    assert seats not in [before[turn:] + before[:turn] for turn in range(4)]
    evening.draw()
    assert len(evening.game.rounds) == 17
    fact = evening.game.rounds[4].fact
    assert isinstance(fact, Round)
    hand = evening.hand_of(
        f"{evening.url}/lines/{evening.game.rounds[4].entry}/correct"
    )
    evening.post(f"{hand}/deal/kongs", kong="2:gold")  # a past deal can be put right
    evening.post(f"{hand}/book", **evening.form(f"{hand}/end?how=fan"))
    assert evening.game.rounds[4].fact != fact


def test_an_ended_game_takes_no_hand_until_resumed(evening: Evening) -> None:
    evening.win(2)
    hand = evening.lay(1)
    form = evening.form(f"{evening.url}/settle")
    evening.post(f"{evening.url}/end", **form, ended="yes")
    assert "已经结束" in evening.client.get(evening.url).text
    form = evening.form(f"{evening.url}/settle") | {"how": "tiles"}
    assert "已经结束" in evening.expecting(422).post(f"{hand}/book", **form).text
    refused_everywhere(evening, hand, "这一局已经结束")
    page = evening.client.get(f"{hand}/result").text
    assert "<h1>陈 和 6 番</h1>" in page
    assert "这一局已经结束" in page
    assert 'id="book"' not in page
    form = evening.form(f"{evening.url}/settle")
    evening.post(f"{evening.url}/end", **form, ended="no")
    assert evening.game.terms.ended is False
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert len(evening.game.rounds) == 2


def refused_everywhere(evening: Evening, hand: str, said: str) -> None:
    """Try to play a deal where none is to be played: on its pages, and by forms kept."""
    before = evening.game
    for panel in ("", "?open=win"):
        page = evening.client.get(evening.url + panel).text
        assert page.count(said) == 1
        assert '<form class="win"' not in page
        assert "?open=turned" not in page
    for how in ("draw", "fan", "false"):
        page = evening.client.get(f"{hand}/end?how={how}").text
        assert said in page
        assert 'id="book"' not in page
    closed = {"key": "kept-by-a-phone", "revision": str(before.revision)}
    answer = evening.expecting(422).post(f"{hand}/book", how="draw", **closed)
    assert said in answer.text
    for tap, fields in (
        ("deal/win", {"winner": "1", "by": "fan", "fan": "2"}),
        ("deal/stakes", {"seat": "1"}),
        ("deal/kongs", {"kong": "1:gold"}),
        ("tiles", {"face": "1m"}),
        ("result/table", {"winner": "2"}),
    ):
        assert said in evening.expecting(409).post(f"{hand}/{tap}", **fields).text
    assert evening.game == before


def test_the_rules_are_a_form_of_every_key(evening: Evening) -> None:
    evening.win(1)
    page = f"{evening.url}/house"
    text = evening.client.get(page).text
    fields = dict(re.findall(r'name="(\w+)" value="(\d+)"', text))
    fields |= evening.form(page) | {"wild_neighbours": "next", "draw_dealer": "pass"}
    fields |= {"wild_discard": "penalty", "kong_gold": "8", "times_su": "4"}
    ticked = re.findall(r'name="(\w+)" value="true" checked', text)
    fields |= dict.fromkeys(ticked, "true")
    evening.post(page, **fields)
    rules = evening.game.terms.house
    assert (rules.kong_gold, rules.draw_dealer, rules.heavenly) == (8, "pass", True)
    assert evening.game.totals == (-12, 36, -12, -12)
    bad = fields | evening.form(page) | {"minimum_fan": "0"}
    said = "起和番数，不足不能和”（minimum_fan）不能是 &#39;0&#39;：请写 ≥ 1 的整数"
    assert said in evening.expecting(422).post(page, **bad).text
    good = fields | evening.form(page) | {"kong_gold": "4", "times_su": "2"}
    evening.post(page, **good | {"draw_dealer": "stay"})
    assert evening.game.terms.house.name == "platform"
    assert "照 刮大风" in evening.client.get(f"{page}?from=gale").text


def test_the_dice_point_at_a_stack(evening: Evening) -> None:
    answer = evening.post("/dice", game=evening.id)
    assert evening.client.get(answer.location).status_code == 200
    page = evening.client.get("/dice?first=3-4&second=1-2&turned=N").text
    assert "从右数第 8 墩" in page
    assert "从右数第 5 墩" in page
    assert "从左数第 8 墩" in page
    assert "混儿：" in page
    assert evening.client.get("/dice?first=9-9&turned=x&wall=7").status_code == 200


@pytest.fixture
def tianjin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set this machine's clock eight hours ahead of UTC, for which POSIX writes -8."""
    monkeypatch.setenv("TZ", "CST-8")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("tianjin")
@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("2026-11-30T13:30:00+00:00", "2026-11-30 21:30"),
        ("2026-11-30T23:50:00+00:00", "2026-12-01 07:50"),
        ("2026-11-30T13:30:00", "2026-11-30 21:30"),
        ("9999-12-31T23:30:00+00:00", "9999-12-31 23:30"),
        ("a night long ago, late", "a night long ago"),
    ],
)
def test_times_are_those_of_the_table(
    evening: Evening, stored: str, shown: str
) -> None:
    evening.win(2)
    ask = f"{evening.url}/lines/3/withdraw"
    evening.post(ask, **evening.form(ask))
    text = evening.client.get(f"{evening.url}/export.json").text
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:]{8}\+00:00", stored, text)
    file = BytesIO(text.replace(evening.id, "0" * 10).encode())
    evening.client.post("/games/import", data={"file": (file, "game.json")})
    url = f"/games/{'0' * 10}"
    for page in ("/games", f"{url}/lines/3", f"{url}/print"):
        assert shown in evening.client.get(page).text
    assert f"{shown[:10]}</title>" in evening.client.get(f"{url}/print").text
    assert stored in evening.client.get(f"{url}/export.json").text
