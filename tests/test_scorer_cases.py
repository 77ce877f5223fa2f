"""The handed cases: every line of both printed tables, the edges, the settlements."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorer import PLATFORM, Hand, House, Kong, Table, Win, score, settle
from scorer.hand import Meld, MeldKind
from scorer.tiles import Tile

DATA = Path(__file__).parent / "data"
Case = dict[str, Any]


def load(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


HANDS: list[Case] = load("hands.json") + load("hands_gale.json")
PAYMENTS: list[Case] = load("payments.json")


def hand_of(case: Case) -> Hand:
    return Hand(
        tuple(map(Tile.parse, case["concealed"])),
        tuple(Meld(MeldKind(m["kind"]), Tile.parse(m["tile"])) for m in case["melds"]),
        Tile.parse(case["winning_tile"]),
        Tile.parse(case["indicator"]),
    )


def house_with(tmp_path: Path, base: str, setting: str) -> House:
    """Load a house from a file that overrides one key, written `key=value`."""
    file = tmp_path / "alt.toml"
    file.write_text(f'base = "{base}"\n{setting}\n', encoding="utf-8")
    return House.load(file)


def alternatives(cases: list[Case]) -> list[Any]:
    return [
        pytest.param(case, setting, value, id=f"{case['id']}-{setting}")
        for case in cases
        for setting, value in case["alt"].items()
    ]


def test_all_cases_are_here() -> None:
    assert (len(HANDS), len(PAYMENTS), len(load("oracle.json"))) == (142, 42, 2000)


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case["id"])
def test_a_hand_is_worth_what_the_case_says(case: Case) -> None:
    house = House.load(case.get("house", "platform"))
    result = score(hand_of(case), Win(**case["flags"]), house)
    want = case["expected"]
    assert (result.legal, result.fan) == (want["legal"], want["fan"])
    assert sorted(item.name for item in result.items) == sorted(want["items"])
    assert result.legal == (result.reason is None)


@pytest.mark.parametrize(("case", "setting", "value"), alternatives(HANDS))
def test_a_switch_gives_the_other_value(
    tmp_path: Path, case: Case, setting: str, value: int | str
) -> None:
    house = house_with(tmp_path, case.get("house", "platform"), setting)
    result = score(hand_of(case), Win(**case["flags"]), house)
    if value == "illegal":
        assert not result.legal
    else:
        assert result.fan == value


@pytest.mark.parametrize("case", PAYMENTS, ids=lambda case: case["id"])
def test_a_settlement_pays_what_the_case_says(case: Case) -> None:
    house = House.load(case["house"])
    paid = settle_case(case, house)
    want = case["expected"]
    got = {
        part: list(getattr(paid, part)) for part in ("deltas", "win", "kong", "chan")
    }
    assert got == {part: want[part] for part in got}
    assert paid.next_dealer == want["next_dealer"]["platform"]
    encyclopedia = House.load("encyclopedia")
    assert (
        settle_case(case, encyclopedia).next_dealer
        == want["next_dealer"]["encyclopedia"]
    )


@pytest.mark.parametrize(("case", "setting", "value"), alternatives(PAYMENTS))
def test_a_switch_pays_the_other_way(
    tmp_path: Path, case: Case, setting: str, value: list[int]
) -> None:
    paid = settle_case(case, house_with(tmp_path, case["house"], setting))
    assert list(paid.deltas) == value


def settle_case(case: Case, house: House) -> Any:
    win = case["win"] and (case["win"]["seat"], case["win"]["fan"])
    kongs = [Kong(**kong) for kong in case["kongs"]]
    table = Table(case["dealer"], case["sit"], tuple(case["pulls"]))
    return settle(table, win, kongs, case["chan"], house)


def test_two_thousand_hands_on_which_two_engines_agree() -> None:
    wrong = []
    for row in load("oracle.json"):
        tiles, melds, drawn, indicator, kong_draw, fan = row
        concealed = tiles.split()
        concealed.remove(drawn)
        kinds = {"3": MeldKind.PUNG, "4": MeldKind.EXPOSED_KONG}
        hand = Hand(
            tuple(map(Tile.parse, concealed)),
            tuple(Meld(kinds[m[-1]], Tile.parse(m[:-2])) for m in melds.split()),
            Tile.parse(drawn),
            Tile.parse(indicator),
        )
        result = score(hand, Win(kong_draw=kong_draw), PLATFORM)
        if (result.fan, result.legal) != (fan, fan >= 2):
            wrong.append((str(hand), result.fan, fan))
    assert not wrong
