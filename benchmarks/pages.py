"""Time and weigh the pages of a 500-round game: python -m benchmarks.pages.

Prints each page's server time (median and 95th percentile of 40 requests) and
its weight: the page with every style, script and drawn tile it names, without
photographs, as a browser that comes for the first time fetches them.
"""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from flask import Flask
from flask.testing import FlaskClient

from benchmarks.ledger import HANDS, ROUNDS, timed
from scorer.payments import Kong
from webui.app import create_app
from webui.facts import Round, Seating, Terms
from webui.ledger import new_key

REPEATS = 40
LINK = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def main(data: str) -> None:
    """Play a game, then open its pages."""
    app = create_app({"DATA": Path(data)})
    client = app.test_client()
    game = play(app)
    hand = finished(client)
    pages = {
        "table": f"/games/{game}",
        "book": f"/games/{game}/book",
        "settle": f"/games/{game}/settle",
        "check": f"/hands/{hand}",
        "result": f"/hands/{hand}/result",
        "start": "/",
    }
    for name, address in pages.items():
        times = [timed(partial(visit, client, address)) for _ in range(REPEATS)]
        high = quantiles(times, n=20)[-1]
        kilobytes = weight(client, address) / 1024
        print(
            f"{name:8} median {median(times):6.1f} ms   p95 {high:6.1f} ms   {kilobytes:6.0f} KB"
        )


def play(app: Flask) -> str:
    """Write a game of many rounds into the ledger."""
    book = app.extensions["ledger"]()
    game: str = book.start(
        Terms(("王", "李", "赵", "陈")), Seating(), key=new_key()
    ).game
    for number in range(ROUNDS):
        kongs = (Kong((number + 1) % 4, "exposed"),)
        fact = Round(winner=number % 4, notation=HANDS[number % 3], kongs=kongs)
        book.add(game, fact, key=new_key(), revision=book.game(game).revision)
    return game


def finished(client: FlaskClient) -> str:
    """Type one hand and confirm it."""
    hand = client.post("/hands").headers["Location"].rsplit("/", 1)[-1].split("?")[0]
    client.post(f"/hands/{hand}/line", data={"line": HANDS[1]})
    client.post(f"/hands/{hand}/confirm")
    return hand


def visit(client: FlaskClient, address: str) -> None:
    """Open a page and let it go."""
    opened(client, address)


def opened(client: FlaskClient, address: str) -> str:
    """Open a page as a browser would, or say which one failed."""
    answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address} answered {answer.status}")
    return answer.get_data(as_text=True)


def weight(client: FlaskClient, address: str) -> int:
    """Sum the bytes of a page and of what it names."""
    page = opened(client, address)
    named = set(LINK.findall(page))
    return len(page.encode()) + sum(len(client.get(one).data) for one in named)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(folder)
