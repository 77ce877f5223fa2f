"""Photographs that cannot be read, as people take them: what is said to be wrong."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.tiles import Tile
from vision import Quality, Reading, Recogniser, Sighting
from vision.detect import Detections
from vision.photo import Image, read_photo
from vision.quality import Problem, quality
from vision.rectify import rectify

SAMPLE = Path(__file__).parents[1] / "datasets" / "samples" / "hand.jpg"
WIDTH, HEIGHT = 48, 64


def table(tiles: int = 14) -> tuple[Image, Detections]:
    """White tiles with black strokes in a row on felt."""
    image = np.full((300, 40 + 54 * tiles, 3), (70, 100, 40), np.uint8)
    corners = []
    for x in range(20, 20 + 54 * tiles, 54):
        right, bottom = x + WIDTH, 100 + HEIGHT
        cv2.rectangle(image, (x, 100), (right - 1, bottom - 1), (225, 230, 230), -1)
        for y in (114, 132, 150):
            cv2.line(image, (x + 10, y), (x + 38, y), (30, 30, 30), 3)
        cv2.line(image, (x + 24, 110), (x + 24, 154), (30, 30, 30), 3)
        corners.append([(x, 100), (right, 100), (right, bottom), (x, bottom)])
    found = Detections(
        np.array(corners, np.float32).reshape(-1, 4, 2), np.ones(tiles, np.float32)
    )
    return image, found


def shrunk(image: Image, found: Detections, factor: float) -> tuple[Image, Detections]:
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), found.scaled(factor)


def glare(image: Image, x: float, y: float, radius: float) -> Image:
    """A lamp mirrored in the table."""
    across, down = np.meshgrid(np.arange(image.shape[1]), np.arange(image.shape[0]))
    away = ((across - x) ** 2 + (down - y) ** 2) / radius**2
    light = image + 500 * np.exp(-away / 2)[..., None]
    return np.asarray(np.clip(light, 0, 255), np.uint8)


def blurred(image: Image, radius: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), radius), np.uint8)


def shaken(image: Image, pixels: int) -> Image:
    return np.asarray(cv2.blur(image, (pixels, 1)), np.uint8)


def darker(image: Image, part: float) -> Image:
    rng = np.random.default_rng(0)
    return np.clip(image * part + rng.normal(0, 2, image.shape), 0, 255).astype(
        np.uint8
    )


def judged(image: Image, found: Detections, doubtful: int = 5) -> Quality | None:
    """Judge as if some of the tiles had been read doubtfully."""
    sightings = [
        Sighting(Tile.parse("1m"), 0.5 if i < doubtful else 1.0, ((0.0, 0.0),) * 4)
        for i in range(len(found))
    ]
    return quality(image, found, rectify(image, found), sightings)


def test_a_sharp_picture_has_no_problem_however_it_is_read() -> None:
    image, found = table()
    for doubtful in (0, 5, 14):
        assert judged(image, found, doubtful) is None


@pytest.mark.parametrize("spoil", ["dark", "glaring", "far", "blurred", "shaken"])
@pytest.mark.parametrize("half_read", [True, False])
def test_what_is_wrong_is_named_with_its_figure(spoil: str, half_read: bool) -> None:
    image, found = table()
    match spoil:
        case "dark":
            image = darker(image, 0.06)
        case "glaring":
            image = glare(image, 300, 130, 60)
        case "far":
            image, found = shrunk(image, found, 0.15)
        case "blurred":
            image = blurred(image, 7)
        case "shaken":
            image = shaken(image, 25)
    if not half_read:
        found = found[np.arange(3)]
    told = judged(image, found, doubtful=5 if half_read else 0)
    assert told
    assert told.problem == ("blurred" if spoil == "shaken" else spoil)
    if told.problem in ("dark", "far"):
        assert told.figure < told.limit
    else:
        assert told.figure > told.limit


def test_glare_is_named_though_the_tiles_it_left_are_read_well() -> None:
    image, found = table(18)
    told = judged(glare(image, 300, 130, 60), found, doubtful=0)
    assert told
    assert told.problem == "glaring"


def test_bright_tiles_alone_are_no_glare() -> None:
    image, found = table()
    image[image >= 225] = 255
    assert judged(image, found, doubtful=0) is None


def test_a_picture_that_is_read_well_gets_no_advice() -> None:
    image, found = table()
    assert judged(blurred(image, 7), found, doubtful=1) is None
    assert judged(darker(image, 0.06), found, doubtful=0) is None


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda image: image, None),
        (lambda image: np.full_like(image, 90), None),
        (lambda image: darker(image, 0.06), "dark"),
        (lambda image: np.zeros_like(image), "dark"),
        (lambda image: glare(image, 400, 130, 150), "glaring"),
        (lambda image: blurred(image, 25), "blurred"),
    ],
)
def test_without_tiles_the_whole_picture_is_measured(
    spoil: object, problem: Problem | None
) -> None:
    assert callable(spoil)
    told = judged(spoil(table()[0]), Detections.empty())
    assert (told.problem if told else None) == problem


def test_tiles_on_a_white_cloth_are_no_glare() -> None:
    image, found = table(9)
    image[(image == (70, 100, 40)).all(2)] = 255
    assert judged(image, found) is None


def test_a_panorama_is_no_blur() -> None:
    image, _ = table()
    wide = cv2.resize(image, (9000, 70), interpolation=cv2.INTER_AREA)
    assert judged(np.asarray(wide, np.uint8), Detections.empty()) is None


def test_a_find_beyond_the_edge_of_the_picture_is_no_glare() -> None:
    image, found = table(2)
    moved = found.corners - np.array([400, 400], np.float32)
    told = judged(image, Detections(moved, found.confidence))
    assert told is None or told.problem != "glaring"


@pytest.fixture(scope="module")
def read() -> Recogniser:
    return Recogniser.load(threads=1)


def sent(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image)[1])


@pytest.mark.weights
def test_the_sample_is_good(read: Recogniser) -> None:
    assert read(SAMPLE).quality is None


@pytest.mark.weights
@pytest.mark.parametrize("spoil", ["dark", "glaring", "far", "blurred", "shaken"])
def test_a_spoilt_sample_is_read_or_told(read: Recogniser, spoil: str) -> None:
    image, good = read_photo(SAMPLE), read(SAMPLE)
    corners = np.array(good.spread.sightings[0].corners, np.float32)
    size = float(np.sqrt(cv2.contourArea(corners)))
    match spoil:
        case "dark":
            image = darker(image, 0.03)
        case "glaring":
            for x in (300, 700, 1100):
                image = glare(image, x, 700, 2 * size)
        case "far":
            image, _ = shrunk(image, Detections.empty(), 7 / size)
        case "blurred":
            image = blurred(image, 0.16 * size)
        case "shaken":
            image = shaken(image, round(0.7 * size))
    reading: Reading = read(sent(image))
    told = reading.quality
    if told is None:
        assert reading.spread.notation == good.spread.notation
    else:
        assert told.problem == ("blurred" if spoil == "shaken" else spoil)
