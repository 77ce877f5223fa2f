"""Export a trained network to ONNX and enter it in the manifest.

    python -m vision.training.export detector runs/detector/last.pt --version 2026.11-1
    python -m vision.training.export classifier runs/classifier/last.pt --crops runs/crops --version 2026.11-1

The classifier's temperature is the one that makes its probabilities most true
on the photographs that `vision.training.crops` kept aside (`calibrate-*`), but at
least 0.5: they are of sets that it knows, and of others it is less sure.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from torch import Tensor, nn

from vision.training import run
from vision.training.network import SIDE, Faces, four_ways
from vision.weights import CLASSES, FINDS

MODELS = Path(__file__).parents[2] / "models"


def enter(folder: Path, name: str, values: dict[str, Any]) -> None:
    """Write one table of the manifest and leave the others."""
    path = folder / "manifest.toml"
    tables = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    tables[name] = {**tables.get(name, {}), **values}
    lines = [
        "# Written by `python -m vision.training.export`; read by vision/weights.py.\n"
    ]
    for title, table in sorted(tables.items()):
        lines.append(f"\n[{title}]\n")
        lines += [
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
            for key, value in table.items()
        ]
    path.write_text("".join(lines), "utf-8")


def calibrated(model: Faces, folder: Path) -> tuple[float, dict[str, float]]:
    """Find the temperature with the least negative log likelihood on the crops kept aside.

    Returns:
        The temperature, and what was measured there: crops, share right, and the
        expected calibration error before and after.
    """
    from vision.rectify import MARGIN
    from vision.training.crops import ROOM
    from vision.training.crops import SIDE as STORED

    crops, labels = [], []
    paths = sorted(folder.glob("calibrate-*-labels.npy"))
    if not paths:
        raise click.ClickException(
            f"no calibrate-*-labels.npy in {str(folder)!r}: run python -m vision.training.crops --photos … first"
        )
    for path in paths:
        crops.append(np.load(folder / f"{path.stem.removesuffix('-labels')}.npy"))
        labels.append(np.load(path))
    stored, truth = np.concatenate(crops), torch.from_numpy(np.concatenate(labels))
    edge = round(STORED * (1 - (1 + 2 * MARGIN) / ROOM) / 2)
    inner = np.ascontiguousarray(
        stored[:, edge : STORED - edge, edge : STORED - edge, ::-1].transpose(
            0, 3, 1, 2
        )
    )
    pictures = nn.functional.interpolate(
        torch.from_numpy(inner).float() / 255, (SIDE, SIDE), mode="area"
    )
    real = truth < 34  # what counts as other differs from set to set
    pictures, truth = pictures[real], truth[real]

    with torch.no_grad():
        parts = [four_ways(model, part) for part in pictures.split(256)]
        logits = torch.cat(parts, 1)
        grid = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5]
        tried = {t: (logits / t).softmax(2).mean(0) for t in grid}
        worth = {
            t: float(p[torch.arange(len(truth)), truth].clamp(min=1e-6).log().mean())
            for t, p in tried.items()
        }
        best = max(grid, key=lambda t: worth[t])
    return best, {
        "crops": len(truth),
        "right": round(float((tried[best].argmax(1) == truth).float().mean()), 4),
        "ece_before": round(error(tried[1.0], truth), 4),
        "ece_after": round(error(tried[best], truth), 4),
    }


def error(chances: Tensor, truth: Tensor, bins: int = 15) -> float:
    """Expected calibration error of (n, classes) probabilities."""
    sure, guess = chances.max(1)
    right = (guess == truth).float()
    total = 0.0
    for low in torch.arange(bins) / bins:
        inside = (sure > low) & (sure <= low + 1 / bins)
        if inside.any():
            total += float(
                inside.float().mean()
                * (sure[inside].mean() - right[inside].mean()).abs()
            )
    return total


def write(
    model: nn.Module,
    example: Tensor,
    path: Path,
    inputs: str,
    outputs: dict[str, Any],
    axes: dict[int, str],
) -> str:
    """Export to ONNX; return the sha256."""
    torch.onnx.export(
        model, (example,), str(path), input_names=[inputs], output_names=list(outputs),
        dynamic_axes={inputs: axes, **outputs}, dynamo=False, opset_version=17,
    )  # fmt: skip
    return hashlib.sha256(path.read_bytes()).hexdigest()


@click.group(help=(__doc__ or "").split("\n")[0])
def main() -> None:
    """Export."""


FROM = click.argument("checkpoint", type=click.Path(exists=True, path_type=Path))
INTO = click.option(
    "--models",
    default=MODELS,
    show_default=False,
    type=click.Path(path_type=Path),
    help="Folder of the manifest.",
)
VERSION = click.option("--version", required=True, help="Short name for people.")


@main.command()
@FROM
@INTO
@VERSION
@click.option(
    "--threshold", default=0.3, show_default=True, help="Least score of a find."
)
def detector(checkpoint: Path, models: Path, version: str, threshold: float) -> None:
    """Export the average of a detector's run."""
    from vision.training.yolo import build

    state = torch.load(checkpoint, weights_only=True)
    model = build()
    model.load_state_dict(state["average"])
    model.eval()
    model = model.fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    models.mkdir(exist_ok=True)
    digest = write(
        model, torch.zeros(1, 3, 640, 512), models / "detector.onnx", "images",
        {"tiles": {0: "n", 2: "finds"}}, {0: "n", 2: "height", 3: "width"},
    )  # fmt: skip
    enter(models, "detector", {
        "file": "detector.onnx", "sha256": digest, "version": version, "input": 640,
        "classes": list(FINDS), "threshold": threshold, "steps": state["step"],
        "settings": run.settings(checkpoint),
    })  # fmt: skip
    click.echo(f"{models / 'detector.onnx'} {digest}")


@main.command()
@FROM
@INTO
@VERSION
@click.option(
    "--crops",
    type=click.Path(exists=True, path_type=Path),
    help="Folder with crops kept aside; without it the temperature is 1.",
)
def classifier(
    checkpoint: Path, models: Path, version: str, crops: Path | None
) -> None:
    """Export the average of a classifier's run, calibrated."""
    state = torch.load(checkpoint, weights_only=True)
    model = Faces()
    model.load_state_dict(state["average"])
    model.eval()
    temperature, measured = calibrated(model, crops) if crops else (1.0, {})
    models.mkdir(exist_ok=True)
    digest = write(
        model, torch.zeros(4, 3, SIDE, SIDE), models / "classifier.onnx", "crops",
        {"logits": {0: "n"}, "features": {0: "n"}}, {0: "n"},
    )  # fmt: skip
    enter(models, "classifier", {
        "file": "classifier.onnx", "sha256": digest, "version": version, "input": SIDE,
        "classes": list(CLASSES), "temperature": temperature, "steps": state["step"],
        **{f"calibration_{key}": value for key, value in measured.items()},
        "settings": run.settings(checkpoint),
    })  # fmt: skip
    click.echo(
        f"{models / 'classifier.onnx'} {digest} temperature {temperature} {measured}"
    )


if __name__ == "__main__":
    main()
