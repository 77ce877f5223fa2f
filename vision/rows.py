"""Rows of tiles side by side, each tile seen in its neighbour's frame."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.frames import REACH, Layout, Run, drift

GAP = 0.3
"""A step this much longer than the row's usual ones is a gap."""
LIKENESS = 0.55
"""The least quotient of the sizes of two neighbours."""
TURNED = 12.0
"""Degrees by which a tile turned against its neighbour lies in no row with it. Of 1,548
tiles at ends of rows on the tuning tables none is turned by more than 9."""


def runs(layout: Layout, among: Iterable[int], scores: Sequence[float]) -> list[Run]:
    """Part some tiles into rows without gaps, the longest first; a lone one is a row.

    A tile of a block lies in a row and in a column: it goes to the longer of the two,
    and where they are alike to the one in which tiles stand with their long sides
    together. A find makes a row the longer the surer it is one.
    """
    free = set(among)
    links = _links(layout, free)
    usual = _usual_step(links)
    open_chains = [
        piece for chain in _chains(links) for piece in _split(chain, usual, layout.down)
    ]
    found: list[Run] = []
    while open_chains:
        best = max(open_chains, key=lambda chain: _worth(layout, chain, scores))
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


def _links(layout: Layout, among: set[int]) -> Links:
    """Join nodes that are each other's nearest neighbour along their sides."""
    nearest: dict[tuple[Node, bool], tuple[Node, float, bool]] = {}
    for i in among:
        for k in (0, 1):
            ways = (way for way in beside(layout, i, k) if way[0] in among)
            for j, step, sign in sorted(ways, key=lambda way: way[1]):
                side = int(layout.turns[i, j, k])
                back = bool(layout.steps[j, i, side] > 0)
                nearest.setdefault(((i, k), sign), ((j, side), step, back))
    links: Links = {(i, k): [] for i in among for k in (0, 1)}
    for (node, _), (there, step, back) in nearest.items():
        answer = nearest.get((there, back))
        if answer and answer[0] == node:
            links[node].append((there, step))
    return links


def beside(layout: Layout, i: int, k: int) -> list[tuple[int, float, bool]]:
    """Tiles that lie along side k of tile i: which, how many steps, and whether ahead."""
    others = np.arange(len(layout.centres))
    turns = layout.turns[i, :, k]
    there, back = layout.steps[i], layout.steps[:, i]
    along = (np.abs(there[:, k]) + np.abs(back[others, turns])) / 2
    aside = (np.abs(there[:, 1 - k]) + np.abs(back[others, 1 - turns])) / 2
    likeness = layout.sizes / layout.sizes[i]
    fits = (along > 0.6) & (along < REACH) & (aside < drift(along))
    fits &= (likeness > LIKENESS) & (likeness < 1 / LIKENESS)
    fits &= layout.turned[i] < TURNED
    return [(int(j), float(along[j]), bool(there[j, k] > 0)) for j in others[fits]]


def _split(chain: _Chain, elsewhere: float, blank: NDArray[np.bool_]) -> list[_Chain]:
    """Cut a chain where a step is longer than its usual ones.

    A few tiles far apart are a row only where all rows are like that. Where a back ends
    is only guessed.
    """
    if not chain.steps:
        return [chain]
    steps = np.array(chain.steps)
    down = blank[[tile for tile, _ in chain.nodes]]
    seen = steps[~(down[1:] | down[:-1])]
    least = min(seen, default=steps.min())
    usual = float(np.median(steps[steps < least + GAP]))
    if len(steps) < 4:
        usual = min(usual, elsewhere + (GAP / 3 if len(steps) > 1 else 0))
    gaps = np.where(down[1:] & down[:-1], 2 * GAP, GAP)
    cuts = [i + 1 for i, step in enumerate(steps) if step > usual + gaps[i]]
    return [
        _Chain(chain.nodes[a:b], chain.steps[a : b - 1])
        for a, b in pairwise([0, *cuts, len(chain.nodes)])
    ]


def _worth(layout: Layout, chain: _Chain, scores: Sequence[float]) -> float:
    """The length of a row in sure tiles, more when its tiles' short sides lie along it."""
    along = np.array([np.linalg.norm(layout.sides[i, k]) for i, k in chain.nodes])
    beside = np.array([np.linalg.norm(layout.sides[i, 1 - k]) for i, k in chain.nodes])
    shape = float(np.median(beside / along))
    sure = sum(scores[i] for i, _ in chain.nodes)
    return sure * min(max(shape, 0.8), 1.25) - 0.01 * sum(chain.steps)


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
