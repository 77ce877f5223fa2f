"""Finds of several looks at one photograph put together: two networks say what is a tile.

The detector gives a tile that it hardly knows, or sees flat, a score that a shadow may
have, too. What it is then read as tells them apart: a shadow is read as no kind surely.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.classify import Sighting
from vision.detect import Detections, surest
from vision.faint import FAINT
from vision.network import Floats

BASE, FOUND, READ = -0.43, 0.95, 0.35
"""The log odds that a find is a tile; what counts of the log odds of the detector's score;
and of those of its likeliest kind. Fitted to 67,000 finds of five looks at 189 generated
tables in training styles, most of which had not added up."""
_SURE = 1e-4


def together(
    found: Detections, sightings: Sequence[Sighting]
) -> tuple[NDArray[np.intp], Detections]:
    """Give each tile once, the surest first.

    Args:
        found: finds of several looks, in pixels of one picture.
        sightings: what each was read as, the same n.

    Returns:
        Which finds these are, and they, the chance that each is a tile as its score.
    """
    read = np.array([_likeliest_kind(one) for one in sightings], np.float32)
    odds = BASE + FOUND * _log_odds(found.confidence) + READ * _log_odds(read)
    chances = Detections(found.corners, np.asarray(1 / (1 + np.exp(-odds)), np.float32))
    kept = surest(chances)
    kept = kept[chances.confidence[kept] > FAINT]
    return kept, chances[kept]


def _likeliest_kind(one: Sighting) -> float:
    """The chance of the likeliest of the kinds and the back."""
    return one.rivals[0][1] if one.label == "other" else one.confidence


def _log_odds(chances: Floats) -> Floats:
    known = np.clip(chances, _SURE, 1 - _SURE)
    return np.asarray(np.log(known / (1 - known)), np.float32)
