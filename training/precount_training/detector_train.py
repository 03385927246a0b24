"""Trains the detector on drawn windows; resumes from the last checkpoint.

python -m precount_training.detector_train --steps 6000
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training.degradation import grain
from precount_training.detector_model import SCORES, STRIDE, Detector, decode, encode
from precount_training.detector_windows import WINDOW_PX, WINDOWS
from precount_training.geometry import RotatedRect
from precount_training.overlap import iou, keep_best
from precount_training.pixels import read_picture
from precount_training.runs import Run
from precount_training.training_loop import Length, Schedule, add_options, autocast, device, train

BATCH = 8
SCHEDULE = Schedule(peak=2e-3, warm=150, max_gradient=5.0, save_every=100, judge_every=500)
VALIDATION_WINDOWS = 120
CELLS = WINDOW_PX // STRIDE
CENTERS = (np.mgrid[0:CELLS, 0:CELLS].astype(np.float32) + 0.5) * STRIDE  # y and x (2, c, c) in px
Boxes = NDArray[np.float32]  # (n, 6): label, center x, y, width, height, angle


class Windows:
    """All windows of a split; new shards are found while training."""

    def __init__(self, split: str, folder: Path = WINDOWS) -> None:
        self.split, self.folder = split, folder
        self.files: list[tuple[Path, Boxes]] = []
        self.seen: set[Path] = set()
        self.refresh()

    def refresh(self) -> None:
        """Add shards that were drawn since the last call."""
        for truth in sorted(self.folder.glob(f"{self.split}-*/boxes.json")):
            if truth in self.seen:
                continue
            self.seen.add(truth)
            for name, rows in json.loads(truth.read_text()).items():
                self.files.append((truth.parent / name, np.array(rows, np.float32).reshape(-1, 6)))

    def load(self, index: int) -> tuple[NDArray[np.uint8], Boxes]:
        """One window (512, 512, 3) RGB and its boxes."""
        path, boxes = self.files[index]
        return read_picture(path), boxes


def varied(rng: np.random.Generator, picture: NDArray[np.uint8], boxes: Boxes) -> tuple[NDArray[np.float32], Boxes]:
    """The same window augmented: scaled, shifted, recolored, with grain."""
    scale = float(np.exp(rng.normal(0, 0.1)))
    shift = rng.uniform(-40, 40, 2) + WINDOW_PX / 2 * (1 - scale)
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    moved = cv2.warpAffine(
        picture, matrix, (WINDOW_PX, WINDOW_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    order = rng.permutation(3) if rng.random() < 0.25 else np.arange(3)
    gains = rng.uniform(0.6, 1.25) * (1 + rng.normal(0, 0.05, 3))
    image = cv2.transform(moved.astype(np.float32), (np.eye(3)[order] * gains[:, None] / 255).astype(np.float32))
    image = cv2.scaleAdd(grain(rng, WINDOW_PX, WINDOW_PX), float(rng.uniform(0, 0.02)), image)
    boxes = boxes.copy()
    boxes[:, 1:3] = boxes[:, 1:3] * scale + shift
    boxes[:, 3:5] *= scale
    # boxes that moved over the edge, or are mirrored at it, are ignored by the loss
    near = np.hypot(boxes[:, 3], boxes[:, 4]) / 2
    over = ((boxes[:, 1:3] < near[:, None] * 0.8) | (boxes[:, 1:3] > WINDOW_PX - near[:, None] * 0.8)).any(axis=1)
    fully_out = ((boxes[:, 1:3] < -near[:, None]) | (boxes[:, 1:3] > WINDOW_PX + near[:, None])).any(axis=1)
    boxes[over, 0] = 2
    return np.asarray(np.clip(image, 0, 1), np.float32), boxes[~fully_out]


def targets(boxes: Boxes) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Heat (2, c, c), weight of the heat (c, c), boxes (6, c, c) and their weight (c, c) for one window."""
    y, x = CENTERS
    heat, heat_weight = np.zeros((SCORES, CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    goal, goal_weight = np.zeros((6, CELLS, CELLS), np.float32), np.zeros((CELLS, CELLS), np.float32)
    for label, *box in boxes:
        cx, cy, width, height, angle = box
        turn = np.deg2rad(angle)
        along = ((x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)) / width
        across = (-(x - cx) * np.sin(turn) + (y - cy) * np.cos(turn)) / height
        if label == 2:
            heat_weight[(np.abs(along) < 0.6) & (np.abs(across) < 0.6)] = 0
            continue
        # a Gaussian as wide as the box; the cell nearest the center is exactly 1
        bell = np.exp(-(along**2 + across**2) / (2 * 0.13**2)).astype(np.float32)
        row, column = int(np.clip(cy // STRIDE, 0, CELLS - 1)), int(np.clip(cx // STRIDE, 0, CELLS - 1))
        bell[row, column] = 1
        np.maximum(heat[int(label)], bell, out=heat[int(label)])
        better = bell > np.maximum(goal_weight, 0.25)
        goal[:, better] = encode(np.array(box, np.float32), x[better], y[better])
        goal_weight[better] = bell[better]
    return heat, heat_weight, goal, goal_weight


def loss_of(found: Tensor, heat: Tensor, heat_weight: Tensor, goal: Tensor, goal_weight: Tensor) -> Tensor:
    """Focal loss of the heat maps (as in CenterNet) plus smooth L1 loss of the boxes."""
    logits, boxes = found[:, :SCORES], found[:, SCORES:]
    score = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    center = (heat >= 0.999).float()
    hit = -center * (1 - score) ** 2 * torch.log(score)
    miss = -(1 - center) * (1 - heat) ** 4 * score**2 * torch.log(1 - score)
    count = center.sum().clamp(min=1)
    focal = ((hit + miss) * heat_weight[:, None]).sum() / count
    away = nn.functional.smooth_l1_loss(boxes, goal, reduction="none", beta=0.05).sum(dim=1)
    return focal + 2.0 * (away * goal_weight).sum() / goal_weight.sum().clamp(min=1)


@torch.no_grad()
def figures(net: nn.Module, windows: Windows, limit: int) -> dict[str, float]:
    """Recall and precision (IoU 0.5, score 0.3) of both labels, and the stickers' mean IoU."""
    net.eval()
    counts = np.zeros((2, 3))  # true, found, matched
    overlaps: list[float] = []
    for index in range(min(limit, len(windows.files))):
        picture, boxes = windows.load(index)
        tensor = torch.from_numpy(picture.copy()).permute(2, 0, 1)[None].float() / 255
        with autocast():
            output = net(tensor.to(device()))[0].float().cpu()
        output[:SCORES].sigmoid_()
        kept = keep_best(decode(output.numpy(), 0.3), 0.3, 100)
        rects = [(int(b[0]), RotatedRect(b[1] - b[3] / 2, b[2] - b[4] / 2, b[3], b[4], b[5])) for b in boxes.tolist()]
        kept = [k for k in kept if all(label != 2 or iou(k.rect, r) < 0.2 for label, r in rects)]
        for label in range(2):
            free = [r for known, r in rects if known == label]
            counts[label, 0] += len(free)
            for item in (k for k in kept if k.label == label):
                counts[label, 1] += 1
                best = max(free, key=lambda r: iou(r, item.rect), default=None)
                if best is not None and iou(best, item.rect) >= 0.5:
                    counts[label, 2] += 1
                    overlaps += [iou(best, item.rect)] if label == 0 else []
                    free.remove(best)
    true, found, matched = counts.T
    return {
        "sticker.recall": _share(matched[0], true[0]), "sticker.precision": _share(matched[0], found[0]),
        "tag.recall": _share(matched[1], true[1]), "tag.precision": _share(matched[1], found[1]),
        "overlap": round(float(np.mean(overlaps or [0])), 4),
    }  # fmt: skip


def _share(part: float, whole: float) -> float:
    return round(float(part) / max(1.0, float(whole)), 4)


class DetectorTask:
    """Training task of the detector: windows → heat maps and boxes."""

    def __init__(self) -> None:
        self.windows, self.validation = Windows("train"), Windows("validation")
        self.rng = np.random.default_rng()

    def seed_at(self, step: int) -> None:
        """Seed the batches, so that a resumed run does not repeat them."""
        self.rng = np.random.default_rng(2000 + step)

    def loss(self, net: nn.Module) -> Tensor:
        """The loss of a new batch."""
        chosen = self.rng.integers(0, len(self.windows.files), BATCH)
        drawn = [varied(self.rng, *self.windows.load(int(i))) for i in chosen]
        goals = [torch.from_numpy(np.stack(part)) for part in zip(*(targets(boxes) for _, boxes in drawn), strict=True)]
        images = torch.from_numpy(np.stack([image for image, _ in drawn])).permute(0, 3, 1, 2)
        with autocast():
            found = net(images.to(device()))
        return loss_of(found.float(), *(goal.to(device()) for goal in goals))

    def refresh(self) -> int:
        """Add new shards; returns the number of windows."""
        self.windows.refresh()
        return len(self.windows.files)

    def figures(self, net: nn.Module) -> dict[str, float]:
        """Recall and precision on validation windows."""
        return figures(net, self.validation, VALIDATION_WINDOWS) if self.validation.files else {}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the detector.")
    add_options(parser, steps=40_000)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    length, run = Length(options.steps, options.minutes), Run(options.name or "detector")
    train("detector", Detector(), DetectorTask(), SCHEDULE, length, run, options.go_on)


if __name__ == "__main__":
    main()
