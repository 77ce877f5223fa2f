"""What makes one set of tiles look unlike another: colours, characters, designs, sizes."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.synth.glyphs import Font, installed

DOTS = ("target", "rings", "petals", "cross", "wheel", "star", "bead")
ROSETTES = ("sunflower", "wheel", "target", "beads", "blossom")
STICKS = ("peanut", "joints", "beads", "capsule", "segments", "solid")
BIRDS = ("perched", "peacock", "sparrow", "owl", "trail", "stick")
FRAMES = ("frame", "double", "plain", "lattice", "segments", "blank")
CORNERS = ("", "left", "right", "both")
_FRAME_SHARES = {
    False: (0.28, 0.13, 0.07, 0.08, 0.08, 0.36),  # a blank 白 is the hard one to find
    True: (0.34, 0.16, 0.08, 0.1, 0.1, 0.22),
}


@dataclass(frozen=True)
class Style:
    """One set of tiles.

    Colours are `#rrggbb`. Lengths are units of the 300 x 400 face; factors are relative to the usual size.

    Attributes:
        ink: numerals of the 万, and winds.
        wan: the character 萬.
        dots: the three colours of the 饼: dark, second (green), accent (red).
        sticks: the three colours of the 条: main (green), accent (red), second.
        dragons: colours of 中, 發 and 白.
        index: colour of the corner digits and letters.
        body: the tile under the face.
        back: the face-down side.
        font: draws the characters.
        index_font: draws digits and letters.
        wan_char: 萬 or 万.
        five: 伍 or 五.
        fa_char: 發 or 发.
        dot: one of DOTS.
        hearts: the middle of a dot has another colour than its rim.
        rosette: 1p, one of ROSETTES.
        petals: how many petals or beads a rosette has.
        stick: one of STICKS.
        columns: 6s lies in two columns of three, not in two rows.
        bird: 1s, one of BIRDS.
        mirrored: the bird looks the other way.
        frame: 白, one of FRAMES.
        corners: where digits and letters stand, one of CORNERS.
        white_letter: the letter of 白 in the corner.
        index_size: factor on corner marks.
        line: factor on the width of drawn lines.
        bold: width of a line around characters.
        stretch: how far numerals may be pulled wide.
        dot_size: factor on the radius of dots.
        stick_size: factor on the width of sticks.
        scale: factor on the whole face.
        shift: x and y by which the whole face is off centre.
    """

    ink: str
    wan: str
    dots: tuple[str, str, str]
    sticks: tuple[str, str, str]
    dragons: tuple[str, str, str]
    index: str
    body: str
    back: str
    font: Font
    index_font: Font
    wan_char: str = "萬"
    five: str = "伍"
    fa_char: str = "發"
    dot: str = "target"
    hearts: bool = False
    rosette: str = "sunflower"
    petals: int = 14
    stick: str = "peanut"
    columns: bool = False
    bird: str = "perched"
    mirrored: bool = False
    frame: str = "frame"
    corners: str = ""
    white_letter: str = "B"
    index_size: float = 1.0
    line: float = 1.0
    bold: float = 3.0
    stretch: float = 1.25
    dot_size: float = 1.0
    stick_size: float = 1.0
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)


def _colour(
    rng: np.random.Generator,
    hue: float,
    saturation: tuple[float, float],
    value: tuple[float, float],
) -> str:
    """Draw a colour near a hue (degrees)."""
    turned = ((hue + rng.normal(0, 5)) % 360) / 360
    rgb = colorsys.hsv_to_rgb(turned, rng.uniform(*saturation), rng.uniform(*value))
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)


def _palette(rng: np.random.Generator) -> tuple[str, str, str, str]:
    """Draw the paints a workshop has: black, blue, green and red."""
    black = _colour(rng, 220, (0.0, 0.5), (0.05, 0.25))
    blue = _colour(rng, 225, (0.65, 0.95), (0.35, 0.8))
    green = _colour(rng, 148, (0.6, 1.0), (0.22, 0.6))
    return black, blue, green, _colour(rng, 357, (0.7, 0.98), (0.55, 0.9))


def _scheme(rng: np.random.Generator) -> dict[str, Any]:
    """Draw which paint goes where: the fields of a Style from `ink` to `index`.

    Most sets write black or blue numerals over a red 萬; some use one paint for all.
    """
    black, blue, green, red = _palette(rng)
    dark = black if rng.random() < 0.55 else blue
    if rng.random() < 0.08:
        green = red = dark
    main = blue if rng.random() < 0.08 else green
    second = dark if rng.random() < 0.25 else main
    dots = [(dark, main, red), (dark, dark, red), (main, main, red)]
    return {
        "ink": green if rng.random() < 0.05 else dark,
        "wan": red if rng.random() < 0.93 else dark,
        "dots": dots[rng.choice(3, p=[0.58, 0.28, 0.14])],
        "sticks": (main, red, second),
        "dragons": (red, main, str(rng.choice([dark, blue, main], p=[0.6, 0.3, 0.1]))),
        "index": str(rng.choice([red, dark, green, blue])),
    }


def _fonts(rng: np.random.Generator, held_out: bool) -> tuple[Font, Font]:
    """Draw the font of the characters, brush more often than print, and of the digits."""
    fonts = installed(held_out)
    weights = np.array([weight for _, weight in fonts], dtype=float)
    first = int(rng.choice(len(fonts), p=weights / weights.sum()))
    return fonts[first][0], fonts[int(rng.integers(len(fonts)))][0]


def random_style(rng: np.random.Generator, held_out: bool = False) -> Style:
    """Draw a set such as a workshop in China, Hong Kong, Taiwan or Japan might sell.

    The same generator state gives the same set on machines with the same fonts;
    `held_out` draws from the fonts kept for measuring.

    Raises:
        FontError: no CJK font is installed.
    """

    def pick(names: tuple[str, ...], *p: float) -> str:
        return str(rng.choice(names, p=p or None))

    font, index_font = _fonts(rng, held_out)
    corners = pick(CORNERS, 0.62, 0.16, 0.16, 0.06)
    return Style(
        **_scheme(rng),
        body=_colour(rng, 45, (0.0, 0.18), (0.88, 1.0)),
        back=_colour(rng, float(rng.uniform(0, 360)), (0.4, 0.95), (0.35, 0.8)),
        font=font,
        index_font=index_font,
        wan_char=pick(("萬", "万"), 0.85, 0.15),
        five=pick(("伍", "五"), 0.65, 0.35),
        fa_char="发" if rng.random() < 0.08 and font.has("发") else "發",
        dot=pick(DOTS, 0.28, 0.22, 0.14, 0.12, 0.1, 0.07, 0.07),
        hearts=bool(rng.random() < 0.15),
        rosette=pick(ROSETTES),
        petals=int(rng.integers(9, 21)),
        stick=pick(STICKS, 0.34, 0.2, 0.12, 0.14, 0.12, 0.08),
        # no draw for sets to measure on: the tables of a seed stay as they are
        columns=not held_out and bool(rng.random() < 0.15),
        bird=pick(BIRDS, 0.34, 0.22, 0.14, 0.16, 0.1, 0.04),
        mirrored=bool(rng.random() < 0.3),
        frame=pick(FRAMES, *_FRAME_SHARES[held_out]),
        corners=corners,
        white_letter=pick(("B", "P", "")),
        line=float(rng.uniform(0.7, 1.35)),
        bold=float(rng.uniform(0, 7)),
        stretch=float(rng.uniform(1.0, 1.4)),
        dot_size=float(rng.uniform(0.84, 1.06)),
        stick_size=float(rng.uniform(0.7, 1.15)),
        index_size=float(rng.uniform(0.85, 1.2)),
        scale=float(rng.uniform(0.72, 0.87) if corners else rng.uniform(0.8, 1.06)),
        shift=(float(rng.normal(0, 3)), float(rng.normal(8 if corners else 0, 4))),
    )
