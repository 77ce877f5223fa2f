"""Add up what was measured, group by group: every figure that is printed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from vision.evaluate.conditions import Conditions
from vision.evaluate.count import Labelled, PhotoCount
from vision.evaluate.measure import PhotoResult
from vision.layouts import Arranged

ROW = 5
"""Labelled tiles that make a photograph one of a row."""
ALL = "all"
BINS = 15
"""Of equal width, for the calibration error."""
PARTS = 3
"""Into which the tiles are split by a condition, equally many in each."""


@dataclass(frozen=True)
class Confusion:
    """A kind read as another one."""

    truth: str
    read: str
    times: int


@dataclass(frozen=True)
class Split:
    """The tiles seen under one condition, from low to high."""

    condition: str
    low: float
    high: float
    tiles: int
    right: float


@dataclass(frozen=True)
class LayoutResult:
    """Photographs whose tiles' groups are known, and what of them was read right.

    Shares of the photographs; a group that is not there and was not read is right.
    """

    photos: int
    groups: float
    """All groups right."""
    groups_low: float
    """The 95 % Wilson interval of groups."""
    groups_high: float
    hand: float
    drawn: float
    melds: float
    kongs: float
    indicator: float
    kong_kinds: int
    """Photographs with a kong, true or read, where its kind is known."""
    kong_kind: float | None
    notations: int
    """Photographs with a true notation."""
    notation: float | None
    causes: dict[str, int]
    """Why the others are wrong; ``vision.layouts.Cause`` tells them apart."""


@dataclass(frozen=True)
class GroupResult:
    """What was measured on one group of photographs; ``all`` is every photograph."""

    group: str
    photos: int
    tiles: int
    """Labelled tiles, flowers and jokers not counted."""
    recall: float
    """Labelled tiles that were found."""
    precision: float
    """Finds that are on a labelled tile, of those and the false faces."""
    right_class: float
    """Found tiles whose kind is right."""
    right: float
    """Labelled tiles right end to end: found, and their kind."""
    photos_right: float
    """Photographs with every tile right and no false face."""
    photos_right_low: float
    """The 95 % Wilson interval of photos_right."""
    photos_right_high: float
    row_photos: int
    """Photographs with five labelled tiles and more."""
    rows_right: int
    """Those of them that are wholly right."""
    false_faces: int
    ms_median: float
    ms_p95: float
    taps: float
    """A photograph's mean of tiles to add, to change and to take away."""
    taps_repaired: float | None
    """The same with whole-hand readings on offer; None where it was not measured."""
    missing: int
    wrong: int
    ece: float | None
    """Expected calibration error of the labelled tiles found; None without any."""
    ece_before: float | None
    """The same at temperature 1; None where it was not measured."""
    confusions: tuple[Confusion, ...]
    """The most frequent first."""
    splits: tuple[Split, ...]
    stages: dict[str, tuple[float, float]]
    """Median and 95th percentile of the milliseconds of each stage."""
    layouts: LayoutResult | None


def results(photos: list[PhotoResult]) -> list[GroupResult]:
    """Sum up each group, then all photographs together."""
    groups: dict[str, list[PhotoResult]] = {}
    for photo in photos:
        groups.setdefault(photo.group, []).append(photo)
    return [summary(name, group) for name, group in {**groups, ALL: photos}.items()]


def summary(group: str, photos: list[PhotoResult]) -> GroupResult:
    """Sum up a group of photographs; a share of nothing is 1."""
    counts = [photo.count for photo in photos]
    tiles = sum(len(count.tiles) for count in counts)
    found = sum(count.found for count in counts)
    right = sum(count.right for count in counts)
    false = sum(len(count.false) for count in counts)
    whole = sum(not count.faults for count in counts)
    rows = [count for count in counts if len(count.tiles) >= ROW]
    low, high = wilson(whole, len(counts))
    stages = _stages(photos)
    median, p95 = stages.pop("total")
    return GroupResult(
        group,
        photos=len(counts),
        tiles=tiles,
        recall=_share(found, tiles),
        precision=_share(found, found + false),
        right_class=_share(right, found),
        right=_share(right, tiles),
        photos_right=_share(whole, len(counts)),
        photos_right_low=low,
        photos_right_high=high,
        row_photos=len(rows),
        rows_right=sum(not count.faults for count in rows),
        false_faces=false,
        ms_median=median,
        ms_p95=p95,
        taps=sum(count.faults for count in counts) / len(counts),
        taps_repaired=_mean([p.repaired for p in photos if p.repaired is not None]),
        missing=tiles - found,
        wrong=found - right,
        ece=calibration_error(counts),
        ece_before=calibration_error([p.before for p in photos if p.before]),
        confusions=_confusions(counts),
        splits=_splits(photos),
        stages=stages,
        layouts=_layouts([photo.layout[1] for photo in photos if photo.layout]),
    )


