"""Truths of layouts: the files that hold them, and what counts as right."""

import json
from pathlib import Path

import numpy as np
import pytest

from scorer.tiles import Tile
from vision import Group, Sighting, Spread, VisionError
from vision.layouts import Arranged, Truth, compare, marked_layouts, scene_layout

PHOTOS = Path(__file__).parents[1] / "datasets" / "layouts" / "photos.toml"
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

HAND = "1m 2m 3m 4p 5p 6p E"
TILES = f"{HAND} 5m P P P back C C back 6m N".split()
TRUTH = Truth(
    (
        ("hand", frozenset(range(7))),
        ("drawn", frozenset({7})),
        ("meld", frozenset({8, 9, 10})),
        ("kong", frozenset({11, 12, 13, 14})),
        ("indicator", frozenset({15})),
    ),
    ((frozenset({11, 12, 13, 14}), "concealed_kong"),),
    "123m 456p E (PPP) [CCCC] +5m /6m",
)
GROUPS = (
    Group("hand", (3, 4, 5, 0, 1, 2, 6)),
    Group("drawn", (7,)),
    Group("meld", (8, 9, 10)),
    Group("kong", (11, 12, 13, 14)),
    Group("indicator", (15,)),
    Group("loose", (16,)),
)
PAIRS = {i: i for i in range(17)}


def spread(groups: tuple[Group, ...], texts: list[str] = TILES) -> Spread:
    """Find each tile; those in no group named are loose."""
    members = {i for group in groups for i in group.members}
    rest = tuple(i for i in range(len(texts)) if i not in members)
    groups += (Group("loose", rest),) if rest else ()
    seen = tuple(
        Sighting(text if text == "back" else Tile.parse(text), 0.9, SQUARE)  # type: ignore[arg-type]
        for text in texts
    )
    return Spread(seen, groups)


def without(kind: str) -> tuple[Group, ...]:
    return tuple(group for group in GROUPS if group.kind not in (kind, "loose"))


def wrong(result: Arranged) -> list[str]:
    return [name for name, value in vars(result).items() if value is False]


def test_a_right_layout_is_right_whatever_the_order_of_the_hand() -> None:
    result = compare(spread(GROUPS), TRUTH, TILES, PAIRS)
    assert result == Arranged(True, True, True, True, True, True, True, "")
    assert result.groups


@pytest.mark.parametrize(
    ("kind", "faults"),
    [
        ("drawn", ["drawn", "notation"]),
        ("meld", ["melds", "notation"]),
        ("kong", ["kongs", "kong_kind", "notation"]),
        ("indicator", ["indicator", "notation"]),
    ],
)
def test_a_group_left_loose_is_the_arrangements_fault(
    kind: str, faults: list[str]
) -> None:
    result = compare(spread(without(kind)), TRUTH, TILES, PAIRS)
    assert wrong(result) == faults
    assert result.cause == "arrangement"
    assert not result.groups


def test_a_tile_too_many_in_a_group_makes_it_wrong() -> None:
    groups = (*without("hand"), Group("hand", (0, 1, 2, 3, 4, 5, 6, 16)))
    result = compare(spread(groups), TRUTH, TILES, PAIRS)
    assert wrong(result) == ["hand", "notation"]
    assert result.cause == "arrangement"


def test_a_tile_named_wrongly_spoils_the_notation_only() -> None:
    texts = ["9m", *TILES[1:]]
    result = compare(spread(GROUPS, texts), TRUTH, TILES, PAIRS)
    assert (wrong(result), result.cause) == (["notation"], "misread")


def test_a_face_down_tile_read_as_a_face_makes_the_kong_exposed() -> None:
    texts = [*TILES[:11], "C", "C", "C", "C", *TILES[15:]]
    result = compare(spread(GROUPS, texts), TRUTH, TILES, PAIRS)
    assert (wrong(result), result.cause) == (["kong_kind", "notation"], "misread")


