"""Train the tile detector, an ultralytics YOLO11n-pose with four corners for keypoints.

    python -m datasets.synth.make runs/scenes --count 4000 --art … --crops …
    python -m vision.training.detector runs/detector --scenes runs/scenes --photos … --images 40000
    python -m vision.training.export detector runs/detector/last.pt --version 2026.11-1
    python -m vision.training.corners runs/corners.json --photos … --detector models/detector.onnx

A detector that finds the photographs' corners (the last line) can go on with them:
`--corners runs/corners.json`.  About 12 images a second on two cores, so
40,000 images take an hour.  The run saves `last.pt` every 400 steps; the same
command carries on from there.

A flat loop round ultralytics' model, loss and weight average instead of its
trainer, because three things the trainer fixes must differ here: photographs
often lack corners and labels (the loss masks both), corners need
a sharper loss than OKS, and bfloat16 on a CPU halves the time.
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
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from ultralytics.utils.torch_utils import ModelEMA

from vision.training import run
from vision.training.loss import TileLoss
from vision.training.samples import Floats, Sample, photo_items, scene_items, stream
from vision.training.yolo import build, initialise

STRIDES = (8, 16, 32)
"""Pixels between the places of the network's three grids."""


class Samples(IterableDataset[Sample]):
    """`stream` for a data loader: each worker draws its own."""

    def __init__(
        self,
        photos: Path | None,
        corners: Path | None,
        scenes: Path | None,
        groups: tuple[str, ...],
        share: float,
        size: int,
        seed: int,
    ) -> None:
        self.photos = photo_items(photos, groups, corners) if photos else {}
        self.scenes = scene_items(scenes) if scenes else []
        self.share, self.size, self.seed = share, size, seed

    def __iter__(self) -> Iterator[Sample]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        return stream(self.photos, self.scenes, self.share, self.size, rng)


def collate(samples: list[Sample]) -> dict[str, Tensor]:
    """Stack samples into ultralytics' batch."""
    size = samples[0].picture.shape[0]
    pictures = np.stack([s.picture[..., ::-1].transpose(2, 0, 1) for s in samples])
    owner = np.concatenate([np.full(len(s.classes), i) for i, s in enumerate(samples)])
    corners = np.concatenate([s.corners for s in samples])
    inside = np.clip(corners, 0, size)
    low, high = inside.min(1), inside.max(1)
    seen = np.concatenate(
        [np.tile(s.exact[:, None, None].astype(float), (1, 4, 1)) for s in samples]
    )
    return {
        "img": torch.from_numpy(np.ascontiguousarray(pictures)),
        "batch_idx": torch.from_numpy(owner).float(),
        "cls": torch.from_numpy(np.concatenate([s.classes for s in samples])).float()[
            :, None
        ],
        "bboxes": torch.from_numpy(
            np.concatenate([(low + high) / 2, high - low], 1) / size
        ).float(),
        "keypoints": torch.from_numpy(
            np.concatenate([corners / size, seen], 2)
        ).float(),
        "incomplete": torch.tensor([not s.complete for s in samples]),
        "doubtful": torch.from_numpy(
            np.stack([places(s.doubtful, size) for s in samples])
        ),
    }


