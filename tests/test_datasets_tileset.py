"""The drawn tile faces: complete, distinct, repeatable, and the page's own set up to date."""

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from datasets.synth import tileset
from datasets.synth.glyphs import HELD_OUT, FontError, find_font, glyph, installed
from datasets.synth.style import (
    BIRDS,
    CORNERS,
    DOTS,
    FRAMES,
    ROSETTES,
    STICKS,
    Style,
    random_style,
)
from datasets.synth.tileset import CODES, OTHER, face_svg, rasterise, tile_svg

TILES = Path(__file__).parents[1] / "webui" / "static" / "tiles"
# LXGW WenKai Bold 1.250, the version whose outlines are committed
FONT = "2a24551c5c4fb42507aafa4773b08a5ea55d538a8d449032663ec9e3027a707e"
WRITTEN = (*CODES, "back", "blank")


@pytest.fixture(scope="module")
def style() -> Style:
    try:
        return tileset.app_style()
    except FontError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def some_styles() -> list[Style]:
    try:
        installed()
    except FontError as error:
        pytest.skip(str(error))
    return [random_style(np.random.default_rng(seed)) for seed in range(40)]


def test_the_codes_are_the_34_kinds_in_the_order_of_the_classes() -> None:
    assert " ".join(CODES) == (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s E S W N C F P"
    )


@pytest.mark.parametrize("code", [*CODES, *OTHER])
def test_every_face_is_drawn_on_a_transparent_ground(style: Style, code: str) -> None:
    pixels = rasterise(face_svg(code, style), 75, 100)
    assert pixels.shape == (100, 75, 4)
    assert pixels.dtype == np.uint8
    painted = (pixels[..., 3] > 128).mean()
    assert 0.02 < painted < 0.7
    assert pixels[:3, :3, 3].max() == 0, "the corner of a face is bare"


def test_every_kind_of_design_is_met_and_drawn(some_styles: list[Style]) -> None:
    wanted = {
        *DOTS,
        *ROSETTES,
        *STICKS,
        *BIRDS,
        *FRAMES,
        *CORNERS,
        "伍",
        "五",
        "萬",
        "万",
    }
    seen = {
        word
        for s in some_styles
        for word in (
            s.dot,
            s.rosette,
            s.stick,
            s.bird,
            s.frame,
            s.corners,
            s.five,
            s.wan_char,
        )
    }
    assert seen == wanted
    for s in some_styles[:8]:
        for code in (*CODES, *OTHER):
            empty = (
                code == "P"
                and s.frame == "blank"
                and not (s.corners and s.white_letter)
            )
            assert rasterise(face_svg(code, s), 30, 40)[..., 3].any() != empty


def test_the_faces_of_a_set_differ_from_each_other(some_styles: list[Style]) -> None:
    for s in some_styles[:6]:
        pictures = {
            rasterise(face_svg(code, s), 60, 80).tobytes() for code in (*CODES, *OTHER)
        }
        assert len(pictures) == len(CODES) + len(OTHER)


def test_the_same_seed_draws_the_same_bytes_and_another_seed_another_set(
    some_styles: list[Style],
) -> None:
    again = random_style(np.random.default_rng(3))
    assert again == some_styles[3]
    assert face_svg("8s", again) == face_svg("8s", some_styles[3])
    assert len(set(some_styles)) == len(some_styles)


def test_the_colours_are_where_a_player_expects_them(style: Style) -> None:
    def hue(code: str) -> str:
        pixels = rasterise(face_svg(code, style), 75, 100)
        red, green, blue = pixels[pixels[..., 3] == 255][:, :3].mean(axis=0)
        return max((red, "red"), (green, "green"), (blue, "blue"))[1]

    assert [hue(code) for code in ("C", "F", "P", "E", "8p", "8s")] == [
        "red",
        "green",
        "blue",
        "blue",
        "blue",
        "green",
    ]


@pytest.mark.parametrize("columns", [False, True])
def test_the_six_of_bamboo_lies_in_rows_or_in_columns(
    style: Style, columns: bool
) -> None:
    face = face_svg("6s", replace(style, columns=columns))
    ink = rasterise(face, 75, 100)[..., 3] > 0
    assert ink[:, 37].any() != columns, "a stick stands in the middle of a row of three"


def test_faces_hold_outlines_and_never_text(style: Style) -> None:
    for code in CODES:
        picture = face_svg(code, style)
        assert "<text" not in picture
        assert "font" not in picture


def test_an_unknown_code_is_refused_by_name(style: Style) -> None:
    with pytest.raises(ValueError, match=r"'10m'.*use one of"):
        face_svg("10m", style)
    with pytest.raises(ValueError, match="'0p'"):
        tile_svg("0p", style)


def test_a_font_without_the_character_is_named(style: Style) -> None:
    assert not style.font.has("\u0378")
    with pytest.raises(FontError, match=r"WenKai.*no '\\u0378'"):
        glyph(style.font, "\u0378", (0, 0, 10, 10))
    with pytest.raises(FontError, match=r"'No Such Font.ttf'.*install"):
        find_font("No Such Font.ttf")


def test_the_committed_pictures_are_what_the_command_writes(
    style: Style, tmp_path: Path
) -> None:
    font = Path(style.font.path)
    if hashlib.sha256(font.read_bytes()).hexdigest() != FONT:
        pytest.skip(f"{str(font)!r} is another version than the committed outlines")
    result = CliRunner().invoke(tileset.main, [str(tmp_path)])
    assert result.exit_code == 0, result.output
    written = {
        path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()
    }
    committed = {
        path.name: path.read_text(encoding="utf-8") for path in TILES.glob("*.svg")
    }
    assert set(written) == {f"{code}.svg" for code in WRITTEN}
    stale = [name for name in written if written[name] != committed.get(name)]
    assert not stale, "run: python -m datasets.synth.tileset webui/static/tiles"
    assert set(committed) == set(written)


def test_the_committed_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in TILES.glob("*.svg")}
    assert len(sizes) == len(WRITTEN)
    assert max(sizes.values()) < 12_000


def test_sets_that_train_and_sets_that_measure_share_no_font() -> None:
    training = {font for font, _ in installed()}
    assert training
    try:
        measuring = {font for font, _ in installed(held_out=True)}
    except FontError:
        measuring = set()  # a machine with none of them can still train
    assert not training & measuring
    assert not {Path(font.path).name for font in training} & set(HELD_OUT)
