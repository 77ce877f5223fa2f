"""What the page answers when something is refused, missing or broken: one sentence."""

from __future__ import annotations

import errno
import logging
from http import HTTPStatus

from flask import Flask, current_app, g, render_template, request
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
)

from scorer.errors import ScorerError
from vision import VisionError
from webui import confirm, deal, evening, hand, photo, result, seated, table, texts
from webui.errors import MissingError, PageError
from webui.ledger_errors import LedgerError, MissingGameError
from webui.store import Record
from webui.texts import t

logger = logging.getLogger(__name__)
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
SAID_FULL = ("database or disk is full", "No space left on device")
"""By SQLite and by PostgreSQL."""
REFUSALS = (
    PageError,
    VisionError,
    ScorerError,
    LedgerError,
    OSError,
    OperationalError,
)
"""What is answered in words, wherever it comes from."""


def register(app: Flask) -> None:
    """Answer every error of the app with a page."""
    app.register_error_handler(PageError, _refused)
    app.register_error_handler(VisionError, _blind)
    app.register_error_handler(ScorerError, _unscored)
    app.register_error_handler(LedgerError, _unbooked)
    app.register_error_handler(OSError, _full)
    app.register_error_handler(OperationalError, _full)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(NotFound, _not_found)
    app.register_error_handler(MethodNotAllowed, _not_so)
    app.register_error_handler(InternalServerError, _broken)


def _say(sentence: str, status: int) -> tuple[str, int]:
    """Say one sentence on the page the person was on, or on one of its own.

    That page may be what was refused, or need a file on a full disk: then it is left alone.
    """
    try:
        page = _where_they_were(sentence)
    except (MissingError, MissingGameError):
        page = ""
    except REFUSALS:
        logger.exception("no page to say %r on", sentence)
        page = ""
    return page or render_template("error.html", notice=sentence), status


def _where_they_were(sentence: str) -> str:
    """Say one sentence on the page the person was on; empty when there was none."""
    asked = request.view_args or {}
    if "hand_id" in asked:
        return _at_hand(photo.store().load(asked["hand_id"]), sentence)
    if request.endpoint == "photo.create":
        return photo.start_page(sentence)
    if request.endpoint == "evening.create":
        return evening.form_page(sentence)
    if "game_id" in asked:
        return _at_table(asked["game_id"], 0, sentence)
    return ""


def _at_hand(record: Record, sentence: str) -> str:
    """Say one sentence at the table, the confirmation, the result or the check."""
    if request.blueprint == "table" and record.sheet.game:
        return _at_table(record.sheet.game, record.sheet.entry, sentence)
    if request.endpoint == "confirm.book" and request.form.get("how") in deal.WAYS:
        return confirm.again(record.id, request.form["how"], sentence)
    if request.blueprint == "result":
        page = result.result_page(record, sentence)
        return page if isinstance(page, str) else page[0]
    return hand.check_page(record, sentence)


def _at_table(game_id: str, entry: int, sentence: str) -> str:
    """Say one sentence at the table of the deal being played, or of a correction."""
    at = seated.opened(seated.ledger().game(game_id), entry)
    g.here = at.home
    return table.table_page(at, sentence)


def _refused(error: PageError) -> tuple[str, int]:
    return _say(t(f"error.{error.key}", **error.values), error.status)


def _blind(error: VisionError) -> tuple[str, int]:
    """Answer when the networks cannot be loaded: hands can still be tapped."""
    logger.error("cannot read photographs: %s", error)
    return _say(t("error.blind", reason=error), 503)


def _unscored(error: ScorerError) -> tuple[str, int]:
    return _say(t("error.scorer", reason=texts.either(error)), 422)


def _unbooked(error: LedgerError) -> tuple[str, int]:
    return _say(texts.either(error), error.status)


def _too_large(_: HTTPException) -> tuple[str, int]:
    return _say(
        t("error.too_large", limit=current_app.config["MAX_CONTENT_LENGTH"] // 1024**2),
        413,
    )


def _not_found(error: HTTPException) -> tuple[str, int]:
    return _say(t("error.not_found", path=request.path), error.code or 404)


def _full(error: OSError | OperationalError) -> tuple[str, int]:
    """Answer when the disk is full: nothing of the step is saved, all before it is.

    Raises:
        Exception: The error itself, when it is another.
    """
    no_space = isinstance(error, OSError) and error.errno in NO_SPACE
    if not no_space and not any(said in str(error) for said in SAID_FULL):
        raise error
    logger.error("the disk is full: %s", error)
    return _say(t("error.disk_full"), HTTPStatus.INSUFFICIENT_STORAGE)


def _broken(_: HTTPException) -> tuple[str, int]:
    """Answer after a fault of the program, which Flask has logged."""
    return render_template("error.html", notice=t("error.broken")), 500


def _not_so(_: HTTPException) -> tuple[str, int]:
    return _say(t("error.not_so", path=request.path), 405)
