import numpy as np
import pytest

from scorer.tiles import ALL_TILES, Tile
from vision.classify import LABELS, Sighting, classify
from vision.detect import Detections
from vision.network import Floats
from vision.rectify import Crops

FOUND = Detections(
    np.arange(16, dtype=np.float32).reshape(2, 4, 2), np.array([0.8, 0.6], np.float32)
)
CROPS: Crops = np.zeros((2, 8, 8, 3), np.uint8)
CROPS[0, 0, 0] = (10, 20, 255)  # one red pixel at the top left of the first


def corner(batch: Floats) -> Floats:
    """Say the class that the red pixel's place names: 0 top left, 1 bottom left, …"""
    logits = np.zeros((len(batch), len(LABELS)), np.float32)
    places = batch[:, 0][:, (0, -1, -1, 0), (0, 0, -1, -1)]
    logits[:, :4] = 10 * (places > 0.9)
    return logits


def test_labels_are_the_classes_of_the_network() -> None:
    assert LABELS[:34] == ALL_TILES
    assert LABELS[34:] == ("back", "other")


def test_the_mean_is_over_the_four_ways_up() -> None:
    first, second = classify(CROPS, FOUND, corner)
    likely = dict([(str(first), first.confidence), *first.rivals])
    seen = np.exp(10) / (np.exp(10) + 35)
    unseen = 1 / (np.exp(10) + 35)
    for kind in ("1m", "2m", "3m", "4m"):
        assert likely[kind] == pytest.approx((seen + 3 * unseen) / 4, rel=1e-4)
    assert second.confidence == pytest.approx(1 / 36)


def test_a_face_read_surely_one_way_up_is_not_looked_at_again() -> None:
    seen = 0

    def network(batch: Floats) -> Floats:
        nonlocal seen
        seen += len(batch)
        logits = np.zeros((len(batch), len(LABELS)), np.float32)
        dark = batch.max((1, 2, 3)) < 0.5
        logits[dark, 3] = 20  # the second crop is the surest 4m there is
        return logits

    doubtful, sure = classify(CROPS, FOUND, network)
    assert str(sure) == "4m"
    assert sure.confidence == pytest.approx(1)
    assert doubtful.confidence == pytest.approx(1 / 36)
    assert seen == 4 + 1


def test_many_faces_are_named_in_their_order() -> None:
    crops = np.zeros((40, 8, 8, 3), np.uint8)
    crops[:, 1:-1, 1:-1] = np.arange(40)[:, None, None, None] % 34 * 7

    def network(batch: Floats) -> Floats:
        kinds = np.rint(batch[:, 0, 4, 4] * 255 / 7).astype(int)
        logits = np.zeros((len(batch), len(LABELS)), np.float32)
        logits[np.arange(len(batch)), kinds] = np.where(kinds % 2, 20, 3)
        return logits

    found = Detections(np.zeros((40, 4, 2), np.float32), np.ones(40, np.float32))
    named = classify(crops, found, network)
    assert [one.label for one in named] == [ALL_TILES[i % 34] for i in range(40)]


def test_the_network_gets_red_green_blue_from_0_to_1() -> None:
    def check(batch: Floats) -> Floats:
        assert batch.shape == (2, 3, 8, 8)
        assert batch.dtype == np.float32
        assert batch[0, :, 0, 0].tolist() == pytest.approx([1, 20 / 255, 10 / 255])
        sure = np.zeros((2, len(LABELS)), np.float32)
        sure[:, 0] = 20
        return sure

    classify(CROPS, FOUND, check)


def named(logits: dict[str, float]) -> Sighting:
    def network(batch: Floats) -> Floats:
        row = [logits.get(str(label), 0.0) for label in LABELS]
        return np.array([row] * len(batch), np.float32)

    return classify(CROPS[:1], FOUND[np.array([0])], network, temperature=2.0)[0]


def test_a_sighting_holds_kind_chance_place_and_rivals() -> None:
    seen = named({"5m": 20, "4m": 12, "6m": 10})
    assert seen.label == Tile.parse("5m")
    odds = np.exp([10, 6, 5])
    total = odds.sum() + 33
    assert seen.confidence == pytest.approx(odds[0] / total, rel=1e-5)
    assert seen.corners == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert [text for text, _ in seen.rivals[:2]] == ["4m", "6m"]
    assert seen.rivals[0][1] == pytest.approx(odds[1] / total, rel=1e-5)
    assert len(seen.rivals) == 5
    assert seen.found == pytest.approx(0.8)
    assert str(seen) == "5m"
    assert hash(seen)


def test_what_is_no_face_has_its_word() -> None:
    assert named({"back": 9}).label == "back"
    assert str(named({"other": 9})) == "other"


def test_nothing_found_is_an_empty_tuple() -> None:
    none = Detections.empty()
    assert classify(CROPS[:0], none, corner) == ()


def test_a_sighting_has_four_corners() -> None:
    with pytest.raises(ValueError, match="corners must be 4 points"):
        Sighting("back", 1.0, ((0, 0),))
