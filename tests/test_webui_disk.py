"""A full disk is called that, on the page where the tap was made; nothing is half saved."""

import errno
import sqlite3
from io import BytesIO
from typing import NoReturn

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from tests.evening import NAMES, Evening
from webui import store
from webui.ledger import Ledger

SAID = "磁盘满了，这一步没有存下"


def no_space(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def full(*_: object, **__: object) -> NoReturn:
    raise OperationalError(
        "insert", {}, sqlite3.OperationalError("database or disk is full")
    )


def test_a_tap_at_the_table_that_cannot_be_kept_says_so_there(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = evening.hand
    with monkeypatch.context() as patch:
        patch.setattr(store, "_write", no_space)
        answer = evening.expecting(507).post(f"{hand}/deal/stakes", seat="1")
    assert SAID in answer.text
    assert 'class="diamond"' in answer.text
    assert "拉 ×2" not in evening.client.get(evening.url).text
    evening.post(f"{hand}/deal/stakes", seat="1")
    assert "拉 ×2" in evening.client.get(evening.url).text


def test_a_photograph_that_cannot_be_kept_says_so_in_its_panel(
    evening: Evening, table_photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = evening.hand
    monkeypatch.setattr(store, "_write", no_space)
    data = {"winner": "2", "photo": (BytesIO(table_photo), "a.png")}
    answer = evening.client.post(f"{hand}/deal/win?open=win", data=data)
    assert answer.status_code == 507
    assert SAID in answer.text.split('id="sheet"')[1]


@pytest.mark.parametrize("how", ["tiles", "draw"])
def test_a_deal_that_cannot_be_booked_can_be_booked_later(
    evening: Evening, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "/result" if how == "tiles" else "/end?how=draw"
    hand = evening.lay(1) if how == "tiles" else evening.hand
    form = evening.form(hand + page)
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "add", full)
        answer = evening.expecting(507).post(f"{hand}/book", **form)
    assert SAID in answer.text
    assert 'id="book"' in answer.text
    assert not evening.game.rounds
    evening.post(f"{hand}/book", **form)
    assert len(evening.game.rounds) == 1


def test_a_new_game_that_cannot_be_kept_keeps_what_was_typed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ledger, "start", full)
    fields = {f"player{seat}": name for seat, name in enumerate(NAMES)}
    answer = client.post("/games", data={"key": "start-key", **fields})
    assert answer.status_code == 507
    assert SAID in answer.text
    assert 'value="陈"' in answer.text


def test_where_not_even_the_page_can_be_made_the_sentence_is_said_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.Store, "ensure", no_space)
    answer = evening.client.get(evening.url)
    assert answer.status_code == 507
    assert SAID in answer.text


def test_another_fault_is_not_called_a_full_disk(
    app: Flask, client: FlaskClient, hand: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(store, "_write", denied)
    answer = client.post(f"{hand}/confirm")
    assert answer.status_code == 500
    assert "程序出错了" in answer.text
