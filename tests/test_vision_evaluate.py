from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.tiles import Tile
from vision import Group, Reading, Sighting, Spread, VisionError
from vision.evaluate import (
    Confusion,
    GroupResult,
    Labelled,
    PhotoCount,
    PhotoResult,
    calibration_error,
    count_photo,
    matched,
    measure,
    results,
    summary,
    wilson,
)
from vision.evaluate.conditions import Conditions
from vision.weights import CLASSES

Place = tuple[float, float, float, float]


def seen(text: str, box: Place) -> Sighting:
    x0, y0, x1, y1 = box
    label = Tile.parse(text) if text not in ("back", "other") else text
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Sighting(label, 0.9, corners)  # type: ignore[arg-type]


def slot(i: int) -> Place:
    return (100.0 * i, 0.0, 100.0 * i + 60, 80.0)


def spread(texts: str, loose: str = "") -> Spread:
    """Tiles in slots 0, 1, …; ``-`` leaves one empty; the loose ones follow."""
    words = [*texts.split(), *loose.split()]
    places = [i for i, word in enumerate(words) if word != "-"]
    sightings = tuple(seen(words[i], slot(i)) for i in places)
    first = len([word for word in texts.split() if word != "-"])
    groups = [Group("hand", tuple(range(first)))]
    if loose:
        groups.append(Group("loose", tuple(range(first, len(sightings)))))
    return Spread(sightings, tuple(groups))


def boxes(n: int) -> np.ndarray:
    return np.array([slot(i) for i in range(n)], float).reshape(-1, 4)


@pytest.mark.parametrize(
    ("read", "loose", "truth", "complete", "want"),
    [
        ("1m 2m", "", "1m 2m", True, (2, 2, 2, 0)),
        ("1m 3m", "", "1m 2m", True, (2, 2, 1, 0)),
        ("1m -", "", "1m 2m", True, (2, 1, 1, 0)),
        ("1m 2m 3m", "", "1m 2m", True, (2, 2, 2, 1)),
        ("1m 2m 3m", "", "1m 2m", False, (2, 2, 2, 0)),
        ("1m 2m back other", "", "1m 2m", True, (2, 2, 2, 0)),
        ("1m back", "", "1m 2m", True, (2, 2, 1, 0)),
        ("1m 5m", "", "1m other", True, (1, 1, 1, 0)),
        ("1m -", "", "1m other", True, (1, 1, 1, 0)),
        ("1m", "2m", "1m", True, (1, 1, 1, 0)),
        ("1m", "2m", "1m 2m", True, (2, 2, 2, 0)),
        ("1m", "2m 3m", "1m 2m", True, (2, 2, 2, 1)),
        ("1m", "2m 3m 4m", "1m 2m", True, (2, 1, 1, 0)),
        ("", "", "", True, (0, 0, 0, 0)),
        ("1m", "", "", True, (0, 0, 0, 1)),
        ("", "", "1m", True, (1, 0, 0, 0)),
    ],
)
def test_counting(
    read: str, loose: str, truth: str, complete: bool, want: tuple[int, ...]
) -> None:
    names = truth.split()
    table = spread(read, loose) if read or loose else Spread()
    count = count_photo(table, names, boxes(len(names)), complete)
    got = len(count.tiles), count.found, count.right, len(count.false)
    assert got == want


def test_one_find_for_one_label_the_best_overlap_first() -> None:
    near, nearer = (0, 0, 60, 60), (0, 0, 60, 78)
    finds = [seen("1m", near), seen("2m", nearer)]
    assert matched(finds, boxes(1)) == {0: 1}
    assert matched(finds[:1], np.array([slot(0), (5, 5, 60, 80)])) == {0: 0}


def test_a_centre_in_the_label_counts_without_overlap() -> None:
    inside, far = (25, 30, 35, 50), (70, 0, 130, 80)
    assert matched([seen("1m", inside)], boxes(1)) == {0: 0}
    assert matched([seen("1m", far)], boxes(1)) == {}


