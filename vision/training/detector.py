"""Train the tile detector, an ultralytics YOLO11n-pose with four corners for keypoints.

    python -m datasets.synth.make runs/scenes --count 4000 --art … --crops …
    python -m vision.training.detector runs/detector --scenes runs/scenes --photos … --images 40000
    python -m vision.training.export detector runs/detector/last.pt

About 12 images a second on two cores, so 40,000 images take an hour.  The run
saves `last.pt` every 400 steps; the same command carries on from there.

A flat loop round ultralytics' model, loss and weight average instead of its
trainer, because three things the trainer fixes must differ here: photographs
have no corners and often unlabelled tiles (the loss masks both), corners need
a sharper loss than OKS, and bfloat16 on a CPU halves the time.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from ultralytics.nn.modules.conv import Conv
from ultralytics.nn.tasks import PoseModel, yaml_model_load
from ultralytics.utils.torch_utils import ModelEMA

from vision.training.loss import TileLoss
from vision.training.samples import Sample, photo_items, scene_items, stream

CORNER_CHANNELS = (
    48  # ultralytics gives eight outputs 16 channels: too narrow for corners
)


def build() -> PoseModel:
    """Make YOLO11n-pose for two classes and four corners, with a wider corner branch."""
    shape = {**yaml_model_load("yolo11n-pose.yaml"), "nc": 2, "kpt_shape": [4, 2]}
    model = PoseModel(shape, verbose=False)
    widths = [branch[0].conv.in_channels for branch in model.model[-1].cv4]
    model.model[-1].cv4 = nn.ModuleList(
        nn.Sequential(
            Conv(w, CORNER_CHANNELS, 3),
            Conv(CORNER_CHANNELS, CORNER_CHANNELS, 3),
            nn.Conv2d(CORNER_CHANNELS, 8, 1),
        )
        for w in widths
    )
    for branch in model.model[-1].cv4:
        nn.init.normal_(branch[-1].weight, std=0.02)
        nn.init.zeros_(branch[-1].bias)
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eps, module.momentum = 1e-3, 0.03
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, pose=10.0, kobj=0.0)
    return model


def initialise(model: PoseModel, path: Path, pictures: Tensor) -> int:
    """Copy the fused convolutions of a YOLO11n ONNX file; return how many fitted.

    The batch norms get the statistics of `pictures` and parameters that
    leave the function of the file as it was.
    """
    import onnx
    from onnx import numpy_helper

    stored = {
        t.name: numpy_helper.to_array(t) for t in onnx.load(str(path)).graph.initializer
    }
    copied: dict[str, Tensor] = {}
    modules = dict(model.named_modules())
    for name, module in modules.items():
        weight = stored.get(f"{name}.weight")
        if (
            not isinstance(module, nn.Conv2d)
            or weight is None
            or weight.shape != tuple(module.weight.shape)
        ):
            continue
        module.weight.data.copy_(torch.from_numpy(weight.copy()))
        bias = stored.get(f"{name}.bias")
        norm = modules.get(name.removesuffix("conv") + "bn")
        if bias is not None and isinstance(norm, nn.BatchNorm2d):
            norm.weight.data.fill_(1)
            norm.bias.data.copy_(torch.from_numpy(bias.copy()))
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
        copied[name] = module.weight
    seen: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(module: nn.Module, inputs: tuple[Tensor, ...], _: Tensor) -> None:
        seen[module] = (
            inputs[0].mean((0, 2, 3)),
            inputs[0].var((0, 2, 3), unbiased=False),
        )

    norms = [m for m in model.modules() if isinstance(m, nn.BatchNorm2d)]
    hooks = [norm.register_forward_hook(note) for norm in norms]
    model.eval()
    with torch.no_grad():
        model(pictures)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, var = seen[norm]
        gain = norm.weight.data / (norm.running_var + norm.eps).sqrt()
        norm.bias.data += gain * (mean - norm.running_mean)
        norm.weight.data = gain * (var + norm.eps).sqrt()
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
    return len(copied)


class Samples(IterableDataset[Sample]):
    """`stream` for a data loader: each worker draws its own."""

    def __init__(
        self,
        photos: Path | None,
        scenes: Path | None,
        groups: tuple[str, ...],
        share: float,
        size: int,
        seed: int,
    ) -> None:
        self.photos = photo_items(photos, groups) if photos else {}
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
        [np.full((len(s.classes), 4, 1), float(s.exact)) for s in samples]
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
    }


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
    out: Path, photos: Path | None, scenes: Path | None, groups: tuple[str, ...], init: Path | None,
    images: int, share: float, size: int, batch: int, rate: float, seed: int, workers: int,
) -> None:  # fmt: skip
    """Train, or carry on with a run that was cut short."""
    torch.manual_seed(seed)
    out.mkdir(parents=True, exist_ok=True)
    settings = {
        key: str(value) for key, value in click.get_current_context().params.items()
    }
    (out / "settings.json").write_text(json.dumps(settings, indent=1))
    model, steps = build().to(memory_format=torch.channels_last), images // batch
    data = Samples(photos, scenes, groups, share, size, seed)
    saved = (
        torch.load(out / "last.pt", weights_only=True)
        if (out / "last.pt").exists()
        else None
    )
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
    average = ModelEMA(model, decay=0.998, tau=200, updates=done)
    if saved:
        optimiser.load_state_dict(saved["optimiser"])
        average.ema.load_state_dict(saved["average"])
    criterion = TileLoss(model)
    model.train()
    totals: dict[str, float] = {}
    since = time.time()
    for step in range(done, steps):
        pace = step / steps
        for group in optimiser.param_groups:
            group["lr"] = (
                rate
                * min(1, (step - done + 1) / 100)
                * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * pace)))
            )
        bunch = next(batches)
        criterion.incomplete, criterion.any_start = bunch["incomplete"], pace > 0.08
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
            torch.save(state, out / "next.pt")
            (out / "next.pt").replace(out / "last.pt")


if __name__ == "__main__":
    main()
