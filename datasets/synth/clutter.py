"""What else lies on a table or stands behind it, as flat pictures: the look-alikes of tiles.

Paper with text, book spines, key caps, dice, cards, a phone, a blank
rectangle, a hand.  A detector that has never seen them takes them for tiles.
"""

from __future__ import annotations

import string
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator
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
        parts.append(np.rot90(along, -1))
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


SMALL: tuple[Callable[[Rng], Image], ...] = (die, blank, card)
LARGE: tuple[Callable[[Rng], Image], ...] = (paper, spines, keys, blank)


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
    else:
        for cells in (4, 16, 64):
            picture += clouds(rng, height, width, cells, 3) * rng.uniform(3, 20)
    return picture + clouds(rng, height, width, 4, 1) * rng.uniform(0, 15)


def clouds(
    rng: Rng, height: int, width: int, cells: int, channels: int
) -> NDArray[np.float32]:
    """Smooth noise of unit spread, (height, width, channels)."""
    small = rng.normal(0, 1, (cells, cells, channels)).astype(np.float32)
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return large.reshape(height, width, channels).astype(np.float32)
