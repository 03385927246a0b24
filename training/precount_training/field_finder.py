"""Where a sticker's numbers are in its crop, and whether they are written by hand: a small head on the frozen reader.

python -m precount_training.field_finder --shards 6
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn

from precount_training.field_crops import SHARDS
from precount_training.reader_crops import FAMILIES
from precount_training.reader_model import STRIDE, Reader
from precount_training.reader_train import pictures
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH
from precount_training.runs import Run, load_trained
from precount_training.splits import Split

FIELDS = 2  # code, quantity
PLACE = 4  # center x, center y, width, height in px of the crop
HIDDEN = 64
EPOCHS, BATCH, RATE = 40, 64, 2e-3
ROWS, COLUMNS = CROP_HEIGHT // STRIDE, CROP_WIDTH // STRIDE
LEAST = 0.15  # of a cell's coverage: less is noise, which would widen the place
PLACE_WEIGHT, UNIT_PX = 2.0, 20.0


class FieldFinder(nn.Module):
    """The reader's memory (n, cells, width) → places (n, FIELDS, PLACE) and logits "written by hand" (n, FIELDS).

    It estimates how much of each cell a number covers. A place is the rectangle with the mean and the variance of the
    covered cells.
    """

    cells: Tensor  # centers (cells, 2), px of the crop

    def __init__(self) -> None:
        super().__init__()
        width = Reader.WIDTHS[-1]
        self.cover = nn.Sequential(nn.Linear(width, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, FIELDS))
        self.written = nn.Sequential(nn.Linear(width, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
        y, x = torch.meshgrid(torch.arange(ROWS) + 0.5, torch.arange(COLUMNS) + 0.5, indexing="ij")
        self.register_buffer("cells", torch.stack([x.flatten(), y.flatten()], dim=1) * STRIDE)

    def forward(self, memory: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Also the logits of the coverage (n, cells, FIELDS)."""
        cover = self.cover(memory)
        share = torch.relu(torch.sigmoid(cover) - LEAST) + 1e-6
        share = (share / share.sum(dim=1, keepdim=True)).transpose(1, 2)
        center = share @ self.cells
        spread = (share.unsqueeze(3) * (self.cells - center.unsqueeze(2)).square()).sum(dim=2)
        size = (12 * spread + 1).sqrt()  # of a uniform distribution with this variance
        return torch.cat([center, size], dim=2), self.written(share @ memory)[..., 0], cover


def coverage(places: Tensor) -> Tensor:
    """How much of each cell (n, cells, FIELDS) places (n, FIELDS, PLACE) cover, 0..1."""
    parts = []
    for axis, count in ((0, COLUMNS), (1, ROWS)):
        low, high = (places[..., axis] + sign * places[..., 2 + axis] / 2 for sign in (-1, 1))
        edge = torch.arange(count) * STRIDE
        inside = torch.minimum(high[..., None], edge + STRIDE) - torch.maximum(low[..., None], edge)
        parts.append(inside.clamp(0, STRIDE) / STRIDE)
    return (parts[1].unsqueeze(3) * parts[0].unsqueeze(2)).flatten(2).transpose(1, 2)


@torch.no_grad()
def material(reader: Reader, split: Split, shards: int) -> tuple[Tensor, Tensor, Tensor]:
    """The frozen reader's memory of a split's crops, the places of their numbers, and whether they are written."""
    memory, places, written = [], [], []
    for path in sorted(SHARDS.glob(f"{split}-????.npz"))[:shards]:
        with np.load(path) as data:
            crops, families = data["crops"], data["families"]
            places.append(torch.from_numpy(data["places"]))
        for start in range(0, len(crops), 50):
            memory.append(reader.encode(pictures(torch.from_numpy(crops[start : start + 50]))).half())
        hand, printed = (torch.from_numpy(families == FAMILIES.index(name)) for name in ("hand", "print"))
        written.append(torch.stack([hand, ~printed], dim=1).float())
    return torch.cat(memory), torch.cat(places), torch.cat(written)


def fit(memory: Tensor, places: Tensor, written: Tensor) -> FieldFinder:
    """Train a head."""
    torch.manual_seed(1)
    net, generator = FieldFinder(), torch.Generator().manual_seed(1)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.05)
    steps = EPOCHS * len(memory) // BATCH
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        chosen = torch.randint(len(memory), (BATCH,), generator=generator)
        found, logits, cover = net(memory[chosen].float())
        bce = nn.functional.binary_cross_entropy_with_logits
        off = nn.functional.smooth_l1_loss(found / UNIT_PX, places[chosen] / UNIT_PX, beta=0.1)
        loss = bce(cover, coverage(places[chosen])) + PLACE_WEIGHT * off + 0.2 * bce(logits, written[chosen])
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
    return net.eval()


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
        height = places[:, i, 3:]
        errors = ((found[:, i] - places[:, i]).abs() / height).quantile(torch.tensor([0.5, 0.9, 0.99]), dim=0)
        right = ((logits[:, i] > 0) == (written[:, i] > 0)).float().mean()
        print(f"{name}: errors in heights at 50, 90, 99 %:\n{errors.numpy().round(3)}\nwritten right {right:.4f}")
    Run("finder").save({"net": net.state_dict(), "averaged": net.state_dict(), "step": 0, "seconds": 0})


if __name__ == "__main__":
    main()
