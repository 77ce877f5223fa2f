"""A table drawn by program, a made-up reading of it, the app, a server, a browser.

Nothing here reads a photograph of anybody: the picture is drawn from the page's own
tile faces, and the reading says two of its tiles wrongly, as a network might.
"""

import io
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import resvg_py
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from scorer.tiles import Tile
from tests.databases import book as book
from tests.databases import cluster as cluster
from tests.databases import game as game
from tests.databases import url as url
from tests.evening import evening as evening
from tests.thumb import PATIENCE, PHONE, Thumb
from vision import Group, PhotoError, Reading, Sighting, Spread
from vision.classify import Label
from webui.app import create_app
from webui.sheet import Sheet
from webui.store import Store

FACES = Path(__file__).parents[1] / "webui" / "static" / "tiles"
CHROMIUM = Path("/usr/bin/chromium")
WIDTH, HEIGHT = 1600, 1000
TILE_WIDTH, TILE_HEIGHT = 96, 128

Lie = tuple[str, int, int, str, str, float]
"""Face, x, y (centre, pixels), group kind, what is read instead, confidence."""


def _row(faces: str, x: int, y: int, kind: str) -> list[Lie]:
    step = TILE_WIDTH + 4
    return [
        (face, x + step * i, y, kind, face, 0.99)
        for i, face in enumerate(faces.split())
    ]


def _misread(lies: list[Lie], place: int, as_face: str) -> None:
    face, x, y, kind, _, _ = lies[place]
    lies[place] = (face, x, y, kind, as_face, 0.55)


def _scene() -> list[Lie]:
    """46m 123p 55s 77p7p… laid as at a table: 捉五 by the drawn 5m, no wild: 6 fan."""
    lies = _row("4m 6m 1p 2p 3p 7s 8s 9s 5s 5s", 120, 600, "hand")
    lies += _row("5m", 1320, 600, "drawn")
    lies += _row("8p 8p 8p", 400, 850, "meld")
    lies += _row("E", 800, 200, "indicator")
    _misread(lies, 1, "9m")
    _misread(lies, 7, "6s")
    return lies


SCENE = _scene()


def draw(lies: list[Lie]) -> bytes:
    """Draw the tiles on green felt; a PNG."""
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#24593f"/>']
    for face, x, y, *_ in lies:
        svg = (FACES / f"{face}.svg").read_text("utf-8")
        left, top = x - TILE_WIDTH / 2, y - TILE_HEIGHT / 2
        place = f'x="{left}" y="{top}" width="{TILE_WIDTH}" height="{TILE_HEIGHT}"'
        parts.append(re.sub("<svg ", f"<svg {place} ", svg, count=1))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
    return bytes(resvg_py.svg_to_bytes(svg_string=f"{head}{''.join(parts)}</svg>"))


def _sighting(lie: Lie) -> Sighting:
    face, x, y, _, as_face, confidence = lie
    half_width, half_height = TILE_WIDTH / 2, TILE_HEIGHT / 2
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = tuple((x + sx * half_width, y + sy * half_height) for sx, sy in signs)
    rivals = ((face, 1 - confidence),) if face != as_face else (("P", 0.01),)
    label: Label = "back" if as_face == "back" else Tile.parse(as_face)
    return Sighting(label, confidence, corners, rivals)


def read_as(lies: list[Lie], width: int = WIDTH, height: int = HEIGHT) -> Reading:
    """Make up what a recogniser would say of the tiles."""
    kinds = dict.fromkeys(lie[3] for lie in lies)
    groups = tuple(
        Group(
            kind.split()[0],  # type: ignore[arg-type]  # "meld 2" is a second meld
            tuple(i for i, lie in enumerate(lies) if lie[3] == kind),
        )
        for kind in kinds
    )
    spread = Spread(tuple(map(_sighting, lies)), groups)
    return Reading(spread, width, height, {"total": 1.0})


@dataclass
class Eye:
    """A recogniser that says what a test tells it to say."""

    lies: list[Lie]

    def __call__(self, content: bytes) -> Reading:
        if content[:4] != b"\x89PNG":
            raise PhotoError("no_picture", f"no picture: {content[:8]!r}")
        return read_as(self.lies)


@pytest.fixture
def eye() -> Eye:
    return Eye(list(SCENE))


@pytest.fixture(scope="session")
def table_photo() -> bytes:
    return draw(SCENE)


@pytest.fixture(scope="session")
def lay() -> Callable[[str, int, int, str], list[Lie]]:
    return _row


@pytest.fixture
def app(tmp_path: Path, eye: Eye) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path, "TESTING": True}, recognise=eye)
    yield app
    app.extensions["ledger"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def send(client: FlaskClient) -> Callable[[str, bytes], TestResponse]:
    """Post a photograph to an address."""
    return lambda url, content: client.post(
        url, data={"photo": (io.BytesIO(content), "table.png")}
    )


@pytest.fixture
def hand(send: Callable[[str, bytes], TestResponse], table_photo: bytes) -> str:
    """Read the drawn photograph; gives the hand's address."""
    return str(send("/hands", table_photo).location)


@pytest.fixture
def typed(client: FlaskClient) -> Callable[[str], str]:
    """Lay a typed hand; gives its address."""

    def lay_out(line: str) -> str:
        url = str(client.post("/hands").location)
        assert client.post(f"{url}/line", data={"line": line}).status_code == 303
        return url

    return lay_out


@pytest.fixture
def sheet_of(app: Flask) -> Callable[[str], Sheet]:
    """Look at what is stored of a hand, by its address."""
    store: Store = app.extensions["store"]
    return lambda url: store.load(url.split("/")[2]).sheet


@pytest.fixture
def live(app: Flask) -> Iterator[str]:
    """Serve the app; gives its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"no Chromium at {str(CHROMIUM)!r}: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def photo_file(table_photo: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photo") / "table.png"
    path.write_bytes(table_photo)
    return path


@pytest.fixture
def note(tmp_path: Path) -> Path:
    """A text file, which somebody sends as a photograph."""
    path = tmp_path / "note.txt"
    path.write_text("no picture", encoding="utf-8")
    return path


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    width, height = PHONE
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def thumb(context: BrowserContext, live: str) -> Iterator[Thumb]:
    page = context.new_page()
    thumb = Thumb(page)
    page.on("pageerror", lambda error: thumb.said.append(str(error)))
    page.on(
        "console",
        lambda line: thumb.said.append(line.text) if line.type == "error" else None,
    )
    page.goto(live)
    yield thumb
    refused = "Failed to load resource: the server responded with a status of 422"
    assert [line for line in thumb.said if not line.startswith(refused)] == []


@pytest.fixture
def result(thumb: Thumb, photo_file: Path) -> Page:
    """The result of the photograph, with what was read wrongly put right."""
    page = thumb.page
    thumb.shoot(photo_file)
    thumb.tap("#t2")
    thumb.tap_closing('.likely button[value="6m"]')
    thumb.tap("#t8")
    thumb.tap_closing('.likely button[value="9s"]')
    thumb.tap("#right")
    expect(page.locator("h1")).to_have_text("东 和 6 番")
    return page
