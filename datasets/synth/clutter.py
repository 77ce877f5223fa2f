"""What else lies on a table or stands behind it, as flat pictures: the look-alikes of tiles.

Print, key caps, remote controls, dice, cards, coins, score sticks, blank
rectangles.  A detector that has never seen them takes them for tiles.
A fourth channel, if there is one, says what is seen of a picture.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.print import (
    ink_on,
    letters,
    lying,
    paper,
    plain,
    product,
    sheet,
    spines,
    title,
)

Image = NDArray[np.uint8]
Rng = np.random.Generator


def _rounded(picture: Image, radius: int) -> Image:
    """Cut a picture's corners round, with a fourth channel."""
    height, width = picture.shape[:2]
    alpha = np.zeros((height, width), np.uint8)
    inner = (radius, radius), (width - 1 - radius, height - 1 - radius)
    cv2.rectangle(alpha, *inner, (255,), max(1, 2 * radius - 1))
    cv2.rectangle(alpha, *inner, (255,), -1)
    return np.dstack([picture, alpha])


def keys(rng: Rng) -> Image:
    """Keys in rows: a keyboard's, a calculator's under its display, a remote control's."""
    cap = int(rng.integers(26, 44))
    down, across = int(rng.integers(2, 8)), int(rng.integers(3, 11))
    picture = plain(rng, cap * down + 4, cap * across + 4, light=rng.random() < 0.2)
    face = plain(rng, cap - 5, cap - 5, light=rng.random() < 0.6)
    for y in range(4, picture.shape[0] - cap, cap):
        for x in range(4, picture.shape[1] - cap, cap):
            one = face.copy()
            if rng.random() < 0.15:
                one[:] = rng.integers(0, 255, 3)
            if rng.random() < 0.8:
                letters(rng, one, 5, int(cap * 0.6), cap / 60, int(rng.integers(1, 3)))
            else:
                title(rng, one, 3, 3, int(cap * 0.5), 1)
            picture[y : y + cap - 5, x : x + cap - 5] = one
    if rng.random() < 0.4:
        picture[4 : 4 + cap, 4:-4] = (150, 165, 150)
    return _rounded(picture, 6)


