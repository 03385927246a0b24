"""Trains the field reader on drawn strips; resumes from the last checkpoint.

python -m precount_training.field_train --steps 20000
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training.field_crops import SHARDS
from precount_training.field_model import FieldReader
from precount_training.field_strips import DIGITS
from precount_training.reader_crops import FAMILIES
from precount_training.reader_model import Reader
from precount_training.reader_train import pictures, varied
from precount_training.runs import Run, load_kept_weights, load_trained
from precount_training.training_loop import Length, Schedule, add_options, autocast, device, is_on_gpu, train

BATCH, GPU_BATCH = 64, 1024
SCHEDULE = Schedule(peak=7e-4, warm=200, max_gradient=2.0, save_every=50, judge_every=400, cool_share=0.5)
GPU_SCHEDULE = Schedule(1.5e-3, warm=500, max_gradient=2.0, save_every=500, judge_every=2000, cool_share=0.6)
VALIDATION_STICKERS = 500  # of each validation shard
PARTS = 8  # shards that a batch is mixed from
WRITTEN_WEIGHT = 0.2
# How often a strip is drawn, compared with one whose probability of the truth is between HOPELESS and SURE: three in
# four are read with confidence before the training and teach little more; invisible numbers cannot be learned.
SURE, SURE_WORTH = 0.98, 0.1
HOPELESS, HOPELESS_WORTH = 0.02, 0.5
SHEAR, STRETCH, BEND_PX = 0.04, 0.07, 1.0  # of the variations: other slants, widths and forms of handwriting


class Shard(NamedTuple):
    """Strips (n, 2, h, w, 3), their slots (n, 2, DIGITS) and whether they are written by hand (n, 2).

    `worth` (2 n,) is the probability to draw each strip for a batch.
    """

    strips: NDArray[np.uint8]
    slots: NDArray[np.uint8]
    written: NDArray[np.bool_]
    families: NDArray[np.uint8]
    worth: NDArray[np.float64]


class Strips:
    """All shards of a split; new shards are picked up during training. `judge` is the network for `worth_of`."""

    def __init__(self, split: str, judge: nn.Module | None = None, folder: Path = SHARDS) -> None:
        self.pattern, self.folder, self.judge = f"{split}-????.npz", folder, judge
        self.shards: dict[Path, Shard] = {}

    def refresh(self) -> int:
        """Add shards that were drawn since the last call; returns the number of strips."""
        for path in sorted(self.folder.glob(self.pattern)):
            if path not in self.shards:
                with np.load(path) as data:
                    families = data["families"]
                    written = np.stack(
                        [families == FAMILIES.index("hand"), families != FAMILIES.index("print")], axis=1
                    )
                    strips, slots = data["strips"], data["slots"].reshape(-1, 2, DIGITS)
                    worth = np.ones(2 * len(slots))
                    if self.judge is not None:
                        worth = worth_of(probability_of_truth(self.judge, strips, slots))
                    self.shards[path] = Shard(strips, slots, written, families, worth / worth.sum())
        return sum(2 * len(shard.slots) for shard in self.shards.values())

    def batch(self, rng: np.random.Generator, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Random strips (size, h, w, 3) uint8, their slots (size, DIGITS), and whether they are written (size,)."""
        shards = list(self.shards.values())
        strips, slots, written = [], [], []
        for _ in range(PARTS):
            shard = shards[int(rng.integers(len(shards)))]
            chosen = np.divmod(rng.choice(len(shard.worth), size // PARTS, p=shard.worth), 2)
            strips.append(shard.strips[chosen])
            slots.append(shard.slots[chosen])
            written.append(shard.written[chosen])
        parts = [torch.from_numpy(np.concatenate(part)) for part in (strips, slots, written)]
        return parts[0], parts[1].long(), parts[2].float()


@torch.no_grad()
def probability_of_truth(net: nn.Module, strips: NDArray[np.uint8], slots: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The probability (2 n,) that `net` gives to all digits of each strip (n, 2, h, w, 3)."""
    result = []
    for start in range(0, len(strips), 100):
        images = torch.from_numpy(strips[start : start + 100]).flatten(0, 1).to(device())
        truth = torch.from_numpy(slots[start : start + 100]).long().flatten(0, 1).to(device())
        with autocast():
            logits = net(pictures(images))[0].float()
        chosen = nn.functional.log_softmax(logits, dim=2).gather(2, truth[..., None])
        result.append(chosen.sum(dim=(1, 2)).exp().cpu().numpy())
    return np.concatenate(result).astype(np.float64)


def worth_of(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """How often each strip is drawn, from the probability of its truth before the training."""
    return np.where(probabilities > SURE, SURE_WORTH, np.where(probabilities < HOPELESS, HOPELESS_WORTH, 1.0))


def loss_of(slots: Tensor, flags: Tensor, truth: Tensor, written: Tensor) -> Tensor:
    """Cross entropy of the slots and of the flag."""
    read = nn.functional.cross_entropy(slots.flatten(0, 1), truth.flatten())
    return read + WRITTEN_WEIGHT * nn.functional.binary_cross_entropy_with_logits(flags[:, 0], written)


class FieldTask:
    """Training task of the field reader: strips → slots."""

    def __init__(self, size: int = BATCH, judge: nn.Module | None = None) -> None:
        self.strips, self.validation, self.size = Strips("train", judge), Strips("validation"), size
        self.rng, self.generator = np.random.default_rng(), torch.Generator(device())

    def seed_at(self, step: int) -> None:
        """Seed the batches, so that a resumed run does not repeat them."""
        self.rng = np.random.default_rng(2000 + step)
        self.generator.manual_seed(step)

    def batch(self) -> tuple[Tensor, Tensor, Tensor]:
        """A new batch, as Strips.batch gives it."""
        return self.strips.batch(self.rng, self.size)

    def loss(self, net: nn.Module) -> Tensor:
        """The loss of a new batch."""
        strips, truth, written = self.batch()
        seen = varied(pictures(strips.to(device())), self.generator, SHEAR, STRETCH, BEND_PX)
        with autocast():
            slots, flags = net(seen.contiguous(memory_format=torch.channels_last))
        return loss_of(slots.float(), flags.float(), truth.to(device()), written.to(device()))

    def refresh(self) -> int:
        """Add new shards; returns the number of strips."""
        return self.strips.refresh()

    @torch.no_grad()
    def figures(self, net: nn.Module) -> dict[str, float]:
        """Shares of validation numbers that are right in every digit, by field and family."""
        net.eval()
        self.validation.refresh()
        return shares(numbers_right(self.validation, lambda strips: net(strips)[0]))


def numbers_right(validation: Strips, read: Callable[[Tensor], Tensor]) -> dict[str, list[bool]]:
    """Whether each validation number is right in every digit, by family and field.

    `read` gives the slots (n, DIGITS, 11) of strips (n, 3, h, w), as logits or probabilities.
    """
    right: dict[str, list[bool]] = {}
    for strips, truth, _, families, _ in validation.shards.values():
        for start in range(0, min(VALIDATION_STICKERS, len(truth)), 100):
            part = slice(start, start + 100)
            images = torch.from_numpy(strips[part]).flatten(0, 1)
            slots = read(pictures(images).to(device())).argmax(dim=2).cpu().numpy().reshape(-1, 2, DIGITS)
            for family, hits in zip(families[part], (slots == truth[part]).all(axis=2), strict=True):
                for field, hit in zip(("code", "quantity"), hits, strict=True):
                    right.setdefault(f"{FAMILIES[int(family)]}.{field}", []).append(bool(hit))
    return right


def shares(right: dict[str, list[bool]]) -> dict[str, float]:
    """The share of each list that is true."""
    return {key: round(float(np.mean(hits)), 4) for key, hits in sorted(right.items())}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the field reader.")
    add_options(parser, steps=20_000)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    net = FieldReader()
    if options.go_on:
        load_kept_weights(net, "field")
    else:
        net.start_from(load_trained(Reader(), "reader"))
    judge = copy.deepcopy(net).eval().to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload]
    task, schedule = (FieldTask(GPU_BATCH, judge), GPU_SCHEDULE) if is_on_gpu() else (FieldTask(BATCH, judge), SCHEDULE)
    length, run = Length(options.steps, options.minutes), Run(options.name or "field")
    train("field", net, task, schedule, length, run, options.go_on)


if __name__ == "__main__":
    main()
