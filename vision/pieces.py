"""Pieces of rows: melds, stretches of hand, single tiles, and how they lie to each other.

A row of touching tiles can hold the hand and melds at once. It is parted wherever three
or four alike lie together and where it ends in what is no face; whether a piece is a meld
or a triplet of the hand is for ``arrange`` to weigh.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorer.tiles import Tile
from vision.classify import Sighting
from vision.frames import ALIKE, Floats, Layout, Run, distinct
from vision.melds import (
    SURE,
    is_meld,
    is_wall,
    likely_face,
    parted,
    sureness,
    turned_over,
    without_faint,
)
from vision.rows import runs

FAINT, CLEAR = 0.73, 0.93
"""A find as sure as the first share of what is usual on its table is all doubt, one as
sure as the second none. On generated tables 95 of 100 drawn tiles and indicators are surer
than 0.94; of print taken for a face 90 of 100 are less sure than 0.90."""
LIKENESS = 0.55
"""The least quotient of the sizes of a tile and the hand's."""
BESIDE = 2.0
"""Steps of bare table that a line of rows can have between two of them."""
NO_ROW = -1


@dataclass(frozen=True)
class Piece:
    """Tiles of one row that stay together."""

    tiles: Run
    row: int
    """Which row it is of."""
    meld: bool
    """Three alike, or four alike of which some may lie face down."""
    faces: int
    """How many tiles show a kind, surely enough."""
    wall: bool = False
    """The one face turned up in a row of backs."""

    single: bool = False
    """One tile of the set's size, with at most one other of its row that is of no meld
    and shows a kind."""

    def __len__(self) -> int:
        return len(self.tiles)


