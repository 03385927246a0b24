"""Finds the temperature at which the reader's confidence keeps its word, on validation crops.

python -m precount_training.calibrate
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn

from precount_training.reader_crops import SLOTS
from precount_training.reader_model import Reader
from precount_training.reader_train import Crops, pictures
from precount_training.runs import trained

KINDS_READ = 3  # print, mixed and hand are the first of reader_crops.KINDS
TEMPERATURES = np.linspace(0.6, 2.0, 57)


@torch.no_grad()
def logits(net: nn.Module, limit: int) -> tuple[Tensor, Tensor]:
    """Digit logits (n, 12, 11) and slots (n, 12) of upright validation stickers."""
    answers, slots = [], []
    for images, rows in Crops("validation").shards.values():
        for start in range(0, min(limit, len(rows)), 250):
            part = rows[start : start + 250]
            chosen = (part[:, SLOTS] < KINDS_READ) & (part[:, -1] == 0)
            crops = torch.from_numpy(np.array(images[start : start + 250])[chosen])
            answers.append(net(pictures(crops))[0].float())
            slots.append(torch.from_numpy(part[chosen][:, :SLOTS]).long())
    return torch.cat(answers), torch.cat(slots)


def temperature(digits: Tensor, slots: Tensor) -> float:
    """The temperature with the least negative log-likelihood."""
    losses = [
        float(nn.functional.cross_entropy(digits.flatten(0, 1) / t, slots.flatten())) for t in TEMPERATURES.tolist()
    ]
    return float(TEMPERATURES[int(np.argmin(losses))])


def main() -> None:
    """Command line: print the temperature."""
    parser = argparse.ArgumentParser(description="Calibrate the reader.")
    parser.add_argument("--name", default="reader")
    parser.add_argument("--limit", type=int, default=1000, help="crops of each validation shard")
    options = parser.parse_args()
    torch.set_num_threads(2)
    print(f"{temperature(*logits(trained(Reader(), options.name), options.limit)):.4f}")


if __name__ == "__main__":
    main()
