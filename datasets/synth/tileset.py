"""Tile faces drawn by program: every style a set that could exist, as SVG and as pixels.

The app's own pictures come from here, too:

    python -m datasets.synth.tileset webui/static/tiles
"""

from __future__ import annotations

import re
from pathlib import Path

import click
import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

from datasets.synth.birds import bird
from datasets.synth.glyphs import FontError, find_font, glyph
from datasets.synth.motifs import (
    dot,
    fill,
    flower,
    frame,
    ink,
    moved,
    rectangle,
    rosette,
    stick,
    stroke,
)
from datasets.synth.style import Style, random_style

__all__ = [
    "CODES",
    "OTHER",
    "FontError",
    "Style",
    "app_style",
    "face_svg",
    "random_style",
    "rasterise",
    "tile_svg",
]

WIDTH, HEIGHT = 300, 400
APP_FONT = "LXGWWenKai-Bold.ttf"
CODES = tuple(rank + suit for suit in "mps" for rank in "123456789") + tuple("ESWNCFP")
OTHER = (
    "plum",
    "orchid",
    "chrysanthemum",
    "bamboo",
    "spring",
    "summer",
    "autumn",
    "winter",
    "joker",
    "wealth",
)

_NUMERALS = "一二三四五六七八九"
_HONOURS = dict(zip("ESWNC", "東南西北中", strict=True))
_OTHER_CHARS = ("梅", "蘭", "菊", "竹", "春", "夏", "秋", "冬", "百搭", "財神")

# Dots: the radius, and (x, y, which of the style's colours) of each on the 300 x 400 face.
_DOTS: dict[int, tuple[int, list[tuple[int, int, int]]]] = {
    2: (64, [(150, 112, 1), (150, 288, 0)]),
    3: (50, [(78, 86, 0), (150, 200, 2), (222, 314, 1)]),
    4: (52, [(88, 100, 0), (212, 100, 1), (88, 300, 1), (212, 300, 0)]),
    5: (48, [(80, 88, 0), (220, 88, 1), (150, 200, 2), (80, 312, 1), (220, 312, 0)]),
    6: (43, [(x, y, c) for y, c in ((80, 1), (222, 2), (314, 2)) for x in (104, 196)]),
    7: (39, [(66, 68, 1), (150, 104, 1), (234, 140, 1)] + [(x, y, 2) for y in (240, 324) for x in (106, 194)]),
    8: (42, [(x, y, 0) for y in (68, 156, 244, 332) for x in (106, 194)]),
    9: (39, [(x, y, c) for y, c in ((84, 0), (200, 2), (316, 1)) for x in (66, 150, 234)]),
}  # fmt: skip

# Sticks: the height, and (x, y, turn in degrees, which of the style's colours) of each. 8 is a W over an M.
_STICKS: dict[int, tuple[int, list[tuple[int, int, int, int]]]] = {
    2: (150, [(150, 113, 0, 2), (150, 287, 0, 0)]),
    3: (150, [(150, 113, 0, 2), (88, 287, 0, 0), (212, 287, 0, 0)]),
    4: (150, [(92, 113, 0, 0), (208, 113, 0, 2), (92, 287, 0, 2), (208, 287, 0, 0)]),
    5: (150, [(72, 113, 0, 0), (228, 113, 0, 2), (150, 200, 0, 1), (72, 287, 0, 2), (228, 287, 0, 0)]),
    6: (150, [(x, y, 0, c) for y, c in ((113, 0), (287, 2)) for x in (72, 150, 228)]),
    7: (98, [(150, 82, 0, 1)] + [(x, y, 0, c) for y in (201, 313) for x, c in ((72, 0), (150, 2), (228, 0))]),
    8: (120, [(x, y, t, c) for y, c, s in ((110, 2, 1), (290, 0, -1))
              for x, t in ((50, 0), (111, 38 * s), (189, -38 * s), (250, 0))]),
    9: (102, [(x, y, 0, c) for y in (84, 200, 316) for x, c in ((72, 0), (150, 1), (228, 2))]),
}  # fmt: skip
_SIX_IN_COLUMNS = 98, [(x, y, 0, c) for y in (84, 200, 316) for x, c in ((100, 0), (200, 2))]  # fmt: skip


def _character(
    char: str,
    colour: str,
    box: tuple[float, float, float, float],
    style: Style,
    stretch: float,
) -> str:
    """Draw a character in a box (centre x, centre y, width, height)."""
    return ink(glyph(style.font, char, box, stretch), colour, style.bold)


def _middle(code: str, style: Style) -> str:
    """Draw a face without its corner marks, in the usual size."""
    rank, suit = code[0], code[1:]
    if suit == "m":
        numeral = style.five if rank == "5" else _NUMERALS[int(rank) - 1]
        upper = _character(
            numeral, style.ink, (150, 112, 210, 148), style, style.stretch
        )
        return upper + _character(
            style.wan_char, style.wan, (150, 284, 220, 176), style, 1.2
        )
    if suit == "p":
        if rank == "1":
            return moved(rosette(style), 150, 200)
        radius, places = _DOTS[int(rank)]
        size, paints = radius * style.dot_size, style.dots
        hearts = (paints[2], paints[2], paints[1]) if style.hearts else paints
        return "".join(
            moved(dot(size, paints[c], hearts[c], style), x, y) for x, y, c in places
        )
    if suit == "s":
        if rank == "1":
            return moved(bird(style), 150, 200)
        high = rank == "6" and style.columns
        height, sticks = _SIX_IN_COLUMNS if high else _STICKS[int(rank)]
        return "".join(
            moved(stick(height, style.sticks[c], style), x, y, turn)
            for x, y, turn, c in sticks
        )
    if code == "P":
        return moved(frame(style), 150, 200)
    char = style.fa_char if code == "F" else _HONOURS[code]
    colour = style.dragons["CF".index(code)] if code in "CF" else style.ink
    return _character(char, colour, (150, 200, 214, 300), style, 1.1)


