"""An evening through the pages, without a browser: each step of a deal, into the book."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.facts import Round
from webui.game import TERMS, Game
from webui.ledger import Ledger

if TYPE_CHECKING:
    from tests.conftest import Eye

NAMES = ("王", "陈", "赵", "李")
FIVE = "46m 123p 789s 55s (888p) +5m /E"
"""捉五 素: 6 fan."""


@dataclass
class Evening:
    """A game, and a thumb on its pages."""

    client: FlaskClient
    ledger: Ledger
    id: str
    status: int = 303

    @property
    def url(self) -> str:
        return f"/games/{self.id}"

    @property
    def game(self) -> Game:
        return self.ledger.game(self.id)

    @property
    def hand(self) -> str:
        """The hand of the deal being played."""
        return self.hand_of(self.url)

    def hand_of(self, page: str) -> str:
        found = re.search(r"/hands/\w{10}(?=/deal)", self.client.get(page).text)
        assert found
        return found.group()

    def post(self, url: str, **fields: str) -> TestResponse:
        answer = self.client.post(url, data=fields)
        assert answer.status_code == self.status, answer.text
        return answer

    def expecting(self, status: int) -> "Evening":
        return replace(self, status=status)

    def form(self, page: str) -> dict[str, str]:
        """Read the hidden fields of a confirmation."""
        text = self.client.get(page).text
        pairs = re.findall(r'name="(key|revision|how|shown)" value="(\w+)"', text)
        assert pairs, text
        return dict(pairs)

    def lay(self, seat: int, line: str = FIVE) -> str:
        hand = self.hand
        self.post(f"{hand}/deal/win", winner=str(seat), by="tiles")
        self.post(f"{hand}/line", line=line)
        return hand

    def win(self, seat: int, line: str = FIVE) -> None:
        hand = self.lay(seat, line)
        self.post(f"{hand}/book", **self.form(f"{hand}/result"))

    def draw(self) -> None:
        hand = self.hand
        self.post(f"{hand}/book", **self.form(f"{hand}/end?how=draw"))


@pytest.fixture
def evening(app: Flask, client: FlaskClient) -> Evening:
    fields = {f"player{seat}": name for seat, name in enumerate(NAMES)}
    fields |= {"key": "start-key", "seats": "hand", "dealer": "0", "photos": "on"}
    answer = client.post("/games", data=fields)
    assert answer.status_code == 303, answer.text
    return Evening(client, app.extensions["ledger"](), answer.location.split("/")[2])


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


def test_stakes_by_tapping_the_seats(evening: Evening) -> None:
    hand = evening.hand
    for seat in "0112":
        evening.post(f"{hand}/deal/stakes", seat=seat)
    page = evening.client.get(evening.url).text
    assert "坐庄 ×2" in page
    assert "拉 ×4" in page
    assert "拉 ×2" in page
    evening.win(1)
    fact = evening.game.rounds[-1].fact
    assert (fact.sit, fact.pulls) == (True, (0, 2, 1, 0))  # type: ignore[union-attr]
    assert evening.game.totals == (-48, 60, -6, -6)
    page = evening.client.get(evening.url).text
    assert "闲家和，庄家 王 下庄，陈 坐庄" in page
    assert "拉 ×" not in page


TWO_KONGS = "46m 123p 55s (8888p) [2222s] +5m /E"
"""捉五 素, and two kongs: 6 fan."""


def test_kongs_in_a_row_are_asked_where_each_doubles(
    evening: Evening, app: Flask, tmp_path: Path
) -> None:
    ticked = {"boxes": "kong_draw", "kong_draw": "on"}
    hand = evening.lay(1, TWO_KONGS)
    evening.post(f"{hand}/choices", **ticked)
    assert 'name="in_a_row"' not in evening.client.get(hand).text
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert evening.game.lines[-1].fan == 12
    assert "连着" not in evening.client.get(f"{evening.url}/lines/3").text

    terms, revision = evening.game.terms, evening.game.revision
    house = replace(terms.house, name="mine", each_consecutive_kong_doubles=True)
    terms = replace(terms, house=house)
    evening.ledger.edit(evening.id, TERMS, terms, key="rules-1", revision=revision)
    hand = evening.lay(1, TWO_KONGS)
    assert 'name="in_a_row"' not in evening.client.get(hand).text
    evening.post(f"{hand}/choices", **ticked)
    assert (
        'name="in_a_row" id="row1" value="1" checked' in evening.client.get(hand).text
    )
    evening.post(f"{hand}/choices", **ticked, in_a_row="3")
    asked = "连杠 3 次，但只有 2 副杠：请核对"
    for page in (hand, f"{hand}/result"):
        assert asked in evening.client.get(page).text
    evening.post(f"{hand}/choices", **ticked, in_a_row="2")
    page = evening.client.get(f"{hand}/result").text
    assert "陈 和 24 番" in page
    assert "请核对" not in page
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))

    line = evening.game.lines[-1]
    assert isinstance(line.fact, Round)
    assert (line.fact.how.kong_draw, line.fan) == (2, 24)
    said = "杠开，连着 2 个杠，每杠翻倍"
    assert said in evening.client.get(f"{evening.url}/lines/{line.entry}").text
    assert evening.ledger.audit() == ()
    exported = evening.client.get(f"{evening.url}/export.json").text
    elsewhere = Ledger(tmp_path / "elsewhere.db")
    assert elsewhere.game(elsewhere.adopt(exported)).lines == evening.game.lines
    assert elsewhere.audit() == ()
    elsewhere.close()
    wrong = Ledger(tmp_path / "wrong.db")
    wrong.adopt(exported.replace('"kong_draw": 2', '"kong_draw": 1'))
    assert {one.what for one in wrong.audit()} == {"fan", "deltas", "totals"}
    wrong.close()


def test_a_correction_keeps_the_kongs_in_a_row(evening: Evening) -> None:
    terms, revision = evening.game.terms, evening.game.revision
    house = replace(terms.house, name="mine", each_consecutive_kong_doubles=True)
    terms = replace(terms, house=house)
    evening.ledger.edit(evening.id, TERMS, terms, key="rules-1", revision=revision)
    hand = evening.lay(1, TWO_KONGS)
    ticked = {"boxes": "kong_draw", "kong_draw": "on"}
    evening.post(f"{hand}/choices", **ticked, in_a_row="2")
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    entry = evening.game.lines[-1].entry
    correction = evening.hand_of(f"{evening.url}/lines/{entry}/correct")
    assert "和账上一样" in evening.client.get(f"{correction}/result").text
    evening.post(f"{correction}/choices", **ticked, in_a_row="1")
    page = evening.client.get(f"{correction}/result").text
    assert "陈 和 12 番" in page
    evening.post(f"{correction}/book", **evening.form(f"{correction}/result"))
    assert evening.game.line(entry).fan == 12
    assert evening.ledger.audit() == ()


def test_kongs_and_a_drawn_hand(evening: Evening) -> None:
    hand = evening.hand
    evening.post(f"{hand}/deal/kongs", kong="2:concealed")
    evening.post(f"{hand}/deal/kongs", kong="3:gold")
    evening.post(f"{hand}/deal/marks", mark="3:over")
    page = evening.client.get(f"{hand}/end?how=draw").text
    assert "荒庄，王 连庄" in page
    assert "暗杠 2 × 1" in page
    assert "金杠" not in page
    evening.draw()
    assert evening.game.totals == (-2, -2, 6, -2)
    assert evening.game.dealer == 0


def test_a_double_tap_writes_once(evening: Evening) -> None:
    hand = evening.lay(1)
    evening.post(f"{hand}/deal/stakes", seat="1")
    form = evening.form(f"{hand}/result")
    for _ in range(3):
        evening.post(f"{hand}/book", **form)
    assert len(evening.game.rounds) == 1


def test_two_phones_write_a_hand_once(evening: Evening) -> None:
    hand = evening.lay(1)
    one, other = (evening.form(f"{hand}/result") for _ in range(2))
    evening.post(f"{hand}/book", **one)
    answer = evening.expecting(409).post(f"{hand}/book", **other)
    assert "第 1 盘入账" in answer.text
    page = evening.client.get(f"{hand}/result").text
    assert "已经入账" in page
    assert 'id="book"' not in page
    late = other | {"revision": str(evening.game.revision)}
    assert "已经入账" in evening.expecting(409).post(f"{hand}/book", **late).text
    assert len(evening.game.rounds) == 1


def test_a_confirmation_writes_what_it_showed_or_nothing(evening: Evening) -> None:
    hand = evening.lay(1)
    shown = evening.form(f"{hand}/result")
    evening.post(f"{hand}/result/table", winner="2", boxes="")  # another phone
    answer = evening.expecting(409).post(f"{hand}/book", **shown)
    assert "别的手机刚改过这手牌：请再看一眼，再确认" in answer.text
    assert "赵 和 6 番" in answer.text
    assert evening.game.rounds == ()
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert evening.game.totals == (-6, -6, 18, -6)
    entry = evening.game.lines[-1].entry
    correction = evening.hand_of(f"{evening.url}/lines/{entry}/correct")
    evening.post(f"{correction}/result/table", winner="1", boxes="")
    shown = evening.form(f"{correction}/result")
    evening.post(f"{correction}/result/table", winner="3", boxes="")
    evening.expecting(409).post(f"{correction}/book", **shown)
    assert evening.game.totals == (-6, -6, 18, -6)


def test_a_phone_that_looks_at_a_booked_deal_changes_nothing(
    evening: Evening, table_photo: bytes
) -> None:
    hand = evening.lay(1)
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    late = evening.expecting(409)
    for tap, fields in (
        ("deal/stakes", {"seat": "2"}),
        ("deal/kongs", {"kong": "2:gold"}),
        ("deal/chan", {}),
        ("deal/win", {"winner": "3", "by": "tiles"}),
        ("deal/undo", {}),
        ("tiles", {"to": "hand", "face": "1m"}),
        ("tiles/1/remove", {}),
        ("line", {"line": "1m"}),
        ("choices", {"boxes": "kong_draw", "kong_draw": "on"}),
        ("result/table", {"winner": "3"}),
        ("undo", {}),
    ):
        answer = late.post(f"{hand}/{tap}", **fields)
        assert "这一盘已经入账了" in answer.text
        at_table = tap.startswith("deal/")
        assert ("<h1>第 2 盘</h1>" in answer.text) == at_table
        assert answer.headers["HX-Reselect"] == "#page"
        here = evening.url if at_table else hand
        assert answer.headers["HX-Replace-Url"] == here
    data = {"photo": (BytesIO(table_photo), "table.png")}
    assert evening.client.post(f"{hand}/photo", data=data).status_code == 409
    evening.post(f"{evening.url}/undo", **evening.form(f"{evening.url}/undo"))
    assert "陈 和 6 番" in evening.client.get(f"{hand}/result").text
    assert evening.game.rounds == ()


def test_undo_brings_the_hand_back_as_it_was(evening: Evening) -> None:
    hand = evening.lay(2)
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert evening.hand != hand
    page = evening.client.get(f"{evening.url}/undo").text
    assert "撤销：第 1 盘" in page
    evening.post(f"{evening.url}/undo", **evening.form(f"{evening.url}/undo"))
    assert evening.game.totals == (0, 0, 0, 0)
    assert evening.hand == hand
    assert "赵 和 6 番" in evening.client.get(f"{hand}/result").text


def test_a_past_hand_is_corrected_and_everybody_sees_it(evening: Evening) -> None:
    evening.win(1)
    evening.win(2)
    page = f"{evening.url}/lines/3/correct"
    hand = evening.hand_of(page)
    evening.post(f"{hand}/deal/stakes", seat="1")
    shown = evening.client.get(f"{hand}/result").text
    assert "总账的变化" in shown
    form = evening.form(f"{hand}/result") | {"reason": "陈拉了庄"}
    evening.post(f"{hand}/book", **form)
    assert evening.game.totals == (-18, 18, 12, -12)
    book = evening.client.get(f"{evening.url}/book").text
    assert "改过" in book
    line = evening.client.get(f"{evening.url}/lines/3").text
    assert "陈拉了庄" in line
    assert "四万" in line


def test_a_correction_that_changes_nothing_says_so(evening: Evening) -> None:
    evening.win(1)
    hand = evening.hand_of(f"{evening.url}/lines/3/correct")
    page = evening.client.get(f"{hand}/result").text
    assert "没有变化" in page
    assert 'id="book"' not in page


def test_a_win_by_its_fan_alone(evening: Evening) -> None:
    hand = evening.hand
    answer = evening.post(f"{hand}/deal/win", winner="3", by="fan", fan="8")
    evening.post(f"{hand}/book", **evening.form(answer.location))
    assert evening.game.totals == (-8, -8, -8, 24)
    evening.expecting(422).post(
        f"{evening.hand}/deal/win", winner="3", by="fan", fan="x"
    )
    answer = evening.post(f"{evening.hand}/deal/win", winner="3", by="fan", fan="1")
    assert "2 番起和" in evening.client.get(answer.location).text


def test_a_false_win_is_told_apart_from_a_drawn_hand(evening: Evening) -> None:
    hand = evening.hand
    assert "谁诈胡" in evening.client.get(f"{hand}/end?how=false").text
    evening.post(f"{hand}/deal/false", seat="1")
    page = evening.client.get(f"{hand}/end?how=false").text
    assert "诈胡 陈" in page
    evening.post(f"{hand}/book", **evening.form(f"{hand}/end?how=false"))
    assert evening.game.rounds[-1].version.fact.kind == "false_win"  # type: ignore[union-attr]


def test_who_has_the_wrong_count_may_not_win(evening: Evening) -> None:
    hand = evening.lay(1)
    evening.post(f"{hand}/deal/marks", mark="1:over")
    assert "多牌或少牌的不能和" in evening.client.get(f"{hand}/result").text
    evening.post(f"{hand}/deal/marks", mark="1:wild")
    assert "小相公" in evening.client.get(f"{hand}/result").text
    answer = evening.expecting(422).post(
        f"{hand}/book", how="tiles", key="k" * 9, revision="2"
    )
    assert "小相公" in answer.text


def test_the_table_knows_the_wilds(evening: Evening) -> None:
    hand = evening.hand
    evening.post(f"{hand}/deal/turned", face="9s")
    assert 'alt="一条' in evening.client.get(evening.url).text
    evening.post(f"{hand}/line", line=FIVE)
    page = evening.client.get(hand).text
    assert "翻出的混和牌桌上记的不一样" in page
    assert "先说哪个混对" in page
    evening.post(f"{hand}/deal/turned?to=check", face="E")
    page = evening.client.get(hand).text
    assert "对，算番" in page


def test_the_turned_tile_can_be_photographed(
    evening: Evening, table_photo: bytes, eye: "Eye"
) -> None:
    eye.lies = [lie for lie in eye.lies if lie[3] == "indicator"]
    data = {"photo": (BytesIO(table_photo), "a.png")}
    url = f"{evening.hand}/deal/turned"
    assert evening.client.post(url, data=data).status_code == 303
    assert 'alt="南"' in evening.client.get(evening.url).text


@pytest.mark.parametrize(
    ("content", "said"), [(b"", "没有看到麻将牌"), (b"no picture", "不是照片")]
)
def test_a_refused_photograph_leaves_its_panel_open(
    evening: Evening, table_photo: bytes, eye: "Eye", content: bytes, said: str
) -> None:
    eye.lies = []
    client, page = evening.client, evening.client.get(f"{evening.url}?open=turned").text
    action = re.search(r'action="([^"]*/turned[^"]*)" enctype', page)
    assert action
    data = {"photo": (BytesIO(content or table_photo), "a.png")}
    answer = client.post(action[1], data=data)
    assert answer.status_code == 422
    assert answer.text.count(said) == 1
    sheet = answer.text.split('id="sheet"')[1]
    assert said in sheet
    assert 'value="E"' in sheet
    page = client.get(f"{evening.url}?open=win").text
    action = re.search(r'action="([^"]*/win[^"]*)" enctype', page)
    assert action
    data = {"photo": (BytesIO(b"no picture"), "a.png"), "winner": "2"}
    answer = client.post(action[1], data=data)
    assert answer.status_code == 422
    sheet = answer.text.split('id="sheet"')[1]
    assert "不是照片" in sheet
    assert 'value="2" required checked' in sheet


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


def test_doubts_are_asked_by_what_they_cost(
    evening: Evening, table_photo: bytes
) -> None:
    hand = evening.hand
    data = {"winner": "1", "photo": (BytesIO(table_photo), "a.png")}
    evening.client.post(f"{hand}/deal/win", data=data)
    assert "待核对 2 张" in evening.client.get(hand).text
    evening.post(f"{hand}/tiles/2", face="6m")
    page = evening.client.get(hand).text
    assert "待核对 1 张" in page
    assert "都不影响付账" in page  # 678s or 789s: the same fan


def test_a_refused_hand_offers_its_nearest_repairs(evening: Evening) -> None:
    hand = evening.lay(1, "46m 123p 789s 55s (888p) +9m /E")
    page = evening.client.get(f"{hand}/result").text
    assert "改一张就能和" in page
    found = re.search(
        r'action="([^"]*/repair)"[^>]*><button name="face" value="(\w+)"', page
    )
    assert found
    answer = evening.post(found[1], face=found[2])
    page = evening.client.get(answer.location).text
    assert "陈 和 6 番" in page
    assert "摸到五万，是四五六万的当中一张" in page
    assert "捉五的番数：<b>3</b>" in page
    assert "刮大风 <b>12 番</b>" in page


def test_a_photograph_is_kept_with_its_hash_until_deleted(
    evening: Evening, table_photo: bytes
) -> None:
    hand = evening.hand
    data = {"winner": "1", "photo": (BytesIO(table_photo), "a.png")}
    assert evening.client.post(f"{hand}/deal/win", data=data).status_code == 303
    for piece, face in (("2", "6m"), ("8", "9s")):
        evening.post(f"{hand}/tiles/{piece}", face=face)
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    fact = evening.game.rounds[-1].fact
    assert len(fact.photo) == 64  # type: ignore[union-attr]
    path = "/" + fact.photo_path.replace("/photo-", "/photo/")  # type: ignore[union-attr]
    assert path in evening.client.get(f"{evening.url}/lines/3").text
    with evening.client.get(path) as picture:
        assert picture.status_code == 200
    assert "删除 1 张照片" in evening.client.get(f"{evening.url}/settle").text
    evening.post(f"{evening.url}/photos", photos="delete")
    assert evening.client.get(path).status_code == 404
    assert evening.client.get(f"{evening.url}/lines/3").status_code == 200
    assert evening.client.get(hand).status_code == 200


def test_photographs_can_be_switched_off(evening: Evening, table_photo: bytes) -> None:
    evening.post(f"{evening.url}/photos", photos="drop")
    hand = evening.hand
    data = {"winner": "1", "photo": (BytesIO(table_photo), "a.png")}
    evening.client.post(f"{hand}/deal/win", data=data)
    for piece, face in (("2", "6m"), ("8", "9s")):
        evening.post(f"{hand}/tiles/{piece}", face=face)
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    fact = evening.game.rounds[-1].fact
    assert fact.photo  # type: ignore[union-attr]
    assert fact.photo_path == ""  # type: ignore[union-attr]
    assert evening.client.get(f"{hand}/photo/1").status_code == 404


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
    form = evening.form(f"{evening.url}/seats")
    evening.post(f"{evening.url}/seats", seats="draw", dealer="2", **form)
    seats = evening.game.seats
    assert (evening.game.pot.number, evening.game.dealer) == (2, 2)
    assert seats not in [before[turn:] + before[:turn] for turn in range(4)]


def test_penalties_withdrawal_and_settlement(evening: Evening) -> None:
    evening.win(2)
    form = evening.form(f"{evening.url}/penalty") | {"payer": "0", "points": "3"}
    evening.post(f"{evening.url}/penalty", **form, payee="2", note="打错")
    assert evening.game.totals == (-9, -6, 21, -6)
    same = evening.form(f"{evening.url}/penalty") | {"payer": "1", "points": "3"}
    answer = evening.expecting(422).post(f"{evening.url}/penalty", **same, payee="1")
    assert "同一家" in answer.text
    for points in ("0", "x", "²", "9" * 5000):
        wrong = evening.form(f"{evening.url}/penalty") | {"points": points}
        sent = evening.expecting(422).post(f"{evening.url}/penalty", payer="0", **wrong)
        assert f"“{points[:40]}”不行" in sent.text
    page = evening.client.get(f"{evening.url}/settle").text
    assert "3 笔，合计 21" in page
    ask = f"{evening.url}/lines/3/withdraw"
    evening.post(ask, **evening.form(ask), reason="没打")
    assert evening.game.totals == (-3, 0, 3, 0)
    assert "已撤回" in evening.client.get(f"{evening.url}/book").text


def test_an_ended_game_takes_no_hand_until_resumed(evening: Evening) -> None:
    evening.win(2)
    form = evening.form(f"{evening.url}/settle")
    evening.post(f"{evening.url}/end", **form, ended="yes")
    assert "已经结束" in evening.client.get(evening.url).text
    hand = evening.lay(1)
    form = evening.form(f"{evening.url}/settle") | {"how": "tiles"}
    assert "已经结束" in evening.expecting(422).post(f"{hand}/book", **form).text
    form = evening.form(f"{evening.url}/settle")
    evening.post(f"{evening.url}/end", **form, ended="no")
    assert evening.game.terms.ended is False


def test_exports_come_back(evening: Evening, app: Flask) -> None:
    evening.win(2)
    text = evening.client.get(f"{evening.url}/export.csv").text
    assert "46m 123p 55789s (888p) +5m /E" in text
    assert "赵" in evening.client.get(f"{evening.url}/print").text
    exported = evening.client.get(f"{evening.url}/export.json").data
    data = {"file": (BytesIO(exported), "game.json")}
    answer = evening.client.post("/games/import", data=data)
    assert answer.location == f"{evening.url}/book"
    marked = {"file": (BytesIO(b"\xef\xbb\xbf" + exported), "game.json")}
    answer = evening.client.post("/games/import", data=marked)
    assert answer.location == f"{evening.url}/book"
    broken = {"file": (BytesIO(b"{}"), "game.json")}
    answer = evening.client.post("/games/import", data=broken)
    assert answer.status_code == 422
    assert "不是本程序导出的牌局" in answer.text
    assert evening.client.post("/games/import").status_code == 422


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


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("deal/stakes", {"seat": "4"}),
        ("deal/kongs", {"kong": "1:moon"}),
        ("deal/marks", {"mark": "1:moon"}),
        ("deal/false", {"seat": ""}),
        ("deal/turned", {"face": "0m"}),
        ("deal/win", {"winner": "1", "by": "moon"}),
        ("book", {"how": "moon"}),
        ("book", {"how": "draw", "key": "short"}),
    ],
)
def test_a_field_no_page_offers_is_refused(
    evening: Evening, path: str, fields: dict[str, str]
) -> None:
    evening.expecting(400).post(f"{evening.hand}/{path}", **fields)


def test_unknown_games_and_lines_say_so(
    evening: Evening, typed: Callable[[str], str]
) -> None:
    assert "没有牌局" in evening.client.get("/games/0000").text
    answer = evening.client.get(f"{evening.url}/lines/99")
    assert answer.status_code == 404
    assert "没有第 99 条" in answer.text
    alone = typed(FIVE)
    assert evening.client.get(f"{alone}/end").status_code == 404
