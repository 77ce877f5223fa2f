"""Names from right to left turn no amount round; what cannot be seen is not kept."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.evening import Evening
from webui.facts import Seating, Terms
from webui.ledger import Ledger

HEBREW = "משה"
SET_APART = f"\u2068{HEBREW}\u2069"


@pytest.mark.parametrize(
    "unseen", ["\u202e", "\u202a", "\u2066", "\u2069", "\u200f", "\x07", "\x85"]
)
def test_what_cannot_be_seen_is_not_kept(unseen: str) -> None:
    terms = Terms((f"{unseen}陈", f"A{unseen}B", "👨‍👩‍👧 赵", f" {unseen} 李 "))
    assert terms.players == ("陈", "AB", "👨‍👩‍👧 赵", "李")


def test_names_that_differ_by_what_cannot_be_seen_are_the_same(
    client: FlaskClient,
) -> None:
    names = {f"player{i}": name for i, name in enumerate(("A", "A\u202e", "B", "C"))}
    answer = client.post("/games", data={"key": "start-key", **names})
    assert answer.status_code == 422
    assert "四个不同的名字" in answer.text


@pytest.mark.parametrize(
    "names",
    [
        *[
            (unseen, "A")
            for unseen in ("\u200b", "\u2060", "\u3164", "\u2800", "\ufeff")
        ],
        *[(unseen, "A") for unseen in ("\u200d", "\u0301", "\u202e", "\u200b \u200c")],
        ("á", "a\u0301"),
        ("ａ\u200b", "ａ"),
        ("A\u200d", "A"),
        ("赵\u00ad云", "赵云"),
    ],
)
def test_names_that_nobody_can_tell_apart_are_refused(
    client: FlaskClient, names: tuple[str, str]
) -> None:
    players = {f"player{i}": name for i, name in enumerate((*names, "B", "C"))}
    answer = client.post("/games", data={"key": "start-key", **players})
    assert answer.status_code == 422
    assert "四个不同的名字" in answer.text


def test_a_new_name_is_written_one_way(app: Flask, client: FlaskClient) -> None:
    names = ("a\u0301", "\u200b陈\u200b", "👨‍👩‍👧", "❤️")
    players = {f"player{i}": name for i, name in enumerate(names)}
    assert client.post("/games", data={"key": "start-key", **players}).location
    (card,) = app.extensions["ledger"]().games()
    assert card.terms.players == ("á", "陈", "👨‍👩‍👧", "❤️")


def test_a_game_with_names_of_before_still_opens(
    app: Flask, client: FlaskClient
) -> None:
    terms = Terms(("\u200b", "á", "a\u0301", "李"))
    game = app.extensions["ledger"]().start(terms, Seating(), key="start-key").game
    for page in ("/games", f"/games/{game}", f"/games/{game}/book"):
        assert client.get(page).status_code == 200


def test_a_name_from_right_to_left_is_set_apart_wherever_it_is_shown(
    app: Flask, client: FlaskClient
) -> None:
    names = {f"player{i}": name for i, name in enumerate((HEBREW, "陈", "赵", "李"))}
    form = {"key": "start-key", "seats": "hand", "dealer": "0", "photos": "on", **names}
    url = client.post("/games", data=form).location
    ledger: Ledger = app.extensions["ledger"]()
    evening = Evening(client, ledger, url.split("/")[2].split("?")[0])
    assert evening.game.terms.players[0] == HEBREW
    answer = evening.post(f"{evening.hand}/deal/win", winner="0", by="fan", fan="8")
    shown = [client.get(answer.location).text]
    evening.post(f"{evening.hand}/book", **evening.form(answer.location))
    paths = ("", "/book", "/lines/3", "/settle", "/print", "/seats", "/penalty")
    shown += [client.get(evening.url + path).text for path in paths]
    shown.append(client.get("/games").text)
    for page in shown:
        assert SET_APART in page
        assert page.count(HEBREW) == page.count(SET_APART)
    assert f'value="{HEBREW}"' in client.get("/games/new").text
    for export in ("export.csv", "export.json"):
        assert SET_APART not in client.get(f"{evening.url}/{export}").text