def test_a_tile_not_found_and_a_find_that_is_none_are_the_readers_faults() -> None:
    missed = {i: i for i in range(1, 17)}
    result = compare(spread(GROUPS), TRUTH, TILES, missed)
    assert (wrong(result), result.cause) == (["hand"], "missed")
    texts = [*TILES, "9s"]
    groups = (*without("hand"), Group("hand", (0, 1, 2, 3, 4, 5, 6, 17)))
    result = compare(spread(groups, texts), TRUTH, TILES, PAIRS)
    assert (wrong(result), result.cause) == (["hand", "notation"], "stray")


def test_a_photograph_says_where_a_tile_has_no_label() -> None:
    groups = (*without("hand"), Group("hand", (0, 1, 2, 3, 4, 5, 6, 17)))
    read = spread(groups, [*TILES, "9s"])
    lenient = Truth(TRUTH.groups, unlabelled=("hand",))
    result = compare(read, lenient, TILES, PAIRS)
    assert (wrong(result), result.notation, result.kong_kind) == ([], None, None)
    strict = Truth(TRUTH.groups)
    assert wrong(compare(read, strict, TILES, PAIRS)) == ["hand"]


def test_the_backs_of_a_kong_need_no_label_in_a_photograph() -> None:
    truth = Truth((*TRUTH.groups[:3], ("kong", frozenset({12, 13})), TRUTH.groups[4]))
    pairs = {i: i for i in range(17) if i not in (11, 14)}
    assert wrong(compare(spread(GROUPS), truth, TILES, pairs)) == []


def test_the_marked_photographs_are_all_read() -> None:
    layouts = marked_layouts(PHOTOS)
    sets = [name.split("/")[0] for name in layouts]
    assert (sets.count("train"), sets.count("devtest")) == (60, 20)
    drawn = [truth for truth in layouts.values() if truth.of("drawn")]
    assert len(drawn) == 14
    assert sum(len(truth.of("meld")) for truth in layouts.values()) == 64
    lacking = [name for name, truth in layouts.items() if truth.unlabelled]
    assert len(lacking) == 4


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("[x\n", "photos.toml"),
        ('["a.jpg"]\nhand = 3\n', "'a.jpg': write groups"),
        ('["a.jpg"]\nhand = ["x"]\n', "'a.jpg': write groups"),
        ('["a.jpg"]\nhand = [1, 2]\ndrawn = [2]\n', "'a.jpg': a label line is in two"),
        ('["a.jpg"]\nunlabelled = ["wall"]\n', "not ('wall',)"),
    ],
)
def test_a_list_with_a_fault_is_refused(
    tmp_path: Path, text: str, culprit: str
) -> None:
    path = tmp_path / "photos.toml"
    path.write_text(text)
    with pytest.raises(VisionError) as refused:
        marked_layouts(path)
    assert culprit in str(refused.value)


def test_the_label_of_a_scene_is_a_truth(tmp_path: Path) -> None:
    groups = ["hand"] * 7 + ["drawn"] + ["pung0"] * 3 + ["concealed_kong1"] * 4
    groups += ["indicator", "loose"]
    tiles = [
        {"tile": tile, "group": group, "corners": SQUARE, "visible": 1.0}
        for tile, group in zip(TILES, groups, strict=True)
    ]
    path = tmp_path / "scene.json"
    path.write_text(json.dumps({"notation": TRUTH.notation, "tiles": tiles}))
    truth, names, corners = scene_layout(path)
    assert truth == TRUTH
    assert names == TILES
    assert np.array_equal(corners[0], SQUARE)


@pytest.mark.parametrize("text", ["", "[]", '{"notation": ""}', '{"tiles": [1]}'])
def test_a_label_with_a_fault_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scene.json"
    path.write_text(text)
    with pytest.raises(VisionError, match=r"scene\.json' is no label of a scene"):
        scene_layout(path)
