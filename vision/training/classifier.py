"""Train the face classifier on crops and on faces of the generator.

    python -m vision.training.crops runs/crops --scenes runs/scenes --photos …
    python -m vision.training.classifier runs/classifier --crops runs/crops --art … --faces …
    python -m vision.training.export classifier runs/classifier/last.pt --crops runs/crops --version 2026.11-1

Some 700 crops a second on two cores: a million crops take 25 minutes.  The
run saves `last.pt` every 500 steps; the same command carries on from there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from datasets.synth.faces import Bank
from datasets.synth.print import letters, plain
from vision.training import run
from vision.training.crops import ROOM
from vision.training.crops import SIDE as STORED
from vision.training.network import SIDE, Faces
from vision.weights import CLASSES

Image = NDArray[np.uint8]
Rng = np.random.Generator
WEIGHTS = {"faces": 0.28, "scenes": 0.28, "letters": 0.02}
"""Of the sources; the photographs share the rest."""
NONE = 0.1
"""Of a source's crops that are drawn, at least so many are no tiles of ours, if it has any."""
OTHER = CLASSES.index("other")


class Source:
    """Crops of one kind, drawn mostly evenly over the classes, and more of what is no tile."""

    def __init__(self, crops: NDArray[np.uint8], labels: NDArray[np.int64]) -> None:
        self.crops, self.labels = crops, labels
        self.others = np.flatnonzero(labels == OTHER)
        self.members = [
            np.flatnonzero(labels == c)
            for c in range(len(CLASSES))
            if (labels == c).any()
        ]

    def draw(self, rng: Rng) -> tuple[Image, int]:
        """Take one crop and its class."""
        if self.others.size and rng.random() < NONE:
            i = int(self.others[rng.integers(len(self.others))])
        elif rng.random() < 0.7:
            mine = self.members[rng.integers(len(self.members))]
            i = int(mine[rng.integers(len(mine))])
        else:
            i = int(rng.integers(len(self.labels)))
        return self.crops[i], int(self.labels[i])


def faces(bank: Bank, count: int, seed: int) -> Source:
    """Draw flat faces of `count` sets on a ground of any colour."""
    rng = np.random.default_rng(seed)
    crops, labels = [], []
    inner = STORED / ROOM
    low, high = (STORED - inner) / 2, (STORED + inner) / 2
    for _ in range(count):
        tiles = bank.pick(rng)
        for code, pictures in tiles.faces.items():
            picture = pictures[int(rng.integers(len(pictures)))]
            canvas = np.empty((STORED, STORED, 3), np.uint8)
            ground = (
                rng.integers(0, 256, 3)
                if rng.random() < 0.5
                else np.clip(tiles.body * rng.uniform(0.6, 1), 0, 255)
            )
            canvas[:] = ground
            a, b = round(low), round(high)
            canvas[a:b, a:b] = cv2.resize(
                picture, (b - a, b - a), interpolation=cv2.INTER_AREA
            )
            crops.append(canvas)
            labels.append(CLASSES.index(code))
    return Source(np.stack(crops), np.array(labels))


def writing(count: int, seed: int) -> Source:
    """Cut `count` pieces out of Latin letters and digits: signs on walls are no tiles."""
    rng = np.random.default_rng(seed)
    crops: list[Image] = []
    while len(crops) < count:
        canvas = plain(rng, STORED, 2 * STORED, light=bool(rng.random() < 0.5))
        size = float(rng.uniform(1.5, 5))
        x, y = int(rng.integers(-40, 60)), int(rng.integers(45, 100))
        letters(rng, canvas, x, y, size, int(rng.integers(2, 6)))
        edge = int(rng.integers(STORED))
        crop = canvas[:, edge : edge + STORED]
        if crop.std() > 25:  # bare ground could be a blank 白
            crops.append(crop)
    return Source(np.stack(crops), np.full(count, OTHER))


