"""How the tiles in hand fall into sets and a pair, wilds filling the gaps.

The natural tiles of a suit are one whole number, three bits a kind, so that the fewest
sets which hold them are remembered per suit and not per hand. A hand has a shape when
its suits need no more sets than it has: the wilds then fit by counting alone.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class Claim(NamedTuple):
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

BITS = tuple((tile // 9, 1 << tile % 9 * 3) for tile in range(34))
"""For each tile (its index) its suit and one of it in the suit's number."""
_LOWEST_BITS = sum(1 << 3 * place for place in range(9))
_STARTS = {"": (), "m": (0, 3, 6), "p": (9, 12, 15), "s": (18, 21, 24)}

Group = tuple[tuple[int, ...], str, bool]
"""Faces as indices; a mark for each (n natural, w wild, d drawn); part of the dragon."""


def pack(tiles: Iterable[int]) -> list[int]:
    """Count tiles (their indices) by suit: four numbers, three bits a kind."""
    counts = [0, 0, 0, 0]
    for tile in tiles:
        suit, bit = BITS[tile]
        counts[suit] += bit
    return counts


def kind_of(faces: tuple[int, ...]) -> str:
    """Name what these faces are: run, triplet or pair."""
    if len(faces) == 2:
        return "pair"
    return "run" if faces[0] != faces[1] else "triplet"


