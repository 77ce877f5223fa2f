"""One game as written: its versions, and everything that follows from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from scorer.payments import Four, Transfer
from webui.facts import Round, Terms
from webui.ledger_errors import FactError, MissingGameError
from webui.replay import NOBODY, POT, Line, Version, replay
from webui.transfers import fewest_transfers

TERMS, SEATING = 1, 2
"""The entries every game starts with."""


@dataclass(frozen=True)
class Pot:
    """Progress of the 锅 that is being played."""

    number: int
    """From 1."""
    passed: int
    """Deals passed on."""

    @property
    def over(self) -> bool:
        """Sixteen deals have passed on: draw seats again (打风)."""
        return self.passed >= POT


@dataclass(frozen=True)
class Change:
    """What one write moved."""

    version: Version
    before: Four
    """Totals before, by player."""
    after: Four
    lines: tuple[tuple[Line | None, Line], ...]
    """The lines that came out differently, before and after; None was not there."""

    @property
    def moved(self) -> Four:
        """What each player gained or lost by it."""
        a, b, c, d = (y - x for x, y in zip(self.before, self.after, strict=True))
        return a, b, c, d


@dataclass(frozen=True)
class Game:
    """A game at one moment; every result is derived from `versions` when asked for."""

    id: str
    started: str
    """When, UTC, ISO 8601."""
    versions: tuple[Version, ...]
    """All that was ever written, oldest first."""
    settled: tuple[Line, ...] = field(default=(), repr=False, compare=False)
    """The first lines, when they are known already (`after`)."""

    @property
    def revision(self) -> int:
        """How many writes it has seen; a form sends it back with the next write."""
        return len(self.versions)

    @cached_property
    def newest(self) -> dict[int, Version]:
        """The newest version of each entry, in the order of the evening."""
        found: dict[int, Version] = {}
        for version in self.versions:
            found[version.entry] = version
        return found

    @property
    def terms(self) -> Terms:
        """Players, house and stake as they are now."""
        fact = self.newest[TERMS].fact
        assert isinstance(fact, Terms)
        return fact

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Seatings, rounds and penalties with their results, withdrawn ones too."""
        if self.revision < SEATING:
            return ()
        rest = list(self.newest.values())[1 + len(self.settled) :]
        last = self.settled[-1] if self.settled else None
        return self.settled + replay(self.terms, rest, last)

    @property
    def rounds(self) -> tuple[Line, ...]:
        """The rounds that count."""
        return tuple(line for line in self.lines if line.number)

    @property
    def totals(self) -> Four:
        """Fan won and lost so far, by player; they sum to zero."""
        return self.lines[-1].totals if self.lines else NOBODY

    @property
    def seats(self) -> Four:
        """The player of each seat now."""
        return self.lines[-1].seats

    @property
    def dealer(self) -> int:
        """The seat that deals next."""
        return self.lines[-1].next_dealer

    @property
    def pot(self) -> Pot:
        """How far the present 锅 is."""
        return Pot(self.lines[-1].pot, self.lines[-1].passed)

    @property
    def settlement(self) -> tuple[Transfer, ...]:
        """Who pays whom at the end, in the fewest payments, by player."""
        return fewest_transfers(self.totals)

    def line(self, entry: int) -> Line:
        """Find a line by its entry; not the terms.

        Raises:
            MissingGameError: If there is none.
        """
        for line in self.lines:
            if line.entry == entry:
                return line
        raise self._no_line(entry)

    def history(self, entry: int) -> tuple[Version, ...]:
        """Give every version of an entry, the terms too, oldest first.

        Raises:
            MissingGameError: If there is none.
        """
        if entry not in self.newest:
            raise self._no_line(entry)
        return tuple(one for one in self.versions if one.entry == entry)

    def _no_line(self, entry: int) -> MissingGameError:
        return MissingGameError(
            "line",
            f"game {self.id!r} has no line {entry!r}: open the game again",
            f"这一局没有第 {entry} 条记录：请重新打开",
        )

    def after(self, *versions: Version) -> Game:
        """Give the game with more versions; the lines before them stay settled."""
        place = {entry: number for number, entry in enumerate(self.newest)}
        first = min(place.get(one.entry, len(place)) for one in versions)
        settled = self.lines[: max(first - 1, 0)]  # the terms are no line
        return Game(self.id, self.started, (*self.versions, *versions), settled)

    def as_of(self, revision: int) -> Game:
        """Give the game as it was after a write."""
        return Game(self.id, self.started, self.versions[:revision])

    def change(self, revision: int) -> Change:
        """Say what one write moved: totals and lines, before and after.

        Raises:
            MissingGameError: If there is no such revision.
        """
        if not 1 <= revision <= self.revision:
            raise MissingGameError(
                "revision",
                f"game {self.id!r} has no revision {revision!r}: use 1 to {self.revision}",
                f"这一局没有第 {revision} 次改动",
            )
        version = self.versions[revision - 1]
        before = self.as_of(revision - 1)
        after = before.after(version)
        was = {line.entry: line for line in before.lines}
        lines = tuple(
            (was.get(line.entry), line)
            for line in after.lines
            if _outcome(line) != _outcome(was.get(line.entry))
        )
        return Change(version, before.totals, after.totals, lines)

    @cached_property
    def undoable(self) -> Version | None:
        """The last write that is neither an undo nor undone; None at the start."""
        undone = {version.undoes for version in self.versions}
        for version in reversed(self.versions[SEATING:]):
            if version.undoes is None and version.revision not in undone:
                return version
        return None

    def undo(self, at: str, reason: str = "") -> Version:
        """Write the version that takes the last action back.

        Raises:
            FactError: If there is nothing to take back.
        """
        last = self.undoable
        if last is None:
            raise FactError("nothing", "nothing to undo: no action yet", "没有可撤销的")
        past = self.history(last.entry)
        back = past[max(last.number - 2, 0)]
        return Version(
            revision=self.revision + 1,
            entry=last.entry,
            number=len(past) + 1,
            fact=back.fact,
            at=at,
            reason=reason,
            withdrawn=last.number == 1 or back.withdrawn,
            undoes=last.revision,
        )

    def photos(self) -> tuple[str, ...]:
        """Name every photograph any version of the game keeps (`Round.photo_path`)."""
        facts = (version.fact for version in self.versions)
        paths = (fact.photo_path for fact in facts if isinstance(fact, Round))
        return tuple(dict.fromkeys(filter(None, paths)))


def _outcome(line: Line | None) -> object:
    if line is None:
        return None
    return line.version, line.dealer, line.seats, line.fan, line.transfers