def counted(tiles: int, found: int, right: int, false: int, ms: float) -> PhotoResult:
    """Count so many tiles of a photograph that is otherwise not known."""
    finds = [*[seen("1m", slot(0))] * right, *[seen("2m", slot(0))] * (found - right)]
    labels = [Labelled("1m", slot(0), find) for find in finds]
    labels += [Labelled("1m", slot(0), None)] * (tiles - found)
    count = PhotoCount(tuple(labels), (seen("3m", slot(9)),) * false)
    reading = Reading(Spread(), 800, 600, {"decode": ms / 10, "total": ms})
    conditions = (Conditions(50, 0.1, 0, None),) * tiles
    return PhotoResult("g", Path("photo.jpg"), reading, count, conditions)


def summed(*photos: tuple[int, int, int, int, float]) -> GroupResult:
    return summary("g", [counted(*photo) for photo in photos])


def test_summary_adds_up() -> None:
    got = summed(
        (14, 14, 14, 0, 10.0),
        (14, 13, 12, 1, 20.0),
        (2, 2, 2, 0, 30.0),
        (0, 0, 0, 0, 40),
    )
    assert (got.group, got.photos, got.tiles, got.false_faces) == ("g", 4, 30, 1)
    assert got.recall == 29 / 30
    assert got.precision == 29 / 30
    assert got.right_class == 28 / 29
    assert got.right == 28 / 30
    assert got.photos_right == 3 / 4
    assert (got.row_photos, got.rows_right) == (2, 1)
    assert (got.photos_right_low, got.photos_right_high) == wilson(3, 4)
    assert got.ms_median == 25
    assert got.ms_p95 == pytest.approx(38.5)
    assert got.stages["decode"] == pytest.approx((2.5, 3.85))


def test_taps_are_tiles_missing_wrong_and_false() -> None:
    got = summed((14, 13, 12, 1, 20.0), (14, 14, 14, 0, 10.0))
    assert (got.missing, got.wrong, got.false_faces, got.taps) == (1, 1, 1, 1.5)


def test_a_share_of_nothing_is_one() -> None:
    got = summed((0, 0, 0, 0, 0))
    assert (got.recall, got.precision, got.right) == (1.0, 1.0, 1.0)
    assert (got.ece, got.ece_before, got.taps) == (None, None, 0)
    assert (got.splits, got.confusions, got.layouts) == ((), (), None)


def sure(confidence: float, right: bool) -> Labelled:
    label = Tile.parse("1m" if right else "2m")
    corners = tuple((x, y) for x, y in ((0, 0), (30, 0), (30, 40), (0, 40)))
    return Labelled("1m", slot(0), Sighting(label, confidence, corners))


def test_the_calibration_error_is_what_confidence_promises_too_much_or_too_little() -> (
    None
):
    honest = PhotoCount(tuple(sure(0.75, i < 3) for i in range(4)))
    assert calibration_error([honest]) == pytest.approx(0)
    boasting = PhotoCount((sure(0.9, False), sure(0.9, True), sure(0.2, False)))
    assert calibration_error([boasting]) == pytest.approx((0.8 + 0.2) / 3)
    missed = PhotoCount((Labelled("1m", slot(0), None),))
    assert calibration_error([honest, missed]) == pytest.approx(0)


def test_the_commonest_confusion_comes_first() -> None:
    names = ["4s", "4s", "9m", "1m"]
    count = count_photo(spread("2s 2s 6m 1m"), names, boxes(4))
    nothing = (Conditions(1, 1, 0, None),) * 4
    reading = Reading(Spread(), 8, 6, {"total": 1.0})
    photo = PhotoResult("g", Path("a.jpg"), reading, count, nothing)
    want = (Confusion("4s", "2s", 2), Confusion("9m", "6m", 1))
    assert summary("g", [photo]).confusions == want


def test_tiles_are_split_where_a_condition_is_low_middling_and_high() -> None:
    names = ["1m"] * 6
    count = count_photo(spread("2m 2m 1m 2m 1m 1m"), names, boxes(6))
    seen = tuple(Conditions(10.0 * i, 0.5, 0.0, None) for i in range(6))
    reading = Reading(Spread(), 8, 6, {"total": 1.0})
    got = summary("g", [PhotoResult("g", Path("a.jpg"), reading, count, seen)]).splits
    sizes = [s for s in got if s.condition == "size"]
    assert [(s.low, s.high, s.tiles, s.right) for s in sizes] == [
        (0, 10, 2, 0.0), (20, 30, 2, 0.5), (40, 50, 2, 1.0)
    ]  # fmt: skip
    assert [(s.condition, s.tiles) for s in got[3:]] == [("sharpness", 6), ("glare", 6)]


