"""Which tiles are the hand, which was drawn, what is a meld, where the 混 lies.

Geometry comes from ``rows``; kinds are used for one thing only: the three of a pung
and the four of a kong are alike (there is no chow), and of a concealed kong some lie
face down. Counts decide the rest: concealed tiles, the drawn one and three for each
meld make fourteen.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from scorer.tiles import Tile
from vision.classify import Sighting
from vision.rows import Layout, Run, runs
from vision.spread import Group, Spread, commonest

FULL = 14
"""Tiles of a winning hand, a kong counted as three."""
MELDS = 4
SURE = 0.4
"""A tile less sure than this (found × named) is no face to build on."""
RIVAL = 0.05
"""The least probability of a kind that a tile's picture may still show."""
LIKENESS = 0.55
"""The least quotient of the sizes of a tile and the hand's."""
BESIDE, BELOW, APART, MELD_REACH = 2.0, 1.0, 2.5, 8.0
"""Steps of bare table: to a piece of the hand in its line, to its second row, to a
drawn tile off its line, and to a meld."""

Rows = list[Run]


def arrange(sightings: Sequence[Sighting]) -> Spread:
    """Put each tile seen into one group."""
    if not sightings:
        return Spread()
    table = _Table(tuple(sightings), Layout.of(sightings))
    rest = runs(table.layout)
    hand, rest = _hand(table, rest)
    melds, rest = _melds(table, hand, rest)
    hand, rest = _filled(table, hand, FULL - 3 * len(melds), rest)
    missing = FULL - 3 * len(melds) - sum(map(len, hand))
    drawn = _drawn(table, hand, rest) if missing > 0 else []
    rest = [row for row in rest if row not in drawn]
    indicator = _indicator(table, hand, rest)
    groups = [
        Group("hand", _tiles(_in_reading_order(table, hand))),
        Group("drawn", _tiles(drawn)),
        *(Group("meld" if len(row) == 3 else "kong", row) for row in melds),
        Group("indicator", _tiles(indicator)),
    ]
    placed = {i for group in groups for i in group.members}
    loose = tuple(i for row in rest for i in row if i not in placed)
    groups.append(Group("loose", loose))
    return Spread(table.sightings, tuple(group for group in groups if group.members))


def _tiles(rows: Iterable[Run]) -> Run:
    return tuple(i for row in rows for i in row)


@dataclass(frozen=True)
class _Table:
    """What a row is, and where it lies from others."""

    sightings: tuple[Sighting, ...]
    layout: Layout

    def faces(self, row: Run) -> int:
        """How many tiles of a row show a kind, surely enough."""
        seen = [self.sightings[i] for i in row]
        return sum(
            isinstance(one.label, Tile) and one.found * one.confidence > SURE
            for one in seen
        )

    def backs(self, row: Run) -> int:
        return sum(self.sightings[i].label == "back" for i in row)

    def is_wall(self, row: Run) -> bool:
        return 2 * self.backs(row) > len(row) and not self.is_meld(row)

    def is_meld(self, row: Run) -> bool:
        """Three alike, or four alike of which some may lie face down."""
        kind = commonest(self.sightings[i].label for i in row)
        down = self.backs(row) if len(row) == 4 else 0
        surely = sum(self.sightings[i].label == kind for i in row)
        alike = sum(self._may_be(i, kind) for i in row)
        least = 1 if down else len(row) - 1
        return len(row) in (3, 4) and alike + down == len(row) and surely >= least

    def _may_be(self, tile: int, kind: Tile | None) -> bool:
        seen = self.sightings[tile]
        rivals = [text for text, odds in seen.rivals if odds >= RIVAL]
        return seen.label == kind or str(kind) in rivals

    def size(self, rows: Iterable[Run]) -> float:
        return float(np.median(self.layout.sizes[list(_tiles(rows))]))

    def distance(self, row: Run, rows: Rows) -> float:
        """Steps of bare table from a row to the nearest of some rows."""
        return self.layout.distance(row, _tiles(rows))

    def in_line(self, row: Run, rows: Rows) -> bool:
        """Whether a row goes on where one of some rows ends."""
        return any(
            all(self.layout.in_line(other, tile) for tile in row)
            for other in rows
            if len(other) > 1
        )

    def alike(self, row: Run, rows: Rows) -> bool:
        """Whether a row's tiles are about as large as those of some rows."""
        return LIKENESS < self.size([row]) / self.size(rows) < 1 / LIKENESS

    def continues(self, row: Run, rows: Rows) -> bool:
        """Whether a row is a further piece of a row laid in pieces."""
        near = self.in_line(row, rows) and self.distance(row, rows) < BESIDE
        return near and self.alike(row, rows)

    def line(self, row: Run, rows: Rows) -> Rows:
        """A row and all rows that continue it, at either end."""
        line = [row]
        others = [other for other in rows if other != row]
        while more := [other for other in others if self.continues(other, line)]:
            line += more
            others = [other for other in others if other not in more]
        return line

    def nearest(self, rows: Iterable[Run], to: Rows) -> Rows:
        """Rows of tiles as large as some others', the nearest first."""
        rows = [row for row in rows if self.alike(row, to)]
        return sorted(rows, key=lambda row: self.distance(row, to))


