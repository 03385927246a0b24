"""The tag reader: the frozen reader's memory of a crop → the number of a shelf tag.

python -m precount_training.tag_reader

The reader learns mostly from stickers, and from tags in few fonts. This is a decoder like the reader's, which starts
from it and learns from tags alone. Where the crop shows none, its slots are blank.
"""

from __future__ import annotations

import argparse
import copy

import numpy as np
import torch
from torch import Tensor, nn

from precount_training import tag_crops, tag_numbers
from precount_training.places import fit_head, memory_of, save_head
from precount_training.reader_crops import BLANK
from precount_training.reader_model import CLASSES, Decoder, Reader
from precount_training.reading import MAX_TAG_DIGITS
from precount_training.runs import load_trained
from precount_training.splits import Split

WIDTH = Reader.WIDTHS[-1]
EPOCHS, RATE = 8, 8e-4
# The tag reader's weight in the mean with the reader's own slots. With the mean, fewer wrong numbers are sure.
TAG_READER_SHARE = 0.5
OTHERS = 0.3  # share of the crops without a tag in the material


class TagReader(nn.Module):
    """The reader's memory (n, cells, width) → digit logits (n, MAX_TAG_DIGITS, 11)."""

    def __init__(self) -> None:
        super().__init__()
        self.slots = nn.Parameter(torch.zeros(1, MAX_TAG_DIGITS, WIDTH))
        self.decoders = nn.ModuleList([Decoder(WIDTH), Decoder(WIDTH)])
        self.norm = nn.LayerNorm(WIDTH)
        # A convolution: the runtime finds the reader's digit layer as the one product with 11 outputs.
        self.digits = nn.Conv1d(WIDTH, CLASSES, 1)

    def start_as(self, reader: Reader) -> TagReader:
        """Start with the reader's decoder. Returns itself."""
        self.slots.data.copy_(reader.slots.data[:, :MAX_TAG_DIGITS])
        self.decoders, self.norm = copy.deepcopy(reader.decoders), copy.deepcopy(reader.norm)
        self.digits.weight.data.copy_(reader.digits.weight.data[:, :, None])
        assert self.digits.bias is not None
        self.digits.bias.data.copy_(reader.digits.bias.data)
        return self

    def forward(self, memory: Tensor) -> Tensor:
        """Read a batch."""
        slots = self.slots.expand(memory.shape[0], -1, -1)
        for decoder in self.decoders:
            slots = decoder(slots, memory)
        logits: Tensor = self.digits(self.norm(slots).transpose(1, 2)).transpose(1, 2)
        return logits


def material(reader: Reader, split: Split) -> tuple[Tensor, Tensor]:
    """The frozen reader's memory of a split's crops, with tags and without, and their slots (n, MAX_TAG_DIGITS)."""
    memory, slots = [], []
    for path in sorted(tag_numbers.SHARDS.glob(f"{split}-????.npz")):
        with np.load(path) as tags:
            memory.append(memory_of(reader.encode, tags["crops"]))
            slots.append(torch.from_numpy(tags["slots"]).long())
    for path in sorted(tag_crops.SHARDS.glob(f"{split}-????.npz")):
        with np.load(path) as found:
            others = found["crops"][~found["is_tag"]]
        others = others[: round(OTHERS * len(others))]
        memory.append(memory_of(reader.encode, others))
        slots.append(torch.full((len(others), MAX_TAG_DIGITS), BLANK))
    return torch.cat(memory), torch.cat(slots)


def fit(reader: Reader, memory: Tensor, slots: Tensor, epochs: int = EPOCHS) -> TagReader:
    """Train a tag reader that starts from the reader's decoder."""

    def loss_of(net: TagReader, chosen: Tensor) -> Tensor:
        return nn.functional.cross_entropy(net(memory[chosen].float()).flatten(0, 1), slots[chosen].flatten())

    return fit_head(lambda: TagReader().start_as(reader), len(memory), epochs, loss_of, RATE)


@torch.no_grad()
def wrong_numbers(net: nn.Module, memory: Tensor, slots: Tensor) -> tuple[int, int]:
    """How many tags are read wrong, and on how many other crops a number is read."""
    logits = torch.cat([net(part.float()) for part in torch.split(memory, 200)])
    is_wrong, is_tag = (logits.argmax(dim=2) != slots).any(dim=1), slots[:, 0] != BLANK
    return int((is_wrong & is_tag).sum()), int((is_wrong & ~is_tag).sum())


def main() -> None:
    """Command line: train, print the errors on validation crops, save."""
    argparse.ArgumentParser(description="Train the decoder that reads shelf tags.").parse_args()
    torch.set_num_threads(1)
    reader = load_trained(Reader(), "reader").eval()
    net = fit(reader, *material(reader, "train"))
    memory, slots = material(reader, "validation")
    wrong, invented = wrong_numbers(net, memory, slots)
    tags = int((slots[:, 0] != BLANK).sum())
    print(f"{tags} tags, {wrong} read wrong; {len(slots) - tags} others, a number is read on {invented}")
    save_head("tag_reader", net)


if __name__ == "__main__":
    main()
