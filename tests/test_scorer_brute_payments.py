"""A slow and obvious settlement, written apart from `settle`, under random houses."""

import random
from dataclasses import replace
from typing import Any

from scorer import (
    ENCYCLOPEDIA,
    GALE,
    KEYS,
    PLATFORM,
    House,
    Kong,
    Payments,
    Table,
    settle,
)

TABLES = 20_000
FOUR = (0, 1, 2, 3)


def random_house(rng: random.Random) -> House:
    values: dict[str, Any] = {}
    for key in KEYS:
        if key.type == "switch":
            values[key.name] = rng.random() < 0.5
        elif isinstance(key.allowed, tuple):
            values[key.name] = rng.choice(key.allowed)
        elif key.name.startswith(("kong_", "false_")):
            values[key.name] = rng.randrange(9)
    return replace(rng.choice((PLATFORM, ENCYCLOPEDIA, GALE)), **values)


def stake(table: Table, one: int, other: int, house: House) -> int:
    """Multiply what the dealer and the guest have staked on each other."""
    for dealer, guest in ((one, other), (other, one)):
        if dealer == table.dealer:
            sits = table.sit or house.dealer_always_double
            return (2 if sits else 1) * [1, 2, 4][table.pulls[guest]]
    return 1


def owed(
    table: Table,
    win: tuple[int, int] | None,
    kongs: list[Kong],
    chan: bool,
    house: House,
    false_win: int | None,
) -> list[list[int]]:
    """Give what each seat (row) pays each (column)."""
    pays = [[0] * 4 for _ in FOUR]
    price = {"exposed": house.kong_exposed, "added": house.kong_exposed}
    price |= {"concealed": house.kong_concealed, "gold": house.kong_gold}
    for payer in FOUR:
        for payee in FOUR:
            if payer == payee:
                continue
            times = stake(table, payer, payee, house)
            if house.pull_cancels_sit and payer == table.dealer and any(table.pulls):
                received = times if table.pulls[payee] else 1
            else:
                received = times
            if win and win[0] == payee:
                pays[payer][payee] += win[1] * received
            for kong in kongs:
                paid = not kong.void and (win or not house.kongs_void_on_draw)
                if kong.seat == payee and paid:
                    each = received if house.kong_points_multiplied else 1
                    pays[payer][payee] += price[kong.kind] * each
            if chan and house.chan and payer == table.dealer:
                pays[payer][payee] += times
            if false_win == payer:
                pays[payer][payee] += house.false_win_penalty
    return pays


def deals_next(
    table: Table, win: tuple[int, int] | None, kongs: list[Kong], house: House
) -> int:
    after = [1, 2, 3, 0][table.dealer]
    if win:
        return table.dealer if win[0] == table.dealer else after
    own = [kong for kong in kongs if kong.seat == table.dealer and not kong.void]
    others = [kong for kong in kongs if kong.seat != table.dealer and not kong.void]
    passes = {"stay": False, "pass": True, "kong": bool(others and not own)}
    return after if passes[house.draw_dealer] else table.dealer


def test_settlements_agree_with_brute_force_under_random_houses() -> None:
    rng = random.Random(99)
    kinds = ("exposed", "added", "concealed", "gold")
    for _ in range(TABLES):
        house = random_house(rng)
        dealer = rng.randrange(4)
        pulls = [0 if seat == dealer else rng.choice((0, 0, 1, 2)) for seat in FOUR]
        table = Table(dealer, rng.random() < 0.5, (*pulls,))  # type: ignore[arg-type]
        win = rng.choice((None, (rng.randrange(4), rng.randint(1, 112))))
        kongs = [
            Kong(rng.randrange(4), rng.choice(kinds), rng.random() < 0.2)
            for _ in range(rng.choice((0, 1, 1, 2, 4)))
        ]
        false_win = rng.choice((None, None, *FOUR))
        if win and false_win == win[0]:
            false_win = None
        chan = rng.random() < 0.3
        paid = settle(table, win, kongs, chan, house, false_win)
        pays = owed(table, win, kongs, chan, house, false_win)
        assert pairs(paid) == pays, (table, win, kongs, chan, house, false_win)
        assert paid.next_dealer == deals_next(table, win, kongs, house)
        parts = (paid.win, paid.kong, paid.chan, paid.false_win)
        assert [sum(seat) for seat in zip(*parts, strict=True)] == list(paid.deltas)
        assert [sum(row[n] for row in pays) - sum(pays[n]) for n in FOUR] == list(
            paid.deltas
        )


def pairs(paid: Payments) -> list[list[int]]:
    """Sum what each seat pays each other."""
    sums = [[0] * 4 for _ in FOUR]
    for one in paid.transfers:
        assert one.points == one.unit * one.multiplier > 0
        sums[one.payer][one.payee] += one.points
    return sums