def test_the_wilson_interval() -> None:
    low, high = wilson(0, 10)
    assert low == 0
    assert high == pytest.approx(0.2775, abs=1e-4)
    low, high = wilson(10, 10)
    assert low == pytest.approx(0.7225, abs=1e-4)
    assert high == pytest.approx(1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two groups below ``devtest``; one photograph is not fully labelled."""
    for path, texts in {"a/one": "1m 2m", "a/two": "3m", "b/three": ""}.items():
        group, name = path.split("/")
        for part in ("images", "labels"):
            (tmp_path / "devtest" / group / part).mkdir(parents=True, exist_ok=True)
        lines = [
            f"{CLASSES.index(word)} {(100 * i + 30) / 800} {40 / 600} 0.075 0.1333"
            for i, word in enumerate(texts.split())
        ]
        home = tmp_path / "devtest" / group
        (home / "labels" / f"{name}.txt").write_text("\n".join(lines))
        cv2.imwrite(str(home / "images" / f"{name}.jpg"), np.zeros((600, 800, 3)))
    (tmp_path / "sources.csv").write_text(
        "path,root,complete\ndevtest/a/images/two.jpg,r,no\ncrops/x.jpg,r,yes\n"
    )
    return tmp_path / "devtest"


def read(photo: bytes | Path) -> Reading:
    assert isinstance(photo, Path)
    words = {"one": "1m 2m", "two": "3m 9p", "three": "N"}[photo.stem]
    return Reading(spread(words), 800, 600, {"total": 7.0})


def evaluate(folder: Path, groups: Collection[str] = ()) -> list[GroupResult]:
    return results(measure(folder, read, groups))


def test_groups_then_all(folder: Path) -> None:
    a, b, every = evaluate(folder)
    assert (a.group, a.photos, a.tiles, a.right, a.false_faces) == ("a", 2, 3, 1, 0)
    assert a.photos_right == 1
    assert (b.group, b.photos, b.tiles, b.right, b.false_faces) == ("b", 1, 0, 1, 1)
    assert b.photos_right == 0
    assert (every.group, every.photos, every.tiles) == ("all", 3, 3)
    assert every.photos_right == 2 / 3
    assert every.ms_median == 7


def test_one_group_alone(folder: Path) -> None:
    b, every = evaluate(folder, ["b"])
    assert (b.group, b.photos, every.group, every.photos) == ("b", 1, "all", 1)


def test_a_group_that_is_not_there_is_quoted(folder: Path) -> None:
    with pytest.raises(VisionError, match=r"no group 'c' in .*: choose from a b$"):
        evaluate(folder, ["a", "c"])


def test_without_sources_every_false_face_counts(folder: Path) -> None:
    (folder.parent / "sources.csv").unlink()
    assert evaluate(folder)[0].false_faces == 1


def test_a_folder_without_groups_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match=r"no <group>/labels/\*\.txt in"):
        evaluate(tmp_path)


@pytest.mark.parametrize("line", ["99 0 0 1 1", "5m 0 0 1 1", "0 0 0 1", "-1 0 0 1 1"])
def test_a_label_that_cannot_be_read_is_quoted(folder: Path, line: str) -> None:
    (folder / "a" / "labels" / "two.txt").write_text(line)
    with pytest.raises(VisionError, match=f"line 1: '{line}': give class 0–35 cx cy w"):
        evaluate(folder)


def test_a_label_that_is_no_text_is_named(folder: Path) -> None:
    (folder / "a" / "labels" / "two.txt").write_bytes(b"0 \xff")
    with pytest.raises(VisionError, match=r"two\.txt' is no UTF-8 text: write lines"):
        evaluate(folder)


@pytest.mark.parametrize(
    "text", ["path\na/b/c.jpg\n", "complete\nno\n", "path,complete\n\xff,no\n"]
)
def test_sources_that_cannot_be_read_are_named(folder: Path, text: str) -> None:
    (folder.parent / "sources.csv").write_bytes(text.encode("latin-1"))
    with pytest.raises(VisionError, match=r"sources\.csv': give UTF-8 lines with path"):
        evaluate(folder)


def test_a_label_without_its_photograph_is_refused(folder: Path) -> None:
    (folder / "a" / "images" / "two.jpg").unlink()
    with pytest.raises(VisionError, match="has 0 photographs"):
        evaluate(folder)
