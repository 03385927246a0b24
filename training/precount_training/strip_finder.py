"""Where the number is in a strip: a small head on the frozen field reader, which sees it larger than the reader does.

python -m precount_training.strip_finder --first 7001 --shards 24
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn

from precount_training.field_crops import shard_path
from precount_training.field_model import FieldReader
from precount_training.field_strips import STRIP_HEIGHT, STRIP_WIDTH
from precount_training.places import (
    PLACE,
    cell_centers,
    coverage,
    errors_in_heights,
    fit_head,
    memory_of,
    place_loss,
    place_of,
    save_head,
)
from precount_training.reader_model import STRIDE
from precount_training.runs import load_trained
from precount_training.splits import Split

HIDDEN = 64
EPOCHS = 30
ROWS, COLUMNS = STRIP_HEIGHT // STRIDE, STRIP_WIDTH // STRIDE


class StripFinder(nn.Module):
    """The field reader's memory (n, cells, width) → the place (n, 1, PLACE) of the number in the strip, px."""

    cells: Tensor  # centers (cells, 2), px of the strip

    def __init__(self) -> None:
        super().__init__()
        self.cover = nn.Sequential(nn.Linear(FieldReader.WIDTHS[-1], HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
        self.register_buffer("cells", cell_centers(ROWS, COLUMNS))

    def forward(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Also the logits of the coverage (n, cells, 1)."""
        cover = self.cover(memory)
        return place_of(cover, self.cells)[0], cover


def material(field: FieldReader, split: Split, first: int, shards: int) -> tuple[Tensor, Tensor]:
    """The frozen field reader's memory (n, cells, width) of strips, codes and quantities in turn, and their places."""
    memory, places = [], []
    for seed in range(first, first + shards):
        path = shard_path(split, seed)
        with np.load(path) as data:
            if "strip_places" not in data:
                raise ValueError(
                    f"An earlier version of the program drew {path}: delete it, and draw it with field_crops."
                )
            strips, found = data["strips"], data["strip_places"]
        places.append(torch.from_numpy(found.reshape(-1, 1, PLACE)))
        memory.append(memory_of(field.encode, strips.reshape(-1, *strips.shape[2:])))
    return torch.cat(memory), torch.cat(places)


def fit(memory: Tensor, places: Tensor) -> StripFinder:
    """Train a head."""

    def loss_of(net: StripFinder, chosen: Tensor) -> Tensor:
        found, cover = net(memory[chosen].float())
        return place_loss(found, cover, places[chosen], coverage(places[chosen], ROWS, COLUMNS))

    return fit_head(StripFinder, len(memory), EPOCHS, loss_of)


def main() -> None:
    """Command line: train, print the errors on validation strips, save."""
    parser = argparse.ArgumentParser(description="Train the head that finds the number in a strip.")
    parser.add_argument(
        "--first", type=int, default=7, help="the first shard of field_crops that was drawn with --model"
    )
    parser.add_argument("--shards", type=int, default=24)
    parser.add_argument(
        "--judged", type=int, default=2, help="the validation shard to judge by, also drawn with --model"
    )
    options = parser.parse_args()
    torch.set_num_threads(1)
    field = load_trained(FieldReader(), "field")
    net = fit(*material(field, "train", options.first, options.shards))
    memory, places = material(field, "validation", options.judged, 1)
    with torch.no_grad():
        found, _ = net(memory.float())
    for i, name in enumerate(("code", "quantity")):
        errors = errors_in_heights(found[i::2, 0], places[i::2, 0])
        print(f"{name}: errors in heights at 50, 90, 99 %:\n{errors.numpy().round(3)}")
    save_head("strip_finder", net)


if __name__ == "__main__":
    main()
