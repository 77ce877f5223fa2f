"""What was said of a deal stays with the players who said it, wherever they come to sit."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evening import Evening
from webui.facts import Round

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


def by_fan(evening: Evening, winner: int, page: str = "") -> None:
    """End the deal, or the correction, by a win of 5 fan."""
    hand = evening.hand_of(page or evening.url)
    answer = evening.post(f"{hand}/deal/win", winner=str(winner), by="fan", fan="5")
    evening.post(f"{hand}/book", **evening.form(answer.location))


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


def test_who_no_longer_deals_does_not_sit_and_the_table_says_so(told: Evening) -> None:
    sit_anew(told, dealer=0)
    assert said(told) == {
        "王": "坐庄不算",
        "陈": "小相公",
        "赵": "庄 拉庄不算",
        "李": "金杠",
    }
    told.draw()
    assert told.game.totals == (-4, -4, -4, 12)
    assert told.game.rounds[-1].doubts == ()
    assert "不算" not in " ".join(said(told).values())


def test_a_tap_says_anew_what_did_not_count(told: Evening) -> None:
    sit_anew(told, dealer=0)
    stake(told, 0, 2)
    assert said(told) == {
        "王": "拉 ×2",
        "陈": "小相公",
        "赵": "庄 坐庄 ×2",
        "李": "金杠",
    }


@pytest.fixture
def second(evening: Evening) -> Evening:
    """赵 won the first deal; in the second 陈 deals and sits, 王 and 赵 pull."""
    by_fan(evening, 2)
    stake(evening, 0, 1, 2)
    assert said(evening)["陈"] == "庄 坐庄 ×2"
    return evening


def undone_and_written_again(evening: Evening, winner: int) -> None:
    take_back(evening)
    by_fan(evening, winner)


def corrected(evening: Evening, winner: int) -> None:
    by_fan(evening, winner, f"{evening.url}/lines/3/correct")


@pytest.mark.parametrize("again", [undone_and_written_again, corrected])
def test_another_dealer_does_not_sit_because_the_last_one_did(
    second: Evening, again: Callable[[Evening, int], None]
) -> None:
    again(second, 0)
    assert said(second) == {
        "王": "庄 拉庄不算",
        "陈": "坐庄不算",
        "赵": "拉 ×2",
        "李": "",
    }
    before = second.game.totals
    by_fan(second, 3)
    moved = [now - was for now, was in zip(second.game.totals, before, strict=True)]
    assert moved == [-5, -5, -5, 15]


def test_who_deals_again_after_all_sits_as_he_said(second: Evening) -> None:
    corrected(second, 0)
    corrected(second, 3)
    assert said(second) == {"王": "拉 ×2", "陈": "庄 坐庄 ×2", "赵": "拉 ×2", "李": ""}


def test_a_line_in_the_book_says_that_its_sitting_does_not_count(
    second: Evening,
) -> None:
    by_fan(second, 3)
    assert second.game.lines[-1].deltas == (-5, -10, -5, 20)
    corrected(second, 0)
    line = second.game.lines[-1]
    assert (line.dealer, line.deltas) == (0, (-5, -5, -5, 15))
    said_so = "坐庄的人这盘不是庄家：他的坐庄不算"
    for page in (f"lines/{line.entry}", "book"):
        text = second.client.get(f"{second.url}/{page}").text
        assert said_so in text
        assert "庄家不能拉庄：他的拉庄不算" in text
    assert second.ledger.audit() == ()
    by_fan(second, 3, f"{second.url}/lines/{line.entry}/correct")
    assert second.game.lines[-1].doubts == ()
    corrected(second, 3)
    assert second.game.lines[-1].deltas == (-5, -5, -5, 15)


def test_a_hand_kept_before_it_was_kept_who_sat_is_read(
    evening: Evening, tmp_path: Path
) -> None:
    stake(evening, 0, 2)
    file = tmp_path / evening.hand[1:] / "sheet.json"
    data = json.loads(file.read_text("utf-8"))
    del data["sheet"]["choices"]["sitter"]
    data["sheet"]["choices"]["sit"] = True
    file.write_text(json.dumps(data), "utf-8")
    assert said(evening) == {"王": "庄 坐庄 ×2", "陈": "", "赵": "拉 ×2", "李": ""}
    stake(evening, 0)
    assert said(evening)["王"] == "庄"


def test_a_line_that_does_not_say_who_sat_is_the_dealers(evening: Evening) -> None:
    old = Round(winner=1, fan=5, sit=True, pulls=(0, 1, 0, 0))
    evening.ledger.add(evening.id, old, key="old-line", revision=2)
    assert evening.game.totals == (-20, 30, -5, -5)
    page = f"{evening.url}/lines/3/correct"
    assert said(evening, page)["王"] == "庄 坐庄 ×2"
    hand = evening.hand_of(page)
    assert "没有变化" in evening.client.get(f"{hand}/end?how=fan").text
