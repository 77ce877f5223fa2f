"""What both training runs share: settings kept, a pause survived, the rate's course."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import torch


def begin(
    out: Path, params: dict[str, Any], after: Path | None = None
) -> dict[str, Any] | None:
    """Note the settings of this start and give what an earlier one saved, if any.

    `settings.json` lists every start of the run with the step it began at, those of the
    run whose checkpoint it goes on `after` first.
    """
    out.mkdir(parents=True, exist_ok=True)
    last, notes = out / "last.pt", out / "settings.json"
    before = notes if last.exists() else after and after.parent / notes.name
    saved: dict[str, Any] | None = (
        torch.load(last, weights_only=True) if last.exists() else None
    )
    starts = json.loads(before.read_text("utf-8")) if before and before.exists() else []
    plain = {key: str(value) for key, value in params.items()}
    starts.append({"step": saved["step"] if saved else 0, **plain})
    notes.write_text(json.dumps(starts, indent=1, ensure_ascii=False), "utf-8")
    return saved


def save(out: Path, state: dict[str, Any]) -> None:
    """Replace `last.pt` in one step, so that a cut leaves a whole one."""
    torch.save(state, out / "next.pt")
    (out / "next.pt").replace(out / "last.pt")


def set_rate(
    optimiser: torch.optim.Optimizer, peak: float, step: int, since: int, steps: int
) -> None:
    """Set the learning rate: 100 steps up from a start, a cosine down to 2 %."""
    fall = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps))
    for group in optimiser.param_groups:
        group["lr"] = peak * min(1, (step - since + 1) / 100) * fall


def settings(checkpoint: Path) -> list[str]:
    """Give each start of a run in a line, without the folders of one machine."""
    starts = json.loads((checkpoint.parent / "settings.json").read_text("utf-8"))
    return [
        " ".join(
            f"{key}={Path(str(value)).name}"
            for key, value in start.items()
            if key != "out" and value not in ("None", "()")
        )
        for start in starts
    ]
