"""From a photo and a box to the reader's crop: the same arithmetic in training, evaluation and the runtime."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import Points, RotatedRect, box_quad, quad_from_rect

CROP_HEIGHT, CROP_WIDTH = 64, 192
# The crop shows a little around the box, so that one that is slightly off still holds every digit.
GROW_WIDTH, GROW_HEIGHT = 1.08, 1.14
MOST_SAMPLES = 4  # a crop px is the mean of at most 4 x 4 samples


def grown(rect: RotatedRect) -> RotatedRect:
    """The part of the photo that the crop shows of a box."""
    width, height = rect.width * GROW_WIDTH, rect.height * GROW_HEIGHT
    x, y = rect.x - (width - rect.width) / 2, rect.y - (height - rect.height) / 2
    return RotatedRect(x, y, width, height, rect.angle)


def crop_of(picture: NDArray[np.uint8], rect: RotatedRect) -> NDArray[np.uint8]:
    """The box `rect` (px, not yet grown) of a picture (h, w, 3) as (CROP_HEIGHT, CROP_WIDTH, 3)."""
    return crop_of_quad(picture, quad_from_rect(grown(rect)))


def crop_of_quad(picture: NDArray[np.uint8], quad: Points) -> NDArray[np.uint8]:
    """The parallelogram `quad` of a picture as a crop.

    Crop px (u, v) has its centre at (u + 0.5, v + 0.5); it is the mean of n x n bilinear samples,
    n = ceil(photo px a crop px), at most MOST_SAMPLES. Outside the photo its edge goes on.
    """
    width = float(np.linalg.norm(quad[1] - quad[0]))
    height = float(np.linalg.norm(quad[3] - quad[0]))
    n = int(np.clip(math.ceil(max(width / CROP_WIDTH, height / CROP_HEIGHT) - 0.1), 1, MOST_SAMPLES))
    target = box_quad(0, 0, CROP_WIDTH * n, CROP_HEIGHT * n)
    # OpenCV counts px centres as whole numbers: half a px less on both sides
    matrix = cv2.getAffineTransform((target[:3] - 0.5).astype(np.float32), (quad[:3] - 0.5).astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpAffine(
        picture, matrix, (CROP_WIDTH * n, CROP_HEIGHT * n), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    if n > 1:
        fine = cv2.resize(fine, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(fine, dtype=np.uint8)
