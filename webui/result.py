"""What the hand is worth and who pays whom."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webui import deal, doubts, forms, judge, why
from webui.hand import check_page, chosen
from webui.photo import store
from webui.replay import own_kongs, payments
from webui.seated import change, confirm_parts, seated
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
    sheet, choices = record.sheet, record.sheet.choices
    verdict, rules = judge.examine(sheet), judge.house(choices.house)
    hand = verdict.hand
    if hand is None:
        return check_page(record, notice or t("result.not_whole")), 422
    shut = at is not None and at.shut
    against, paid = "" if shut else judge.misplaced(sheet), None
    score = None if against else judge.worth(hand, sheet)
    parts: dict[str, Any] = {"against": against}
    if score and score.legal:
        if at:
            parts = confirm_parts(at, "tiles")
        else:
            fact = deal.fact_of(sheet, "tiles")
            paid = payments(rules, fact, choices.dealer, score.fan)
    own = tuple((k.seat, k.kind) for k in own_kongs(rules, choices.winner, hand))
    others = tuple(kong for kong in choices.kongs if kong[0] != choices.winner)
    return render_template(
        "result.html",
        record=record,
        notice=notice,
        hand=hand,
        verdict=verdict,
        score=score,
        told=why.tell(hand, sheet),
        repairs=() if score and score.legal else doubts.offers(record),
        paid=paid,
        rules=rules,
        kongs=deal.counted(own + others),
        kong_kinds=KONG_KINDS,
        **{"at": at, "seats": SEATS, **parts},
    )


@bp.post("/table")
def table(hand_id: str) -> Response:
    """Take winner, dealer, 坐庄, 拉庄 and 铲."""
    change(hand_id, chosen())
    return redirect(url_for("result.show", hand_id=hand_id), code=303)


@bp.post("/kongs")
def kongs(hand_id: str) -> Response:
    """Count one more kong of another player."""
    change(hand_id, forms.kong_edit())
    return redirect(url_for("result.show", hand_id=hand_id), code=303)
