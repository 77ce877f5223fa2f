"""Faint finds: kept only where they go on with a row and the table reads better with them.

A tile at the end of a row or a back between others shows hardly an edge, and the
detector gives it a score that a shadow may have, too. What lies around it tells.
"""

from collections.abc import Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from vision.arrange import SCALE, arrange, lightest
from vision.classify import Sighting
from vision.detect import Detections
from vision.frames import SAME, Layout
from vision.rows import beside

FAINT = 0.1
"""The least score of a find that is looked at, at all."""
STEP = 0.2
"""How much longer or shorter, by its own length, a step to a neighbour may be."""
_IN_STEP = ({-1, 1}, {1, 2}, {-1, -2})
"""The places in which a row has tiles where another lies in its step."""


def in_step(found: Detections, threshold: float) -> NDArray[np.bool_]:
    """Say which finds are sure, or fill a hole of a row or go on with it at an end.

    Args:
        found: the surest first.
        threshold: the least score of a sure one.

    Returns:
        (n,), as a mask of the finds.
    """
    kept = found.confidence > threshold
    if not kept.any():
        return kept
    layout = Layout.at(found.corners)
    apart = np.abs(layout.steps).max(2)
    apart = (apart + apart.T) / 2
    for i in np.flatnonzero(~kept):
        kept[i] = apart[i, kept].min() > SAME and _goes_on(layout, int(i), kept)
    return kept


def _goes_on(layout: Layout, tile: int, kept: NDArray[np.bool_]) -> bool:
    for side in (0, 1):
        ways = [way for way in beside(layout, tile, side) if kept[way[0]]]
        steps = [step if ahead else -step for _, step, ahead in ways]
        near = {round(step) for step in steps if _is_whole(step)}
        if any(near >= places for places in _IN_STEP):
            return True
    return False


def _is_whole(step: float) -> bool:
    return abs(step - round(step)) < STEP * abs(round(step))


def wanted(sightings: Sequence[Sighting], threshold: float) -> NDArray[np.bool_]:
    """Say which sightings are sure, or of a hand and melds that read better with them.

    Args:
        sightings: in any order.
        threshold: the least score of a sure one.

    Returns:
        (n,), as a mask of the sightings.
    """
    sure = np.array([one.found > threshold for one in sightings], bool)
    placed = sure.copy()
    if not sure.all():
        groups = arrange(sightings).groups
        placed[[i for one in groups if one.kind != "loose" for i in one.members]] = True

    def weight(mask: NDArray[np.bool_]) -> float:
        return lightest(list(compress(sightings, mask)))

    better = (placed > sure).any() and weight(placed) < weight(sure) - SCALE
    return placed if better else sure
