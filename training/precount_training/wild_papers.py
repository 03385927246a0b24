"""Shelf tags for training, and papers on a shelf that only look like stickers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from precount_training import backgrounds, lettering, wild_decoys
from precount_training.ink import barcode
from precount_training.papers import Rgba, stamp
from precount_training.price_signs import draw_price_sign
from precount_training.splits import Split, sources_of
from precount_training.sticker import GOODS
from precount_training.stock_numbers import UP_TO_SIX_DIGITS, pick_code, pick_quantity
from precount_training.wild_sheets import HEADINGS, PRINT_INKS, WORDS, blank, draw_border, outline, pick_ink, tag_card
from precount_training.wild_sticker import draw_wild_sticker

TAG_COLORS = (
    (24, 70, 150), (30, 60, 180), (190, 30, 36), (228, 40, 44), (20, 110, 62), (24, 24, 30), (246, 246, 242),
    (232, 120, 20), (250, 214, 20), (120, 124, 130), (96, 40, 120), (20, 150, 160),
)  # fmt: skip
TAG_WORDS = ("SHELF", "SHELF", "SHELF", "Shelf", "shelf", "SHELF NO.", "Shelf:", "LEVEL", "ROW")
NOTES = ("please refill", "new!", "move to end", "ask Anna", "SALE", "out of stock", "2 for 1", "OFFER", "sold out")


def draw_wild_tag(rng: np.random.Generator, split: Split, code: str, width_px: int) -> Rgba:
    """A shelf tag (h, `width_px`, 4): a large code, at times with a word such as SHELF."""
    sheet, _, text = tag_card(rng, TAG_COLORS, width_px)
    height = sheet.shape[0]
    font = str(rng.choice(sources_of(split).tag_fonts))
    top, bottom = height * rng.uniform(0.05, 0.14), height * rng.uniform(0.86, 0.95)
    if rng.random() < 0.45:
        mask = lettering.text_mask(str(rng.choice(TAG_WORDS)), font, bool(rng.random() < 0.6))
        word = lettering.fit(mask, height * rng.uniform(0.14, 0.24), width_px * 0.8)
        stamp(sheet, word, (width_px - word.shape[1]) * rng.choice([0.1, 0.5], p=[0.15, 0.85]), top, text, 0.96)
        top += word.shape[0] * rng.uniform(1.15, 1.4)
    mask = lettering.text_mask(code, font, bool(rng.random() < 0.7))
    room = (bottom - top) * rng.uniform(0.5, 1)
    number = lettering.fit(mask, room, width_px * rng.uniform(0.45, 0.92), rng.uniform(0.85, 1.15))
    y = top + (bottom - top - number.shape[0]) * rng.uniform(0.3, 0.7)
    x = (width_px - number.shape[1]) * (0.5 if rng.random() < 0.75 else rng.uniform(0.08, 0.92))
    stamp(sheet, number, x, y, text, rng.uniform(0.85, 1))
    if rng.random() < 0.2:
        draw_border(sheet, text)
    return np.dstack([sheet, outline(rng, height, width_px)])


def draw_decoy(rng: np.random.Generator, split: Split, width_px: int) -> Rgba:
    """A price, note, barcode label, blank paper or ripped sticker: no sticker and no shelf tag."""
    kind = rng.random()
    if kind < 0.1:
        return _ripped(rng, split, width_px)
    if kind < 0.28:
        return wild_decoys.draw_pack(rng, split, width_px)
    if kind < 0.38:
        return wild_decoys.draw_printed_number(rng, split, width_px)
    if kind < 0.54:
        return draw_price_sign(rng, split, width_px)
    if kind < 0.68 and backgrounds.price_tags(split):
        return wild_decoys.real_price_tag(rng, split, width_px)
    kind = rng.uniform(0.2, 1)
    height = round(width_px * rng.uniform(0.35, 0.75))
    color = np.array(
        ((247, 247, 244), (252, 214, 40), (226, 44, 40), (250, 240, 120))[int(rng.integers(4))], np.float32
    )
    if rng.random() < 0.4:
        color = rng.uniform(60, 255, 3).astype(np.float32)
    sheet = blank(rng, height, width_px, color)
    font = str(rng.choice(sources_of(split).print_fonts))
    text = pick_ink(rng, color, PRINT_INKS)
    if kind < 0.75:
        _price(rng, sheet, font, text)
    elif kind < 0.85:
        family = str(rng.choice(sources_of(split).written_fonts))
        note = lettering.fit(lettering.text_mask(str(rng.choice(NOTES)), family, False), height * 0.5, width_px * 0.86)
        stamp(sheet, note, (width_px - note.shape[1]) / 2, height * rng.uniform(0.2, 0.4), text, 0.9)
    elif kind < 0.95:
        name = lettering.fit(lettering.text_mask(str(rng.choice(GOODS)), font, True), height * 0.2, width_px * 0.86)
        stamp(sheet, name, width_px * 0.06, height * 0.08, text, 0.9)
        bars = barcode(rng, round(height * 0.4), round(width_px * rng.uniform(0.4, 0.85)))
        stamp(sheet, bars, width_px * 0.06, height * 0.45, text, 0.92)
    return np.dstack([sheet, outline(rng, height, width_px)])


def _price(rng: np.random.Generator, sheet: NDArray[np.float32], font: str, text: NDArray[np.float32]) -> None:
    """Goods, a price with cents, sometimes bars and an article number whose length is not six."""
    height, width = sheet.shape[:2]
    if rng.random() < 0.8:
        words = str(rng.choice(GOODS)) if rng.random() < 0.8 else str(rng.choice(HEADINGS + WORDS))
        name = lettering.fit(lettering.text_mask(words, font, True), height * rng.uniform(0.1, 0.2), width * 0.9)
        stamp(sheet, name, width * 0.05, height * 0.06, text, 0.9)
    cents = str(rng.choice(["95", "90", "49", "99", "50", "29", "00", "-"]))
    price = f"{rng.integers(0, 100)}{rng.choice(['.', '.', ','])}{cents}"
    if rng.random() < 0.2:  # whole yen, crowns or forints
        price = str(rng.integers(20, 3000))
    if rng.random() < 0.2:
        price = str(rng.choice(["€", "$", "kr "])) + price
    mask = lettering.text_mask(price, font, bool(rng.random() < 0.8))
    number = lettering.fit(mask, height * rng.uniform(0.3, 0.62), width * rng.uniform(0.45, 0.9))
    stamp(sheet, number, (width - number.shape[1]) * rng.choice([0.1, 0.5, 0.92]), height * 0.3, text, 0.97)
    if rng.random() < 0.65:
        bars = barcode(rng, round(height * rng.uniform(0.12, 0.3)), round(width * rng.uniform(0.3, 0.6)))
        stamp(sheet, bars, width * 0.05, height * 0.66, text, 0.9)
    for line in range(int(rng.integers(0, 3))):
        small = lettering.text_mask(str(rng.choice(GOODS)).lower(), font, False)
        stamp(
            sheet,
            lettering.fit(small, height * 0.08, width * 0.7),
            width * 0.05,
            height * (0.8 + 0.1 * line),
            text,
            0.8,
        )
    if rng.random() < 0.3:
        digits = lettering.text_mask(str(rng.integers(10**6, 10**13)), font, False)
        stamp(sheet, lettering.fit(digits, height * 0.08, width * 0.5), width * 0.05, height * 0.9, text, 0.8)


def _ripped(rng: np.random.Generator, split: Split, width_px: int) -> Rgba:
    """The remains of a torn sticker: half or less of the paper, its code incomplete."""
    family = (("print", "mixed", "hand"))[int(rng.integers(3))]
    paper = draw_wild_sticker(rng, split, family, pick_code(rng), pick_quantity(rng, UP_TO_SIX_DIGITS), width_px)  # type: ignore[arg-type]
    height, width = paper.shape[:2]
    angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(0.0, 0.18)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    along = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    jagged = np.interp(np.arange(width + height), np.linspace(0, width + height, 24), rng.normal(0, 0.035, 24))
    kept = along + jagged[(x + y).astype(int)] > offset
    paper[..., 3] *= kept
    return paper
