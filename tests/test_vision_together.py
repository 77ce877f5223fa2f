"""Finds of several looks put together: what the detector and the classifier say of each."""

import numpy as np

from vision.classify import LABELS, Label, Sighting
from vision.detect import Detections
from vision.together import together

TILE, OTHER = LABELS[0], LABELS[-1]


def find(x: float, score: float, label: Label, sure: float) -> Sighting:
    corners = ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0))
    second = "2m" if label == OTHER else "other"
    return Sighting(label, sure, corners, ((second, 1 - sure),), score)


def put(*finds: Sighting) -> list[tuple[float, float]]:
    """The left side and the score of each tile put together, from the left."""
    found = Detections(
        np.array([one.corners for one in finds], np.float32).reshape(-1, 4, 2),
        np.array([one.found for one in finds], np.float32),
    )
    which, kept = together(found, finds)
    assert (kept.corners == found.corners[which]).all()
    assert (np.diff(kept.confidence) <= 0).all()
    return sorted(
        (float(corners[0, 0]), float(score))
        for corners, score in zip(kept.corners, kept.confidence, strict=True)
    )


def test_a_faint_find_that_is_surely_read_is_likelier_a_tile_than_one_read_as_none() -> (
    None
):
    faint, shadow = put(find(0, 0.15, TILE, 0.9999), find(50, 0.5, OTHER, 0.98))
    assert faint[1] > 0.5 > 0.3 > shadow[1]


def test_a_back_counts_as_surely_read() -> None:
    ((_, score),) = put(find(0, 0.2, "back", 0.999))
    assert score > 0.5


def test_what_neither_believes_in_is_left_out() -> None:
    assert put(find(0, 0.11, OTHER, 0.999)) == []


def test_a_tile_seen_by_several_looks_is_there_once_where_it_is_read_best() -> None:
    kept = put(
        find(0, 0.6, OTHER, 0.9), find(4, 0.4, TILE, 0.9999), find(2, 0.5, TILE, 0.6)
    )
    assert [x for x, _ in kept] == [4]


def test_nothing_put_together_is_nothing() -> None:
    assert put() == []
