"""Print, as flat pictures: book spines, magazine covers, box sides, labels, papers.

Titles wear the same characters as tiles do, and stripes look like bamboo.
What tells print from a tile is that it has no body.  In all pictures a
character is about `EM` pixels high.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.glyphs import Font, glyph, installed
from datasets.synth.tileset import rasterise

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator
EM = 32
_ON_TILES = "一二三四五六七八九伍万萬東南西北中發発白竹索筒"
_TITLES = "大小人国學生年月日本上下十新天地水火山石田風花電車書語文化社会心手入口工王土平全金木千百的是の ん か し と を あ い カ ル シ ト ロ ニ ハ ミ ン ー".replace(" ", "")  # fmt: skip
_LETTERS = string.ascii_letters + string.digits
_LATIN = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)  # fmt: skip
_DARK_INKS = ((20, 20, 20), (30, 30, 190), (45, 110, 30), (130, 50, 20), (20, 20, 110))
_LIGHT_INKS = ((245, 245, 245), (90, 215, 245), (150, 190, 215), (200, 240, 205))


def plain(rng: Rng, height: int, width: int, light: bool) -> Image:
    """One even colour."""
    low, high = (185, 255) if light else (10, 235)
    colour = np.full(3, rng.uniform(low, high)) + rng.normal(0, 6 if light else 50, 3)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = np.clip(colour, 0, 255)
    return picture


def ink_on(rng: Rng, picture: Image) -> tuple[float, ...]:
    """Choose an ink that can be read on a picture of one colour."""
    inks = _DARK_INKS if picture[0, 0].mean() > 120 else _LIGHT_INKS
    ink = np.array(inks[rng.integers(len(inks))]) + rng.normal(0, 15, 3)
    return tuple(float(v) for v in np.clip(ink, 0, 255))


def letters(rng: Rng, picture: Image, x: int, y: int, size: float, count: int) -> None:
    """Write Latin letters and digits from (x, y) on; a size of 1 is some 22 pixels high."""
    text = "".join(_LETTERS[i] for i in rng.integers(len(_LETTERS), size=count))
    ink, font = ink_on(rng, picture), int(rng.choice(_LATIN))
    thick = max(1, round(size * rng.uniform(0.8, 3)))
    cv2.putText(picture, text, (x, y), font, size, ink, thick, cv2.LINE_AA)


@lru_cache(maxsize=4096)
def _mask(font: Font, char: str) -> Image | None:
    """Rasterise a character, (64, 64), as a share of ink in 255; None if the font lacks it."""
    if not font.has(char):
        return None
    path = glyph(font, char, (32, 32, 54, 54))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="{path}"/></svg>'
    return rasterise(svg, 64, 64)[..., 3].copy()


def _stamp(region: Image, mask: Image, ink: Sequence[float]) -> None:
    size = (region.shape[1], region.shape[0])
    share = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)[..., None] / 255
    region[:] = (region * (1 - share) + np.array(ink) * share).astype(np.uint8)


def title(
    rng: Rng, picture: Image, x: int, y: int, size: int, count: int, down: bool = True
) -> None:
    """Print characters of `size` pixels from (x, y) down or across, in one font and one ink."""
    fonts = installed()
    font, _ = fonts[int(rng.integers(len(fonts)))]
    ink = ink_on(rng, picture)
    bold, outlined = rng.random(2) < [0.3, 0.2]
    edge = rng.uniform(0, 255, 3).tolist()
    alphabet = _ON_TILES if rng.random() < 0.5 else _TITLES
    for _ in range(count):
        region = picture[y : y + size, x : x + size]
        if size < 8 or region.shape[:2] != (size, size):
            return
        mask = _mask(font, alphabet[int(rng.integers(len(alphabet)))])
        if mask is None:
            continue
        if outlined:
            _stamp(region, cv2.dilate(mask, np.ones((9, 9))).astype(np.uint8), edge)
        if bold:
            mask = cv2.dilate(mask, np.ones((4, 4))).astype(np.uint8)
        _stamp(region, mask, ink)
        x, y = (x, y + size) if down else (x + size, y)


def seal(rng: Rng, size: int) -> Image:
    """A framed sign: a publisher's mark, a stamp."""
    picture = plain(rng, size, size, light=rng.random() < 0.5)
    if rng.random() < 0.4:
        picture[:] = (40, 40, 190)
    ink = ink_on(rng, picture)
    cv2.rectangle(picture, (2, 2), (size - 3, size - 3), ink, int(rng.integers(1, 4)))
    if rng.random() < 0.7:
        part = size - 8 if rng.random() < 0.5 else (size - 8) // 2
        title(rng, picture, 4, 4, part, 2)
    else:
        middle = (size // 2, size // 2)
        cv2.circle(picture, middle, size // 3, ink, int(rng.choice([-1, 3])))
    return picture


def stripes(rng: Rng, height: int, width: int) -> Image:
    """A bar code, or a few coloured bars as of bamboo."""
    picture = plain(rng, height, width, light=rng.random() < 0.8)
    coded = rng.random() < 0.4
    x = 2
    while x < width - 2:
        thick = int(rng.integers(1, 4) if coded else rng.integers(3, 9))
        ink = (20.0, 20.0, 20.0) if coded else ink_on(rng, picture)
        cv2.rectangle(picture, (x, 3), (x + thick - 1, height - 4), ink, -1)
        if not coded and rng.random() < 0.4:  # knots
            picture[height // 2 - 2 : height // 2 + 2, x : x + thick] = picture[0, 0]
        x += thick + int(rng.integers(1, 5 if coded else 9))
    return picture


def cell(rng: Rng) -> Image:
    """A framed light cell of the size of a face: one character, strokes or spots."""
    height, width = int(rng.integers(44, 62)), int(rng.integers(32, 48))
    picture = plain(rng, height, width, light=True)
    kind = rng.random()
    if kind < 0.6:
        size = int(rng.integers(20, width - 3))
        x = (width - size) // 2
        title(rng, picture, x, int(rng.integers(3, 8)), size, int(rng.integers(1, 3)))
    elif kind < 0.85:
        part = stripes(rng, int(rng.integers(14, height // 2)), width - 12)
        picture[6 : 6 + len(part), 6:-6] = part
        picture[-4 - len(part) : -4, 6:-6] = part
    else:
        for _ in range(int(rng.integers(1, 10))):
            x, y = int(rng.integers(8, width - 8)), int(rng.integers(8, height - 8))
            cv2.circle(picture, (x, y), 5, ink_on(rng, picture), -1, cv2.LINE_AA)
    ink = ink_on(rng, picture)
    cv2.rectangle(
        picture, (0, 0), (width - 1, height - 1), ink, int(rng.integers(1, 4))
    )
    return picture


def product(rng: Rng, height: int, width: int) -> Image:
    """A picture of something: coloured blobs."""
    picture = plain(rng, height, width, light=rng.random() < 0.4)
    for _ in range(int(rng.integers(2, 9))):
        centre = (int(rng.integers(width)), int(rng.integers(height)))
        axes = (int(rng.integers(4, width // 2)), int(rng.integers(4, height // 2)))
        colour = (rng.normal(0, 40, 3) + rng.uniform(20, 235)).tolist()
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(picture, centre, axes, turn, 0, 360, colour, -1, cv2.LINE_AA)
    return picture


def _put(rng: Rng, picture: Image, part: Image) -> None:
    """Print a part somewhere on a picture, if it fits."""
    room = np.array(picture.shape[:2]) - part.shape[:2]
    if room.min() > 0:
        y, x = (int(v) for v in rng.integers(0, room))
        picture[y : y + part.shape[0], x : x + part.shape[1]] = part


def spine(rng: Rng) -> Image:
    """The back of a book, upright."""
    width = int(rng.integers(24, 64))
    picture = plain(rng, 300, width, light=rng.random() < 0.5)
    if rng.random() < 0.4:
        y = int(rng.integers(0, 250))
        picture[y : y + int(rng.integers(8, 80))] = rng.integers(0, 255, 3)
    if rng.random() < 0.75:
        for y in range(int(rng.integers(4, 60)), 300, int(rng.integers(90, 240))):
            size = int(width * rng.uniform(0.45, 0.95))
            title(rng, picture, (width - size) // 2, y, size, int(rng.integers(2, 10)))
    else:
        along = np.ascontiguousarray(np.rot90(picture))
        x, count = int(rng.integers(5, 60)), int(rng.integers(3, 16))
        letters(rng, along, x, int(width * 0.7), width / 45, count)
        picture = np.ascontiguousarray(np.rot90(along, -1))
    if rng.random() < 0.5:
        _put(rng, picture, seal(rng, int(rng.integers(16, min(width, 40)))))
    return picture


def spines(rng: Rng) -> Image:
    """A shelf of books, now and then the volumes of one work."""
    parts = [spine(rng) for _ in range(int(rng.integers(3, 9)))]
    if rng.random() < 0.2:
        parts = parts[:1] * len(parts)
    return np.ascontiguousarray(np.hstack(parts))


def lying(rng: Rng) -> Image:
    """The long side of a book or a flat box that lies."""
    if rng.random() < 0.5:
        return np.ascontiguousarray(np.rot90(spine(rng), int(rng.choice([1, 3]))))
    height = int(rng.integers(26, 56))
    picture = plain(rng, height, 300, light=rng.random() < 0.5)
    if rng.random() < 0.3:  # leaves of paper
        picture[::3] = picture[::3] // 8 * 7
    for x in range(int(rng.integers(0, 60)), 300, int(rng.integers(80, 250))):
        size = int(height * rng.uniform(0.5, 0.95))
        y = (height - size) // 2
        title(rng, picture, x, y, size, int(rng.integers(1, 7)), down=False)
    return picture


def paper(rng: Rng) -> Image:
    """A printed page, in Latin or across or down in characters."""
    picture = plain(rng, 280, 200, light=True)
    step, latin = int(rng.integers(12, 40)), rng.random() < 0.5
    for at in range(step, 280 - 6, step):
        start, count = int(rng.integers(6, 30)), int(rng.integers(4, 22))
        if latin:
            letters(rng, picture, start, at, step / 38, count)
        elif step > 20:
            title(rng, picture, start, at, step - 4, count, down=False)
    return picture


def sheet(rng: Rng) -> Image:
    """A magazine's cover, a box's side, a label: titles, pictures, cells, seals, stripes."""
    height, width = (int(v) for v in rng.integers(120, 300, 2))
    picture = plain(rng, height, width, light=rng.random() < 0.6)
    if rng.random() < 0.5:
        _put(rng, picture, product(rng, height // 2, width // 2))
    for _ in range(int(rng.integers(0, 4))):
        _put(rng, picture, stripes(rng, *(int(v) for v in rng.integers(24, 90, 2))))
    for _ in range(int(rng.integers(0, 3))):
        _put(rng, picture, seal(rng, int(rng.integers(20, 56))))
    if rng.random() < 0.4:  # cells side by side
        one = cell(rng)
        cells = [
            cv2.resize(cell(rng), one.shape[1::-1])
            for _ in range(int(rng.integers(1, 5)))
        ]
        _put(rng, picture, np.asarray(np.hstack(cells), np.uint8))
    for _ in range(int(rng.integers(1, 5))):
        x, y = int(rng.integers(width - 20)), int(rng.integers(height - 20))
        size = int(rng.integers(14, 64))
        title(rng, picture, x, y, size, int(rng.integers(1, 8)), rng.random() < 0.5)
    if rng.random() < 0.4:
        corner = (width - 6, height - 6)
        cv2.rectangle(
            picture, (5, 5), corner, ink_on(rng, picture), int(rng.integers(1, 6))
        )
    return picture
