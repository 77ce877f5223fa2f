"""How the tiles in hand fall into sets and a pair, wilds filling the gaps.

The natural tiles of a suit are one whole number, three bits a kind, so that the fewest
sets which hold them are remembered per suit and not per hand. A hand has a shape when
its suits need no more sets than it has: the wilds then fit by counting alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Claim:
    """What a reading is to show: the part of it that makes fan."""

    five: bool = False
    """The drawn tile is the 五万 of a 四五六万."""
    standing: int = 0
    """How many standing wilds wait beside the drawn tile: 1 混吊, 2 双混吊."""
    dragon: str = ""
    """The suit of the dragon, or none."""
    inside: int | None = None
    """The first tile (its index) of the dragon's run that the drawn tile completes."""
    real: bool = False
    """Every wild in hand is used as its own face, in the dragon (素本龙)."""


NOTHING = Claim()
"""Any shape will do."""

Group = tuple[tuple[int, ...], str, bool]
"""Faces as indices; a mark for each (n natural, w wild, d drawn); part of the dragon."""


class Tray:
    """The tiles in hand while a claim is laid out: naturals by suit, wilds, sets to make."""

    def __init__(
        self, naturals: Sequence[int], wilds: int, sets: int, spare: int
    ) -> None:
        """Take the tiles in hand.

        Args:
            naturals: The natural tiles: 34 counts, or four packed numbers.
            wilds: How many wilds.
            sets: How many sets to make beside the pair.
            spare: The tile (its index) that a set of wilds alone stands for.
        """
        self.naturals = list(naturals) if len(naturals) == 4 else _pack(naturals)
        self.wilds = wilds
        self.sets = sets
        self.spare = spare
        self.pair = True
        self.groups: list[Group] = []

    def copy(self) -> "Tray":
        """Give a tray with the same tiles and nothing laid out."""
        return Tray(self.naturals, self.wilds, self.sets, self.spare)

    def take(self, tile: int) -> str:
        """Take this tile, or a wild in its place; give the mark."""
        suit, shift = divmod(tile, 9)
        if self.naturals[suit] >> 3 * shift & 7:
            self.naturals[suit] -= 1 << 3 * shift
            return "n"
        self.wilds -= 1
        return "w"

    def fits(self) -> bool:
        """Tell whether what is left fills the sets (and the pair) still to make."""
        if self.wilds < 0 or self.sets < 0:
            return False
        needs = [_fewest(counts, suit < 3) for suit, counts in enumerate(self.naturals)]
        over = sum(needs) - self.sets
        if over <= 0 or not self.pair:
            return over <= 0
        return any(
            need - _fewest_beside_pair(self.naturals[suit], suit < 3)[0] >= over
            for suit, need in enumerate(needs)
            if need
        )

    def fill(self) -> list[Group]:
        """Lay out what is left, which must fit."""
        groups: list[Group] = []
        if self.pair:
            groups.append(self._lay_pair())
        for suit in range(4):
            while self.naturals[suit]:
                faces = _best_set(self.naturals[suit], suit < 3)
                faces = tuple(suit * 9 + face for face in faces)
                groups.insert(0, (faces, "".join(map(self.take, faces)), False))
        spare = self.sets - len(groups) + self.pair
        return [((self.spare,) * 3, "www", False)] * spare + groups

    def _lay_pair(self) -> Group:
        best, gain = None, -1
        for suit, counts in enumerate(self.naturals):
            if counts:
                fewest, kind = _fewest_beside_pair(counts, suit < 3)
                if _fewest(counts, suit < 3) - fewest > gain:
                    best, gain = suit * 9 + kind, _fewest(counts, suit < 3) - fewest
        face = self.spare if best is None else best
        return (face, face), self.take(face) + self.take(face), False


