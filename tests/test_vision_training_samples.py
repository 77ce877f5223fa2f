"""What the detector is trained on: labels stay on the tiles through every crop."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.samples import Item, crop, photo_items, scene_items, stream


def item(tmp_path: Path, exact: bool) -> Item:
    """One white rectangle on black, 60 by 90 pixels."""
    picture = np.zeros((640, 640, 3), np.uint8)
    picture[300:390, 200:260] = 255
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), picture)
    corners = np.array([[(200, 300), (260, 300), (260, 390), (200, 390)]], float)
    scale = 1 if exact else 640  # photographs are labelled in parts of the picture
    known = np.full(1, exact)
    hidden = np.zeros(1, bool)
    return Item(
        path, np.zeros(1, np.int64), corners / scale, known, True, hidden, scene=exact
    )


@pytest.mark.parametrize("exact", [True, False])
def test_the_corners_stay_on_the_tile(tmp_path: Path, exact: bool) -> None:
    rng = np.random.default_rng(0)
    seen = 0
    for _ in range(40):
        sample = crop(item(tmp_path, exact), 256, rng)
        assert sample.picture.shape == (256, 256, 3)
        for quad in sample.corners:
            if quad.min() < 4 or quad.max() > 252:
                continue
            seen += 1
            mask = np.zeros((256, 256), np.uint8)
            cv2.fillConvexPoly(
                mask,
                np.round(quad.mean(0) + (quad - quad.mean(0)) * 0.8).astype(int),
                (1,),
            )
            grey = sample.picture.max(2).astype(float)
            assert grey[mask == 1].mean() > grey.mean() + 20
    assert seen > 10


def test_a_tile_of_which_little_is_left_may_be_found_or_not(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    whole = doubtful = cut = 0
    for _ in range(300):
        sample = crop(item(tmp_path, True), 256, rng)
        if sample.picture[[0, 0, -1, -1], [0, -1, 0, -1]].max() > 90:
            continue  # what lies beyond the photograph looks like the tile
        white = int((sample.picture.max(2) > 110).sum())
        for quad in sample.corners:
            left = white / cv2.contourArea(quad.astype(np.float32))
            whole += left > 0.9
            cut += left < 0.8
        for quad in sample.doubtful:
            doubtful += 1
            assert white < 0.5 * cv2.contourArea(quad.astype(np.float32))
    assert whole > 25
    assert doubtful
    assert cut > 2


def test_a_box_ends_where_its_photograph_was_cut(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    cut = 0
    for _ in range(200):
        for quad in crop(item(tmp_path, False), 256, rng).corners:
            w, h = np.ptp(quad, axis=0)
            cut += not 0.45 < min(w, h) / max(w, h) < 0.95  # 60 by 90, stretched
    assert cut > 2


def test_a_hidden_tile_of_a_scene_is_doubtful(tmp_path: Path) -> None:
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    cv2.imwrite(str(tmp_path / "images/1.jpg"), np.full((200, 200, 3), 90, np.uint8))
    corners = [[80, 70], [120, 70], [120, 130], [80, 130]]
    tiles = [
        {"tile": "1m", "visible": 0.3, "corners": corners},
        {"tile": "2m", "visible": 0.9, "corners": corners},
    ]
    (tmp_path / "labels/1.json").write_text(json.dumps({"tiles": tiles}))
    [scene] = scene_items(tmp_path)
    rng = np.random.default_rng(7)
    samples = [crop(scene, 256, rng) for _ in range(20)]
    assert max(len(sample.corners) for sample in samples) == 1
    assert max(len(sample.doubtful) for sample in samples) >= 1


def test_corners_start_at_the_top_left_and_turn_clockwise(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        for quad in crop(item(tmp_path, True), 256, rng).corners:
            assert np.argmin(quad.sum(1)) == 0
            a, b = quad[1] - quad[0], quad[2] - quad[1]
            assert a[0] * b[1] > a[1] * b[0]


def test_photographs_know_whether_every_tile_is_labelled(tmp_path: Path) -> None:
    for group, complete in (("one", "yes"), ("two", "no")):
        for kind in ("images", "labels"):
            (tmp_path / "train" / group / kind).mkdir(parents=True)
        (tmp_path / f"train/{group}/images/r__1.jpg").write_bytes(b"")
        (tmp_path / f"train/{group}/labels/r__1.txt").write_text("4 0.5 0.5 0.25 0.5\n")
        rows = f"train/{group}/images/r__1.jpg,{complete}\n"
        with (tmp_path / "sources.csv").open("a") as file:
            file.write(("path,complete\n" if group == "one" else "") + rows)
    found = photo_items(tmp_path)
    assert [found[name][0].complete for name in ("one", "two")] == [True, False]
    picture = np.zeros((480, 640, 3), np.uint8)  # any size: labels are parts of it
    assert found["one"][0].placed(picture)[0].tolist() == [
        [240, 120],
        [400, 120],
        [400, 360],
        [240, 360],
    ]
    assert list(photo_items(tmp_path, ["two"])) == ["two"]


def test_known_corners_take_the_place_of_a_box_and_let_the_photograph_turn(
    tmp_path: Path,
) -> None:
    for kind in ("images", "labels"):
        (tmp_path / "train" / "g" / kind).mkdir(parents=True)
    picture = np.zeros((300, 600, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "train/g/images/r__1.jpg"), picture)
    two = "4 0.25 0.5 0.1 0.2\n9 0.75 0.5 0.1 0.2\n"
    (tmp_path / "train/g/labels/r__1.txt").write_text(two)
    (tmp_path / "sources.csv").write_text(
        "path,complete\ntrain/g/images/r__1.jpg,yes\n"
    )
    diamond = [[0.25, 0.4], [0.3, 0.5], [0.25, 0.6], [0.2, 0.5]]

    def sides(known: list[list[list[float]] | None]) -> set[bool]:
        (tmp_path / "known.json").write_text(
            json.dumps({"train/g/images/r__1.jpg": known})
        )
        [one] = photo_items(tmp_path, known=tmp_path / "known.json")["g"]
        assert one.exact.tolist() == [quad is not None for quad in known]
        assert one.corners[0].tolist() == diamond
        rng = np.random.default_rng(3)
        upright = set()
        for _ in range(20):
            for quad in crop(one, 256, rng).corners[1:]:
                upright.add(
                    bool(
                        np.isclose(
                            np.ptp(quad, axis=0).prod(),
                            cv2.contourArea(quad.astype(np.float32)),
                            rtol=1e-3,
                        )
                    )
                )
        return upright

    assert sides([diamond, None]) == {True}  # a box may not be turned freely
    assert False in sides([diamond, [[0.7, 0.4], [0.8, 0.4], [0.8, 0.6], [0.7, 0.6]]])


def test_a_photograph_that_sources_do_not_know_is_named(tmp_path: Path) -> None:
    for kind in ("images", "labels"):
        (tmp_path / "train" / "g" / kind).mkdir(parents=True)
    (tmp_path / "train/g/images/a.jpg").write_bytes(b"")
    (tmp_path / "train/g/labels/a.txt").write_text("")
    (tmp_path / "sources.csv").write_text("path,complete\n")
    with pytest.raises(ValueError, match=r"no row for 'train/g/images/a\.jpg'"):
        photo_items(tmp_path)


def test_nothing_to_train_on_says_where_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "sources.csv").write_text("path,complete\n")
    with pytest.raises(FileNotFoundError, match=r"datasets/README\.md"):
        photo_items(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"datasets\.synth\.make"):
        scene_items(tmp_path)


def test_the_stream_mixes_photographs_and_scenes(tmp_path: Path) -> None:
    photo, scene = item(tmp_path, False), item(tmp_path, True)
    draws = stream({"g": [photo]}, [scene], 0.5, 64, np.random.default_rng(2))
    kinds = {bool(one) for _ in range(30) for one in next(draws).exact}
    assert kinds == {True, False}
