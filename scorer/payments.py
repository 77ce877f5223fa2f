"""Who pays whom after a hand: the win, the kongs, 铲, and who deals next."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from scorer.errors import TableError
from scorer.house import PLATFORM, House

Four = tuple[int, int, int, int]
"""One number for each seat, counter-clockwise."""
_SEATS = range(4)


class KongKind(StrEnum):
    """The kongs of a settlement; an added one is paid as an exposed one."""

    EXPOSED = "exposed"
    ADDED = "added"
    CONCEALED = "concealed"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Table:
    """The stakes before the hand: who deals, whether he sits (坐庄), who pulls (拉庄).

    Raises:
        TableError: If a seat is not 0–3, or the pulls are not four of 0, 1, 2.
    """

    dealer: int
    sit: bool = False
    pulls: Four = (0, 0, 0, 0)
    """Times each seat pulls; the dealer's is 0."""

    def __post_init__(self) -> None:
        _check_seat("dealer", self.dealer)
        pulls: tuple[int, ...] = tuple(self.pulls)
        object.__setattr__(self, "pulls", pulls)
        if len(pulls) != 4 or not all(
            type(pull) is int and 0 <= pull <= 2 for pull in pulls
        ):
            raise TableError(
                f"pulls are {self.pulls!r}: give four of 0, 1 or 2, by seat",
                f"拉庄 {self.pulls}：请按座位写四个 0、1 或 2",
            )
        if self.pulls[self.dealer]:
            raise TableError(
                f"pulls are {self.pulls!r}: the dealer, seat {self.dealer}, has none",
                f"拉庄 {self.pulls}：庄家（座位 {self.dealer}）不能拉庄",
            )


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong and its owner's seat; `void` is one that is not paid (大相公).

    Raises:
        TableError: If the seat is not 0–3, or the kind is none of `KongKind`.
    """

    seat: int
    kind: str
    void: bool = False

    def __post_init__(self) -> None:
        _check_seat("kong", self.seat)
        if self.kind not in list(KongKind):
            raise TableError(
                f"kong kind {self.kind!r}: use {', '.join(KongKind)}",
                f"没有“{self.kind}”这种杠：请用 {'、'.join(KongKind)}",
            )


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment: `unit` fan or points times `multiplier`."""

    payer: int
    payee: int
    unit: int
    multiplier: int
    reason: str
    """win, chan, false_win, or the kind of the kong."""

    @property
    def points(self) -> int:
        """What is paid."""
        return self.unit * self.multiplier


@dataclass(frozen=True, slots=True)
class Payments:
    """A settled hand: every payment, and the seat that deals next."""

    transfers: tuple[Transfer, ...]
    next_dealer: int

    @property
    def deltas(self) -> Four:
        """What each seat gains or loses; the four sum to zero."""
        return self._sum("win", "chan", "false_win", *KongKind)

    @property
    def win(self) -> Four:
        """The part of the win."""
        return self._sum("win")

    @property
    def kong(self) -> Four:
        """The part of the kongs."""
        return self._sum(*KongKind)

    @property
    def chan(self) -> Four:
        """The part of 铲."""
        return self._sum("chan")

    @property
    def false_win(self) -> Four:
        """The part of 诈胡."""
        return self._sum("false_win")

    def _sum(self, *reasons: str) -> Four:
        sums = [0, 0, 0, 0]
        for transfer in self.transfers:
            if transfer.reason in reasons:
                sums[transfer.payer] -= transfer.points
                sums[transfer.payee] += transfer.points
        return sums[0], sums[1], sums[2], sums[3]


