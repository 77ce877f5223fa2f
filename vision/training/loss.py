"""What a detector is trained towards: ultralytics' pose loss, for incomplete labels and sharp corners."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.loss import v8PoseLoss

SLACK = 0.1
"""What a box may differ from its face, in sides: sources draw theirs a little in or out."""
BOXED = 0.3
"""Weight of a photograph's tile beside a scene's: its box says nothing of how the tile is turned."""


class TileLoss(v8PoseLoss):
    """The pose loss with masks for what photographs leave out, and a sharp corner term."""

    def __init__(self, model: PoseModel) -> None:
        super().__init__(model)
        self.bce = self.masked_bce
        self.incomplete = torch.zeros(0, dtype=torch.bool)
        self.doubtful = torch.zeros(0, 0, dtype=torch.bool)
        """(pictures, places of the grids) where a tile may be found or not."""
        self.any_start = False
        """Corners may start anywhere: the best of the four cyclic orders counts."""
        self.corner_error = 0.0

    def masked_bce(self, scores: Tensor, targets: Tensor) -> Tensor:
        """In incomplete photographs punish no back, and no confident face; nothing where it is doubtful."""
        loss = functional.binary_cross_entropy_with_logits(
            scores.float(), targets.float(), reduction="none"
        )
        ignore = torch.zeros_like(loss, dtype=torch.bool)
        rows = self.incomplete.view(-1, 1)
        ignore[..., 1] = rows
        ignore[..., 0] = rows & (targets[..., 0] == 0) & (scores.detach()[..., 0] > 0)
        ignore |= self.doubtful[..., None] & (targets == 0)
        return loss.masked_fill(ignore, 0)

    def calculate_keypoints_loss(
        self, masks: Tensor, target_gt_idx: Tensor, keypoints: Tensor,
        stride_tensor: Tensor, target_bboxes: Tensor, pred_kpts: Tensor,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        """Smooth L1 of the corners over the side of the box.

        Photographs have boxes alone: there the corners' own box must meet the label's.
        """
        stride = stride_tensor.view(1, -1).expand(masks.shape[0], -1)[masks]
        truth = keypoints[masks.nonzero(as_tuple=True)[0], target_gt_idx[masks]]
        exact = truth[:, 0, 2] > 0
        boxes = (target_bboxes / stride_tensor)[masks]
        side = (boxes[:, 2:] - boxes[:, :2]).prod(1).clamp(min=1).sqrt()[:, None, None]
        corners = truth[..., :2] / stride[:, None, None] / side
        guess = pred_kpts[masks][..., :2].float() / side
        terms = [self._cornered(guess[exact], corners[exact])] if exact.any() else []
        terms.append(BOXED * _boxed(guess[~exact], corners[~exact]))
        return torch.cat(terms).mean(), pred_kpts.sum() * 0

    def _cornered(self, guess: Tensor, corners: Tensor) -> Tensor:
        """Compare corners (n, 4, 2), in sides: (n,)."""
        orders = range(4) if self.any_start else (0,)
        terms = torch.stack([
            functional.smooth_l1_loss(guess, torch.roll(corners, k, 1), beta=0.04, reduction="none").sum(-1).mean(1)
            for k in orders
        ])  # fmt: skip
        best, order = terms.min(0)
        with torch.no_grad():
            turned = torch.stack([torch.roll(corners, k, 1) for k in orders])
            nearest = turned[order, torch.arange(len(order))]
            self.corner_error = float((guess - nearest).norm(dim=-1).mean())
        return best


def _boxed(guess: Tensor, corners: Tensor) -> Tensor:
    """Compare the upright boxes around corners (n, 4, 2), in sides, beyond SLACK: (n,)."""
    low = (guess.amin(1) - corners.amin(1)).abs()
    high = (guess.amax(1) - corners.amax(1)).abs()
    return functional.relu(torch.cat([low, high], 1) - SLACK).sum(1) / 2
