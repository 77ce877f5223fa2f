"""The detector's stage, with a function that sees bright quads instead of a network."""

from collections.abc import Callable
from time import perf_counter

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detect import SLICE, STRIDE, TILE, Detections, detect, glance, letterbox
from vision.detect import without_doubles as single
from vision.network import Floats
from vision.photo import Image


def quads(*corners: object) -> Floats:
    return np.array(corners, np.float32).reshape(-1, 4, 2)


def box(x: float, y: float, w: float = 30, h: float = 40, turn: float = 0) -> Floats:
    points = cv2.boxPoints(((x, y), (w, h), turn))
    return np.asarray(points, np.float32)


def at(place: Floats) -> tuple[float, float]:
    return float(place[0]), float(place[1])


def mock(corners: Floats, confidence: list[float]) -> Detections:
    return Detections(corners, np.array(confidence, np.float32))


def picture(tiles: Floats, width: int, height: int) -> Image:
    image = np.full((height, width, 3), 40, np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(image, np.rint(tile).astype(np.int32), (230, 240, 250))
    return image


class Eyes:
    """A network that sees bright quads, each three times over."""

    def __init__(self, least: float = 6) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self.least = least

    def __call__(self, batch: Floats) -> Floats:
        self.shapes.append(batch.shape)
        assert batch.dtype == np.float32
        assert 0 <= batch.min() <= batch.max() <= 1
        bright = (batch[0, 0] > 0.7).astype(np.uint8)
        found = []
        outlines, _ = cv2.findContours(bright, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            corners = cv2.boxPoints(cv2.minAreaRect(outline)) + 0.5
            if min(cv2.minAreaRect(outline)[1]) < self.least:
                continue
            for shift, score in ((0, 0.9), (1, 0.8), (-1, 0.5)):
                x0, y0, w, h = cv2.boundingRect(outline)
                row = [x0 + w / 2, y0 + h / 2, w, h, score, 0.1]
                found.append([*row, *(np.roll(corners, 1, 0) + shift).ravel()])
        found.append([5, 5, 9, 9, 0.1, 0.2, 1, 1, 9, 1, 9, 9, 1, 9])
        return np.array(found, np.float32).T[None]


def assert_found(found: Detections, tiles: Floats, slack: float) -> None:
    assert len(found) == len(tiles)
    got, want = found.corners.mean(1), tiles.mean(1)
    away = np.linalg.norm(got[:, None] - want[None], axis=2)
    assert away.min(0).max() < slack
    sizes = mock(tiles, [1.0] * len(tiles)).sizes
    assert np.abs(found.sizes[away.argmin(0)] - sizes).max() < 2 * slack


@pytest.mark.parametrize("turn", [0, 20, 45, 90])
@pytest.mark.parametrize(("width", "height"), [(640, 480), (1600, 1200), (700, 3000)])
def test_corners_come_back_in_pixels_of_the_photograph(
    width: int, height: int, turn: float
) -> None:
    across = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    start = np.array([width, height]) / 2 - 3 * 50 * across
    tiles = np.stack(
        [box(*at(start + i * 50 * across), 44, 58, turn) for i in range(7)]
    )
    found = detect(picture(tiles, width, height), Eyes(3), 0.3)
    assert_found(found, tiles, slack=2.5)


def test_corners_run_clockwise() -> None:
    found = detect(picture(quads(box(100, 100)), 300, 200), Eyes(), 0.3)
    (x0, y0), (x1, y1), (x2, y2), _ = found.corners[0]
    assert (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1) > 0


def test_the_second_pass_makes_tiles_as_large_as_the_network_likes() -> None:
    tiles = np.stack([box(1000 + 110 * i, 800, 100, 130) for i in range(6)])
    eyes = Eyes()
    detect(picture(tiles, 4000, 3000), eyes, 0.3)
    first, second = eyes.shapes
    assert first == (1, 3, 480, 640)
    margins = 2 * 1.2 * 114
    want = (650 + margins) * TILE / 114
    assert second[3] % STRIDE == second[2] % STRIDE == 0
    assert want - STRIDE < second[3] < want + 2 * STRIDE


def test_one_pass_is_enough_when_it_saw_all_at_the_right_size() -> None:
    centres = [(60 + 130 * i, 60 + 120 * j) for i in range(5) for j in range(4)]
    tiles = np.stack([box(x, y, 46, 60) for x, y in centres])
    eyes = Eyes()
    found = detect(picture(tiles, 640, 480), eyes, 0.3)
    assert len(eyes.shapes) == 1
    assert_found(found, tiles, slack=2)


def test_tiny_tiles_are_looked_at_in_slices() -> None:
    centres = [(90 + 75 * i, 100 + 90 * j) for i in range(50) for j in range(30)]
    tiles = np.stack([box(x, y, 42, 56) for x, y in centres])
    eyes = Eyes(least=3)
    found = detect(picture(tiles, 3900, 2900), eyes, 0.3)
    assert len(eyes.shapes) > 4
    assert max(max(shape[2:]) for shape in eyes.shapes) <= SLICE + STRIDE
    assert_found(found, tiles, slack=2)


def test_a_hundred_tiles_seen_many_times_over_crowd_none_out() -> None:
    centres = [(40 + 46 * i, 40 + 60 * j) for i in range(13) for j in range(8)]
    tiles = np.stack([box(x, y, 40, 54) for x, y in centres])

    def crowd(_: Floats) -> Floats:
        rows = [
            [x, y, 40, 54, 0.9 if i else 0.6, 0.1, *tile.ravel()]
            for i, ((x, y), tile) in enumerate(zip(centres, tiles, strict=True))
            for _ in range(9)
        ]
        return np.array(rows, np.float32).T[None]

    assert_found(glance(picture(tiles, 640, 640), crowd, 0.3), tiles, slack=1)


def test_a_tile_that_may_be_a_face_or_a_back_is_found() -> None:
    quad = box(300, 200)

    def undecided(_: Floats) -> Floats:
        row = [300, 200, 30, 40, 0.25, 0.2, *quad.ravel()]
        return np.array([row], np.float32).T[None]

    black = np.zeros((480, 640, 3), np.uint8)
    assert len(glance(black, undecided, 0.3)) == 1
    assert len(glance(black, undecided, 0.45)) == 0


def test_a_scaled_find_has_the_same_tile_in_a_larger_picture() -> None:
    found = mock(quads(box(50, 50), box(90, 50)), [0.5, 0.9])
    large = found.scaled(4)
    assert (large.corners == 4 * found.corners).all()
    assert (large.confidence == found.confidence).all()
    assert large.sides[0].tolist() == pytest.approx([120, 160, 120, 160])


def test_no_tile_is_an_empty_value() -> None:
    eyes = Eyes()
    found = detect(np.zeros((200, 300, 3), np.uint8), eyes, 0.3)
    assert len(found) == 0
    assert len(eyes.shapes) == 1


def test_a_tile_at_the_edge_of_the_photograph_is_kept() -> None:
    tiles = np.stack([box(25, 30, 46, 56), box(90, 30, 46, 56)])
    assert_found(detect(picture(tiles, 900, 700), Eyes(), 0.3), tiles, slack=2.5)


def test_letterbox_keeps_the_shape_and_pads_with_grey() -> None:
    image = np.zeros((280, 1000, 3), np.uint8)
    image[..., 2] = 255
    batch, (across, down) = letterbox(image, 0.64)
    assert batch.shape == (1, 3, 192, 640)
    assert (across, down) == (0.64, 179 / 280)
    assert batch[0, :, 0, 0].tolist() == [1, 0, 0]
    assert np.allclose(batch[0, :, 191, 0], 114 / 255)
    assert letterbox(np.zeros((2, 3000, 3), np.uint8), 0.1)[0].shape == (1, 3, 32, 320)


def test_doubles_go_whatever_their_class() -> None:
    found = mock(quads(box(50, 50), box(52, 51), box(90, 50)), [0.5, 0.9, 0.7])
    assert single(found).confidence.tolist() == pytest.approx([0.9, 0.7])


def test_a_find_inside_another_goes() -> None:
    whole, half = box(50, 50, 40, 60), box(50, 35, 36, 28)
    assert single(mock(quads(half, whole), [0.6, 0.9])).confidence.tolist() == (
        pytest.approx([0.9])
    )
    assert len(single(mock(quads(half, whole), [0.9, 0.6]))) == 1


def test_neighbours_in_a_diagonal_row_stay() -> None:
    step = np.array([31, 31]) / np.sqrt(2)
    tiles = np.stack([box(*at(100 + i * step), 30, 40, 45) for i in range(8)])
    assert len(single(mock(tiles, [0.9] * 8))) == 8


def test_a_find_without_an_area_goes() -> None:
    flat = np.array([(0, 0), (10, 10), (20, 20), (30, 30)], np.float32)
    assert len(single(mock(quads(flat), [0.9]))) == 0


def test_many_finds_take_little_time() -> None:
    rng = np.random.default_rng(0)
    tiles = [box(40 * i, 60 * j, turn=9) for i in range(20) for j in range(10)]
    corners = np.repeat(np.stack(tiles), 10, 0)
    corners += rng.normal(0, 1, corners.shape).astype(np.float32)
    found = mock(corners, rng.uniform(0.3, 1, len(corners)).tolist())
    start = perf_counter()
    assert len(single(found)) == 200
    assert perf_counter() - start < 0.5


@pytest.mark.parametrize(
    ("corners", "confidence", "words"),
    [
        (np.zeros((2, 4)), np.zeros(2), r"corners must have shape \(2, 4, 2\)"),
        (np.zeros((2, 4, 2)), np.zeros(3), r"not \(2, 4, 2\)"),
        (np.zeros((2, 4, 2)), np.zeros((2, 1)), r"confidence must have shape \(2,\)"),
    ],
)
def test_shapes_are_checked(corners: Floats, confidence: Floats, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Detections(corners, confidence)


@pytest.mark.parametrize(
    "index", [lambda d: d.confidence > 0.6, lambda d: np.array([1])]
)
def test_detections_filter_like_an_array(
    index: Callable[[Detections], NDArray[np.bool_]],
) -> None:
    found = mock(quads(box(50, 50), box(90, 50)), [0.5, 0.9])
    kept = found[index(found)]
    assert kept.confidence.tolist() == pytest.approx([0.9])
    assert kept.boxes.tolist() == [[75, 30, 105, 70]]
    assert kept.sizes.tolist() == pytest.approx([np.sqrt(1200)])
