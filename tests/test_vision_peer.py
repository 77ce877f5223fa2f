"""The comparison with the peer, with a stand-in for its package."""

import sys
from collections import namedtuple
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.peer import main, peer
from vision import Reading, Recogniser, Spread

NAMES = ["1m", "chun", "haku", "hatsu", "nan", "pe", "sha", "tou"]
Find = namedtuple("Find", "x1 y1 x2 y2 class_id confidence")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[Find]:
    """What the peer finds, whatever it is given."""
    finds = [Find(100 * i, 0, 100 * i + 60, 80, i, 0.9) for i in range(len(NAMES))]
    image = nullcontext(SimpleNamespace(size=(800, 600)))
    parts: dict[str, dict[str, Any]] = {
        "PIL": {"Image": SimpleNamespace(open=lambda photo: image)},
        "mahjong_detector": {},
        "mahjong_detector.preprocess": {"preprocess_image": lambda image: (image, 0)},
        "mahjong_detector.predict": {
            "CLASS_NAMES": NAMES,
            "predict": lambda image, padding: finds,
        },
    }
    for name, members in parts.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    return finds


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """One photograph with a 1m, a dragon and a tile that the peer does not find."""
    home = tmp_path / "a"
    for part in ("images", "labels"):
        (home / part).mkdir(parents=True)
    cv2.imwrite(str(home / "images" / "one.jpg"), np.zeros((600, 800, 3)))
    lines = [f"{k} {x / 800} {y / 600} 0.075 0.1333" for k, x, y in PLACES]
    (home / "labels" / "one.txt").write_text("\n".join(lines))
    return tmp_path


PLACES = [(0, 30, 40), (31, 130, 40), (5, 30, 400)]


def test_the_peers_honours_are_ours(installed: list[Find]) -> None:
    reading = peer(Path("a.jpg"))
    assert [str(one) for one in reading.spread.sightings] == [
        "1m",
        "C",
        "P",
        "F",
        "S",
        "N",
        "W",
        "E",
    ]
    assert (reading.width, reading.height) == (800, 600)
    installed.clear()
    assert peer(Path("a.jpg")).spread == Spread()


def test_both_are_counted_on_the_same_photographs(
    installed: list[Find], photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(photo: bytes | Path) -> Reading:
        return Reading(Spread(), 800, 600, {"total": 2.0})

    monkeypatch.setattr(Recogniser, "load", lambda: blind)
    result = CliRunner().invoke(main, [str(photos), "--kinds"])
    assert result.exit_code == 0, result.output
    lines = [line.split() for line in result.output.splitlines()]
    ours, theirs = lines[1], lines[2]
    assert ours[:6] == ["a", "1", "3", "ours", "0.000", "0.000"]
    assert theirs[:8] == ["a", "1", "3", "theirs", "0.667", "0.667", "0.000", "6"]
    assert ["1m", "1", "0", "1"] in lines
    assert ["6m", "1", "0", "0", "not", "found", "1"] in lines


def test_without_the_peer_it_says_what_to_install(
    photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Recogniser, "load", lambda: None)
    monkeypatch.setitem(sys.modules, "mahjong_detector", None)
    result = CliRunner().invoke(main, [str(photos)])
    assert result.exit_code == 1
    assert "pip install mahjong-detector==0.0.6" in result.output
