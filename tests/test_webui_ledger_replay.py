"""Facts to results without a database: doubts, 锅, fewest payments, seats, dice, text forms."""

import json
from dataclasses import replace
from decimal import Decimal
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.errors import NotationError
from scorer.hand import Win
from scorer.house import GALE, House
from scorer.payments import Kong
from webui.audit import audit, claim
from webui.dice import Stack, counted, draw_seats, opening, throw
from webui.export import from_json, to_csv, to_json
from webui.fact_json import read_fact, write_fact
from webui.facts import Fact, Penalty, Round, Seating, Terms, kind_of
from webui.game import TERMS, Game
from webui.ledger_errors import FactError, FormatError, MissingGameError
from webui.replay import Version, sums
from webui.transfers import fewest_transfers

TABLE = Terms(("王", "陈", "赵", "李"))
ID = "0123456789"
PHOTO = f"hands/{ID}/photo-1"
FIVE = "46m 123p 789s 55s 678p +5m /E"
GOLD = "46m 789s 55s 678p (SSSS) +5m /E"
"""S is wild beside E: a 金杠, so no 素."""


def evening(*facts: Fact, terms: Terms = TABLE) -> Game:
    game = Game(ID, "t", ())
    for revision, fact in enumerate((terms, Seating(), *facts), 1):
        version = Version(revision, revision, 1, fact, "t")
        shown = claim(game.after(version), "1")
        game = game.after(replace(version, claim=shown))
    return game


def edited(game: Game, entry: int, fact: Fact) -> Game:
    last = game.history(entry)[-1]
    return game.after(
        replace(last, revision=game.revision + 1, number=last.number + 1, fact=fact)
    )


def test_the_winners_kongs_are_read_from_his_tiles() -> None:
    line = evening(Round(winner=1, notation=GOLD, kongs=(Kong(2, "exposed"),))).lines[1]
    paid = [(t.payee, t.unit) for t in line.transfers if t.reason != "win"]
    assert paid == [(1, 4)] * 3 + [(2, 1)] * 3
    assert line.fan == 3
    plain = evening(Round(winner=1, notation=GOLD.replace("/E", "/9s")))
    assert {t.unit for t in plain.lines[1].transfers if t.reason != "win"} == {1}


def test_a_dealer_who_pulls_since_an_edit_is_doubted_and_not_counted() -> None:
    game = evening(Round(winner=0, fan=2), Round(winner=0, fan=2, pulls=(0, 2, 0, 0)))
    assert game.lines[2].deltas == (12, -8, -2, -2)
    after = edited(game, 3, Round(winner=2, fan=2))  # so seat 1 deals the second
    assert [doubt.key for doubt in after.lines[2].doubts] == ["dealer_pull"]
    assert after.lines[2].deltas == (6, -2, -2, -2)
    assert after.lines[2].fan == 2


def test_a_win_that_the_house_no_longer_pays_stays_in_the_book_unpaid() -> None:
    game = evening(Round(winner=1, fan=2, kongs=(Kong(2, "exposed"),)))
    high = edited(game, TERMS, replace(TABLE, house=House(minimum_fan=5)))
    line = high.lines[1]
    assert (line.fan, line.doubts[0].key, line.doubts[0].unpaid) == (0, "few_fan", True)
    assert line.deltas == (-1, -1, 3, -1)  # the kong is paid
    assert line.next_dealer == 1  # he won all the same


def test_heaven_is_the_dealers_and_earth_the_others() -> None:
    heaven = evening(Round(winner=0, notation=FIVE, how=Win(heavenly=True)))
    assert (heaven.lines[1].fan, heaven.lines[1].doubts) == (24, ())
    earth = replace(TABLE, house=House.load("encyclopedia"))
    wrong = evening(Round(winner=0, notation=FIVE, how=Win(earthly=True)), terms=earth)
    assert [doubt.key for doubt in wrong.lines[1].doubts] == ["earthly_seat"]


def test_a_pot_ends_after_sixteen_deals_passed_on() -> None:
    rounds = [Round(winner=(n + 1) % 4, fan=2) for n in range(15)]
    game = evening(*rounds, Round())  # a 荒庄 keeps the deal
    assert (game.pot.passed, game.pot.over, game.dealer) == (15, False, 3)
    game = evening(*rounds, Round(winner=0, fan=2))
    assert (game.pot.number, game.pot.passed, game.pot.over) == (1, 16, True)
    game = evening(*rounds, Round(winner=0, fan=2), Seating((1, 0, 2, 3), 2))
    assert (game.pot.number, game.pot.passed, game.dealer) == (2, 0, 2)
    assert game.seats == (1, 0, 2, 3)


@given(st.lists(st.integers(-20, 20), min_size=3, max_size=3))
def test_the_evening_is_settled_in_the_fewest_payments(three: list[int]) -> None:
    a, b, c = three
    totals = (a, b, c, -a - b - c)
    paid = fewest_transfers(totals)
    assert sums(paid) == totals
    assert all(t.points > 0 for t in paid)
    owing = [n for n in totals if n]
    groups = max(_groups(order) for order in permutations(owing)) if owing else 0
    assert len(paid) == len(owing) - groups