def vary(crop: Image, rng: Rng) -> Image:
    """Cut (72, 72, 3) out of a stored crop as a hurried detector and a poor camera would."""
    low, high = STORED * (1 - 1 / ROOM) / 2, STORED * (1 + 1 / ROOM) / 2
    quad = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    side = high - low
    loose = 0.055 if rng.random() < 0.3 else 0.022
    quad += rng.normal(0, loose * side, (4, 2)) + rng.normal(0, 0.03 * side, 2)
    middle = quad.mean(0)
    quad = middle + (quad - middle) * rng.uniform(0.96, 1.18, 2)
    quad = np.roll(quad, int(rng.integers(4)), 0).astype(np.float32)
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    border = cv2.BORDER_REPLICATE if rng.random() < 0.7 else cv2.BORDER_CONSTANT
    turn = cv2.getPerspectiveTransform(quad, square)
    out = cv2.warpPerspective(crop, turn, (SIDE, SIDE), borderMode=border)
    if rng.random() < 0.15:  # finer or bolder strokes
        thicker = cv2.erode if rng.random() < 0.5 else cv2.dilate
        out = thicker(
            out, np.ones((2, 2), np.uint8), iterations=int(rng.integers(1, 3))
        )
    if rng.random() < 0.3:  # another hand's brush
        bend = rng.normal(0, rng.uniform(0.5, 2.0), (2, 5, 5)).astype(np.float32)
        x, y = (
            cv2.resize(b, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for b in bend
        )
        row = np.arange(SIDE, dtype=np.float32)
        out = cv2.remap(
            out,
            x + row,
            y + row[:, None],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    if rng.random() < 0.32:
        small = int(rng.integers(13, 44))
        out = cv2.resize(out, (small, small), interpolation=cv2.INTER_AREA)
        out = cv2.resize(out, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.18:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.5, 2.2))
    if rng.random() < 0.1:
        size = int(rng.integers(3, 10))
        kernel = np.zeros((size, size), np.float32)
        kernel[size // 2] = 1 / size
        out = cv2.filter2D(
            out, -1, kernel if rng.random() < 0.5 else np.ascontiguousarray(kernel.T)
        )
    return _light(out.astype(np.float32), rng)


def _light(f: NDArray[Any], rng: Rng) -> Image:
    if rng.random() < 0.6:
        mean = f.mean()
        f = (f - mean) * rng.uniform(0.4, 1.35) + mean * rng.uniform(0.5, 1.3)
    if rng.random() < 0.6:
        f = f * rng.uniform(0.75, 1.2, 3)
    if rng.random() < 0.25:
        grey = f.mean(2, keepdims=True)
        f = grey + (f - grey) * rng.uniform(0, 1.8)
    if rng.random() < 0.08:
        f = f[..., rng.permutation(3)]
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32) / SIDE
    if rng.random() < 0.3:
        a, b = rng.normal(0, 1, 2)
        f = f * (1 + rng.uniform(0, 0.7) * (a * (x - 0.5) + b * (y - 0.5)))[..., None]
    if rng.random() < 0.15:
        cx, cy, reach = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.07, 0.25)
        spot = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / reach**2)
        f = f + (spot * rng.uniform(60, 200))[..., None]
    if rng.random() < 0.12:  # a neighbour in the way
        f = np.rot90(f, int(rng.integers(4))).copy()
        f[: int(rng.integers(3, 16))] = rng.uniform(0, 255, 3)
    if rng.random() < 0.06:  # the picture ends here
        f = np.rot90(f, int(rng.integers(4))).copy()
        end = int(rng.integers(4, 30))
        f[:end] = f[end]
    if rng.random() < 0.3:
        f = f + rng.normal(0, rng.uniform(2, 14), f.shape)
    return np.clip(f, 0, 255).astype(np.uint8)