def _corners(code: str, style: Style) -> str:
    """Draw the digit or letter in the corners."""
    text = style.white_letter if code == "P" else code[0]
    if not text or not style.corners:
        return ""
    size = 44 * style.index_size
    mark = ink(
        glyph(style.index_font, text, (0, 0, 0.9 * size, size)),
        style.index,
        0.4 * style.bold,
    )
    at = {
        "left": [(34, 40, 0)],
        "right": [(266, 40, 0)],
        "both": [(34, 40, 0), (266, 360, 180)],
    }[style.corners]
    return "".join(moved(mark, *place) for place in at)


def _flower_face(code: str, style: Style) -> str:
    """Draw a flower, a season or a joker: characters, a number, a plant."""
    which = OTHER.index(code)
    chars = _OTHER_CHARS[which]
    if len(chars) == 2:
        boxes = ((150, 112, 190, 160), (150, 288, 190, 160))
        paint = style.dragons[which % 2]
        return "".join(
            _character(char, paint, box, style, 1.2)
            for char, box in zip(chars, boxes, strict=True)
        )
    left, right = (228, 72) if style.mirrored else (72, 228)
    name = _character(chars, style.ink, (left, 78, 88, 88), style, 1.1)
    digit = ink(
        glyph(style.index_font, str(which % 4 + 1), (right, 76, 50, 64)),
        style.dragons[0],
        0.4 * style.bold,
    )
    return name + digit + moved(flower(which, style), 150, 250)


def _rounded(drawing: str) -> str:
    """Round every number to a tenth of a unit."""
    numbers = r"-?\d+\.\d+(?:e[-+]\d+)?|-?\d+e-\d+"
    return re.sub(numbers, lambda m: f"{float(m[0]):.1f}".removesuffix(".0"), drawing)


def _svg(content: str) -> str:
    """Close a picture."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</svg>\n'


def face_svg(code: str, style: Style) -> str:
    """Draw what is engraved on a tile, on a transparent ground of 300 x 400 units.

    Args:
        code: one of CODES or of OTHER.
        style: the set.

    Raises:
        ValueError: the code is neither.
    """
    return _svg(_face(code, style))


def _face(code: str, style: Style) -> str:
    """Draw a face in its set's size and place."""
    if code not in CODES and code not in OTHER:
        raise ValueError(
            f"no tile face is called {code!r}: use one of {CODES + OTHER!r}"
        )
    if code in OTHER:
        content, corners = _flower_face(code, style), ""
    else:
        content, corners = _middle(code, style), _corners(code, style)
    place = f"translate({150 + style.shift[0]:.1f} {200 + style.shift[1]:.1f}) scale({style.scale:.3f})"
    return f'<g transform="{place} translate(-150 -200)">{_rounded(content)}</g>{_rounded(corners)}'


def tile_svg(code: str, style: Style) -> str:
    """Draw a whole tile seen from above.

    Args:
        code: as for `face_svg`, or "back" (face down) or "blank" (a body without anything on it).
        style: the set.
    """
    top = style.back if code == "back" else style.body
    content = "" if code in ("back", "blank") else _face(code, style)
    if code == "back":
        content = moved(stroke(rectangle(232, 330, 18), style.body, 6), 150, 197)
    body = fill(rectangle(296, 396, 34), "#b9ad93") + moved(
        fill(rectangle(284, 382, 28), top), 0, -3
    )
    return _svg(moved(body, 150, 200) + content)


def rasterise(svg: str, width: int, height: int) -> npt.NDArray[np.uint8]:
    """Turn a picture into pixels.

    Args:
        svg: as `face_svg` and `tile_svg` write it.
        width: pixels.
        height: pixels.

    Returns:
        RGBA, (height, width, 4), not premultiplied.
    """
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, skip_system_fonts=True
    )
    pixels = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise ValueError(f"resvg made no picture of {svg[:80]!r}: is it SVG?")
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2RGBA), np.uint8)


def app_style() -> Style:
    """Return the set that the page shows: bold, so that it reads at 32 pixels."""
    ink, red, green = "#1b2f7a", "#c8102e", "#0b7a43"
    font = find_font(APP_FONT)
    return Style(
        ink=ink,
        wan=red,
        dots=(ink, green, red),
        sticks=(green, red, green),
        dragons=(red, green, ink),
        index=red,
        body="#fdf8ea",
        back="#1f8a5b",
        font=font,
        index_font=font,
        bird="trail",
        bold=6,
        line=1.3,
    )


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write the app's tile pictures into FOLDER: 34 faces, back.svg and blank.svg."""
    folder.mkdir(parents=True, exist_ok=True)
    style = app_style()
    for code in (*CODES, "back", "blank"):
        (folder / f"{code}.svg").write_text(tile_svg(code, style), encoding="utf-8")


if __name__ == "__main__":
    main()
