"""The commands of the evening's host: serve the page, audit the ledger."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from flask import Flask

    from webui.ledger import Ledger

DATA = click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder of hands, photos and ledger.  [default: instance/ beside the program]",
)


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="0.0.0.0 for phones."
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@DATA
def serve(host: str, port: int, data: Path | None) -> None:
    """Start the page."""
    from waitress import create_server

    app = _app(data)
    _book(app)  # a ledger that cannot be opened is said now, not in the first game
    try:
        server = create_server(app, host=host, port=port)
    except (OSError, ValueError) as error:
        raise click.ClickException(
            f"cannot listen on {host}:{port}: {error}"
        ) from error
    queue = logging.getLogger("waitress.queue")
    queue.setLevel(logging.ERROR)  # a tap may wait its turn
    click.echo(f"打开 open http://{host}:{port}  (Ctrl+C 结束 ends)")
    server.run()


@click.command()
@DATA
@click.pass_context
def audit(ctx: click.Context, data: Path | None) -> None:
    """Score every hand of the ledger again and compare with what was confirmed."""
    app = _app(data)
    file = Path(app.config["DATA"]) / "ledger.db"
    if not os.environ.get("DATABASE_URL") and not file.is_file():
        raise click.ClickException(
            f"there is no ledger {str(file)!r}: give its folder with --data"
        )
    book = _book(app)
    games, findings = len(book.games()), book.audit()
    app.extensions["ledger"].close()
    for finding in findings:
        click.echo(str(finding))
    click.echo(f"{games} 局 games, {len(findings)} 处不符 differences")
    ctx.exit(1 if findings else 0)


def _app(data: Path | None) -> Flask:
    from webui.app import create_app

    try:
        return create_app({"DATA": data.resolve()} if data else None)
    except OSError as error:
        raise click.ClickException(
            f"cannot use the folder {str(data)!r}: {error.strerror}; give another "
            "with --data"
        ) from error


def _book(app: Flask) -> Ledger:
    from webui.ledger_errors import LedgerError

    try:
        book: Ledger = app.extensions["ledger"]()
    except LedgerError as error:
        raise click.ClickException(str(error)) from error
    return book
