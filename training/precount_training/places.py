"""Where a number is in a picture: the rectangle with the mean and the variance of the cells that it covers.

Small heads on frozen readers find it; `fit_head` trains them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training.reader_model import STRIDE
from precount_training.reader_train import pictures
from precount_training.runs import Run

PLACE = 4  # center x, center y, width, height in px of the picture
MIN_COVERAGE = 0.15  # of a cell: less is noise, which would widen the place
PLACE_WEIGHT, UNIT_PX = 2.0, 20.0
BATCH, RATE = 64, 2e-3
ENCODED = 50  # pictures that are encoded at a time
Head = TypeVar("Head", bound=nn.Module)


def cell_centers(rows: int, columns: int) -> Tensor:
    """The centers (cells, 2) of a map's cells, px of the picture."""
    y, x = torch.meshgrid(torch.arange(rows) + 0.5, torch.arange(columns) + 0.5, indexing="ij")
    return torch.stack([x.flatten(), y.flatten()], dim=1) * STRIDE


def place_of(cover: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
    """Logits (n, cells, fields) of how much a number covers each cell → places (n, fields, PLACE).

    Also the share (n, fields, cells) of the number in each cell.
    """
    share = torch.relu(torch.sigmoid(cover) - MIN_COVERAGE) + 1e-6
    share = (share / share.sum(dim=1, keepdim=True)).transpose(1, 2)
    center = share @ cells
    spread = (share.unsqueeze(3) * (cells - center.unsqueeze(2)).square()).sum(dim=2)
    size = (12 * spread + 1).sqrt()  # of a uniform distribution with this variance
    return torch.cat([center, size], dim=2), share


def coverage(places: Tensor, rows: int, columns: int) -> Tensor:
    """How much of each cell (n, cells, fields) places (n, fields, PLACE) cover, 0..1."""
    parts = []
    for axis, count in ((0, columns), (1, rows)):
        low, high = (places[..., axis] + sign * places[..., 2 + axis] / 2 for sign in (-1, 1))
        edge = torch.arange(count) * STRIDE
        inside = torch.minimum(high[..., None], edge + STRIDE) - torch.maximum(low[..., None], edge)
        parts.append(inside.clamp(0, STRIDE) / STRIDE)
    return (parts[1].unsqueeze(3) * parts[0].unsqueeze(2)).flatten(2).transpose(1, 2)


def place_loss(found: Tensor, cover: Tensor, places: Tensor, covered: Tensor) -> Tensor:
    """How far found places (n, fields, PLACE) and logits of the coverage are from the true ones."""
    off = nn.functional.smooth_l1_loss(found / UNIT_PX, places / UNIT_PX, beta=0.1)
    return nn.functional.binary_cross_entropy_with_logits(cover, covered) + PLACE_WEIGHT * off


def errors_in_heights(found: Tensor, places: Tensor) -> Tensor:
    """The errors (3, PLACE) of found places (n, PLACE) in heights of the number, at 50, 90 and 99 %."""
    errors = (found - places).abs() / places[:, 3:]
    return errors.quantile(torch.tensor([0.5, 0.9, 0.99]), dim=0)


def fit_head(
    make: Callable[[], Head], count: int, epochs: int, loss_of: Callable[[Head, Tensor], Tensor], rate: float = RATE
) -> Head:
    """Train a new head on `count` examples; `loss_of` gives its loss for the indexes of a batch."""
    torch.manual_seed(1)
    net, generator = make(), torch.Generator().manual_seed(1)
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.05)
    steps = epochs * count // BATCH
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        loss = loss_of(net, torch.randint(count, (BATCH,), generator=generator))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
    return net.eval()


@torch.no_grad()
def memory_of(encode: Callable[[Tensor], Tensor], images: NDArray[np.uint8]) -> Tensor:
    """The memory (n, cells, width) of a frozen reader for pictures (n, h, w, 3), in half precision."""
    parts = torch.split(torch.from_numpy(images), ENCODED)
    return torch.cat([encode(pictures(part)).half() for part in parts])


def save_head(run: str, net: nn.Module) -> None:
    """Write a trained head as a run, from which it is exported."""
    Run(run).save({"net": net.state_dict(), "averaged": net.state_dict(), "step": 0, "seconds": 0})