def settle(
    table: Table,
    win: tuple[int, int] | None = None,
    kongs: Iterable[Kong] = (),
    chan: bool = False,
    house: House = PLATFORM,
    false_win: int | None = None,
) -> Payments:
    """Settle one hand.

    >>> result = settle(Table(0, sit=True, pulls=(0, 1, 0, 0)), win=(1, 2))
    >>> result.deltas, result.next_dealer
    ((-8, 12, -2, -2), 1)

    Args:
        table: The stakes.
        win: Seat and fan of the winner, or None for a drawn hand (荒庄).
        kongs: All kongs of the hand.
        chan: Whether 铲 happened in the first round of discards.
        house: Whose rules.
        false_win: The seat that cried a win falsely (诈胡), if one did.

    Raises:
        TableError: If there is no such seat or the winning fan is no positive number.
    """
    kongs = tuple(kongs)
    if win is not None:
        _check_seat("win", win[0])
        if type(win[1]) is not int or win[1] < 1:
            raise TableError(
                f"the win has {win[1]!r} fan: give a whole number from 1 up",
                f"和了 {win[1]} 番：请写 1 以上的整数",
            )
    if false_win is not None:
        _check_seat("false_win", false_win)
        if win is not None and win[0] == false_win:
            raise TableError(
                f"seat {false_win} won and cried a false win: keep one of the two",
                f"座位 {false_win} 又和又诈胡：请只留一样",
            )
    transfers = [
        *_win(table, win, house),
        *_kongs(table, kongs, win is None, house),
        *_chan(table, chan and house.chan, house),
        *_false_win(false_win, house),
    ]
    return Payments(
        tuple(one for one in transfers if one.unit), _next(table, win, kongs, house)
    )


def _multiplier(table: Table, one: int, other: int, house: House) -> int:
    """Give the stake between two seats; 1 unless one of them deals."""
    if table.dealer not in (one, other):
        return 1
    guest = other if one == table.dealer else one
    doubled = table.sit or house.dealer_always_double
    return (2 if doubled else 1) << table.pulls[guest]


def _receives(table: Table, payer: int, payee: int, house: House) -> int:
    """Give the multiplier of a win or kong; under `pull_cancels_sit` a third player's is 1."""
    third = payer == table.dealer and not table.pulls[payee]
    if house.pull_cancels_sit and third and any(table.pulls):
        return 1
    return _multiplier(table, payer, payee, house)


def _win(table: Table, win: tuple[int, int] | None, house: House) -> Iterator[Transfer]:
    if win is not None:
        seat, fan = win
        for payer in _others(seat):
            yield Transfer(
                payer, seat, fan, _receives(table, payer, seat, house), "win"
            )


def _kongs(
    table: Table, kongs: tuple[Kong, ...], drawn: bool, house: House
) -> Iterator[Transfer]:
    if drawn and house.kongs_void_on_draw:
        return
    points: dict[str, int] = {
        KongKind.EXPOSED: house.kong_exposed,
        KongKind.ADDED: house.kong_exposed,
        KongKind.CONCEALED: house.kong_concealed,
        KongKind.GOLD: house.kong_gold,
    }
    paid = (kong for kong in kongs if not kong.void)
    for kong, payer in product(paid, _SEATS):
        if payer != kong.seat:
            stake = _receives(table, payer, kong.seat, house)
            times = stake if house.kong_points_multiplied else 1
            yield Transfer(payer, kong.seat, points[kong.kind], times, kong.kind)


def _chan(table: Table, paid: bool, house: House) -> Iterator[Transfer]:
    if paid:
        for payee in _others(table.dealer):
            times = _multiplier(table, table.dealer, payee, house)
            yield Transfer(table.dealer, payee, 1, times, "chan")


def _false_win(seat: int | None, house: House) -> Iterator[Transfer]:
    if seat is not None:
        for payee in _others(seat):
            yield Transfer(seat, payee, house.false_win_penalty, 1, "false_win")


def _next(
    table: Table, win: tuple[int, int] | None, kongs: tuple[Kong, ...], house: House
) -> int:
    """Give the next dealer: he stays, or his next player deals, whoever won."""
    if win is not None:
        stays = win[0] == table.dealer
    elif house.draw_dealer == "kong":
        owners = {kong.seat for kong in kongs if not kong.void}
        stays = table.dealer in owners or not owners
    else:
        stays = house.draw_dealer == "stay"
    return table.dealer if stays else (table.dealer + 1) % 4


def _others(seat: int) -> list[int]:
    return [other for other in _SEATS if other != seat]


def _check_seat(what: str, seat: object) -> None:
    if type(seat) is not int or seat not in _SEATS:
        raise TableError(
            f"{what}: seat {seat!r}: use 0, 1, 2 or 3",
            f"没有座位 {seat!r}（{what}）：请用 0、1、2 或 3",
        )
