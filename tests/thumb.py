"""A thumb in a browser: what the tests that walk the pages share."""

from pathlib import Path

from playwright.sync_api import Page, expect

PHONE, LAPTOP = (390, 844), (1280, 800)
PATIENCE = 30_000
"""Milliseconds to wait on a busy machine."""
expect.set_options(timeout=PATIENCE)


class Thumb:
    """A page whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.said: list[str] = []
        """Errors that the page told its console."""

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1

    def shoot(self, photo: Path, form: str = ".shoot") -> None:
        """Press the shutter: choosing a file stands for it."""
        self.page.locator(f"{form} input").set_input_files(photo)
        self.page.wait_for_selector(".tray")
        self.taps += 1

    def choose(self, field: str, value: str) -> None:
        """Choose from a list: open it, tap the line."""
        self.page.select_option(field, value)
        self.taps += 2

    def arrive(self, selector: str) -> None:
        """Wait until the next page is there."""
        self.page.wait_for_selector(selector)

    def tap_closing(self, selector: str) -> None:
        self.tap(selector)
        self.page.wait_for_selector("#sheet", state="detached")