@dataclass(frozen=True)
class Pieces:
    """What lies on a table, in pieces."""

    sightings: tuple[Sighting, ...]
    layout: Layout
    """Where the tiles lie."""
    rows: list[Run]
    """The rows of touching tiles, as indices of tiles, each tile once."""

    @classmethod
    def of(cls, sightings: Sequence[Sighting]) -> "Pieces":
        """Lay tiles in rows, and name backs what can be nothing else."""
        layout = Layout.of(sightings)
        scores = [one.found for one in sightings]
        layout, kept = distinct(layout, scores)
        rows = runs(layout, kept, scores)
        seen = turned_over(sightings, rows)
        whole = [part for row in rows for part in without_faint(row, seen)]
        return cls(seen, layout, whole)

    @cached_property
    def all(self) -> list[Piece]:
        """All pieces with a face; backs that are of no kong are left out.

        One face among backs may be of a kong, or turned up in a wall: it is there twice.
        """
        pieces = [piece for i in range(len(self.rows)) for piece in self._parted(i)]
        turned = (
            i
            for piece in pieces
            if piece.faces == 1 and piece.tiles == self.rows[piece.row]
            for i in piece.tiles
            if piece.meld and self.faces((i,)) and not self.layout.blank[i]
        )
        return pieces + [
            Piece((i,), NO_ROW, False, 1, wall=True, single=True) for i in turned
        ]

    @cached_property
    def lines(self) -> list[list[int]]:
        """Indices of pieces whose rows go on one in another, along each line."""
        left, lines = list(range(len(self.rows))), []
        while left:
            line = [left.pop(0)]
            while more := [i for i in left if any(self._goes_on(i, j) for j in line)]:
                line += more
                left = [i for i in left if i not in more]
            lines.append(self._ordered(line))
        return [line for line in lines if line]

    @cached_property
    def gaps(self) -> Floats:
        """(p, p): steps of bare table between two pieces; about 0 when they touch."""
        there = np.abs(self.layout.steps).max(2)
        apart = (there + there.T) / 2 - 1
        tiles = [list(piece.tiles) for piece in self.all]
        near = np.array([apart[one].min(0) for one in tiles]).reshape(len(tiles), -1)
        return np.array([near[:, one].min(1) for one in tiles]).reshape(
            near.shape[0], -1
        )

    @cached_property
    def sizes(self) -> Floats:
        """(p,): the median side of a piece's tiles, in pixels."""
        sizes = self.layout.sizes
        return np.array([np.median(sizes[list(piece.tiles)]) for piece in self.all])

    @cached_property
    def largest(self) -> float:
        """The largest size of a piece of two tiles and more."""
        return max(
            (
                size
                for size, one in zip(self.sizes, self.all, strict=True)
                if one.faces > 1
            ),
            default=1.0,
        )

    def faces(self, tiles: Iterable[int]) -> int:
        """How many of some tiles show a kind, surely enough."""
        return sum(
            isinstance(self.sightings[i].label, Tile) and self._is_sure(i)
            for i in tiles
        )

    def _is_sure(self, tile: int) -> bool:
        return sureness(self.sightings[tile]) > SURE

    def _is_clear(self, tile: int) -> bool:
        """Whether a tile is surely a face: no doubt at all."""
        return isinstance(self.sightings[tile].label, Tile) and not self._doubt(tile)

    def _doubt(self, tile: int) -> float:
        """How likely a find is no tile of the set, from 0 to 1, beside the table's others."""
        part = likely_face(self.sightings[tile]) / self._usual
        return min(max((CLEAR - part) / (CLEAR - FAINT), 0.0), 1.0)

    @cached_property
    def _usual(self) -> float:
        """How sure it is of the middle one of the table's faces that it is a face."""
        seen = enumerate(self.sightings)
        faces = [likely_face(one) for i, one in seen if self.faces((i,))]
        return float(np.median(faces or [1.0]))

    @cached_property
    def doubts(self) -> list[float]:
        """How likely each piece is to be no tile of the set, from 0 to 1."""
        return [min(self._doubt(i) for i in piece.tiles) for piece in self.all]

    def backs(self, tiles: Run) -> int:
        """How many of some tiles lie face down."""
        return sum(self.sightings[i].label == "back" for i in tiles)

    def is_kong(self, piece: int) -> bool:
        """Whether a meld is four alike, be one not found."""
        tiles = self.all[piece].tiles
        return len(tiles) == ALIKE or self.backs(tiles) > 0

    def shares(self, piece: int, others: Sequence[int]) -> bool:
        """Whether a piece has a tile of others."""
        tiles = {i for other in others for i in self.all[other].tiles}
        return not tiles.isdisjoint(self.all[piece].tiles)

    def _alike(self, tiles: Iterable[int]) -> bool:
        return len({self.sightings[i].label for i in tiles}) == 1

    def is_flower(self, piece: Piece) -> bool:
        """Whether a piece is one tile that is no kind of ours."""
        return len(piece) == 1 and self.sightings[piece.tiles[0]].label == "other"

    def is_meld(self, tiles: Run) -> bool:
        """Three alike, or four alike of which some may lie face down."""
        return is_meld([self.sightings[i] for i in tiles])

    def _parted(self, row: int) -> list[Piece]:
        tiles = self.rows[row]
        parts = parted(tiles, self.sightings)
        if is_wall(tiles, self.sightings):
            turned = [i for i in tiles if self.faces((i,))]
            return [
                Piece((i,), row, False, 1, wall=True, single=True)
                for i in turned
                if len(turned) == 1
            ]
        pieces = []
        others = [
            i
            for part in parts
            for i in part
            if not self.is_meld(part) and self.faces((i,))
        ]
        for part in parts:
            start, end = 0, len(part)
            if not self.is_meld(part):
                while start < end and not self._is_clear(part[start]):
                    start += 1
                while start < end and not self._is_clear(part[end - 1]):
                    end -= 1
            if len(others) == 2 == end - start and not self._alike(others):
                start = end  # two strangers side by side: one may be none
            cut = *((i,) for i in part[:start]), part[start:end]
            for some in filter(None, (*cut, *((i,) for i in part[end:]))):
                pieces.append(
                    Piece(
                        some,
                        row,
                        self.is_meld(some),
                        self.faces(some),
                        single=len(others) <= 2
                        and some[0] in others
                        and not self.layout.short[some[0]],
                    )
                )
        return pieces

    def _goes_on(self, row: int, other: int) -> bool:
        """Whether a row lies in another's line, a little apart."""
        a, b = self.rows[row], self.rows[other]
        sizes = self.layout.sizes
        likeness = float(np.median(sizes[list(a)]) / np.median(sizes[list(b)]))
        return (
            LIKENESS < likeness < 1 / LIKENESS
            and self.layout.distance(a, b) < BESIDE
            and (len(a) > 1 or len(b) > 1)
            and self._in_line(a, b)
            and self._in_line(b, a)
        )

    def _in_line(self, tiles: Run, run: Run) -> bool:
        """Whether the nearer end of a row lies in the line of another."""
        ends = tiles[0], tiles[-1]
        near = min(ends, key=lambda tile: self.layout.distance((tile,), run))
        return len(run) == 1 or self.layout.in_line(run, near)

    def in_line(self, piece: int, others: Sequence[int]) -> bool:
        """Whether a piece lies beyond an end of others that make one line."""
        run = tuple(tile for other in others for tile in self.all[other].tiles)
        return len(run) > 1 and self._in_line(self.all[piece].tiles, run)

    def left_of(self, piece: int, other: int, without: Sequence[int]) -> bool:
        """Whether a piece lies left of another for who sits before them.

        The table is ahead of him: the middle of all tiles but some.
        """
        apart = {i for one in (piece, other, *without) for i in self.all[one].tiles}
        rest = [i for row in self.rows for i in row if i not in apart]
        centres = self.layout.centres
        here = centres[list(self.all[other].tiles)].mean(0)
        way = centres[list(self.all[piece].tiles)].mean(0) - here
        x, y = centres[rest].mean(0) - here if rest else (0.0, -1.0)
        return bool(way @ (-y, x) < 0)

    def read(self, lines: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Order lines as they are read: the upper one first, or the right one."""
        centres = self.layout.centres
        longest = self.all[max(lines[0], key=lambda i: len(self.all[i]))].tiles
        x, y = centres[longest[-1]] - centres[longest[0]]
        return sorted(
            lines, key=lambda line: float(centres[self.all[line[0]].tiles[0]] @ (-y, x))
        )

    def _ordered(self, rows: list[int]) -> list[int]:
        """The pieces of some rows, along the longest one's way."""
        longest = self.rows[max(rows, key=lambda i: len(self.rows[i]))]
        way = self.layout.centres[longest[-1]] - self.layout.centres[longest[0]]
        pieces = [i for i, piece in enumerate(self.all) if piece.row in rows]
        middles = {
            i: self.layout.centres[list(self.all[i].tiles)].mean(0) for i in pieces
        }
        return sorted(pieces, key=lambda i: float(middles[i] @ way))
