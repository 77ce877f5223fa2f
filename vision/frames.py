"""Where tiles lie, each seen from each other one: in its own frame, never in pixels.

A tile's frame counts in its own two sides. In it a neighbour that touches lies at
(±1, 0) or (0, ±1) wherever the camera stood and however it was turned, and a tile
twice as far away is still one step long.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scorer.tiles import Tile
from vision.classify import Sighting

Floats = NDArray[np.float64]
Run = tuple[int, ...]
"""Tiles that lie side by side without a gap, in reading order."""

REACH = 4.5
"""Steps over which two tiles can still lie in one line."""
ALIKE = 4
"""Tiles of a kind: where more are read as 白, backs are blank."""
WHITE = "P"
BLANK = ("back", WHITE)
"""What a back may be read as."""
WIDER, NARROWER = 2.0, 1.4
"""How much wider, or less wide, a face may be than a back that has its sides."""
SAME = 0.72
"""Of two finds fewer steps apart than this one is none: no tile lies in another."""
SIDE, FAINT = 0.9, 0.65
"""The steps from a face within which its own side is seen, and the share of its score."""
SHORT = 0.6
"""A tile shorter than this share of what the others make it is none of the set: a die, a
wind marker. On generated tables one indicator in a hundred is below 0.63."""
TOUCH, ROOM = 1.4, 1.55
"""The most steps to a tile that touches; the least between two with one between them."""
FEW = 4
"""Tiles that say nothing about the size of another."""


@dataclass(frozen=True)
class Layout:
    """Where the tiles lie, each seen from each other one."""

    centres: Floats
    """(n, 2) pixels."""
    sides: Floats
    """(n, 2, 2): for each tile the vectors along its two sides, in pixels."""
    blank: NDArray[np.bool_]
    """(n,): which may lie face down: the backs, and what is read as 白."""

    down: NDArray[np.bool_]
    """(n,): which likely do: those read as 白 only where they are too many."""

    @classmethod
    def of(cls, sightings: Sequence[Sighting]) -> "Layout":
        """Measure sightings; a back found too narrow is as wide as the nearest face.

        Where backs touch hardly an edge shows.
        """
        names = [str(one) for one in sightings]
        blank = np.array([name in BLANK for name in names])
        white = np.array([name == WHITE for name in names])
        down = blank & ~(white & (white.sum() <= ALIKE))
        seen = cls.at([sighting.corners for sighting in sightings])
        seen = replace(seen, blank=blank, down=down)
        faces = [isinstance(one.label, Tile) for one in sightings]
        return replace(seen, sides=seen._widened(np.flatnonzero(faces & ~blank)))

    @classmethod
    def at(cls, corners: ArrayLike) -> "Layout":
        """Measure four corners each, (n, 4, 2), of what lies face up."""
        quads = np.asarray(corners, np.float64)
        across = quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]
        along = quads[:, 2] - quads[:, 1] + quads[:, 3] - quads[:, 0]
        none = np.zeros(len(quads), bool)
        return cls(quads.mean(1), np.stack([across, along], 1) / 2, none, none)

    def _widened(self, faces: NDArray[np.intp]) -> Floats:
        sides = self.sides.copy()
        for i in np.flatnonzero(self.blank) if len(faces) else ():
            away = np.linalg.norm(self.centres[faces] - self.centres[i], axis=1)
            near = int(faces[away.argmin()])
            if away.min() < REACH * self.sizes[i]:
                theirs = np.linalg.norm(self.sides[near][self.turns[i, near]], axis=1)
                wider = theirs / np.linalg.norm(self.sides[i], axis=1)
                if wider.max() < WIDER and wider.min() > 1 / NARROWER:
                    sides[i] *= np.maximum(1, wider)[:, None]
        return sides

    @cached_property
    def sizes(self) -> Floats:
        """The sides of squares of the tiles' areas, in pixels: (n,)."""
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.sides))))

    @cached_property
    def steps(self) -> Floats:
        """(n, n, 2): where tile j lies in the frame of tile i."""
        ways = self.centres[None] - self.centres[:, None]
        frames = np.linalg.inv(self.sides)  # rows are sides: a place times this
        return np.asarray(np.einsum("ijx,ixk->ijk", ways, frames))

    @cached_property
    def turns(self) -> NDArray[np.intp]:
        """(n, n, 2): which side of j runs along side k of i."""
        units = self.sides / np.linalg.norm(self.sides, axis=2, keepdims=True)
        along = np.abs(np.einsum("ikx,jlx->ijkl", units, units))
        return np.asarray(along.argmax(3), np.intp)

    @cached_property
    def turned(self) -> Floats:
        """(n, n): by how many degrees tile j is turned against tile i.

        A low camera presses one side of a tile together and turns the other: the lesser of
        both turns counts, and none where they go two ways.
        """
        theirs = self.sides[np.arange(len(self.sides))[:, None], self.turns]
        mine = self.sides[:, None]
        across = mine[..., 0] * theirs[..., 1] - mine[..., 1] * theirs[..., 0]
        turns = np.degrees(np.arctan(across / (mine * theirs).sum(-1)))
        return np.where(turns.prod(-1) > 0, np.abs(turns).min(-1), 0.0)

    @cached_property
    def short(self) -> list[bool]:
        """Whether each tile is too short for the place where it lies.

        The longer side, which a low camera does not press together, changes evenly over a
        table: a plane through its logarithms at the other tiles tells what it should be.
        """
        lengths = np.linalg.norm(self.sides, axis=2).max(1)
        logs = np.log(lengths)
        places = self.centres / (20 * np.median(lengths))
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

    def distance(self, some: Iterable[int], others: Iterable[int]) -> float:
        """Steps of bare table between two lots of tiles; about 0 when they touch."""
        a, b = np.array(list(some)), np.array(list(others))
        there = np.abs(self.steps[np.ix_(a, b)]).max(2)
        back = np.abs(self.steps[np.ix_(b, a)]).max(2).T
        return float(((there + back) / 2).min()) - 1

    def in_line(self, run: Run, tile: int) -> bool:
        """Whether a tile lies beyond an end of a row of two and more, in its line."""
        for end, inner in ((run[0], run[1]), (run[-1], run[-2])):
            k = int(np.abs(self.steps[end, inner]).argmax())
            along, aside = self.steps[end, tile, k], self.steps[end, tile, 1 - k]
            beyond = along * self.steps[end, inner, k] < 0 and abs(along) < REACH
            if beyond and abs(aside) < drift(abs(along)):
                return True
        return False


