"""An evening in a real browser: every step, its taps, and no serious fault of access."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.thumb import LAPTOP, PHONE, Thumb

pytestmark = pytest.mark.browser
AXE = Path(__file__).parent / "vendor" / "axe-4.10.3.min.js"
NAMES = ("王伯", "陈姐", "赵四", "李雷")
HAND = ["4m", "6m", "7s", "8s", "9s", "5s", "5s", "5m", "E"]
Lie = tuple[str, int, int, str, str, float]


def start(page: Page, *, draw: bool = False, names: Sequence[str] = NAMES) -> str:
    """Start a game; gives its address."""
    page.click(".away")
    page.click("#new")
    page.wait_for_selector("#player0")
    for seat, name in enumerate(names):
        page.fill(f"#player{seat}", name)
    if not draw:
        page.click("label:has(#seats-hand)")
        page.click("label:has(#dealer0)")
    page.click("#start")
    page.wait_for_selector(".diamond")
    return page.url.split("?")[0]


def settled(page: Page) -> None:
    """Wait for the table after something was written."""
    page.wait_for_selector(".board .bar")


def by_fan(thumb: Thumb, seat: int, fan: int) -> None:
    """Write a win by its fan alone."""
    page = thumb.page
    thumb.tap("#won")
    thumb.arrive("#sheet")
    thumb.tap(f"label:has(#win{seat})")
    thumb.tap("details summary")
    page.fill("#fan", str(fan))
    thumb.tap("#by-fan")
    thumb.arrive("#book")
    thumb.tap("#book")
    settled(page)


def totals(page: Page) -> list[int]:
    return [int(text) for text in page.locator(".total").all_inner_texts()]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_whole_evening(thumb: Thumb, photo_file: Path, size: tuple[int, int]) -> None:
    page = thumb.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    start(page, draw=True)
    expect(page.locator(".said")).to_contain_text("起庄")

    thumb.tap("#won")
    thumb.arrive("#sheet")
    thumb.tap("label:has(#win2)")
    thumb.shoot(photo_file, "#sheet .shoot")
    expect(page.locator(".todo a")).to_have_text("待核对 2 张")
    thumb.tap("#t2")
    thumb.tap_closing('.likely button[value="6m"]')
    thumb.tap("#t8")
    thumb.tap_closing('.likely button[value="9s"]')
    thumb.tap("#right")
    thumb.arrive("#book")
    thumb.tap("#book")
    settled(page)
    expect(page.locator(".last")).to_contain_text("和 6 番")
    assert sorted(totals(page)) == [-6, -6, -6, 18]

    for seat in range(4):  # whoever deals sits, the others pull once
        page.click(f"#seat{seat}")
        expect(page.locator(f"#seat{seat} .on")).to_have_count(1)
    page.click("#kongs")
    page.click("#k0concealed")
    expect(page.locator("#k0concealed")).to_have_text("1")
    page.click("[data-close]")
    page.wait_for_selector("#sheet", state="detached")
    page.click("#won")
    page.click("label:has(#win1)")
    page.click("#by-tiles")
    page.click(".pad label:has([value=concealed_kong])")
    page.click("#pad-2p")
    page.click(".pad label:has([value=pung])")
    page.click("#pad-8p")
    page.click(".pad label:has([value=auto])")
    for face in HAND:
        page.click(f"#pad-{face}")
    page.wait_for_selector("#sheet", state="detached")
    page.click("#right")
    expect(page.locator(".transfers")).to_contain_text("暗杠 2 ×")
    page.click("#book")
    settled(page)
    expect(page.locator("h1")).to_have_text("第 3 盘")
    before = totals(page)
    assert sum(before) == 0

    page.click(".tabs a:nth-child(2)")
    page.click("#line3")
    page.click("#correct")
    page.wait_for_selector("#look")
    page.click(".place-seat:not(.dealer)")
    expect(page.locator(".place-seat .on")).to_have_count(1)
    page.click("#look")
    expect(page.locator("#change")).to_have_text("总账的变化")
    page.fill("[name=reason]", "他拉了庄")
    page.click("#book")
    expect(page.locator(".lines em")).to_have_text("改过")

    page.click(".bar .primary")
    page.click("#draw")
    expect(page.locator("h1")).to_have_text("荒庄")
    page.click("#book")
    settled(page)
    expect(page.locator("h1")).to_have_text("第 4 盘")
    assert sum(totals(page)) == 0
    page.click(".tabs a:nth-child(3)")
    expect(page.locator(".owed")).to_contain_text("→")
    page.click("#end")
    expect(page.locator("#end")).to_have_text("继续打")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_right_reading_is_in_the_book_three_taps_after_the_winner(
    thumb: Thumb, photo_file: Path, eye: Any
) -> None:
    """Flow 1."""
    page = thumb.page
    eye.lies = [(face, x, y, kind, face, 0.99) for face, x, y, kind, *_ in eye.lies]
    start(page)
    thumb.tap("#won")
    thumb.arrive("#sheet")
    thumb.tap("label:has(#win2)")
    thumb.taps = 0
    thumb.shoot(photo_file, "#sheet .shoot")
    thumb.tap("#right")
    thumb.arrive("#book")
    thumb.tap("#book")
    settled(page)
    assert totals(page) == [-6, -6, 18, -6]
    assert thumb.taps == 3


def test_a_useless_photo_and_a_hand_by_taps(thumb: Thumb) -> None:
    """Flow 3."""
    page = thumb.page
    start(page)
    thumb.tap("#won")
    thumb.arrive("#sheet")
    thumb.tap("label:has(#win0)")
    thumb.tap("#by-tiles")
    thumb.arrive(".pad")
    thumb.tap(".pad label:has([value=pung])")
    for face in ("2p", "8p"):
        thumb.tap(f"#pad-{face}")
    thumb.tap(".pad label:has([value=auto])")
    for face in HAND:
        thumb.tap(f"#pad-{face}")
    page.wait_for_selector("#sheet", state="detached")
    thumb.tap("#right")
    thumb.arrive("#book")
    thumb.tap("#book")
    settled(page)
    assert totals(page) == [18, -6, -6, -6]
    assert thumb.taps <= 20
    assert thumb.taps == 18


def test_a_hidden_kong_is_asked_for_its_face(
    thumb: Thumb,
    photo_file: Path,
    eye: Any,
    lay: Callable[[str, int, int, str], list[Lie]],
) -> None:
    """Flow 4."""
    page = thumb.page
    eye.lies = lay("4m 6m 7s 8s 9s 5s 5s", 120, 600, "hand")
    eye.lies += lay("5m", 1320, 600, "drawn")
    eye.lies += lay("8p 8p 8p", 400, 850, "meld")
    eye.lies += [("E", x, 850, "kong 2", "back", 0.99) for x in range(900, 1300, 100)]
    eye.lies += lay("S", 800, 200, "indicator")
    start(page)
    page.click("#won")
    page.click("label:has(#win1)")
    thumb.shoot(photo_file, "#sheet .shoot")
    expect(page.locator(".problem")).to_contain_text("有一副杠看不到牌面")
    thumb.taps = 0
    thumb.tap(".todo a")
    thumb.arrive("#sheet")
    thumb.tap_closing('.faces button[value="N"]')
    assert thumb.taps == 2
    thumb.tap("#right")
    expect(page.locator(".transfers")).to_contain_text("暗杠 2")


def test_a_disputed_stake_of_three_hands_ago(thumb: Thumb) -> None:
    """Flow 5."""
    page = thumb.page
    start(page)
    for _ in range(4):
        by_fan(thumb, 0, 4)
    before = totals(page)
    thumb.taps = 0
    thumb.tap(".tabs a:nth-child(2)")
    thumb.tap("#line4")
    thumb.tap("#correct")
    thumb.arrive("#look")
    thumb.tap("#seat1")
    expect(page.locator("#seat1 .on")).to_have_count(1)
    thumb.tap("#look")
    thumb.arrive("#book")
    expect(page.locator(".moved")).to_contain_text("+4")
    page.fill("[name=reason]", "陈姐拉了庄")
    thumb.tap("#book")
    thumb.arrive(".lines")
    assert thumb.taps == 6
    page.click("#line4")
    expect(page.locator(".history")).to_contain_text("陈姐拉了庄")
    page.click(".tabs a:nth-child(1)")
    settled(page)
    now = totals(page)
    assert [a - b for a, b in zip(now, before, strict=True)] == [4, -4, 0, 0]


def test_a_phone_dies_and_another_goes_on(
    thumb: Thumb, context: BrowserContext, photo_file: Path
) -> None:
    """Flow 6."""
    game = start(thumb.page)
    thumb.page.click("#won")
    thumb.page.click("label:has(#win2)")
    thumb.shoot(photo_file, "#sheet .shoot")
    thumb.tap("#t2")
    thumb.tap_closing('.likely button[value="6m"]')
    thumb.page.close()
    other = context.new_page()
    other.goto(game)
    other.click("#resume")
    expect(other.locator("#t2 .tile img")).to_have_attribute("alt", "六万")
    expect(other.locator(".todo a")).to_have_text("待核对 1 张")


def test_wrong_seats_after_seven_hands(thumb: Thumb) -> None:
    """Flow 7."""
    page = thumb.page
    start(page)
    for number in range(7):
        page.click(f"#seat{number % 4}")
        by_fan(thumb, number % 4, 2)
    before = page.locator(".place-seat").all_inner_texts()
    thumb.taps = 0
    thumb.tap("#more")
    thumb.arrive("#sheet")
    thumb.tap(".links a[href$='/seats']")
    thumb.arrive("#really0")
    thumb.choose("#really0", "1")
    thumb.choose("#really1", "0")
    thumb.tap("#look-seats")
    thumb.arrive("#book")
    thumb.tap("#book")
    settled(page)
    assert thumb.taps == 8
    after = page.locator(".place-seat").all_inner_texts()
    assert "陈姐" in after[0]
    assert "王伯" in after[1]
    assert before != after
    assert sum(totals(page)) == 0


def test_the_end_of_the_evening(thumb: Thumb, photo_file: Path, eye: Any) -> None:
    """Flow 8."""
    page = thumb.page
    eye.lies = [(face, x, y, kind, face, 0.99) for face, x, y, kind, *_ in eye.lies]
    start(page)
    page.click("#won")
    page.click("label:has(#win2)")
    thumb.shoot(photo_file, "#sheet .shoot")
    page.click("#right")
    page.click("#book")
    settled(page)
    thumb.taps = 0
    thumb.tap(".tabs a:nth-child(3)")
    expect(page.locator(".help").first).to_have_text("3 笔，合计 18")
    with page.expect_download() as download:
        thumb.tap("a[href$='.csv']")
    assert download.value.suggested_filename.endswith(".csv")
    thumb.tap("#delete-photos")
    page.wait_for_selector("#delete-photos", state="detached")
    thumb.tap("#end")
    expect(page.locator("#end")).to_have_text("继续打")
    assert thumb.taps == 4


def test_an_evening_in_english(thumb: Thumb) -> None:
    page = thumb.page
    page.click(".lang")
    start(page)
    expect(page.locator("#won")).to_have_text("Won")
    by_fan(thumb, 1, 2)
    expect(page.locator(".last")).to_contain_text("陈姐 wins 2 fan")
    chinese = re.compile("[\u4e00-\u9fff]")
    for panel in ("win", "kongs", "turned", "false"):
        page.goto(f"{page.url.split('?')[0]}?open={panel}")
        words = page.locator("#sheet h2").inner_text()
        assert not chinese.search(words), words


def test_an_evening_without_javascript(browser: Browser, live: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live)
    start(page)
    page.click("#seat0")
    expect(page.locator("#seat0")).to_contain_text("坐庄")
    page.click("#kongs")
    page.click("#k3exposed")
    page.click("[data-close]")
    page.click("#won")
    page.check("#win1", force=True)
    page.click("#by-tiles")
    page.goto(page.url + "?add=line")
    page.fill("#line", "46m 123p 789s 55s (888p) +5m /E")
    page.click(".typing button")
    page.click("#right")
    page.click("#book")
    expect(page.locator(".last")).to_contain_text("陈姐 和 6 番")
    page.click("#draw")
    page.click("#book")
    page.click(".tabs a:nth-child(3)")
    expect(page.locator(".owed")).to_contain_text("王伯 → 陈姐")
    context.close()


def test_axe_finds_no_serious_fault(thumb: Thumb, photo_file: Path, live: str) -> None:
    page = thumb.page
    page.emulate_media(reduced_motion="reduce")  # half-faded text has no contrast
    game = start(page)
    by_fan(thumb, 1, 4)
    page.click("#won")
    page.click("label:has(#win2)")
    thumb.shoot(photo_file, "#sheet .shoot")
    hand = page.url
    page.goto(f"{hand}?tile=2")
    found = faults(page)
    page.click('.likely button[value="6m"]')
    page.wait_for_selector("#sheet", state="detached")
    page.goto(f"{hand}?tile=8")
    page.click('.likely button[value="9s"]')
    page.wait_for_selector("#sheet", state="detached")
    pages = [live, hand, f"{hand}/result", game, f"{live}/games", f"{live}/games/new"]
    pages += [
        f"{game}?open={one}" for one in ("win", "kongs", "turned", "false", "more")
    ]
    pages += [
        f"{game}/{one}" for one in ("book", "settle", "seats", "house", "penalty")
    ]
    pages += [
        f"{game}/{one}" for one in ("undo", "print", "lines/3", "lines/3/correct")
    ]
    pages += [f"{game}/seats/fix?seat0=1&seat1=0", f"{live}/dice?first=3-4&second=1-2"]
    pages += [f"{game}/lines/3/withdraw", f"{hand}/end?how=draw"]
    for url in pages:
        page.goto(url)
        found += faults(page)
    assert found == []


def faults(page: Page) -> list[str]:
    """Let axe look at the page; gives its serious and critical findings."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{page.url} {one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
