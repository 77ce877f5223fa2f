"""What else lies on a table or stands behind it, as flat pictures: the look-alikes of tiles.

Paper with text, book spines, key caps, dice, cards, a phone, a blank
rectangle, a hand.  A detector that has never seen them takes them for tiles.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.glyphs import glyph, installed
from datasets.synth.tileset import rasterise

Image = NDArray[np.uint8]
Rng = np.random.Generator
_CHARACTERS = "大小人国学生年月日本上下一二三五十新天地水火山石田白東北風花竹電車書語文化社会心手あのをんカルシト"
_LETTERS = string.ascii_letters + string.digits
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)  # fmt: skip


def _plain(rng: Rng, height: int, width: int, light: bool) -> Image:
    low, high = (185, 255) if light else (10, 235)
    colour = np.full(3, rng.uniform(low, high)) + rng.normal(0, 6 if light else 50, 3)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = np.clip(colour, 0, 255)
    return picture


def _write(rng: Rng, picture: Image, x: int, y: int, size: float, count: int) -> None:
    text = "".join(_LETTERS[i] for i in rng.integers(len(_LETTERS), size=count))
    ink = (
        tuple(float(v) for v in rng.uniform(0, 255, 3))
        if rng.random() < 0.4
        else (20.0,) * 3
    )
    font = int(rng.choice(_FONTS))
    cv2.putText(
        picture, text, (x, y), font, size, ink, max(1, round(size * 1.6)), cv2.LINE_AA
    )


@lru_cache(maxsize=1)
def _characters() -> tuple[Image, ...]:
    """Common characters and kana in three fonts, as (64, 64) masks of ink."""
    masks = []
    for font, _ in installed()[::5]:
        for char in filter(font.has, _CHARACTERS):
            path = glyph(font, char, (32, 32, 56, 56))
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="{path}"/></svg>'
            masks.append(rasterise(svg, 64, 64)[..., 3].copy())
    return tuple(masks)


def _print(
    rng: Rng, picture: Image, x: int, y: int, size: int, down: bool = False
) -> None:
    """Print a few characters of `size` pixels across or down, as book titles are."""
    ink = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, 20.0)
    for _ in range(int(rng.integers(1, 8))):
        region = picture[y : y + size, x : x + size]
        if size < 8 or region.shape[:2] != (size, size):
            return
        mask = _characters()[int(rng.integers(len(_characters())))]
        alpha = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
        share = alpha[..., None].astype(np.float32) / 255
        region[:] = (region * (1 - share) + ink * share).astype(np.uint8)
        x, y = (x, y + size) if down else (x + size, y)


def paper(rng: Rng) -> Image:
    """A printed page."""
    picture = _plain(rng, 280, 200, light=True)
    step = int(rng.integers(12, 40))
    for y in range(step, 280 - 6, step):
        _write(
            rng,
            picture,
            int(rng.integers(6, 30)),
            y,
            step / 38,
            int(rng.integers(4, 22)),
        )
    if rng.random() < 0.4:
        x, y = (int(v) for v in rng.integers(10, 120, 2))
        _print(rng, picture, x, y, int(rng.integers(12, 60)))
    return picture


def spines(rng: Rng) -> Image:
    """A shelf of books."""
    parts = []
    for _ in range(int(rng.integers(3, 9))):
        width = int(rng.integers(24, 60))
        spine = _plain(rng, 300, width, light=rng.random() < 0.4)
        along = np.ascontiguousarray(np.rot90(spine))
        _write(
            rng,
            along,
            int(rng.integers(5, 60)),
            int(width * 0.7),
            width / 45,
            int(rng.integers(3, 16)),
        )
        if rng.random() < 0.5:
            y = int(rng.integers(0, 200))
            along[:, y : y + int(rng.integers(10, 80))] = rng.integers(0, 255, 3)
        spine = np.ascontiguousarray(np.rot90(along, -1))
        if rng.random() < 0.6:
            size = int(width * rng.uniform(0.5, 0.9))
            _print(
                rng, spine, (width - size) // 2, int(rng.integers(5, 120)), size, True
            )
        parts.append(spine)
    return np.ascontiguousarray(np.hstack(parts))


def keys(rng: Rng) -> Image:
    """Key caps in rows."""
    cap = int(rng.integers(26, 44))
    picture = _plain(
        rng,
        cap * int(rng.integers(2, 6)) + 4,
        cap * int(rng.integers(3, 11)) + 4,
        light=False,
    )
    face = _plain(rng, cap - 5, cap - 5, light=rng.random() < 0.6)
    for y in range(4, picture.shape[0] - cap, cap):
        for x in range(4, picture.shape[1] - cap, cap):
            one = face.copy()
            _write(rng, one, 5, int(cap * 0.6), cap / 60, int(rng.integers(1, 3)))
            picture[y : y + cap - 5, x : x + cap - 5] = one
    return picture


def die(rng: Rng) -> Image:
    """The top of a die."""
    picture = _plain(rng, 60, 60, light=True)
    spots = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "025368"}[
        int(rng.integers(1, 7))
    ]
    ink = (30, 30, 190) if rng.random() < 0.4 else (25, 25, 25)
    for spot in spots:
        centre = (12 + int(spot) % 3 * 18, 12 + int(spot) // 3 * 18)
        cv2.circle(picture, centre, 7, ink, -1, cv2.LINE_AA)
    return picture


def blank(rng: Rng) -> Image:
    """A bright or dark rectangle: a card, a box, a phone."""
    picture = _plain(rng, 160, int(rng.integers(70, 160)), light=rng.random() < 0.55)
    if rng.random() < 0.4:
        edge = int(rng.integers(4, 14))
        picture[edge:-edge, edge:-edge] = _plain(rng, 1, 1, light=rng.random() < 0.5)[
            0, 0
        ]
    return picture


def card(rng: Rng) -> Image:
    """A playing card or a banknote: corner index and a coloured middle."""
    picture = _plain(rng, 170, 120, light=True)
    _write(rng, picture, 8, 34, 1.0, 1)
    centre = (int(rng.integers(40, 80)), int(rng.integers(60, 110)))
    colour = tuple(float(v) for v in rng.uniform(0, 220, 3))
    cv2.circle(
        picture,
        centre,
        int(rng.integers(12, 40)),
        colour,
        int(rng.choice([-1, 4])),
        cv2.LINE_AA,
    )
    return picture


def label(rng: Rng) -> Image:
    """A printed label: a light card with a frame, a picture and a few characters."""
    picture = _plain(rng, 170, int(rng.integers(90, 170)), light=rng.random() < 0.7)
    width = picture.shape[1]
    ink = tuple(float(v) for v in rng.uniform(0, 200, 3))
    if rng.random() < 0.5:
        cv2.rectangle(picture, (6, 6), (width - 7, 163), ink, int(rng.integers(1, 5)))
    for _ in range(int(rng.integers(1, 5))):
        x, y = int(rng.integers(15, width - 40)), int(rng.integers(15, 120))
        w, h = (int(v) for v in rng.integers(8, 45, 2))
        cv2.rectangle(picture, (x, y), (x + w, y + h), ink, int(rng.choice([-1, 2])))
    for _ in range(int(rng.integers(1, 3))):
        x, y = int(rng.integers(5, width // 2)), int(rng.integers(5, 120))
        _print(rng, picture, x, y, int(rng.integers(14, 48)))
    return picture


def rack(rng: Rng) -> Image:
    """The rim of a tray or a rack for tiles: a long bar with slots."""
    picture = _plain(rng, 50, int(rng.integers(400, 800)), light=rng.random() < 0.2)
    for x in range(int(rng.integers(5, 60)), picture.shape[1] - 90, 110):
        if rng.random() < 0.4:
            slot = _plain(rng, 30, int(rng.integers(30, 90)), light=False)
            picture[10:40, x : x + slot.shape[1]] = slot
    return picture


def backdrop(rng: Rng, height: int, width: int) -> Image:
    """What stands behind a table: a shelf of books, boxes and papers over a rim."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = _plain(rng, 1, 1, light=rng.random() < 0.5)
    x = 0
    while x < width:
        part = (spines, paper, label, blank, card, spines)[int(rng.integers(6))](rng)
        high = max(4, int(height * rng.uniform(0.35, 1.0)))
        wide = min(max(2, round(part.shape[1] * high / part.shape[0])), width - x)
        picture[height - high :, x : x + wide] = cv2.resize(part, (wide, high))
        x += wide + int(rng.integers(0, 1 + width // 5))
    if rng.random() < 0.6:
        rim = max(2, int(height * rng.uniform(0.08, 0.3)))
        picture[height - rim :] = cv2.resize(rack(rng), (width, rim))
    return picture


SMALL: tuple[Callable[[Rng], Image], ...] = (die, blank, card, label)
LARGE: tuple[Callable[[Rng], Image], ...] = (paper, spines, keys, blank, label, rack)


def felt(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    """A plain green table."""
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = (72, 98, 52)
    picture += rng.normal(0, 5, (height, width, 1))
    return picture + clouds(rng, height, width, 4, 1) * 6


def ground(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    """The table: felt, wood, cloth, glass; (height, width, 3) float BGR."""
    colour = rng.uniform(20, 235, 3)
    if rng.random() < 0.5:
        known = ((60, 130, 40), (110, 110, 20), (150, 120, 60), (40, 60, 120), (90, 140, 180),
                 (200, 205, 210), (50, 50, 50), (140, 170, 60), (40, 40, 150), (35, 80, 30))  # fmt: skip
        colour = np.array(known[rng.integers(len(known))]) + rng.normal(0, 18, 3)
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = colour
    kind = rng.random()
    if kind < 0.35:  # felt
        picture += rng.normal(0, rng.uniform(2, 14), (height, width, 1))
    elif kind < 0.6:  # wood
        grain = rng.normal(
            0, 1, (int(rng.integers(8, 80)), int(rng.choice([3, 8])))
        ).astype(np.float32)
        if rng.random() < 0.5:
            grain = np.ascontiguousarray(grain.T)
        picture += cv2.resize(grain, (width, height))[..., None] * rng.uniform(5, 24)
    elif kind < 0.75:  # woven cloth
        step = rng.uniform(4, 40)
        y, x = np.mgrid[:height, :width].astype(np.float32)
        weave = np.sin(x * (6.28 / step)) + np.sin(y * (6.28 / step))
        picture += weave[..., None] * rng.uniform(3, 16)
    elif kind < 0.85:
        _ruled(rng, picture)
    else:
        tint = rng.normal(1, 0.25, 3)
        for cells in (4, 16, 64):
            picture += clouds(rng, height, width, cells, 1) * tint * rng.uniform(3, 20)
    return picture + clouds(rng, height, width, 4, 1) * rng.uniform(0, 15)


def _ruled(rng: Rng, picture: NDArray[np.float32]) -> None:
    """Rule a grid, as cutting mats, tiled tables and chequered cloth have."""
    height, width = picture.shape[:2]
    step, turn = rng.uniform(18, 110), rng.uniform(-0.5, 0.5)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across = (x * np.cos(turn) + y * np.sin(turn)) % step
    down = (y * np.cos(turn) - x * np.sin(turn)) % step
    thick = rng.uniform(0.6, 3)
    lines = (across < thick) | (down < thick)
    if rng.random() < 0.25:  # chequered
        lines = (across < step / 2) ^ (down < step / 2)
    picture += lines[..., None] * np.float32(rng.normal(0, 30))


def clouds(
    rng: Rng, height: int, width: int, cells: int, channels: int
) -> NDArray[np.float32]:
    """Smooth noise of unit spread, (height, width, channels)."""
    small = rng.normal(0, 1, (cells, cells, channels)).astype(np.float32)
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return large.reshape(height, width, channels).astype(np.float32)
