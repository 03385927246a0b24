"""Trains the reader on drawn crops; goes on where the last run stopped.

python -m precount_training.reader_train --steps 20000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training.reader_crops import BLANK, KINDS, SHARDS, SLOTS
from precount_training.reader_model import CLASSES, Reader
from precount_training.runs import Averaged, Run, begin, learning_rate

BATCH = 64
PEAK = 1.2e-3
PARTS = 4  # shards that a batch is mixed from
EVALUATE_EVERY, SAVE_EVERY = 1000, 250


class Crops:
    """All shards of a split, as files mapped into memory; new ones are found while training."""

    def __init__(self, split: str, folder: Path = SHARDS) -> None:
        self.pattern, self.folder = f"{split}-????.npy", folder
        self.shards: dict[Path, tuple[NDArray[np.uint8], NDArray[np.uint8]]] = {}
        self.refresh()

    def refresh(self) -> None:
        """Look for shards that have come since."""
        for path in sorted(self.folder.glob(self.pattern)):
            if path not in self.shards:
                self.shards[path] = (np.load(path, mmap_mode="r"), np.load(path.with_suffix(".rows.npy")))

    def __len__(self) -> int:
        return sum(len(rows) for _, rows in self.shards.values())

    def batch(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Random crops (size, 64, 192, 3) uint8 and their rows (size, 14)."""
        shards = list(self.shards.values())
        crops, rows = [], []
        for _ in range(PARTS):
            images, labels = shards[int(rng.integers(len(shards)))]
            chosen = np.sort(rng.integers(0, len(labels), size // PARTS))
            crops.append(images[chosen])
            rows.append(labels[chosen])
        return torch.from_numpy(np.concatenate(crops)), torch.from_numpy(np.concatenate(rows)).long()


def pictures(crops: Tensor) -> Tensor:
    """Crops (n, 64, 192, 3) uint8 → what the net takes: (n, 3, 64, 192) in 0..1."""
    return crops.permute(0, 3, 1, 2).float() / 255


def varied(images: Tensor, generator: torch.Generator) -> Tensor:
    """The same crops, seen a little otherwise: shifted, turned, stretched, recoloured, with grain."""
    n = len(images)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator)

    turn, grow = normal(n) * 0.02, 1 + normal(n, 2) * 0.04
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 1, 1] = grow[:, 0], grow[:, 1]
    theta[:, 0, 1], theta[:, 1, 0] = turn / 3 + normal(n) * 0.02, turn * 3
    theta[:, :, 2] = normal(n, 2) * torch.tensor([0.015, 0.03])
    grid = nn.functional.affine_grid(theta, [n, 3, 64, 192], align_corners=False)
    images = nn.functional.grid_sample(images, grid, mode="bilinear", padding_mode="border", align_corners=False)
    order = torch.randperm(3, generator=generator)
    mixed = torch.rand(n, generator=generator) < 0.3  # other colours of paper and ink
    images = torch.where(mixed[:, None, None, None], images[:, order], images)
    inverted = torch.rand(n, generator=generator) < 0.02
    images = torch.where(inverted[:, None, None, None], 1 - images, images)
    images = images * (1 + normal(n, 3, 1, 1) * 0.08)
    return images + normal(n, 1, 64, 192) * (torch.rand(n, 1, 1, 1, generator=generator) * 0.03)


def loss_of(digits: Tensor, turned: Tensor, rows: Tensor) -> Tensor:
    """Digits that stand on their head teach nothing but that they do."""
    slots, flipped = rows[:, :SLOTS], rows[:, -1].float()
    each = nn.functional.cross_entropy(digits.flatten(0, 1), slots.flatten(), reduction="none").view(-1, SLOTS)
    upright = 1 - flipped
    read = (each.sum(dim=1) * upright).sum() / upright.sum().clamp(min=1)
    return read / 6 + nn.functional.binary_cross_entropy_with_logits(turned, flipped)


@torch.no_grad()
def figures(net: nn.Module, crops: Crops, limit: int) -> dict[str, float]:
    """Shares of validation crops whose code and quantity are right in every digit, by kind."""
    net.eval()
    right: dict[str, list[tuple[bool, bool]]] = {kind: [] for kind, _ in KINDS}
    turned_right: list[bool] = []
    for images, rows in crops.shards.values():
        for start in range(0, min(limit, len(rows)), 250):
            part = torch.from_numpy(np.array(images[start : start + 250]))
            truth = torch.from_numpy(rows[start : start + 250]).long()
            with torch.autocast("cpu", torch.bfloat16):
                digits, turned = net(pictures(part))
            hits = digits.float().argmax(dim=2) == truth[:, :SLOTS]
            turned_right += ((turned > 0) == (truth[:, -1] > 0)).tolist()
            for hit, row in zip(hits, truth, strict=True):
                if not row[-1]:
                    right[KINDS[int(row[SLOTS])][0]].append((bool(hit[:6].all()), bool(hit[6:].all())))
    result = {"turned": float(np.mean(turned_right))}
    for kind, pairs in right.items():
        result[f"{kind}.code"], result[f"{kind}.quantity"] = (float(np.mean([p[i] for p in pairs])) for i in (0, 1))
    return {key: round(value, 4) for key, value in result.items()}


def train(name: str, steps: int, threads: int, goes_on: bool) -> None:
    """Train until `steps` (of BATCH crops) are done, counting those of earlier calls."""
    torch.set_num_threads(threads)
    run, net = Run(name), Reader()
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # a tenth faster
    average, optimiser = Averaged(net), torch.optim.AdamW(net.parameters(), PEAK, weight_decay=0.02)
    step, seconds, before = 0, 0.0, {"steps": 0, "seconds": 0.0}
    state = run.load()
    if state is None and goes_on:
        before = begin(net, "reader")
        average = Averaged(net)
    elif state is not None:
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["averaged"])
        optimiser.load_state_dict(state["optimiser"])
        step, seconds = int(state["step"]), float(state["seconds"])
        average.steps, before = step, state.get("before", before)
    rng, generator = np.random.default_rng(1000 + step), torch.Generator().manual_seed(step)
    crops, validation = Crops("train"), Crops("validation")
    run.log(
        step=step, crops=len(crops), parameters=sum(p.numel() for p in net.parameters()), blank=BLANK, classes=CLASSES
    )
    net.train()
    recent, started = 0.0, time.time()
    while step < steps:
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, steps, PEAK)
        images, rows = crops.batch(rng, BATCH)
        with torch.autocast("cpu", torch.bfloat16):
            digits, turned = net(varied(pictures(images), generator).contiguous(memory_format=torch.channels_last))
        loss = loss_of(digits.float(), turned.float(), rows)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        average.update(net)
        step += 1
        recent += (loss.item() - recent) * max(0.02, 1 / step)
        if step % SAVE_EVERY == 0 or step == steps:
            seconds += time.time() - started
            started = time.time()
            crops.refresh()
            run.save({
                "net": net.state_dict(), "averaged": average.net.state_dict(),
                "optimiser": optimiser.state_dict(), "step": step, "seconds": seconds, "before": before,
            })  # fmt: skip
            run.log(step=step, loss=round(recent, 4), seconds=round(seconds), crops=len(crops))
        if step % EVALUATE_EVERY == 0 or step == steps:
            run.log(step=step, **figures(average.net, validation, 1000))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the reader.")
    parser.add_argument("--name", default="reader")
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="a new run begins with the weights of the model in use")
    options = parser.parse_args()
    train(options.name, options.steps, options.threads, options.go_on)


if __name__ == "__main__":
    main()
