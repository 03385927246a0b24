"""Hard negatives that look like stickers: real price tags, caps, carton prints and posters."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import backgrounds, lettering
from precount_training.papers import Rgba, stamp
from precount_training.splits import Split, sources_of
from precount_training.sticker import GOODS
from precount_training.wild_sheets import blank

UNITS = ("g", "kg", "ml", "l", "cl", "oz", "%", "x", " pcs", "st", "W", "cm", "er", "g e")
SLOGANS = ("NEW", "BIO", "SALE", "2 for 1", "OFFER", "fresh", "ORIGINAL", "extra", "family pack", "-30%", "best before")
MIN_CONTRAST = 60.0


def real_price_tag(rng: np.random.Generator, split: Split, width_px: int) -> Rgba:
    """A crop of a real price tag (h, `width_px`, 4) in 0..1."""
    tags = backgrounds.price_tags(split)
    tag = tags[int(rng.integers(len(tags)))]
    height = max(16, round(width_px * tag.shape[0] / tag.shape[1]))
    sheet = cv2.resize(tag, (width_px, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return np.dstack([sheet, np.ones((height, width_px), np.float32)]).astype(np.float32)


def draw_pack(rng: np.random.Generator, split: Split, width_px: int) -> Rgba:
    """A cap, a carton's print or a poster (h, `width_px`, 4) in 0..1."""
    kind = rng.random()
    color = rng.uniform(20, 250, 3).astype(np.float32)
    text = _contrasting(rng, color)
    font = str(rng.choice(sources_of(split).print_fonts))
    if kind < 0.35:
        return _cap(rng, width_px, color, text, font)
    height = round(width_px * rng.uniform(0.25, 1.1))
    sheet = blank(rng, height, width_px, color)
    if rng.random() < 0.4:  # a field of another color behind the print
        field = [float(v) / 255 for v in rng.uniform(20, 250, 3)]
        y0, y1 = sorted(round(v * height) for v in rng.uniform(0, 1, 2))
        cv2.rectangle(sheet, (0, y0), (width_px, y1), field, -1)
    for _ in range(int(rng.integers(1, 4))):
        line = lettering.fit(
            lettering.text_mask(_print(rng), font, bool(rng.random() < 0.7)),
            height * rng.uniform(0.12, 0.55), width_px * rng.uniform(0.4, 0.95), rng.uniform(0.8, 1.2),
        )  # fmt: skip
        x, y = rng.uniform(0, max(1, width_px - line.shape[1])), rng.uniform(0, max(1, height - line.shape[0]))
        stamp(sheet, line, x, y, text, rng.uniform(0.6, 1))
    alpha = np.ones((height, width_px), np.float32)
    return np.dstack([np.clip(sheet, 0, 1), alpha]).astype(np.float32)


def draw_printed_number(rng: np.random.Generator, split: Split, width_px: int) -> Rgba:
    """A number of three or four digits printed straight on the goods (h, `width_px`, 4) in 0..1: ink without paper.

    The detector took such numbers for shelf tags, whose digits are on a card or a rail.
    """
    number = str(rng.choice([rng.integers(100, 1000), rng.integers(1, 20) * 50 + 50, rng.integers(1000, 10000)]))
    font = str(rng.choice(sources_of(split).print_fonts))
    mask = lettering.text_mask(number, font, bool(rng.random() < 0.8))
    line = lettering.fit(mask, width_px * rng.uniform(0.25, 0.8), width_px, rng.uniform(0.8, 1.2))
    ink = rng.uniform(0, 255, 3).astype(np.float32) / 255
    return np.dstack([np.broadcast_to(ink, (*line.shape, 3)), line * rng.uniform(0.7, 1)]).astype(np.float32)


def _cap(
    rng: np.random.Generator, width_px: int, color: NDArray[np.float32], text: NDArray[np.float32], font: str
) -> Rgba:
    """A bottle cap or lid seen from the front: round or wide, with grooves or a print, or bare."""
    height = round(width_px * rng.uniform(0.35, 1.0))
    sheet = blank(rng, height, width_px, color)
    x = np.linspace(-1, 1, width_px, dtype=np.float32)
    sheet *= (1 - rng.uniform(0.2, 0.7) * x**2)[None, :, None]  # a cylinder's light
    if rng.random() < 0.5:
        grooves = 1 + rng.uniform(0.05, 0.25) * np.sin(np.arcsin(np.clip(x, -1, 1)) * rng.uniform(12, 50))
        sheet *= grooves[None, :, None].astype(np.float32)
    if rng.random() < 0.4:
        line = lettering.fit(lettering.text_mask(_print(rng), font, True), height * 0.4, width_px * 0.7)
        stamp(sheet, line, (width_px - line.shape[1]) / 2, height * rng.uniform(0.2, 0.5), text, 0.9)
    alpha = np.zeros((height, width_px), np.uint8)
    if rng.random() < 0.4:
        cv2.ellipse(
            alpha, (width_px // 2, height // 2), (width_px // 2 - 1, height // 2 - 1), 0, 0, 360, 255, -1, cv2.LINE_AA
        )
    else:
        alpha[:] = 255
    return np.dstack([np.clip(sheet, 0, 1), alpha.astype(np.float32) / 255]).astype(np.float32)


def _print(rng: np.random.Generator) -> str:
    """A text as printed on packages: weight, count, slogan, date or article number."""
    kind = rng.random()
    amount = str(rng.choice([rng.integers(1, 20), rng.integers(2, 100) * 5, rng.integers(1, 10) * 100]))
    unit = str(rng.choice(UNITS))
    if kind < 0.25:
        return amount + unit
    if kind < 0.4:
        return f"{amount}{unit}/{rng.integers(2, 60)}"
    if kind < 0.5:
        return f"{rng.integers(2, 48)} x {amount}{unit}"
    if kind < 0.6:
        return f"{rng.integers(1, 29):02d}.{rng.integers(1, 13):02d}.{rng.integers(24, 32)}"
    if kind < 0.68:
        return str(rng.integers(10**7, 10**13))
    return str(rng.choice(SLOGANS)) if kind < 0.85 else str(rng.choice(GOODS))


def _contrasting(rng: np.random.Generator, color: NDArray[np.float32]) -> NDArray[np.float32]:
    for _ in range(6):
        other = rng.uniform(0, 255, 3).astype(np.float32)
        if np.linalg.norm(other - color) > MIN_CONTRAST:
            return other
    return np.full(3, 0 if color.mean() > 128 else 255, np.float32)
