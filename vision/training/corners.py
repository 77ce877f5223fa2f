"""Find the corners of tiles in photographs that have only boxes.

    python -m vision.training.corners runs/corners.json --photos … --detector models/detector.onnx

A box does not say how its tile is turned, and a detector that has seen few
turned tiles draws them straight.  So each photograph is looked at four times,
turned a quarter of a right angle further each time: where it is wrong, the
four answers differ; corners that three of them share, and that fill the
labelled box, are kept.  `vision.training.detector --corners` learns from them.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import detect
from vision.network import Network, network
from vision.training.samples import Image, open_picture, photo_items
from vision.weights import Model

Floats = NDArray[np.float64]
TURNS = tuple(math.pi / 8 * k for k in range(4))
LONGEST = 1600
"""Pixels of a photograph's long side; larger ones are shrunk first."""
ALIKE, FILLED = 0.8, 0.5
"""Least share of union between answers that agree, and between their box and the label's."""


def turned(picture: Image, angle: float) -> tuple[Image, Floats]:
    """Turn a picture into a larger one that holds all of it: the picture and the (2, 3) matrix used."""
    height, width = picture.shape[:2]
    cos, sin = math.cos(angle), math.sin(angle)
    wide = math.ceil(abs(cos) * width + abs(sin) * height)
    high = math.ceil(abs(sin) * width + abs(cos) * height)
    matrix = np.array([(cos, -sin, 0.0), (sin, cos, 0.0)])
    matrix[:, 2] = np.array([wide, high]) / 2 - matrix[:, :2] @ [width / 2, height / 2]
    out = cv2.warpAffine(picture, matrix, (wide, high), borderValue=(114, 114, 114))
    return out.astype(np.uint8), matrix


def answers(picture: Image, find: Network) -> list[Floats]:
    """Give the corners (n, 4, 2) that each turn finds, in pixels of the picture."""
    out = []
    for angle in TURNS:
        view, matrix = turned(picture, angle)
        found = detect(view, find, 0.3).corners.astype(float)
        back = matrix[:, :2]  # a turn's inverse is its transpose, and rows are points
        out.append((found - matrix[:, 2]) @ back)
    return out


def agreed(answers: list[Floats], box: Floats) -> Floats | None:
    """Give the corners (4, 2) that all turns but one share and that fill the box (4, 2), if any."""
    centre = box.mean(0)
    near = []
    for quads in answers:
        if len(quads):
            quad = quads[int(np.argmin(np.linalg.norm(quads.mean(1) - centre, axis=1)))]
            if _filled(quad, box) >= FILLED:
                near.append(quad)
    for quad in near:
        alike = [
            _aligned(other, quad) for other in near if shared(other, quad) >= ALIKE
        ]
        if len(alike) >= len(TURNS) - 1:
            return np.asarray(np.mean(alike, 0))
    return None


def _aligned(quad: Floats, like: Floats) -> Floats:
    """Start a quad at the corner that makes it lie nearest another."""
    ways = [np.roll(quad, k, 0) for k in range(4)]
    return min(ways, key=lambda way: float(np.abs(way - like).sum()))


def shared(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Intersection over union of two convex quads."""
    one, other = (cv2.convexHull(quad.astype(np.float32)) for quad in (a, b))
    both, _ = cv2.intersectConvexConvex(one, other)
    return both / max(1e-9, cv2.contourArea(one) + cv2.contourArea(other) - both)


def _filled(quad: Floats, box: Floats) -> float:
    """Intersection over union of the upright boxes around two quads."""
    low, high = np.maximum(quad.min(0), box.min(0)), np.minimum(quad.max(0), box.max(0))
    both = float(np.clip(high - low, 0, None).prod())
    return both / float(np.ptp(quad, axis=0).prod() + np.ptp(box, axis=0).prod() - both)


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--photos", required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--detector",
    required=True,
    type=click.Path(exists=True, path_type=Path),
    help="ONNX file.",
)
def main(out: Path, photos: Path, detector: Path) -> None:
    """Write {photograph: [corners or null for each label]}, in parts of the picture."""
    find = network(Model(detector, "", 640, detector.read_bytes()))
    corners: dict[str, list[list[list[float]] | None]] = {}
    for group, items in photo_items(photos).items():
        quads = []
        for item in items:
            picture = open_picture(item.path)
            scale = min(1.0, LONGEST / max(picture.shape[:2]))
            picture = cv2.resize(
                picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
            ).astype(np.uint8)
            views = answers(picture, find)
            size = picture.shape[1::-1]
            mine = [agreed(views, box) for box in item.placed(picture)]
            quads += mine
            corners[item.path.relative_to(photos).as_posix()] = [
                None if quad is None else (quad / size).round(5).tolist() for quad in mine
            ]  # fmt: skip
        click.echo(
            f"{group}: {sum(q is not None for q in quads)} of {len(quads)} tiles have corners"
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(corners), "utf-8")


if __name__ == "__main__":
    main()