def remote(rng: Rng) -> Image:
    """A remote control: a long body with round and oblong buttons."""
    picture = plain(rng, 320, int(rng.integers(70, 110)), light=rng.random() < 0.3)
    width, step = picture.shape[1], int(rng.integers(18, 30))
    body = ink_on(rng, picture)
    for y in range(step, 300, step):
        for x in range(step, width - step // 2, step):
            ink = rng.uniform(0, 255, 3).tolist() if rng.random() < 0.2 else body
            reach = (step // 3, int(rng.integers(3, step // 3 + 1)))
            cv2.ellipse(picture, (x, y), reach, 0, 0, 360, ink, -1, cv2.LINE_AA)
    return _rounded(picture, 14)


def die(rng: Rng) -> Image:
    """The top of a die."""
    picture = plain(rng, 60, 60, light=True)
    spots = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "025368"}[
        int(rng.integers(1, 7))
    ]
    ink = (30, 30, 190) if rng.random() < 0.4 else (25, 25, 25)
    for spot in spots:
        centre = (12 + int(spot) % 3 * 18, 12 + int(spot) // 3 * 18)
        cv2.circle(picture, centre, 7, ink, -1, cv2.LINE_AA)
    return picture


def coin(rng: Rng) -> Image:
    """A coin or a chip, now and then with a square hole."""
    picture = plain(rng, 64, 64, light=False)
    ink = ink_on(rng, picture)
    for radius in (29, int(rng.integers(12, 27))):
        cv2.circle(picture, (31, 31), radius, ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    title(rng, picture, 20, 20, 24, 1)
    return _rounded(picture, 31)


def stick(rng: Rng) -> Image:
    """A stick for keeping score: a thin light bar with dots."""
    picture = plain(rng, 24, 300, light=True)
    ink = ink_on(rng, picture)
    rows, count = int(rng.integers(1, 3)), int(rng.integers(1, 6))
    for x in range(150 - 5 * count, 151 + 5 * count, 10):
        for row in range(rows):
            y = 24 * (row + 1) // (rows + 1)
            cv2.circle(picture, (x, y), 3 + 3 // rows, ink, -1, cv2.LINE_AA)
    return _rounded(picture, 5)


def blank(rng: Rng) -> Image:
    """A bright or dark rectangle: a card, a box, a phone."""
    picture = plain(rng, 160, int(rng.integers(70, 160)), light=rng.random() < 0.55)
    if rng.random() < 0.4:
        edge = int(rng.integers(4, 14))
        inner = plain(rng, 1, 1, light=rng.random() < 0.5)[0, 0]
        picture[edge:-edge, edge:-edge] = inner
    return picture


def card(rng: Rng) -> Image:
    """A playing card: indices in two corners, spots or a picture between."""
    picture = plain(rng, 170, 120, light=True)
    if rng.random() < 0.3:
        picture[24:-24, 28:-28] = product(rng, 122, 64)
    else:
        ink = ink_on(rng, picture)
        radius, thick = int(rng.integers(6, 12)), int(rng.choice([-1, 4]))
        for y in np.linspace(35, 135, int(rng.integers(1, 5))):
            for x in np.linspace(40, 80, int(rng.integers(1, 4))):
                at = (int(x), int(y))
                cv2.circle(picture, at, radius, ink, thick, cv2.LINE_AA)
    for _ in range(2):
        letters(rng, picture, 6, 28, 0.8, 1)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return _rounded(picture, 8)


def deck(rng: Rng) -> Image:
    """Cards laid half over each other."""
    step, one = int(rng.integers(14, 90)), card(rng)
    count = int(rng.integers(2, 8))
    picture = np.zeros((170, 120 + step * (count - 1), 4), np.uint8)
    for x in range(0, step * count, step):
        picture[:, x : x + 120] = one
        picture[:, x, :3] //= 2
        one = card(rng)
    return picture


def rack(rng: Rng) -> Image:
    """The rim of a tray or a rack for tiles: a long bar with slots."""
    picture = plain(rng, 50, int(rng.integers(400, 800)), light=rng.random() < 0.2)
    for x in range(int(rng.integers(5, 60)), picture.shape[1] - 90, 110):
        if rng.random() < 0.4:
            slot = plain(rng, 30, int(rng.integers(30, 90)), light=False)
            picture[10:40, x : x + slot.shape[1]] = slot
    return picture


def backdrop(rng: Rng, height: int, width: int) -> Image:
    """What stands behind a table: a shelf of books, boxes and papers over a rim."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = plain(rng, 1, 1, light=rng.random() < 0.5)
    zoom, x = rng.uniform(0.3, 1.7), 0
    parts = (spines, spines, sheet, sheet, paper, blank, lying)
    while x < width:
        part = parts[int(rng.integers(len(parts)))](rng)
        scaled = cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
        scaled = scaled[: int(height * rng.uniform(0.35, 1)), : width - x]
        high, wide = scaled.shape[:2]
        picture[height - high :, x : x + wide] = scaled
        x += wide + int(rng.integers(0, 1 + width // 8))
    if rng.random() < 0.6:
        rim = max(2, int(height * rng.uniform(0.08, 0.3)))
        picture[height - rim :] = cv2.resize(rack(rng), (width, rim))
    return picture


Make = Callable[[Rng], Image]
SMALL: tuple[Make, ...] = (die, blank, card, sheet, coin)
LARGE: tuple[Make, ...] = (
    paper, spines, keys, blank, sheet, rack, remote, stick, deck, lying,
)  # fmt: skip
PRINT: tuple[Make, ...] = (paper, spines, sheet, sheet, lying, keys)


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
