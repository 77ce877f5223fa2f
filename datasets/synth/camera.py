"""The pinhole camera that photographs a table, and what a phone's lens and sensor do to the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.clutter import clouds

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator


@dataclass(frozen=True)
class Camera:
    """Position, axes (rows: right, up, forward), focal length and centre in pixels."""

    position: Floats
    axes: Floats
    focal: float
    centre: Floats

    def project(self, points: Floats) -> Floats:
        """Map (…, 3) table points to (…, 2) pixels; behind the camera gives far away pixels."""
        seen = (points - self.position) @ self.axes.T
        depth = np.maximum(seen[..., 2], 0.05)
        plane = np.stack([seen[..., 0], -seen[..., 1]], -1) / depth[..., None]
        return np.asarray(plane * self.focal + self.centre)


def above(points: Floats, size: tuple[int, int]) -> Camera:
    """Look at (n, 3) points from straight in front at 62°, so that they fill the picture."""
    elevation = math.radians(62)
    forward = np.array([0.0, math.cos(elevation), -math.sin(elevation)])
    right = np.array([1.0, 0.0, 0.0])
    axes = np.stack([right, np.cross(right, forward), forward])
    extent = float(np.ptp(points[:, :2], axis=0).max())
    return _framed(
        points.mean(0) - forward * extent * 1.6, axes, points, size, 0.9, np.zeros(2)
    )


def _framed(
    position: Floats,
    axes: Floats,
    points: Floats,
    size: tuple[int, int],
    fill: float,
    place: Floats,
) -> Camera:
    """Zoom until the points fill a share of the picture; `place` in -1..1 moves them off its middle."""
    seen = Camera(position, axes, 1.0, np.zeros(2)).project(points)
    low, high = seen.min(0), seen.max(0)
    room = np.array(size, float)
    focal = float((room / np.maximum(high - low, 1e-6)).min() * fill)
    slack = np.maximum(0, room - focal * (high - low)) / 2
    centre = room / 2 - focal * (low + high) / 2 + slack * place
    return Camera(position, axes, focal, centre)


def aim(
    rng: Rng, points: Floats, size: tuple[int, int], standing: bool, turned: bool
) -> Camera:
    """Point a camera at (n, 3) points so that they fill part of a (width, height) picture.

    Elevation runs from 20° over the table to straight above; `standing` tiles
    are seen from low; `turned` layouts from any side.
    """
    low, high = (10, 55) if standing else (20, 90) if rng.random() < 0.4 else (48, 90)
    elevation = math.radians(rng.uniform(low, high))
    azimuth = rng.normal(0, 0.22)
    if turned and rng.random() < 0.5:
        azimuth = rng.uniform(-math.pi, math.pi)
    elif not standing and rng.random() < 0.1:
        azimuth += math.pi
    middle = points.mean(0)
    extent = max(2.5, float(np.ptp(points[:, :2], axis=0).max()))
    forward = np.array([
        math.cos(elevation) * math.sin(azimuth),
        math.cos(elevation) * math.cos(azimuth),
        -math.sin(elevation),
    ])  # fmt: skip
    position = middle - forward * (extent * rng.uniform(0.9, 2.2) + 1.5)
    right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
    up = np.cross(right, forward)
    roll = rng.normal(0, 0.07)
    if rng.random() < 0.15:
        roll += rng.choice([math.pi / 2, -math.pi / 2, math.pi])
    if rng.random() < 0.15:
        roll += rng.uniform(-0.8, 0.8)
    turn = np.array(
        [[math.cos(roll), math.sin(roll)], [-math.sin(roll), math.cos(roll)]]
    )
    right, up = turn @ np.stack([right, up])
    fill, place = rng.uniform(0.45, 1.02), rng.uniform(-1, 1, 2)
    return _framed(position, np.stack([right, up, forward]), points, size, fill, place)


def bend(rng: Rng, picture: Image, corners: Floats) -> tuple[Image, Floats]:
    """Radial lens distortion of a picture and of (n, 4, 2) corners in it."""
    height, width = picture.shape[:2]
    strength = rng.uniform(-0.10, 0.06)
    middle, radius = np.array([width, height]) / 2, math.hypot(width, height) / 2
    y, x = np.mgrid[:height, :width].astype(np.float32)
    square = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / radius**2
    factor = (1 + strength * square).astype(np.float32)
    bent = cv2.remap(
        picture,
        ((x - middle[0]) * factor + middle[0]).astype(np.float32),
        ((y - middle[1]) * factor + middle[1]).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    moved = corners - middle  # invert x' (1 + k x'^2) = x by iteration
    target = moved.copy()
    for _ in range(6):
        moved = target / (1 + strength * (moved**2).sum(-1, keepdims=True) / radius**2)
    return bent.astype(np.uint8), moved + middle


def develop(rng: Rng, picture: Image) -> Image:
    """Light, reflections, white balance, blur and noise of a phone in a dim room."""
    height, width = picture.shape[:2]
    light: NDArray[Any] = picture.astype(np.float32)
    light *= np.exp(
        np.clip(clouds(rng, height, width, 3, 1), -2, 2) * rng.uniform(0, 0.25)
    )
    if rng.random() < 0.4:
        y = np.arange(height, dtype=np.float32)[:, None]
        x = np.arange(width, dtype=np.float32)[None]
        for _ in range(int(rng.integers(1, 4))):  # a lamp mirrored in the table
            cx, cy = rng.uniform(0, width), rng.uniform(0, height)
            sx, sy = rng.uniform(0.02, 0.15, 2) * width
            spot = np.exp(-(((x - cx) / sx) ** 2) - ((y - cy) / sy) ** 2)
            light += (spot * rng.uniform(40, 160))[..., None]
    light *= rng.uniform(0.88, 1.12, 3).astype(np.float32)
    light = (light - 128) * rng.uniform(0.7, 1.15) + 128 * rng.uniform(0.6, 1.12)
    if rng.random() < 0.08:  # a dark room
        light *= rng.uniform(0.3, 0.7)
    if rng.random() < 0.4:
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.5, 2.4))
    if rng.random() < 0.14:
        light = cv2.filter2D(light, -1, _shake(rng))
    grain = rng.normal(0, rng.uniform(0, 9), (height // 2, width // 2, 3)).astype(
        np.float32
    )
    light += cv2.resize(grain, (width, height))
    return np.clip(light, 0, 255).astype(np.uint8)


def _shake(rng: Rng) -> NDArray[np.float32]:
    size = int(rng.integers(3, 12))
    kernel = np.zeros((size, size), np.float32)
    start, end = rng.integers(0, size, 2), rng.integers(0, size, 2)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), (1.0,))
    return np.asarray(kernel / kernel.sum(), np.float32)
