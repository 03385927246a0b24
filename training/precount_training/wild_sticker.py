"""Random stickers for training; `sticker` draws the regular ones of the samples."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from precount_training import lettering, writing
from precount_training.papers import Rgb, Rgba, soft_noise, stamp
from precount_training.splits import Split, sources_of
from precount_training.stock_numbers import UP_TO_FOUR_DIGITS, pick_quantity
from precount_training.truth import Family
from precount_training.wild_sheets import (
    HEADINGS,
    PEN_INKS,
    PRINT_INKS,
    WORDS,
    Color,
    blank,
    outline,
    pick_ink,
    pick_paper,
)
from precount_training.writing import Writer

Place = tuple[float, float, float, float]  # x, y, width, height in px of the sheet

CORRECTED = 0.03  # share of written quantities that replace a crossed-out one
SMALL = ("do not remove", "counted by", "checked", "initials", "shop floor", "thank you", "date", "team", "sign")


@dataclass(frozen=True)
class Field:
    """How one number is printed or written."""

    written: bool
    font: str
    bold: bool
    narrow: float
    spacing_px: int
    color: Color
    size: float  # share of its place's height
    align: float  # 0 left, 1 right


def _field(rng: np.random.Generator, split: Split, paper: Color, is_written: bool, font: str) -> Field:
    inks = PEN_INKS if is_written else PRINT_INKS
    return Field(
        is_written, font, bool(rng.random() < 0.6), float(np.clip(rng.normal(1, 0.12), 0.65, 1.35)),
        int(rng.integers(1, 12)) if rng.random() < 0.15 else 0, pick_ink(rng, paper, inks),
        float(rng.uniform(0.66, 1.0)), float(rng.choice([0.06, 0.5, 0.94], p=[0.34, 0.4, 0.26])),
    )  # fmt: skip


def draw_wild_sticker(
    rng: np.random.Generator, split: Split, family: Family, code: str, quantity: str, width_px: int
) -> Rgba:
    """A flat sticker (h, `width_px`, 4), sRGB and alpha in 0..1."""
    return draw_with_fields(rng, split, family, code, quantity, width_px)[0]


def draw_with_fields(
    rng: np.random.Generator,
    split: Split,
    family: Family,
    code: str,
    quantity: str,
    width_px: int,
    known: tuple[np.random.Generator, Writer] | None = None,
) -> tuple[Rgba, tuple[Place, Place]]:
    """A flat sticker as `draw_wild_sticker` draws it, and the places of the code's and the quantity's ink.

    `known` is the generator of the paper and its layout, and the writer. With equal generators two stickers come from
    one pad of paper forms.
    """
    form, known_writer = known or (rng, None)
    above = form.random() < (0.64 if len(quantity) < 4 or known else 0.85)
    height = round(width_px * (form.uniform(0.42, 0.8) if above else form.uniform(0.22, 0.44)))
    paper = pick_paper(form)
    sheet = blank(form, height, width_px, paper)
    fonts = sources_of(split).print_fonts
    font = str(form.choice(fonts))
    writer = known_writer or writing.pick_writer(rng, split)
    code_field = _field(form, split, paper, family == "hand", font)
    other = font if form.random() < 0.7 else str(form.choice(fonts))
    quantity_field = _field(form, split, paper, family != "print", other)
    if family == "hand" and rng.random() < 0.7:  # one pen for both, mostly
        quantity_field = Field(**{**vars(quantity_field), "color": code_field.color})
    text = pick_ink(form, paper, PRINT_INKS)
    code_place, quantity_place = _places(form, sheet, above, font, text)
    code_ink = _number(rng, sheet, code, code_field, writer, code_place)
    quantity_place = _word(form, sheet, quantity_place, above, font, text)
    if family == "hand" and rng.random() < 0.05:  # a second writer filled in the quantity
        writer = known_writer or writing.pick_writer(rng, split)
    quantity_ink = _number(rng, sheet, quantity, quantity_field, writer, quantity_place)
    _frame(form, sheet, paper)
    return np.dstack([np.clip(sheet, 0, 1), outline(form, height, width_px)]), (code_ink, quantity_ink)


def _places(rng: np.random.Generator, sheet: Rgb, above: bool, font: str, text: Color) -> tuple[Place, Place]:
    """Places of code and quantity; also draws heading, small print and divider."""
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


def _word(rng: np.random.Generator, sheet: Rgb, place: Place, above: bool, font: str, text: Color) -> Place:
    """Print a word such as QTY beside or over the quantity, and return the remaining place."""
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


def _number(rng: np.random.Generator, sheet: Rgb, text: str, field: Field, writer: Writer, place: Place) -> Place:
    """Print or write a number; returns the place of its ink."""
    x, y, width, height = place
    if field.written:
        size = rng.uniform(0.5, 0.75) if rng.random() < 0.15 else max(0.7, field.size)
        if rng.random() < CORRECTED and len(text) < 4:
            x, width = _struck_out(rng, sheet, field, writer, place)
        ink = writing.handwritten_number(rng, text, writer, height * size, width * 0.98)
        density = rng.uniform(0.8, 1.0)
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
    left, top = x + slack_x * across, y + slack_y * down
    stamp(sheet, ink, left, top, field.color, density)
    return left, top, float(ink.shape[1]), float(ink.shape[0])


def _struck_out(
    rng: np.random.Generator, sheet: Rgb, field: Field, writer: Writer, place: Place
) -> tuple[float, float]:
    """Write a number that was corrected, crossed out, at the left; returns x and width of the room beside it."""
    x, y, width, height = place
    number = pick_quantity(rng, UP_TO_FOUR_DIGITS)
    ink = writing.struck_out(
        rng, writing.handwritten_number(rng, number, writer, height * rng.uniform(0.5, 0.9), width * 0.42)
    )
    stamp(sheet, ink, x, y + (height - ink.shape[0]) * rng.uniform(0.2, 0.8), field.color, rng.uniform(0.8, 1))
    step = ink.shape[1] + height * 0.12
    return x + step, width - step


def smeared(rng: np.random.Generator, sheet: Rgba) -> Rgba:
    """A sticker whose numbers are unreadable: wiped, soaked, scribbled over or covered by glare."""
    height, width = sheet.shape[:2]
    top, bottom = round(height * 0.08), round(height * 0.92)
    inner = sheet[top:bottom, :, :3]
    kind = rng.random()
    if kind < 0.4:  # wiped along a direction
        length = max(5, round(width * rng.uniform(0.22, 0.45))) | 1
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1
        turn = cv2.getRotationMatrix2D((length // 2, length // 2), rng.uniform(-40, 40), 1)
        kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
        inner[:] = cv2.filter2D(inner, -1, kernel / max(1e-3, float(kernel.sum())), borderType=cv2.BORDER_REFLECT)
    elif kind < 0.65:  # soaked
        inner[:] = cv2.GaussianBlur(inner, (0, 0), height * rng.uniform(0.11, 0.2), borderType=cv2.BORDER_REFLECT)
    elif kind < 0.85:  # scribbled over
        tone = [float(v) for v in rng.uniform(0, 0.4, 3)]
        points = rng.uniform(0, 1, (int(rng.integers(40, 90)), 2)) * (width, bottom - top)
        canvas = np.ascontiguousarray(inner)
        thick = max(2, round(height * rng.uniform(0.05, 0.1)))
        cv2.polylines(canvas, [points.astype(np.int32)], False, tone, thick, cv2.LINE_AA)
        inner[:] = canvas
    else:  # glare
        y, x = np.mgrid[0 : sheet.shape[0], 0:width].astype(np.float32)
        spot = np.exp(-(((x / width - 0.5) / 0.45) ** 2) - ((y / height - 0.5) / 0.45) ** 2)
        sheet[..., :3] += (1.1 * spot)[..., None] * (1 - sheet[..., :3])
    sheet[..., :3] = np.clip(sheet[..., :3], 0, 1)
    return sheet


def _frame(rng: np.random.Generator, sheet: Rgb, paper: Color) -> None:
    """A printed border, sometimes in color."""
    if rng.random() < 0.35:
        height, width = sheet.shape[:2]
        inset = round(height * rng.uniform(0.0, 0.05))
        tone = [float(v) / 255 for v in pick_ink(rng, paper, PEN_INKS)]
        thick = max(1, round(height * rng.uniform(0.008, 0.025)))
        cv2.rectangle(sheet, (inset, inset), (width - 1 - inset, height - 1 - inset), tone, thick, cv2.LINE_AA)
