"""Where a number is in a picture: the rectangle with the mean and the variance of the cells that it covers."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from precount_training.reader_model import STRIDE

PLACE = 4  # center x, center y, width, height in px of the picture
LEAST = 0.15  # of a cell's coverage: less is noise, which would widen the place
PLACE_WEIGHT, UNIT_PX = 2.0, 20.0


def cell_centers(rows: int, columns: int) -> Tensor:
    """The centers (cells, 2) of a map's cells, px of the picture."""
    y, x = torch.meshgrid(torch.arange(rows) + 0.5, torch.arange(columns) + 0.5, indexing="ij")
    return torch.stack([x.flatten(), y.flatten()], dim=1) * STRIDE


def place_of(cover: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
    """Logits (n, cells, fields) of how much a number covers each cell → places (n, fields, PLACE).

    Also the share (n, fields, cells) of the number in each cell.
    """
    share = torch.relu(torch.sigmoid(cover) - LEAST) + 1e-6
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