def _groups(order: tuple[int, ...]) -> int:
    """Count the prefixes that sum to zero: the groups this order falls into."""
    return sum(sum(order[: n + 1]) == 0 for n in range(len(order)))


def test_totals_that_do_not_add_up_are_not_settled() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        fewest_transfers((1, 0, 0, 0))


@given(st.permutations(range(4)), st.integers())
def test_a_new_drawing_gives_somebody_a_new_neighbour(
    seats: list[int], seed: int
) -> None:
    a, b, c, d = seats
    drawn = draw_seats(Random(seed), (a, b, c, d))
    assert sorted(drawn) == [0, 1, 2, 3]
    after = {drawn[i]: drawn[(i + 1) % 4] for i in range(4)}
    assert after != {seats[i]: seats[(i + 1) % 4] for i in range(4)}


def test_the_first_drawing_may_be_any() -> None:
    rng = Random(1)
    assert len({draw_seats(rng) for _ in range(400)}) == 24
    assert {sum(throw(rng)) for _ in range(400)} == set(range(2, 13))
    assert [counted(3, points) for points in (2, 3, 5)] == [0, 1, 3]


def test_the_wall_is_broken_as_each_source_counts() -> None:
    ours = opening("platform", 2, 7, 3)
    assert (ours.broken, ours.turned) == (Stack(2, 8, "right"), Stack(2, 5, "right"))
    other = opening("encyclopedia", 2, 7, 3)
    assert (other.broken, other.turned) == (Stack(2, 8, "left"), Stack(2, 5, "left"))
    assert opening("platform", 3, 2, 3).turned == Stack(0, 17, "right")
    assert opening("encyclopedia", 0, 2, 12).turned == Stack(3, 8, "left")
    with pytest.raises(FactError, match="cannot show 13"):
        opening("platform", 0, 13, 2)


@pytest.mark.parametrize(
    "fact",
    [
        Terms(("a", "b", "c", "d"), GALE, Decimal("0.50"), "元", ended=True),
        Seating((3, 1, 0, 2), 1),
        Round(2, FIVE, how=Win(1), kongs=(Kong(0, "gold", True),), pulls=(0, 1, 2, 0)),
        Round(false_win=3, note="诈胡", photo="ab", photo_path=PHOTO, model="m"),
        Penalty(1, 5, 2, "迟到"),
    ],
)
def test_a_fact_survives_its_text_form(fact: Fact) -> None:
    text = json.dumps(write_fact(fact))
    assert read_fact(kind_of(fact), json.loads(text)) == fact


def test_a_round_written_before_it_was_kept_who_sat_is_whoever_deals() -> None:
    old = write_fact(Round(winner=0, fan=2, sit=True))
    del old["sitter"]
    game = evening(Round(winner=0, fan=2), read_fact("round", old))
    assert game.lines[2].deltas == (12, -4, -4, -4)
    after = edited(game, 3, Round(winner=2, fan=2))  # so seat 1 deals the second
    assert after.lines[2].deltas == (8, -4, -2, -2)
    assert after.lines[2].doubts == ()


def test_money_is_fan_times_stake() -> None:
    assert TABLE.money(7) is None
    assert replace(TABLE, stake=Decimal("0.5")).money(7) == Decimal("3.5")


REFUSED: list[tuple[type, dict[str, object], str]] = [
    (Terms, {"players": ("a", "b", "c", "a")}, "four different names"),
    (Terms, {"players": ("a", "b", "c", " ")}, "four different names"),
    (Terms, {"players": ("a", "b", "c", "d"), "stake": Decimal(0)}, "above 0"),
    (Seating, {"seats": (0, 1, 2, 2)}, "each of the players 0 to 3 once"),
    (Seating, {"dealer": 4}, "dealer = 4"),
    (Round, {"fan": 3}, "nobody won"),
    (Round, {"winner": 1}, "its tiles or its fan"),
    (Round, {"winner": 1, "fan": 2, "notation": FIVE}, "its tiles or its fan"),
    (Round, {"winner": 1, "fan": 2, "false_win": 1}, "keep one"),
    (Round, {"winner": 1, "notation": FIVE, "kongs": (Kong(1, "gold"),)}, "beside his"),
    (Round, {"pulls": (0, 0, 0)}, "give four"),
    (Round, {"pulls": (0, 0, 0, 3)}, "pulls = 3"),
    (Round, {"sit": 1}, "true or false"),
    (Round, {"sit": True, "sitter": 4}, "seat = 4"),
    (Round, {"sitter": 1}, "sitter = 1, and sit is false"),
    (Round, {"note": "x" * 1001}, "up to 1000 characters"),
    (Round, {"photo_path": "a/b/c"}, "photo_path = 'a/b/c': use"),
    (Round, {"photo_path": f"../{PHOTO}"}, "photo_path = "),
    (Round, {"photo_path": PHOTO + "\n"}, "photo_path = "),
    (Round, {"photo_path": PHOTO + "9" * 9}, "photo_path = "),
    (Round, {"winner": 0, "fan": 2, "how": Win("x")}, "kong_draw = 'x'"),  # type: ignore[arg-type]
    (Round, {"winner": 0, "fan": 2, "how": Win(0, 1)}, "true or false"),  # type: ignore[arg-type]
    (Round, {"kongs": (Kong(0, "gold", 2),)}, "true or false"),  # type: ignore[arg-type]
    (Terms, {"players": TABLE.players, "house": replace(GALE, zh=5)}, "house = '5'"),  # type: ignore[arg-type]
    (Penalty, {"payer": 0, "points": 0}, "points = 0"),
    (Penalty, {"payer": 0, "points": 1, "payee": 0}, "pays himself"),
]


