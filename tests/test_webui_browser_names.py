"""Long names and hasty thumbs in a real browser: nothing is cut off, nothing is lost."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

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
