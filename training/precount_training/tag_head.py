"""Whether a crop shows a shelf tag, and not a price or other print: a small head on the frozen reader.

python -m precount_training.tag_head
"""

from __future__ import annotations

import argparse
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from precount_training.field_finder import COLUMNS, ROWS
from precount_training.places import fit_head, memory_of, save_head
from precount_training.reader_model import Reader, conv
from precount_training.runs import load_trained
from precount_training.splits import Split
from precount_training.tag_crops import SHARDS

HIDDEN = 48
EPOCHS = 8


class TagHead(nn.Module):
    """The reader's memory (n, cells, width) → logits (n,) "this is a shelf tag"."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(Reader.WIDTHS[-1], HIDDEN), conv(HIDDEN, HIDDEN, 2))
        self.out = nn.Sequential(nn.Linear(2 * HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))

    def forward(self, memory: Tensor) -> Tensor:
        """The mean and the largest value of each channel decide."""
        cells = memory.transpose(1, 2).reshape(-1, Reader.WIDTHS[-1], ROWS, COLUMNS)
        seen = self.body(cells)
        return cast(Tensor, self.out(torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3))], dim=1))[:, 0])


def material(reader: Reader, split: Split) -> tuple[Tensor, Tensor]:
    """The frozen reader's memory of a split's crops, and whether they are shelf tags."""
    memory, is_tag = [], []
    for path in sorted(SHARDS.glob(f"{split}-????.npz")):
        with np.load(path) as data:
            memory.append(memory_of(reader.encode, data["crops"]))
            is_tag.append(torch.from_numpy(data["is_tag"]).float())
    return torch.cat(memory), torch.cat(is_tag)


def fit(memory: Tensor, is_tag: Tensor) -> TagHead:
    """Train a head."""

    def loss_of(net: TagHead, chosen: Tensor) -> Tensor:
        return nn.functional.binary_cross_entropy_with_logits(net(memory[chosen].float()), is_tag[chosen])

    return fit_head(TagHead, len(memory), EPOCHS, loss_of)


def main() -> None:
    """Command line: train, print the errors on validation crops, save."""
    argparse.ArgumentParser(description="Train the head that tells shelf tags from prices.").parse_args()
    torch.set_num_threads(1)
    reader = load_trained(Reader(), "reader")
    net = fit(*material(reader, "train"))
    memory, is_tag = material(reader, "validation")
    with torch.no_grad():
        logits = torch.cat([net(part.float()) for part in torch.split(memory, 200)])
    missed, false = ((logits <= 0) & (is_tag > 0)).sum(), ((logits > 0) & (is_tag == 0)).sum()
    tags = int(is_tag.sum())
    print(f"{tags} tags, {int(missed)} missed; {len(is_tag) - tags} others, {int(false)} taken for tags")
    save_head("tag_head", net)


if __name__ == "__main__":
    main()
