"""The winner's kongs, tapped at the table and laid in his hand: none is lost unasked."""

import re

import pytest

from tests.evening import TWO_KONGS, Evening

NONE_LAID = "46m 123p 789s 55s 678p +5m /E"
EXPOSED, CONCEALED = (
    "46m 55s 789s 123p (8888p) +5m /E",
    "46m 55s 789s 123p [8888p] +5m /E",
)
PUNG = "46m 55s 789s 123p (888p) +5m /E"


def lay(evening: Evening, kinds: list[str], line: str, seat: int = 2) -> str:
    for kind in kinds:
        evening.post(f"{evening.hand}/deal/kongs", kong=f"{seat}:{kind}")
    return evening.lay(seat, line)


@pytest.mark.parametrize(
    ("kinds", "line", "said"),
    [
        (["concealed"], NONE_LAID, "暗杠 1"),
        (["concealed"], EXPOSED, "暗杠 1"),
        (["exposed"], PUNG, "明杠 1"),
        (["added"], CONCEALED, "补杠 1"),
        (["concealed", "concealed"], TWO_KONGS, "暗杠 1"),
        (["gold"], NONE_LAID, "金杠 1"),
    ],
)
def test_a_kong_of_the_table_that_the_hand_lacks_is_asked_about(
    evening: Evening, kinds: list[str], line: str, said: str
) -> None:
    hand = lay(evening, kinds, line)
    page = evening.client.get(hand).text
    assert f"照牌桌上记的，赵的手牌少了{said}：哪个对？" in page
    assert "先说哪个杠对" in page
    assert 'id="right" href' not in page
    assert "哪个对" in evening.client.get(f"{hand}/result").text
    evening.expecting(409).post(
        f"{hand}/book", how="tiles", key="k" * 9, revision=str(evening.game.revision)
    )
    assert not evening.game.rounds


@pytest.mark.parametrize(
    ("kinds", "line"),
    [
        ([], EXPOSED),
        (["exposed"], EXPOSED),
        (["added"], EXPOSED),
        (["concealed"], CONCEALED),
        (["concealed"], TWO_KONGS),
        (["gold"], "46m 123p 789s 55s [SSSS] +5m /E"),
    ],
)
def test_nothing_is_asked_while_the_hand_has_what_the_table_said(
    evening: Evening, kinds: list[str], line: str
) -> None:
    hand = lay(evening, kinds, line)
    page = evening.client.get(hand).text
    assert "哪个对" not in page
    assert "对，算番" in page
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))


def test_the_kongs_of_the_others_are_not_asked_about(evening: Evening) -> None:
    evening.post(f"{evening.hand}/deal/kongs", kong="1:concealed")
    hand = evening.lay(2, NONE_LAID)
    assert "哪个对" not in evening.client.get(hand).text
    assert "暗杠 2 × 1" in evening.client.get(f"{hand}/result").text


def test_the_hand_may_be_right(evening: Evening) -> None:
    hand = lay(evening, ["concealed", "exposed"], EXPOSED)
    assert "手牌对" in evening.client.get(hand).text
    evening.post(f"{hand}/laid")
    page = evening.client.get(hand).text
    assert "哪个对" not in page
    evening.post(f"{hand}/undo")
    assert "哪个对" in evening.client.get(hand).text
    evening.post(f"{hand}/laid")
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert evening.game.totals == (-7, -7, 21, -7)


@pytest.mark.parametrize(
    ("kind", "line", "paid"),
    [("concealed", EXPOSED, 8), ("exposed", PUNG, 7), ("added", CONCEALED, 7)],
)
def test_the_table_may_be_right_and_a_meld_is_put_right_by_one_tap(
    evening: Evening, kind: str, line: str, paid: int
) -> None:
    hand = lay(evening, [kind], line)
    ask = evening.client.get(hand).text.split('id="ask-kongs"')[1].split("</section>")
    found = re.search(r'action="([^"]*/meld)".*?name="how" value="(\w+)"', ask[0], re.S)
    assert found
    evening.post(found[1], how=found[2])
    assert "哪个对" not in evening.client.get(hand).text
    evening.post(f"{hand}/book", **evening.form(f"{hand}/result"))
    assert evening.game.totals == (-paid, -paid, 3 * paid, -paid)


def test_a_meld_that_is_a_kong_of_the_table_is_not_offered_as_another(
    evening: Evening,
) -> None:
    line = "46m 55s 789s (111p) (8888p) +5m /E"
    page = evening.client.get(lay(evening, ["exposed", "concealed"], line)).text
    ask = page.split('id="ask-kongs"')[1].split("</section>")[0]
    assert re.findall(r"tiles/(\w\w)\.svg", ask) == ["1p"]


def test_another_winner_brings_the_question_with_him(evening: Evening) -> None:
    evening.post(f"{evening.hand}/deal/kongs", kong="1:concealed")
    hand = evening.lay(2, NONE_LAID)
    shown = evening.form(f"{hand}/result")
    evening.post(f"{hand}/result/table", winner="1")
    page = evening.client.get(f"{hand}/result").text
    assert "陈的手牌少了暗杠 1" in page
    evening.expecting(409).post(f"{hand}/book", **shown)


def test_a_kong_tapped_on_another_phone_meanwhile_is_not_lost(
    evening: Evening,
) -> None:
    hand = evening.lay(2, NONE_LAID)
    shown = evening.form(f"{hand}/result")
    evening.post(f"{hand}/deal/kongs", kong="2:concealed")
    answer = evening.expecting(409).post(f"{hand}/book", **shown)
    assert "别的手机刚改过这手牌" in answer.text
    assert "赵的手牌少了暗杠 1" in answer.text
