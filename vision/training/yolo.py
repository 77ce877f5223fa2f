"""The detector's network: ultralytics' YOLO11n-pose with a wider branch for corners."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import torch
from torch import Tensor, nn
from ultralytics.nn.modules.conv import Conv
from ultralytics.nn.tasks import PoseModel, yaml_model_load

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
