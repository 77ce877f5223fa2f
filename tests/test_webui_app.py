"""The app around the pages: languages, fragments, refusals."""

from collections.abc import Callable
from typing import NoReturn

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.errors import ImpossibleHandError
from tests.evening import Evening
from webui import judge
from webui.sheet import Sheet

Typed = Callable[[str], str]
Send = Callable[[str, bytes], TestResponse]
SheetOf = Callable[[str], Sheet]
Lay = Callable[..., list[tuple[str, int, int, str, str, float]]]


def test_htmx_gets_the_page_without_its_frame(client: FlaskClient, hand: str) -> None:
    page = client.get(hand, headers={"HX-Request": "true"}).text
    assert "<html" not in page
    assert 'id="page"' in page


def test_a_form_of_another_site_is_refused(client: FlaskClient, hand: str) -> None:
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = client.post(f"{hand}/undo", headers=headers)
        assert answer.status_code == 403
    answer = client.post(f"{hand}/undo", headers={"Origin": "http://localhost"})
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("tiles", {"face": "0m"}),
        ("tiles", {"face": "1m", "to": "moon"}),
        ("choices", {"house": "../x"}),
        ("result/table", {"winner": "4"}),
        ("result/table", {"pull2": "3"}),
        ("result/kongs", {"kong": "9:gold"}),
        ("drawn", {"piece": "x"}),
        ("drawn", {"piece": "٣"}),
        ("drawn", {"piece": "9" * 13}),
        ("drawn", {"piece": "9" * 5000}),
    ],
)
def test_a_field_the_page_never_offers_is_refused(
    client: FlaskClient, sheet_of: SheetOf, hand: str, path: str, data: dict[str, str]
) -> None:
    before = sheet_of(hand)
    answer = client.post(f"{hand}/{path}", data=data)
    assert answer.status_code == 400
    assert list(data.values())[-1] in answer.text
    assert sheet_of(hand) == before


def test_unknown_addresses_say_so(client: FlaskClient, hand: str) -> None:
    assert client.get("/nowhere").status_code == 404
    answer = client.get("/hands/0123456789")
    assert answer.status_code == 404
    assert "0123456789" in answer.text
    assert client.get("/hands/..%2F..").status_code == 404
    assert client.get(f"{hand}/photo/{'9' * 5000}").status_code == 404


def test_english_is_one_tap_away_and_remembered(client: FlaskClient) -> None:
    assert "拍照" in client.get("/").text
    assert "Take a photo" in client.get("/?lang=en").text
    assert "Take a photo" in client.get("/").text
    assert "拍照" in client.get("/?lang=zh").text


@pytest.mark.parametrize("page", ["", "/result", "/end?how=draw"])
def test_a_page_that_cannot_be_shown_leaves_its_sentence_and_a_way_home(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise ImpossibleHandError("six tiles of '5m'", "五万有 6 张")

    hand = evening.lay(1)
    monkeypatch.setattr(judge, "examine", refuse)
    monkeypatch.setattr("webui.deal.fact_of", refuse)
    answer = evening.client.get(f"{hand}{page}")
    assert answer.status_code == 422
    assert "算不了：五万有 6 张" in answer.text
    assert "回到首页" in answer.text
