"""A game of four, and a thumb on its pages without a browser."""

import re
from dataclasses import dataclass, replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.game import Game
from webui.ledger import Ledger

NAMES = ("王", "陈", "赵", "李")
FIVE = "46m 123p 789s 55s (888p) +5m /E"
"""捉五 素: 6 fan."""
TWO_KONGS = "46m 123p 55s (8888p) [2222s] +5m /E"
"""捉五 素, and two kongs: 6 fan."""


@dataclass
class Evening:
    """A game, and a thumb on its pages."""

    client: FlaskClient
    ledger: Ledger
    id: str
    status: int = 303

    @property
    def url(self) -> str:
        return f"/games/{self.id}"

    @property
    def game(self) -> Game:
        return self.ledger.game(self.id)

    @property
    def hand(self) -> str:
        """The hand of the deal being played."""
        return self.hand_of(self.url)

    def hand_of(self, page: str) -> str:
        found = re.search(r"/hands/\w{10}(?=/deal)", self.client.get(page).text)
        assert found
        return found.group()

    def post(self, url: str, **fields: str) -> TestResponse:
        answer = self.client.post(url, data=fields)
        assert answer.status_code == self.status, answer.text
        return answer

    def expecting(self, status: int) -> "Evening":
        return replace(self, status=status)

    def form(self, page: str) -> dict[str, str]:
        """Read the hidden fields of a confirmation."""
        text = self.client.get(page).text
        pairs = re.findall(r'name="(key|revision|how|shown)" value="(\w+)"', text)
        assert pairs, text
        return dict(pairs)

    def lay(self, seat: int, line: str = FIVE) -> str:
        hand = self.hand
        self.post(f"{hand}/deal/win", winner=str(seat), by="tiles")
        self.post(f"{hand}/line", line=line)
        return hand

    def win(self, seat: int, line: str = FIVE) -> None:
        hand = self.lay(seat, line)
        self.post(f"{hand}/book", **self.form(f"{hand}/result"))

    def draw(self) -> None:
        hand = self.hand
        self.post(f"{hand}/book", **self.form(f"{hand}/end?how=draw"))


@pytest.fixture
def evening(app: Flask, client: FlaskClient) -> Evening:
    fields = {f"player{seat}": name for seat, name in enumerate(NAMES)}
    fields |= {"key": "start-key", "seats": "hand", "dealer": "0", "photos": "on"}
    answer = client.post("/games", data=fields)
    assert answer.status_code == 303, answer.text
    return Evening(client, app.extensions["ledger"](), answer.location.split("/")[2])
