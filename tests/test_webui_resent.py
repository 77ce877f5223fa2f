"""A request that arrives twice, as after a lost answer: taken once, answered the same."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.evening import Evening
from webui.sheet import Sheet

TAP = {"Tap-Id": "3481-220-77"}
Post = Callable[..., TestResponse]
SheetOf = Callable[[str], Sheet]


@pytest.fixture
def twice(client: FlaskClient) -> Post:
    """Send a form, send it again, and expect the same answer."""

    def post(url: str, photo: bytes = b"", **fields: str) -> TestResponse:
        def once() -> TestResponse:
            shot = {"photo": (BytesIO(photo), "a.png")} if photo else {}
            return client.post(url, data={**fields, **shot}, headers=TAP)

        first, again = once(), once()
        assert again.status_code == first.status_code == 303
        assert again.location == first.location
        return again

    return post


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("stakes", {"seat": "1"}),
        ("kongs", {"kong": "1:concealed"}),
        ("marks", {"mark": "1:over"}),
    ],
)
def test_a_tap_at_the_table(
    evening: Evening,
    sheet_of: SheetOf,
    twice: Post,
    what: str,
    fields: dict[str, str],
) -> None:
    hand = evening.hand
    twice(f"{hand}/deal/{what}", **fields)
    choices = sheet_of(hand).choices
    told = (
        sum(choices.pulls),
        len(choices.kongs),
        len([m for m in choices.marks if m]),
    )
    assert sum(told) == 1


def test_what_turns_over_and_back(
    evening: Evening, sheet_of: SheetOf, twice: Post
) -> None:
    hand = evening.hand
    twice(f"{hand}/deal/chan")
    assert sheet_of(hand).choices.chan


def test_an_undo_is_one_step(evening: Evening, sheet_of: SheetOf, twice: Post) -> None:
    hand = evening.hand
    for _ in range(2):
        evening.post(f"{hand}/deal/stakes", seat="1")
    twice(f"{hand}/deal/undo")
    assert sheet_of(hand).choices.pulls == (0, 1, 0, 0)


def test_a_tile_of_the_pad(client: FlaskClient, sheet_of: SheetOf, twice: Post) -> None:
    hand = str(client.post("/hands").location)
    twice(f"{hand}/tiles", face="5m", to="auto")
    assert len(list(sheet_of(hand).pieces)) == 1


def test_a_photograph_of_one_hand_alone(
    app: Flask, tmp_path: Path, table_photo: bytes, twice: Post
) -> None:
    twice("/hands", photo=table_photo)
    assert len(list((tmp_path / "hands").glob("*/photo-*"))) == 1


def test_the_winner_with_his_photograph(
    evening: Evening, sheet_of: SheetOf, tmp_path: Path, table_photo: bytes, twice: Post
) -> None:
    hand = evening.hand
    twice(f"{hand}/deal/win", photo=table_photo, winner="2")
    assert sheet_of(hand).photo == 1
    assert sheet_of(hand).choices.winner == 2
    assert len(list((tmp_path / "hands").glob("*/photo-*"))) == 1


def test_a_winner_whose_photograph_was_not_kept_the_first_time(
    evening: Evening,
    sheet_of: SheetOf,
    table_photo: bytes,
    monkeypatch: pytest.MonkeyPatch,
    app: Flask,
    twice: Post,
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    hand, url = evening.hand, f"{evening.hand}/deal/win"
    fields = {"winner": "2", "photo": (BytesIO(table_photo), "a.png")}

    def cut(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("webui.store.Store.add_photo", cut)
        assert evening.client.post(url, data=fields, headers=TAP).status_code == 500
    evening.post(f"{hand}/deal/stakes", seat="1")  # by another phone, meanwhile
    twice(url, photo=table_photo, winner="2")
    assert sheet_of(hand).photo == 1
    assert sheet_of(hand).choices.pulls == (0, 1, 0, 0)


@pytest.mark.parametrize("keep", ["keep", "drop"])
def test_a_deal_is_booked_once_whether_its_photograph_is_kept_or_not(
    evening: Evening, table_photo: bytes, keep: str, twice: Post
) -> None:
    evening.post(f"{evening.url}/photos", photos=keep)
    hand = evening.hand
    twice(f"{hand}/deal/win", photo=table_photo, winner="2")
    for piece, face in ((2, "6m"), (8, "9s")):
        evening.post(f"{hand}/tiles/{piece}", face=face)
    twice(f"{hand}/book", **evening.form(f"{hand}/result"))
    [line] = evening.game.rounds
    assert line.fact.photo  # type: ignore[union-attr]


def test_a_correction_is_booked_once(evening: Evening, twice: Post) -> None:
    evening.win(1)
    [line] = evening.game.rounds
    hand = evening.hand_of(f"{evening.url}/lines/{line.entry}/correct")
    evening.post(f"{hand}/deal/stakes", seat="1")
    twice(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert len(evening.game.history(line.entry)) == 2


def test_what_was_said_of_seats_follows_the_players_once(
    evening: Evening, sheet_of: SheetOf, twice: Post
) -> None:
    evening.post(f"{evening.hand}/deal/stakes", seat="1")
    fields = {"seat0": "0", "seat1": "2", "seat2": "3", "seat3": "1"}
    form = {"key": "seats-key", "revision": str(evening.game.revision), **fields}
    twice(f"{evening.url}/seats/fix", **form)
    assert sheet_of(evening.hand).choices.pulls == (0, 0, 0, 1)


def test_seats_that_moved_in_the_book_alone_move_in_the_deal_when_they_come_again(
    evening: Evening, sheet_of: SheetOf, monkeypatch: pytest.MonkeyPatch, app: Flask
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    evening.post(f"{evening.hand}/deal/stakes", seat="1")
    fields = {"seat0": "0", "seat1": "2", "seat2": "3", "seat3": "1"}
    form = {"key": "seats-key", "revision": str(evening.game.revision), **fields}
    url = f"{evening.url}/seats/fix"

    def cut(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("webui.store.Store.change", cut)
        assert evening.client.post(url, data=form, headers=TAP).status_code == 500
    assert evening.game.seats == (0, 2, 3, 1)
    for headers in (TAP, TAP, {}):  # the last as of a page without JavaScript
        answer = evening.client.post(url, data=form, headers=headers)
        assert answer.status_code == 303
        assert sheet_of(evening.hand).choices.pulls == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("seats", {"seats": "draw"}),
        ("seats", {"seats": "hand", "seat0": "3", "seat3": "0", "dealer": "1"}),
        ("penalty", {"payer": "1", "points": "5"}),
        ("house", {}),
        ("end", {"ended": "yes"}),
        ("undo", {}),
        ("lines/3/withdraw", {}),
    ],
)
def test_a_form_of_the_book(
    evening: Evening, twice: Post, what: str, fields: dict[str, str]
) -> None:
    evening.win(1)
    form = {"key": "form-key", "revision": str(evening.game.revision), **fields}
    twice(f"{evening.url}/{what}", **form)
    assert evening.game.revision == int(form["revision"]) + 1
