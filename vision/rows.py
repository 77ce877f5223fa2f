"""Rows of tiles side by side: geometry in each tile's own frame, never in pixels.

A tile's frame counts in its own two sides. In it a neighbour that touches lies at
(±1, 0) or (0, ±1) wherever the camera stood and however it was turned, and a tile
twice as far away is still one step long.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.classify import Sighting

Floats = NDArray[np.float64]
Run = tuple[int, ...]
"""Tiles that lie side by side without a gap, in reading order."""

REACH = 4.5
"""Steps over which two tiles can still lie in one line."""
GAP = 0.3
"""A step this much longer than the row's usual ones is a gap."""
LIKENESS = 0.55
"""The least quotient of the sizes of two neighbours."""


@dataclass(frozen=True)
class Layout:
    """Where the tiles lie, each seen from each other one."""

    centres: Floats
    """(n, 2) pixels."""
    sides: Floats
    """(n, 2, 2): for each tile the vectors along its two sides, in pixels."""

    @classmethod
    def of(cls, sightings: Sequence[Sighting]) -> "Layout":
        """Measure sightings."""
        quads = np.array([sighting.corners for sighting in sightings])
        across = quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]
        down = quads[:, 2] - quads[:, 1] + quads[:, 3] - quads[:, 0]
        return cls(quads.mean(1), np.stack([across, down], 1) / 2)

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
            if beyond and abs(aside) < _drift(abs(along)):
                return True
        return False


def _drift(along: Floats) -> Floats:
    """How many steps aside a tile may lie that many steps along a row."""
    return 0.4 + 0.1 * along


def runs(layout: Layout) -> list[Run]:
    """Part the tiles into rows without gaps, the longest first; a lone one is a row.

    A tile of a block lies in a row and in a column: it goes to the longer of the two,
    and where they are alike to the one in which tiles stand with their long sides
    together.
    """
    free = set(range(len(layout.centres)))
    links = _links(layout)
    usual = _usual_step(links)
    open_chains = [piece for chain in _chains(links) for piece in _split(chain, usual)]
    found: list[Run] = []
    while open_chains:
        best = max(open_chains, key=lambda chain: _worth(layout, chain))
        found.append(_in_reading_order(layout, [node[0] for node in best.nodes]))
        free -= set(found[-1])
        open_chains = [
            piece for chain in open_chains for piece in _still_free(chain, free)
        ]
    return found


Node = tuple[int, int]
"""A tile and one of its sides: 0 across, 1 down."""


@dataclass(frozen=True)
class _Chain:
    """Tiles one after another along one side each, and the steps between them."""

    nodes: tuple[Node, ...]
    steps: tuple[float, ...]


Links = dict[Node, list[tuple[Node, float]]]
"""Each node's at most two neighbours, and how many steps away they are."""


def _usual_step(links: Links) -> float:
    """The median of the tiles' steps to their nearest neighbours."""
    nearest: dict[int, float] = {}
    for (tile, _), ways in links.items():
        for _, step in ways:
            nearest[tile] = min(step, nearest.get(tile, REACH))
    return float(np.median(list(nearest.values()) or [REACH]))


def _chains(links: Links) -> list[_Chain]:
    """Follow each tile's two sides to its neighbours, both ways, as far as they go."""
    chains, done = [], set[Node]()
    for node in links:
        if node not in done:
            seen = {node[0]}
            ahead, behind = _walk(links, node, seen), _walk(links, node, seen)
            way = [*reversed(behind), (node, 0.0), *ahead]
            steps = [step for _, step in way if step]
            chains.append(_Chain(tuple(there for there, _ in way), tuple(steps)))
            done.update(chains[-1].nodes)
    return chains


def _walk(links: Links, node: Node, seen: set[int]) -> list[tuple[Node, float]]:
    """Go on from a node over tiles not seen yet."""
    path: list[tuple[Node, float]] = []
    while onward := [way for way in links[node] if way[0][0] not in seen]:
        path.append(onward[0])
        node = onward[0][0]
        seen.add(node[0])
    return path


def _links(layout: Layout) -> Links:
    """Join nodes that are each other's nearest neighbour along their sides."""
    n = len(layout.centres)
    nearest: dict[tuple[Node, bool], tuple[Node, float, bool]] = {}
    for i in range(n):
        for k in (0, 1):
            for j, step, sign in sorted(_beside(layout, i, k), key=lambda way: way[1]):
                side = int(layout.turns[i, j, k])
                back = bool(layout.steps[j, i, side] > 0)
                nearest.setdefault(((i, k), sign), ((j, side), step, back))
    links: Links = {(i, k): [] for i in range(n) for k in (0, 1)}
    for (node, _), (there, step, back) in nearest.items():
        answer = nearest.get((there, back))
        if answer and answer[0] == node:
            links[node].append((there, step))
    return links


def _beside(layout: Layout, i: int, k: int) -> list[tuple[int, float, bool]]:
    """Tiles that lie along side k of tile i: which, how far, and on which hand."""
    others = np.arange(len(layout.centres))
    turns = layout.turns[i, :, k]
    there, back = layout.steps[i], layout.steps[:, i]
    along = (np.abs(there[:, k]) + np.abs(back[others, turns])) / 2
    aside = (np.abs(there[:, 1 - k]) + np.abs(back[others, 1 - turns])) / 2
    likeness = layout.sizes / layout.sizes[i]
    fits = (along > 0.6) & (along < REACH) & (aside < _drift(along))
    fits &= (likeness > LIKENESS) & (likeness < 1 / LIKENESS)
    return [(int(j), float(along[j]), bool(there[j, k] > 0)) for j in others[fits]]


def _split(chain: _Chain, elsewhere: float) -> list[_Chain]:
    """Cut a chain where a step is longer than its usual ones.

    A few tiles far apart are a row only where all rows are like that.
    """
    if not chain.steps:
        return [chain]
    steps = np.array(chain.steps)
    usual = float(np.median(steps[steps < steps.min() + GAP]))
    if len(steps) < 4:
        usual = min(usual, elsewhere + (GAP / 3 if len(steps) > 1 else 0))
    cuts = [i + 1 for i, step in enumerate(steps) if step > usual + GAP]
    return [
        _Chain(chain.nodes[a:b], chain.steps[a : b - 1])
        for a, b in pairwise([0, *cuts, len(chain.nodes)])
    ]


def _worth(layout: Layout, chain: _Chain) -> float:
    """The length of a row, more when its tiles' short sides lie along it."""
    along = np.array([np.linalg.norm(layout.sides[i, k]) for i, k in chain.nodes])
    beside = np.array([np.linalg.norm(layout.sides[i, 1 - k]) for i, k in chain.nodes])
    shape = float(np.median(beside / along))
    return len(chain.nodes) * min(max(shape, 0.8), 1.25) - 0.01 * sum(chain.steps)


def _still_free(chain: _Chain, free: set[int]) -> list[_Chain]:
    """What is left of a chain when some of its tiles went to another row."""
    pieces: list[_Chain] = []
    start = 0
    for i in range(len(chain.nodes) + 1):
        if i == len(chain.nodes) or chain.nodes[i][0] not in free:
            if i > start:
                pieces.append(_Chain(chain.nodes[start:i], chain.steps[start : i - 1]))
            start = i + 1
    return pieces


def _in_reading_order(layout: Layout, tiles: list[int]) -> Run:
    """From left to right, or from top to bottom when the row stands."""
    way = layout.centres[tiles[-1]] - layout.centres[tiles[0]]
    forward = way[0] > 0 if abs(way[0]) >= abs(way[1]) else way[1] > 0
    return tuple(tiles if forward else tiles[::-1])
