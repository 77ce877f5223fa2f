"""What the page offers of a photograph that may be read otherwise, and asks first."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from werkzeug.test import TestResponse

from tests.thumb import Thumb
from webui.doubts import plain_fan
from webui.sheet import Sheet

Send = Callable[[str, bytes], TestResponse]
SheetOf = Callable[[str], Sheet]
Lie = tuple[str, int, int, str, str, float]
Lies = list[Lie]
Lay = Callable[..., Lies]
Sent = Callable[[Lies], str]

HAND = "46m 123p 78955s (888p) +5m /E"


class Form(NamedTuple):
    """One offered reading: its address, what it sends, and the fan it promises."""

    url: str
    face: str
    also: list[str]
    fan: int


def offered(page: str) -> list[Form]:
    found = []
    for url, form in re.findall(r'action="([^"]*/repair)"(.*?)</form>', page, re.S):
        (face,) = re.findall(r'name="face" value="(\w+)"', form)
        (fan,) = re.findall(r"(?:则|then) (\d+) (?:番|fan)", form)
        also = re.findall(r'name="also" value="([\w:]+)"', form)
        found.append(Form(url, face, also, int(fan)))
    return found


@pytest.fixture
def sent(app: Flask, send: Send, table_photo: bytes) -> Sent:
    """Photograph tiles that are read as given; gives the hand's address."""

    def lay_out(lies: Lies) -> str:
        app.extensions["recognise"].lies = lies
        return str(send("/hands", table_photo).location)

    return lay_out


def laid(lay: Lay, hand: str = "4m 6m 1p 2p 3p 7s 8s 9s 5s 5s") -> Lies:
    lies = [*lay(hand, 120, 600, "hand"), *lay("5m", 1320, 600, "drawn")]
    return [*lies, *lay("8p 8p 8p", 400, 850, "meld"), *lay("E", 800, 200, "indicator")]


def misread(lies: Lies, place: int, as_face: str, sure: float = 0.55) -> None:
    face, x, y, kind, _, _ = lies[place]
    lies[place] = (face, x, y, kind, as_face, sure)


def test_two_misread_tiles_are_put_right_by_one_tap(
    client: FlaskClient, sheet_of: SheetOf, hand: str
) -> None:
    page = client.get(hand).text
    assert "照片也可能这样读" in page
    both = next(one for one in offered(page) if one.also)
    assert (both.face, both.also, both.fan) == ("6m", ["8:9s"], 6)
    answer = client.post(both.url, data={"face": both.face, "also": both.also})
    assert answer.location == f"{hand}/result"
    assert sheet_of(hand).notation == HAND
    assert sheet_of(hand).doubtful == ()
    client.post(f"{hand}/undo")
    assert sheet_of(hand).notation == "49m 123p 78655s (888p) +5m /E"


@pytest.mark.parametrize(
    ("line", "fan"),
    [
        (HAND, 6),
        (HAND.replace("46m", "49m"), None),
        ("456m 123p 78955s (888p) /E", 6),  # by its best tile
        ("46m 123p 78955s (888p) +5m", 6),  # the turned-up one makes none wild
        ("46m 123p 78955s (888p) +?", None),
    ],
)
def test_what_is_not_in_view_is_taken_as_it_may_be(line: str, fan: int | None) -> None:
    assert plain_fan(line) == fan


def test_readings_are_said_in_english_too(client: FlaskClient, hand: str) -> None:
    client.get("/?lang=en")
    page = client.get(hand).text
    assert "The photo may also be read as this" in page
    assert offered(page)[0].fan == 6


def test_a_sure_winning_hand_is_offered_nothing(
    client: FlaskClient, sent: Sent, lay: Lay
) -> None:
    assert offered(client.get(sent(laid(lay))).text) == []


