"""Every way to take the pieces of a table as a hand, and what speaks against each.

Counts weigh most: concealed tiles, the drawn one and three for each meld make fourteen.
Distances are in steps of bare table, a tile long, wherever the camera stood.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np

from vision.frames import ALIKE
from vision.pieces import Pieces

FULL = 14
"""Tiles of a winning hand, a kong counted as three."""
MELDS = 4
LONGEST = 18
"""Tiles of the longest row that is still looked at as a hand."""
UNLIKE = 0.33
"""The least quotient of the sizes of the hand's tiles and others that belong to it: a row
that stands is seen larger than what lies before or behind it."""
BELOW = 1.0
"""Steps of bare table between two rows of one hand."""

# What speaks against a reading. Made on generated tables and on photographs of the
# training groups.
MISSING, NOT_DRAWN, IN_ROW = 1.3, 2.1, 0.7
"""Each tile short of fourteen; no drawn tile at all; a drawn tile still in the row."""
PIECED, PIECE, TWO_ROWS = 1.0, 0.2, 0.8
"""A hand in pieces, each further piece, a hand in two rows."""
ONLY_MELDS, HIDDEN, FLOWER_END = 2.2, 0.7, 1.3
"""A hand that looks like a meld; a tile face down in the hand; a flower at an end of it."""
FOUR = 0.5
"""Four alike in a hand, mostly a kong."""
SMALL, ABOUT = 1.4, 0.25
"""A hand of tiles half as large as others; what is about as large."""
CUT, CUT_MELD, CUT_OTHER = 1.5, 0.3, 0.1
"""A hand cut off from what it touches: tiles, a meld, a flower."""
MELD_FAR, MELD_LEFT, NO_ROOM, MELD_REACH = 0.08, 1.5, 0.3, 10.0
"""A step to a meld; a meld left alone near the hand, and where the hand has no room for
it; the steps over which it is near."""
MELD_IN_LINE = 0.5
"""A triplet in the line of a hand that is laid in pieces."""
DRAWN_FAR, DRAWN_OFF = 0.15, 0.3
"""A step to the drawn tile in line; more when off the line."""
CROWDED, STRANGE = 1.3, 0.5
"""A single tile with other tiles close by; with what is no kind of the set."""
UNLIKELY = 4.0
"""Steps by which a single tile that may be no find is looked at later."""
LEFT = 0.6
"""Of two single tiles the right one was drawn."""
FAINT = 0.95
"""A single tile, a meld, or an end of the hand, that may be no find."""
NO_INDICATOR, NO_OTHER = 0.65, 0.65
"""No indicator; more beside a drawn tile laid apart: such a table mostly shows it, too."""
INDICATOR, INDICATOR_FAR, BEYOND_END = 0.1, 0.04, 0.3
"""An indicator outside a wall; a step to it; one in the line of the hand."""
RIVAL_NEAR, CLEAR = 1.15, 1.6
"""Another single tile as near as the indicator, which counts the less the farther it lies
and nothing from so many times as far."""
NEAR, TOO_FAR, TOO_SMALL = 5.0, 0.25, 1.0
"""The steps within which an indicator mostly lies, a step beyond them; an indicator half
as large as ``LARGE`` of the hand's tiles: of generated ones 90 in 100 lie within 4.7
steps and 98 within 6.2, and 95 are larger than 0.67."""
LARGE = 0.6


@dataclass(frozen=True)
class Taken:
    """One way to take the pieces, as their indices, and what speaks against it."""

    hand: tuple[int, ...]
    weight: float
    melds: tuple[int, ...] = ()
    drawn: int | None = None
    indicator: int | None = None


def ways(pieces: Pieces) -> Iterator[Taken]:
    """Give every way to take the pieces; none where nothing looks like a hand."""
    singles = [
        i
        for i, one in enumerate(pieces.all)
        if len(one) == 1 and one.faces and one.single
    ]
    if all(len(piece) == 1 for piece in pieces.all):  # tiles strewn about, or a heap
        if len(singles) <= FULL:
            yield Taken(tuple(singles), MISSING * (FULL - len(singles)))
        return
    for hand in _hands(pieces):
        for way in _with_melds(pieces, hand):
            yield from _with_singles(pieces, way, singles)


def _count(pieces: Pieces, some: Sequence[int]) -> int:
    return sum(len(pieces.all[i]) for i in some)


def _hands(pieces: Pieces) -> Iterator[Taken]:
    """Every stretch of a line, and two lines one below the other."""
    melds = sum(piece.meld for piece in pieces.all)
    whole: list[tuple[int, ...]] = []
    for line in pieces.lines:
        for start, first in enumerate(line):
            for end in range(start + 1, len(line) + 1):
                some = tuple(line[start:end])
                ends = pieces.all[first], pieces.all[some[-1]]
                count = _count(pieces, some)
                if count > LONGEST and len(some) > 1:
                    break
                if any(one.wall for one in ends):
                    continue
                if count > 1 or melds >= MELDS - 1:
                    yield Taken(some, _of_hand(pieces, some))
        whole.append(tuple(line))
    for one, other in combinations(whole, 2):
        both = _trimmed(pieces, one), _trimmed(pieces, other)
        few = min(_count(pieces, some) for some in both)
        if few > 2 and _count(pieces, sum(both, ())) <= FULL:
            gap = pieces.gaps[np.ix_(*both)].min()
            if gap < BELOW:
                weight = sum(_of_hand(pieces, some) for some in both) / 2
                yield Taken(sum(pieces.read(both), ()), TWO_ROWS + weight)


def _trimmed(pieces: Pieces, some: tuple[int, ...]) -> tuple[int, ...]:
    """Leave flowers at the ends out."""
    faces = [k for k, i in enumerate(some) if pieces.all[i].faces]
    return some[faces[0] : faces[-1] + 1] if faces else ()


def _of_hand(pieces: Pieces, some: Sequence[int]) -> float:
    """What speaks against some pieces of a line as the hand."""
    taken = [pieces.all[i] for i in some]
    gaps = sum(a.row != b.row for a, b in pairwise(taken))
    size = float(np.median(pieces.sizes[list(some)]))
    small = float(np.log2(pieces.largest / size)) - ABOUT
    return (
        PIECED * (gaps > 0)
        + PIECE * gaps
        + HIDDEN * sum(pieces.backs(one.tiles) for one in taken)
        + FLOWER_END * sum(pieces.is_flower(taken[k]) for k in (0, -1))
        + FAINT * sum(pieces.doubts[i] for i in some if pieces.all[i].faces)
        + ONLY_MELDS * all(piece.meld for piece in taken)
        + FOUR * sum(piece.meld and piece.faces == ALIKE for piece in taken)
        + SMALL * max(0.0, small)
    )


def _with_melds(pieces: Pieces, way: Taken) -> Iterator[Taken]:
    """A hand with none, one and more of the melds that lie nearest.

    A face among backs alone is a kong, or the tile turned up in a wall.
    """
    size = np.median(pieces.sizes[list(way.hand)])
    melds = [
        i
        for i, piece in enumerate(pieces.all)
        if piece.meld
        and i not in way.hand
        and UNLIKE < pieces.sizes[i] / size < 1 / UNLIKE
    ]
    turned = [i for i, piece in enumerate(pieces.all) if piece.wall]
    walls = [i for i in melds if pieces.shares(i, turned)]
    left_out = {(), *((i,) for i in walls), tuple(walls)}
    every: dict[tuple[int, ...], Taken] = {}
    for out in sorted(left_out):
        some = [i for i in melds if i not in out]
        for one in _nearest_first(pieces, way, some):
            known = every.setdefault(one.melds, one)
            every[one.melds] = min(known, one, key=lambda way: way.weight)
    yield from every.values()


def _nearest_first(pieces: Pieces, way: Taken, melds: Sequence[int]) -> Iterator[Taken]:
    left = list(melds)
    room = (FULL + 1 - _count(pieces, way.hand)) // 3
    in_pieces = len({pieces.all[i].row for i in way.hand}) > 1
    line = next(line for line in pieces.lines if way.hand[0] in line)
    chosen: list[int] = []
    weight = way.weight
    while True:
        near = [
            pieces.gaps[i, list(way.hand)].min() / MELD_REACH + pieces.doubts[i]
            for i in left
            if len(pieces.all[i]) == 4 or not pieces.is_kong(i)
        ]
        full = len(chosen) >= room
        alone = sum(max(0.0, 1 - part) for part in near)
        alone *= NO_ROOM if full else MELD_LEFT
        cut = _cut(pieces, way.hand, chosen)
        yield replace(way, melds=tuple(chosen), weight=weight + alone + cut)
        if not left or full or len(chosen) == MELDS:
            return
        reach = [*way.hand, *chosen]
        gaps = {i: float(pieces.gaps[i, reach].min()) for i in left}
        best = min(left, key=lambda i: gaps[i])
        weight += MELD_FAR * gaps[best] + FAINT * pieces.doubts[best]
        weight += MELD_IN_LINE * (in_pieces and best in line)
        chosen.append(best)
        left.remove(best)


def _cut(pieces: Pieces, hand: Sequence[int], melds: Sequence[int]) -> float:
    """What speaks against cutting rows where hand and melds end."""
    weight = 0.0
    rows = {pieces.all[i].row for i in hand}
    kinds = dict.fromkeys(hand, "hand") | dict.fromkeys(melds, "meld")
    for i, j in pairwise(range(len(pieces.all))):  # pieces of a row follow each other
        a, b = pieces.all[i], pieces.all[j]
        if a.row == b.row and (i in kinds or j in kinds):
            if i in kinds and j in kinds:
                weight += CUT_MELD * ("meld" in (kinds[i], kinds[j]) and a.row in rows)
            else:
                other = j if i in kinds else i
                faces = pieces.all[other].faces
                weight += CUT * (1 - pieces.doubts[other]) if faces else CUT_OTHER
    return weight


def _with_singles(
    pieces: Pieces, way: Taken, singles: Sequence[int]
) -> Iterator[Taken]:
    """A hand and its melds with each drawn tile and indicator that there may be."""
    used = (*way.hand, *way.melds)
    size = np.median(pieces.sizes[list(way.hand)])
    free = [
        i
        for i in singles
        if not pieces.shares(i, used) and UNLIKE < pieces.sizes[i] / size < 1 / UNLIKE
    ]
    away = {i: float(pieces.gaps[i, list(way.hand)].min()) for i in free}
    likely = {i: away[i] + UNLIKELY * pieces.doubts[i] for i in free}
    company = {
        i: (CROWDED if piece.faces else STRANGE) * (1 - pieces.doubts[i])
        for i, piece in enumerate(pieces.all)
        if i not in used and (piece.faces or pieces.is_flower(piece))
    }

    def crowded(single: int, other: int | None) -> float:
        near = (i for i in company if pieces.gaps[single, i] < 1)
        return max((company[i] for i in near if i not in (single, other)), default=0.0)

    def remote(single: int) -> float:
        small = np.log2(LARGE * size / pieces.sizes[single])
        far = float(pieces.gaps[single, list(used)].min()) - NEAR
        return float(TOO_FAR * max(0.0, far) + TOO_SMALL * max(0.0, small))

    def rivals(single: int, other: int) -> float:
        clear = (away[other] + 0.3) / (away[single] + 0.3)
        near = min(max((CLEAR - clear) / (CLEAR - 1), 0.0), 1.0)
        alone = 1 - crowded(other, single) / CROWDED
        return near * alone * (1 - pieces.doubts[other])

    count = _count(pieces, way.hand) + 3 * len(way.melds)
    line = next(line for line in pieces.lines if way.hand[0] in line)
    walls = [i for i in free if pieces.all[i].wall]
    for drawn in [None, *heapq.nsmallest(4, free, key=likely.__getitem__)]:
        if drawn is None:
            weight = IN_ROW if count == FULL else NOT_DRAWN + MISSING * abs(13 - count)
        else:
            weight = MISSING * abs(FULL - 1 - count) + DRAWN_FAR * away[drawn]
            weight += FAINT * pieces.doubts[drawn]
            if _count(pieces, way.hand) == 1:
                weight += LEFT * pieces.left_of(drawn, way.hand[0], way.melds)
            if pieces.all[drawn].wall:
                weight += CROWDED
            touching = (i for i in (drawn - 1, drawn + 1) if i in way.melds)
            rows = [pieces.all[i].row for i in touching]
            cuts = rows.count(pieces.all[drawn].row) * (1 - pieces.doubts[drawn])
            weight -= (CUT - CUT_MELD) * cuts
        aside = drawn is not None and not (
            pieces.in_line(drawn, way.hand)
            or (_count(pieces, way.hand) == 1 and drawn in line)
        )
        rest = [i for i in free if i != drawn]
        near = heapq.nsmallest(4, rest, key=likely.__getitem__)
        for indicator in dict.fromkeys(
            [None, *near, *(i for i in walls if i != drawn)]
        ):
            against = weight
            if drawn is not None and aside:
                against += DRAWN_OFF + DRAWN_FAR * away[drawn]
                against += crowded(drawn, indicator)
            if indicator is None:
                against += NO_INDICATOR + NO_OTHER * (drawn is not None and bool(near))
            else:
                against += FAINT * pieces.doubts[indicator] + remote(indicator)
                if indicator not in walls:
                    against += INDICATOR + INDICATOR_FAR * away[indicator]
                    against += BEYOND_END * pieces.in_line(indicator, way.hand)
                    against += crowded(indicator, drawn)
                    others = (rivals(indicator, i) for i in rest if i != indicator)
                    against += RIVAL_NEAR * max(others, default=0.0)
            yield replace(
                way, drawn=drawn, indicator=indicator, weight=way.weight + against
            )
