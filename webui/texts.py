"""The page's words: ids in code, sentences in `locales/<language>.toml`.

A new language is one more file there with the same keys (a test compares them).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlencode

from flask import Response, g, request, url_for

from scorer.tiles import Tile
from webui.sheet import FACES

if TYPE_CHECKING:
    from vision import Quality

LOCALES = Path(__file__).parent / "locales"
LANGUAGES = ("zh", "en")
"""The first is the default."""
HOMES = {"evening.create": "evening.new", "settle.adopt": "evening.index"}
"""The page of a form that is sent elsewhere."""
COOKIE = "lang"
YEAR = 365 * 24 * 3600


@cache
def words(language: str) -> Mapping[str, str]:
    """Return all words of a language by dotted key."""
    data = tomllib.loads((LOCALES / f"{language}.toml").read_text("utf-8"))
    return dict(_flat(data))


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, str(value)))
    return found


def language() -> str:
    """Return the language of the present request."""
    return str(g.language)


def t(key: str, **values: object) -> str:
    """Say something in the language of the request, with what it quotes.

    Raises:
        KeyError: the language has no such key.
    """
    return words(language())[key].format(**values)


def tile_name(face: str) -> str:
    """Name a tile, a tile face down or one not read."""
    if face not in FACES:
        return t("tile.back" if face == "back" else "tile.unread")
    tile = Tile.parse(face)
    return tile.zh if language() == "zh" else tile.english


def advice(quality: Quality, code: str) -> str:
    """Say in a language what is wrong with a photograph and what to do."""
    figures = {"figure": f"{quality.figure:.1f}", "limit": f"{quality.limit:.0f}"}
    return words(code)[f"quality.{quality.problem}"].format(**figures)


class Bilingual(Protocol):
    """What the scorer says in two languages itself."""

    @property
    def zh(self) -> str:
        """The Chinese words."""

    @property
    def english(self) -> str:
        """The English words."""


def either(said: Bilingual) -> str:
    """Take the words of the request's language; English serves all but Chinese."""
    return said.zh if language() == "zh" else said.english


def when(at: str) -> str:
    """Say a stored time by the clock of this machine, which stands on the table.

    The ledger's times are UTC; what an import has instead of a time is shown as it is.
    """
    try:
        time = datetime.fromisoformat(at)
        if time.tzinfo is None:
            time = time.replace(tzinfo=UTC)
        at = time.astimezone().isoformat()
    except (ValueError, OverflowError):  # no time, or beyond the years that there are
        pass
    return at[:16].replace("T", " ")


def others() -> list[dict[str, str]]:
    """Describe the other languages as links to the present page."""
    args = request.args.to_dict()
    return [
        {
            "url": f"{here()}?{urlencode(args | {'lang': code})}",
            "tag": words(code)["app.tag"],
            "name": words(code)["app.language"],
        }
        for code in LANGUAGES
        if code != language()
    ]


def here() -> str:
    """Return the page the person is on, also when a form of it was refused."""
    if request.method == "GET":
        return request.path
    if "here" in g:
        return str(g.here)
    named = request.view_args or {}
    if "hand_id" in named:
        return url_for("hand.check", hand_id=named["hand_id"])
    if "game_id" in named:
        return url_for("table.show", game_id=named["game_id"])
    return url_for(HOMES.get(request.endpoint or "", "photo.index"))


def choose() -> None:
    """Take the language from `?lang=`, else the cookie, else the default."""
    asked = request.args.get("lang") or request.cookies.get(COOKIE)
    g.language = asked if asked in LANGUAGES else LANGUAGES[0]


def remember(response: Response) -> Response:
    """Keep a language asked for by `?lang=` in a cookie."""
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, language(), max_age=YEAR, samesite="Lax")
    return response
