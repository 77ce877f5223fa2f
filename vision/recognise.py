"""The stages as one call: a photograph's bytes to tiles in groups."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from vision.arrange import arrange
from vision.classify import classify
from vision.detect import detect
from vision.network import Network, network
from vision.photo import read_photo
from vision.rectify import rectify
from vision.spread import Spread
from vision.weights import load_weights

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reading:
    """What one photograph shows, and how long each stage took."""

    spread: Spread
    width: int
    """Pixels of the upright photograph."""
    height: int
    ms: Mapping[str, float]
    """Milliseconds: the disjoint stages decode, detect, rectify, classify, arrange;
    and total, from the file's bytes to the notation."""


@dataclass(frozen=True)
class Recogniser:
    """Two networks and their numbers; a call leaves no trace in it."""

    detector: Network
    classifier: Network
    threshold: float
    temperature: float = 1.0
    size: int = 640
    """Pixels of the photograph's long side in the detector's first pass."""
    side: int = 72
    """Pixels of a face given to the classifier."""

    @classmethod
    def load(
        cls, folder: Path | None = None, threads: int | None = None
    ) -> "Recogniser":
        """Open the shipped networks, or those of another folder.

        Raises:
            WeightsError: the folder does not hold what its manifest says.
        """
        weights = load_weights(folder)
        return cls(
            network(weights.detector, threads),
            network(weights.classifier, threads),
            weights.threshold,
            weights.temperature,
            weights.detector.input,
            weights.classifier.input,
        )

    def __call__(self, source: bytes | Path) -> Reading:
        """Read a photograph; one without tiles gives an empty spread.

        Raises:
            PhotoError: the file is no photograph that can be read.
        """
        times = [perf_counter()]
        image = read_photo(source)
        times.append(perf_counter())
        found = detect(image, self.detector, self.threshold, self.size)
        times.append(perf_counter())
        crops = rectify(image, found, self.side)
        times.append(perf_counter())
        sightings = classify(crops, found, self.classifier, self.temperature)
        times.append(perf_counter())
        spread = arrange(sightings)
        notation = spread.notation
        times.append(perf_counter())
        stages = ("decode", "detect", "rectify", "classify", "arrange")
        ms = {
            stage: 1000 * (end - start)
            for stage, start, end in zip(stages, times, times[1:], strict=False)
        }
        ms["total"] = 1000 * (times[-1] - times[0])
        logger.info(
            "%d tiles, %d doubtful, %r, ms: %s",
            len(sightings),
            len(spread.doubtful),
            notation,
            " ".join(f"{stage} {spent:.0f}" for stage, spent in ms.items()),
        )
        return Reading(spread, image.shape[1], image.shape[0], ms)