def drift(along: Floats) -> Floats:
    """How many steps aside a tile may lie that many steps along a row."""
    return 0.4 + 0.1 * along


def distinct(layout: Layout, scores: Sequence[float]) -> tuple[Layout, Run]:
    """Give the finds that are tiles of their own: of those in one place the surest ones.

    What looks like a back against a face, and is much less surely a find, is its side.
    Two backs over each other are two where there is room for both: hardly an edge shows
    where backs touch. They are then laid side by side. One over two is none.
    """
    steps = np.abs(layout.steps).max(2)
    steps = (steps + steps.T) / 2
    found = np.array(scores)
    side = _sides(layout, np.abs(layout.steps).max(2), found)
    rivals = (steps < SAME) | side | side.T
    np.fill_diagonal(rivals, False)
    kept: list[int] = []
    left = np.ones(len(found), bool)
    while left.any():
        better = np.where(left, found - (rivals * left) @ found / 2, -np.inf)
        kept.append(int(better.argmax()))
        left &= ~rivals[kept[-1]]
        left[kept[-1]] = False
    centres = layout.centres.copy()
    backs = [i for i in np.argsort(-found) if layout.blank[i] and i not in kept]
    for back in backs:
        over, behind = _between(layout, steps[back], back, kept)
        alone = (steps[back, kept] < SAME).sum() == 1
        if behind is not None and layout.blank[over] and alone:
            kept.append(int(back))
            centres[back] = (layout.centres[over] + layout.centres[behind]) / 2
    return replace(layout, centres=centres), tuple(sorted(kept))


def _between(
    layout: Layout, steps: Floats, find: int, others: Sequence[int]
) -> tuple[int, int | None]:
    """The tile nearest to a find, and one behind the find with room for it between."""
    over = min(others, key=lambda i: steps[i])
    there = layout.steps[find]
    k = int(np.abs(there[over]).argmax())
    for i in others:
        in_line = there[i, k] * there[over, k] < 0
        in_line &= abs(there[i, 1 - k]) < drift(steps[i])
        if in_line and SAME < steps[i] < TOUCH and steps[i] + steps[over] > ROOM:
            return over, i
    return over, None


def _sides(layout: Layout, steps: Floats, found: Floats) -> NDArray[np.bool_]:
    """Say of which face's side each find may be (face, find): not where a row goes on."""
    side = layout.blank[None] & ~layout.blank[:, None] & (steps < SIDE)
    side &= found[None] < FAINT * found[:, None]
    others = np.where(side.any(0) | np.eye(len(found), dtype=bool), np.inf, steps)
    ways = np.abs(layout.steps).argmax(2)
    for face, find in np.argwhere(side):
        near = others[face].argmin()
        in_row = ways[face, near] == ways[face, find]
        side[face, find] = not (in_row and others[face, near] < REACH)
    return side
