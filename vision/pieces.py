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
from vision.rows import Floats, Layout, Run, runs
from vision.spread import commonest

SURE = 0.4
"""A tile less sure than this (found × named) is no face to build on."""
RIVAL = 0.05
"""The least probability of a kind that a tile's picture may still show."""
LIKENESS = 0.55
"""The least quotient of the sizes of a tile and the hand's."""
SHORT = 0.6
"""A tile shorter than this share of what the others make it is none of the set: a die, a
wind marker. On generated tables one indicator in a hundred is below 0.63."""
FEW = 4
"""Tiles that say nothing about the size of another."""
WALL = 3
"""The least backs of a wall."""
BESIDE = 2.0
"""Steps of bare table that a line of rows can have between two of them."""


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
    """One tile of the set's size; beside it in its row lie melds, backs and what is
    hardly a find alone."""

    def __len__(self) -> int:
        return len(self.tiles)


@dataclass(frozen=True)
class Pieces:
    """What lies on a table, in pieces."""

    sightings: tuple[Sighting, ...]

    @cached_property
    def layout(self) -> Layout:
        """Where the tiles lie."""
        return Layout.of(self.sightings)

    @cached_property
    def rows(self) -> list[Run]:
        """The rows of touching tiles, as indices of tiles."""
        return runs(self.layout)

    @cached_property
    def all(self) -> list[Piece]:
        """All pieces with a face; backs that are of no kong are left out."""
        return [piece for i in range(len(self.rows)) for piece in self._parted(i)]

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

    @cached_property
    def short(self) -> list[bool]:
        """Whether each tile is too short for the place where it lies.

        The longer side, which a low camera does not press together, changes evenly over a
        table: a plane through its logarithms at the other tiles tells what it should be.
        """
        lengths = np.linalg.norm(self.layout.sides, axis=2).max(1)
        logs = np.log(lengths)
        places = self.layout.centres / (20 * np.median(lengths))
        known = np.concatenate([np.ones((len(logs), 1)), places], 1)
        slack = np.diag([1e-6, 0.05, 0.05])  # keeps a plane through few tiles level
        found = []
        for i in range(len(logs)):
            others = np.delete(known, i, 0)
            moments = others.T @ np.delete(logs, i)
            plane = np.linalg.solve(others.T @ others + slack, moments)
            due = known[i] @ plane
            found.append(len(logs) > FEW and bool(logs[i] - due < np.log(SHORT)))
        return found

    def faces(self, tiles: Iterable[int]) -> int:
        """How many of some tiles show a kind, surely enough."""
        return sum(
            isinstance(self.sightings[i].label, Tile) and self._is_sure(i)
            for i in tiles
        )

    def _is_sure(self, tile: int) -> bool:
        seen = self.sightings[tile]
        return seen.found * seen.confidence > SURE

    def backs(self, tiles: Run) -> int:
        """How many of some tiles lie face down."""
        return sum(self.sightings[i].label == "back" for i in tiles)

    def is_flower(self, piece: Piece) -> bool:
        """Whether a piece is one tile that is no kind of ours."""
        return len(piece) == 1 and self.sightings[piece.tiles[0]].label == "other"

    def is_meld(self, tiles: Run) -> bool:
        """Three alike, or four alike of which some may lie face down."""
        kind = commonest(self.sightings[i].label for i in tiles)
        down = self.backs(tiles)
        if len(tiles) not in (3, 4) or kind is None or (down and len(tiles) == 3):
            return False
        surely = sum(self.sightings[i].label == kind for i in tiles)
        alike = sum(
            self.sightings[i].label != "back" and self._may_be(i, kind) for i in tiles
        )
        least = 1 if down else len(tiles) - 1
        return alike + down == len(tiles) and surely >= least

    def _may_be(self, tile: int, kind: Tile) -> bool:
        seen = self.sightings[tile]
        rivals = [text for text, odds in seen.rivals if odds >= RIVAL]
        return seen.label == kind or str(kind) in rivals

    def _parted(self, row: int) -> list[Piece]:
        tiles = self.rows[row]
        backs = self.backs(tiles)
        parts = self._melds_of(tiles)
        if (
            backs >= WALL
            and 2 * backs > len(tiles)
            and not all(map(self.is_meld, parts))
        ):
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
            if not self.is_meld(part) and self._is_sure(i) and not self.backs((i,))
        ]
        for part in parts:
            start, end = 0, len(part)
            if not self.is_meld(part):
                while start < end and not self.faces(part[start : start + 1]):
                    start += 1
                while start < end and not self.faces(part[end - 1 : end]):
                    end -= 1
            for a, b in ((0, start), (start, end), (end, len(part))):
                whole = (a, b) == (start, end)
                for some in [part[a:b]] if whole else [(i,) for i in part[a:b]]:
                    if some:
                        pieces.append(
                            Piece(
                                some,
                                row,
                                self.is_meld(some),
                                self.faces(some),
                                single=others == list(some) and not self.short[some[0]],
                            )
                        )
        return pieces

    def _melds_of(self, tiles: Run) -> list[Run]:
        """Part a row so that as many tiles as can be lie in melds."""
        best: list[tuple[int, int, list[Run]]] = [(0, 0, [])]
        for end in range(1, len(tiles) + 1):
            covered, parts, cut = best[-1]
            stretch = cut and not self.is_meld(cut[-1])
            last = (*cut[-1], tiles[end - 1]) if stretch else (tiles[end - 1],)
            options = [
                (
                    covered,
                    parts - (not stretch),
                    [*(cut[:-1] if stretch else cut), last],
                )
            ]
            for size in (3, 4):
                if size <= end and self.is_meld(tiles[end - size : end]):
                    covered, parts, cut = best[end - size]
                    options.append(
                        (covered + size, parts - 1, [*cut, tiles[end - size : end]])
                    )
            best.append(max(options, key=lambda option: option[:2]))
        return best[-1][2]

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
