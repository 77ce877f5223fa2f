"""Tables to measure on: what they hold, that their truth is exact, and how a few are read."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from datasets.synth import tables
from datasets.synth.glyphs import FontError, find_font
from datasets.synth.layout import Table
from datasets.synth.tileset import APP_FONT
from scorer import Hand, MeldKind
from scorer.tiles import wilds
from vision import Recogniser
from vision.evaluate import matched
from vision.layouts import compare, scene_layout

SAMPLES = Path(__file__).parents[1] / "datasets" / "samples" / "layouts"
DEALT = [tables.deal(np.random.default_rng(seed)) for seed in range(300)]


def test_a_dealt_hand_is_complete_and_can_lie_on_a_table() -> None:
    for hand in DEALT:
        assert hand.problems() == (), str(hand)


def test_every_kind_of_meld_and_each_number_of_them_is_dealt() -> None:
    assert {len(hand.melds) for hand in DEALT} == {0, 1, 2, 3, 4}
    assert {meld.kind for hand in DEALT for meld in hand.melds} == set(MeldKind)


def test_a_gold_kong_is_of_the_wild_kind_that_is_not_turned_up() -> None:
    gold = [
        (hand, meld.tile)
        for hand in DEALT
        for meld in hand.melds
        if meld.kind is MeldKind.GOLD_KONG
    ]
    assert gold
    for hand, tile in gold:
        assert hand.indicator is not None
        assert tile in wilds(hand.indicator) - {hand.indicator}


def test_each_tile_of_the_hand_is_laid_once_and_nothing_lies_in_it() -> None:
    for seed, hand in enumerate(DEALT[:60]):
        layout = tables.lay(Table(np.random.default_rng(seed), 1.35), hand)
        assert layout.notation == str(hand)
        groups: dict[str, list[str]] = {}
        for tile in layout.tiles:
            groups.setdefault(tile.group, []).append(tile.code)
        assert sorted(groups["hand"]) == sorted(map(str, hand.concealed))
        assert groups["drawn"] == [str(hand.winning)]
        assert groups["indicator"] == [str(hand.indicator)]
        for k, meld in enumerate(hand.melds):
            assert groups[f"{meld.kind.value}{k}"] == [str(meld.tile)] * meld.size


@pytest.mark.parametrize("dress", [(), ("--train",)])
def test_pictures_are_written_with_every_tile_of_the_hand_in_view(
    tmp_path: Path, dress: tuple[str, ...]
) -> None:
    try:
        find_font(APP_FONT)
    except FontError as error:
        pytest.skip(str(error))
    args = ["--count", "1", "--size", "320", "--styles", "1", "--quality", "50"]
    done = CliRunner().invoke(tables.main, [str(tmp_path), *args, *dress])
    assert done.exit_code == 0, done.output
    label = json.loads((tmp_path / "labels" / "300-00000.json").read_text())
    shown = [tile for tile in label["tiles"] if tile["group"] != "loose"]
    hand = Hand.parse(label["notation"])
    kongs = sum(meld.size == 4 for meld in hand.melds)
    assert len(shown) == 15 + kongs  # fourteen, and the indicator
    assert min(tile["visible"] for tile in shown) >= tables.VISIBLE
    assert (tmp_path / "images" / "300-00000.jpg").stat().st_size > 0


def test_the_samples_hold_what_their_labels_say_and_are_small() -> None:
    pictures = sorted(SAMPLES.glob("images/*.jpg"))
    assert len(pictures) == 12
    for picture in pictures:
        assert picture.stat().st_size <= 60_000
        truth, names, corners = scene_layout(
            SAMPLES / "labels" / f"{picture.stem}.json"
        )
        hand = Hand.parse(truth.notation)
        assert str(hand) == truth.notation
        [row] = truth.of("hand")
        assert sorted(names[i] for i in row) == sorted(map(str, hand.concealed))
        assert len(corners) == len(names)


@pytest.mark.weights
def test_most_samples_are_read_whole_and_none_is_arranged_wrongly() -> None:
    """The pictures are in styles that never trained: what is misread is the eyes' fault."""
    recogniser = Recogniser.load()
    results = []
    for picture in sorted(SAMPLES.glob("images/*.jpg")):
        truth, names, corners = scene_layout(
            SAMPLES / "labels" / f"{picture.stem}.json"
        )
        spread = recogniser(picture).spread
        boxes = np.concatenate([corners.min(1), corners.max(1)], 1)
        pairs = matched(list(spread.sightings), boxes)
        results.append(compare(spread, truth, names, pairs))
    assert "arrangement" not in [result.cause for result in results]
    assert sum(result.groups for result in results) >= 9
    assert sum(result.notation is True for result in results) >= 8
