"""Conditions, calibration, layouts and the page of failures."""

import json
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.tiles import Tile
from vision import Group, Reading, Recogniser, Sighting, Spread, VisionError
from vision.classify import LABELS
from vision.evaluate import (
    Labelled,
    PhotoCount,
    PhotoResult,
    failures_page,
    measure,
    results,
    with_uncalibrated,
)
from vision.evaluate.conditions import Conditions, conditions, tilt
from vision.network import Floats
from vision.photo import Image
from webui.doubts import plain_fan

KINDS = ["1m", "2m", "3m", "5m", "6m"]


def box(i: int) -> tuple[float, float, float, float]:
    return (100.0 * i, 0.0, 100.0 * i + 60, 80.0)


def seen(text: str, i: int) -> Sighting:
    x0, y0, x1, y1 = box(i)
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Sighting(Tile.parse(text), 0.9, corners)


def spread(*groups: Group) -> Spread:
    """Five tiles in a row; those in no group are loose."""
    members = {i for group in groups for i in group.members}
    rest = tuple(i for i in range(5) if i not in members)
    return Spread(
        tuple(seen(kind, i) for i, kind in enumerate(KINDS)),
        (*groups, *([Group("loose", rest)] if rest else [])),
    )


HAND, DRAWN = Group("hand", (0, 1, 2)), Group("drawn", (3,))
RIGHT = spread(HAND, DRAWN)


def picture(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((600, 800, 3), 90, np.uint8))


# conditions


