"""Trains the digit reader on drawn strips, with the trained field reader; resumes from the last checkpoint.

python -m precount_training.digit_train --steps 20000
"""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from precount_training.digit_reader import DIGIT_WEIGHT, SURE_DIGIT, DigitReader
from precount_training.field_crops import SHARDS
from precount_training.field_model import FieldReader
from precount_training.field_train import (
    BATCH,
    BEND_PX,
    GPU_BATCH,
    GPU_SCHEDULE,
    SHEAR,
    STRETCH,
    Strips,
    numbers_right,
    shares,
)
from precount_training.reader_crops import BLANK
from precount_training.reader_model import normalized
from precount_training.reader_train import pictures, varied
from precount_training.runs import Run, load_trained
from precount_training.training_loop import Length, Schedule, add_options, autocast, device, is_on_gpu, train

SCHEDULE = Schedule(peak=2e-3, warm=200, max_gradient=2.0, save_every=50, judge_every=1000, cool_share=0.6)
OFF_CENTER_PX = 2.0  # standard deviation of how far the center of a window in training is from the one found
STARTING_STRIPS = 64


def loss_of(digits: Tensor, slots: Tensor, truth: Tensor) -> Tensor:
    """The loss of digit logits (n, 10), beside the field reader's logits (n, 11) of the same slots."""
    alone = nn.functional.cross_entropy(digits, truth)
    is_doubtful = torch.softmax(slots, dim=1).amax(dim=1) <= SURE_DIGIT
    if not bool(is_doubtful.any()):
        return alone
    both = (1 - DIGIT_WEIGHT) * slots[:, :BLANK] + DIGIT_WEIGHT * digits
    return (alone + nn.functional.cross_entropy(both[is_doubtful], truth[is_doubtful])) / 2


class DigitTask:
    """Training task of the digit reader: strips → the digits in their slots."""

    def __init__(self, field: FieldReader, size: int = BATCH, folder: Path = SHARDS) -> None:
        self.field = field.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.strips, self.validation = Strips("train", field, folder), Strips("validation", folder=folder)
        self.size = size
        self.rng, self.generator = np.random.default_rng(), torch.Generator(device())

    def seed_at(self, step: int) -> None:
        """Seed the batches, so that a resumed run does not repeat them."""
        self.rng = np.random.default_rng(3000 + step)
        self.generator.manual_seed(step)

    def codes(self) -> Tensor:
        """The field reader's memory of STARTING_STRIPS codes, to start from. Raises ValueError without material."""
        if self.refresh() == 0:
            raise ValueError("There are no strips: draw them with field_crops.")
        first = next(iter(self.strips.shards.values()))
        codes = pictures(torch.from_numpy(first.strips[:STARTING_STRIPS, 0]))
        with torch.no_grad():
            memory: Tensor = self.field.encode(codes.to(device()))
        return memory

    def loss(self, net: nn.Module) -> Tensor:
        """The mean of two cross entropies of a new batch: of its digits, and of its doubtful ones by both readers."""
        reader = cast(DigitReader, net)
        strips, truth, _ = self.strips.batch(self.rng, self.size)
        seen = varied(pictures(strips.to(device())), self.generator, SHEAR, STRETCH, BEND_PX)
        normal = normalized(seen.contiguous(memory_format=torch.channels_last))
        with torch.no_grad(), autocast():
            memory = self.field.encode_normal(normal).float()
            slots = self.field.decode(memory)[0].float()
        centers = reader.centers(memory)
        off = torch.randn(centers.shape, generator=self.generator, device=device()) * OFF_CENTER_PX
        shown = truth.to(device()) < BLANK
        strips_of_digits = shown.nonzero()[:, 0]
        windows = reader.windows(normal[strips_of_digits], (centers + off)[shown])
        with autocast():
            digits = reader.net(windows.contiguous(memory_format=torch.channels_last)).float()
        return loss_of(digits, slots[shown], truth.to(device())[shown])

    def refresh(self) -> int:
        """Add new shards; returns the number of strips."""
        return self.strips.refresh()

    @torch.no_grad()
    def figures(self, net: nn.Module) -> dict[str, float]:
        """Shares of validation numbers that both readers together read right, by field and family, and of all also with
        the field reader alone."""
        net.eval()
        self.validation.refresh()
        both = numbers_right(self.validation, lambda strips: self._read(net, strips))
        alone = numbers_right(self.validation, lambda strips: self.field(strips)[0])
        return shares({"alone": [*chain(*alone.values())], "both": [*chain(*both.values())], **both})

    def _read(self, net: nn.Module, strips: Tensor) -> Tensor:
        normal = normalized(strips)
        memory = self.field.encode_normal(normal)
        read: Tensor = net(normal, memory, self.field.decode(memory)[0])
        return read


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the digit reader.")
    add_options(parser, steps=20_000)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    field, net, run = load_trained(FieldReader(), "field"), DigitReader(), Run(options.name or "digits")
    task, schedule = (DigitTask(field, GPU_BATCH), GPU_SCHEDULE) if is_on_gpu() else (DigitTask(field), SCHEDULE)
    if not options.go_on and run.load() is None:
        net.to(device()).point_as(field, task.codes())
    train("digits", net, task, schedule, Length(options.steps, options.minutes), run, options.go_on)


if __name__ == "__main__":
    main()
