"""A tap whose answer was lost: sent again by the page itself, and counted once."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect
from werkzeug.serving import BaseWSGIServer, make_server

from tests.test_webui_browser_evening import by_fan, start
from tests.test_webui_browser_quick import held
from tests.thumb import LAPTOP, PHONE, Thumb
from webui.sheet import Sheet, from_json

pytestmark = pytest.mark.browser


class House:
    """A server that can go down and come back at the same address."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.port = 0
        self.up()

    def up(self) -> None:
        server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        self.server: BaseWSGIServer = server
        self.port = server.server_port
        self.thread = threading.Thread(target=server.serve_forever)
        self.thread.start()

    def down(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def house(app: Flask) -> Iterator[House]:
    house = House(app)
    yield house
    house.down()


@pytest.fixture
def live(house: House) -> str:
    return f"http://127.0.0.1:{house.port}"


def lose(page: Page, address: str, *, silently: bool = False) -> list[str]:
    """Let the first request to an address reach the server, and lose its answer."""
    names: list[str] = []

    def answer(route: Route) -> None:
        names.append(route.request.headers["tap-id"])
        if len(names) > 1:
            route.continue_()
            return
        route.fetch()
        if not silently:
            route.abort()

    page.route(address, answer)
    return names


def history(folder: Path) -> list[Sheet]:
    """Give every state of the hand of the table, the present one last."""
    [file] = (folder / "hands").glob("*/sheet.json")
    data = json.loads(file.read_text("utf-8"))
    return [from_json(sheet) for sheet in [*data["past"], data["sheet"]]]


@pytest.mark.parametrize("silently", [False, True], ids=["cut", "silent"])
def test_a_lost_answer_leaves_one_pull_and_nobody_does_a_thing(
    thumb: Thumb, silently: bool
) -> None:
    page = thumb.page
    start(page)
    page.evaluate("htmx.config.timeout = 2000")
    names = lose(page, "**/deal/stakes", silently=silently)
    page.click("#seat1")
    expect(page.locator("#seat1 .on")).to_have_text("拉 ×2")
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator("#sending")).to_be_empty()
    page.reload()
    expect(page.locator("#seat1 .on")).to_have_text("拉 ×2")
    assert len(names) == 2
    assert len(set(names)) == 1
    thumb.said.clear()  # of the connection that was cut


def test_taps_while_the_server_is_down_arrive_in_their_order(
    thumb: Thumb, house: House, tmp_path: Path
) -> None:
    page = thumb.page
    start(page)
    house.down()
    for place in ("#seat1", "#seat2", "#seat0", "#seat1", "#chan"):
        page.click(place)
    expect(page.locator("#sending")).to_have_text("还在发送…")
    page.wait_for_timeout(3000)
    house.up()
    expect(page.locator("#seat1 .on")).to_have_text("拉 ×4")
    expect(page.locator("#seat2 .on")).to_have_text("拉 ×2")
    expect(page.locator("#chan")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#sending")).to_be_empty()
    expect(page.locator(".offline")).to_have_count(0)
    told = [sheet.choices for sheet in history(tmp_path)]
    assert [(one.pulls[1], one.pulls[2], one.sit, one.chan) for one in told] == [
        (0, 0, False, False),
        (1, 0, False, False),
        (1, 1, False, False),
        (1, 1, True, False),
        (2, 1, True, False),
        (2, 1, True, True),
    ]
    thumb.said.clear()


def test_an_undo_whose_answer_was_lost_is_one_step(
    thumb: Thumb, photo_file: Path
) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    for piece, face in ((2, "6m"), (8, "9s")):
        thumb.tap(f"#t{piece}")
        thumb.tap_closing(f'.likely button[value="{face}"]')
    lose(page, "**/undo")
    page.click("#undo")
    expect(page.locator("#t8 .tile img")).to_have_attribute("alt", "六条")
    expect(page.locator("#t2 .tile img")).to_have_attribute("alt", "六万")
    thumb.said.clear()


def test_a_photograph_whose_answer_was_lost_is_one_photograph(
    thumb: Thumb, photo_file: Path, tmp_path: Path
) -> None:
    page = thumb.page
    lose(page, "**/hands")
    thumb.shoot(photo_file)
    expect(page.locator(".todo a")).to_have_text("待核对 2 张")
    assert len(list((tmp_path / "hands").glob("*/photo-*"))) == 1
    assert len(list((tmp_path / "hands").iterdir())) == 1
    thumb.said.clear()


def test_a_photograph_sent_again_by_a_person_is_one_photograph(
    thumb: Thumb, photo_file: Path, tmp_path: Path
) -> None:
    page = thumb.page
    page.evaluate("htmx.config.photoTimeout = 1000")
    page.route("**/hands", lambda route: route.fetch() and None)
    page.locator(".shoot input").set_input_files(photo_file)
    page.wait_for_selector(".offline")
    page.unroute("**/hands")
    page.evaluate("htmx.config.photoTimeout = 60000")
    page.click(".offline .resend")
    expect(page.locator(".todo a")).to_have_text("待核对 2 张")
    assert len(list((tmp_path / "hands").iterdir())) == 1
    thumb.said.clear()


def test_a_deal_whose_answer_was_lost_is_in_the_book_once(thumb: Thumb) -> None:
    page = thumb.page
    start(page)
    lose(page, "**/hands/*/book")
    by_fan(thumb, 2, 3)
    expect(page.locator(".last")).to_contain_text("和 3 番")
    page.click("text=账本")
    expect(page.locator(".lines .round")).to_have_count(1)
    thumb.said.clear()


def test_two_phones_whose_answers_are_lost_keep_both_changes(thumb: Thumb) -> None:
    page = thumb.page
    home = start(page)
    other = page.context.new_page()
    other.goto(home)
    for phone, seat in ((page, "#seat1"), (other, "#seat2")):
        lose(phone, "**/deal/stakes")
        phone.click(seat, no_wait_after=True)
    for phone, seat in ((page, "#seat1"), (other, "#seat2")):
        expect(phone.locator(f"{seat} .on")).to_have_text("拉 ×2")
        phone.reload()
    for phone in (page, other):
        expect(phone.locator("#seat1 .on")).to_have_text("拉 ×2")
        expect(phone.locator("#seat2 .on")).to_have_text("拉 ×2")
    thumb.said.clear()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize(
    ("language", "words"),
    [("zh", "还在发送…"), ("en", "Still sending…")],
)
def test_what_takes_long_is_said_until_it_is_answered(
    thumb: Thumb, size: tuple[int, int], language: str, words: str
) -> None:
    page = thumb.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    if language == "en":
        page.click(".lang")
    start(page)
    with held(page, "**/deal/stakes"):
        page.click("#seat1")
        expect(page.locator("#sending")).to_be_hidden()
        expect(page.locator("#sending")).to_have_text(words)
        expect(page.locator("#sending")).to_be_in_viewport(ratio=1)
    expect(page.locator("#seat1 .on")).to_have_count(1)
    expect(page.locator("#sending")).to_be_hidden()
