"""The page asks about groups that the reader was not sure of, until they are touched."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from vision import Reading
from vision.spread import Decision

Send = Callable[[str, bytes], TestResponse]


@pytest.fixture
def unsure(app: Flask, send: Send, table_photo: bytes) -> str:
    """A photograph with a doubtful indicator, a doubtful pung and a sure drawn tile."""
    eye = app.extensions["recognise"]

    def recognise(content: bytes) -> Reading:
        reading: Reading = eye(content)
        at = {group.kind: group.members for group in reading.spread.groups}
        decisions = (
            Decision("drawn", at["drawn"], 0.95),
            Decision("meld", at["meld"], 0.7),
            Decision("indicator", at["indicator"], 0.6),
        )
        return replace(reading, spread=replace(reading.spread, decisions=decisions))

    app.extensions["recognise"] = recognise
    return str(send("/hands", table_photo).location)


def test_what_is_not_sure_about_the_layout_is_asked(
    client: FlaskClient, unsure: str
) -> None:
    page = client.get(unsure).text
    first, second = "翻出的混是不是这张东？", "这副八饼是碰杠，还是手里的牌？"
    assert page.index(first) < page.index(second)
    assert "最后摸的是不是" not in page
    client.get("/?lang=en")
    assert "Is this East the turned-up tile?" in client.get(unsure).text


def test_a_group_that_was_touched_is_asked_about_no_more(
    client: FlaskClient, unsure: str
) -> None:
    indicator = 15
    answer = client.post(f"{unsure}/tiles/{indicator}/move", data={"group": "loose"})
    assert answer.status_code == 303
    page = client.get(unsure).text
    assert "翻出的混是不是" not in page
    assert "这副八饼是碰杠" in page
    client.post(f"{unsure}/undo")
    assert "翻出的混是不是" in client.get(unsure).text


def test_a_hand_stored_before_questions_were_kept_has_none(
    client: FlaskClient, hand: str
) -> None:
    assert 'class="unsure"' not in client.get(hand).text