def test_of_a_winning_hand_only_what_changes_the_fan_is_offered(
    client: FlaskClient, sent: Sent, lay: Lay
) -> None:
    lies = laid(lay, "4m 6m 1p 2p 3p 7s 8s 6s 5s 5s")
    misread(lies, 7, "9s")  # 678s or 789s: the same fan
    assert offered(client.get(sent(lies)).text) == []
    lies = laid(lay)
    lies[10] = lay("E", 1320, 600, "drawn")[0]
    misread(lies, 10, "5m")  # 捉五, or a wild drawn: another fan
    (other,) = offered(client.get(sent(lies)).text)
    assert (other.face, other.fan) == ("E", 3)


def test_what_a_person_named_is_offered_no_more(
    client: FlaskClient, sheet_of: SheetOf, hand: str
) -> None:
    client.post(f"{hand}/tiles/2", data={"face": "9m"})
    for one in offered(client.get(hand).text):
        assert not one.url.endswith("/tiles/2/repair")
        assert not any(value.startswith("2:") for value in one.also)


def test_a_hand_whose_drawn_tile_is_not_known_is_read_otherwise_too(
    client: FlaskClient,
    sheet_of: SheetOf,
    sent: Sent,
    lay: Lay,
) -> None:
    lies = laid(lay, "4m 6m 1p 2p 3p 7s 8s 9s 5s 5s 5m")
    del lies[11]
    misread(lies, 1, "9m")
    url = sent(lies)
    best = offered(client.get(url).text)[0]
    assert (best.face, best.fan) == ("6m", 6)
    answer = client.post(best.url, data={"face": "6m"})
    assert answer.location == url
    assert "哪一张是最后摸的" in client.get(url).text


def test_the_turned_up_tile_is_asked_for_first(
    client: FlaskClient, sent: Sent, lay: Lay
) -> None:
    lies = laid(lay)[:-1]
    misread(lies, 1, "9m")
    page = client.get(sent(lies)).text
    assert "翻出的是哪一张" in page
    assert offered(page) == []


def test_a_kong_laid_by_a_person_keeps_what_it_is(
    client: FlaskClient, sheet_of: SheetOf, hand: str
) -> None:
    meld = sheet_of(hand).melds[0].pieces[0].id
    client.post(f"{hand}/tiles/{meld}/meld", data={"how": "concealed_kong"})
    both = next(one for one in offered(client.get(hand).text) if one.also)
    client.post(both.url, data={"face": both.face, "also": both.also})
    assert sheet_of(hand).notation == "46m 123p 78955s [8888p] +5m /E"


@pytest.mark.parametrize("also", ["8", "8:5x", "x:9s", "8:"])
def test_a_repair_that_the_page_never_offers_is_refused(
    client: FlaskClient, sheet_of: SheetOf, hand: str, also: str
) -> None:
    before = sheet_of(hand)
    answer = client.post(f"{hand}/tiles/2/repair", data={"face": "6m", "also": also})
    assert answer.status_code == 400
    assert sheet_of(hand) == before


def test_the_tile_that_decides_the_win_is_asked_about_first(
    client: FlaskClient, sent: Sent, lay: Lay
) -> None:
    lies = laid(lay, "4m 6m 1p 2p 3p 7s 8s 6s 5s 5s")
    misread(lies, 0, "4m", 0.99)
    misread(lies, 7, "9s")  # either wins
    misread(lies, 10, "9m")  # this one does not
    page = client.get(sent(lies)).text
    todo = page.split('class="todo"')[1].split("</a>")[0]
    assert "tile=11" in todo


@pytest.mark.browser
def test_a_photograph_with_two_wrong_tiles_takes_two_taps_to_its_fan(
    thumb: Thumb, photo_file: Path
) -> None:
    thumb.shoot(photo_file)
    thumb.tap(".ask form:has(input[name=also]) button")
    expect(thumb.page.locator("h1")).to_have_text("东 和 6 番")
    assert thumb.taps == 2


@pytest.mark.browser
def test_another_reading_is_taken_without_javascript(
    browser: Browser, live: str, photo_file: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live)
    page.locator(".shoot input").set_input_files(photo_file)
    page.click(".shoot noscript button, .shoot button")
    page.click(".ask form:has(input[name=also]) button")
    expect(page.locator("h1")).to_have_text("东 和 6 番")
    context.close()
