"""The flows of the page in a real browser, on a phone's screen and on a laptop's.

Each flow counts its taps; `webui/README.md` gives the same numbers.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.test_webui_browser_evening import HAND, start
from tests.thumb import LAPTOP, PHONE, Thumb

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_photo_two_corrections_settle(
    thumb: Thumb, photo_file: Path, size: tuple[int, int]
) -> None:
    page = thumb.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    thumb.shoot(photo_file)
    expect(page.locator(".todo a")).to_have_text("待核对 2 张")
    thumb.tap("#t2")
    expect(page.locator("#sheet .crop")).to_be_visible()
    thumb.tap_closing('.likely button[value="6m"]')
    thumb.tap("#t8")
    thumb.tap_closing('.faces button[value="9s"]')
    thumb.tap("#right")
    expect(page.locator("h1")).to_have_text("东 和 6 番")
    assert thumb.taps == 6
    thumb.tap("label:has(#w2)")
    expect(page.locator("h1")).to_have_text("西 和 6 番")
    thumb.tap("label:has(#sit)")
    thumb.tap("label:has(#p22)")
    expect(page.locator(".s2 .points")).to_have_text("+60")
    thumb.tap("#k1concealed")
    expect(page.locator(".s1 .points")).to_have_text("+2")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def laid(page: Page, home: str) -> None:
    """Type the hand of the third seat, with a kong, and open its result."""
    page.goto(f"{home}?open=win")
    page.click("label:has(#win2)")
    page.click("#by-tiles")
    page.wait_for_selector(".pad")
    page.goto(f"{page.url.split('?')[0]}?add=line")
    page.fill("#line", "46m 123p 789s 55s [8888p] +5m /E")
    page.click(".typing button")
    page.click("a#right")


def box(page: Page, part: str) -> dict[str, float]:
    """Measure a part of the page on the screen."""
    found: dict[str, float] = page.locator(part).evaluate(
        "one => one.getBoundingClientRect().toJSON()"
    )
    return found


def test_on_a_laptop_who_pays_whom_is_in_view_with_its_button(thumb: Thumb) -> None:
    page = thumb.page
    laid(page, start(page))
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    expect(page.locator(".transfers tr")).to_have_count(6)
    paid, table, fan, bar = (
        box(page, part) for part in (".payments", ".table", ".fan", ".bar")
    )
    assert paid["bottom"] <= bar["top"]
    assert table["top"] - fan["bottom"] < 40  # nothing pushes it down


def test_on_a_laptop_many_payments_scroll_clear_of_the_bar(thumb: Thumb) -> None:
    page = thumb.page
    home = start(page)
    page.goto(f"{home}?open=kongs")
    page.click("#k1concealed")
    expect(page.locator("#k1concealed")).to_have_text("1")
    laid(page, home)
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    expect(page.locator(".transfers tr")).to_have_count(9)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last, bar = box(page, ".transfers tr:last-child"), box(page, ".bar")
    assert 0 <= last["top"] <= last["bottom"] <= bar["top"]


def test_a_right_reading_takes_two_taps_to_its_fan(
    thumb: Thumb, photo_file: Path
) -> None:
    thumb.shoot(photo_file)
    thumb.tap("#right")
    thumb.page.wait_for_selector(".result")
    assert thumb.taps == 2


def test_two_wrong_tiles_and_a_missing_one_take_eight_taps(
    thumb: Thumb, photo_file: Path
) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    page.goto(page.url + "?tile=5")  # make the reader miss the 3p
    page.click(".danger")
    page.wait_for_selector("#sheet", state="detached")
    thumb.tap("#t2")
    thumb.tap_closing('.likely button[value="6m"]')
    thumb.tap("#t8")
    thumb.tap_closing('.likely button[value="9s"]')
    thumb.tap(".group.hand .plus")
    thumb.tap_closing("#pad-3p")
    thumb.tap("#right")
    expect(page.locator("h1")).to_have_text("东 和 6 番")
    assert thumb.taps == 8


def test_a_hand_with_two_melds_by_taps_alone(thumb: Thumb) -> None:
    page = thumb.page
    thumb.tap(".pair form:nth-child(2) button")
    page.wait_for_selector(".pad")
    thumb.tap(".pad label:has([value=pung])")
    for face in ("2p", "8p"):
        thumb.tap(f"#pad-{face}")
        expect(page.locator(f'.meld img[src*="/{face}.svg"]')).to_have_count(3)
    thumb.tap(".pad label:has([value=auto])")
    for face in HAND:
        thumb.tap(
            f"#pad-{face}"
        )  # without waiting: quick taps are queued, none is lost
    page.wait_for_selector("#sheet", state="detached")
    thumb.tap("#right")
    expect(page.locator("h1")).to_have_text("东 和 6 番")
    assert thumb.taps == 15


def test_another_phone_sees_the_hand_as_it_is(
    thumb: Thumb, context: BrowserContext, photo_file: Path
) -> None:
    thumb.shoot(photo_file)
    thumb.tap("#t2")
    thumb.tap_closing('.likely button[value="6m"]')
    other = context.new_page()
    other.goto(thumb.page.url)
    expect(other.locator("#t2 .tile img")).to_have_attribute("alt", "六万")
    expect(other.locator(".todo a")).to_have_text("待核对 1 张")
    other.click("#undo")
    expect(other.locator("#t2 .tile img")).to_have_attribute("alt", "九万")
    thumb.page.reload()
    expect(thumb.page.locator("#t2 .tile img")).to_have_attribute("alt", "九万")


def test_the_keyboard_alone_corrects_a_hand(thumb: Thumb, photo_file: Path) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    page.focus("#t2")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#sheet-title")).to_contain_text("六条")
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="detached")
    expect(page.locator("#t8")).to_be_focused()
    page.keyboard.press("Enter")
    page.focus('.likely button[value="9s"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet", state="detached")
    expect(page.locator("#t8 .tile img")).to_have_attribute("alt", "九条")


def test_english_by_one_tap(thumb: Thumb, photo_file: Path) -> None:
    thumb.tap(".lang")
    thumb.shoot(photo_file)
    expect(thumb.page.locator("#right")).to_have_text("Right, score it")
    expect(thumb.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("width", [320, PHONE[0]])
def test_no_word_of_the_english_pad_is_broken(thumb: Thumb, width: int) -> None:
    page = thumb.page
    page.set_viewport_size({"width": width, "height": PHONE[1]})
    thumb.tap(".lang")
    thumb.tap(".pair form:nth-child(2) button")
    places = page.locator(".pad .segments span")
    expect(places).to_have_text(["Hand", "Pung", "Exposed", "Concealed", "Drawn", "Up"])
    lines, widths = places.evaluate_all("""all => {
        const text = document.createRange();
        const lines = (one) => (text.selectNodeContents(one), text.getClientRects().length);
        return [all.map(lines), all.map((one) => one.offsetWidth)];
    }""")
    assert set(lines) == {1}
    assert min(widths) >= (48 if width == PHONE[0] else 41)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_broken_upload_leaves_the_hand(
    thumb: Thumb, photo_file: Path, note: Path
) -> None:
    page = thumb.page
    thumb.shoot(photo_file)
    page.locator(".again input").set_input_files(note)
    expect(page.get_by_role("alert")).to_contain_text(note.name)
    expect(page.locator(".piece:not(.plus)")).to_have_count(15)
    page.reload()
    expect(page.locator(".piece:not(.plus)")).to_have_count(15)


def test_typing_without_javascript(browser: Browser, live: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live)
    page.click(".pair form:nth-child(2) button")
    page.goto(page.url + "?add=line")
    page.fill("#line", "46m 123p 789s 55s (888p) +5x /E")
    page.click(".typing button")
    expect(page.locator("#line-error")).to_contain_text("5x")
    expect(page.locator("#line")).to_have_value("46m 123p 789s 55s (888p) +5x /E")
    page.fill("#line", "46m 123p 789s 55s (888p) +5m /E")
    page.click(".typing button")
    page.click("#right")
    expect(page.locator("h1")).to_have_text("东 和 6 番")
    page.check("#sit", force=True)
    page.click(".table noscript button, .table form:first-of-type button")
    expect(page.locator(".s0 .points")).to_have_text("+36")
    context.close()


def test_a_photograph_without_javascript(
    browser: Browser, live: str, photo_file: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live)
    page.locator(".shoot input").set_input_files(photo_file)
    page.click(".shoot noscript button, .shoot button")
    page.click(".outline.doubtful")
    page.click('.likely button[value="6m"]')
    expect(page.locator("#t2 .tile img")).to_have_attribute("alt", "六万")
    context.close()


def test_tapping_without_javascript(browser: Browser, live: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live)
    page.click(".pair form:nth-child(2) button")
    page.check(".pad input[value=pung]", force=True)
    page.click("#pad-8p")
    expect(page.locator(".pad input[value=pung]")).to_be_checked()
    page.check(".pad input[value=auto]", force=True)
    page.click("#pad-4m")
    expect(page.locator(".group.hand .piece:not(.plus)")).to_have_count(1)
    context.close()
