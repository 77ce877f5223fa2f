import cv2
import numpy as np
import pytest

from vision.detect import Detections
from vision.network import Floats
from vision.photo import Image
from vision.rectify import MARGIN, enlargement, rectify


def found(corners: Floats) -> Detections:
    return Detections(corners[None], np.ones(1, np.float32))


def face(width: int, height: int) -> tuple[Image, Floats]:
    """A photograph of a white face with four coloured quarters, and its corners."""
    image = np.full((height + 80, width + 80, 3), 60, np.uint8)
    middle = (40 + height // 2, 40 + width // 2)
    image[40 : middle[0], 40 : middle[1]] = (255, 0, 0)
    image[40 : middle[0], middle[1] : 40 + width] = (0, 255, 0)
    image[middle[0] : 40 + height, 40 : middle[1]] = (0, 0, 255)
    image[middle[0] : 40 + height, middle[1] : 40 + width] = (255, 255, 255)
    x, y = 40 + width, 40 + height
    return image, np.array([(40, 40), (x, 40), (x, y), (40, y)], np.float32)


@pytest.mark.parametrize(("width", "height"), [(30, 40), (72, 96), (300, 400)])
def test_a_face_fills_the_square_but_for_its_margin(width: int, height: int) -> None:
    image, corners = face(width, height)
    (crop,) = rectify(image, found(corners))
    assert crop.shape == (72, 72, 3)
    assert crop[18, 18].tolist() == [255, 0, 0]
    assert crop[18, 54].tolist() == [0, 255, 0]
    assert crop[54, 18].tolist() == [0, 0, 255]
    assert crop[54, 54].tolist() == [255, 255, 255]
    edge = round(72 * MARGIN / (1 + 2 * MARGIN))
    assert crop[1, 36].tolist() == [60, 60, 60]
    row = crop[18].astype(int)
    assert abs(row[edge + 1, 0] - 255) < 90
    middle = row[34:38, 1].mean()
    assert (
        90 < middle < 165
    )  # the quarters meet in the middle, to a fraction of a pixel


@pytest.mark.parametrize("first", range(4))
def test_the_first_corner_only_turns_the_crop(first: int) -> None:
    image, corners = face(120, 160)
    (crop,) = rectify(image, found(corners))
    (turned,) = rectify(image, found(np.roll(corners, -first, 0)))
    assert np.abs(np.rot90(crop, first).astype(int) - turned).mean() < 3


def test_perspective_is_undone() -> None:
    image, corners = face(120, 160)
    away = np.array([(60, 50), (140, 70), (150, 190), (30, 200)], np.float32)
    seen = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(corners, away), (240, 240)
    )
    (crop,) = rectify(np.asarray(seen, np.uint8), found(away))
    (want,) = rectify(image, found(corners))
    assert np.abs(crop.astype(int) - want).mean() < 6


def test_a_large_fine_pattern_is_averaged_not_sampled() -> None:
    image = np.zeros((500, 500, 3), np.uint8)
    image[::2] = 255
    corners = np.array([(50, 50), (450, 50), (450, 450), (50, 450)], np.float32)
    (crop,) = rectify(image, found(corners))
    assert np.abs(crop.astype(int) - 127).max() < 40


def test_a_face_over_the_edge_is_filled_with_the_edge() -> None:
    image = np.full((50, 50, 3), 200, np.uint8)
    corners = np.array([(-10, -10), (20, -10), (20, 30), (-10, 30)], np.float32)
    (crop,) = rectify(image, found(corners), 32)
    assert crop.shape == (32, 32, 3)
    assert (crop == 200).all()


def test_nothing_found_is_an_empty_array() -> None:
    crops = rectify(np.zeros((9, 9, 3), np.uint8), Detections.empty())
    assert crops.shape == (0, 72, 72, 3)


def test_a_picture_is_large_enough_when_a_face_fills_its_crop() -> None:
    _, corners = face(131, 170)
    assert enlargement(found(corners), 72) == pytest.approx(0.5, abs=0.001)
    assert enlargement(found(corners / np.float32(4)), 72) == pytest.approx(2, abs=0.01)
    assert enlargement(Detections.empty()) == 0


def test_one_stray_find_asks_for_no_larger_picture() -> None:
    _, corners = face(131, 170)
    many = np.concatenate([np.repeat(corners[None], 20, 0), corners[None] / 50])
    stray = Detections(many, np.ones(21, np.float32))
    assert enlargement(stray) == pytest.approx(0.5, abs=0.001)