@pytest.mark.parametrize(("kind", "fields", "why"), REFUSED)
def test_facts_that_cannot_be_are_refused(
    kind: type, fields: dict[str, object], why: str
) -> None:
    with pytest.raises(FactError, match=why):
        kind(**fields)


def test_a_line_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(NotationError):
        Round(winner=0, notation="5x")


def test_lines_and_revisions_that_are_not_there_are_named() -> None:
    game = evening()
    for ask in (game.line, game.history):
        with pytest.raises(MissingGameError, match="no line 7"):
            ask(7)
    with pytest.raises(MissingGameError, match="no revision 3"):
        game.change(3)


def test_broken_exports_are_refused_with_the_reason() -> None:
    sent = to_json(evening(Round(winner=1, notation=FIVE)))
    assert audit(from_json(sent)) == ()
    broken = {
        "JSONDecodeError": sent[:-9],
        "KeyError": "{}",
        "the format is": sent.replace("tianjin-ledger 1", "tianjin-ledger 9"),
        "version 3 does not follow": sent.replace('"revision": 3', '"revision": 4'),
        "version 2 does not follow": sent.replace('"entry": 2', '"entry": 1'),
        "cannot be read": sent.replace('"wild_discarded"', '"wild"'),
        "it has no terms": '{"format": "tianjin-ledger 1", "game": "0123456789", "started": "t",'
        ' "versions": []}',
        "seat = 5": sent.replace('"winner": 1', '"winner": 5'),
        "is no text": sent.replace('"at": "t"', '"at": 5', 1),
        "RecursionError": "[" * 100_000,
        "AttributeError": '{"format": "tianjin-ledger 1", "game": "0123456789",'
        ' "started": "t", "versions": ["abc"]}',
        "TypeError": sent.replace('"entry": 2', '"entry": []'),
        "version 1 does not follow": sent.replace('"entry": 1', '"entry": true'),
        "version 3 does not follow.": sent.replace('"entry": 3', '"entry": 3.0'),
        "is no text.": sent.replace('"at": "t"', '"at": "\\ud800"', 1),
        "is no text..": sent.replace('"engine": "1"', '"engine": "\\u0000"', 1),
        "player = ": sent.replace("陈", "\\ud800"),
        "text = ": sent.replace('"note": ""', '"note": "\\u0000"'),
        "a claim is": sent.replace('"fan": null', '"fan": "x"', 1),
        "a claim is.": sent.replace(
            '"fan": null,\n    "deltas": [\n     0,',
            '"fan": null,\n    "deltas": ["0",',
            1,
        ),
    }
    for wrong in ("a/b", "..", "", "0123456789\n", "ABCDEF0123"):
        named = sent.replace(ID, json.dumps(wrong)[1:-1])
        broken[f"the game is {wrong!r}"] = named
    for why, text in broken.items():
        with pytest.raises(FormatError, match="choose the JSON that Settle") as caught:
            from_json(text)
        said, cause = str(caught.value), caught.value.__cause__
        assert "Error" not in said
        assert why.rstrip(".") in f"{said} {type(cause).__name__} {cause}"


def test_a_spreadsheet_gets_a_row_for_each_line_and_runs_none() -> None:
    named = replace(TABLE, players=("=1+1", "陈", "赵", "李"))
    game = evening(
        Round(winner=0, notation=GOLD, note="@x"), Penalty(3, 2, 1), terms=named
    )
    head, first, second = to_csv(game).splitlines()
    assert head.startswith("number,kind,at,dealer,winner,hand,fan,kongs,'=1+1,陈")
    assert first == (
        "1,win,t,'=1+1,'=1+1,46m 789s 55s 678p (SSSS) +5m /E,3,'=1+1 gold,"
        "21,-7,-7,-7,21,-7,-7,-7,'@x"
    )
    assert second == ",penalty,t,,,,,,0,2,0,-2,21,-5,-7,-9,"
