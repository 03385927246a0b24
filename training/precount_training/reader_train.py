"""Trains the reader on drawn crops; resumes from the last checkpoint.

python -m precount_training.reader_train --steps 20000
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training.reader_crops import BLANK, KIND_NAMES, NONE, SHARDS, SLOTS, UNKNOWN
from precount_training.reader_model import Reader
from precount_training.runs import Run
from precount_training.training_loop import Length, Schedule, add_options, autocast, device, is_on_gpu, train

BATCH, GPU_BATCH = 64, 512
SCHEDULE = Schedule(peak=1.0e-3, warm=200, max_gradient=2.0, save_every=100, judge_every=500)
GPU_SCHEDULE = Schedule(1.5e-3, warm=500, max_gradient=2.0, save_every=500, judge_every=2000, cool_share=0.6)
PARTS = 8  # shards that a batch is mixed from
UNKNOWN_WEIGHT = 0.3
VALIDATION_CROPS = 1000  # of each validation shard


class Crops:
    """All shards of a split, as memory-mapped files; new shards are picked up during training."""

    def __init__(self, split: str, folder: Path = SHARDS) -> None:
        self.pattern, self.folder = f"{split}-????.npy", folder
        self.shards: dict[Path, tuple[NDArray[np.uint8], NDArray[np.uint8]]] = {}
        self.refresh()

    def refresh(self) -> None:
        """Add shards that were drawn since the last call."""
        for path in sorted(self.folder.glob(self.pattern)):
            if path not in self.shards:
                self.shards[path] = (np.load(path, mmap_mode="r"), np.load(path.with_suffix(".rows.npy")))

    def __len__(self) -> int:
        return sum(len(rows) for _, rows in self.shards.values())

    def batch(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Random crops (size, h, w, 3) uint8 and their rows (size, 14)."""
        shards = list(self.shards.values())
        crops, rows = [], []
        for _ in range(PARTS):
            images, labels = shards[int(rng.integers(len(shards)))]
            chosen = np.sort(rng.integers(0, len(labels), size // PARTS))
            crops.append(images[chosen])
            rows.append(labels[chosen])
        return torch.from_numpy(np.concatenate(crops)), torch.from_numpy(np.concatenate(rows)).long()


def pictures(crops: Tensor) -> Tensor:
    """Crops (n, h, w, 3) uint8 → network input (n, 3, h, w) in 0..1."""
    return crops.permute(0, 3, 1, 2).float() / 255


def varied(
    images: Tensor, generator: torch.Generator, shear: float = 0.02, stretch: float = 0.04, bend_px: float = 0.0
) -> Tensor:
    """The same crops with small changes: shifted, turned, sheared, stretched, bent, recolored, with grain.

    Runs on the device of the images and of the generator: on a CPU it takes longer than a GPU's training step.
    """
    n, _, height, width = images.shape
    here = images.device

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, device=here)

    def uniform(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=generator, device=here)

    turn, grow = normal(n) * 0.02, 1 + normal(n, 2) * stretch
    theta = torch.zeros(n, 2, 3, device=here)
    theta[:, 0, 0], theta[:, 1, 1] = grow[:, 0], grow[:, 1]
    aspect = width / height
    theta[:, 0, 1], theta[:, 1, 0] = turn / aspect + normal(n) * shear, turn * aspect
    theta[:, :, 2] = normal(n, 2) * torch.tensor([0.015, 0.03], device=here)
    grid = nn.functional.affine_grid(theta, [n, 3, height, width], align_corners=False)
    if bend_px:
        bends = nn.functional.interpolate(normal(n, 2, 3, 7), (height, width), mode="bicubic", align_corners=True)
        size = torch.tensor([width, height], device=here)
        grid = grid + bends.permute(0, 2, 3, 1) * uniform(n, 1, 1, 1) * (2 * bend_px / size)
    images = nn.functional.grid_sample(images, grid, mode="bilinear", padding_mode="border", align_corners=False)
    order = torch.randperm(3, generator=generator, device=here)
    mixed = uniform(n) < 0.3  # other colors of paper and ink
    images = torch.where(mixed[:, None, None, None], images[:, order], images)
    inverted = uniform(n) < 0.02
    images = torch.where(inverted[:, None, None, None], 1 - images, images)
    images = images * (1 + normal(n, 3, 1, 1) * 0.08)
    return images + normal(n, 1, height, width) * (uniform(n, 1, 1, 1) * 0.03)


def loss_of(digits: Tensor, flags: Tensor, rows: Tensor) -> Tensor:
    """Digits of upright crops, and both flags; an unreadable digit has a uniform target."""
    slots, kinds, flipped = rows[:, :SLOTS], rows[:, SLOTS], rows[:, -1].float()
    is_known = slots != UNKNOWN
    # No label smoothing: it caps the confidence of six digits at 0.94, where sure and doubtful codes must differ.
    each = nn.functional.cross_entropy(
        digits.flatten(0, 1), torch.where(is_known, slots, 0).flatten(), reduction="none"
    ).view(-1, SLOTS)
    unknown = -nn.functional.log_softmax(digits[..., :BLANK], dim=2).mean(dim=2)
    upright = 1 - flipped
    read = (torch.where(is_known, each, UNKNOWN_WEIGHT * unknown).sum(dim=1) * upright).sum() / upright.sum().clamp(
        min=1
    )
    wanted = torch.stack([flipped, (kinds != NONE).float()], dim=1)
    return read / 6 + nn.functional.binary_cross_entropy_with_logits(flags, wanted, reduction="none").sum(dim=1).mean()


class ReaderTask:
    """Training task of the reader: crops → slots and flags."""

    def __init__(self, size: int = BATCH) -> None:
        self.crops, self.validation, self.size = Crops("train"), Crops("validation"), size
        self.rng, self.generator = np.random.default_rng(), torch.Generator(device())

    def seed_at(self, step: int) -> None:
        """Seed the batches, so that a resumed run does not repeat them."""
        self.rng = np.random.default_rng(1000 + step)
        self.generator.manual_seed(step)

    def loss(self, net: nn.Module) -> Tensor:
        """The loss of a new batch."""
        images, rows = self.crops.batch(self.rng, self.size)
        seen = varied(pictures(images.to(device())), self.generator).contiguous(memory_format=torch.channels_last)
        with autocast():
            digits, flags = net(seen)
        return loss_of(digits.float(), flags.float(), rows.to(device()))

    def refresh(self) -> int:
        """Add new shards; returns the number of crops."""
        self.crops.refresh()
        return len(self.crops)

    @torch.no_grad()
    def figures(self, net: nn.Module) -> dict[str, float]:
        """Shares of validation crops whose code and quantity are right in every digit, by kind."""
        net.eval()
        right: dict[str, list[tuple[bool, bool]]] = {kind: [] for kind in KIND_NAMES}
        turned_right: list[bool] = []
        paper_right: list[bool] = []
        for images, rows in self.validation.shards.values():
            for start in range(0, min(VALIDATION_CROPS, len(rows)), 250):
                part = torch.from_numpy(np.array(images[start : start + 250]))
                truth = torch.from_numpy(rows[start : start + 250]).long()
                with autocast():
                    digits, flags = (answer.float().cpu() for answer in net(pictures(part).to(device())))
                hits = digits.argmax(dim=2) == truth[:, :SLOTS]
                turned_right += ((flags[:, 0] > 0) == (truth[:, -1] > 0)).tolist()
                paper_right += ((flags[:, 1] > 0) == (truth[:, SLOTS] != NONE)).tolist()
                for hit, row in zip(hits, truth, strict=True):
                    if not row[-1]:
                        right[KIND_NAMES[int(row[SLOTS])]].append((bool(hit[:6].all()), bool(hit[6:].all())))
        if not turned_right:
            return {}
        result = {"turned": float(np.mean(turned_right)), "paper": float(np.mean(paper_right))}
        for kind in ("print", "mixed", "hand", "tag"):
            pairs = right[kind]
            values = (float(np.mean([p[i] for p in pairs])) if pairs else 1.0 for i in (0, 1))
            result[f"{kind}.code"], result[f"{kind}.quantity"] = values
        return {key: round(value, 4) for key, value in result.items()}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the reader.")
    add_options(parser, steps=60_000)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    task, schedule = (ReaderTask(GPU_BATCH), GPU_SCHEDULE) if is_on_gpu() else (ReaderTask(), SCHEDULE)
    length, run = Length(options.steps, options.minutes), Run(options.name or "reader")
    train("reader", Reader(), task, schedule, length, run, options.go_on)


if __name__ == "__main__":
    main()