def lay(tray: Tray, drawn: int | None, claim: Claim) -> Tray | None:
    """Lay out what `claim` needs; None when the tiles cannot show it.

    Args:
        tray: The tiles in hand without the drawn one.
        drawn: The drawn tile, or None for a wild.
        claim: What the reading is to show.
    """
    if (
        tray.wilds < claim.standing
        or (claim.five and drawn not in (4, None))
        or (claim.dragon and tray.sets < 3)
    ):
        return None
    tray = tray.copy()
    first = "mps".index(claim.dragon) * 9 if claim.dragon else 0
    starts = [first, first + 3, first + 6] if claim.dragon else []
    if claim.inside is not None:
        starts.remove(claim.inside)
    if claim.five or claim.standing:
        group = _drawn_group(tray, drawn, claim)
        if group is None:
            return None
        tray.groups.append(group)
    elif drawn is None:
        tray.wilds += 1
    else:
        tray.naturals[drawn // 9] += 1 << drawn % 9 * 3
    for start in starts:
        faces = (start, start + 1, start + 2)
        tray.groups.append((faces, "".join(map(tray.take, faces)), True))
    tray.sets -= len(starts)
    return tray if tray.fits() else None


def _drawn_group(tray: Tray, drawn: int | None, claim: Claim) -> Group | None:
    """Take the tiles beside the drawn one: its set, or the pair of a 混吊."""
    if claim.standing == 1:
        tray.pair = False
        tray.wilds -= 1
        return ((tray.spare if drawn is None else drawn,) * 2), "wd", False
    tray.sets -= 1
    dragon = claim.inside is not None
    if claim.five:
        if claim.standing:
            tray.wilds -= 2
            return (3, 4, 5), "wdw", dragon
        return (3, 4, 5), tray.take(3) + "d" + tray.take(5), dragon
    tray.wilds -= 2
    if claim.inside is None:
        return ((tray.spare if drawn is None else drawn,) * 3), "wwd", False
    place = 0 if drawn is None else drawn - claim.inside
    if not 0 <= place <= 2:
        return None
    faces = (claim.inside, claim.inside + 1, claim.inside + 2)
    return faces, "".join("d" if at == place else "w" for at in range(3)), True


def _pack(counts: Sequence[int]) -> list[int]:
    return [
        sum(count << 3 * place for place, count in enumerate(counts[first : first + 9]))
        for first in (0, 9, 18, 27)
    ]


def _sets_of_lowest(counts: int, runs: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Give the sets that can hold the lowest tile, and the tiles that they leave."""
    low = ((counts & -counts).bit_length() - 1) // 3
    number = counts >> 3 * low & 7
    if runs:
        start = min(low, 6)
        faces = (start, start + 1, start + 2)
        yield (
            faces,
            counts - sum(1 << 3 * face for face in faces if counts >> 3 * face & 7),
        )
    if number > 1 or not runs:
        yield (low, low, low), counts - (min(number, 3) << 3 * low)


@lru_cache(maxsize=1 << 16)
def _fewest(counts: int, runs: bool) -> int:
    """Give the fewest sets that hold these tiles of one suit, wilds filling the rest.

    A set that holds more of them never needs more sets for the others, so each is
    filled with as many as it can hold.
    """
    if not counts:
        return 0
    return 1 + min(_fewest(rest, runs) for _, rest in _sets_of_lowest(counts, runs))


@lru_cache(maxsize=1 << 16)
def _fewest_beside_pair(counts: int, runs: bool) -> tuple[int, int]:
    """Give the fewest sets beside the best pair of a suit with tiles, and the pair's kind."""
    options = []
    for kind in range(9):
        number = counts >> 3 * kind & 7
        if number:
            rest = counts - (min(number, 2) << 3 * kind)
            options.append((_fewest(rest, runs), -number, kind))
    fewest, _, kind = min(options)
    return fewest, kind


def _best_set(counts: int, runs: bool) -> tuple[int, ...]:
    """Give a set for the lowest tile that leaves the fewest sets to make."""
    options = _sets_of_lowest(counts, runs)
    return min(options, key=lambda option: _fewest(option[1], runs))[0]
