"""Name each face, whichever of its four ways up it lies."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from scorer.tiles import ALL_TILES, Tile
from vision.detect import Detections
from vision.network import Floats, Network
from vision.rectify import Crops

Label = Tile | Literal["back", "other"]
"""A kind of tile, a face-down tile, or something else: a flower, a joker, no tile."""

LABELS: tuple[Label, ...] = (*ALL_TILES, "back", "other")
_RIVALS = 5
_BATCH = 16
"""Crops given to the network at once: more fit no cache."""
SURE = 0.999
"""A face read this surely one way up is not looked at again."""


@dataclass(frozen=True)
class Sighting:
    """A tile seen: what it is, where, and what else it might be."""

    label: Label
    confidence: float
    """Probability of the label, calibrated."""
    corners: tuple[tuple[float, float], ...]
    """Four (x, y) in pixels of the upright photograph, clockwise as seen."""
    rivals: tuple[tuple[str, float], ...] = ()
    """The likeliest others and their probabilities, best first."""
    found: float = 1.0
    """The detector's score that there is a tile at all."""

    def __post_init__(self) -> None:
        if len(self.corners) != 4:
            raise ValueError(f"corners must be 4 points, not {self.corners!r}")

    def __str__(self) -> str:
        return str(self.label)

    def chance(self, *names: str) -> float:
        """Give the probability that it is one of some kinds, as far as it is known."""
        odds = (str(self), self.confidence), *self.rivals
        return sum(chance for name, chance in odds if name in names)


def classify(
    crops: Crops, found: Detections, network: Network, temperature: float = 1.0
) -> tuple[Sighting, ...]:
    """Name the crops: the mean over the four ways up, where one leaves any doubt.

    Args:
        crops: (n, side, side, 3).
        found: where they were cut, the same n.
        network: (m, 3, side, side) to logits (m, 36) in the order of LABELS.
        temperature: divides the logits, so that a probability is one.
    """
    if not len(crops):
        return ()
    odds = _odds(crops, (0,), network, temperature)[0]
    unsure = odds.max(1) < SURE
    if unsure.any():
        others = _odds(crops[unsure], (1, 2, 3), network, temperature)
        odds[unsure] = (odds[unsure] + others.sum(0)) / 4
    return tuple(
        _sighting(chances, corners, score)
        for chances, corners, score in zip(
            odds, found.corners, found.confidence, strict=True
        )
    )


def _odds(
    crops: Crops, turns: tuple[int, ...], network: Network, temperature: float
) -> Floats:
    """Probabilities after quarter turns: (turns, n, 36)."""
    turned = np.concatenate([np.rot90(crops, turn, (1, 2)) for turn in turns])
    logits = [
        network(_blob(turned[start : start + _BATCH]))
        for start in range(0, len(turned), _BATCH)
    ]
    odds = _softmax(np.concatenate(logits) / temperature)
    return odds.reshape(len(turns), len(crops), len(LABELS))


def _blob(crops: Crops) -> Floats:
    blob = cv2.dnn.blobFromImages(list(crops), 1 / 255, swapRB=True)
    return np.asarray(blob, np.float32)


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)


def _sighting(chances: Floats, corners: Floats, score: np.float32) -> Sighting:
    best, *others = np.argsort(-chances, kind="stable")[: _RIVALS + 1]
    return Sighting(
        LABELS[best],
        float(chances[best]),
        tuple((float(x), float(y)) for x, y in corners),
        tuple((str(LABELS[i]), float(chances[i])) for i in others),
        float(score),
    )
