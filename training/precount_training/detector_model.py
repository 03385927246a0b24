"""The detector: a reduced photo → where stickers and shelf tags are, with their size and angle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training.geometry import RotatedRect
from precount_training.reader_model import Residual, conv

STRIDE = 8
MULTIPLE = 32  # the photo's sides are padded to multiples of this
WIDTHS = (12, 24, 40, 56, 80)  # at strides 2, 4, 8, 16, 32
NECK = 32
SCORES, BOX = 2, 6  # sticker, tag; dx, dy, log width, log height, cos 2a, sin 2a
UNIT_PX = 64.0  # the unit of box offsets and sizes
MEAN, DEVIATION = 0.45, 0.25  # approximately, of photos in 0..1


class Detector(nn.Module):
    """Photos (n, 3, h, w) in 0..1, h and w multiples of 32 → (n, 8, h/8, w/8): two score logits and a box."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.to8 = nn.Sequential(conv(3, a, 2), conv(a, b, 2), conv(b, c, 2))
        self.to16 = nn.Sequential(conv(c, d, 2), Residual(d))
        self.to32 = nn.Sequential(conv(d, e, 2), Residual(e), Residual(e))
        self.from32, self.from16 = nn.Conv2d(e, d, 1), nn.Conv2d(d, c, 1)
        self.neck = conv(c, NECK)
        self.head = nn.Conv2d(NECK, SCORES + BOX, 1)
        nn.init.constant_(self.head.bias[:SCORES], -5.0)  # type: ignore[index]  # nearly every place is empty

    def forward(self, photos: Tensor) -> Tensor:
        """Detect in a batch."""
        return self.find((photos - MEAN) / DEVIATION)

    def find(self, normal: Tensor) -> Tensor:
        """The same for normalized photos: the exported network leaves normalizing to a lookup table."""
        at8 = self.to8(normal)
        at16 = self.to16(at8)
        at32 = self.to32(at16)
        at16 = torch.relu(at16 + nn.functional.interpolate(self.from32(at32), scale_factor=2.0, mode="nearest"))
        at8 = torch.relu(at8 + nn.functional.interpolate(self.from16(at16), scale_factor=2.0, mode="nearest"))
        found: Tensor = self.head(self.neck(at8))
        return found


@dataclass(frozen=True)
class Found:
    """A box in px of the picture that the detector saw; label 0 is a sticker, 1 a shelf tag."""

    label: int
    score: float
    rect: RotatedRect


def encode(box: NDArray[np.float32], x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """The six training targets of `box` (cx, cy, w, h px, angle degrees) at places (x, y) px: (6, …)."""
    cx, cy, width, height, angle = (float(v) for v in box)
    twice = np.deg2rad(2 * angle)
    ones = np.ones_like(x)
    return np.stack([
        (cx - x) / UNIT_PX, (cy - y) / UNIT_PX, ones * np.log(width / UNIT_PX), ones * np.log(height / UNIT_PX),
        ones * np.cos(twice), ones * np.sin(twice),
    ]).astype(np.float32)  # fmt: skip


def decode(found: NDArray[np.float32], min_score: float, most: int = 400) -> list[Found]:
    """All boxes of one photo's output (8, h/8, w/8), scores in 0..1, whose score reaches `min_score`, best first.

    Angles are in -90..90: the reader decides whether a sticker is upside down.
    """
    scores = found[:SCORES]
    labels, rows, columns = np.where(scores >= min_score)
    order = np.argsort(-scores[labels, rows, columns], kind="stable")[:most]
    result: list[Found] = []
    for label, row, column in zip(labels[order], rows[order], columns[order], strict=True):
        dx, dy, log_width, log_height, cos2, sin2 = (float(v) for v in found[SCORES:, row, column])
        width, height = (UNIT_PX * float(np.exp(np.clip(v, -4, 4))) for v in (log_width, log_height))
        cx, cy = (float(column) + 0.5) * STRIDE + dx * UNIT_PX, (float(row) + 0.5) * STRIDE + dy * UNIT_PX
        angle = float(np.rad2deg(np.arctan2(sin2, cos2)) / 2)
        rect = RotatedRect(cx - width / 2, cy - height / 2, width, height, angle)
        result.append(Found(int(label), float(scores[label, row, column]), rect))
    return result
