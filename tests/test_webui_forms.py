"""Forms that are refused: what was typed stays, and one sentence says what to do."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from webui.sheet import Sheet

SheetOf = Callable[[str], Sheet]


@pytest.mark.parametrize(
    "line", ["1" * 99 + "m", "(222p)" * 40, "123456789m" * 3, "1" * 280 + "m +5m /E"]
)
def test_a_line_of_more_tiles_than_a_hand_is_kept(
    client: FlaskClient, hand: str, sheet_of: SheetOf, line: str
) -> None:
    before = sheet_of(hand)
    answer = client.post(f"{hand}/line", data={"line": line})
    assert answer.status_code == 422
    assert "一手牌最多 18 张" in answer.text
    assert f'value="{line}"' in answer.text
    assert sheet_of(hand).groups == before.groups


def test_a_line_that_is_too_long_is_kept_whole(
    client: FlaskClient, hand: str, sheet_of: SheetOf
) -> None:
    line = "46m 123p 789s 55s (888p) +5m /E" + "," * 300 + "1m"
    before = sheet_of(hand)
    answer = client.post(f"{hand}/line", data={"line": line})
    assert answer.status_code == 422
    assert "最多 300 个字" in answer.text
    assert line in answer.text
    assert sheet_of(hand) == before


def test_a_line_opened_as_an_address_is_its_hand(
    client: FlaskClient, hand: str
) -> None:
    answer = client.get(f"{hand}/line")
    assert (answer.status_code, answer.location) == (302, hand)
