"""Ink on the samples' paper: printed text, barcodes, and handwritten numbers of one writer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.digits import read_digits, slant_and_weight
from precount_training.fonts import font_of, text_of
from precount_training.papers import Mask, soft_noise
from precount_training.pixels import blur, shrunk_into
from precount_training.sources import CACHE, MNIST, folder_of

PRINT_INKS = ((22, 22, 24), (30, 30, 34), (48, 46, 48), (20, 24, 60))
PEN_INKS = ((24, 24, 28), (22, 38, 110), (28, 52, 140), (18, 18, 20), (120, 24, 30))


def printed(text: str, family: str, height_px: float, width_px: float, bold: bool = True) -> Mask:
    """`text` as large as fits into height x width px: ink (h, w) in 0..1, cropped to the glyphs."""
    left, top, right, bottom = font_of(family, bold, 100).getbbox(text)
    scale = min(height_px / max(1, bottom - top), width_px / max(1, right - left))
    mask = text_of(text, font_of(family, bold, max(6, int(100 * scale))))
    return np.asarray(mask, dtype=np.float32) / np.float32(255)


def print_wear(rng: np.random.Generator, ink: Mask, amount: float) -> Mask:
    """Thermal print that is no longer perfect: faded clouds, fine grain and pale scan lines."""
    height, width = ink.shape
    fade = 1 - amount * np.abs(soft_noise(rng, height, width, max(8, height / 2)))
    grain = 1 - amount * 0.6 * np.clip(soft_noise(rng, height, width, 2.5), 0, 1)
    lines = np.ones(height, dtype=np.float32)
    for row in rng.integers(0, height, int(rng.integers(0, 3))):
        lines[row : row + 2] = 1 - amount
    return np.asarray(ink * fade * grain * lines[:, None], dtype=np.float32)


def barcode(rng: np.random.Generator, height_px: int, width_px: int) -> Mask:
    """Bars that look like an EAN's: ink (h, w)."""
    modules = rng.integers(0, 2, 95).astype(np.float32)
    modules[:3] = modules[-3:] = (1, 0, 1)
    bars = cv2.resize(modules[None, :], (max(8, width_px), max(4, height_px)), interpolation=cv2.INTER_AREA)
    return np.asarray(bars, dtype=np.float32)


@dataclass(frozen=True)
class Digits:
    """MNIST's training split: images (n, 28, 28) uint8, and per digit its slant and stroke share."""

    images: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    slant: NDArray[np.float64]  # horizontal shift per px of height; 0 = upright
    weight: NDArray[np.float64]  # stroke width relative to the digit's mean; 1 = usual
    typical: NDArray[np.float64]  # likeness to the digit's mean image, 0..1


@cache
def load_digits(limit: int = 12_000, cache_dir: Path = CACHE) -> Digits:
    """The first `limit` training digits with their measures. Needs `sources.fetch()` to have run."""
    images, labels = read_digits(str(folder_of(MNIST, cache_dir) / "data" / "train"), limit)
    ink = images.astype(np.float64) / 255
    slant, weight = slant_and_weight(ink)
    for digit in range(10):  # a one has little ink however thick the pen, so weights are compared within a digit
        weight[labels == digit] /= weight[labels == digit].mean()
    flat = ink.reshape(len(ink), -1)
    typical = np.zeros(len(ink))
    for digit in range(10):
        chosen = labels == digit
        mean = flat[chosen].mean(axis=0)
        typical[chosen] = flat[chosen] @ mean / (np.linalg.norm(flat[chosen], axis=1) * np.linalg.norm(mean))
    return Digits(images, labels, slant, weight, typical)


@dataclass(frozen=True)
class Hand:
    """How one person writes: slant, stroke weight, pen width, spacing and variation."""

    seed: int
    slant: float
    weight: float
    pen: float  # level at which the blurred stroke is cut: low is a marker, high a fine pen
    spacing: float  # gap between digits as a share of the height
    wobble: float  # height and baseline differences as a share of the height


def pick_hand(rng: np.random.Generator) -> Hand:
    """A writer."""
    return Hand(
        seed=int(rng.integers(2**31)), slant=rng.uniform(-0.05, 0.35), weight=rng.uniform(0.7, 1.3),
        pen=rng.uniform(0.34, 0.58), spacing=rng.uniform(0.05, 0.2), wobble=rng.uniform(0.01, 0.05),
    )  # fmt: skip


def _glyph(image: NDArray[np.uint8], height_px: int, pen: float) -> Mask:
    """One digit, cropped and redrawn smoothly at `height_px`: ink (h, w) in 0..1."""
    rows, columns = np.where(image > 60)
    crop = np.pad(image[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1], 2)
    scale = height_px / (crop.shape[0] - 4)
    size = (max(3, round(crop.shape[1] * scale)), max(3, round(crop.shape[0] * scale)))
    smooth = cv2.resize(crop, size, interpolation=cv2.INTER_CUBIC).astype(np.float32) / np.float32(255)
    smooth = blur(smooth, max(0.5, scale * 0.55))
    soft = 0.12  # ink levels over which an edge runs from paper to ink
    return np.asarray(np.clip((smooth - pen + soft) / (2 * soft), 0, 1), dtype=np.float32)


def handwritten_number(rng: np.random.Generator, text: str, hand: Hand, height_px: float, width_px: float) -> Mask:
    """A number by one writer, as large as fits into height x width px: ink (h, w) in 0..1.

    Digits come from different people, so for each the most alike in slant and weight are
    taken, and the same image again for a digit that repeats, now and then.
    """
    digits = load_digits()
    writer = np.random.default_rng(hand.seed)
    likes: dict[int, NDArray[np.int64]] = {}
    distance = np.abs(digits.slant - hand.slant) * 3 + np.abs(digits.weight - hand.weight)
    distance = distance + (1 - digits.typical) * 1.5 + writer.uniform(0, 0.15, len(distance))
    glyphs: list[Mask] = []
    height = round(height_px * 0.86)
    for character in text:
        digit = int(character)
        if digit not in likes:
            own = np.where(digits.labels == digit)[0]
            likes[digit] = own[np.argsort(distance[own])[:3]]
        image = digits.images[int(rng.choice(likes[digit]))]
        glyphs.append(_glyph(image, round(height * (1 + rng.normal(0, hand.wobble))), hand.pen))
    gaps = [height * max(0.0, hand.spacing + rng.normal(0, 0.03)) for _ in glyphs]
    total = int(sum(g.shape[1] for g in glyphs) + sum(gaps)) + 4
    line = np.zeros((max(g.shape[0] for g in glyphs) + int(height * 0.16) + 4, total), dtype=np.float32)
    x = 2.0
    for glyph, gap in zip(glyphs, gaps, strict=True):
        lift = rng.normal(0, hand.wobble) * height
        y = int(np.clip((line.shape[0] - glyph.shape[0]) / 2 + lift, 0, line.shape[0] - glyph.shape[0]))
        spot = line[y : y + glyph.shape[0], int(x) : int(x) + glyph.shape[1]]
        np.maximum(spot, glyph[:, : spot.shape[1]], out=spot)
        x += glyph.shape[1] + gap
    rough = soft_noise(rng, line.shape[0], line.shape[1], max(4, height / 8))
    line *= np.asarray(1 - 0.18 * np.clip(rough, 0, 1), dtype=np.float32)
    return shrunk_into(line, height_px, width_px)
