"""Where a sticker's numbers are in its crop, and whether they are written by hand: a small head on the frozen reader.

python -m precount_training.field_finder --shards 6
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn

from precount_training.field_crops import SHARDS
from precount_training.places import (
    cell_centers,
    coverage,
    errors_in_heights,
    fit_head,
    memory_of,
    place_loss,
    place_of,
    save_head,
)
from precount_training.reader_crops import FAMILIES
from precount_training.reader_model import STRIDE, Reader
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH
from precount_training.runs import load_trained
from precount_training.splits import Split

FIELDS = 2  # code, quantity
HIDDEN = 64
EPOCHS = 40
ROWS, COLUMNS = CROP_HEIGHT // STRIDE, CROP_WIDTH // STRIDE
WRITTEN_WEIGHT = 0.2


class FieldFinder(nn.Module):
    """The reader's memory (n, cells, width) → places (n, FIELDS, PLACE) and logits "written by hand" (n, FIELDS)."""

    cells: Tensor  # centers (cells, 2), px of the crop

    def __init__(self) -> None:
        super().__init__()
        width = Reader.WIDTHS[-1]
        self.cover = nn.Sequential(nn.Linear(width, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, FIELDS))
        self.written = nn.Sequential(nn.Linear(width, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
        self.register_buffer("cells", cell_centers(ROWS, COLUMNS))

    def forward(self, memory: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Also the logits of the coverage (n, cells, FIELDS)."""
        cover = self.cover(memory)
        places, share = place_of(cover, self.cells)
        return places, self.written(share @ memory)[..., 0], cover


def material(reader: Reader, split: Split, shards: int) -> tuple[Tensor, Tensor, Tensor]:
    """The frozen reader's memory of a split's crops, the places of their numbers, and whether they are written."""
    memory, places, written = [], [], []
    for path in sorted(SHARDS.glob(f"{split}-????.npz"))[:shards]:
        with np.load(path) as data:
            crops, families = data["crops"], data["families"]
            places.append(torch.from_numpy(data["places"]))
        memory.append(memory_of(reader.encode, crops))
        hand, printed = (torch.from_numpy(families == FAMILIES.index(name)) for name in ("hand", "print"))
        written.append(torch.stack([hand, ~printed], dim=1).float())
    return torch.cat(memory), torch.cat(places), torch.cat(written)


def fit(memory: Tensor, places: Tensor, written: Tensor) -> FieldFinder:
    """Train a head."""

    def loss_of(net: FieldFinder, chosen: Tensor) -> Tensor:
        found, logits, cover = net(memory[chosen].float())
        flags = nn.functional.binary_cross_entropy_with_logits(logits, written[chosen])
        covered = coverage(places[chosen], ROWS, COLUMNS)
        return place_loss(found, cover, places[chosen], covered) + WRITTEN_WEIGHT * flags

    return fit_head(FieldFinder, len(memory), EPOCHS, loss_of)


def main() -> None:
    """Command line: train, print the errors on validation crops, save."""
    parser = argparse.ArgumentParser(description="Train the head that finds a sticker's numbers.")
    parser.add_argument("--shards", type=int, default=6)
    options = parser.parse_args()
    torch.set_num_threads(1)
    reader = load_trained(Reader(), "reader")
    net = fit(*material(reader, "train", options.shards))
    memory, places, written = material(reader, "validation", 1)
    with torch.no_grad():
        found, logits, _ = net(memory.float())
    for i, name in enumerate(("code", "quantity")):
        errors = errors_in_heights(found[:, i], places[:, i])
        right = ((logits[:, i] > 0) == (written[:, i] > 0)).float().mean()
        print(f"{name}: errors in heights at 50, 90, 99 %:\n{errors.numpy().round(3)}\nwritten right {right:.4f}")
    save_head("finder", net)


if __name__ == "__main__":
    main()
