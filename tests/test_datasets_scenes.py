"""The scene generator: what it deals, lays, photographs and writes down."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets.synth import make
from datasets.synth.clutter import LARGE, PRINT, SMALL, Make, backdrop
from datasets.synth.faces import CODES, Bank
from datasets.synth.glyphs import FontError, find_font
from datasets.synth.hands import deal, place
from datasets.synth.layout import DOWN, Table
from datasets.synth.print import title
from datasets.synth.sample import main as sample_command
from datasets.synth.sample import sample
from datasets.synth.scene import lay, scene
from datasets.synth.tileset import APP_FONT
from scorer import Hand


@pytest.fixture(autouse=True, scope="module")
def _font() -> None:
    try:
        find_font(APP_FONT)
    except FontError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def bank() -> Bank:
    return Bank(styles=1)


def test_a_dealt_hand_is_one_that_can_lie_on_a_table() -> None:
    for seed in range(60):
        hand = deal(np.random.default_rng(seed))
        codes = {problem.code for problem in hand.problems()}
        assert codes <= {"wild_pung"}, (str(hand), codes)


def test_a_placed_hand_lays_each_tile_once_in_its_group() -> None:
    hand = Hand.parse("46m 123p 55s [EEEE] (222s) +5m /8m")
    layout = place(Table(np.random.default_rng(3), 1.3), hand)
    assert layout.notation == str(hand)
    groups: dict[str, list[str]] = {}
    for tile in layout.tiles:
        groups.setdefault(tile.group, []).append(tile.code)
    assert groups["hand"] == ["4m", "6m", "1p", "2p", "3p", "5s", "5s"]
    assert groups["drawn"] == ["5m"]
    assert groups["indicator"] == ["8m"]
    assert sorted(len(codes) for codes in groups.values()) == [1, 1, 3, 4, 7]
    hidden = [tile for tile in layout.tiles if tile.tilt == DOWN]
    assert hidden
    assert {tile.code for tile in hidden} == {"E"}


def test_the_same_seed_gives_the_same_picture(bank: Bank) -> None:
    first, again, other = (
        scene(np.random.default_rng(seed), bank, 320) for seed in (4, 4, 5)
    )
    assert first.picture.tobytes() == again.picture.tobytes()
    assert first.labels == again.labels
    assert first.picture.tobytes() != other.picture.tobytes()


def test_labels_name_known_classes_and_turn_clockwise(bank: Bank) -> None:
    seen = 0
    for seed in range(12):
        made = scene(np.random.default_rng(seed), bank, 400)
        for label in made.labels:
            seen += 1
            assert label.tile in (*CODES, "back")
            assert 0.2 < label.visible <= 1
            (x0, y0), (x1, y1), (x2, y2), _ = label.corners
            assert (x1 - x0) * (y2 - y1) > (y1 - y0) * (x2 - x1)
    assert seen > 50


def test_tiles_that_the_edge_cuts_are_labelled_with_all_their_corners(
    bank: Bank,
) -> None:
    cut = 0
    for seed in range(60):
        made = scene(np.random.default_rng(seed), bank, 320, ["rows"])
        height, width = made.picture.shape[:2]
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        for label in made.labels:
            quad = np.array(label.corners, np.float32)
            inside, _ = cv2.intersectConvexConvex(quad, frame)
            share = inside / cv2.contourArea(quad)
            cut += 0.45 < share < 0.9
            assert label.visible < share + 0.01, label
    assert cut > 5


def test_a_backdrop_fills_its_strip_however_high_its_parts() -> None:
    for seed in range(300):
        strip = backdrop(np.random.default_rng(seed), 200, 300)
        assert strip.shape == (200, 300, 3)


def test_what_looks_like_tiles_is_never_labelled(bank: Bank) -> None:
    for seed in range(40):
        made = scene(np.random.default_rng(seed), bank, 320, ["empty"])
        assert {label.tile for label in made.labels} <= {"back"}


@pytest.mark.parametrize("make_picture", dict.fromkeys((*SMALL, *LARGE, *PRINT)))
def test_look_alikes_differ_and_come_again_from_the_same_seed(
    make_picture: Make,
) -> None:
    pictures = [make_picture(np.random.default_rng(seed)) for seed in (*range(30), 0)]
    assert np.array_equal(pictures[0], pictures[-1])
    assert len({picture.tobytes() for picture in pictures}) == 30
    assert {picture.shape[2] for picture in pictures} <= {3, 4}


def test_titles_wear_several_fonts() -> None:
    dark = set()
    for seed in range(20):
        picture = np.full((32, 32, 3), 255, np.uint8)
        title(np.random.default_rng(seed), picture, 0, 0, 32, 1)
        dark.add(picture.tobytes())
    assert len(dark) > 12


def test_the_face_lies_where_its_corners_say() -> None:
    """The drawn tile of a sample is cut by its corners and is a bright body with ink."""
    made = sample(Hand.parse("46m 123p 789s 55s 678p +5m /E"), seed=1)
    drawn = next(label for label in made.labels if label.group == "drawn")
    square = np.array([(0, 0), (60, 0), (60, 80), (0, 80)], np.float32)
    turn = cv2.getPerspectiveTransform(np.array(drawn.corners, np.float32), square)
    face = cv2.warpPerspective(made.picture, turn, (60, 80))
    assert face[6:74, 5:55].max(2).mean() > 150
    red = (face[..., 2].astype(int) - face[..., 1]) > 70
    assert red[40:].sum() > 100 > red[:30].sum()  # 萬 is red and below 伍


def test_every_kind_of_layout_can_be_laid() -> None:
    sizes = {len(lay(np.random.default_rng(seed), 1.3).tiles) for seed in range(300)}
    assert min(sizes) == 0
    assert max(sizes) > 40


def test_scenes_are_written_with_their_labels(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        make.main, [str(tmp_path), "--count", "2", "--size", "256", "--styles", "1"]
    )
    assert done.exit_code == 0, done.output
    pictures = sorted(tmp_path.glob("images/*.jpg"))
    assert [path.stem for path in pictures] == ["1-00000", "1-00001"]
    for path in pictures:
        label = json.loads((tmp_path / "labels" / f"{path.stem}.json").read_text())
        assert set(label) == {"notation", "tiles"}


@pytest.mark.parametrize(
    ("notation", "culprit"),
    [("1m 2x", "2x"), ("123m 456m 789m 123p 5s /E", "no drawn tile")],
)
def test_a_hand_that_cannot_be_photographed_is_refused(
    tmp_path: Path, notation: str, culprit: str
) -> None:
    done = CliRunner().invoke(sample_command, [str(tmp_path / "a.jpg"), notation])
    assert done.exit_code == 1
    assert culprit in done.output
    assert not (tmp_path / "a.jpg").exists()


def test_only_the_named_kinds_are_laid() -> None:
    for seed in range(20):
        tiles = lay(np.random.default_rng(seed), 1.3, ["upright"]).tiles
        assert abs(tiles[0].tilt) < 30
