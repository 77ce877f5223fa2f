"""The stages as one call: a photograph's bytes to tiles in groups."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from time import perf_counter

from vision.above import look_from_above
from vision.arrange import weighed
from vision.classify import Sighting, classify
from vision.detect import TILE, Detections, glance, look
from vision.faint import FAINT, in_step, wanted
from vision.network import Network, network
from vision.photo import Image, open_photo
from vision.quality import Quality, quality
from vision.rectify import Crops, enlargement, rectify
from vision.spread import Spread
from vision.together import together
from vision.weights import load_weights

GLANCE = 1280
"""Pixels of the long side that the first pass is given at least: twice what it sees.
A JPEG is decoded finer only when its tiles turn out to be small."""

UNEASY, LIGHTER = 1.6, 1.0
"""Where more than the first speaks against the best arrangement, the table does not add up
and is looked at again until it does. If it never does, the finds of all looks are put
together; if these add up, and so much less speaks against them than against the first
look, they count, else that does. The first made on generated tables in training styles,
the second on photographs of sets that train."""
AGAIN, FROM_ABOVE = (32, 28), (52, 40)
"""How many pixels wide a tile is in the further looks, and in those as from above."""


def counts(against: float, first: float) -> bool:
    """Whether all looks put together count, by what speaks against them and the first.

    >>> counts(0.4, 1.7), counts(1.4, 1.7), counts(4.0, 9.0)
    (True, False, False)
    """
    return against <= min(UNEASY, first - LIGHTER)


logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reading:
    """What one photograph shows, and how long each stage took."""

    spread: Spread
    width: int
    """Pixels of the upright photograph."""
    height: int
    ms: Mapping[str, float]
    """Milliseconds: the disjoint stages decode, detect, rectify, classify, arrange,
    quality; and total, from the file's bytes to the notation."""
    quality: Quality | None = None
    """What kept it from being read well, if that can be measured."""


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
        laps = _Laps()
        photo = open_photo(source)
        reduction = photo.reduction(GLANCE / max(photo.width, photo.height))
        image = photo.picture(reduction)
        laps("decode")
        found = glance(image, self.detector, self.threshold, self.size)
        laps("detect")
        finer = photo.reduction(enlargement(found, self.side) / reduction)
        if finer < reduction:
            image, found = photo.picture(finer), found.scaled(reduction / finer)
            reduction = finer
        laps("decode")
        seen = self._best(image, found, reduction, laps)
        spread, notation = seen.spread, seen.spread.notation
        laps("arrange")
        problem = quality(image, seen.found, seen.crops, seen.sightings)
        laps("quality")
        ms = {**laps.ms, "total": sum(laps.ms.values())}
        logger.info(
            "%d tiles, %d doubtful, %r, %s, ms: %s",
            len(seen.sightings),
            len(spread.doubtful),
            notation,
            problem.problem if problem else "good",
            " ".join(f"{stage} {spent:.0f}" for stage, spent in ms.items()),
        )
        return Reading(spread, photo.width, photo.height, ms, problem)

    def _best(
        self, image: Image, found: Detections, reduction: float, laps: "_Laps"
    ) -> "_Seen":
        """Give the first look that adds up, else all together if they do, or the first."""
        every: list[Detections] = []
        first: _Seen | None = None
        for finds in self._looks(image, found):
            every.append(finds)
            seen = self._seen(image, finds, reduction, laps)
            if seen.against <= UNEASY:
                return seen
            first = first or seen
        seen = self._together(image, every, reduction, laps)
        return first if first and not counts(seen.against, first.against) else seen

    def _looks(self, image: Image, first: Detections) -> Iterator[Detections]:
        """Find the tiles, the faint ones, too, each time in another way."""
        least = min(FAINT, self.threshold)
        found = look(image, first, self.detector, least, self.size, TILE)
        yield found
        for tile in AGAIN:
            yield look(image, first, self.detector, least, self.size, tile)
        sure = found[found.confidence > self.threshold]
        for tile in FROM_ABOVE if len(sure) else ():
            yield look_from_above(image, sure, self.detector, least, tile)

    def _seen(
        self, image: Image, found: Detections, reduction: float, laps: "_Laps"
    ) -> "_Seen":
        """Name and arrange what one look found."""
        found = found[in_step(found, self.threshold)]
        laps("detect")
        crops, sightings = self._named(image, found, reduction, laps)
        return self._arranged(found, crops, sightings, laps)

    def _together(
        self, image: Image, looks: list[Detections], reduction: float, laps: "_Laps"
    ) -> "_Seen":
        """Name and arrange what several looks found."""
        found = Detections.joined(looks)
        laps("detect")
        crops, sightings = self._named(image, found, reduction, laps)
        kept, likely = together(found, sightings)
        near = in_step(likely, self.threshold)
        kept = kept[near]
        some = tuple(sightings[i] for i in kept)
        return self._arranged(likely[near], crops[kept], some, laps)

    def _arranged(
        self,
        found: Detections,
        crops: Crops,
        sightings: tuple[Sighting, ...],
        laps: "_Laps",
    ) -> "_Seen":
        """Arrange sightings by the scores of the finds; they keep the detector's own."""
        pairs = zip(sightings, found.confidence, strict=True)
        scored = tuple(replace(one, found=float(score)) for one, score in pairs)
        kept = wanted(scored, self.threshold)
        spread, against = weighed(tuple(compress(scored, kept)))
        own = tuple(compress(sightings, kept))
        named = zip(spread.sightings, own, strict=True)
        spread = replace(
            spread, sightings=tuple(replace(one, found=its.found) for one, its in named)
        )
        laps("arrange")
        return _Seen(found[kept], crops[kept], own, spread, against)

    def _named(
        self, image: Image, found: Detections, reduction: float, laps: "_Laps"
    ) -> tuple[Crops, tuple[Sighting, ...]]:
        crops = rectify(image, found, self.side)
        laps("rectify")
        in_full = found.scaled(reduction)
        sightings = classify(crops, in_full, self.classifier, self.temperature)
        laps("classify")
        return crops, sightings


@dataclass(frozen=True, eq=False)
class _Seen:
    """What one look at a photograph gave."""

    found: Detections
    crops: Crops
    sightings: tuple[Sighting, ...]
    spread: Spread
    against: float
    """What speaks against the arrangement, as of `vision.arrange.lightest`."""


class _Laps:
    """A stopwatch: what passed since the last lap is added to the stage named."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}
        self.at = perf_counter()

    def __call__(self, stage: str) -> None:
        now = perf_counter()
        self.ms[stage] = self.ms.get(stage, 0.0) + 1000 * (now - self.at)
        self.at = now
