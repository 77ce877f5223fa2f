"""From facts to results: fan, payments, dealers, totals. Pure, and total.

`replay` walks the newest versions in order and never refuses: facts that no longer fit (a
dealer who pulls, since an older round was corrected; a hand that may not win, since the house was
edited) stay in the book with a `Doubt` beside them, and what cannot be paid is not paid.
Refusing is for the moment of writing (`webui.ledger`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from scorer.hand import Hand
from scorer.house import House
from scorer.notation import MeldKind
from scorer.payments import Four, Kong, Payments, Table, Transfer, settle
from scorer.tiles import wilds
from webui.facts import Fact, Penalty, Round, Seating, Terms, hand_of, kind_of
from webui.worth import Doubt, worth

NOBODY: Four = (0, 0, 0, 0)
POT = 16
"""Deals passed on in one 锅, four rounds; then seats are drawn again."""


@dataclass(frozen=True)
class Claim:
    """What the table was shown when a version was written; `audit` derives it again."""

    fan: int | None
    """Of a won round."""
    deltas: Four
    """Of the line that was written, by player."""
    totals: Four
    """Of the whole game afterwards, by player."""
    engine: str
    """The version of the program."""


@dataclass(frozen=True)
class Version:
    """One write: a new fact, another version of it, or its withdrawal."""

    revision: int
    """1, 2, 3 … through the whole game."""
    entry: int
    """The line it belongs to: the revision of that line's first version."""
    number: int
    """1, 2, 3 … through the versions of its line."""
    fact: Fact
    """A round is kept by player (`Round.through`)."""
    at: str
    """When, UTC, ISO 8601."""
    reason: str = ""
    withdrawn: bool = False
    undoes: int | None = None
    """The revision that this one takes back."""
    claim: Claim | None = None

    @property
    def kind(self) -> str:
        """terms, seating, round or penalty."""
        return kind_of(self.fact)


@dataclass(frozen=True)
class Line:
    """One line of the book: a seating, round or penalty and what came of it."""

    version: Version
    """The newest one of the line."""
    played: int
    """Rounds so far that count, this one included."""
    seats: Four
    """The player of each seat."""
    dealer: int
    """The seat that deals this round; after a seating or penalty, the next one."""
    next_dealer: int
    """The seat that deals after this line."""
    pot: int
    """Which 锅, from 1."""
    passed: int
    """Deals passed on in this 锅 after this line; 16 end it."""
    totals: Four
    """Running totals in fan after this line, by player."""
    transfers: tuple[Transfer, ...] = ()
    """Payments by player: payer, payee, unit, multiplier, reason."""
    fan: int | None = None
    """Of a won round; 0 when it is not paid."""
    doubts: tuple[Doubt, ...] = ()

    @property
    def entry(self) -> int:
        """The id by which it is edited or withdrawn."""
        return self.version.entry

    @property
    def kind(self) -> str:
        """seating, round or penalty."""
        return self.version.kind

    @property
    def number(self) -> int:
        """Of a round that counts: 1, 2, 3 …; else 0."""
        return 0 if self.kind != "round" or self.withdrawn else self.played

    @property
    def withdrawn(self) -> bool:
        """It stays in the book and counts for nothing."""
        return self.version.withdrawn

    @property
    def fact(self) -> Fact:
        """What happened, a round by seat: ready to be edited and written again."""
        fact = self.version.fact
        return self._seated(fact) if isinstance(fact, Round) else fact

    def _seated(self, fact: Round) -> Round:
        """Give a round by seat; who sat, if it does not say so, is the dealer."""
        seated = fact.through(_seat_of(self.seats))
        unsaid = seated.sit and seated.sitter is None
        return replace(seated, sitter=self.dealer) if unsaid else seated

    @cached_property
    def deltas(self) -> Four:
        """What each player gains or loses by this line."""
        return sums(self.transfers)

    @property
    def by_seat(self) -> tuple[Transfer, ...]:
        """The payments, payer and payee by seat."""
        at = self.seats.index
        return tuple(
            replace(one, payer=at(one.payer), payee=at(one.payee))
            for one in self.transfers
        )

    @property
    def winner(self) -> int | None:
        """The player who won this round."""
        return (
            self.version.fact.winner if isinstance(self.version.fact, Round) else None
        )