class Crops(IterableDataset[tuple[Tensor, int]]):
    """Varied crops for ever."""

    def __init__(self, sources: list[Source], weights: list[float], seed: int) -> None:
        self.sources, self.seed = sources, seed
        self.weights = np.array(weights) / sum(weights)

    def __iter__(self) -> Iterator[tuple[Tensor, int]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            crop, label = self.sources[
                int(rng.choice(len(self.sources), p=self.weights))
            ].draw(rng)
            picture = vary(crop, rng)[..., ::-1].transpose(2, 0, 1)
            yield torch.from_numpy(np.ascontiguousarray(picture)), label


def gather(
    folder: Path, bank: Bank, sets: int, seed: int
) -> tuple[list[Source], list[float]]:
    """Load the crops and weigh photographs by the square root of their number."""
    sources = [faces(bank, sets, seed), writing(3 * sets, seed)]
    weights = [WEIGHTS["faces"], WEIGHTS["letters"]]
    photos: list[Source] = []
    for path in sorted(folder.glob("*-labels.npy")):
        name = path.stem.removesuffix("-labels")
        if name.startswith("calibrate"):
            continue
        source = Source(np.load(folder / f"{name}.npy", mmap_mode="r"), np.load(path))
        if name in WEIGHTS:
            sources.append(source)
            weights.append(WEIGHTS[name])
        else:
            photos.append(source)
    roots = np.sqrt([len(source.labels) for source in photos])
    rest = 1 - sum(WEIGHTS.values())
    return sources + photos, weights + [float(rest * r / roots.sum()) for r in roots]


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--crops",
    required=True,
    type=click.Path(exists=True, path_type=Path),
    help="Folder written by vision.training.crops.",
)
@click.option(
    "--art",
    type=click.Path(exists=True, path_type=Path),
    help="Drawn faces, <style>/<code>.png.",
)
@click.option(
    "--faces",
    "real",
    type=click.Path(exists=True, path_type=Path),
    help="Photographed faces, <code>/*.jpg.",
)
@click.option(
    "--init",
    type=click.Path(exists=True, path_type=Path),
    help="last.pt of another run to start from; its network may lack blocks.",
)
@click.option(
    "--styles", default=150, show_default=True, help="Procedural tile styles."
)
@click.option("--sets", default=900, show_default=True, help="Sets of flat faces.")
@click.option("--images", default=900_000, show_default=True, help="Crops to see.")
@click.option("--batch", default=96, show_default=True)
@click.option(
    "--rate",
    default=2.5e-3,
    show_default=True,
    help="Peak learning rate (AdamW, cosine).",
)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
def main(
    out: Path, crops: Path, art: Path | None, real: Path | None, init: Path | None, styles: int, sets: int,
    images: int, batch: int, rate: float, seed: int, workers: int,
) -> None:  # fmt: skip
    """Train, or carry on with a run that was cut short."""
    torch.manual_seed(seed)
    saved = run.begin(out, click.get_current_context().params, after=init)
    done, steps = (saved["step"] if saved else 0), images // batch
    sources, weights = gather(crops, Bank(art, real, styles, seed), sets, seed)
    batches = iter(
        DataLoader(
            Crops(sources, weights, seed + done),
            batch,
            num_workers=workers,
            prefetch_factor=4,
        )
    )
    model = Faces()
    if init and not saved:
        start = torch.load(init, weights_only=True)["average"]
        keys = model.load_state_dict(start, strict=False)
        lacking = (k for k in keys.missing_keys if not k.startswith("before."))
        if odd := [*keys.unexpected_keys, *lacking]:
            raise click.UsageError(f"{init} is of another network: {odd[0]}")
    average = torch.optim.swa_utils.AveragedModel(
        model,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.997),
        use_buffers=True,
    )
    optimiser = torch.optim.AdamW(model.parameters(), rate, weight_decay=0.02)
    if saved:
        model.load_state_dict(saved["model"])
        average.load_state_dict(saved["running"])
        optimiser.load_state_dict(saved["optimiser"])
    model.train()
    since, loss_sum, right = time.time(), 0.0, 0.0
    for step in range(done, steps):
        run.set_rate(optimiser, rate, step, done, steps)
        pictures, labels = next(batches)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits, _ = model(pictures.float() / 255)
        loss = functional.cross_entropy(logits.float(), labels, label_smoothing=0.05)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(model)
        loss_sum += float(loss.detach()) / 100
        right += float((logits.argmax(1) == labels).float().mean()) / 100
        if step % 100 == 99:
            click.echo(
                f"{step + 1}/{steps} {100 * batch / (time.time() - since):.0f} crops/s loss {loss_sum:.3f} right {right:.3f}"
            )
            since, loss_sum, right = time.time(), 0.0, 0.0
        if step % 500 == 499 or step == steps - 1:
            state = {
                "step": step + 1, "model": model.state_dict(), "running": average.state_dict(),
                "average": average.module.state_dict(), "optimiser": optimiser.state_dict(),
            }  # fmt: skip
            run.save(out, state)


if __name__ == "__main__":
    main()
