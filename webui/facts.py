"""What happened at the table: terms, seatings, rounds, penalties.

A fact is what people saw and said, never what follows from it: fan, payments, dealers and
totals are derived (`webui.replay`). Each fact is a frozen dataclass, checked when made, with a
JSON form that is also the column of the database and the line of the export.

Players are numbered 0–3 in the order of `Terms.players`, for the whole game; seats 0–3 run
counter-clockwise. A `Round` speaks of seats, as the table does; the ledger keeps it by player
(`Round.through`), so a seat found wrong later moves the dealers and no winner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from scorer.hand import Hand, Win
from scorer.house import PLATFORM, House
from scorer.payments import Four, Kong
from scorer.score import ORDINARY
from webui.checks import cannot, text, whole
from webui.ledger_errors import FactError
from webui.names import isolated, plain

ID = r"[0-9a-f]{10}"
"""The ids of games and of hands."""
_PHOTO = re.compile(rf"(hands/{ID}/photo-\d{{1,9}})?")
NAME_LIMIT, NOTE_LIMIT = 40, 1000
"""Most characters of a name and of a note."""
STAKE_LIMIT = 1_000_000
"""Most money for one fan."""


@lru_cache(maxsize=8192)
def hand_of(notation: str) -> Hand:
    """Read a line of tiles, each line once."""
    return Hand.parse(notation)


def bad_stake(stake: object) -> FactError:
    """Refuse a stake that nobody can pay out."""
    return FactError(
        "stake",
        f"the stake is {str(stake)!r}: give an amount above 0 and at most {STAKE_LIMIT}"
        " with two decimals at most, such as 0.5, or none",
        f"每番“{stake}”不行：请写大于 0、不超过 {STAKE_LIMIT} 的数，最多两位小数，"
        "例如 0.5；不算钱就空着",
    )


def _payable(stake: Decimal) -> bool:
    in_bounds = stake.is_finite() and 0 < stake <= STAKE_LIMIT
    return in_bounds and stake == round(stake, 2)


@dataclass(frozen=True)
class Terms:
    """Who plays, by which rules, for what; a game has one, edited when it changes.

    Raises:
        FactError: If the names are not four different ones, or the stake is not above 0,
            above `STAKE_LIMIT` or finer than two decimals.
    """

    players: tuple[str, str, str, str]
    house: House = PLATFORM
    stake: Decimal | None = None
    """Money for one fan; None when only fan are counted."""
    currency: str = ""
    ended: bool = False
    """An ended game takes no new rounds until it is resumed."""

    def __post_init__(self) -> None:
        names = tuple(plain(text("player", name, NAME_LIMIT)) for name in self.players)
        object.__setattr__(self, "players", names)
        if len(names) != 4 or len(set(names)) != 4 or not all(names):
            raise FactError(
                "players",
                f"players are {names!r}: give four different names",
                f"牌手是 {'、'.join(names)}：请写四个不同的名字",
            )
        text("currency", self.currency, NAME_LIMIT)
        for title in (self.house.name, self.house.zh, self.house.english):
            text("house", title, NOTE_LIMIT)
        if self.stake is not None and not _payable(self.stake):
            raise bad_stake(self.stake)

    @property
    def shown(self) -> tuple[str, ...]:
        """The players as a page shows them beside other words (`webui.names`)."""
        return tuple(map(isolated, self.players))

    def money(self, points: int) -> Decimal | None:
        """Turn fan into money; None without a stake."""
        return None if self.stake is None else self.stake * points


@dataclass(frozen=True)
class Seating:
    """Who sits where and deals first, from here on: a 打风, and the start of a 锅.

    Raises:
        FactError: If the four players are not each seated once, or no seat deals.
    """

    seats: Four = (0, 1, 2, 3)
    """The player of each seat, counter-clockwise."""
    dealer: int = 0
    """The seat that deals first."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(self.seats))
        for player in self.seats:
            whole("player", player, 0, 3)
        whole("dealer", self.dealer, 0, 3)
        if sorted(self.seats) != [0, 1, 2, 3]:
            raise FactError(
                "seats",
                f"seats are {self.seats!r}: seat each of the players 0 to 3 once",
                f"座位 {self.seats}：四人各坐一位",
            )

    def swapped(self, one: int, other: int) -> Seating:
        """Let two seats change places; who dealt first keeps the deal.

        >>> Seating(dealer=1).swapped(1, 2)
        Seating(seats=(0, 2, 1, 3), dealer=2)
        """
        moved = {one: other, other: one}
        a, b, c, d = (self.seats[moved.get(seat, seat)] for seat in range(4))
        return Seating((a, b, c, d), moved.get(self.dealer, self.dealer))


