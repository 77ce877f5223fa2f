"""What the hand is worth and who pays whom."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webui import doubts, forms, judge, why
from webui.hand import check_page, chosen
from webui.photo import store
from webui.seated import confirm_parts, seated
from webui.sheet import KONG_KINDS, SEATS
from webui.store import Record
from webui.texts import t

bp = Blueprint("result", __name__, url_prefix="/hands/<hand_id>/result")


@bp.get("")
def show(hand_id: str) -> str | tuple[str, int]:
    """Show fan, formula and payments; a hand that is not whole goes back to the check."""
    return result_page(store().load(hand_id))


def result_page(record: Record, notice: str = "") -> str | tuple[str, int]:
    """Render the result, with one sentence on top when something was refused."""
    at = seated(record)
    record = at.record if at else record
    hand = judge.examine(record.sheet).hand
    if hand is None:
        return check_page(record, t("result.not_whole")), 422
    against = judge.misplaced(record.sheet)
    score = None if against else judge.worth(hand, record.sheet)
    paid = judge.payments(score.fan, record.sheet) if score and score.legal else None
    parts = confirm_parts(at, "tiles") if at and paid else {"against": against}
    return render_template(
        "result.html",
        record=record,
        notice=notice,
        hand=hand,
        verdict=judge.examine(record.sheet),
        score=score,
        told=why.tell(hand, record.sheet),
        repairs=() if score and score.legal else doubts.offers(record),
        paid=paid,
        rules=judge.house(record.sheet.choices.house),
        kongs=_kong_counts(record),
        kong_kinds=KONG_KINDS,
        **{"at": at, "seats": SEATS, **parts},
    )


def _kong_counts(record: Record) -> dict[tuple[int, str], int]:
    """Count kongs by seat and kind; the winner's are those of the hand."""
    choices = record.sheet.choices
    others = [kong for kong in choices.kongs if kong[0] != choices.winner]
    kongs = [*judge.own_kongs(record.sheet), *others]
    return {
        (seat, kind): kongs.count((seat, kind)) for seat in SEATS for kind in KONG_KINDS
    }


@bp.post("/table")
def table(hand_id: str) -> Response:
    """Take winner, dealer, 坐庄, 拉庄 and 铲."""
    store().change(hand_id, chosen())
    return redirect(url_for("result.show", hand_id=hand_id), code=303)


@bp.post("/kongs")
def kongs(hand_id: str) -> Response:
    """Count one more kong of another player."""
    store().change(hand_id, forms.kong_edit())
    return redirect(url_for("result.show", hand_id=hand_id), code=303)
