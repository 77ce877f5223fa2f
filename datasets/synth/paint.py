"""Paint tiles as boxes seen through a camera, far to near.

An id buffer painted alongside says how much of each face is left visible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import clutter
from datasets.synth.camera import Camera, Floats
from datasets.synth.faces import FACE_H, FACE_W, Image, TileSet
from datasets.synth.layout import Placed
from datasets.synth.print import EM, lying, sheet, spines

Rng = np.random.Generator
FIXED = 4  # fractional bits of OpenCV's polygon corners


@dataclass(frozen=True)
class Box:
    """A tile in space: centre and half axes (right, up, out of the face)."""

    centre: Floats
    right: Floats
    up: Floats
    out: Floats

    def corners(self, a: Floats, b: Floats, c: Floats) -> Floats:
        """Give the four corners of the side that faces along `a`, spanned by b and c."""
        middle = self.centre + a
        return np.stack(
            [middle - b + c, middle + b + c, middle + b - c, middle - b - c]
        )


def box(tile: Placed, tiles: TileSet) -> Box:
    """Stand the tile where the layout says."""
    tilt = math.radians(tile.tilt)
    cos, sin = math.cos(tile.yaw), math.sin(tile.yaw)
    away = np.array([-sin, cos, 0.0])
    upright = np.array([0.0, 0.0, 1.0])
    out = -math.cos(tilt) * away + math.sin(tilt) * upright
    up = math.sin(tilt) * away + math.cos(tilt) * upright
    if tile.tilt < -45:  # face down: turned over its long side
        up = -up
    right = np.cross(up, out)
    h, t = tiles.height / 2, tiles.thickness / 2
    rest = abs(up[2]) * h + abs(out[2]) * t
    centre = np.array([tile.x, tile.y, tile.z * tiles.thickness / 0.75 + rest])
    return Box(centre, right / 2, up * h, out * t)


class Painter:
    """Paints one scene; holds the picture and the id buffer."""

    def __init__(
        self, rng: Rng, view: Camera, tiles: TileSet, ground: NDArray[np.float32]
    ) -> None:
        self.rng, self.view, self.tiles = rng, view, tiles
        self.picture = np.clip(ground, 0, 255).astype(np.uint8)
        height, width = ground.shape[:2]
        self.owner = np.zeros((height, width), np.int32)
        sun = rng.uniform(0, 2 * math.pi)
        self.sun = np.array([math.cos(sun) * 0.6, math.sin(sun) * 0.6, 0.8])
        self.ambient = rng.uniform(0.45, 0.85)
        self.edge = rng.uniform(0.7, 1.06)
        self.mask = _rounded(tiles.radius, rng.uniform(0.5, 7))

    def shade(self, normal: Floats) -> float:
        """Brightness of a side with this outward axis."""
        slope = max(0.0, float(normal @ self.sun) / float(np.linalg.norm(normal)))
        return min(1.05, self.ambient + (1 - self.ambient) * slope)

    def litter(self, count: int, far: float) -> None:
        """Lay clutter on the table around the tiles and behind it."""
        rng = self.rng
        for _ in range(count):
            small = rng.random() < 0.45
            make = clutter.SMALL if small else clutter.LARGE
            patch = make[rng.integers(len(make))](rng)
            x, y = rng.uniform(-far, far), rng.uniform(-far * 0.7, far)
            longest = rng.uniform(0.6, 1.4) if small else rng.uniform(2.5, 9)
            h, w = np.array(patch.shape[:2]) / max(patch.shape[:2]) * longest / 2
            yaw = rng.uniform(-math.pi, math.pi)
            right = np.array([math.cos(yaw), math.sin(yaw), 0.0]) * w
            up = np.array([-math.sin(yaw), math.cos(yaw), 0.0]) * h
            middle = np.array([x, y, 0.0])
            if rng.random() < 0.3:
                up = np.array([0.0, 0.0, h])
                middle = middle + up
            self.rectangle(patch, middle, right, up)

    def rectangle(
        self, patch: Image, middle: Floats, right: Floats, up: Floats
    ) -> None:
        """Paste a picture on a rectangle in space; a fourth channel is its mask."""
        corners = [middle - right + up, middle + right + up, middle + right - up, middle - right - up]  # fmt: skip
        mask = np.ascontiguousarray(patch[..., 3]) if patch.shape[2] == 4 else None
        colours = (patch[..., :3] * self.rng.uniform(0.5, 1)).astype(np.uint8)
        self.paste(colours, self.view.project(np.stack(corners)), mask, 0)

    def backdrop(self, points: Floats) -> None:
        """Put a shelf or a wall far behind, and print right against or behind, the (n, 3) corners of tiles."""
        rng = self.rng
        free = float(self.view.project(points)[:, 1].min())
        height = int(min(free, self.owner.shape[0]) * rng.uniform(0.3, 0.95))
        low, upright = self.view.axes[2][2] > -0.75, self.view.axes[1][2] > 0.4
        if height > 12 and low and upright:
            width = self.owner.shape[1]
            self.picture[:height] = clutter.backdrop(rng, height, width)
        if rng.random() < 0.6:
            self._touching(points)
        if low and rng.random() < 0.75:
            self._behind(points)

    def _touching(self, points: Floats) -> None:
        """Lay print on the table against tiles; its characters are 0.4 to 1.2 tiles wide."""
        rng = self.rng
        for _ in range(int(rng.integers(1, 6))):
            patch = clutter.PRINT[rng.integers(len(clutter.PRINT))](rng)
            h, w = np.array(patch.shape[:2]) / EM * rng.uniform(0.4, 1.2) / 2
            yaw = rng.normal(0, 0.15) if rng.random() < 0.6 else rng.uniform(-3.2, 3.2)
            right = np.array([math.cos(yaw), math.sin(yaw), 0.0])
            up = np.array([-right[1], right[0], 0.0])
            middle = points[rng.integers(len(points))] * [1, 1, 0]
            middle += (right * w + up * h * rng.uniform(-1, 1)) * rng.choice([-1, 1])
            self.rectangle(patch, middle, right * w, up * h)

    def _behind(self, points: Floats) -> None:
        """Stand shelves and lay books and boxes close behind all tiles, at their scale."""
        rng = self.rng
        away = self.view.axes[2] * [1, 1, 0]
        away /= np.linalg.norm(away)
        right = np.array([away[1], -away[0], 0.0])
        near, aside = points @ away, points @ right
        for _ in range(int(rng.integers(1, 6))):
            shelf = rng.random() < 0.4
            front = (spines if shelf else lying)(rng)
            top = front[:1, :1] if shelf else sheet(rng)
            h, w = np.array(front.shape[:2]) / EM * rng.uniform(0.4, 1.2) / 2
            deep = rng.uniform(1, 3)
            foot = away * (near.max() + rng.uniform(0, 1.5))
            foot = foot + right * rng.uniform(aside.min(), aside.max())
            up = np.array([0.0, 0.0, h])
            self.rectangle(top, foot + 2 * up + away * deep, right * w, away * deep)
            self.rectangle(front, foot + up, right * w, up)

    def shadows(self, boxes: list[Box]) -> None:
        """Darken the table where tiles keep the light away."""
        rng = self.rng
        height, width = self.owner.shape
        dark = np.zeros((height // 2 + 1, width // 2 + 1), np.uint8)
        slide = -self.sun[:2] * rng.uniform(0.1, 1.0)
        for one in boxes:
            corners = np.concatenate([
                one.corners(one.out, one.right, one.up), one.corners(-one.out, one.right, one.up),
            ])  # fmt: skip
            flat = corners.copy()
            flat[:, :2] += slide * corners[:, 2:]
            flat[:, 2] = 0
            points = self.view.project(np.concatenate([flat, corners * [1, 1, 0]])) / 2
            if np.abs(points).max() < 5000:
                cv2.fillConvexPoly(
                    dark, cv2.convexHull(np.round(points).astype(np.int32)), (255,)
                )
        spread = int(rng.integers(1, 9)) * 2 + 1
        dark = cv2.GaussianBlur(dark, (spread, spread), 0).astype(np.uint8)
        share = (
            cv2.resize(dark, (width, height)).astype(np.float32)
            / 255
            * rng.uniform(0.15, 0.7)
        )
        self.picture = (self.picture * (1 - share[..., None])).astype(np.uint8)

    def fill(self, quad: Floats, colour: NDArray[np.float32], owner: int) -> None:
        """Fill a polygon and own its pixels."""
        if np.abs(quad).max() > 5000:
            return
        fine = np.round(quad * (1 << FIXED)).astype(np.int32)
        ink = [float(v) for v in np.clip(colour, 0, 255)]
        cv2.fillConvexPoly(self.picture, fine, ink, cv2.LINE_AA, FIXED)
        cv2.fillConvexPoly(self.owner, np.round(quad).astype(np.int32), (owner,))

    def paste(self, patch: Image, quad: Floats, mask: Image | None, owner: int) -> None:
        """Warp a picture into a quad, through a mask of the same shape if given."""
        height, width = self.owner.shape
        if np.abs(quad).max() > 5000:
            return
        if owner:
            cv2.fillConvexPoly(self.owner, np.round(quad).astype(np.int32), (owner,))
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, [width, height])
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        sides = np.linalg.norm(quad[[1, 2]] - quad[[0, 3]], axis=1)
        shrink = min(1.0, max(float(sides.max()), 4.0) * 1.3 / patch.shape[1])
        if mask is None:
            mask = np.full(patch.shape[:2], 255, np.uint8)
        if shrink < 0.85:
            patch = cv2.resize(
                patch, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA
            ).astype(np.uint8)
            mask = cv2.resize(
                mask, (patch.shape[1], patch.shape[0]), interpolation=cv2.INTER_AREA
            ).astype(np.uint8)
        h, w = patch.shape[:2]
        source = np.array(
            [[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]],
            np.float32,
        )
        matrix = cv2.getPerspectiveTransform(
            source, (quad - [x0, y0]).astype(np.float32)
        )
        area = (int(x1 - x0), int(y1 - y0))
        warped = cv2.warpPerspective(
            patch, matrix, area, borderMode=cv2.BORDER_REPLICATE
        )
        alpha = (
            cv2.warpPerspective(mask, matrix, area)[..., None].astype(np.float32) / 255
        )
        region = self.picture[y0:y1, x0:x1]
        region[:] = (region * (1 - alpha) + warped * alpha).astype(np.uint8)

    def tile(self, one: Box, code: str, owner: int) -> Floats | None:
        """Paint a tile; return the corners of its front or back when that is in view."""
        out, up, right = one.out, one.up, one.right
        seen = None
        split = 1 - 2 * self.tiles.layer
        for normal, along in ((right, up), (-right, up), (up, right), (-up, right)):
            if (one.centre + normal - self.view.position) @ normal >= 0:
                continue
            light = self.shade(normal) * self.rng.uniform(0.93, 1)
            middle = one.centre + normal
            for low, high, colour in (
                (split, 1, self.tiles.body),
                (-1, split, self.tiles.back),
            ):
                band = np.stack([
                    middle - along + low * out, middle + along + low * out,
                    middle + along + high * out, middle - along + high * out,
                ])  # fmt: skip
                self.fill(self.view.project(band), colour * light, -1)
        for normal, picture, colour in (
            (out, self.face(code), self.tiles.body), (-out, None, self.tiles.back),
        ):  # fmt: skip
            if (one.centre + normal - self.view.position) @ normal >= 0:
                continue
            sideways = right if picture is not None else -right
            quad = self.view.project(one.corners(normal, sideways, up))
            if (
                np.abs(quad).max() > 5000
                or cv2.contourArea(quad.astype(np.float32)) < 30
            ):
                continue
            light = self.shade(normal)
            self.fill(quad, colour * light * self.edge, owner)
            if picture is None:
                picture = np.empty((FACE_H, FACE_W, 3), np.uint8)
                picture[:] = np.clip(colour, 0, 255)
            lit = np.clip(picture.astype(np.float32) * light, 0, 255).astype(np.uint8)
            self.paste(lit, quad, self.mask, owner)
            seen = quad
        return seen

    def face(self, code: str) -> Image:
        """Take one picture of this face."""
        pictures = self.tiles.faces[code]
        return pictures[int(self.rng.integers(len(pictures)))]

    def cover(self) -> None:
        """Put a hand or another dark or light blob in the way."""
        rng = self.rng
        height, width = self.owner.shape
        start = rng.uniform(-0.1, 1.1, 2) * [width, height]
        angle, length = rng.uniform(0, 6.28), rng.uniform(0.05, 0.25) * width
        end = start + np.array([math.cos(angle), math.sin(angle)]) * length
        skin = np.array([120, 150, 205]) * rng.uniform(0.4, 1.1) + rng.normal(0, 12, 3)
        thick = int(rng.uniform(0.02, 0.09) * width)
        a, b = ((int(p[0]), int(p[1])) for p in (start, end))
        ink = [float(v) for v in np.clip(skin, 0, 255)]
        cv2.line(self.picture, a, b, ink, thick, cv2.LINE_AA)
        cv2.line(self.owner, a, b, (-1,), thick)


def _rounded(radius: float, bevel: float) -> Image:
    """Mask a face with round corners that fades into the edge over some `bevel` pixels."""
    mask = np.zeros((FACE_H, FACE_W), np.uint8)
    r = max(1, round(radius * FACE_W))
    cv2.rectangle(mask, (r, 1), (FACE_W - 1 - r, FACE_H - 2), (255,), -1)
    cv2.rectangle(mask, (1, r), (FACE_W - 2, FACE_H - 1 - r), (255,), -1)
    for x in (r, FACE_W - 1 - r):
        for y in (r, FACE_H - 1 - r):
            cv2.circle(mask, (x, y), max(r - 1, 1), (255,), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(mask, (0, 0), bevel).astype(np.uint8)
