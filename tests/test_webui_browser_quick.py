"""A thumb that is quicker than the house's Wi-Fi: every tap counts, in the order of the taps."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.test_webui_browser_evening import start
from tests.thumb import Thumb

pytestmark = pytest.mark.browser


@contextmanager
def held(page: Page, address: str, *, answer: bool = False) -> Iterator[None]:
    """Hold the first request to an address, or its answer, until the block ends."""
    first: list[Route] = []

    def hold(route: Route) -> None:
        if first:
            route.continue_()
        else:
            first.append(route)

    page.route(address, hold)
    yield
    page.wait_for_timeout(300)  # what the page sends too early would have arrived
    [route] = first
    if answer:
        route.fulfill(response=route.fetch())
    else:
        route.continue_()


def test_choices_tapped_before_the_answer_all_count(result: Page) -> None:
    with held(result, "**/result/table"):
        for label in ("#w2", "#sit", "#p22"):
            result.click(f"label:has({label})")
    expect(result.locator("h1")).to_have_text("西 和 6 番")
    expect(result.locator(".s2 .points")).to_have_text("+60")
    expect(result.locator("#p22")).to_be_checked()
    result.reload()
    expect(result.locator(".s2 .points")).to_have_text("+60")


def test_a_choice_that_was_not_saved_does_not_look_chosen(
    thumb: Thumb, result: Page
) -> None:
    result.route("**/result/table", lambda route: route.abort())
    result.click("label:has(#w2)")
    expect(result.locator(".offline")).to_be_visible()
    expect(result.locator("#w0")).to_be_checked()
    thumb.said.clear()  # of the connection that was cut
    result.unroute("**/result/table")
    result.click("label:has(#w2)")
    expect(result.locator("h1")).to_have_text("西 和 6 番")


def test_a_late_answer_does_not_undo_what_was_tapped_since(result: Page) -> None:
    with held(result, "**/result/table", answer=True):
        result.click("label:has(#w2)")
        result.click("#k1concealed")
        result.click("#k3exposed")
        result.click("#k1concealed")
        result.click("label:has(#sit)")
    expect(result.locator("h1")).to_have_text("西 和 6 番")
    expect(result.locator("#sit")).to_be_checked()
    expect(result.locator("#k1concealed")).to_have_text("2")
    expect(result.locator("#k3exposed")).to_have_text("1")


def test_the_next_page_waits_for_the_tap_before_it(
    thumb: Thumb, photo_file: Path
) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    thumb.tap("#t2")
    thumb.tap_closing('.likely button[value="6m"]')
    page.click("#t8")
    page.wait_for_selector("#sheet")
    with held(page, "**/tiles/8"):
        page.click('.likely button[value="9s"]')
        page.locator("#right").dispatch_event("click")  # the sheet still covers it
    expect(page.locator("h1")).to_have_text("东 和 6 番")
    assert page.url.endswith("/result")


def test_a_seat_tapped_twice_pulls_twice(thumb: Thumb) -> None:
    page = thumb.page
    start(page)
    with held(page, "**/deal/stakes"):
        page.click("#seat1")
        page.click("#seat0")
        page.click("#seat1")
    expect(page.locator("#seat1 .on")).to_have_text("拉 ×4")
    expect(page.locator("#seat0 .on")).to_contain_text("坐庄")


def test_chan_is_seen_though_a_seat_was_tapped_after_it(thumb: Thumb) -> None:
    page = thumb.page
    start(page)
    with held(page, "**/deal/chan"):
        page.click("#chan")
        page.click("#seat1")
    expect(page.locator("#seat1 .on")).to_have_text("拉 ×2")
    expect(page.locator("#chan")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".said")).to_contain_text("铲")


def test_a_tile_goes_where_it_was_tapped_for(thumb: Thumb) -> None:
    page = thumb.page
    page.click(".pair form:nth-child(2) button")
    page.wait_for_selector(".pad")
    page.click(".pad label:has([value=pung])")
    with held(page, "**/tiles?pad=*"):
        page.click("#pad-2p")
        page.click("#pad-8p")
        page.click(".pad label:has([value=auto])")
        page.click("#pad-4m")
    expect(page.locator(".group.meld .piece:not(.plus)")).to_have_count(6)
    expect(page.locator(".group.hand .piece:not(.plus)")).to_have_count(1)


def test_a_double_tap_removes_one_tile(thumb: Thumb, photo_file: Path) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    page.click("#t5")
    page.wait_for_selector("#sheet")
    with held(page, "**/remove"):
        page.dblclick(".danger")
    page.wait_for_selector("#sheet", state="detached")
    expect(page.locator(".piece:not(.plus)")).to_have_count(14)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_is_refused_is_said_though_more_was_tapped(
    thumb: Thumb, photo_file: Path, note: Path
) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    with held(page, "**/photo"):
        page.locator(".again input").set_input_files(note)
        page.click(".todo a")
    expect(page.get_by_role("alert")).to_contain_text(note.name)