def _hand(table: _Table, rows: Rows) -> tuple[Rows, Rows]:
    """Choose the first piece of the hand: of the line with the most and largest tiles.

    Returns:
        The hand so far and the other rows; both may be empty.
    """
    faces = [row for row in rows if table.faces(row) and not table.is_wall(row)]
    melds = [row for row in faces if table.is_meld(row)]
    long = [row for row in faces if len(row) > 1]
    if len(long) == len(melds) == MELDS:  # one tile is left in the hand
        single = table.nearest([row for row in faces if row not in long], melds)
        return single[:1], [row for row in rows if row not in single[:1]]
    if not long and len(faces) <= FULL:  # tiles strewn about
        return faces, [row for row in rows if row not in faces]
    if not long:
        return [], rows

    def worth(row: Run) -> tuple[float, bool, int]:
        line = table.line(row, faces)
        count = min(len(_tiles(line)), FULL)
        return count * table.size(line), row not in melds, len(row)

    best = max(long, key=worth)
    piece, ends = _parted(table, best)
    return [piece], [row for row in rows if row != best] + ends


def _parted(table: _Table, row: Run) -> tuple[Run, Rows]:
    """Cut off the ends of a row too long for a hand: kongs, and what is no tile."""
    ends: Rows = []
    while len(row) > FULL:
        if table.is_meld(row[-4:]):
            row, end = row[:-4], row[-4:]
        elif table.is_meld(row[:4]):
            row, end = row[4:], row[:4]
        elif not table.faces(row[-1:]):
            row, end = row[:-1], row[-1:]
        elif not table.faces(row[:1]):
            row, end = row[1:], row[:1]
        else:
            break
        ends.append(end)
    return row, ends


def _blocks(table: _Table, row: Run) -> Rows:
    """Part a row of melds that touch: wherever three or four alike lie together."""
    blocks: Rows = []
    for _, same in groupby(row, key=lambda tile: table.sightings[tile].label):
        block = tuple(same)
        if table.is_meld(block) or not blocks or table.is_meld(blocks[-1]):
            blocks.append(block)
        else:
            blocks[-1] += block
    return blocks


