"""What the classifier learns from: a tile is cut as the reader will cut it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect import Detections
from vision.photo import Image
from vision.training import crops as training
from vision.training.crops import cut, from_scenes
from vision.training.samples import open_picture
from vision.weights import CLASSES

TILE = np.array([(200, 300), (260, 300), (260, 390), (200, 390)], np.float32)


def scene(folder: Path) -> Image:
    """A scene of one tile: light, with a dark spot near one corner."""
    picture = np.full((640, 640, 3), 30, np.uint8)
    picture[300:390, 200:260] = 200
    picture[310:330, 205:225] = 60
    for name in ("images", "labels"):
        (folder / name).mkdir()
    cv2.imwrite(str(folder / "images/a.jpg"), picture)
    tile = {"tile": "5m", "corners": TILE.tolist(), "visible": 1.0}
    (folder / "labels/a.json").write_text(json.dumps({"tiles": [tile]}))
    return open_picture(folder / "images/a.jpg")


@pytest.mark.parametrize("shift", [(8, -6), (-25, 0), (0, 80), (400, 0)])
def test_a_tile_is_cut_by_the_find_that_is_of_it_else_by_its_own_corners(
    tmp_path: Path, shift: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, found = scene(tmp_path), TILE + np.array(shift, np.float32)
    finds = Detections(found[None], np.ones(1, np.float32))
    monkeypatch.setattr(training, "detect", lambda *_: finds)
    crops, labels = from_scenes(tmp_path, 9, lambda batch: batch)
    of_it = max(map(abs, shift)) < 30
    assert CLASSES[labels[0]] == "5m"
    assert (crops[0] == cut(picture, found if of_it else TILE)).all()
    assert CLASSES[labels[-1]] == "other"
