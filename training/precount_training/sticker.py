"""Stickers, shelf tags and price tags of the samples, as flat pictures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from precount_training import ink as inks
from precount_training import papers
from precount_training.papers import Mask, Rgb, Rgba, stamp
from precount_training.sources import NOTE_FONTS, PRINT_FONTS

HEADINGS = ("STOCKTAKE", "INVENTORY", "COUNT", "ITEM", "ITEM CODE", "PRECOUNT", "STOCK CHECK", "COUNTED")
QUANTITY_WORDS = ("QTY", "Qty", "PCS", "Qty.", "Pcs", "UNITS", "COUNT")
GOODS = (
    "GREEN TEA 20B", "BASMATI RICE", "PASTA 500G", "TOMATO SOUP", "OAT DRINK 1L", "COFFEE BEANS", "OLIVE OIL",
    "MILK 1.5%", "VANILLA YOGHURT", "ORANGE JUICE", "CRISPBREAD", "APRICOT JAM", "HONEY 340G", "PEAS 400G",
)  # fmt: skip
TAG_COLORS = ((24, 70, 150), (178, 30, 36), (20, 110, 62), (30, 30, 34), (244, 244, 240), (232, 120, 20))


@dataclass(frozen=True)
class StickerStyle:
    """Properties that the stickers of one crew share: label stock, fonts, layout and writer."""

    layout: str  # "above" (code over quantity) or "beside"
    paper: tuple[int, int, int]
    heading: str | None
    word: str | None
    font: str
    quantity_font: str
    code_bold: bool
    border: bool
    divider: bool
    radius: float  # of the corners, as a share of the height
    hand: inks.Hand
    pen: tuple[int, int, int]
    print_ink: tuple[int, int, int]


def pick_style(rng: np.random.Generator) -> StickerStyle:
    """A random crew's style."""
    font = str(rng.choice(PRINT_FONTS))
    return StickerStyle(
        layout="above" if rng.random() < 0.72 else "beside",
        paper=papers.pick_paper(rng),
        heading=str(rng.choice(HEADINGS)) if rng.random() < 0.4 else None,
        word=str(rng.choice(QUANTITY_WORDS)) if rng.random() < 0.5 else None,
        font=font,
        quantity_font=font if rng.random() < 0.7 else str(rng.choice(PRINT_FONTS)),
        code_bold=bool(rng.random() < 0.7),
        border=bool(rng.random() < 0.35),
        divider=bool(rng.random() < 0.6),
        radius=float(rng.choice([0.0, 0.0, 0.06, 0.1])),
        hand=inks.pick_hand(rng),
        pen=inks.PEN_INKS[int(rng.integers(len(inks.PEN_INKS)))],
        print_ink=inks.PRINT_INKS[int(rng.integers(len(inks.PRINT_INKS)))],
    )


def _line(sheet: Rgb, start: tuple[float, float], end: tuple[float, float], width_px: float) -> None:
    mask = np.zeros(sheet.shape[:2], dtype=np.uint8)
    a, b = (round(start[0]), round(start[1])), (round(end[0]), round(end[1]))
    cv2.line(mask, a, b, 200, max(1, round(width_px)), cv2.LINE_AA)
    stamp(sheet, mask.astype(np.float32) / np.float32(255), 0, 0, (40, 40, 44), 0.9)


def _number(
    rng: np.random.Generator,
    style: StickerStyle,
    text: str,
    kind: str,
    height: float,
    width: float,
    is_code: bool,
) -> tuple[Mask, tuple[int, int, int], float]:
    """A number's ink at its place, with color and density."""
    if kind == "hand":
        return inks.handwritten_number(rng, text, style.hand, height, width), style.pen, 0.93
    family = style.font if is_code else style.quantity_font
    ink = inks.printed(text, family, height * 0.84, width, bold=style.code_bold or not is_code)
    return inks.print_wear(rng, ink, 0.22), style.print_ink, 0.96


def draw_sticker(
    rng: np.random.Generator, style: StickerStyle, code: str, quantity: str, kinds: str, width_px: int
) -> Rgba:
    """A flat sticker, `width_px` wide; `kinds` is "print/print", "print/hand" or "hand/hand" (code/quantity)."""
    code_kind, quantity_kind = kinds.split("/")
    above = style.layout == "above"
    height = round(width_px * (rng.uniform(0.5, 0.66) if above else rng.uniform(0.28, 0.36)))
    sheet = papers.sheet(rng, height, width_px, style.paper)
    margin = height * 0.07
    top = margin
    if style.heading:
        head = inks.printed(style.heading, style.font, height * 0.11, width_px * 0.6, bold=True)
        stamp(sheet, head, margin * 1.3, top, inks.PRINT_INKS[0], 0.85)
        top += height * (0.15 if above else 0.17)
    room = height - top - margin
    if above:
        half = room * rng.uniform(0.48, 0.54)
        places = (
            (margin, top, width_px - 2 * margin, half),
            (margin, top + half, width_px - 2 * margin, room - half),
        )
        if style.divider:
            _line(sheet, (margin, top + half), (width_px - margin, top + half), height * 0.012)
    else:
        split = width_px * rng.uniform(0.64, 0.7)
        places = (
            (margin, top, split - 2 * margin, room),
            (split + margin, top, width_px - split - 2 * margin, room),
        )
        if style.divider:
            _line(sheet, (split, top), (split, height - margin), height * 0.02)
    _place_number(rng, sheet, style, code, code_kind, places[0], True)
    _place_number(rng, sheet, style, quantity, quantity_kind, places[1], False)
    if style.border:
        inset = round(height * 0.03)
        far = (width_px - 1 - inset, height - 1 - inset)
        cv2.rectangle(sheet, (inset, inset), far, (0.16, 0.16, 0.17), max(1, round(height * 0.012)), cv2.LINE_AA)
    alpha = papers.outline(height, width_px, style.radius * height)
    return np.dstack([sheet, alpha]).astype(np.float32)


