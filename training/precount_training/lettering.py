"""Printed text for training, as masks in 0..1; each text is rendered once."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from precount_training.fonts import font_of, text_of
from precount_training.papers import Mask

FONT_PX = 72  # text is rendered at this size and resized from there


@lru_cache(maxsize=8192)
def text_mask(text: str, family: str, bold: bool, spacing_px: int = 0) -> NDArray[np.uint8]:
    """`text` at FONT_PX, cropped to its ink: (h, w) uint8; `spacing_px` is added between characters."""
    font = font_of(family, bold, FONT_PX)
    if spacing_px == 0:
        return text_of(text, font)
    advance = [font.getlength(character) + spacing_px for character in text]
    image = Image.new("L", (int(sum(advance)) + FONT_PX, FONT_PX * 2))
    draw, x = ImageDraw.Draw(image), float(FONT_PX // 3)
    for character, step in zip(text, advance, strict=True):
        draw.text((x, FONT_PX // 4), character, fill=255, font=font)
        x += step
    return _cropped(np.asarray(image, dtype=np.uint8))


def _cropped(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows, columns = np.where(mask > 40)
    if len(rows) == 0:
        return mask[:2, :2]
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def fit(mask: NDArray[np.uint8], height_px: float, width_px: float, narrow: float = 1.0) -> Mask:
    """A mask as large as fits, `narrow` times its natural width: (h, w) in 0..1."""
    height, width = mask.shape[0], mask.shape[1] * narrow
    scale = min(height_px / height, width_px / width)
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(mask, size, interpolation=how), dtype=np.float32) / np.float32(255)
