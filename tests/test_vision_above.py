"""A look as from above, with a function that sees bright quads instead of a network."""

import cv2
import numpy as np
import pytest

from vision.above import look_from_above
from vision.detect import Detections
from vision.network import Floats
from vision.photo import Image

WIDTH, HEIGHT = 1600, 1200


class Eyes:
    """A network that sees bright quads, and keeps what sizes it saw."""

    def __init__(self) -> None:
        self.sides: list[tuple[float, float]] = []
        self.seen = 0

    def __call__(self, batch: Floats) -> Floats:
        self.seen += batch.shape[2] * batch.shape[3]
        bright = (batch[0, 0] > 0.7).astype(np.uint8)
        outlines, _ = cv2.findContours(
            bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        rows = []
        for outline in outlines:
            corners = cv2.boxPoints(cv2.minAreaRect(outline))
            x, y, w, h = cv2.boundingRect(outline)
            self.sides.append((w, h))
            rows.append([x + w / 2, y + h / 2, w, h, 0.9, 0.0, *corners.ravel()])
        return np.array(rows, np.float32).reshape(-1, 14).T[None]


def seen_from(degrees: float, focal: float = 1300) -> Floats:
    """Four rows of five tiles, 30 by 40, by a camera so far from straight above them."""
    turn = np.radians(degrees)
    tiles = [
        [(x + dx, y + dy) for dx, dy in ((0, 0), (30, 0), (30, 40), (0, 40))]
        for x in range(-190, 200, 80)
        for y in range(-170, 180, 95)
    ]
    flat = np.array(tiles, np.float64)
    away = 900 - flat[..., 1] * np.sin(turn)
    across = focal * flat[..., 0] / away + WIDTH / 2
    down = focal * flat[..., 1] * np.cos(turn) / away + HEIGHT / 2
    return np.stack([across, down], -1).astype(np.float32)


def photographed(tiles: Floats) -> Image:
    image = np.full((HEIGHT, WIDTH, 3), 40, np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(image, np.rint(tile).astype(np.int32), (240, 240, 240))
    return image


def box_at(x: float, y: float, side: float) -> Floats:
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    return np.array([corners], np.float32)


def finds(tiles: Floats) -> Detections:
    return Detections(tiles, np.full(len(tiles), 0.9, np.float32))


@pytest.mark.parametrize(
    ("degrees", "longer"), [(0, 1.3), (25, 1.2), (45, 1.0), (60, 0.9)]
)
def test_every_tile_is_seen_more_as_from_above_and_comes_back_to_its_place(
    degrees: float, longer: float
) -> None:
    tiles = seen_from(degrees)
    eyes = Eyes()
    found = look_from_above(photographed(tiles), finds(tiles), eyes, 0.3, tile=40)
    away = np.abs(found.corners.mean(1)[:, None] - tiles.mean(1)[None]).max(2)
    assert len(found) == len(tiles)
    assert away.min(0).max() < 1.5
    widths, heights = np.array(eyes.sides).T
    assert widths.max() / widths.min() < 1.35
    assert longer < np.median(heights / widths) < 1.5  # of a tile: 1.33
    assert np.median(np.sqrt(widths * heights)) == pytest.approx(40, rel=0.15)


def test_from_a_low_camera_tiles_are_flat_and_of_all_sizes_before() -> None:
    sides = np.ptp(seen_from(60), 1)
    assert np.median(sides[:, 1] / sides[:, 0]) < 0.8
    assert sides[:, 0].max() / sides[:, 0].min() > 1.4


def test_tiles_that_stand_do_not_tilt_the_table() -> None:
    tiles = seen_from(0)
    tiles[::7] = tiles[::7].mean(1, keepdims=True) + 1.8 * (
        tiles[::7] - tiles[::7].mean(1, keepdims=True)
    )
    eyes = Eyes()
    look_from_above(photographed(tiles), finds(tiles), eyes, 0.3, tile=40)
    widths = np.sort(np.array(eyes.sides)[:, 0])[: len(tiles) - 4]
    assert widths.max() / widths.min() < 1.2


@pytest.mark.parametrize("count", [1, 2])
def test_few_tiles_are_enough(count: int) -> None:
    tiles = seen_from(45)[:count]
    found = look_from_above(photographed(tiles), finds(tiles), Eyes(), 0.3, tile=52)
    assert len(found) == count


def test_a_stray_find_near_the_horizon_does_not_make_the_picture_endless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What lies farther out is not looked at."""
    stray = box_at(WIDTH / 2, 60, 3)
    tiles = np.concatenate([seen_from(60), stray])
    found = {}
    for largest in (9000, 900):
        monkeypatch.setattr("vision.above.LARGEST", largest)
        eyes = Eyes()
        look_from_above(photographed(tiles), finds(tiles), eyes, 0.3, tile=52)
        found[largest] = eyes.seen
    assert found[9000] > 1.3 * 900**2 >= 0.8 * found[900]


def test_what_is_found_beyond_the_photograph_is_left_out() -> None:
    def anywhere(batch: Floats) -> Floats:
        height, width = batch.shape[2:]
        quads = [
            (x, y, x + 40, y, x + 40, y + 50, x, y + 50)
            for x in range(5, width - 40, 60)
            for y in range(5, height - 50, 70)
        ]
        rows = [[q[0] + 20, q[1] + 25, 40, 50, 0.9, 0.0, *q] for q in quads]
        return np.array(rows, np.float32).T[None]

    tiles = seen_from(60)
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    wide = np.concatenate([tiles, corners[:, None] + (box_at(0, 0, 40) * 0.9)])
    found = look_from_above(photographed(tiles), finds(wide), anywhere, 0.3, tile=52)
    middles = found.corners.mean(1)
    assert len(found) > 20
    assert (middles > 0).all()
    assert (middles < (WIDTH, HEIGHT)).all()
