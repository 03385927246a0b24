"""Fast ink for training: printed text and numbers written by one hand, as masks in 0..1.

Unlike `ink`, which the samples are drawn with, this draws from all of MNIST's training split
and from handwriting fonts, and renders each glyph once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from precount_training.digits import read_digits, slant_and_weight
from precount_training.fonts import font_of, text_of
from precount_training.papers import Mask
from precount_training.pixels import blur, shrunk_into
from precount_training.splits import Split, supply

FONT_PX = 72  # text is rendered at this size and resized from there
MOST_BEND = 0.014  # standard deviation of how far parts of a form move, in its heights
FORMS_TRIED = 220  # digits that a writer's forms are picked from; more makes writers more alike


@dataclass(frozen=True)
class DigitShelf:
    """The images (n, 28, 28) uint8 of one digit with slant (px a px) and weight (1 = usual)."""

    images: NDArray[np.uint8]
    slant: NDArray[np.float64]
    weight: NDArray[np.float64]


@cache
def digit_shelves(split: Split) -> tuple[DigitShelf, ...]:
    """Ten shelves, one a digit, of a split's handwritten digits."""
    (first, last), prefix = supply(split).digits, supply(split).digits_file
    images, labels = read_digits(str(prefix), last)
    return tuple(_shelf(images[first:last][labels[first:last] == digit]) for digit in range(10))


def _shelf(images: NDArray[np.uint8]) -> DigitShelf:
    slant, weight = slant_and_weight(images.astype(np.float32) / 255)
    return DigitShelf(images, slant.astype(np.float64), weight / weight.mean())


@dataclass(frozen=True)
class Writer:
    """How one person writes. Lengths are shares of the digits' height."""

    seed: int
    split: Split
    source: Literal["mnist", "font"]
    font: str
    slant: float
    weight: float
    pen: float  # level at which the blurred stroke is cut: low is a marker, high a fine pen
    spacing: float
    wobble: float
    narrow: float  # width over natural width
    loose: bool  # forms differ each time instead of repeating


def pick_writer(rng: np.random.Generator, split: Split) -> Writer:
    """A writer; three of four write MNIST's digits, the rest a handwriting font's."""
    return Writer(
        seed=int(rng.integers(2**31)), split=split, source="mnist" if rng.random() < 0.76 else "font",
        font=str(rng.choice(supply(split).written_fonts)), slant=rng.uniform(-0.2, 0.45),
        weight=rng.uniform(0.6, 1.45), pen=rng.uniform(0.24, 0.62), spacing=rng.uniform(-0.02, 0.28),
        wobble=abs(rng.normal(0, 0.05)) + 0.01, narrow=rng.uniform(0.7, 1.2), loose=bool(rng.random() < 0.3),
    )  # fmt: skip


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


def written(rng: np.random.Generator, text: str, writer: Writer, height_px: float, width_px: float) -> Mask:
    """A number in one hand, at most `height_px` x `width_px`: ink (h, w) in 0..1."""
    hand = np.random.default_rng(writer.seed)
    height = max(8, round(height_px * 0.9))
    forms: dict[str, list[Mask]] = {}
    glyphs: list[Mask] = []
    for character in text:
        if character not in forms or (writer.loose and rng.random() < 0.7):
            forms[character] = _forms(rng, hand, character, writer, height)
        glyphs.append(_unsteady(rng, forms[character][int(rng.integers(len(forms[character])))], writer))
    line = _line(rng, glyphs, writer, height)
    return shrunk_into(line, height_px, width_px)


def _forms(
    rng: np.random.Generator, hand: np.random.Generator, character: str, writer: Writer, height: int
) -> list[Mask]:
    """One or two ways in which the writer makes this digit, `height` px high."""
    if writer.source == "font":
        mask = text_mask(character, writer.font, writer.weight > 1)
        return [_inked(mask, height, writer)]
    shelf = digit_shelves(writer.split)[int(character)]
    tried = hand.integers(0, len(shelf.images), FORMS_TRIED)
    if writer.loose and hand.random() < 0.35:  # a hand that keeps to nothing
        tried = rng.integers(0, len(shelf.images), 8)
    distance = np.abs(shelf.slant[tried] - writer.slant) * 3 + np.abs(shelf.weight[tried] - writer.weight)
    chosen = tried[np.argsort(distance)[: 6 if writer.loose else 2]]
    picked = rng.choice(chosen, size=min(2, len(chosen)), replace=False)
    return [_inked(_cropped(shelf.images[int(i)]), height, writer) for i in picked]


