"""The whole road with two functions as networks: bright tiles with a coloured middle."""

import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import PhotoError, Reading, Recogniser, model_versions
from vision.classify import LABELS
from vision.draw import COLOURS, draw
from vision.network import Floats
from vision.photo import Image, read_photo


def eyes(batch: Floats) -> Floats:
    """See bright upright rectangles; hardly those that are less bright."""
    bright = (batch[0, 0] > 0.5).astype(np.uint8)
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    rows = []
    for x, y, w, h in map(cv2.boundingRect, outlines):
        quad = (x, y, x + w, y, x + w, y + h, x, y + h)
        score = 0.9 if batch[0, 0, y : y + h, x : x + w].max() > 0.9 else 0.2
        rows.append([x + w / 2, y + h / 2, w, h, score, 0.0, *quad])
    return np.array(rows, np.float32).reshape(-1, 14).T[None]


def names(batch: Floats) -> Floats:
    """Read a tile's kind from how green its middle is: 6 levels a class."""
    green = np.rint(batch[:, 1, 36, 36] * 255 / 6).astype(int)
    logits = np.zeros((len(batch), len(LABELS)), np.float32)
    logits[np.arange(len(batch)), green] = 20
    return logits


READ = Recogniser(eyes, names, threshold=0.3)


def table(row: str, drawn: str = "") -> Image:
    image = np.zeros((600, 800, 3), np.uint8)
    classes = [str(label) for label in LABELS]
    for i, word in enumerate([*row.split(), "", *drawn.split()]):
        if word:
            x = 40 + 46 * i
            cv2.rectangle(image, (x, 300), (x + 40, 356), (0, 0, 255), -1)
            middle = (0, 6 * classes.index(word), 255)
            cv2.rectangle(image, (x + 10, 310), (x + 30, 346), middle, -1)
    return image


THIRTEEN = "1m 2m 3m 4p 5p 6p 7s 8s 9s E E C C"


def dimmed(image: Image, *places: int) -> Image:
    """Make the tiles at some places of the row less bright."""
    for i in places:
        tile = image[300:357, 40 + 46 * i : 81 + 46 * i, 2]
        tile[tile == 255] = 180
    return image


def png(image: Image) -> bytes:
    return bytes(cv2.imencode(".png", image)[1])


@pytest.fixture
def reading() -> Reading:
    return READ(png(table(THIRTEEN, "5m")))


def test_a_photograph_becomes_a_hand(reading: Reading) -> None:
    assert reading.spread.notation == "123m 456p 789s EECC +5m"
    assert reading.spread.doubtful == ()
    assert (reading.width, reading.height) == (800, 600)


@pytest.mark.parametrize("place", [0, 5, 12])
def test_a_tile_hardly_found_in_the_hands_row_is_read_and_doubted(place: int) -> None:
    reading = READ(png(dimmed(table(THIRTEEN, "5m"), place)))
    assert reading.spread.notation == "123m 456p 789s EECC +5m"
    (doubted,) = reading.spread.doubtful
    hand = reading.spread.groups[0]
    assert (hand.kind, hand.members[place]) == ("hand", doubted)


def test_a_back_hardly_found_in_a_kong_makes_it_one() -> None:
    row = "1m 2m 3m 4p 5p 6p 7s 8s 9s E"
    image = np.concatenate([table(row, "5m"), table("C back back C")])
    dimmed(image[600:], 1)
    assert READ(png(image)).spread.notation == "123m 456p 789s E [CCCC] +5m"


def test_what_is_hardly_found_away_from_the_hand_is_no_tile() -> None:
    """A tile beyond the drawn one in its step, too: the hand is full without it."""
    for row, drawn, dim in ((THIRTEEN, "5m", ()), (THIRTEEN, "5m F", (15,))):
        image = dimmed(table(row, drawn), *dim)
        cv2.rectangle(image, (100, 500), (140, 556), (0, 0, 180), -1)
        spread = READ(png(image)).spread
        assert spread.notation == "123m 456p 789s EECC +5m"
        assert len(spread.sightings) == 14


FIFTH, MOST = slice(4, 5), slice(1, None)


@pytest.mark.parametrize(
    ("row", "large", "small", "notation"),
    [
        (THIRTEEN, FIFTH, None, "123m 456p 789s EECC +5m"),
        (THIRTEEN[3:], None, FIFTH, "23m 456p 789s EECC +5m"),
        (THIRTEEN[3:], None, MOST, "23m 456p 789s EECC +5m"),
    ],
)
def test_a_hand_that_does_not_add_up_is_looked_at_again(
    row: str, large: slice | None, small: slice | None, notation: str
) -> None:
    """What the network overlooks of large tiles and of small ones; the better look counts."""

    def some(batch: Floats) -> Floats:
        finds = eyes(batch)
        finds = finds[..., np.argsort(finds[0, 0])]
        unseen = large if finds.size and finds[0, 2].max() > 31.5 else small
        return np.delete(finds, unseen, 2) if unseen else finds

    reading = Recogniser(some, names, threshold=0.3)(png(table(row, "5m")))
    assert reading.spread.notation == notation


def test_what_no_look_sees_whole_is_put_together_and_faint_tiles_are_doubted() -> None:
    """At every size another tile is overlooked; one is hardly found by any look."""

    def some(batch: Floats) -> Floats:
        finds = eyes(batch)
        finds = finds[..., np.argsort(finds[0, 0])]
        unseen = int(finds[0, 2].max()) % 7 + 3
        return np.delete(finds, unseen, 2)

    image = dimmed(table(THIRTEEN, "5m"), 1)
    spread = Recogniser(some, names, threshold=0.3)(png(image)).spread
    assert spread.notation == "123m 456p 789s EECC +5m"
    assert spread.doubtful == (spread.groups[0].members[1],)


