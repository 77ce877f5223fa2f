"""Check, correct and settle a hand through the pages, without a browser."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.sheet import Sheet
from webui.store import Store

HAND = "46m 123p 55789s (888p) +5m /E"
READ = "49m 123p 78655s (888p) +5m /E"
"""The drawn photograph as the made-up recogniser reads it: two tiles wrong."""


def send(client: FlaskClient, url: str, content: bytes) -> TestResponse:
    return client.post(url, data={"photo": (io.BytesIO(content), "table.png")})


def sheet_of(app: Flask, url: str) -> Sheet:
    store: Store = app.extensions["store"]
    return store.load(url.split("/")[2]).sheet


@pytest.fixture
def hand(client: FlaskClient, table_photo: bytes) -> str:
    """A hand read from the drawn photograph; gives its URL."""
    answer = send(client, "/hands", table_photo)
    assert answer.status_code == 303
    assert answer.location.startswith("/hands/")
    return answer.location


def typed(client: FlaskClient, line: str) -> str:
    url = client.post("/hands").location
    assert client.post(f"{url}/line", data={"line": line}).status_code == 303
    return str(url)


def test_a_photograph_becomes_tiles_by_group(
    app: Flask, client: FlaskClient, hand: str
) -> None:
    assert sheet_of(app, hand).notation == READ
    page = client.get(hand).text
    assert page.count("<polygon") == 15
    assert page.count('class="crop"') == 15
    assert "待核对 2 张" in page


def test_corrections_are_saved_as_they_are_made_and_undone(
    app: Flask, client: FlaskClient, hand: str
) -> None:
    for piece, face in ((2, "6m"), (8, "9s")):
        answer = client.post(f"{hand}/tiles/{piece}", data={"face": face})
        assert (answer.status_code, answer.location) == (303, hand)
    assert sheet_of(app, hand).notation == "46m 123p 78955s (888p) +5m /E"
    client.post(f"{hand}/undo")
    assert sheet_of(app, hand).notation == "46m 123p 78655s (888p) +5m /E"
    client.post(f"{hand}/reset")
    assert sheet_of(app, hand).notation == READ
    client.post(f"{hand}/undo")
    assert sheet_of(app, hand).notation == "46m 123p 78655s (888p) +5m /E"


def test_a_corrected_hand_is_scored_and_settled(client: FlaskClient, hand: str) -> None:
    client.post(f"{hand}/tiles/2", data={"face": "6m"})
    client.post(f"{hand}/tiles/8", data={"face": "9s"})
    page = client.get(f"{hand}/result").text
    assert "东 和 6 番" in page
    assert "3 × 2 = 6" in page
    assert "捉五" in page
    assert "+18" in page
    answer = client.post(
        f"{hand}/result/table",
        data={"boxes": "sit chan", "sit": "on", "winner": "1", "pull1": "1"},
    )
    assert (answer.status_code, answer.location) == (303, f"{hand}/result")
    page = client.get(f"{hand}/result").text
    assert "南 和 6 番" in page
    assert "和 6 × 坐庄 2 × 拉庄 2" in page
    assert "+36" in page


def test_kongs_of_the_others_are_counted_by_tapping(client: FlaskClient) -> None:
    url = typed(client, "46m 123p 789s 55s (888p) +5m /E")
    for _ in range(2):
        client.post(f"{url}/result/kongs", data={"kong": "2:concealed"})
    page = client.get(f"{url}/result").text
    assert 'aria-label="西 暗杠 2"' in page
    assert "暗杠 2 × 1" in page


def test_the_winners_kongs_come_from_the_hand(client: FlaskClient) -> None:
    url = typed(client, "46m 123p 55s (888p) [2222s] +5m /E")
    page = client.get(f"{url}/result").text
    assert 'aria-label="东 暗杠 1"' in page
    assert "暗杠 2 × 1" in page


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
        assert culprit in page.split('id="line-error"')[1].split("</p>")[0]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("55555m 123p 789s 55s +5m /E", "五万有 6 张"),
        ("46m 123p 789s +5m /E", "应为 14 张"),
        ("46m 123p 789s 55s (888p) 5m /E", "哪一张是最后摸的"),
        ("46m 123p 789s 55s (888p) +5m", "翻出的是哪一张"),
        ("46m 123p 789s 55s (EEE) +5m /E", "东是混儿，不能碰"),
    ],
)
def test_what_is_wrong_with_a_hand_is_said_in_words(
    client: FlaskClient, line: str, sentence: str
) -> None:
    url = typed(client, line)
    assert sentence in client.get(url).text
    answer = client.get(f"{url}/result")
    assert answer.status_code == 422
    assert sentence in answer.text


def test_each_candidate_for_the_drawn_tile_shows_its_fan(
    app: Flask, client: FlaskClient
) -> None:
    url = typed(client, "456m 123p 789s 55s (888p) /E")
    ask = client.get(url).text.split('class="candidates"')[1].split("</form>")[0]
    assert ask.count("<button") == 10
    assert "6 番" in ask  # 捉五 by the 5m
    assert "2 番" in ask  # 素 by any other
    piece = next(p for p in sheet_of(app, url).pieces if p.face == "5m")
    client.post(f"{url}/drawn", data={"piece": piece.id})
    assert sheet_of(app, url).notation == HAND


def test_a_refused_hand_says_why(client: FlaskClient) -> None:
    url = typed(client, "E 46m 123p 789s 5s (888p) +5s /E")
    page = client.get(f"{url}/result").text
    assert "不能和" in page
    assert "提溜" in page


def test_a_kong_is_switched_and_moved(app: Flask, client: FlaskClient) -> None:
    url = typed(client, "46m 123p 789s 55s (888p) +5m /E")
    meld = sheet_of(app, url).melds[0].pieces[0].id
    client.post(f"{url}/tiles/{meld}/meld", data={"how": "concealed_kong"})
    assert sheet_of(app, url).notation == HAND.replace("(888p)", "[8888p]")
    client.post(f"{url}/tiles/{meld}/meld", data={"how": "pung"})
    client.post(f"{url}/tiles/{meld}/move", data={"group": "hand"})
    assert sheet_of(app, url).notation == "46m 123p 55789s 888p +5m /E"
    client.post(f"{url}/tiles/{meld}/move", data={"group": "meld"})
    assert sheet_of(app, url).notation == HAND
    client.post(f"{url}/tiles/{meld}/remove")
    assert sheet_of(app, url).notation == "46m 123p 55789s +5m /E"


def test_a_tile_the_other_phone_removed_is_said_to_be_gone(
    client: FlaskClient, hand: str
) -> None:
    client.post(f"{hand}/tiles/3/remove")
    answer = client.post(f"{hand}/tiles/3", data={"face": "5p"})
    assert answer.status_code == 409
    assert "已经不在了" in answer.text


def test_circumstances_that_exclude_each_other_are_said(
    app: Flask, client: FlaskClient
) -> None:
    both = {"boxes": "kong_draw heavenly", "kong_draw": "on", "heavenly": "on"}
    for line in ("46m 123p 789s 55s 888p +5m /E", "456m 123p 789s 55s 888p /E"):
        url = typed(client, line)
        client.post(f"{url}/choices", data=both)
        assert "不能与杠开或碰杠同时" in client.get(url).text
        assert client.get(f"{url}/result").status_code == 422
        assert sheet_of(app, url).choices.flags == ("kong_draw", "heavenly")


def test_heavenly_belongs_to_the_dealer(client: FlaskClient) -> None:
    url = typed(client, "46m 123p 789s 55s 888p +5m /E")
    client.post(f"{url}/choices", data={"boxes": "heavenly", "heavenly": "on"})
    assert "天和" in client.get(f"{url}/result").text
    client.post(f"{url}/result/table", data={"winner": "2"})
    assert "天和只有庄家能和" in client.get(f"{url}/result").text
    client.post(f"{url}/choices", data={"house": "encyclopedia"})
    flags = {"boxes": "heavenly earthly", "earthly": "on"}
    client.post(f"{url}/choices", data=flags)
    assert "不能和" not in client.get(f"{url}/result").text
    client.post(f"{url}/result/table", data={"dealer": "2"})
    assert "地和只有闲家能和" in client.get(f"{url}/result").text


def test_stakes_a_house_does_not_offer_are_not_counted(client: FlaskClient) -> None:
    url = typed(client, "46m 123p 789s 55s (888p) +5m /E")
    stakes = {"boxes": "sit chan", "sit": "on", "chan": "on", "pull1": "2"}
    client.post(f"{url}/result/table", data=stakes)
    page = client.get(f"{url}/result").text
    assert "和 6 × 坐庄 2 × 拉庄 4" in page
    assert "铲 1 × 坐庄 2" in page
    client.post(f"{url}/choices", data={"house": "encyclopedia"})
    page = client.get(f"{url}/result").text
    assert "和 6 × 1" in page
    assert "铲" not in page


def test_a_kong_of_a_wild_is_gold(client: FlaskClient) -> None:
    url = typed(client, "46m 123p 789s 55s [SSSS] +5m /E")
    assert "金杠" in client.get(url).text
    page = client.get(f"{url}/result").text
    assert "金杠 4 × 1" in page


def test_two_drawn_tiles_and_a_mixed_meld_are_said(
    app: Flask,
    client: FlaskClient,
    table_photo: bytes,
    lay: Callable[..., list[tuple[str, int, int, str, str, float]]],
) -> None:
    lies = lay("1p 2p 3p", 200, 300, "hand") + lay("5m 5s", 700, 300, "drawn")
    lies += lay("8p 8p 9p", 200, 600, "meld")
    app.extensions["recognise"].lies = lies
    page = client.get(send(client, "/hands", table_photo).location).text
    assert "摸牌有 2 张" in page
    assert "八饼 九饼" in page


def test_a_house_offers_its_own_circumstances(client: FlaskClient) -> None:
    url = typed(client, "46m 123p 789s 55s (888p) +5m /E")
    assert "地和" not in client.get(url).text
    client.post(f"{url}/choices", data={"house": "encyclopedia"})
    assert "地和" in client.get(url).text
    assert "坐庄" not in client.get(f"{url}/result").text
    client.post(f"{url}/choices", data={"house": "gale"})
    assert 'name="heavenly"' not in client.get(url).text


def test_the_pad_fills_hand_then_drawn_then_indicator(
    app: Flask, client: FlaskClient
) -> None:
    url = client.post("/hands").location
    for face in ("2p", "E"):
        client.post(f"{url}/tiles", data={"face": face, "to": "pung"})
    for face in ["4m", "6m", "7s", "8s", "9s", "5s", "5s", "5m", "6p"]:
        answer = client.post(f"{url}/tiles", data={"face": face})
        assert answer.status_code == 303
    assert sheet_of(app, url).notation == "46m 78955s (222p) (EEE) +5m /6p"
    assert "对，算番" in client.get(url).text


def test_htmx_gets_the_page_without_its_frame(client: FlaskClient, hand: str) -> None:
    page = client.get(hand, headers={"HX-Request": "true"}).text
    assert "<html" not in page
    assert 'id="page"' in page


def test_a_form_of_another_site_is_refused(client: FlaskClient, hand: str) -> None:
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = client.post(f"{hand}/undo", headers=headers)
        assert answer.status_code == 403
    answer = client.post(f"{hand}/undo", headers={"Origin": "http://localhost"})
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("tiles", {"face": "0m"}),
        ("tiles", {"face": "1m", "to": "moon"}),
        ("choices", {"house": "../x"}),
        ("result/table", {"winner": "4"}),
        ("result/table", {"pull2": "3"}),
        ("result/kongs", {"kong": "9:gold"}),
        ("drawn", {"piece": "x"}),
    ],
)
def test_a_field_the_page_never_offers_is_refused(
    app: Flask, client: FlaskClient, hand: str, path: str, data: dict[str, str]
) -> None:
    before = sheet_of(app, hand)
    answer = client.post(f"{hand}/{path}", data=data)
    assert answer.status_code == 400
    assert list(data.values())[-1] in answer.text
    assert sheet_of(app, hand) == before


def test_unknown_addresses_say_so(client: FlaskClient) -> None:
    assert client.get("/nowhere").status_code == 404
    answer = client.get("/hands/0123456789")
    assert answer.status_code == 404
    assert "0123456789" in answer.text
    assert client.get("/hands/..%2F..").status_code == 404


def test_english_is_one_tap_away_and_remembered(client: FlaskClient) -> None:
    assert "拍照" in client.get("/").text
    assert "Take a photo" in client.get("/?lang=en").text
    assert "Take a photo" in client.get("/").text
    assert "拍照" in client.get("/?lang=zh").text


def test_the_file_of_a_hand_is_plain_text(
    app: Flask, client: FlaskClient, hand: str, tmp_path: Path
) -> None:
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
    table_photo: bytes,
    lay: Callable[..., list[tuple[str, int, int, str, str, float]]],
) -> None:
    url = typed(client, "46m 123p 789s 55s (888p) +5m /E")
    client.post(f"{url}/choices", data={"boxes": "kong_draw", "kong_draw": "on"})
    app.extensions["recognise"].lies = lay("1p 2p 3p", 200, 300, "hand")
    assert send(client, f"{url}/photo", table_photo).status_code == 303
    sheet = sheet_of(app, url)
    assert sheet.notation == "123p /E"
    assert sheet.choices.flags == ("kong_draw",)
