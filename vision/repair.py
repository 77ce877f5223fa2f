"""Read the hand as a whole: what the eyes saw, how many tiles there are, that somebody won.

A reading gives every tile of the hand a kind. How likely it is, is a product:

* the classifier's probabilities, softened: see ``odds.BLIND``. The faces of a meld or
  kong are alike: one choice;
* 0 for a fifth tile of a kind, the turned-up one counted; where it takes the loose tiles
  to make five, the chance that one of those was misread;
* ``WIN`` for a hand that wins: it is shown because somebody said so.

What wins, and what it is worth, says a function: no rule of the game is known here. And
nothing is changed here: a proposal is put to a person. A hand that wins as it was seen,
its melds alike, stays the likeliest reading, because each tile has its likeliest kind.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import islice

from scorer.tiles import Tile
from vision.frames import ALIKE
from vision.odds import Slot, loose_doubts, slots
from vision.spread import Spread
from vision.weigh import FULL

Worth = Callable[[str], int | None]
"""What a hand is worth, given its line of notation; None when it does not win."""

WIN = 100.0
"""How much likelier a winning reading is than another that looks the same: some 20 hands
that are shown win for one that does not, and of readings a tile apart one in six wins."""
MOST = 3
"""Tiles, or melds, that one proposal names anew."""
TRIED = 1000
"""Readings that are looked at, the likeliest first."""
ENOUGH = 8
"""Winning readings after which the search ends."""
FAINT = 1e-6
"""A reading so many times less likely than the likeliest is not looked for."""
OFFERED = 3
"""Readings that a person is shown."""
LIKELY = 0.02
"""A reading so many times less likely than the likeliest that wins is not shown."""
PLAUSIBLE = 0.02
"""The least probability of a kind that a doubtful tile may be."""


@dataclass(frozen=True)
class Change:
    """A tile, or the faces of a meld, to be read as another kind."""

    members: tuple[int, ...]
    """Indices into the sightings."""
    new: Tile


@dataclass(frozen=True)
class Proposal:
    """One reading of the whole hand."""

    changes: tuple[Change, ...]
    """From what was seen; none: the hand as it was seen."""
    notation: str
    probability: float
    """Among the readings that were looked at."""
    worth: int | None
    """None when it does not win."""


@dataclass(frozen=True)
class Stake:
    """A doubtful tile, or meld, and what hangs on it."""

    members: tuple[int, ...]
    difference: int
    """The most that its kind changes the worth; not to win is worth 0."""


def proposals(spread: Spread, worth: Worth) -> tuple[Proposal, ...]:
    """Give the likely readings of a hand, likeliest first; the hand as seen is among them.

    Beside it stand those that win and, when it has five of a kind, those that have not. A
    hand that has not fourteen tiles, a kong counted as three, wins in no reading; what was
    read as no kind is then left alone.

    Args:
        spread: what was seen. A tile of confidence 1 without rivals is certain.
        worth: see `Worth`; asked once for each reading.
    """
    hand = _Hand.of(spread, worth)
    seen = hand.weigh(hand.seen)
    found = [one for one in _search(hand, seen.weight) if one.kinds != hand.seen]
    least = math.inf if None in hand.seen else seen.weight
    kept = [one for one in found if one.worth is not None or one.weight > least]
    kept = sorted([seen, *kept], key=lambda one: (-one.weight, -(one.worth or 0)))
    total = sum(one.weight for one in kept) or 1.0
    return tuple(
        Proposal(hand.changes(one.kinds), one.notation, one.weight / total, one.worth)
        for one in kept
    )


def offered(spread: Spread, worth: Worth) -> tuple[Proposal, ...]:
    """Give the few proposals that are put to a person, likeliest first.

    They win, and are worth something else than the hand as it was seen.
    """
    found = proposals(spread, worth)
    seen = next(one.worth for one in found if not one.changes)
    best = max((one.probability for one in found if one.worth is not None), default=0)
    shown = (one for one in found if one.worth not in (None, seen))
    return tuple(islice((o for o in shown if o.probability >= LIKELY * best), OFFERED))


def stakes(spread: Spread, worth: Worth) -> tuple[Stake, ...]:
    """Say what hangs on each doubtful tile or meld of the hand, the most first."""
    hand = _Hand.of(spread, worth)
    unsure = set(spread.doubtful)
    asked = [i for i, one in enumerate(hand.slots) if unsure.intersection(one.members)]
    options = [
        option
        for option in hand.options
        if option.slot in asked and option.cost < -math.log(PLAUSIBLE)
    ]
    readings = [hand.chosen(some) for _, some in islice(_cheapest(options), TRIED)]
    worths = {kinds: hand.weigh(kinds).worth or 0 for kinds in readings}
    found = []
    for place in asked:
        alike: dict[_Kinds, list[int]] = {}
        for kinds, one in worths.items():
            alike.setdefault(kinds[:place] + kinds[place + 1 :], []).append(one)
        most = max(max(some) - min(some) for some in alike.values())
        found.append(Stake(hand.slots[place].members, most))
    return tuple(sorted(found, key=lambda stake: -stake.difference))


def reread(spread: Spread, changes: Iterable[Change]) -> Spread:
    """Name some tiles anew; those are then certain."""
    sightings = list(spread.sightings)
    for change in changes:
        for i in change.members:
            sightings[i] = replace(
                sightings[i], label=change.new, confidence=1.0, rivals=()
            )
    return replace(spread, sightings=tuple(sightings))


def repaired(spread: Spread, worth: Worth) -> Spread:
    """Give the spread of whoever takes the likeliest reading: as seen, or a proposal."""
    return reread(spread, proposals(spread, worth)[0].changes)


_Kinds = tuple[Tile | None, ...]
"""The kind of each slot; None for what was seen as no kind."""


@dataclass(frozen=True)
class _Option:
    """Another kind for a slot than its likeliest."""

    cost: float
    slot: int
    new: Tile


@dataclass(frozen=True)
class _Weighed:
    kinds: _Kinds
    notation: str
    weight: float
    worth: int | None


@dataclass(frozen=True)
class _Hand:
    """The slots of a spread, and what a reading of them weighs."""

    spread: Spread
    worth: Worth
    slots: tuple[Slot, ...]
    whole: bool
    """It has the tiles of a winning hand."""
    doubts: Mapping[Tile, list[float]]
    """Of the loose tiles: see `loose_doubts`."""

    @classmethod
    def of(cls, spread: Spread, worth: Worth) -> "_Hand":
        found = tuple(slots(spread))
        turned = sum(len(g.members) for g in spread.groups if g.kind == "indicator")
        held = sum(min(slot.size, 3) for slot in found) - turned
        return cls(spread, worth, found, held == FULL, loose_doubts(spread))

    @property
    def seen(self) -> _Kinds:
        return tuple(slot.seen for slot in self.slots)

    @property
    def options(self) -> list[_Option]:
        """Every other kind of every slot, the likeliest first."""
        return sorted(
            (
                _Option(cost, place, kind)
                for place, slot in enumerate(self.slots)
                for kind, cost in slot.costs.items()
                if kind != slot.best
            ),
            key=lambda option: option.cost,
        )

    def chosen(self, options: Iterable[_Option]) -> _Kinds:
        kinds: list[Tile | None] = [slot.best for slot in self.slots]
        for option in options:
            kinds[option.slot] = option.new
        return tuple(kinds)

    def changes(self, kinds: _Kinds) -> tuple[Change, ...]:
        """Say what differs from what was seen."""
        return tuple(
            Change(slot.members, kind)
            for slot, kind in zip(self.slots, kinds, strict=True)
            if kind is not None and kind != slot.seen
        )

    def weigh(self, kinds: _Kinds) -> _Weighed:
        notation = reread(self.spread, self.changes(kinds)).notation
        weight, held = 1.0, Counter[Tile]()
        for slot, kind in zip(self.slots, kinds, strict=True):
            if kind is None:
                return _Weighed(kinds, notation, 0.0, None)
            weight *= math.exp(-slot.costs.get(kind, math.inf))
            held[kind] += slot.size
        weight *= math.prod(self._room(kind, count) for kind, count in held.items())
        worth = self.worth(notation) if self.whole and weight else None
        weight *= 1.0 if worth is None else WIN
        return _Weighed(kinds, notation, weight, worth)

    def _room(self, kind: Tile, held: int) -> float:
        """The chance that so many tiles of a kind are in the hand, seen the loose ones."""
        doubts = self.doubts.get(kind, [])
        surplus = max(0, held + len(doubts) - ALIKE)
        return math.prod(doubts[:surplus]) if held <= ALIKE else 0.0


def _search(hand: _Hand, seen: float) -> Iterator[_Weighed]:
    """Look at readings, the likeliest by the eyes first, until none that counts can come."""
    gain = WIN if hand.whole else 1.0
    most, winning = seen, 0
    for cost, options in islice(_cheapest(hand.options), TRIED):
        if winning == ENOUGH or math.exp(-cost) * gain < FAINT * most:
            return
        one = hand.weigh(hand.chosen(options))
        if one.weight:
            most, winning = max(most, one.weight), winning + (one.worth is not None)
            yield one


def _cheapest(
    options: list[_Option],
) -> Iterator[tuple[float, tuple[_Option, ...]]]:
    """Give the choices of at most MOST options, one for a slot, the least cost first."""
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    while heap:
        cost, places = heappop(heap)
        chosen = tuple(options[place] for place in places)
        apart = len({option.slot for option in chosen}) == len(chosen)
        if apart:
            yield cost, chosen
        after = places[-1] + 1 if places else 0
        if after < len(options):
            more = cost + options[after].cost
            if apart and len(places) < MOST:
                heappush(heap, (more, (*places, after)))
            if places:
                heappush(heap, (more - chosen[-1].cost, (*places[:-1], after)))
