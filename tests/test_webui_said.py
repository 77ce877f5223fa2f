"""What was said of a deal stays with the players who said it, wherever they come to sit."""

import json
import re
from pathlib import Path

import pytest

from tests.evening import Evening

TURNED = {"seat0": "2", "seat1": "3", "seat2": "0", "seat3": "1"}
"""赵 李 王 陈, where 王 陈 赵 李 sat."""


def said(evening: Evening, page: str = "") -> dict[str, str]:
    """Read the table: the badges beside each name."""
    text = evening.client.get(page or evening.url).text
    told = {}
    for seat in re.findall(r'id="seat\d".*?</button>', text, re.DOTALL):
        name = re.search(r"</small> (\w+)</span>", seat)
        assert name
        told[name[1]] = " ".join(re.findall(r'<b class="badge[^>]*>([^<]*)</b>', seat))
    return told


def stake(evening: Evening, *seats: int) -> None:
    hand = evening.hand
    for seat in seats:
        evening.post(f"{hand}/deal/stakes", seat=str(seat))


def take_back(evening: Evening) -> None:
    """Undo what was written last."""
    undo = f"{evening.url}/undo"
    evening.post(undo, **evening.form(undo))


def sit_anew(evening: Evening, dealer: int) -> None:
    page = f"{evening.url}/seats"
    form = evening.form(page) | TURNED
    evening.post(page, seats="hand", dealer=str(dealer), **form)


@pytest.fixture
def told(evening: Evening) -> Evening:
    """王 deals and sits, 赵 pulls twice, 李 has a gold kong, 陈 discarded a wild."""
    stake(evening, 0, 2, 2)
    evening.post(f"{evening.hand}/deal/kongs", kong="3:gold")
    evening.post(f"{evening.hand}/deal/marks", mark="1:wild")
    return evening


def test_seats_drawn_anew_leave_all_with_who_said_it(told: Evening) -> None:
    sit_anew(told, dealer=2)
    assert said(told) == {
        "王": "庄 坐庄 ×2",
        "陈": "小相公",
        "赵": "拉 ×4",
        "李": "金杠",
    }
    told.draw()
    assert told.game.totals == (-8, -4, -4, 16)


@pytest.mark.parametrize("undone", [False, True])
def test_seats_that_are_taken_back_take_all_along(told: Evening, undone: bool) -> None:
    before = said(told)
    sit_anew(told, dealer=0)
    if undone:
        take_back(told)
    else:
        seating = f"{told.url}/lines/{told.game.lines[-1].entry}/withdraw"
        told.post(seating, **told.form(seating))
    assert said(told) == before


def test_a_step_taken_back_moves_nothing_to_another(told: Evening) -> None:
    sit_anew(told, dealer=2)
    told.post(f"{told.hand}/deal/chan")
    before = said(told)
    told.post(f"{told.hand}/deal/undo")
    assert said(told) == before
    told.post(f"{told.hand}/deal/undo")
    assert said(told) == before | {"陈": ""}


def test_the_result_page_changes_the_stakes_of_who_sits_there_now(
    told: Evening,
) -> None:
    sit_anew(told, dealer=2)
    told.post(f"{told.hand}/result/kongs", kong="0:exposed")
    boxes = {"boxes": "sit", "pull1": "1", "winner": "3"}
    told.post(f"{told.hand}/result/table", **boxes)
    assert said(told) == {
        "王": "庄",
        "陈": "小相公",
        "赵": "拉 ×4 明杠",
        "李": "拉 ×2 金杠",
    }


def test_a_hand_kept_before_its_seats_were_is_read_and_moved(
    told: Evening, tmp_path: Path
) -> None:
    before = said(told)
    file = tmp_path / told.hand[1:] / "sheet.json"
    data = json.loads(file.read_text("utf-8"))
    del data["sheet"]["seats"]
    file.write_text(json.dumps(data), "utf-8")
    assert said(told) == before
    sit_anew(told, dealer=2)
    assert said(told) == before