@dataclass(frozen=True)
class Round:
    """One deal (一盘): a win, a 荒庄 (nobody won) or a 诈胡; by seat.

    A win has its tiles (`notation`) or, entered without them, its `fan`. The winner's kongs are
    read from his tiles, `kongs` then holds those of the others.

    Raises:
        FactError: If the facts contradict each other; quotes them.
        ScorerError: If the notation cannot be read, or a kong is of no kind.
    """

    winner: int | None = None
    notation: str = ""
    fan: int | None = None
    how: Win = ORDINARY
    """杠开, 天和, 地和, a discarded wild."""
    false_win: int | None = None
    """The seat that cried a win falsely, if one did."""
    kongs: tuple[Kong, ...] = ()
    sit: bool = False
    """The dealer sits (坐庄)."""
    sitter: int | None = None
    """Who sat; it counts while he deals. None, when sat, is whoever deals: older rounds."""
    pulls: Four = (0, 0, 0, 0)
    """拉庄 of each seat, 0 to 2."""
    chan: bool = False
    """铲."""
    note: str = ""
    model: str = ""
    """The version of the networks that read the photograph."""
    photo: str = ""
    """sha256 of the photograph."""
    photo_path: str = ""
    """Where it is kept, `hands/<id>/photo-<n>`; "" when it is not."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kongs", tuple(self.kongs))
        object.__setattr__(self, "pulls", tuple(self.pulls))
        for seat in (self.winner, self.false_win, self.sitter):
            if seat is not None:
                whole("seat", seat, 0, 3)
        if len(self.pulls) != 4:
            raise cannot(
                f"pulls are {self.pulls!r}: give four, by seat",
                f"拉庄是 {self.pulls!r}，请按座位写四个",
            )
        for pull in self.pulls:
            whole("pulls", pull, 0, 2)
        for kept in (self.notation, self.model, self.photo, self.photo_path, self.note):
            text("text", kept, NOTE_LIMIT)
        if not _PHOTO.fullmatch(self.photo_path):
            raise cannot(
                f"photo_path = {self.photo_path!r}: use hands/<id>/photo-<n>, or none",
                f"照片在 {self.photo_path!r}，请写 hands/<id>/photo-<n>，或者空着",
            )
        self._check_flags()
        self._check_win()

    def _check_flags(self) -> None:
        how = self.how
        flags = [self.sit, self.chan, how.heavenly, how.earthly, how.wild_discarded]
        for flag in (*flags, *(kong.void for kong in self.kongs)):
            if type(flag) is not bool:
                raise cannot(
                    f"{flag!r}: sit, chan and the others are true or false",
                    f"坐庄、铲这些只能是 true 或 false，不能是 {flag!r}",
                )
        if self.sitter is not None and not self.sit:
            raise cannot(
                f"sitter = {self.sitter}, and sit is false: make it true, or name nobody",
                f"{self.sitter} 号座位坐庄，又说没坐庄，请改一个",
            )
        if type(how.kong_draw) not in (int, bool) or not 0 <= how.kong_draw <= 4:
            raise cannot(
                f"kong_draw = {how.kong_draw!r}: use a whole number, 0 to 4",
                f"杠开 {how.kong_draw!r} 次，请写 0 到 4 的整数",
            )

    def _check_win(self) -> None:
        if self.winner is None:
            if self.notation or self.fan is not None or self.how != ORDINARY:
                raise cannot(
                    "tiles, fan or flags of a win, but nobody won: say who",
                    "有牌、番数或杠开，却没有人和，请说谁和了",
                )
            return
        if bool(self.notation) == (self.fan is not None):
            raise cannot(
                "a win needs its tiles or its fan, one of the two",
                "和牌要有牌，或者有番数，只能有一样",
            )
        if self.winner == self.false_win:
            raise cannot(
                f"seat {self.winner} won and cried a false win: keep one",
                "和的和诈胡的是同一家，请改一个",
            )
        if self.fan is not None:
            whole("fan", self.fan, 1, 1_000_000)
            return
        hand_of(self.notation)
        if any(kong.seat == self.winner for kong in self.kongs):
            raise cannot(
                f"kongs of the winner, seat {self.winner}, beside his tiles: "
                "list those of the others only",
                "和家的杠从他的牌里数，请只记别家的",
            )

    @property
    def kind(self) -> str:
        """win, false_win or draw."""
        if self.winner is not None:
            return "win"
        return "draw" if self.false_win is None else "false_win"

    def through(self, places: Four) -> Round:
        """Name every seat anew: seat `s` becomes `places[s]`.

        >>> Round(winner=1, fan=2, pulls=(0, 2, 0, 0)).through((3, 0, 1, 2)).pulls
        (2, 0, 0, 0)
        """
        pulls = [0, 0, 0, 0]
        for seat, pull in enumerate(self.pulls):
            pulls[places[seat]] = pull
        return replace(
            self,
            winner=None if self.winner is None else places[self.winner],
            false_win=None if self.false_win is None else places[self.false_win],
            sitter=None if self.sitter is None else places[self.sitter],
            kongs=tuple(replace(kong, seat=places[kong.seat]) for kong in self.kongs),
            pulls=(pulls[0], pulls[1], pulls[2], pulls[3]),
        )


@dataclass(frozen=True)
class Penalty:
    """A player pays another, or each of the three; by player.

    Raises:
        FactError: If there is no such player, or the points are not above 0.
    """

    payer: int
    points: int
    payee: int | None = None
    """None pays each of the others."""
    note: str = ""

    def __post_init__(self) -> None:
        whole("payer", self.payer, 0, 3)
        whole("points", self.points, 1, 1_000_000)
        text("note", self.note, NOTE_LIMIT)
        if self.payee is not None:
            whole("payee", self.payee, 0, 3)
        if self.payer == self.payee:
            raise cannot(
                f"player {self.payer} pays himself: choose another payee",
                "罚的和收的是同一家，请改一个",
            )


Fact = Terms | Seating | Round | Penalty


def kind_of(fact: Fact) -> str:
    """Name the kind of a fact: terms, seating, round or penalty."""
    return type(fact).__name__.lower()
