"""Prices and discounts as shops print them on cards: large numbers with a currency, cents, or percent sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import lettering
from precount_training.papers import Rgba, stamp
from precount_training.splits import Split, sources_of
from precount_training.sticker import GOODS
from precount_training.wild_sheets import LIGHT_PAPERS, draw_border, outline, tag_card

COLORS = (
    *LIGHT_PAPERS, (255, 255, 252), (250, 220, 20), (226, 44, 40), (24, 24, 30), (30, 60, 180), (20, 110, 62),
)  # fmt: skip
RED = (196, 24, 30)  # at times the text of a light card
HEADINGS = (
    "SALE", "OFFER", "SPECIAL", "NEW", "SAVE", "PRICE", "LOW PRICE", "ONLY", "BUY", "CLEARANCE", "EACH", "TODAY",
    "ANGEBOT", "OFERTA", "PROMO", "2 for 1", "EXTRA", "Everyday", "unit price", "per 100 g", "/ lb", "ea.", "kg",
)  # fmt: skip
PREFIXES = ("$", "$", "£", "€", "R$", "kr", "S/")
SUFFIXES = ("¢", "¢", "¢", "%", "%", "€", "p", "kr", "lb", "ea", "g", "oz")
GAP = (0.02, 0.14)  # between parts, in heights of the large number


@dataclass(frozen=True)
class Part:
    """A piece of a price: its height compared with the large number, and where it is beside it."""

    text: str
    height: float
    place: Literal["top", "middle", "bottom"]


def draw_price_sign(rng: np.random.Generator, split: Split, width_px: int) -> Rgba:
    """A card with a price or discount (h, `width_px`, 4) in 0..1."""
    sheet, color, text = tag_card(rng, COLORS, width_px)
    height = sheet.shape[0]
    if color.mean() > text.mean() and rng.random() < 0.3:
        text = np.array(RED, np.float32)
    font = str(rng.choice(sources_of(split).print_fonts))
    top, bottom = height * rng.uniform(0.05, 0.14), height * rng.uniform(0.86, 0.95)
    for at_top in (True, False):
        if rng.random() < 0.35:
            words = str(rng.choice(HEADINGS if rng.random() < 0.7 else GOODS))
            mask = lettering.text_mask(words, font, bool(rng.random() < 0.6))
            line = lettering.fit(mask, height * rng.uniform(0.1, 0.2), width_px * 0.85)
            y = top if at_top else bottom - line.shape[0]
            stamp(sheet, line, (width_px - line.shape[1]) * rng.uniform(0.1, 0.9), y, text, 0.95)
            step = line.shape[0] * rng.uniform(1.15, 1.4)
            top, bottom = (top + step, bottom) if at_top else (top, bottom - step)
    mask = _row_of(rng, _parts(rng), font, bool(rng.random() < 0.8))
    room = max(4.0, (bottom - top) * rng.uniform(0.6, 1))
    price = lettering.fit(mask, room, width_px * rng.uniform(0.5, 0.95), rng.uniform(0.85, 1.15))
    y = top + (bottom - top - price.shape[0]) * rng.uniform(0.3, 0.7)
    stamp(sheet, price, (width_px - price.shape[1]) * rng.uniform(0.2, 0.8), y, text, rng.uniform(0.85, 1))
    if rng.random() < 0.2:
        draw_border(sheet, text)
    return np.dstack([sheet, outline(rng, height, width_px)])


def _parts(rng: np.random.Generator) -> list[Part]:
    """The pieces of one price, from left to right."""
    kind = rng.random()
    whole = str(rng.integers(0, 100) if rng.random() < 0.4 else rng.integers(0, 10))
    cents = f"{rng.integers(0, 100):02d}"
    sign_place: Literal["top", "bottom"] = "top" if rng.random() < 0.7 else "bottom"
    sign = Part(str(rng.choice(PREFIXES)), rng.uniform(0.35, 1), sign_place)
    mark = Part(str(rng.choice(SUFFIXES)), rng.uniform(0.35, 1), sign_place)
    large = Part(whole, 1, "bottom")
    if kind < 0.3:  # a large number with raised cents
        raised = Part(cents, rng.uniform(0.35, 0.7), "top")
        return [sign, large, raised] if rng.random() < 0.6 else [large, raised]
    if kind < 0.5:  # 80¢, 7%, 250g
        return [Part(str(rng.integers(1, 100)), 1, "bottom"), mark]
    if kind < 0.6:  # $5
        return [sign, large]
    if kind < 0.72:  # 1.58 or ,16
        separator = str(rng.choice([".", ",", ":"]))
        number = Part(f"{whole if rng.random() < 0.7 else ''}{separator}{cents}", 1, "bottom")
        return [sign, number] if rng.random() < 0.5 else [number, mark] if rng.random() < 0.5 else [number]
    if kind < 0.84:  # 2/$5, 3 for 99¢
        between = Part(str(rng.choice(["for", "FOR", "/", "x", "für", "por"])), rng.uniform(0.3, 0.7), "middle")
        return [Part(str(rng.integers(2, 10)), rng.uniform(0.6, 1), "bottom"), between, sign, large]
    if kind < 0.92:  # -20%
        return [Part(f"-{rng.integers(1, 10) * 5}", 1, "bottom"), Part("%", rng.uniform(0.4, 1), sign_place)]
    return [Part(f"{whole}:-" if rng.random() < 0.5 else f"{whole},-", 1, "bottom")]


def _row_of(rng: np.random.Generator, parts: list[Part], font: str, bold: bool) -> NDArray[np.uint8]:
    """The parts beside each other as one mask (FONT_PX, w)."""
    height = lettering.FONT_PX
    gap = np.zeros((height, max(1, round(height * rng.uniform(*GAP)))), np.uint8)
    pieces: list[NDArray[np.uint8]] = []
    for part in parts:
        mask = lettering.text_mask(part.text, font, bold)
        rows = max(2, round(height * part.height))
        columns = max(2, round(mask.shape[1] * rows / mask.shape[0]))
        small = cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA)
        piece = np.zeros((height, columns), np.uint8)
        top = {"top": 0, "middle": (height - rows) // 2, "bottom": height - rows}[part.place]
        piece[top : top + rows] = small
        pieces += [piece, gap]
    return np.hstack(pieces[:-1])