def _inked(image: NDArray[np.uint8], height: int, writer: Writer) -> Mask:
    """A digit's picture redrawn smoothly at `height` px with the writer's pen: (h, w) in 0..1."""
    padded = np.pad(image, 2)
    scale = height / image.shape[0]
    size = (max(4, round(padded.shape[1] * scale * writer.narrow)), max(4, round(padded.shape[0] * scale)))
    smooth = cv2.resize(padded, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    ink = np.asarray(smooth, dtype=np.float32) / np.float32(255)
    if writer.source == "font":
        return np.asarray(np.clip(ink, 0, 1), dtype=np.float32)
    ink = blur(ink, max(0.5, scale * 0.5))
    soft = 0.14  # how gradually ink ends, so that edges are not jagged
    return np.asarray(np.clip((ink - writer.pen + soft) / (2 * soft), 0, 1), dtype=np.float32)


def _unsteady(rng: np.random.Generator, glyph: Mask, writer: Writer) -> Mask:
    """The same form is never made twice alike: a little bend, shear, turn and size."""
    glyph = _bent(rng, glyph)
    height, width = glyph.shape
    shear, turn = rng.normal(0, 0.6 * writer.wobble), rng.normal(0, 0.8 * writer.wobble)
    grow_x, grow_y = 1 + rng.normal(0, writer.wobble, 2)
    reach = int(abs(shear + turn) * height) + 2
    matrix = np.array([[grow_x, shear - turn, reach - shear * height / 2], [turn, grow_y, -turn * width / 2]])
    size = (max(3, int(width * grow_x) + 2 * reach), max(3, int(height * grow_y) + 2))
    return np.asarray(cv2.warpAffine(glyph, matrix, size, flags=cv2.INTER_LINEAR), dtype=np.float32)


def _bent(rng: np.random.Generator, glyph: Mask) -> Mask:
    """A form whose parts stand a little elsewhere: (h, w) → the same size, up to a tenth or so pushed about."""
    height, width = glyph.shape
    reach = height * abs(rng.normal(0, MOST_BEND))
    coarse = rng.normal(0, 1, (2, 3, 3)).astype(np.float32)
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) * np.float32(reach) for part in coarse)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    bent = cv2.remap(glyph, np.asarray(x + dx, np.float32), np.asarray(y + dy, np.float32), cv2.INTER_LINEAR)
    return np.asarray(bent, dtype=np.float32)


def _line(rng: np.random.Generator, glyphs: list[Mask], writer: Writer, height: int) -> Mask:
    """Glyphs side by side with the writer's spacing and baseline, cropped to the ink."""
    tilt = rng.normal(0, 0.015)
    places: list[tuple[Mask, int, int]] = []
    x = 4.0
    for glyph in glyphs:
        columns = np.where(glyph.max(axis=0) > 0.3)[0]
        if len(columns):
            glyph = glyph[:, columns[0] : columns[-1] + 1]
        y = (rng.normal(0, writer.wobble) + tilt * x / height) * height
        places.append((glyph, int(x), int(y)))
        x += glyph.shape[1] + height * max(-0.03, writer.spacing + rng.normal(0, 0.035))
    lowest = min(y for _, _, y in places)
    tallest = max(g.shape[0] + y - lowest for g, _, y in places)
    line = np.zeros((tallest + 2, max(left + g.shape[1] for g, left, _ in places) + 4), np.float32)
    for glyph, left, y in places:
        spot = line[y - lowest : y - lowest + glyph.shape[0], left : left + glyph.shape[1]]
        np.maximum(spot, glyph, out=spot)
    return line
