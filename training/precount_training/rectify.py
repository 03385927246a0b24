"""From a photo and a box to the reader's crop: the same arithmetic in training, evaluation and the runtime."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import Points, RotatedRect, box_quad, quad_from_rect, rotate

CROP_HEIGHT, CROP_WIDTH = 96, 192
FILL = 128  # level around a box that has another aspect ratio than the crop
FIXED = 65_536
MAX_SAMPLES, MAX_POINTS = 6, 4  # along each side of a crop px: photo px that it is the mean of; points between px


@dataclass(frozen=True)
class CropView:
    """The part of the photo that a crop of a box shows: the box scaled by `grow_…`, and moved by shares of its sides.

    In the manifest: `look` and `moreLooks`.
    """

    grow_width: float
    grow_height: float
    right: float = 0.0
    down: float = 0.0


# The crop shows a margin around the box, so that a slightly misplaced box still contains every digit.
CROP_VIEW = CropView(1.08, 1.14)
# Doubtful boxes are read again with slightly different crops. The mean of the answers counts, because random errors
# cancel out.
MORE_CROP_VIEWS = (CropView(1.03, 1.06, 0.015, 0.03), CropView(1.14, 1.24, -0.015, -0.03))


def grown(rect: RotatedRect, view: CropView = CROP_VIEW) -> RotatedRect:
    """The part of the photo that the crop shows of a box."""
    width, height = rect.width * view.grow_width, rect.height * view.grow_height
    step = np.array([[view.right * rect.width, view.down * rect.height]])
    (right, down), *_ = rotate(step, rect.angle, (0, 0))
    x, y = rect.x - (width - rect.width) / 2 + right, rect.y - (height - rect.height) / 2 + down
    return RotatedRect(float(x), float(y), width, height, rect.angle)


def crop_of(picture: NDArray[np.uint8], rect: RotatedRect, view: CropView = CROP_VIEW) -> NDArray[np.uint8]:
    """The box `rect` (px, not yet grown) of a picture (h, w, 3) as (CROP_HEIGHT, CROP_WIDTH, 3)."""
    return crop_of_quad(picture, quad_from_rect(grown(rect, view)))


def crop_of_quad(
    picture: NDArray[np.uint8], quad: Points, size: tuple[int, int] = (CROP_HEIGHT, CROP_WIDTH)
) -> NDArray[np.uint8]:
    """The parallelogram `quad` of a picture as large as fits a crop of `size` (height, width), its aspect ratio kept,
    with FILL around it."""
    sides = float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0]))
    width, height = inner_size(*sides, size)
    crop = np.full((*size, 3), FILL, np.uint8)
    top, left = (size[0] - height) // 2, (size[1] - width) // 2
    crop[top : top + height, left : left + width] = cut(picture, quad, width, height)
    return crop


def inner_size(width: float, height: float, size: tuple[int, int] = (CROP_HEIGHT, CROP_WIDTH)) -> tuple[int, int]:
    """Width and height in crop px of a box in a crop of `size` (height, width). Halves go up, as in the runtime."""
    scale = min(size[1] / width, size[0] / height)
    sides = ((width, size[1]), (height, size[0]))
    return tuple(min(most, max(1, math.floor(side * scale + 0.5))) for side, most in sides)  # type: ignore[return-value]


def cut(picture: NDArray[np.uint8], quad: Points, width: int, height: int) -> NDArray[np.uint8]:
    """The parallelogram `quad` of a picture as (height, width, 3); outside the photo its edge is repeated.

    Where the photo is finer than the result in both directions, a px is the mean of m x n photo px spread evenly
    over it: as good to the reader as interpolation, and four times as fast in the runtime. Else it is interpolated.
    """
    m = _samples(float(np.linalg.norm(quad[1] - quad[0])) / width)
    n = _samples(float(np.linalg.norm(quad[3] - quad[0])) / height)
    if m == 1 or n == 1:
        return _interpolated(picture, quad, width, height)
    rows_px, columns_px = picture.shape[:2]
    columns, rows = width * m, height * n
    # in 1/65536 px, as in the runtime
    step = np.floor((quad[1] - quad[0]) / columns * FIXED + 0.5).astype(np.int64)
    share = (np.arange(rows)[:, None] + 0.5) / rows
    start = np.floor((quad[0] + (quad[3] - quad[0]) * share) * FIXED + 0.5).astype(np.int64) + (step >> 1)
    along = np.arange(columns)
    x = np.clip((start[:, :1] + along * step[0]) >> 16, 0, columns_px - 1)
    y = np.clip((start[:, 1:] + along * step[1]) >> 16, 0, rows_px - 1)
    samples = picture[y, x].reshape(height, n, width, m, 3)
    return np.asarray(samples.sum(axis=(1, 3), dtype=np.int32) / (m * n) + 0.5, dtype=np.uint8)


def _samples(step: float) -> int:
    """Number of photo px per crop px along one side."""
    return int(np.clip(math.ceil(step), 1, MAX_SAMPLES))


def _interpolated(picture: NDArray[np.uint8], quad: Points, width: int, height: int) -> NDArray[np.uint8]:
    """Each px interpolated between four photo px, or the mean of m x n such points where the photo is finer."""
    m = _points(float(np.linalg.norm(quad[1] - quad[0])) / width)
    n = _points(float(np.linalg.norm(quad[3] - quad[0])) / height)
    target = box_quad(0, 0, width * m, height * n)
    # OpenCV counts px centers as whole numbers: half a px less on both sides
    matrix = cv2.getAffineTransform((target[:3] - 0.5).astype(np.float32), (quad[:3] - 0.5).astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpAffine(picture, matrix, (width * m, height * n), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if m > 1 or n > 1:
        fine = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(fine, dtype=np.uint8)


def _points(step: float) -> int:
    """Number of interpolated points per crop px along one side; halves are rounded up, as in the runtime."""
    return int(np.clip(math.floor(step + 0.5), 1, MAX_POINTS))
