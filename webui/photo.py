"""Take or choose a photograph, get a hand to check."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from flask import (
    Blueprint,
    current_app,
    g,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from werkzeug.wrappers import Response

from vision import PhotoError, Reading
from webui import forms
from webui.errors import UploadError
from webui.sheet import Sheet
from webui.sighted import Sighted
from webui.store import Store
from webui.texts import advice, language

bp = Blueprint("photo", __name__)
RECENT = 3
TAP = "Tap-Id"
"""The header that is the same each time `static/app.js` sends a tap."""

Recognise = Callable[[bytes], Reading]


def store() -> Store:
    """Return the hands of this app; what this request changes counts once for its tap."""
    if "store" not in g:
        hands = cast(Store, current_app.extensions["store"])
        g.store = hands.of_tap(request.headers.get(TAP, ""))
    return cast(Store, g.store)


@bp.get("/")
def index() -> str:
    """Offer the camera, the gallery and the 34 faces."""
    return start_page()


def start_page(notice: str = "") -> str:
    """Render the start page, with one sentence on top when a photograph was refused."""
    latest = store().recent(4 * RECENT)
    shown = [one for one in latest if one.sheet.notation and not one.sheet.game]
    return render_template("index.html", notice=notice, recent=shown[:RECENT])


@bp.post("/hands")
def create() -> Response:
    """Start a hand: from the photograph sent, or empty to be tapped."""
    sent = forms.upload()
    if sent is None:
        hand_id = store().create(Sheet())
    else:
        seen = look(*sent)
        hand_id = store().create(Sheet())
        store().add_photo(hand_id, sent[1], seen)
    return redirect(url_for("hand.check", hand_id=hand_id), code=303)


def no_tile(name: str, seen: Sighted, key: str = "photo_no_tile") -> UploadError:
    """Refuse a photograph without tiles; say what may be wrong with it."""
    why = advice(seen.quality, language()) if seen.quality else ""
    return UploadError(key, name=name, why=why)


@bp.post("/hands/<hand_id>/photo")
def retake(hand_id: str) -> Response:
    """Read another photograph of the same hand; one without tiles changes nothing."""
    sheet = store().load(hand_id).sheet
    sent = forms.upload()
    if sent is not None:
        seen = look(*sent)
        if not seen.sights and any(True for _ in sheet.pieces):
            raise no_tile(sent[0], seen)
        store().add_photo(hand_id, sent[1], seen)
    return redirect(url_for("hand.check", hand_id=hand_id), code=303)


@bp.get("/hands/<hand_id>/photo/<int:number>")
def picture(hand_id: str, number: int) -> Response:
    """Send a photograph as it came."""
    path, kind = store().photo(hand_id, number)
    response = send_file(path, mimetype=kind, max_age=24 * 3600)
    response.cache_control.private = True
    return response


def look(name: str, content: bytes) -> Sighted:
    """Read a photograph.

    Raises:
        UploadError: the file is no photograph; its name and what is wrong with it.
    """
    recognise = cast(Recognise, current_app.extensions["recognise"])
    try:
        return Sighted.of(recognise(content))
    except PhotoError as error:
        raise UploadError(f"photo_{error.fault}", name=name) from error
