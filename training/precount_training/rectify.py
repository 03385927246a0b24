"""From a photo and a box to the reader's crop: the same arithmetic in training, evaluation and the runtime."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import Points, RotatedRect, box_quad, quad_from_rect, rotate

CROP_HEIGHT, CROP_WIDTH = 64, 192
FIXED = 65_536
MOST_SAMPLES, MOST_POINTS = 6, 4  # along each side of a crop px: photo px that it is the mean of; points between px


@dataclass(frozen=True)
class Look:
    """How a crop shows a box: so many times as wide and high, and moved by shares of its width and height."""

    grow_width: float
    grow_height: float
    right: float = 0.0
    down: float = 0.0


# The crop shows a little around the box, so that one that is slightly off still holds every digit.
LOOK = Look(1.08, 1.14)
# What is in doubt is looked at again, a little otherwise, and the answers' mean counts: chance errors cancel out.
MORE_LOOKS = (Look(1.03, 1.06, 0.015, 0.03), Look(1.14, 1.24, -0.015, -0.03))


def grown(rect: RotatedRect, look: Look = LOOK) -> RotatedRect:
    """The part of the photo that the crop shows of a box."""
    width, height = rect.width * look.grow_width, rect.height * look.grow_height
    step = np.array([[look.right * rect.width, look.down * rect.height]])
    (right, down), *_ = rotate(step, rect.angle, (0, 0))
    x, y = rect.x - (width - rect.width) / 2 + right, rect.y - (height - rect.height) / 2 + down
    return RotatedRect(float(x), float(y), width, height, rect.angle)


def crop_of(picture: NDArray[np.uint8], rect: RotatedRect, look: Look = LOOK) -> NDArray[np.uint8]:
    """The box `rect` (px, not yet grown) of a picture (h, w, 3) as (CROP_HEIGHT, CROP_WIDTH, 3)."""
    return crop_of_quad(picture, quad_from_rect(grown(rect, look)))


def crop_of_quad(picture: NDArray[np.uint8], quad: Points) -> NDArray[np.uint8]:
    """The parallelogram `quad` of a picture as a crop; outside the photo its edge goes on.

    Where the photo is finer than the crop in both directions, a crop px is the mean of m x n photo px spread evenly
    over it: as good to the reader as points between px, and four times as fast in the runtime. Else it is interpolated.
    """
    m = _samples(float(np.linalg.norm(quad[1] - quad[0])) / CROP_WIDTH)
    n = _samples(float(np.linalg.norm(quad[3] - quad[0])) / CROP_HEIGHT)
    if m == 1 or n == 1:
        return _interpolated(picture, quad)
    height, width = picture.shape[:2]
    columns, rows = CROP_WIDTH * m, CROP_HEIGHT * n
    # in 1/65536 px, as in the runtime
    step = np.floor((quad[1] - quad[0]) / columns * FIXED + 0.5).astype(np.int64)
    share = (np.arange(rows)[:, None] + 0.5) / rows
    start = np.floor((quad[0] + (quad[3] - quad[0]) * share) * FIXED + 0.5).astype(np.int64) + (step >> 1)
    along = np.arange(columns)
    x = np.clip((start[:, :1] + along * step[0]) >> 16, 0, width - 1)
    y = np.clip((start[:, 1:] + along * step[1]) >> 16, 0, height - 1)
    samples = picture[y, x].reshape(CROP_HEIGHT, n, CROP_WIDTH, m, 3)
    return np.asarray(samples.sum(axis=(1, 3), dtype=np.int32) / (m * n) + 0.5, dtype=np.uint8)


def _samples(step: float) -> int:
    """Of a crop px along one side."""
    return int(np.clip(math.ceil(step), 1, MOST_SAMPLES))


def _interpolated(picture: NDArray[np.uint8], quad: Points) -> NDArray[np.uint8]:
    """Each crop px from between four photo px, or from as many such points as it is coarser than the photo."""
    m = _points(float(np.linalg.norm(quad[1] - quad[0])) / CROP_WIDTH)
    n = _points(float(np.linalg.norm(quad[3] - quad[0])) / CROP_HEIGHT)
    target = box_quad(0, 0, CROP_WIDTH * m, CROP_HEIGHT * n)
    # OpenCV counts px centres as whole numbers: half a px less on both sides
    matrix = cv2.getAffineTransform((target[:3] - 0.5).astype(np.float32), (quad[:3] - 0.5).astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpAffine(
        picture, matrix, (CROP_WIDTH * m, CROP_HEIGHT * n), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    if m > 1 or n > 1:
        fine = cv2.resize(fine, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(fine, dtype=np.uint8)


def _points(step: float) -> int:
    """Of a crop px along one side; halves go up, as in the runtime."""
    return int(np.clip(math.floor(step + 0.5), 1, MOST_POINTS))
