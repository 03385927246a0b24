"""The strip that shows one number of a sticker, and the number's place in the sticker's crop and in the strip."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import RotatedRect, quad_from_rect, rotate
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH, crop_of_quad

STRIP_HEIGHT, STRIP_WIDTH = STRIP = 48, 160
CROP = (CROP_HEIGHT, CROP_WIDTH)
DIGITS = 6
MIN_SIDE_PX = 4.0  # sides of a number's place in the crop
MARGIN = 0.2  # around a number's ink, in its heights


def with_margin(rect: RotatedRect) -> RotatedRect:
    """The part of the photo that a strip shows of a number."""
    margin = MARGIN * rect.height
    return RotatedRect(
        rect.x - margin, rect.y - margin, rect.width + 2 * margin, rect.height + 2 * margin, rect.angle
    )  # fmt: skip


def strip_of(picture: NDArray[np.uint8], rect: RotatedRect) -> NDArray[np.uint8]:
    """The strip (STRIP_HEIGHT, STRIP_WIDTH, 3) of a number's rect, px of the picture."""
    return crop_of_quad(picture, quad_from_rect(with_margin(rect)), (STRIP_HEIGHT, STRIP_WIDTH))


def in_view(rect: RotatedRect, seen: RotatedRect, size: tuple[int, int]) -> NDArray[np.float32]:
    """A rect as center x, center y, width and height in px of the picture of `size` (height, width) that shows `seen`.

    Both rects have one angle.
    """
    height, width = size
    scale = min(width / seen.width, height / seen.height)
    step = np.array(
        [[rect.x + rect.width / 2 - seen.x - seen.width / 2, rect.y + rect.height / 2 - seen.y - seen.height / 2]]
    )
    (right, down), *_ = rotate(step, -seen.angle, (0, 0))
    return np.array(
        [width / 2 + right * scale, height / 2 + down * scale, rect.width * scale, rect.height * scale], np.float32
    )


def from_view(place: NDArray[np.float32], seen: RotatedRect, size: tuple[int, int]) -> RotatedRect:
    """The rect in the photo of a place in shares of the picture of `size` (height, width) that shows `seen`."""
    rows, columns = size
    scale = min(columns / seen.width, rows / seen.height)
    cx, cy, width, height = (float(v) for v in place)
    step = np.array([[(cx - 0.5) * columns / scale, (cy - 0.5) * rows / scale]])
    (right, down), *_ = rotate(step, seen.angle, (0, 0))
    width, height = (max(MIN_SIDE_PX, size) / scale for size in (width * columns, height * rows))
    x, y = seen.x + seen.width / 2 + right - width / 2, seen.y + seen.height / 2 + down - height / 2
    return RotatedRect(float(x), float(y), width, height, seen.angle)


def in_crop(rect: RotatedRect, seen: RotatedRect) -> NDArray[np.float32]:
    """A number's rect in px of the crop that shows `seen`."""
    return in_view(rect, seen, CROP)


def from_crop(place: NDArray[np.float32], seen: RotatedRect) -> RotatedRect:
    """The rect in the photo of a place in shares of the crop that shows `seen`."""
    return from_view(place, seen, CROP)


def in_strip(rect: RotatedRect, shown: RotatedRect) -> NDArray[np.float32]:
    """A number's rect in px of the strip that was cut for `shown`."""
    return in_view(rect, with_margin(shown), STRIP)


def from_strip(place: NDArray[np.float32], shown: RotatedRect) -> RotatedRect:
    """The rect in the photo of a place in shares of the strip that was cut for `shown`."""
    return from_view(place, with_margin(shown), STRIP)