def test_a_table_seen_flat_is_looked_at_as_from_above() -> None:
    """Where tiles are seen broad and of many sizes, the network overlooks the fifth."""

    def often(batch: Floats) -> Floats:
        finds = eyes(batch)
        x, y, w, h = finds[0, :4]
        finds = finds[..., np.lexsort((x, np.round(y / h.max())))]
        unlike = w.max() / w.min() > 1.5
        return np.delete(finds, 3 + 4, 2) if unlike else finds

    image = table(THIRTEEN, "5m")
    for y in (40, 530):  # how large tiles are far and near tells how the table lies
        for x in (100, 380, 660):
            image[y : y + 57, x : x + 41] = image[300:357, 40:81]
    lens = np.array([[800, 0, 400], [0, 800, 300], [0, 0, 1]])
    turn, _ = cv2.Rodrigues(np.array([np.radians(50), 0, 0]))
    plane = np.array([[1, 0, -400], [0, 1, -300], [0, 0, 0]])
    away = np.array([[0, 0, 0], [0, 0, 0], [0, 0, 1000]])
    camera = lens @ (turn @ plane + away)
    seen = np.asarray(cv2.warpPerspective(image, camera, (800, 600)), np.uint8)
    reading = Recogniser(often, names, threshold=0.3)(png(seen))
    assert reading.spread.notation == "123m 456p 789s EECC +5m"


def test_corners_are_where_the_tile_is(reading: Reading) -> None:
    spread = reading.spread
    drawn = next(group for group in spread.groups if group.kind == "drawn")
    corners = np.array(spread.sightings[drawn.members[0]].corners)
    assert corners.min(0).tolist() == pytest.approx([40 + 46 * 14, 300], abs=2)
    assert corners.max(0).tolist() == pytest.approx([81 + 46 * 14, 357], abs=2)


def test_the_times_are_disjoint_stages_of_the_total(reading: Reading) -> None:
    stages = ["decode", "detect", "rectify", "classify", "arrange", "quality"]
    assert list(reading.ms) == [*stages, "total"]
    assert all(spent >= 0 for spent in reading.ms.values())
    spent = sum(reading.ms[stage] for stage in stages)
    assert spent == pytest.approx(reading.ms["total"])


def test_bytes_and_path_read_alike(tmp_path: Path, reading: Reading) -> None:
    path = tmp_path / "hand.png"
    path.write_bytes(png(table(THIRTEEN, "5m")))
    assert READ(path).spread == reading.spread


@pytest.mark.parametrize("times", [2, 5, 11])
def test_a_large_jpeg_reads_like_a_small_one(times: int, reading: Reading) -> None:
    """2: decoded whole; 5: half is enough; 11: a quarter, then."""
    large = cv2.resize(table(THIRTEEN, "5m"), None, fx=times, fy=times, interpolation=0)
    data = bytes(cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])
    seen = READ(data)
    assert (seen.width, seen.height) == (800 * times, 600 * times)
    assert seen.spread.notation == reading.spread.notation
    for one, other in zip(seen.spread.sightings, reading.spread.sightings, strict=True):
        away = np.array(one.corners) / times - np.array(other.corners)
        assert np.abs(away).max() < 2


def test_small_tiles_in_a_large_jpeg_are_read_from_all_its_pixels() -> None:
    image = cv2.copyMakeBorder(table(THIRTEEN, "5m"), 0, 2600, 0, 3400, 0)
    data = bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 100])[1])
    assert READ(data).spread.notation == "123m 456p 789s EECC +5m"


def test_a_photograph_without_tiles_is_an_empty_spread() -> None:
    reading = READ(png(np.zeros((100, 100, 3), np.uint8)))
    assert reading.spread.sightings == ()
    assert reading.spread.groups == ()
    assert reading.spread.notation == ""


def test_a_dark_photograph_is_said_to_be_dark() -> None:
    reading = READ(png(np.full((100, 100, 3), 9, np.uint8)))
    assert reading.quality is not None
    assert reading.quality.problem == "dark"
    assert reading.spread.sightings == ()


def test_a_good_one_without_tiles_only_shows_none() -> None:
    assert READ(png(np.full((100, 100, 3), 120, np.uint8))).quality is None


def test_a_file_that_is_no_photograph_raises() -> None:
    with pytest.raises(PhotoError, match="no JPEG"):
        READ(b"five characters")


def test_one_line_is_logged_for_a_photograph(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "vision"):
        READ(png(table(THIRTEEN, "5m")))
    (record,) = caplog.records
    assert "14 tiles, 0 doubtful, '123m 456p 789s EECC +5m'" in record.getMessage()


def test_drawing_leaves_the_photograph_as_it_was(reading: Reading) -> None:
    image = read_photo(png(table(THIRTEEN, "5m")))
    before = image.copy()
    picture = draw(image, reading.spread)
    assert (image == before).all()
    assert picture.shape == image.shape
    for kind in ("hand", "drawn"):
        assert (picture == COLOURS[kind]).all(2).any()
    assert not (picture == COLOURS["indicator"]).all(2).any()


def test_a_doubtful_tile_is_drawn_with_a_question_mark(reading: Reading) -> None:
    image = read_photo(png(table("1m 2m other 3m")))
    unread = READ(png(image)).spread
    assert unread.doubtful == (unread.groups[0].members[2],)
    assert (draw(image, unread) != image).any()


@pytest.mark.weights
def test_the_shipped_networks_see_no_tile_where_there_is_none() -> None:
    reading = Recogniser.load(threads=1)(png(np.full((480, 640, 3), 90, np.uint8)))
    assert reading.spread.sightings == ()
    assert set(model_versions()) == {"detector", "classifier"}
