"""Text drawn with the fonts of `sources`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from precount_training.sources import font_file


@lru_cache(maxsize=512)
def font_of(family: str, bold: bool, size_px: int) -> ImageFont.FreeTypeFont:
    """A font, ready to draw with."""
    return ImageFont.truetype(str(font_file(family, bold)), size_px)


def text_of(text: str, font: ImageFont.FreeTypeFont) -> NDArray[np.uint8]:
    """`text` with 1 px around its ink: (h, w), 255 where there is ink."""
    left, top, right, bottom = (int(v) for v in font.getbbox(text))
    image = Image.new("L", (max(1, right - left) + 2, max(1, bottom - top) + 2))
    ImageDraw.Draw(image).text((1 - left, 1 - top), text, fill=255, font=font)
    return np.asarray(image, dtype=np.uint8)
