"""What is written into the ledger through the pages, put right, taken back, taken along."""

import re
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from scorer.house import House
from tests.evening import TWO_KONGS, Evening
from webui.game import TERMS

if TYPE_CHECKING:
    pass


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


def test_a_win_that_is_in_the_book_is_still_called_a_win(evening: Evening) -> None:
    hand = evening.lay(1)
    form = evening.form(f"{hand}/result")
    evening.post(f"{hand}/book", **form)
    late = evening.expecting(409).post(f"{hand}/book", **form | {"key": "k" * 9})
    for page in (evening.client.get(f"{hand}/result").text, late.text):
        assert "<h1>陈 和 6 番</h1>" in page
        assert "已经入账" in page
        assert "不能和" not in page
        assert 'name="winner"' not in page


def test_an_earthly_win_in_the_book_is_not_measured_by_the_next_dealer(
    evening: Evening,
) -> None:
    terms, revision = evening.game.terms, evening.game.revision
    terms = replace(terms, house=House.load("encyclopedia"))
    evening.ledger.edit(evening.id, TERMS, terms, key="rules-1", revision=revision)
    hand = evening.lay(1, "46m 123p 789s 55s 888p +5m /E")
    evening.post(f"{hand}/choices", boxes="earthly", earthly="on")
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert evening.game.dealer == 1
    page = evening.client.get(f"{hand}/result").text
    assert "<h1>陈 和 24 番</h1>" in page
    assert "已经入账" in page
    assert "不能和" not in page


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
    page = evening.client.get(f"{hand}?tile=1").text
    assert "这一盘已经入账了" in page
    assert '<fieldset class="tray" disabled>' in page
    assert "＋" not in page
    assert 'id="sheet"' not in page
    evening.post(f"{evening.url}/undo", **evening.form(f"{evening.url}/undo"))
    assert "陈 和 6 番" in evening.client.get(f"{hand}/result").text
    assert evening.game.rounds == ()


def test_a_form_that_no_page_sends_is_refused_in_the_language_of_the_page(
    evening: Evening,
) -> None:
    hand, form = evening.hand, {"key": "k" * 9, "revision": "2"}
    late = evening.expecting(422)
    page = late.post(f"{hand}/book", how="tiles", **form).text
    said = "这样记不了账：和牌要有牌，或者有番数，只能有一样"
    assert said in page
    assert "needs its tiles" not in page
    page = evening.client.get(f"{hand}/end?how=fan").text
    assert "这样记不了账：番数是 0，请写 1 到 1000000 的整数" in page
    evening.post(f"{hand}/line", line="46m 123p 789s 55s +5m /E")
    page = late.post(f"{hand}/book", how="tiles", **form).text
    assert "这手牌算不了：" in page
    assert "应为 14 张" in page
    assert "expected 14" not in page
    evening.client.get("/?lang=en")
    page = late.post(f"{hand}/book", how="tiles", **form).text
    assert "expected 14" in page


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


@pytest.mark.parametrize("by", ["tiles", "fan"])
@pytest.mark.parametrize("end", ["lines/3/withdraw", "undo"])
def test_a_win_that_counts_no_longer_keeps_its_fan(
    evening: Evening, by: str, end: str
) -> None:
    if by == "tiles":
        evening.win(2)
    else:
        won = evening.post(f"{evening.hand}/deal/win", winner="2", by="fan", fan="6")
        evening.post(f"{evening.hand}/book", **evening.form(won.location))
    page = f"{evening.url}/{end}"
    evening.post(page, **evening.form(page))
    for shown in ("book", "lines/3", "lines/3/correct"):
        assert "赵 和 6 番" in evening.client.get(f"{evening.url}/{shown}").text


def test_the_reason_of_an_undo_stays_in_the_book(evening: Evening) -> None:
    evening.win(2)
    page = f"{evening.url}/undo"
    form = evening.form(page) | {"reason": "记错了人"}
    for _ in range(2):
        evening.post(page, **form)
    assert evening.game.totals == (0, 0, 0, 0)
    for shown in ("lines/3", "export.json"):
        assert "记错了人" in evening.client.get(f"{evening.url}/{shown}").text


def test_a_line_says_who_staked_and_what_each_multiplier_is(evening: Evening) -> None:
    hand = evening.lay(1)
    evening.post(f"{hand}/result/table", winner="1", boxes="sit", sit="on", pull1="2")
    result = evening.client.get(f"{hand}/result").text
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    page = evening.client.get(f"{evening.url}/lines/3").text
    for shown in ("和 6 × 坐庄 2 × 拉庄 4", "和 6 × 1"):
        assert page.count(shown) == result.count(shown) > 0
    seats = dict(re.findall(r"<dt>(\S+)(.*?)</dt>", page))
    said = {
        name: re.findall(r"<small>(.*?)</small>", rest) for name, rest in seats.items()
    }
    assert said == {"王": ["庄", "坐庄"], "陈": ["拉 2"], "赵": [], "李": []}
    assert re.search(r'alt="东风?"></span><small>翻出的混</small>', page)
