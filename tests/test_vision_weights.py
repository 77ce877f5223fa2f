import hashlib
from pathlib import Path

import pytest

from scorer.tiles import ALL_TILES
from vision.errors import WeightsError
from vision.weights import CLASSES, load_weights, model_versions, models_folder

MANIFEST = """
[detector]
file = "detector.onnx"
sha256 = "{detector}"
version = "d1"
input = 640
classes = ["face", "back"]
threshold = 0.3
trained_on = "scenes"

[classifier]
file = "classifier.onnx"
sha256 = "{classifier}"
version = "c1"
input = 72
classes = {classes}
temperature = 1.5
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sums = {}
    for name in ("detector", "classifier"):
        (tmp_path / f"{name}.onnx").write_bytes(name.encode())
        sums[name] = hashlib.sha256(name.encode()).hexdigest()
    text = MANIFEST.format(**sums, classes=list(CLASSES))
    (tmp_path / "manifest.toml").write_text(text)
    return tmp_path


def change(folder: Path, old: str, new: str) -> None:
    manifest = folder / "manifest.toml"
    text = manifest.read_text()
    assert old in text
    manifest.write_text(text.replace(old, new))


def test_classes_are_the_tiles_in_their_order_then_back_and_other() -> None:
    assert (*map(str, ALL_TILES), "back", "other") == CLASSES


def test_the_files_of_the_manifest(folder: Path) -> None:
    weights = load_weights(folder)
    assert weights.detector.file == folder / "detector.onnx"
    assert weights.detector.content == b"detector"
    assert (weights.detector.input, weights.classifier.input) == (640, 72)
    assert (weights.threshold, weights.temperature) == (0.3, 1.5)
    assert model_versions(folder) == {"detector": "d1", "classifier": "c1"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("threshold = 0.3", "", "lacks [detector] 'threshold'"),
        ("threshold = 0.3", "threshold = 'low'", "above 0, not 'low'"),
        ("threshold = 0.3", "threshold = true", "above 0, not True"),
        ("temperature = 1.5", "temperature = 0", "above 0, not 0"),
        ("[classifier]", "[other]", "lacks [classifier]"),
        ('["face", "back"]', '["back", "face"]', "must be face back, not back face"),
        ("'1m', '2m'", "'2m', '1m'", "not 2m 1m"),
        ("detector.onnx", "missing.onnx", "missing.onnx"),
        ('sha256 = "', 'sha256 = "0', "sha256"),
        ("[detector]", "[detector", "manifest.toml"),
    ],
)
def test_a_manifest_that_is_wrong_is_refused(
    folder: Path, old: str, new: str, words: str
) -> None:
    change(folder, old, new)
    with pytest.raises(WeightsError) as refused:
        load_weights(folder)
    assert words in str(refused.value)
    assert str(folder) in str(refused.value)


def test_a_changed_file_is_refused(folder: Path) -> None:
    (folder / "classifier.onnx").write_bytes(b"another")
    with pytest.raises(WeightsError, match="fetch the models folder again"):
        load_weights(folder)


def test_a_folder_without_models_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"manifest\.toml"):
        model_versions(tmp_path)


def test_a_table_that_is_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text("detector = 5\n")
    with pytest.raises(WeightsError, match="lacks"):
        load_weights(tmp_path)


def test_the_models_folder_is_the_checkouts_or_the_installed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert models_folder().name == "models"
    monkeypatch.setattr("vision.weights.__file__", str(tmp_path / "vision/weights.py"))
    assert models_folder().parts[-3:] == ("share", "tianjin", "models")