class Tray:
    """The tiles in hand while a claim is laid out: naturals by suit, wilds, sets to make."""

    __slots__ = ("groups", "naturals", "pair", "sets", "spare", "wilds")

    def __init__(self, naturals: list[int], wilds: int, sets: int, spare: int) -> None:
        """Take the tiles in hand.

        Args:
            naturals: The natural tiles, as `pack` counts them; taken over, not copied.
            wilds: How many wilds.
            sets: How many sets to make beside the pair.
            spare: The tile (its index) that a set of wilds alone stands for.
        """
        self.naturals = naturals
        self.wilds = wilds
        self.sets = sets
        self.spare = spare
        self.pair = True
        self.groups: list[Group] = []

    def copy(self) -> "Tray":
        """Give a tray with the same tiles and nothing laid out."""
        return Tray(self.naturals.copy(), self.wilds, self.sets, self.spare)

    def take(self, tile: int) -> str:
        """Take this tile, or a wild in its place; give the mark."""
        suit, bit = BITS[tile]
        if self.naturals[suit] & 7 * bit:
            self.naturals[suit] -= bit
            return "n"
        self.wilds -= 1
        return "w"

    def dragons(self) -> list[str]:
        """Name the suits whose dragon has no more gaps than there are wilds; and none."""
        suits = [""]
        for suit, counts in zip("mps", self.naturals, strict=False):
            kinds = (counts | counts >> 1 | counts >> 2) & _LOWEST_BITS
            if 9 - kinds.bit_count() <= self.wilds and self.sets > 2:
                suits.append(suit)
        return suits

    def fits(self) -> bool:
        """Tell whether what is left fills the sets (and the pair) still to make."""
        if self.wilds < 0 or self.sets < 0:
            return False
        m, p, s, honours = self.naturals
        over = -self.sets
        over += _fewest(m, True) + _fewest(p, True) + _fewest(s, True)
        over += _fewest(honours, False)
        if over <= 0 or not self.pair:
            return over <= 0
        return over == 1 and (
            _best_pair(m, True)[0]
            or _best_pair(p, True)[0]
            or _best_pair(s, True)[0]
            or _best_pair(honours, False)[0]
        )

    def fill(self) -> list[Group]:
        """Lay out what is left, which must fit."""
        naturals = self.naturals.copy()
        groups = []
        if self.pair:
            groups.append(self._pair())
            for face, mark in zip(*groups[0][:2], strict=True):
                suit, bit = BITS[face]
                naturals[suit] -= bit if mark == "n" else 0
        for suit, counts in enumerate(naturals):
            groups += _layout(counts, suit)
        spare = self.sets - len(groups) + self.pair
        return [((self.spare,) * 3, "www", False)] * spare + groups

    def _pair(self) -> Group:
        """Choose the pair from a suit where it saves a set, if there is one."""
        face = self.spare
        for suit, counts in enumerate(self.naturals):
            if counts:
                saves, kind = _best_pair(counts, suit < 3)
                face = suit * 9 + kind
                if saves:
                    break
        suit, bit = BITS[face]
        number = min(self.naturals[suit] // bit & 7, 2)
        return (face, face), ("ww", "nw", "nn")[number], False


def lay(tray: Tray, drawn: int | None, claim: Claim) -> Tray | None:
    """Lay out what `claim` needs; None when the tiles cannot show it.

    Args:
        tray: The tiles in hand without the drawn one.
        drawn: The drawn tile, or None for a wild.
        claim: What the reading is to show.
    """
    if tray.wilds < claim.standing or (claim.five and drawn not in (4, None)):
        return None
    tray = tray.copy()
    starts = list(_STARTS[claim.dragon])
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
        suit, bit = BITS[drawn]
        tray.naturals[suit] += bit
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


def triplet_rest(counts: int) -> int:
    """Give the tiles left when a triplet has taken the lowest kind."""
    shift = ((counts & -counts).bit_length() - 1) // 3 * 3
    return counts - (min(counts >> shift & 7, 3) << shift)


def run_rest(counts: int) -> int:
    """Give the tiles left when a run has taken the lowest."""
    shift = min(((counts & -counts).bit_length() - 1) // 3 * 3, 18)
    for bit in (1 << shift, 8 << shift, 64 << shift):
        if counts & 7 * bit:
            counts -= bit
    return counts


@lru_cache(maxsize=1 << 16)
def _fewest(counts: int, runs: bool) -> int:
    """Give the fewest sets that hold these tiles of one suit, wilds filling the rest.

    A set that holds more of them never needs more sets for the others, so each is
    filled with as many as it can hold.
    """
    if not counts:
        return 0
    fewest = _fewest(triplet_rest(counts), runs)
    return 1 + (min(fewest, _fewest(run_rest(counts), True)) if runs else fewest)


@lru_cache(maxsize=1 << 16)
def _best_pair(counts: int, runs: bool) -> tuple[bool, int]:
    """Give the kind of the best pair of a suit, and whether it saves a set.

    The tiles of a pair fill one set at most, so it never saves two.
    """
    need = _fewest(counts, runs)
    numbers = [counts >> shift & 7 for shift in range(0, 27, 3)]
    kinds = sorted(range(9), key=lambda kind: (-min(numbers[kind], 2), kind))
    if 3 * (need - 1) >= sum(numbers) - 2:  # what is left might fit a set fewer
        for kind in kinds:
            rest = counts - (min(numbers[kind], 2) << 3 * kind)
            if numbers[kind] and _fewest(rest, runs) < need:
                return True, kind
    return False, kinds[0]


@lru_cache(maxsize=1 << 16)
def _layout(counts: int, suit: int) -> tuple[Group, ...]:
    """Lay the tiles of one suit into the fewest sets."""
    if not counts:
        return ()
    low = ((counts & -counts).bit_length() - 1) // 3
    faces, rest = (low, low, low), triplet_rest(counts)
    if suit < 3:
        run = run_rest(counts)
        if _fewest(run, True) <= _fewest(rest, True):
            start = min(low, 6)
            faces, rest = (start, start + 1, start + 2), run
    taken = counts - rest
    marks = ""
    for face in faces:
        natural = taken & 7 << 3 * face
        taken -= 1 << 3 * face if natural else 0
        marks += "n" if natural else "w"
    tiles = tuple(suit * 9 + face for face in faces)
    return (tiles, marks, False), *_layout(rest, suit)
