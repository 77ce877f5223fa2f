import pickle
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import (
    GALE,
    PLATFORM,
    House,
    Kong,
    KongKind,
    Payments,
    Table,
    TableError,
    settle,
)

seats = st.integers(0, 3)
houses = st.builds(
    House,
    kong_gold=st.sampled_from((2, 4, 8)),
    kong_points_multiplied=st.booleans(),
    kongs_void_on_draw=st.booleans(),
    chan=st.booleans(),
    dealer_always_double=st.booleans(),
    pull_cancels_sit=st.booleans(),
    draw_dealer=st.sampled_from(("stay", "kong", "pass")),
    false_win_penalty=st.integers(0, 9),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    dealer = draw(seats)
    pulls = [draw(st.integers(0, 2)) for _ in range(4)]
    pulls[dealer] = 0
    return Table(dealer, draw(st.booleans()), (pulls[0], pulls[1], pulls[2], pulls[3]))


kongs = st.lists(
    st.builds(Kong, seats, st.sampled_from(KongKind), st.booleans()), max_size=6
)
wins = st.none() | st.tuples(seats, st.integers(1, 112))


def between(paid: Payments, one: int, other: int) -> int:
    """Give what `one` gains from `other`."""
    ways = {(other, one): 1, (one, other): -1}
    return sum(ways.get((t.payer, t.payee), 0) * t.points for t in paid.transfers)


@given(tables(), wins, kongs, st.booleans(), houses, st.none() | seats)
def test_payments_sum_to_zero_pair_by_pair(
    table: Table,
    win: tuple[int, int] | None,
    konged: list[Kong],
    chan: bool,
    house: House,
    liar: int | None,
) -> None:
    if win and win[0] == liar:
        liar = None
    paid = settle(table, win, konged, chan, house, liar)
    assert sum(paid.deltas) == 0
    for part in (paid.win, paid.kong, paid.chan, paid.false_win):
        assert sum(part) == 0
    for one in range(4):
        pairs = [between(paid, one, other) for other in range(4) if other != one]
        assert sum(pairs) == paid.deltas[one]
        assert all(between(paid, one, o) == -between(paid, o, one) for o in range(4))
    parts = zip(paid.win, paid.kong, paid.chan, paid.false_win, strict=True)
    assert tuple(map(sum, parts)) == paid.deltas
    assert all(t.points > 0 and t.payer != t.payee for t in paid.transfers)
    assert paid.next_dealer in (table.dealer, (table.dealer + 1) % 4)


def test_a_transfer_says_what_it_is_for() -> None:
    paid = settle(Table(0, True, (0, 2, 0, 0)), (1, 3), [Kong(1, "gold")], chan=True)
    assert {
        (t.reason, t.payer, t.payee, t.unit, t.multiplier) for t in paid.transfers
    } >= {
        ("win", 0, 1, 3, 8),
        ("win", 2, 1, 3, 1),
        ("gold", 0, 1, 4, 8),
        ("chan", 0, 1, 1, 8),
        ("chan", 0, 2, 1, 2),
    }


@pytest.mark.parametrize(
    ("change", "kong"),
    [
        ({}, (-16, 24, -4, -4)),
        ({"kong_points_multiplied": False}, (-4, 12, -4, -4)),
        ({"kong_gold": 8}, (-32, 48, -8, -8)),
    ],
)
def test_switches_of_kongs(change: dict[str, Any], kong: tuple[int, ...]) -> None:
    table = Table(0, True, (0, 1, 0, 0))
    paid = settle(table, None, [Kong(1, "gold")], house=replace(PLATFORM, **change))
    assert paid.kong == kong


def test_nobody_has_staked_anything_unless_said() -> None:
    assert settle(Table(0), (1, 3)).deltas == (-3, 9, -3, -3)
    assert not Kong(0, "gold").void


def test_the_dealer_may_always_count_double() -> None:
    house = replace(PLATFORM, dealer_always_double=True)
    assert settle(Table(0), (1, 3), house=house).deltas == (-6, 12, -3, -3)
    assert settle(Table(0, True), (1, 3), house=house).deltas == (-6, 12, -3, -3)


def test_a_pull_may_cancel_the_sitting_for_a_third_player() -> None:
    house = replace(PLATFORM, pull_cancels_sit=True)
    table = Table(0, True, (0, 1, 0, 0))
    assert settle(table, (1, 3), house=house).deltas == (-12, 18, -3, -3)
    assert settle(table, (2, 3), house=house).deltas == (-3, -3, 9, -3)
    assert settle(table, (0, 3), house=house).deltas == (24, -12, -6, -6)
    assert settle(table, None, [Kong(2, "exposed")], house=house).kong == (
        -1,
        -1,
        3,
        -1,
    )
    assert settle(table, None, chan=True, house=house).chan == (-8, 4, 2, 2)


def test_chan_may_not_count() -> None:
    house = replace(PLATFORM, chan=False)
    assert settle(Table(0), None, chan=True, house=house).transfers == ()


def test_a_false_win_costs_what_the_house_says() -> None:
    assert settle(Table(0), None, false_win=2).transfers == ()
    house = replace(PLATFORM, false_win_penalty=5)
    paid = settle(Table(0, True), None, house=house, false_win=2)
    assert paid.deltas == paid.false_win == (5, 5, -15, 5)


@pytest.mark.parametrize(
    ("rule", "owners", "next_dealer"),
    [
        ("stay", (3,), 2),
        ("kong", (), 2),
        ("kong", (3,), 3),
        ("kong", (2, 3), 2),
        ("pass", (), 3),
    ],
)
def test_who_deals_after_a_drawn_hand(
    rule: Any, owners: tuple[int, ...], next_dealer: int
) -> None:
    house = replace(PLATFORM, draw_dealer=rule)
    konged = [Kong(seat, "exposed") for seat in owners]
    assert settle(Table(2), None, konged, house=house).next_dealer == next_dealer


def test_a_void_kong_neither_pays_nor_passes_the_deal() -> None:
    house = replace(PLATFORM, draw_dealer="kong")
    paid = settle(Table(0), None, [Kong(1, "concealed", void=True)], house=house)
    assert (paid.transfers, paid.next_dealer) == ((), 0)


def test_in_a_gale_a_drawn_hand_pays_no_kong() -> None:
    assert settle(Table(0), None, [Kong(1, "gold")], house=GALE).transfers == ()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Table(4), "seat 4"),
        (lambda: Table(True), "seat True"),
        (lambda: Table(0, False, (0, 3, 0, 0)), "(0, 3, 0, 0)"),
        (lambda: Table(0, False, (0, True, 0, 0)), "(0, True, 0, 0)"),
        (lambda: Table(0, False, (0, 1.0, 0, 0)), "(0, 1.0, 0, 0)"),  # type: ignore[arg-type]
        (lambda: Table(0, False, (0, 0, 0)), "(0, 0, 0)"),  # type: ignore[arg-type]
        (lambda: Table(0, False, (0,) * 5), "(0, 0, 0, 0, 0)"),  # type: ignore[arg-type]
        (lambda: Table(1, False, (0, 1, 0, 0)), "seat 1, has none"),
        (lambda: Kong(7, "gold"), "seat 7"),
        (lambda: Kong(0, "silver"), "'silver'"),
        (lambda: settle(Table(0), (-1, 3)), "seat -1"),
        (lambda: settle(Table(0), (1, 0)), "0 fan"),
        (lambda: settle(Table(0), (1, 2.5)), "2.5 fan"),  # type: ignore[arg-type]
        (lambda: settle(Table(0), (1, True)), "True fan"),
        (lambda: settle(Table(0), None, false_win=9), "seat 9"),
        (lambda: settle(Table(0), (1, 2), false_win=1), "seat 1 won"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: Any, words: str) -> None:
    with pytest.raises(TableError) as refused:
        wrong()
    assert words in str(refused.value)
    assert re.search("请|不能", refused.value.zh)
    assert pickle.loads(pickle.dumps(refused.value)).zh == refused.value.zh