def _place_number(
    rng: np.random.Generator, sheet: Rgb, style: StickerStyle, text: str, kind: str,
    place: tuple[float, float, float, float], is_code: bool,
) -> None:  # fmt: skip
    x, y, width, height = place
    if not is_code and style.word:
        word_height = min(height * 0.36, sheet.shape[0] * 0.15)
        word = inks.printed(style.word, style.font, word_height, width * 0.28, bold=False)
        beside = style.layout == "beside"
        word_y = y if beside else y + (height - word.shape[0]) / 2
        stamp(sheet, word, x + 2, word_y, inks.PRINT_INKS[0], 0.85)
        if beside:
            y, height = y + word.shape[0], height - word.shape[0]
        else:
            x, width = x + word.shape[1] * 1.25, width - word.shape[1] * 1.25
    number, color, density = _number(rng, style, text, kind, height * 0.92, width * 0.96, is_code)
    slack = width - number.shape[1]
    at = x + slack * float(np.clip(rng.normal(0.5, 0.12 if kind == "hand" else 0.04), 0.05, 0.95))
    stamp(sheet, number, at, y + (height - number.shape[0]) / 2, color, density)


def draw_shelf_tag(
    rng: np.random.Generator, code: str, color: tuple[int, int, int], word: str | None, width_px: int
) -> Rgba:
    """A shelf tag: its code large, with a word such as SHELF above it or alone."""
    height = round(width_px * (rng.uniform(0.72, 0.86) if word else rng.uniform(0.6, 0.72)))
    sheet = papers.sheet(rng, height, width_px, color)
    light = sum(color) > 450
    text = (26, 26, 30) if light else (248, 248, 246)
    family = str(rng.choice(["inter", "barlow-condensed", "work-sans", "roboto", "libre-franklin"]))
    top = height * 0.08
    if word:
        label = inks.printed(word, family, height * 0.2, width_px * 0.8)
        stamp(sheet, label, (width_px - label.shape[1]) / 2, top, text, 0.96)
        top += height * 0.26
    number = inks.printed(code, family, (height - top) * 0.8, width_px * 0.82)
    stamp(
        sheet,
        number,
        (width_px - number.shape[1]) / 2,
        top + (height - top - number.shape[0]) * 0.4,
        text,
        0.97,
    )
    return np.dstack([sheet, papers.outline(height, width_px, height * 0.04)]).astype(np.float32)


def draw_price_tag(rng: np.random.Generator, width_px: int) -> Rgba:
    """A shop's price tag: goods, a price with cents, bars and small print. Not a sticker."""
    height = round(width_px * rng.uniform(0.5, 0.62))
    offer = rng.random() < 0.18
    color = ((252, 214, 30), (224, 40, 40), (250, 226, 70))[int(rng.integers(3))] if offer else (247, 247, 244)
    sheet = papers.sheet(rng, height, width_px, color)
    text = (250, 250, 250) if color == (224, 40, 40) else (20, 20, 22)
    name = inks.printed(str(rng.choice(GOODS)), "roboto", height * 0.13, width_px * 0.9, bold=True)
    stamp(sheet, name, width_px * 0.05, height * 0.06, text, 0.9)
    small = inks.printed(
        f"{rng.integers(100, 1000)} g  {rng.uniform(1, 60):.2f}/kg", "roboto", height * 0.085, width_px * 0.5
    )
    stamp(sheet, small, width_px * 0.05, height * 0.26, text, 0.8)
    price = inks.printed(
        f"{rng.integers(0, 60)}.{rng.choice(['95', '90', '49', '99', '50'])}",
        "work-sans",
        height * 0.46,
        width_px * 0.52,
    )
    stamp(sheet, price, width_px * 0.95 - price.shape[1], height * 0.42, text, 0.97)
    bars = inks.barcode(rng, round(height * 0.26), round(width_px * 0.34))
    stamp(sheet, bars, width_px * 0.05, height * 0.56, (20, 20, 22), 0.9)
    digits = inks.printed(f"{rng.integers(10**12, 10**13)}", "roboto", height * 0.06, width_px * 0.34, bold=False)
    stamp(sheet, digits, width_px * 0.05, height * 0.85, text, 0.8)
    return np.dstack([sheet, papers.outline(height, width_px, 0)]).astype(np.float32)


def draw_note(rng: np.random.Generator, width_px: int) -> Rgba:
    """A shop's own note or a label with goods and bars only. Not a sticker either."""
    height = round(width_px * rng.uniform(0.45, 0.7))
    sheet = papers.sheet(rng, height, width_px, papers.pick_paper(rng))
    if rng.random() < 0.5:
        family, text = (
            str(rng.choice(NOTE_FONTS)),
            str(rng.choice(["please refill", "new!", "move to end", "ask Anna"])),
        )
        ink = inks.printed(text, family, height * 0.4, width_px * 0.84)
        stamp(sheet, ink, (width_px - ink.shape[1]) / 2, height * 0.3, inks.PEN_INKS[1], 0.9)
    else:
        ink = inks.printed(str(rng.choice(GOODS)), "inter", height * 0.2, width_px * 0.86)
        stamp(sheet, ink, width_px * 0.06, height * 0.1, (25, 25, 28), 0.9)
        stamp(
            sheet,
            inks.barcode(rng, round(height * 0.4), round(width_px * 0.6)),
            width_px * 0.06,
            height * 0.45,
            (20, 20, 22),
            0.92,
        )
    return np.dstack([sheet, papers.outline(height, width_px, 0)]).astype(np.float32)
