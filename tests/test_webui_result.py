"""Fan and payments through the pages, without a browser."""

from collections.abc import Callable

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.sheet import Sheet

Typed = Callable[[str], str]
Send = Callable[[str, bytes], TestResponse]
SheetOf = Callable[[str], Sheet]
Lay = Callable[..., list[tuple[str, int, int, str, str, float]]]

HAND = "46m 123p 55789s (888p) +5m /E"


def test_a_corrected_hand_is_scored_and_settled(client: FlaskClient, hand: str) -> None:
    client.post(f"{hand}/tiles/2", data={"face": "6m"})
    client.post(f"{hand}/tiles/8", data={"face": "9s"})
    page = client.get(f"{hand}/result").text
    assert "东 和 6 番" in page
    assert "3 × 2 = 6" in page
    assert "捉五" in page
    assert "+18" in page
    answer = client.post(
        f"{hand}/result/table",
        data={"boxes": "sit chan", "sit": "on", "winner": "1", "pull1": "1"},
    )
    assert (answer.status_code, answer.location) == (303, f"{hand}/result")
    page = client.get(f"{hand}/result").text
    assert "南 和 6 番" in page
    assert "和 6 × 坐庄 2 × 拉庄 2" in page
    assert "+36" in page


def test_kongs_of_the_others_are_counted_by_tapping(
    client: FlaskClient, typed: Typed
) -> None:
    url = typed("46m 123p 789s 55s (888p) +5m /E")
    for _ in range(2):
        client.post(f"{url}/result/kongs", data={"kong": "2:concealed"})
    page = client.get(f"{url}/result").text
    assert 'aria-label="西 暗杠 2"' in page
    assert "暗杠 2 × 1" in page


def test_the_winners_kongs_come_from_the_hand(
    client: FlaskClient, typed: Typed
) -> None:
    url = typed("46m 123p 55s (888p) [2222s] +5m /E")
    page = client.get(f"{url}/result").text
    assert 'aria-label="东 暗杠 1"' in page
    assert "暗杠 2 × 1" in page


def test_a_refused_hand_says_why(client: FlaskClient, typed: Typed) -> None:
    url = typed("E 46m 123p 789s 5s (888p) +5s /E")
    page = client.get(f"{url}/result").text
    assert "不能和" in page
    assert "提溜" in page


def test_circumstances_that_exclude_each_other_are_said(
    client: FlaskClient, typed: Typed, sheet_of: SheetOf
) -> None:
    both = {"boxes": "kong_draw heavenly", "kong_draw": "on", "heavenly": "on"}
    for line in ("46m 123p 789s 55s 888p +5m /E", "456m 123p 789s 55s 888p /E"):
        url = typed(line)
        client.post(f"{url}/choices", data=both)
        assert "不能与杠开或碰杠同时" in client.get(url).text
        assert client.get(f"{url}/result").status_code == 422
        assert sheet_of(url).choices.flags == ("kong_draw", "heavenly")


def test_heavenly_belongs_to_the_dealer(client: FlaskClient, typed: Typed) -> None:
    url = typed("46m 123p 789s 55s 888p +5m /E")
    client.post(f"{url}/choices", data={"boxes": "heavenly", "heavenly": "on"})
    assert "天和" in client.get(f"{url}/result").text
    client.post(f"{url}/result/table", data={"winner": "2"})
    assert "天和只有庄家能和" in client.get(f"{url}/result").text
    client.post(f"{url}/choices", data={"house": "encyclopedia"})
    flags = {"boxes": "heavenly earthly", "earthly": "on"}
    client.post(f"{url}/choices", data=flags)
    assert "不能和" not in client.get(f"{url}/result").text
    client.post(f"{url}/result/table", data={"dealer": "2"})
    assert "地和只有闲家能和" in client.get(f"{url}/result").text


def test_stakes_a_house_does_not_offer_are_not_counted(
    client: FlaskClient, typed: Typed
) -> None:
    url = typed("46m 123p 789s 55s (888p) +5m /E")
    stakes = {"boxes": "sit chan", "sit": "on", "chan": "on", "pull1": "2"}
    client.post(f"{url}/result/table", data=stakes)
    page = client.get(f"{url}/result").text
    assert "和 6 × 坐庄 2 × 拉庄 4" in page
    assert "铲 1 × 坐庄 2" in page
    client.post(f"{url}/choices", data={"house": "encyclopedia"})
    page = client.get(f"{url}/result").text
    assert "和 6 × 1" in page
    assert "铲" not in page


def test_a_kong_of_a_wild_is_gold(client: FlaskClient, typed: Typed) -> None:
    url = typed("46m 123p 789s 55s [SSSS] +5m /E")
    assert "金杠" in client.get(url).text
    page = client.get(f"{url}/result").text
    assert "金杠 4 × 1" in page


def test_a_house_offers_its_own_circumstances(
    client: FlaskClient, typed: Typed
) -> None:
    url = typed("46m 123p 789s 55s (888p) +5m /E")
    assert "地和" not in client.get(url).text
    client.post(f"{url}/choices", data={"house": "encyclopedia"})
    assert "地和" in client.get(url).text
    assert "坐庄" not in client.get(f"{url}/result").text
    client.post(f"{url}/choices", data={"house": "gale"})
    assert 'name="heavenly"' not in client.get(url).text


def test_a_fifth_kong_of_a_seat_starts_again(
    client: FlaskClient, typed: Typed, sheet_of: SheetOf
) -> None:
    url = typed(HAND)
    for _ in range(5):
        client.post(f"{url}/result/kongs", data={"kong": "3:added"})
    assert sheet_of(url).choices.kongs == ()