def _melds(table: _Table, hand: Rows, rows: Rows) -> tuple[Rows, Rows]:
    """Choose the nearest melds for which the hand leaves room.

    A triplet in the line of a hand that is laid in pieces is one more piece of it.
    """
    if not hand:
        return [], rows
    line = table.line(hand[0], rows)
    in_pieces = any(len(row) > 1 and not table.is_meld(row) for row in line[1:])
    melds: Rows = []
    if FULL - len(_tiles(hand)) >= 3:
        near = [row for row in rows if table.distance(row, hand) < MELD_REACH]
        for row in near:
            if row not in line and len(row) < 4 * MELDS:
                rows = [other for other in rows if other != row] + _blocks(table, row)
    for row in table.nearest(filter(table.is_meld, rows), hand):
        concealed = in_pieces and len(row) == 3 and row in line
        room = len(_tiles(hand)) + 3 * len(melds) + 3 <= FULL
        if room and not concealed and table.distance(row, hand) < MELD_REACH:
            melds.append(row)
    return melds, [row for row in rows if row not in melds]


def _filled(table: _Table, hand: Rows, full: int, rows: Rows) -> tuple[Rows, Rows]:
    """Add pieces in the hand's line, and a second row, while there is room.

    The only single tile in the line is left apart: that one was drawn.
    """
    while piece := _further_piece(table, hand, full, rows):
        hand = [*hand, piece]
        rows = [row for row in rows if row != piece]
    return hand, rows


def _further_piece(table: _Table, hand: Rows, full: int, rows: Rows) -> Run:
    faces = [row for row in rows if table.faces(row) and not table.is_wall(row)]
    faces = table.nearest(faces, hand) if hand else []
    singles = [row for row in faces if len(row) == 1 and table.in_line(row, hand)]
    for row in faces:
        count = len(_tiles(hand)) + len(row)
        alone = len(row) == 1 and (len(singles) < 2 or count == full)
        second = len(row) > 2 and table.distance(row, hand) < BELOW
        if count <= full and not alone and (second or table.continues(row, hand)):
            return row
    return ()


def _singles(table: _Table, hand: Rows, rows: Rows) -> Rows:
    singles = [row for row in rows if len(row) == 1 and table.faces(row)]
    return table.nearest(singles, hand) if hand else []


def _drawn(table: _Table, hand: Rows, rows: Rows) -> Rows:
    """Choose the single tile in the hand's line, else a lone one beside it."""
    singles = _singles(table, hand, rows)
    faces = [row for row in rows if table.faces(row)]
    lined = [row for row in singles if table.in_line(row, hand)]
    near = [
        row
        for row in singles
        if table.distance(row, hand) < APART
        and all(table.distance(row, [other]) > 1 for other in faces if other != row)
    ]
    return (lined or near)[:1]


def _indicator(table: _Table, hand: Rows, rows: Rows) -> Rows:
    """Choose the one face turned up in a wall, else the tile that lies alone."""
    walls = [row for row in rows if table.is_wall(row) and table.faces(row) == 1]
    if len(walls) == 1:
        return [(i,) for i in walls[0] if table.faces((i,))]
    singles = _singles(table, hand, rows)
    others = [row for row in rows if table.faces(row) and row not in walls]
    others = [row for row in others if row not in singles[:1]]
    if not singles or not others:
        return singles[:1]
    apart = table.distance(singles[0], hand)
    nearest = min(table.distance(row, hand) for row in others)
    return singles[:1] if 1.5 * apart < nearest else []


def _in_reading_order(table: _Table, hand: Rows) -> Rows:
    """Order the pieces of a hand along the first one's way, then row below row."""
    if len(hand) < 2:
        return hand
    centres = table.layout.centres
    first = max(hand, key=len)
    forward = centres[first[-1]] - centres[first[0]]
    if len(first) == 1:
        forward = np.array([1.0, 0.0])
    down = np.array([-forward[1], forward[0]])
    lines: list[Rows] = []
    for row in hand:
        line = next((line for line in lines if table.in_line(row, line)), None)
        if line is None:
            lines.append([row])
        else:
            line.append(row)
    lines.sort(key=lambda line: float(centres[line[0][0]] @ down))
    return [
        row
        for line in lines
        for row in sorted(line, key=lambda row: float(centres[row[0]] @ forward))
    ]