def checks(light: int) -> Image:
    """Fields of 6 pixels on a picture of two tiles side by side."""
    y, x = np.mgrid[:80, :160]
    grey = np.where((x // 6 + y // 6) % 2, light, 40).astype(np.uint8)
    return np.asarray(np.repeat(grey[..., None], 3, 2), np.uint8)


def two(first: Sighting | None) -> PhotoCount:
    left, right = (0.0, 0.0, 60.0, 80.0), (100.0, 0.0, 160.0, 80.0)
    return PhotoCount((Labelled("1m", left, first), Labelled("2m", right, None)))


def test_a_blurred_picture_is_less_sharp_and_a_darker_one_is_not() -> None:
    sharp, _ = conditions(checks(200), two(None))
    blurred = np.asarray(cv2.GaussianBlur(checks(200), (0, 0), 3), np.uint8)
    soft, _ = conditions(blurred, two(None))
    dark, _ = conditions(np.asarray(checks(200) // 2, np.uint8), two(None))
    assert soft.sharpness < sharp.sharpness / 2
    assert dark.sharpness == pytest.approx(sharp.sharpness, rel=0.05)


def test_glare_is_the_blown_out_part_of_the_tile_itself() -> None:
    image = checks(200)
    image[:40, :60] = 255
    first, second = conditions(image, two(None))
    assert (first.glare, second.glare) == (0.5, 0)
    assert first.size == pytest.approx((60 * 80) ** 0.5)


def test_a_tile_not_found_is_tilted_as_the_others_are() -> None:
    first, second = conditions(checks(200), two(seen("1m", 0)))
    assert first.tilt == second.tilt == pytest.approx(0, abs=0.1)
    assert conditions(checks(200), two(None))[0].tilt is None


@pytest.mark.parametrize("turn", [0, 30, 90])
def test_tilt_is_told_however_the_tile_lies(turn: float) -> None:
    angle = np.radians(turn)
    face = np.array([(0, 0), (30, 0), (30, 40), (0, 40)], float)
    turned = face @ [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    assert tilt(turned) == pytest.approx(0, abs=0.1)
    assert tilt(turned * (1, 0.5)) > 25


def test_a_label_beyond_the_edge_is_measured_where_it_is_in_the_picture() -> None:
    away = Labelled("1m", (155.0, 75.0, 200.0, 120.0), None)
    assert conditions(checks(200), PhotoCount((away,)))[0].glare == 0


# calibration


def test_the_temperature_is_told_from_one_run_of_the_detector(tmp_path: Path) -> None:
    looks: list[int] = []

    def eyes(batch: Floats) -> Floats:
        looks.append(len(batch))
        row = [30.0, 40.0, 60.0, 80.0, 0.9, 0.0, 0, 0, 60, 0, 60, 80, 0, 80]
        return np.array([row], np.float32).T[None]

    def names(batch: Floats) -> Floats:
        logits = np.zeros((len(batch), len(LABELS)), np.float32)
        logits[:, 0] = 5
        return logits

    picture(tmp_path / "a" / "images" / "one.jpg")
    (tmp_path / "a" / "labels").mkdir()
    (tmp_path / "a" / "labels" / "one.txt").write_text("0 0.0375 0.0667 0.075 0.1333")
    alone = Recogniser(eyes, names, threshold=0.3, temperature=0.5)
    alone(tmp_path / "a" / "images" / "one.jpg")
    once = len(looks)
    reader, raw = with_uncalibrated(alone)
    (got, _) = results(measure(tmp_path, reader, uncalibrated=raw))
    assert len(looks) == 2 * once
    assert got.right == 1
    assert got.ece == pytest.approx(35 / (np.exp(10) + 35), abs=1e-4)
    assert got.ece_before == pytest.approx(35 / (np.exp(5) + 35), abs=1e-4)
    # how sure it is of the kinds decides how often a reader looks: it may look alone
    other = tmp_path / "other.png"
    cv2.imwrite(str(other), np.full((500, 900, 3), 60, np.uint8))
    assert raw(other).spread == replace(alone, temperature=1.0)(other).spread


# repair


HELD = re.findall(r"\w+", "4m 6m 1p 2p 3p 7s 8s 9s 5s 5s 8p 8p 8p 5m")


def read_as(**wrong: str) -> Spread:
    """A hand and its drawn tile, some of its tiles read as others: ``t1="9m"``."""
    sightings = []
    for i, kind in enumerate(HELD):
        lie = wrong.get(f"t{i}")
        one = replace(seen(lie or kind, i), confidence=0.55 if lie else 0.999)
        sightings.append(replace(one, rivals=((kind, 0.44),) if lie else ()))
    groups = (Group("hand", tuple(range(13))), Group("drawn", (13,)))
    return Spread(tuple(sightings), groups)


def taps(spread: Spread, folder: Path) -> tuple[float, float | None]:
    """Taps before and after repair, the photograph showing HELD."""
    picture(folder / "a" / "images" / "one.jpg")
    (folder / "a" / "labels").mkdir()
    lines = [
        f"{LABELS.index(Tile.parse(kind))} {(100 * i + 30) / 1600} 0.05 0.0375 0.1"
        for i, kind in enumerate(HELD)
    ]
    (folder / "a" / "labels" / "one.txt").write_text("\n".join(lines))
    reading = Reading(spread, 1600, 800, {"total": 1.0})
    (got, _) = results(measure(folder, lambda _: reading, worth=plain_fan))
    return got.taps, got.taps_repaired


def test_two_misread_tiles_are_two_taps_and_one_by_a_whole_reading(
    tmp_path: Path,
) -> None:
    assert taps(read_as(t1="9m", t5="C"), tmp_path) == (2, 1)


def test_a_reading_that_saves_no_tap_is_not_taken(tmp_path: Path) -> None:
    assert taps(read_as(t1="9m"), tmp_path) == (1, 1)


def test_a_right_hand_takes_no_tap_whatever_is_offered(tmp_path: Path) -> None:
    assert taps(read_as(), tmp_path) == (0, 0)


# layouts


@pytest.fixture
def scenes(tmp_path: Path) -> Path:
    """One scene: a hand, a drawn tile, and a discard."""
    folder = tmp_path / "scenes"
    picture(folder / "images" / "1-00000.jpg")
    groups = ["hand", "hand", "hand", "drawn", "loose"]
    tiles = [
        {"tile": kind, "group": group, "corners": seen(kind, i).corners, "visible": 1}
        for i, (kind, group) in enumerate(zip(KINDS, groups, strict=True))
    ]
    (folder / "labels").mkdir()
    label = {"notation": "123m +5m", "tiles": tiles}
    (folder / "labels" / "1-00000.json").write_text(json.dumps(label))
    return folder


def reading_of(*groups: Group) -> Reading:
    return Reading(spread(*groups), 800, 600, {"total": 1.0})


def test_a_folder_of_scenes_is_one_group_with_its_layouts(scenes: Path) -> None:
    got, every = results(measure(scenes, lambda _: reading_of(HAND, DRAWN)))
    assert (got.group, every.group, got.photos) == ("scenes", "all", 1)
    assert (got.tiles, got.right, got.photos_right) == (4, 1, 1)
    layouts = got.layouts
    assert layouts
    assert (layouts.photos, layouts.groups, layouts.drawn, layouts.notation) == (
        (1, 1, 1, 1)
    )
    assert (layouts.kong_kinds, layouts.causes) == (0, {})


def test_a_layout_read_wrongly_has_its_cause(scenes: Path) -> None:
    whole = Group("hand", (0, 1, 2, 3))
    got, _ = results(measure(scenes, lambda _: reading_of(whole)))
    layouts = got.layouts
    assert layouts
    assert (layouts.groups, layouts.hand, layouts.drawn) == (0, 0, 0)
    assert (layouts.indicator, layouts.notations, layouts.notation) == (1, 1, 0)
    assert layouts.causes == {"arrangement": 1}
    assert got.taps == 0


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two photographs; the groups of the first are known."""
    home = tmp_path / "train" / "a"
    (home / "labels").mkdir(parents=True)
    for name in ("one", "two"):
        picture(home / "images" / f"{name}.jpg")
        lines = [f"{i} {(100 * i + 30) / 800} 0.0667 0.075 0.1333" for i in range(3)]
        (home / "labels" / f"{name}.txt").write_text("\n".join(lines))
    (tmp_path / "list.toml").write_text('["train/a/one.jpg"]\nhand = [0, 1, 2]\n')
    return home.parent


def test_marked_photographs_are_measured_beside_the_others(photos: Path) -> None:
    marked = photos.parent / "list.toml"
    got, _ = results(measure(photos, lambda _: reading_of(HAND), layouts=marked))
    assert got.layouts
    assert (got.photos, got.layouts.photos, got.layouts.groups) == (2, 1, 1)
    assert (got.layouts.notations, got.layouts.notation) == (0, None)


def test_a_list_without_a_photograph_of_the_folder_is_refused(photos: Path) -> None:
    other = photos.parent / "other.toml"
    other.write_text('["devtest/a/one.jpg"]\nhand = [0, 1, 2]\n')
    with pytest.raises(VisionError, match=r"other\.toml' names no photograph of"):
        measure(photos, lambda _: reading_of(), layouts=other)


# the page of failures


def failing(
    name: str, *tiles: Labelled, false: tuple[Sighting, ...] = ()
) -> PhotoResult:
    finds = (*(tile.find for tile in tiles if tile.find), *false)
    read = Spread(finds, (Group("hand", tuple(range(len(finds)))),) if finds else ())
    return PhotoResult(
        "g",
        Path(name),
        Reading(read, 800, 600, {"total": 1.0}),
        PhotoCount(tiles, false),
        (Conditions(60, 0.1, 0, None),) * len(tiles),
    )


def test_the_page_shows_each_failure_once_the_worst_first(tmp_path: Path) -> None:
    for name in "abc":
        picture(tmp_path / f"{name}<&>.jpg")
    right = Labelled("1m", box(0), seen("1m", 0))
    wrong = Labelled("2m", box(1), seen("3m", 1))
    missed = Labelled("5m", box(2), None)
    page = failures_page(
        [
            failing(f"{tmp_path}/a<&>.jpg", right),
            failing(f"{tmp_path}/b<&>.jpg", right, wrong),
            failing(f"{tmp_path}/c<&>.jpg", wrong, missed, false=(seen("9p", 5),)),
        ]
    )
    assert "<h1>2 of 3 photographs not read right</h1>" in page
    names = re.findall(r"<h2>g / (\w).*?</h2>", page)
    assert names == ["c", "b"]
    assert "c&lt;&amp;&gt;.jpg" in page
    worst = page[page.index("<article>") : page.index("</article>")]
    assert "3 taps" in worst
    plain = [re.sub("<.*?>", "", one) for one in re.findall("<li>(.*?)</li>", worst)]
    assert plain == [
        "2m read as 3m (90%)",
        "5m not found",
        "9p where none is labelled (90%)",
    ]
    assert [page.count(f'polygon class="{k}"') for k in ("right", "kept")] == [1, 0]


def test_a_tile_found_but_left_loose_is_told_from_one_not_found(photos: Path) -> None:
    def reader(photo: bytes | Path) -> Reading:
        assert isinstance(photo, Path)
        wrong = Sighting(Tile.parse("9p"), 0.9, seen("9p", 4).corners)
        finds = (seen("1m", 0), seen("2m", 1), *[wrong] * 2)
        groups = (Group("hand", (0,)), Group("loose", (1, 2, 3)))
        return Reading(Spread(finds, groups), 800, 600, {"total": 1.0})

    page = failures_page(measure(photos, reader))
    lines = [re.sub("<.*?>", "", one) for one in re.findall("<li>(.*?)</li>", page)]
    assert lines == ["2m left loose", "3m not found"] * 2


def test_the_page_holds_its_pictures_shrunk(tmp_path: Path) -> None:
    picture(tmp_path / "a.jpg")
    page = failures_page([failing(f"{tmp_path}/a.jpg", Labelled("5m", box(2), None))])
    (data,) = re.findall(r'href="data:image/jpeg;base64,(.*?)"', page)
    image = cv2.imdecode(np.frombuffer(b64decode(data), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (480, 640, 3)
    assert "http" not in page


def test_tiles_right_in_wrong_groups_are_on_the_page(scenes: Path) -> None:
    whole = Group("hand", (0, 1, 2, 3))
    page = failures_page(measure(scenes, lambda _: reading_of(whole)))
    assert "<dt>wrong</dt><dd>hand, drawn, notation (cause: arrangement)" in page
    assert "<dt>true</dt><dd>123m +5m</dd>" in page
    assert "1 of 1 photographs" in page
    fine = failures_page(measure(scenes, lambda _: reading_of(HAND, DRAWN)))
    assert "0 of 1 photographs" in fine
