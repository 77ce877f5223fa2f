"""The face classifier: a small residual network, 72-pixel crops to 36 classes and 160 features."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

SIDE = 72
WIDTHS = (32, 48, 96, 160)


class Block(nn.Module):
    """Two 3×3 convolutions and a way round them."""

    def __init__(self, before: int, after: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(after)
        self.second = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(after)
        self.around: nn.Module = nn.Identity()
        if stride != 1 or before != after:
            self.around = nn.Sequential(
                nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after)
            )

    def forward(self, x: Tensor) -> Tensor:
        """Map (n, before, h, w) to (n, after, h/stride, w/stride)."""
        y = functional.relu(self.norm1(self.first(x)))
        return functional.relu(self.norm2(self.second(y)) + self.around(x))


class Faces(nn.Module):
    """Name a face; a second output describes it, for learning a household's own set."""

    def __init__(self, classes: int = 36) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, WIDTHS[0], 3, 2, 1, bias=False),
            nn.BatchNorm2d(WIDTHS[0]),
            nn.ReLU(),
        )
        down = [Block(a, b, 2) for a, b in pairwise(WIDTHS)]
        self.blocks = nn.ModuleList([*down, Block(WIDTHS[-1], WIDTHS[-1], 1)])
        self.before = nn.ModuleList([Block(width, width, 1) for width in WIDTHS[:-1]])
        for block in self.before:
            nn.init.zeros_(block.norm2.weight)  # at first a way round, no more
        self.drop = nn.Dropout(0.2)
        self.names = nn.Linear(WIDTHS[-1], classes)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Map (n, 3, 72, 72) RGB in 0..1 to logits (n, 36) and features (n, 160)."""
        x = self.stem(crops - 0.5)
        for before, block in zip(self.before, self.blocks[:-1], strict=True):
            x = block(before(x))
        features = self.blocks[-1](x).mean((2, 3))
        return self.names(self.drop(features)), features


def four_ways(model: Faces, crops: Tensor) -> Tensor:
    """Give the logits of each of the four ways up: (4, n, 36)."""
    return torch.stack([model(torch.rot90(crops, k, (2, 3)))[0] for k in range(4)])
