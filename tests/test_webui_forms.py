"""Forms that are refused: what was typed stays, and one sentence says what to do."""

from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui.sheet import Sheet

SheetOf = Callable[[str], Sheet]
NEW = {"key": "start-key", "player0": "王", "player1": "陈", "player2": "赵"}


@pytest.mark.parametrize(
    "line", ["1" * 99 + "m", "(222p)" * 40, "123456789m" * 3, "1" * 280 + "m +5m /E"]
)
def test_a_line_of_more_tiles_than_a_hand_is_kept(
    client: FlaskClient, hand: str, sheet_of: SheetOf, line: str
) -> None:
    before = sheet_of(hand)
    answer = client.post(f"{hand}/line", data={"line": line})
    assert answer.status_code == 422
    assert "一手牌最多 18 张" in answer.text
    assert f'value="{line}"' in answer.text
    assert sheet_of(hand).groups == before.groups


def test_a_line_that_is_too_long_is_kept_whole(
    client: FlaskClient, hand: str, sheet_of: SheetOf
) -> None:
    line = "46m 123p 789s 55s (888p) +5m /E" + "," * 300 + "1m"
    before = sheet_of(hand)
    answer = client.post(f"{hand}/line", data={"line": line})
    assert answer.status_code == 422
    assert "最多 300 个字" in answer.text
    assert line in answer.text
    assert sheet_of(hand) == before


def test_a_line_opened_as_an_address_is_its_hand(
    client: FlaskClient, hand: str
) -> None:
    answer = client.get(f"{hand}/line")
    assert (answer.status_code, answer.location) == (302, hand)


def test_a_refused_new_game_keeps_every_field(client: FlaskClient) -> None:
    fields = NEW | {"player3": "王", "seats": "hand", "dealer": "2", "house": "gale"}
    answer = client.post("/games", data=fields | {"stake": "0.5", "currency": "元"})
    assert answer.status_code == 422
    assert 'id="seats-hand" checked' in answer.text
    assert 'id="dealer2" checked' in answer.text
    assert answer.text.count("checked") == 2
    assert '<option value="gale" selected' in answer.text
    assert 'name="stake" inputmode="decimal" value="0.5"' in answer.text
    assert answer.headers["HX-Replace-Url"] == "/games/new"


@pytest.mark.parametrize(
    "stake",
    [
        "5元",
        "1,5",
        "abc",
        "²",
        "１",
        "0",
        "-1",
        "1e999",
        "1_000",
        "NaN",
        "1000001",
        "0.001",
        "1000000.000000",
    ],
)
def test_a_stake_nobody_can_pay_is_refused_in_its_form(
    client: FlaskClient, app: Flask, stake: str
) -> None:
    answer = client.post("/games", data=NEW | {"player3": "李", "stake": stake})
    assert answer.status_code == 422
    assert f"每番“{stake}”不行" in answer.text
    assert f'inputmode="decimal" value="{stake}"' in answer.text
    assert 'value="李"' in answer.text
    assert app.extensions["ledger"]().games() == ()


@pytest.mark.parametrize("stake", ["0.5", "1000000", "2", "0.05"])
def test_a_stake_with_two_decimals_is_taken(client: FlaskClient, stake: str) -> None:
    answer = client.post("/games", data=NEW | {"player3": "李", "stake": stake})
    assert answer.status_code == 303


def test_text_holds_no_nul_that_a_database_refuses(
    client: FlaskClient, app: Flask
) -> None:
    client.post("/games", data=NEW | {"player3": "李\0雷", "currency": "\0"})
    (card,) = app.extensions["ledger"]().games()
    assert (card.terms.players[3], card.terms.currency) == ("李雷", "")


def test_an_import_that_is_no_export_speaks_no_python(client: FlaskClient) -> None:
    for text in (b"", b"[]", b"{}", b"[" * 100_000, b'{"format": "tianjin-ledger 1"}'):
        data = {"file": (BytesIO(text), "game.json")}
        answer = client.post("/games/import", data=data)
        assert answer.status_code == 422
        assert "Error" not in answer.text
        assert "请选“结账 → JSON”导出的文件" in answer.text
        assert answer.headers["HX-Replace-Url"] == "/games"


def test_a_kong_draw_without_a_kong_is_asked_and_scored(
    client: FlaskClient, typed: Callable[[str], str]
) -> None:
    asked = "勾了杠开，但没有杠：请核对"
    alone = typed("46m 123p 789s 55s (888p) +5m /E")
    assert asked not in client.get(f"{alone}/result").text
    for url in (alone, typed("46m 123p 789s 55s (8888p) +5m /E")):
        client.post(f"{url}/choices", data={"boxes": "kong_draw", "kong_draw": "on"})
    for page in (alone, f"{alone}/result"):
        assert asked in client.get(page).text
        assert asked not in client.get(page.replace(alone, url)).text
    assert "东 和 12 番" in client.get(f"{alone}/result").text


def test_an_address_of_a_button_says_so(client: FlaskClient, hand: str) -> None:
    answer = client.get(f"{hand}/undo")
    assert answer.status_code == 405
    assert "没有这一页" not in answer.text
    assert "用页面上的按钮" in answer.text


def test_a_fault_of_the_program_is_said_in_the_pages_words(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setitem(app.view_functions, "photo.index", lambda: 1 // 0)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "程序出错了" in answer.text
    assert "The program failed" in client.get("/?lang=en").text
