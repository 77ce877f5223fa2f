"""A deal through the pages, without a browser: all that is said of it until it ends."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from tests.evening import FIVE, TWO_KONGS, Evening
from webui.facts import Round
from webui.game import TERMS
from webui.ledger import Ledger

if TYPE_CHECKING:
    from tests.conftest import Eye


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
    assert "闲家和，庄家 王 下庄，陈 上庄" in page
    assert "拉 ×" not in page


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


def test_a_win_by_its_fan_alone(evening: Evening) -> None:
    hand = evening.hand
    answer = evening.post(f"{hand}/deal/win", winner="3", by="fan", fan="8")
    evening.post(f"{hand}/book", **evening.form(answer.location))
    assert evening.game.totals == (-8, -8, -8, 24)
    for slip in ("x", "10000"):
        answer = evening.expecting(422).post(
            f"{evening.hand}/deal/win", winner="3", by="fan", fan=slip
        )
        assert f"“{slip}”不行：请写 1 到 9999 的整数" in answer.text
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


def test_who_discarded_a_wild_may_not_win_by_his_fan_alone(evening: Evening) -> None:
    hand = evening.hand
    shown = evening.post(f"{hand}/deal/win", winner="2", by="fan", fan="8").location
    form = evening.form(shown)
    evening.post(f"{hand}/deal/marks", mark="2:wild")  # another phone
    page = evening.client.get(shown).text
    assert "打出过混儿，成了小相公，这一盘不能和" in page
    assert "<h1>不能和</h1>" in page
    assert 'id="book"' not in page
    evening.expecting(409).post(f"{hand}/book", **form)
    del form["shown"]
    answer = evening.expecting(422).post(f"{hand}/book", **form)
    assert "小相公" in answer.text
    assert evening.game.rounds == ()
    evening.post(f"{hand}/deal/marks", mark="2:wild")
    evening.post(f"{hand}/book", **evening.form(shown))
    assert evening.game.totals == (-8, -8, 24, -8)


@pytest.mark.parametrize("how", ["tiles", "fan"])
@pytest.mark.parametrize(
    ("tap", "fields", "said"),
    [
        ("marks", {"mark": "1:over"}, "多牌或少牌的不能和"),
        ("marks", {"mark": "1:under"}, "多牌或少牌的不能和"),
        ("false", {"seat": "1"}, "和的和诈胡的是同一家"),
    ],
)
def test_a_win_that_the_page_does_not_offer_is_refused_when_it_is_sent(
    evening: Evening, how: str, tap: str, fields: dict[str, str], said: str
) -> None:
    hand = evening.lay(1)
    evening.post(f"{hand}/deal/win", winner="1", by="fan", fan="6")
    form = evening.form(f"{hand}/result") | {"how": how, "shown": ""}
    evening.post(f"{hand}/deal/{tap}", **fields)  # another phone
    assert said in evening.expecting(422).post(f"{hand}/book", **form).text
    assert evening.game.rounds == ()


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
    won = {"photo": (BytesIO(b"no picture"), "a.png"), "winner": "2"}
    answer = client.post(action[1], data=won)
    assert answer.status_code == 422
    sheet = answer.text.split('id="sheet"')[1]
    assert "不是照片" in sheet
    assert 'value="2" required checked' in sheet


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
