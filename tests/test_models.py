"""The shipped models: what they are, and that they read the shipped pictures."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.synth.glyphs import FontError
from datasets.synth.sample import sample
from scorer import Hand
from vision import Recogniser
from vision.weights import load_weights

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "datasets/samples"
ROWS = re.findall(
    r"^\| (\S+\.jpg) \| (\d+) \| `(.+)` \|$", (SAMPLES / "README.md").read_text(), re.M
)


def test_every_sample_is_listed_with_its_notation() -> None:
    assert {name for name, _, _ in ROWS} == {
        path.name for path in SAMPLES.glob("*.jpg")
    }
    for _, _, notation in ROWS:
        assert str(Hand.parse(notation)) == notation


def test_the_weights_are_those_of_the_manifest_and_small() -> None:
    weights = load_weights()
    assert len(weights.detector.content) + len(weights.classifier.content) < 20_000_000


@pytest.mark.weights
@pytest.mark.parametrize(("name", "seed", "notation"), ROWS)
def test_the_shipped_models_read_the_samples(
    recogniser: Recogniser, name: str, seed: str, notation: str
) -> None:
    assert recogniser(SAMPLES / name).spread.notation == notation


@pytest.mark.parametrize(("name", "seed", "notation"), ROWS)
def test_the_samples_come_from_the_generator(
    name: str, seed: str, notation: str
) -> None:
    try:
        made = sample(Hand.parse(notation), int(seed)).picture
    except FontError as error:
        pytest.skip(str(error))
    shipped = cv2.imread(str(SAMPLES / name))
    assert shipped is not None
    difference = np.abs(made.astype(int) - shipped)
    assert difference.mean() < 6


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser.load()