def places(quads: Floats, size: int) -> NDArray[np.bool_]:
    """Mark where the network's grids, finest first, lie in (n, 4, 2) corners."""
    inside = np.zeros((size, size), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), (1,))
    grids = [inside[step // 2 :: step, step // 2 :: step] for step in STRIDES]
    return np.concatenate([grid.ravel() for grid in grids]).astype(bool)


def to_float(value: Any) -> Any:
    """Bring the network's outputs back from bfloat16."""
    if isinstance(value, Tensor):
        return value.float()
    if isinstance(value, dict):
        return {key: to_float(one) for key, one in value.items()}
    return [to_float(one) for one in value]


@click.command(help=(__doc__ or "").split("\n")[0])
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--photos",
    type=click.Path(exists=True, path_type=Path),
    help="Folder with train/<group>/images and labels.",
)
@click.option(
    "--corners",
    type=click.Path(exists=True, path_type=Path),
    help="Corners of the photographs' tiles, written by vision.training.corners.",
)
@click.option(
    "--scenes",
    type=click.Path(exists=True, path_type=Path),
    help="Folder written by datasets.synth.make.",
)
@click.option(
    "--group",
    "groups",
    multiple=True,
    help="Train on this group of photographs only; repeatable.",
)
@click.option(
    "--init",
    type=click.Path(exists=True, path_type=Path),
    help="ONNX file of a YOLO11n to start from.",
)
@click.option("--images", default=40_000, show_default=True, help="Images to see.")
@click.option("--share", default=0.55, show_default=True, help="Share of scenes.")
@click.option("--size", default=512, show_default=True, help="Pixels of a crop.")
@click.option("--batch", default=16, show_default=True)
@click.option(
    "--rate",
    default=1.2e-3,
    show_default=True,
    help="Peak learning rate (AdamW, cosine).",
)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=2, show_default=True)
def main(
    out: Path, photos: Path | None, corners: Path | None, scenes: Path | None, groups: tuple[str, ...],
    init: Path | None, images: int, share: float, size: int, batch: int, rate: float, seed: int, workers: int,
) -> None:  # fmt: skip
    """Train, or carry on with a run that was cut short."""
    torch.manual_seed(seed)
    saved = run.begin(out, click.get_current_context().params)
    model, steps = build().to(memory_format=torch.channels_last), images // batch
    data = Samples(photos, corners, scenes, groups, share, size, seed)
    done = saved["step"] if saved else 0
    data.seed += done  # fresh draws after a break
    batches = iter(
        DataLoader(
            data, batch, num_workers=workers, collate_fn=collate, prefetch_factor=4
        )
    )
    if saved:
        model.load_state_dict(saved["model"])
    elif init:
        click.echo(
            f"{initialise(model, init, next(batches)['img'].float() / 255)} convolutions from {init}"
        )
    plain = [p for p in model.parameters() if p.ndim < 2]
    decayed = [p for p in model.parameters() if p.ndim >= 2]
    optimiser = torch.optim.AdamW(
        [
            {"params": plain, "weight_decay": 0},
            {"params": decayed, "weight_decay": 5e-4},
        ],
        lr=rate,
    )
    average = ModelEMA(model, decay=min(0.998, 1 - 10 / steps), tau=200, updates=done)
    if saved:
        optimiser.load_state_dict(saved["optimiser"])
        average.ema.load_state_dict(saved["average"])
    criterion = TileLoss(model)
    model.train()
    totals: dict[str, float] = {}
    since = time.time()
    for step in range(done, steps):
        run.set_rate(optimiser, rate, step, done, steps)
        bunch = next(batches)
        criterion.incomplete = bunch["incomplete"]
        criterion.doubtful = bunch["doubtful"]
        criterion.any_start = step > 0.08 * steps
        with torch.autocast("cpu", dtype=torch.bfloat16):
            outputs = model(
                (bunch["img"].float() / 255).to(memory_format=torch.channels_last)
            )
        loss, parts = criterion(to_float(outputs), bunch)
        optimiser.zero_grad()
        (loss.sum() / batch).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimiser.step()
        average.update(model)
        for key, value in {**parts, "corner": criterion.corner_error}.items():
            totals[key] = totals.get(key, 0.0) + float(value) / 25
        if step % 25 == 24:
            report = " ".join(f"{key} {value:.3f}" for key, value in totals.items())
            click.echo(
                f"{step + 1}/{steps} {25 * batch / (time.time() - since):.1f} images/s {report}"
            )
            totals, since = {}, time.time()
        if step % 400 == 399 or step == steps - 1:
            state = {
                "step": step + 1,
                "model": model.state_dict(),
                "average": average.ema.state_dict(),
                "optimiser": optimiser.state_dict(),
            }
            run.save(out, state)


if __name__ == "__main__":
    main()
