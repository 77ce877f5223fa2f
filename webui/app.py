"""The app: configuration, blueprints, same-origin check."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, request, url_for

from scorer.fans import FAN
from scorer.tiles import ALL_TILES
from vision import Reading, Recogniser
from vision.weights import model_versions
from webui import (
    answers,
    book,
    confirm,
    dicing,
    evening,
    forms,
    hand,
    judge,
    photo,
    result,
    seated,
    settle,
    sheet,
    table,
    texts,
)
from webui.errors import PageError
from webui.ledger import Ledger
from webui.store import Record, Store
from webui.texts import t

Recognise = Callable[[bytes], Reading]
UPLOAD_LIMIT = 40 * 1024 * 1024
POLICY = "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FACES = [str(tile) for tile in ALL_TILES]
SUITS = [("m", FACES[:9]), ("p", FACES[9:18]), ("s", FACES[18:27]), ("z", FACES[27:])]


BLUEPRINTS = (photo, hand, result, evening, table, confirm, book, settle, dicing)


def create_app(
    config: Mapping[str, Any] | None = None, recognise: Recognise | None = None
) -> Flask:
    """Build the page.

    Args:
        config: Flask settings; `DATA` is the folder of hands and photographs.
        recognise: reads the bytes of a photograph; the shipped networks by default,
            loaded at the first photograph.
    """
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=UPLOAD_LIMIT, DATA=Path(app.instance_path))
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=texts.YEAR)
    app.config.update(config or {})
    app.extensions["store"] = Store(Path(app.config["DATA"]))
    app.extensions["recognise"] = recognise or _shipped
    app.extensions["model"] = _nobody if recognise else _shipped_version
    app.extensions["ledger"] = Book(app)
    for module in BLUEPRINTS:
        app.register_blueprint(module.bp)
    app.before_request(texts.choose)
    app.before_request(_same_origin)
    app.before_request(seated.still_open)
    app.after_request(texts.remember)
    app.after_request(_headers)
    answers.register(app)
    app.url_defaults(_stamped(Path(str(app.static_folder))))
    _words(app)
    return app


@cache
def _recogniser() -> Recogniser:
    return Recogniser.load()


def _shipped(content: bytes) -> Reading:
    """Read a photograph with the networks that ship."""
    return _recogniser()(content)


def _shipped_version() -> str:
    """Name the networks that ship."""
    return " ".join(model_versions().values())


def _nobody() -> str:
    """Name no networks: a function reads the photographs."""
    return ""


class Book:
    """The ledger, opened when it is first asked for: one hand alone needs none."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._lock = Lock()
        self._ledger: Ledger | None = None

    def __call__(self) -> Ledger:
        """Give the ledger, `DATABASE_URL` or a file in the data folder."""
        with self._lock:
            if self._ledger is None:
                config = self._app.config
                where = config.get("DATABASE_URL") or os.environ.get("DATABASE_URL")
                self._ledger = Ledger(where or Path(config["DATA"]) / "ledger.db")
            return self._ledger

    def close(self) -> None:
        """Let the connections go, if there are any."""
        with self._lock:
            if self._ledger is not None:
                self._ledger.close()
            self._ledger = None


def _words(app: Flask) -> None:
    """Give the templates their words, names and small questions."""
    app.jinja_env.globals.update(
        t=t,
        tile_name=texts.tile_name,
        either=texts.either,
        when=texts.when,
        item_name=judge.item_name,
        item_value=judge.item_value,
        transfer_words=judge.transfer_words,
        photo_url=_photo_url,
        meld_kinds=_meld_kinds,
        fan_zh=lambda key: FAN[key].zh,
        switch_value=judge.switch_value,
        line_title=book.line_title,
        fan_of=book.fan_of,
        round_photo=book.photo_of,
        FACES=sheet.FACES,
        SUITS=SUITS,
        GROUPS=forms.GROUPS,
    )
    app.context_processor(
        lambda: {
            "fragment": "HX-Request" in request.headers,
            "other_languages": texts.others(),
        }
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _stamped(folder: Path) -> Callable[[str, dict[str, Any]], None]:
    """Give static files an address that changes with them, so that they may be kept."""

    @cache
    def stamp(name: str) -> int:
        return int((folder / name).stat().st_mtime)

    def add(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["v"] = stamp(values["filename"])

    return add


def _photo_url(record: Record) -> str:
    number = record.sheet.photo
    return url_for("photo.picture", hand_id=record.id, number=number)


def _meld_kinds(wild: bool, how: str) -> tuple[str, ...]:
    """Offer the kinds a meld can be; a kong of a wild kind is gold."""
    offered = (
        ("pung", "gold_kong") if wild else ("pung", "exposed_kong", "concealed_kong")
    )
    return offered if how in offered else (*offered, how)


def _same_origin() -> None:
    """Refuse a form that another site sent; curl and old browsers say nothing.

    Raises:
        PageError: 403, with the origin it came from.
    """
    if request.method in SAFE:
        return
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    if foreign or (site or "none") not in ("same-origin", "none"):
        error = PageError("other_site", origin=origin or site)
        error.status = 403
        raise error


def _headers(response: Response) -> Response:
    if request.method not in SAFE and response.status_code >= 400:
        response.headers["HX-Replace-Url"] = texts.here()
        for part in ("HX-Retarget", "HX-Reselect"):  # a whole page, whatever was tapped
            response.headers[part] = "#page"
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.vary.add("HX-Request")
    if response.mimetype == "text/html":  # always the hand as it is now
        response.cache_control.no_store = True
    return response
