"""Long names and hasty thumbs in a real browser: nothing is cut off, nothing is lost."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.test_webui_browser_evening import by_fan, start
from tests.thumb import PHONE, Thumb

pytestmark = pytest.mark.browser
CROWDS = {
    "zh": (
        "欧阳娜娜大美女一",
        "欧阳娜娜大美女二",
        "欧阳娜娜大美女三",
        "欧阳娜娜大美女四",
    ),
    "en": ("Maximilian-Alexander", "Wilhelmina-Josephine", "Bartholomew", "W" * 40),
}


def test_a_photo_before_the_winner_is_sent_with_him(
    thumb: Thumb, photo_file: Path
) -> None:
    page = thumb.page
    start(page)
    page.click("#won")
    page.wait_for_selector("#sheet")
    said = page.locator(".winner-first")
    expect(said).to_be_hidden()
    page.locator("#sheet .shoot input").set_input_files(photo_file)
    expect(said).to_have_text("先点是谁和了；选好的照片会接着上传。")
    page.click("label:has(#win2)")
    page.wait_for_selector(".tray")
    expect(page.locator(".of-whom")).to_have_text("赵四 的牌")


@pytest.mark.parametrize("language", CROWDS)
def test_long_names_never_scroll_sideways(
    thumb: Thumb, live: str, language: str
) -> None:
    page = thumb.page
    page.goto(f"{live}?lang={language}")
    game = start(page, names=CROWDS[language])
    by_fan(thumb, 1, 88)
    page.click("#won")
    page.click("label:has(#win2)")
    page.click("#by-tiles")
    page.wait_for_selector(".pad")
    hand = page.url.split("?")[0]
    page.goto(f"{hand}?add=line")
    page.fill("#line", "46m 123p 789s 55s [8888p] +5m /E")
    page.click(".typing button")
    page.wait_for_selector("a#right")
    panels = [f"?open={one}" for one in ("win", "kongs", "false", "more")]
    parts = ["book", "settle", "print", "seats", "penalty", "house", "undo", "lines/3"]
    parts += ["lines/3/correct", "lines/3/withdraw", "seats/fix?seat0=1&seat1=0"]
    urls = [game, *(game + panel for panel in panels)]
    urls += [f"{game}/{part}" for part in parts]
    urls += [hand, f"{hand}/result", f"{hand}/end?how=draw", f"{live}/games"]
    urls += [f"{live}/dice?game={game[-10:]}&first=3-4&second=1-2"]
    wide = {}
    for url in urls:
        page.goto(url)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE[0]:
            wide[url.removeprefix(live)] = width
    assert wide == {}


def test_names_that_begin_alike_are_told_apart(thumb: Thumb) -> None:
    page = thumb.page
    game = start(page, names=CROWDS["zh"])
    for url, names in ((game, ".who"), (f"{game}/book", ".totals dt")):
        page.goto(url)
        cut = page.locator(names).evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1"
            " || one.scrollHeight > one.clientHeight + 1).length"
        )
        assert (url, cut, page.locator(names).count()) == (url, 0, 4)


def test_the_smallest_phone_never_scrolls_sideways(thumb: Thumb, live: str) -> None:
    page = thumb.page
    page.set_viewport_size({"width": 320, "height": 568})
    thumb.tap(".pair form:nth-child(2) button")
    page.wait_for_selector(".pad")
    pad = page.url
    game = start(page)
    urls = (
        live,
        pad,
        game,
        f"{game}?open=win",
        f"{game}?open=turned",
        f"{live}/dice?game={game[-10:]}",
    )
    wide = []
    for url in urls:
        page.goto(url)
        for box in page.locator("html, .sheet").all():
            if box.evaluate("one => one.scrollWidth > one.clientWidth"):
                wide.append(url.removeprefix(live))
    assert wide == []


def test_large_letters_leave_nothing_under_the_bar(thumb: Thumb) -> None:
    page = thumb.page
    game = start(page)
    by_fan(thumb, 1, 6)
    for url in (game, f"{game}/lines/3/correct", f"{game}/book", f"{game}/seats"):
        page.goto(url)
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        bar = page.locator(".bar").bounding_box()
        ends = page.locator("main > :not(.bar):last-of-type, main > form > :not(.bar)")
        boxes = [one.bounding_box() for one in ends.all()]
        lowest = max(box["y"] + box["height"] for box in boxes if box)
        assert bar
        assert (url, lowest <= bar["y"]) == (url, True)


def test_a_tap_on_a_table_that_another_phone_moved_on_says_so(
    context: BrowserContext, live: str
) -> None:
    mine, other = context.new_page(), context.new_page()
    mine.goto(live)
    game = start(mine)
    other.goto(game)
    by_fan(Thumb(other), 1, 6)
    mine.click("#seat2")
    expect(mine.locator(".notice")).to_contain_text("已经入账")
    expect(mine.locator("h1")).to_have_text("第 2 盘")
    expect(mine).to_have_url(game)
    mine.click("#seat2")
    expect(mine.locator("#seat2 .on")).to_have_count(1)
