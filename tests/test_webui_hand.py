"""Check and correct a hand through the pages, without a browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.sheet import Sheet

Typed = Callable[[str], str]
Send = Callable[[str, bytes], TestResponse]
SheetOf = Callable[[str], Sheet]
Lay = Callable[..., list[tuple[str, int, int, str, str, float]]]

HAND = "46m 123p 55789s (888p) +5m /E"
READ = "49m 123p 78655s (888p) +5m /E"
"""The drawn photograph as the made-up recogniser reads it: two tiles wrong."""


def test_a_photograph_becomes_tiles_by_group(
    client: FlaskClient, sheet_of: SheetOf, hand: str
) -> None:
    assert sheet_of(hand).notation == READ
    page = client.get(hand).text
    assert page.count("<polygon") == 15
    assert page.count('class="crop"') == 15
    assert "待核对 2 张" in page


def test_corrections_are_saved_as_they_are_made_and_undone(
    client: FlaskClient, sheet_of: SheetOf, hand: str
) -> None:
    for piece, face in ((2, "6m"), (8, "9s")):
        answer = client.post(f"{hand}/tiles/{piece}", data={"face": face})
        assert (answer.status_code, answer.location) == (303, hand)
    assert sheet_of(hand).notation == "46m 123p 78955s (888p) +5m /E"
    client.post(f"{hand}/undo")
    assert sheet_of(hand).notation == "46m 123p 78655s (888p) +5m /E"
    client.post(f"{hand}/reset")
    assert sheet_of(hand).notation == READ
    client.post(f"{hand}/undo")
    assert sheet_of(hand).notation == "46m 123p 78655s (888p) +5m /E"


@pytest.mark.parametrize(
    ("line", "culprit"),
    [
        ("46m 10p", "0p"),
        ("46m 123q +5m", "123q"),
        ("46m ? +5m", "?"),
        ("(22p)", "(22p)"),
    ],
)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_line_that_cannot_be_read_is_kept_and_quoted(
    client: FlaskClient, line: str, culprit: str, language: str
) -> None:
    url = client.post("/hands").location
    client.get(f"/?lang={language}")
    answer = client.post(f"{url}/line", data={"line": line})
    assert answer.status_code == 422
    for page in (answer.text, client.get(url).text):
        assert f'value="{line}"' in page
        said = page.split('id="line-error"')[1].split("</p>")[0]
        assert culprit in said
        assert {"zh": "个字起的", "en": "at character"}[language] in said


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("55555m 123p 789s 55s +5m /E", "五万有 6 张"),
        ("46m 123p 789s +5m /E", "应为 14 张"),
        ("46m 123p 789s 55s (888p) 5m /E", "哪一张是最后摸的"),
        ("46m 123p 789s 55s (888p) +5m", "翻出的是哪一张"),
        ("46m 123p 789s 55s (EEE) +5m /E", "东是混儿，不能碰"),
        ("55555m 123p 789s 55s 7p /E", "五万有 5 张"),
        ("5555m 123p 789s 55s 67p /5m", "五万有 5 张（连同翻出的混儿）"),
        ("(555m) 123p 789s 55s 678p /4m", "五万是混儿，不能碰"),
        ("{5555m} 123p 789s 55s 678p /E", "五万不是混儿"),
        ("88m EE 8m (SSS) (WWW) (NNN) /E", "南是混儿，不能碰"),
    ],
)
def test_what_is_wrong_with_a_hand_is_said_in_words(
    client: FlaskClient, typed: Typed, line: str, sentence: str
) -> None:
    url = typed(line)
    assert sentence in client.get(url).text
    answer = client.get(f"{url}/result")
    assert answer.status_code == 422
    assert sentence in answer.text


def test_each_candidate_for_the_drawn_tile_shows_its_fan(
    client: FlaskClient, typed: Typed, sheet_of: SheetOf
) -> None:
    url = typed("456m 123p 789s 55s (888p) /E")
    ask = client.get(url).text.split('class="candidates"')[1].split("</form>")[0]
    assert ask.count("<button") == 10
    assert "6 番" in ask  # 捉五 by the 5m
    assert "2 番" in ask  # 素 by any other
    piece = next(p for p in sheet_of(url).pieces if p.face == "5m")
    client.post(f"{url}/drawn", data={"piece": piece.id})
    assert sheet_of(url).notation == HAND


def test_a_kong_is_switched_and_moved(
    client: FlaskClient, typed: Typed, sheet_of: SheetOf
) -> None:
    url = typed("46m 123p 789s 55s (888p) +5m /E")
    meld = sheet_of(url).melds[0].pieces[0].id
    client.post(f"{url}/tiles/{meld}/meld", data={"how": "concealed_kong"})
    assert sheet_of(url).notation == HAND.replace("(888p)", "[8888p]")
    client.post(f"{url}/tiles/{meld}/meld", data={"how": "pung"})
    client.post(f"{url}/tiles/{meld}/move", data={"group": "hand"})
    assert sheet_of(url).notation == "46m 123p 55789s 888p +5m /E"
    client.post(f"{url}/tiles/{meld}/move", data={"group": "meld"})
    assert sheet_of(url).notation == HAND
    client.post(f"{url}/tiles/{meld}/remove")
    assert sheet_of(url).notation == "46m 123p 55789s +5m /E"


def test_a_tile_the_other_phone_removed_is_said_to_be_gone(
    client: FlaskClient, hand: str
) -> None:
    client.post(f"{hand}/tiles/3/remove")
    answer = client.post(f"{hand}/tiles/3", data={"face": "5p"})
    assert answer.status_code == 409
    assert "已经不在了" in answer.text


def test_two_drawn_tiles_and_a_mixed_meld_are_said(
    app: Flask, client: FlaskClient, send: Send, table_photo: bytes, lay: Lay
) -> None:
    lies = lay("1p 2p 3p", 200, 300, "hand") + lay("5m 5s", 700, 300, "drawn")
    lies += lay("8p 8p 9p", 200, 600, "meld")
    app.extensions["recognise"].lies = lies
    page = client.get(send("/hands", table_photo).location).text
    assert "摸牌有 2 张" in page
    assert "八饼 九饼" in page


def test_the_pad_fills_hand_then_drawn_then_indicator(
    client: FlaskClient, sheet_of: SheetOf
) -> None:
    url = client.post("/hands").location
    for face in ("2p", "E"):
        client.post(f"{url}/tiles", data={"face": face, "to": "pung"})
    for face in ["4m", "6m", "7s", "8s", "9s", "5s", "5s", "5m", "6p"]:
        answer = client.post(f"{url}/tiles", data={"face": face})
        assert answer.status_code == 303
    assert sheet_of(url).notation == "46m 78955s (222p) (EEE) +5m /6p"
    assert "对，算番" in client.get(url).text


def test_what_the_reader_doubts_is_confirmed_by_one_tap(
    client: FlaskClient, sheet_of: SheetOf, hand: str
) -> None:
    client.post(f"{hand}/confirm")
    assert sheet_of(hand).doubtful == ()
    assert sheet_of(hand).notation == READ
    assert "待核对" not in client.get(hand).text


def test_kongs_with_tiles_face_down_are_concealed(
    app: Flask,
    client: FlaskClient,
    send: Send,
    sheet_of: SheetOf,
    table_photo: bytes,
    lay: Lay,
) -> None:
    lies = lay("5m 5m", 200, 200, "hand") + lay("back E back back", 200, 500, "kong")
    lies += lay("back back back back", 200, 800, "kong 2")
    lies += lay("8p 8p 8p 8p", 900, 800, "kong 3") + lay("back", 900, 500, "loose")
    app.extensions["recognise"].lies = lies
    url = send("/hands", table_photo).location
    assert sheet_of(url).notation == "55m [EEEE] [????] (8888p)"
    assert "有一副杠看不到牌面" in client.get(url).text
    hidden = sheet_of(url).melds[1].pieces[0].id
    assert "扣着的牌" in client.get(f"{url}?tile={hidden}").text
    client.post(f"{url}/tiles/{hidden}", data={"face": "N"})
    assert sheet_of(url).notation == "55m [EEEE] [NNNN] (8888p)"


def test_a_tile_that_was_not_read_is_asked_for(
    app: Flask,
    client: FlaskClient,
    send: Send,
    sheet_of: SheetOf,
    table_photo: bytes,
    lay: Lay,
) -> None:
    app.extensions["recognise"].lies = lay("5m back", 200, 200, "hand")
    url = send("/hands", table_photo).location
    assert sheet_of(url).notation == "5m ?"
    page = client.get(url).text
    assert "有 1 张没认出来" in page
    assert "都对" not in page


def test_the_file_of_a_hand_is_plain_text(hand: str, tmp_path: Path) -> None:
    file = tmp_path / "hands" / hand.split("/")[2] / "sheet.json"
    data = json.loads(file.read_text("utf-8"))
    assert data["sheet"]["groups"][0]["pieces"][0] == {
        "id": 1,
        "face": "4m",
        "seen": 0,
        "doubtful": False,
    }


def test_a_retake_keeps_the_choices_and_the_indicator(
    app: Flask,
    client: FlaskClient,
    typed: Typed,
    send: Send,
    sheet_of: SheetOf,
    table_photo: bytes,
    lay: Lay,
) -> None:
    url = typed("46m 123p 789s 55s (888p) +5m /E")
    client.post(f"{url}/choices", data={"boxes": "kong_draw", "kong_draw": "on"})
    app.extensions["recognise"].lies = lay("1p 2p 3p", 200, 300, "hand")
    assert send(f"{url}/photo", table_photo).status_code == 303
    sheet = sheet_of(url)
    assert sheet.notation == "123p /E"
    assert sheet.choices.flags == ("kong_draw",)
