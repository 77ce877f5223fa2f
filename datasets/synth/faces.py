"""Tile faces for the scenes: drawn art, real crops and our own procedural styles.

A `Bank` is what was loaded once; `Bank.pick` gives one `TileSet`, the faces,
body and back of the tiles that lie on one table.  Without folders the bank
holds the procedural styles alone, which is all a stranger needs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import tileset
from scorer.tiles import ALL_TILES

Image = NDArray[np.uint8]
Colour = NDArray[np.float32]
Floats = NDArray[np.floating[Any]]
OTHER, BACK = "other", "back"
HELD_OUT = ("bihaifeng", "imj-tw-blue", "kde-traditional", "xmahjongg-real")
"""Art that never trains: what the layouts for measuring wear."""
CODES = (*(str(tile) for tile in ALL_TILES), OTHER)
FACE_H, FACE_W = 160, 120

BACKS = (  # BGR of backs seen on real sets
    (60, 150, 40), (190, 110, 30), (40, 150, 230), (60, 60, 170), (30, 90, 40),
    (150, 60, 130), (60, 60, 60), (210, 180, 60), (90, 170, 220), (70, 190, 120),
)  # fmt: skip


@dataclass(frozen=True)
class TileSet:
    """One set of tiles: faces as (160, 120, 3) BGR pictures and the look of the body."""

    faces: Mapping[str, Sequence[Image]]
    body: Colour
    back: Colour
    height: float
    """Height of a tile; its width is 1."""
    thickness: float
    layer: float
    """Share of the thickness, from the face down, that has the colour of the body."""
    radius: float
    """Radius of the corners of a face, as a share of its width."""


class Bank:
    """Everything faces can be taken from.

    Args:
        art: folder of `<style>/<code>.png` drawings, or None.
        crops: folder of `<code>/*.jpg` photographs of single faces, or None.
        styles: how many procedural styles to draw, at least one.
        seed: of the procedural styles.
        held_out: take the art and the fonts that never train instead of those that do.
    """

    def __init__(
        self,
        art: Path | None = None,
        crops: Path | None = None,
        styles: int = 24,
        seed: int = 0,
        held_out: bool = False,
    ) -> None:
        rng = np.random.default_rng(seed)
        self.drawn = _load_art(art, held_out) if art else []
        self.real = _load_crops(crops) if crops else {}
        self.styles = [
            _procedural(tileset.random_style(rng, held_out)) for _ in range(styles)
        ]

    def pick(self, rng: np.random.Generator) -> TileSet:
        """Take one set: a third real crops, the rest art and procedural styles by number."""
        body = _body_colour(rng)
        if self.real and rng.random() < 0.34:
            faces = {
                code: [pictures[rng.integers(len(pictures))]]
                for code, pictures in self.real.items()
            }
            if rng.random() < 0.5:
                faces["P"] = [_blank(body)]
        else:
            source = self._source(rng)
            engraved = float(rng.uniform(0, 1.2)) if rng.random() < 0.7 else 0.0
            scale = float(rng.uniform(0.80, 0.97))
            light = rng.uniform(0, 2 * math.pi)
            faces = {
                code: [_on_body(one, body, scale, engraved, light) for one in pictures]
                for code, pictures in source.items()
            }
        back: Floats = np.array(BACKS[rng.integers(len(BACKS))]) + rng.normal(0, 18, 3)
        if rng.random() < 0.06:
            back = body * 0.93
        return TileSet(
            faces=faces,
            body=body,
            back=np.clip(back, 0, 255).astype(np.float32),
            height=float(rng.uniform(1.2, 1.5)),
            thickness=float(rng.uniform(0.5, 0.95)),
            layer=float(rng.uniform(0.4, 0.85)),
            radius=float(rng.uniform(0.04, 0.17)),
        )

    def _source(self, rng: np.random.Generator) -> Mapping[str, Sequence[Image]]:
        procedural = self.styles[rng.integers(len(self.styles))]
        if self.drawn and rng.random() < 0.55:
            return {**procedural, **self.drawn[rng.integers(len(self.drawn))]}
        return procedural


def _body_colour(rng: np.random.Generator) -> Colour:
    grey = rng.uniform(200, 252)
    warm = np.array(
        [rng.uniform(-38, 4), rng.uniform(-9, 4), rng.uniform(-2, 6)]
    )  # ivory
    return np.clip(grey + warm, 0, 255).astype(np.float32)


def _blank(body: Colour) -> Image:
    picture = np.empty((FACE_H, FACE_W, 3), np.uint8)
    picture[:] = np.clip(body, 0, 255)
    return picture


def _procedural(style: tileset.Style) -> dict[str, list[Image]]:
    def draw(name: str) -> Image:
        picture = tileset.rasterise(tileset.face_svg(name, style), FACE_W, FACE_H)
        return picture[..., [2, 1, 0, 3]]

    faces = {code: [draw(code)] for code in tileset.CODES}
    return {**faces, OTHER: [draw(name) for name in tileset.OTHER]}


def drawn_faces(style: tileset.Style, body: Colour) -> dict[str, list[Image]]:
    """Draw the faces of one style on a body of this colour."""
    return {
        code: [_on_body(one, body, 0.92, 0.5, 0.8) for one in pictures]
        for code, pictures in _procedural(style).items()
    }


def _load_art(folder: Path, held_out: bool) -> list[dict[str, list[Image]]]:
    styles = []
    for style in sorted(folder.iterdir()):
        if not style.is_dir() or style.name == "LICENSES":
            continue
        if (style.name in HELD_OUT) is not held_out:
            continue
        faces = {}
        for path in sorted(style.glob("*.png")):
            picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
            if picture is None or picture.ndim != 3:
                raise ValueError(f"{path} is no colour picture")
            picture = cv2.resize(
                picture, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA
            )
            faces[path.stem] = [picture.astype(np.uint8)]
        styles.append(faces)
    return styles


def _load_crops(folder: Path) -> dict[str, list[Image]]:
    found: dict[str, list[Image]] = {}
    for code in CODES:
        for path in sorted((folder / code).glob("*.jpg")):
            picture = cv2.imread(str(path))
            if picture is None:
                raise ValueError(f"{path} is no picture")
            h, w = picture.shape[:2]
            inset = picture[
                int(h * 0.025) : int(h * 0.975), int(w * 0.025) : int(w * 0.975)
            ]
            small = cv2.resize(inset, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)
            found.setdefault(code, []).append(small.astype(np.uint8))
    return found


def _on_body(
    picture: Image, body: Colour, scale: float, engraved: float, light: float
) -> Image:
    """Lay a drawing on the body; engraving brightens and darkens the edges of the ink."""
    canvas = np.empty((FACE_H, FACE_W, 3), np.float32)
    canvas[:] = body
    if picture.shape[2] == 3:
        return picture
    h, w = int(FACE_H * scale), int(FACE_W * scale)
    small = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = small[..., 3:] / 255
    ink = small[..., :3]
    solid = alpha[..., 0] > 0.5
    if solid.any() and ink[solid].mean() > 225:  # white ink for dark bodies: invert it
        ink = 255 - ink
    y, x = (FACE_H - h) // 2, (FACE_W - w) // 2
    region = canvas[y : y + h, x : x + w]
    region[:] = region * (1 - alpha) + ink * alpha
    if engraved:
        mask = cv2.GaussianBlur(alpha[..., 0], (0, 0), 1.2)
        slope = cv2.Sobel(mask, cv2.CV_32F, 1, 0) * math.cos(light)
        slope += cv2.Sobel(mask, cv2.CV_32F, 0, 1) * math.sin(light)
        region += (slope * 40 * engraved)[..., None]
    return np.clip(canvas, 0, 255).astype(np.uint8)
