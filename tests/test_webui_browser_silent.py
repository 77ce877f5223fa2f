"""A server that takes a request and never answers: said, and nothing waits for it for ever."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.test_webui_browser_evening import start
from tests.test_webui_browser_quick import held
from tests.thumb import Thumb

pytestmark = pytest.mark.browser


def impatient(page: Page) -> None:
    """Let the page give up soon."""
    page.evaluate("htmx.config.timeout = htmx.config.photoTimeout = 500")


def test_a_tap_without_an_answer_holds_nothing_up(thumb: Thumb) -> None:
    page = thumb.page
    start(page)
    impatient(page)
    page.route("**/deal/stakes", lambda route: None)
    page.click("#seat1")
    page.click("#seat2")
    expect(page.locator(".offline")).to_contain_text("没有回音")
    page.unroute("**/deal/stakes")
    page.evaluate("htmx.config.timeout = 0")
    page.click("#seat3")
    expect(page.locator("#seat3 .on")).to_have_count(1)
    expect(page.locator(".place-seat .on")).to_have_count(1)  # of none before it
    expect(page.locator(".offline")).to_have_count(0)
    thumb.said.clear()  # of the answer that never came


def test_a_tap_whose_answers_are_all_lost_counts_once_and_is_seen(thumb: Thumb) -> None:
    page = thumb.page
    start(page)
    impatient(page)
    sent = []
    page.route("**/deal/stakes", lambda route: sent.append(route.fetch()))
    page.click("#seat1")
    expect(page.locator(".offline")).to_be_in_viewport(ratio=1)
    expect(page.locator("#seat1 .on")).to_have_count(0)
    page.evaluate("htmx.config.timeout = 0")
    page.click(".offline .look")
    expect(page.locator("#seat1 .on")).to_have_text("拉 ×2")
    expect(page.locator(".offline")).to_have_count(0)
    assert len(sent) > 1
    thumb.said.clear()


def test_choices_without_an_answer_do_not_look_chosen(
    thumb: Thumb, result: Page
) -> None:
    impatient(result)
    result.route("**/result/table", lambda route: None)
    result.click("label:has(#w2)")
    result.click("label:has(#sit)")
    result.mouse.wheel(0, 5000)
    expect(result.locator(".offline")).to_be_in_viewport(ratio=1)
    expect(result.locator("#w0")).to_be_checked()
    expect(result.locator("#sit")).not_to_be_checked()
    thumb.said.clear()


def test_the_next_page_does_not_open_over_a_correction_that_was_lost(
    thumb: Thumb, photo_file: Path
) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    page.click("#t8")
    page.wait_for_selector("#sheet")
    impatient(page)
    page.route("**/tiles/8", lambda route: None)
    page.click('.likely button[value="9s"]')
    page.locator("#right").dispatch_event("click")  # the sheet still covers it
    expect(page.locator(".offline")).to_be_in_viewport(ratio=1)
    expect(page.locator("#sheet")).to_be_visible()
    thumb.said.clear()


def test_a_photograph_has_longer_than_a_tap(thumb: Thumb, photo_file: Path) -> None:
    page = thumb.page
    page.evaluate("htmx.config.timeout = 1")
    with held(page, "**/hands"):
        page.locator(".shoot input").set_input_files(photo_file)
    expect(page.locator(".tray")).to_be_visible()


def test_a_photograph_that_was_not_taken_is_sent_again_by_one_tap(
    thumb: Thumb, photo_file: Path
) -> None:
    page = thumb.page
    start(page)
    page.click("#won")
    page.click("label:has(#win2)")
    impatient(page)
    page.route("**/deal/win*", lambda route: None)
    page.locator("#sheet .shoot input").set_input_files(photo_file)
    expect(page.locator(".offline")).to_be_in_viewport(ratio=1)
    expect(page.locator(".busy")).to_be_hidden()
    page.unroute("**/deal/win*")
    page.evaluate("htmx.config.photoTimeout = 60000")
    page.click(".offline .resend")
    expect(page.locator(".of-whom")).to_have_text("赵四 的牌")
    expect(page.locator(".todo a")).to_have_text("待核对 2 张")
    thumb.said.clear()


@pytest.mark.parametrize(
    ("opened", "shutter", "read"),
    [
        ("", ".shoot .button", ".tray"),
        ("?open=win", "#sheet .shoot", ".tray"),
        ("?open=turned", "#sheet [data-upload] .button", ".wild-now"),
        ("retake", ".tray > .again .button", ".tray .todo"),
    ],
)
def test_the_same_photograph_is_chosen_again_after_the_network_was_lost(
    thumb: Thumb, photo_file: Path, opened: str, shutter: str, read: str
) -> None:
    page = thumb.page
    if opened == "retake":
        page.click(".start > .pair form:last-child .button")
        page.wait_for_selector(".tray")
        page.goto(f"{page.url}?add=line")
    elif opened:
        page.goto(start(page) + opened)
    if opened == "?open=win":
        page.click("label:has(#win2)")
    page.context.set_offline(True)
    for offline in (True, False):
        page.context.set_offline(offline)
        with page.expect_file_chooser() as chooser:
            page.click(shutter)
        chooser.value.set_files(photo_file)
        if offline:
            page.wait_for_selector(".offline")
    page.wait_for_selector(read)
    expect(page.locator(".offline")).to_have_count(0)
    thumb.said.clear()


def test_a_choice_given_up_leaves_the_photograph_to_be_sent_again(
    thumb: Thumb, photo_file: Path
) -> None:
    page = thumb.page
    page.context.set_offline(True)
    page.locator(".shoot input").set_input_files(photo_file)
    page.wait_for_selector(".offline")
    with page.expect_file_chooser():
        page.click(".shoot .button")
    page.context.set_offline(False)
    page.click(".offline .resend")
    expect(page.locator(".todo a")).to_have_text("待核对 2 张")
    thumb.said.clear()