def sums(transfers: Iterable[Transfer]) -> Four:
    """Add payments up to what each of the four gains; zero together."""
    gains = [0, 0, 0, 0]
    for transfer in transfers:
        gains[transfer.payer] -= transfer.points
        gains[transfer.payee] += transfer.points
    return gains[0], gains[1], gains[2], gains[3]


def replay(
    terms: Terms, versions: Iterable[Version], before: Line | None = None
) -> tuple[Line, ...]:
    """Derive the lines of a game from the newest version of each, in order.

    Args:
        terms: the players and their house.
        versions: seatings, rounds and penalties; the first is a seating.
        before: the line they follow, None at the start of the game.
    """
    lines = []
    for version in versions:
        before = _line(terms, version, before or _start(version))
        lines.append(before)
    return tuple(lines)


def _start(version: Version) -> Line:
    return Line(version, 0, (0, 1, 2, 3), 0, 0, 0, 0, NOBODY)


def _line(terms: Terms, version: Version, before: Line) -> Line:
    line = replace(
        before,
        version=version,
        dealer=before.next_dealer,
        transfers=(),
        fan=None,
        doubts=(),
    )
    fact = version.fact
    if version.withdrawn:
        return line
    if isinstance(fact, Seating):
        dealer, pot = fact.dealer, before.pot + 1
        seated = replace(line, seats=fact.seats, dealer=dealer, next_dealer=dealer)
        return replace(seated, pot=pot, passed=0)
    if isinstance(fact, Penalty):
        return _paid(line, _penalty(fact))
    assert isinstance(fact, Round)  # terms are no line
    return _played(terms.house, replace(line, played=line.played + 1), fact)


def _played(house: House, line: Line, fact: Round) -> Line:
    seated = line._seated(fact)
    fan, doubts = worth(house, seated, line.dealer)
    paid = payments(house, seated, line.dealer, fan)
    by_player = tuple(
        replace(one, payer=line.seats[one.payer], payee=line.seats[one.payee])
        for one in paid.transfers
        if fan or one.reason != "win"
    )
    passes = paid.next_dealer != line.dealer
    line = replace(
        line,
        next_dealer=paid.next_dealer,
        passed=line.passed + passes,
        fan=fan,
        doubts=doubts,
    )
    return _paid(line, by_player)


def _paid(line: Line, transfers: tuple[Transfer, ...]) -> Line:
    a, b, c, d = (x + y for x, y in zip(line.totals, sums(transfers), strict=True))
    return replace(line, transfers=transfers, totals=(a, b, c, d))


def _penalty(fact: Penalty) -> tuple[Transfer, ...]:
    others = [player for player in range(4) if player != fact.payer]
    payees = others if fact.payee is None else [fact.payee]
    return tuple(
        Transfer(fact.payer, payee, fact.points, 1, "penalty") for payee in payees
    )


def _seat_of(seats: Four) -> Four:
    """Turn the player of each seat into the seat of each player."""
    return seats.index(0), seats.index(1), seats.index(2), seats.index(3)


def payments(house: House, seated: Round, dealer: int, fan: int | None) -> Payments:
    """Settle a round: the win, everybody's kongs, 铲, 诈胡, and who deals next."""
    winner, own = seated.winner, tuple[Kong, ...]()
    if winner is not None and seated.notation:
        own = own_kongs(house, winner, hand_of(seated.notation))
    a, b, c, d = (0 if seat == dealer else n for seat, n in enumerate(seated.pulls))
    return settle(
        Table(dealer, seated.sitter == dealer, (a, b, c, d)),
        None if winner is None else (winner, fan or 1),
        (*own, *seated.kongs),
        seated.chan,
        house,
        seated.false_win,
    )


def own_kongs(house: House, seat: int, hand: Hand) -> tuple[Kong, ...]:
    """Read the kongs of a seat from its tiles; one of a wild kind is gold."""
    wild = wilds(hand.indicator, house.wild_neighbours) if hand.indicator else ()
    return tuple(
        Kong(seat, "gold" if meld.tile in wild else meld.kind.removesuffix("_kong"))
        for meld in hand.melds
        if meld.kind is not MeldKind.PUNG
    )