def _stages(photos: list[PhotoResult]) -> dict[str, tuple[float, float]]:
    spent = {
        stage: np.percentile([p.reading.ms[stage] for p in photos], (50, 95))
        for stage in photos[0].reading.ms
    }
    return {stage: (float(mid), float(high)) for stage, (mid, high) in spent.items()}


def calibration_error(counts: Iterable[PhotoCount]) -> float | None:
    """Tell how far confidence and share of right kinds lie apart, over fifteen bins.

    Of labelled tiles that were found; None when there are none.
    """
    seen = [
        (tile.find.confidence, tile.right)
        for count in counts
        for tile in count.tiles
        if tile.find
    ]
    if not seen:
        return None
    sure, right = np.array(seen, float).T
    bins = np.clip(np.ceil(sure * BINS).astype(int), 1, BINS)
    gaps = np.bincount(bins, sure - right)
    return float(np.abs(gaps).sum() / len(seen))


def _confusions(counts: list[PhotoCount]) -> tuple[Confusion, ...]:
    pairs = Counter(
        (tile.truth, str(tile.find))
        for count in counts
        for tile in count.tiles
        if tile.find and not tile.right
    )
    return tuple(Confusion(*pair, times) for pair, times in pairs.most_common())


def _splits(photos: list[PhotoResult]) -> tuple[Split, ...]:
    seen = [
        pair
        for photo in photos
        for pair in zip(photo.count.tiles, photo.conditions, strict=True)
    ]
    return tuple(
        split
        for name in Conditions.__dataclass_fields__
        for split in _split(name, seen)
    )


def _split(name: str, seen: list[tuple[Labelled, Conditions]]) -> list[Split]:
    """Split the tiles where the condition was measured; like values stay together."""
    known = [
        (value, tile.right)
        for tile, one in seen
        if (value := getattr(one, name)) is not None
    ]
    if not known:
        return []
    values, right = np.array(known, float).T
    edges = np.quantile(values, np.arange(1, PARTS) / PARTS)
    parts = np.searchsorted(edges, values)
    return [
        Split(
            name,
            float(values[parts == part].min()),
            float(values[parts == part].max()),
            int((parts == part).sum()),
            float(right[parts == part].mean()),
        )
        for part in np.unique(parts)
    ]


def _layouts(arranged: list[Arranged]) -> LayoutResult | None:
    if not arranged:
        return None

    def share(name: str) -> float:
        return float(np.mean([getattr(one, name) for one in arranged]))

    kinds = [one.kong_kind for one in arranged if one.kong_kind is not None]
    lines = [one.notation for one in arranged if one.notation is not None]
    low, high = wilson(sum(one.groups for one in arranged), len(arranged))
    return LayoutResult(
        len(arranged),
        share("groups"),
        low,
        high,
        hand=share("hand"),
        drawn=share("drawn"),
        melds=share("melds"),
        kongs=share("kongs"),
        indicator=share("indicator"),
        kong_kinds=len(kinds),
        kong_kind=sum(kinds) / len(kinds) if kinds else None,
        notations=len(lines),
        notation=sum(lines) / len(lines) if lines else None,
        causes=dict(Counter(one.cause for one in arranged if one.cause).most_common()),
    )


def _mean(taps: list[int]) -> float | None:
    return sum(taps) / len(taps) if taps else None


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Give the 95 % Wilson interval of a share.

    >>> low, high = wilson(9, 10)
    >>> round(low, 3), round(high, 3)
    (0.596, 0.982)
    """
    z, share = 1.959964, successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
