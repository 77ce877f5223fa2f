"""Characters as outlines: the CJK fonts of this machine, read with fontTools.

A face holds paths, never text, so nobody who rasterises or shows one needs a font.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

logging.getLogger("fontTools").setLevel(
    logging.ERROR
)  # old fonts with odd time stamps are fine

FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".fonts",
)

# File name -> how often a set of tiles wears it; brush and regular script (楷) are what real tiles show.
WEIGHTS = {
    "LXGWWenKai-Bold.ttf": 4,  # fonts-lxgw-wenkai
    "LXGWWenKai-Regular.ttf": 2,
    "ukai.ttc": 4,  # fonts-arphic-ukai
    "gkai00mp.ttf": 2,  # fonts-arphic-gkai00mp
    "bkai00mp.ttf": 3,  # fonts-arphic-bkai00mp
    "TW-Kai-98_1.ttf": 4,  # fonts-cns11643-kai
    "kouzan-mouhitsu.ttf": 5,  # fonts-kouzan-mouhitsu
    "kouzan-mouhitsu-gyosho.ttf": 4,
    "AoyagiKouzanT.ttf": 4,  # fonts-aoyagi-kouzan-t
    "aoyagi-soseki.ttf": 2,  # fonts-aoyagi-soseki
    "ReggaeOne-Regular.ttf": 1,  # fonts-reggae
    "uming.ttc": 1,  # fonts-arphic-uming
    "TW-Sung-98_1.ttf": 1,  # fonts-cns11643-sung
    "NotoSerifCJK-Bold.ttc": 3,  # fonts-noto-cjk
    "NotoSansCJK-Bold.ttc": 1,
    "wqy-zenhei.ttc": 1,  # fonts-wqy-zenhei
    "cwkai.ttf": 4,  # fonts-cwtex-kai
    "OradanoGSRR.ttf": 2,  # fonts-oradano-mincho-gsrr
    "ipaexm.ttf": 1,  # fonts-ipaexfont-mincho
    "BIZUDMincho-Regular.ttf": 1,  # fonts-morisawa-bizud-mincho
    "bsmi00lp.ttf": 1,  # fonts-arphic-bsmi00lp
    "YOzBSF.ttf": 3,  # fonts-yozvox-yozfont-standard-kana
    "setofont.ttf": 1,  # fonts-seto
    "kiloji_b.ttf": 1,  # fonts-kiloji
}
# Never worn by a set that trains: what the layouts for measuring are written in.
HELD_OUT = ("bkai00mp.ttf", "kouzan-mouhitsu-gyosho.ttf", "NotoSerifCJK-Bold.ttc")
# Every set needs these; 发 is asked for only where a font has it.
NEEDED = "一二三四五伍六七八九萬万東南西北中發梅蘭菊竹春夏秋冬百搭財神123456789ESWNCFBP"


class FontError(LookupError):
    """No usable font, or a character that a font lacks."""


@dataclass(frozen=True, order=True)
class Font:
    """A font file (of a collection, .ttc, its first face)."""

    path: str

    def has(self, char: str) -> bool:
        """Tell whether the font can draw a character (some map it to an empty glyph)."""
        return ord(char) in _open(self)[1] and _outline(self, char)[1] is not None


@lru_cache(maxsize=64)
def _open(font: Font) -> tuple[Any, dict[int, str]]:
    """Open a font once: its glyphs by name, and the names by code point."""
    opened = TTFont(font.path, fontNumber=0, lazy=True)
    return opened, opened.getBestCmap()


def find_font(name: str) -> Font:
    """Find an installed font file by its name.

    Raises:
        FontError: it is in none of the FOLDERS.
    """
    for folder in FOLDERS:
        for path in sorted(folder.rglob(name)):
            return Font(str(path))
    raise FontError(
        f"the font {name!r} is in none of {[str(f) for f in FOLDERS]!r}: install it there"
    )


@lru_cache(maxsize=2)
def installed(held_out: bool = False) -> tuple[tuple[Font, int], ...]:
    """List the fonts of WEIGHTS that are installed and whole, each with its weight, in a fixed order.

    Those of HELD_OUT alone, or all but those.

    Raises:
        FontError: there is none.
    """
    found = []
    names = [name for name in sorted(WEIGHTS) if (name in HELD_OUT) is held_out]
    for name in names:
        try:
            font = find_font(name)
        except FontError:
            continue
        if all(map(font.has, NEEDED)):
            found.append((font, WEIGHTS[name]))
    if not found:
        raise FontError(
            f"no CJK font found: install one of {names!r}; datasets/README.md names Debian's packages"
        )
    return tuple(found)


@lru_cache(maxsize=4096)
def _outline(font: Font, char: str) -> tuple[Any, Any, float]:
    """Record a glyph: its drawing, its bounds (None if empty) and the em, in font units (y up)."""
    opened, names = _open(font)
    if ord(char) not in names:
        raise FontError(f"{font.path!r} has no {char!r}: choose another font")
    glyphs = opened.getGlyphSet()
    pen, bounds = DecomposingRecordingPen(glyphs), BoundsPen(glyphs)
    glyphs[names[ord(char)]].draw(pen)
    pen.replay(bounds)
    return pen, bounds.bounds, float(opened["head"].unitsPerEm)


def glyph(
    font: Font, char: str, box: tuple[float, float, float, float], stretch: float = 1.0
) -> str:
    """Outline a character, centred in a box.

    It fills the box, but flat characters (一) are never more than a quarter larger than their em would allow.

    Args:
        font: the font.
        char: one character.
        box: centre x, centre y, width and height (y down).
        stretch: the most its width may be pulled out against its height.

    Returns:
        The `d` of an SVG path.
    """
    pen, (left, bottom, right, top), em = _outline(font, char)
    x, y, width, height = box
    wide, high = right - left, top - bottom
    scale_y = min(height / high, 1.25 * height / em, width / wide)
    scale_x = min(width / wide, scale_y * stretch)
    out = SVGPathPen(None, ntos=repr)
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    pen.replay(
        TransformPen(
            out,
            (scale_x, 0, 0, -scale_y, x - scale_x * middle_x, y + scale_y * middle_y),
        )
    )
    return str(out.getCommands())
