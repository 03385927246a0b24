"""Stickers for training, as varied as can be and quick to draw (`sticker` draws the tidy ones of the samples)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import lettering
from precount_training.lettering import Writer
from precount_training.papers import Mask, Rgb, soft_noise
from precount_training.splits import Split, supply
from precount_training.truth import Family

Colour = NDArray[np.float32]  # (3,) sRGB in 0..255
Place = tuple[float, float, float, float]  # x, y, width, height in px of the sheet

WORDS = (
    "QTY", "Qty", "qty", "QTY:", "Qty.", "Qty:", "Q", "Q:", "PCS", "Pcs", "pcs", "PCS:", "pc", "UNITS", "Units",
    "COUNT", "Count:", "No.", "Amount", "Stk", "ea.", "TOTAL", "x",
)  # fmt: skip
HEADINGS = (
    "STOCKTAKE", "INVENTORY", "COUNT", "ITEM", "ITEM CODE", "PRECOUNT", "STOCK CHECK", "COUNTED", "STOCK COUNT",
    "Inventory", "Item no.", "Code", "CODE", "Article", "ARTICLE NO", "SKU", "Product", "AUDIT", "Stock", "WAREHOUSE",
)  # fmt: skip
SMALL = ("do not remove", "counted by", "checked", "initials", "shop floor", "thank you", "date", "team", "sign")
LIGHT_PAPERS = (
    (246, 246, 244), (238, 234, 222), (250, 226, 74), (255, 170, 66), (246, 140, 170), (150, 214, 116),
    (140, 198, 236), (240, 92, 78), (200, 160, 220), (120, 210, 200), (205, 170, 125), (235, 95, 170), (100, 220, 110),
)  # fmt: skip
PRINT_INKS = ((20, 20, 22), (34, 34, 36), (52, 50, 52), (20, 26, 70), (90, 20, 24))
PEN_INKS = (
    (22, 22, 26), (20, 36, 110), (28, 60, 170), (14, 14, 16), (150, 24, 30), (200, 30, 36), (16, 92, 52),
    (70, 70, 74), (96, 40, 120),
)  # fmt: skip
LEAST_CONTRAST = 70.0  # Euclidean distance of ink and paper in sRGB: below it not even a person reads surely
DIGITS_WEIGHTS = (0.37, 0.29, 0.18, 0.11, 0.03, 0.02)


def pick_code(rng: np.random.Generator) -> str:
    """Six digits; leading zeros and runs of one digit more often than chance has them."""
    digits = rng.integers(0, 10, 6)
    if rng.random() < 0.08:
        digits[: int(rng.integers(1, 5))] = 0
    if rng.random() < 0.12:
        at = int(rng.integers(0, 5))
        digits[at : at + int(rng.integers(2, 5))] = digits[at]
    return "".join(str(d) for d in digits)


def pick_quantity(rng: np.random.Generator) -> str:
    """One to six digits without a leading zero, a single one often."""
    count = int(rng.choice(6, p=DIGITS_WEIGHTS)) + 1
    return str(int(rng.integers(10 ** (count - 1), 10**count)))


@dataclass(frozen=True)
class Field:
    """How one number is put on the paper."""

    written: bool
    font: str
    bold: bool
    narrow: float
    spacing_px: int
    colour: Colour
    size: float  # share of its place's height
    align: float  # 0 left, 1 right


def _paper(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.1:
        return rng.uniform(90, 255, 3).astype(np.float32)
    index = int(rng.choice(len(LIGHT_PAPERS), p=_PAPER_WEIGHTS))
    return np.clip(np.array(LIGHT_PAPERS[index]) + rng.normal(0, 9, 3), 20, 255).astype(np.float32)


_PAPER_WEIGHTS = np.array([5.0, 2.0] + [1.0] * (len(LIGHT_PAPERS) - 2)) / (7.0 + len(LIGHT_PAPERS) - 2)


def _ink(rng: np.random.Generator, paper: Colour, inks: tuple[tuple[int, int, int], ...]) -> Colour:
    """An ink that can be told from the paper."""
    for _ in range(8):
        ink = np.clip(np.array(inks[int(rng.integers(len(inks)))]) + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
        if np.linalg.norm(ink - paper) >= LEAST_CONTRAST:
            return ink
    return np.array((16, 16, 18) if paper.mean() > 100 else (245, 245, 245), np.float32)


def _field(rng: np.random.Generator, split: Split, paper: Colour, is_written: bool, font: str) -> Field:
    inks = PEN_INKS if is_written else PRINT_INKS
    return Field(
        is_written, font, bool(rng.random() < 0.6), float(np.clip(rng.normal(1, 0.12), 0.65, 1.35)),
        int(rng.integers(1, 12)) if rng.random() < 0.15 else 0, _ink(rng, paper, inks),
        float(rng.uniform(0.66, 1.0)), float(rng.choice([0.06, 0.5, 0.94], p=[0.34, 0.4, 0.26])),
    )  # fmt: skip


def stamp(sheet: Rgb, ink: Mask, x: float, y: float, colour: Colour, density: float) -> None:
    """Put ink (h, w) onto the sheet (0..1) with its top left at (x, y), clipped to the sheet."""
    left, top = round(x), round(y)
    ink = ink[max(0, -top) :, max(0, -left) :]
    left, top = max(0, left), max(0, top)
    part = sheet[top : top + ink.shape[0], left : left + ink.shape[1]]
    alpha = (ink[: part.shape[0], : part.shape[1]] * np.float32(density))[..., None]
    part *= 1 - alpha
    part += colour / np.float32(255) * alpha


def draw_wild_sticker(
    rng: np.random.Generator, split: Split, family: Family, code: str, quantity: str, width_px: int
) -> NDArray[np.float32]:
    """A flat sticker (h, `width_px`, 4), sRGB and alpha in 0..1."""
    above = rng.random() < (0.64 if len(quantity) < 4 else 0.85)
    height = round(width_px * (rng.uniform(0.44, 0.72) if above else rng.uniform(0.24, 0.42)))
    paper = _paper(rng)
    sheet = blank(rng, height, width_px, paper)
    fonts = supply(split).print_fonts
    font = str(rng.choice(fonts))
    writer = lettering.pick_writer(rng, split)
    code_field = _field(rng, split, paper, family == "hand", font)
    other = font if rng.random() < 0.7 else str(rng.choice(fonts))
    quantity_field = _field(rng, split, paper, family != "print", other)
    if family == "hand" and rng.random() < 0.7:  # one pen for both, mostly
        quantity_field = Field(**{**vars(quantity_field), "colour": code_field.colour})
    text = _ink(rng, paper, PRINT_INKS)
    code_place, quantity_place = _places(rng, sheet, above, font, text)
    _number(rng, sheet, code, code_field, writer, code_place)
    quantity_place = _word(rng, sheet, quantity_place, above, font, text)
    if family == "hand" and rng.random() < 0.05:  # a colleague filled in the rest
        writer = lettering.pick_writer(rng, split)
    _number(rng, sheet, quantity, quantity_field, writer, quantity_place)
    _frame(rng, sheet, paper)
    return np.dstack([np.clip(sheet, 0, 1), outline(rng, height, width_px)])


def blank(rng: np.random.Generator, height: int, width: int, colour: Colour) -> Rgb:
    """A sheet of paper (height, width, 3) in 0..1 with faint clouds and edges."""
    tone = 1 + rng.uniform(0, 0.03) * soft_noise(rng, height, width, width / 4)
    tone[:1] *= 0.93
    tone[-1:] *= 0.9
    return np.asarray(np.clip(tone[..., None] * (colour / np.float32(255)), 0, 1), dtype=np.float32)


def outline(rng: np.random.Generator, height: int, width: int) -> Mask:
    """Alpha (height, width): square, or with round corners."""
    alpha = np.ones((height, width), np.float32)
    if rng.random() < 0.3:
        radius = max(2, int(height * rng.uniform(0.04, 0.16)))
        y, x = np.mgrid[0:radius, 0:radius].astype(np.float32)
        corner = np.clip(radius + 0.5 - np.hypot(radius - x, radius - y), 0, 1)
        alpha[:radius, :radius], alpha[:radius, -radius:] = corner, corner[:, ::-1]
        alpha[-radius:, :radius], alpha[-radius:, -radius:] = corner[::-1], corner[::-1, ::-1]
    return alpha


def _places(rng: np.random.Generator, sheet: Rgb, above: bool, font: str, text: Colour) -> tuple[Place, Place]:
    """Where code and quantity go; draws heading, small print and divider on the way."""
    height, width = sheet.shape[:2]
    margin = height * (rng.uniform(0.0, 0.03) if rng.random() < 0.18 else rng.uniform(0.03, 0.1))
    top, bottom = margin, height - margin
    if rng.random() < 0.42:
        band = height * rng.uniform(0.09, 0.2)
        head = lettering.fit(lettering.text_mask(str(rng.choice(HEADINGS)), font, True), band, width * 0.8)
        x = margin + rng.choice([0.0, 0.5, 1.0], p=[0.6, 0.3, 0.1]) * (width - 2 * margin - head.shape[1])
        stamp(sheet, head, x, top * rng.uniform(0.5, 1), text, rng.uniform(0.6, 1))
        top += band * rng.uniform(0.75, 1.2)  # numbers may touch the heading a little
    if rng.random() < 0.08:
        band = height * rng.uniform(0.06, 0.1)
        foot = lettering.fit(lettering.text_mask(str(rng.choice(SMALL)), font, False), band, width * 0.8)
        stamp(sheet, foot, rng.uniform(margin, max(margin + 1, width - foot.shape[1])), bottom - band, text, 0.7)
        bottom -= band * 1.1
    room = bottom - top
    line = rng.random() < 0.55
    thick = max(1, round(height * rng.uniform(0.006, 0.025)))
    ends = margin * rng.choice([0.0, 1.0])
    tone = [float(v) / 255 for v in text]
    if above:
        half = room * rng.uniform(0.42, 0.62)
        if line:
            y = round(top + half)
            cv2.line(sheet, (round(ends), y), (round(width - ends), y), tone, thick, cv2.LINE_AA)
        gap = thick + 1.0
        return (
            (margin, top, width - 2 * margin, half - gap),
            (margin, top + half + gap, width - 2 * margin, room - half - gap),
        )
    split = width * rng.uniform(0.58, 0.74)
    if line:
        x = round(split)
        cv2.line(sheet, (x, round(ends)), (x, round(height - ends)), tone, thick, cv2.LINE_AA)
    return (
        (margin, top, split - 1.5 * margin, room),
        (split + 0.5 * margin + thick, top, width - split - 1.5 * margin - thick, room),
    )


def _word(rng: np.random.Generator, sheet: Rgb, place: Place, above: bool, font: str, text: Colour) -> Place:
    """Print a word such as QTY beside or over the quantity, and return what room is left."""
    if rng.random() < 0.48:
        return place
    x, y, width, height = place
    mask = lettering.text_mask(str(rng.choice(WORDS)), font, bool(rng.random() < 0.5))
    if above:
        word = lettering.fit(mask, height * rng.uniform(0.25, 0.6), width * 0.28)
        drop = (height - word.shape[0]) * rng.uniform(0.1, 0.95)
        if rng.random() < 0.85:
            stamp(sheet, word, x, y + drop, text, 0.9)
            step = word.shape[1] + height * 0.12
            return (x + step, y, width - step, height)
        stamp(sheet, word, x + width - word.shape[1], y + drop, text, 0.9)
        return (x, y, width - word.shape[1] - height * 0.12, height)
    word = lettering.fit(mask, height * rng.uniform(0.12, 0.25), width * 0.9)
    stamp(sheet, word, x + (width - word.shape[1]) * rng.choice([0.0, 0.5]), y, text, 0.9)
    return (x, y + word.shape[0], width, height - word.shape[0])


def _number(rng: np.random.Generator, sheet: Rgb, text: str, field: Field, writer: Writer, place: Place) -> None:
    x, y, width, height = place
    if field.written:
        ink = lettering.written(rng, text, writer, height * max(0.7, field.size), width * 0.98)
        density = rng.uniform(0.75, 1.0)
    else:
        mask = lettering.text_mask(text, field.font, field.bold, field.spacing_px)
        ink = lettering.fit(mask, height * 0.92 * field.size, width * 0.97, field.narrow)
        density = rng.uniform(0.7, 1.0)
        if rng.random() < 0.25:
            clouds = soft_noise(rng, ink.shape[0], ink.shape[1], max(4, ink.shape[0] / 4))
            ink = ink * (1 - np.float32(rng.uniform(0.1, 0.45)) * np.abs(clouds))
    slack_x, slack_y = max(0.0, width - ink.shape[1]), max(0.0, height - ink.shape[0])
    across = float(np.clip(rng.normal(field.align, 0.05), 0, 1))
    down = float(np.clip(rng.normal(0.5, 0.16), 0, 1))
    if field.written and rng.random() < 0.1:  # written over the line a little
        y += rng.normal(0, 0.05) * height
    stamp(sheet, ink, x + slack_x * across, y + slack_y * down, field.colour, density)


def _frame(rng: np.random.Generator, sheet: Rgb, paper: Colour) -> None:
    """A printed border, now and then in a colour."""
    if rng.random() < 0.35:
        height, width = sheet.shape[:2]
        inset = round(height * rng.uniform(0.0, 0.05))
        tone = [float(v) / 255 for v in _ink(rng, paper, PEN_INKS)]
        thick = max(1, round(height * rng.uniform(0.008, 0.025)))
        cv2.rectangle(sheet, (inset, inset), (width - 1 - inset, height - 1 - inset), tone, thick, cv2.LINE_AA)
