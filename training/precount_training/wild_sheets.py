"""Paper sheets of any color, inks that contrast with them, and words, for training."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.papers import Mask, Rgb, soft_noise

Color = NDArray[np.float32]  # (3,) sRGB in 0..255

WORDS = (
    "QTY", "Qty", "qty", "QTY:", "Qty.", "Qty:", "Q", "Q:", "PCS", "Pcs", "pcs", "PCS:", "pc", "UNITS", "Units",
    "COUNT", "Count:", "No.", "Amount", "Stk", "ea.", "TOTAL", "x",
)  # fmt: skip
HEADINGS = (
    "STOCKTAKE", "INVENTORY", "COUNT", "ITEM", "ITEM CODE", "PRECOUNT", "STOCK CHECK", "COUNTED", "STOCK COUNT",
    "Inventory", "Item no.", "Code", "CODE", "Article", "ARTICLE NO", "SKU", "Product", "AUDIT", "Stock", "WAREHOUSE",
)  # fmt: skip
LIGHT_PAPERS = (
    (246, 246, 244), (238, 234, 222), (250, 226, 74), (255, 170, 66), (246, 140, 170), (150, 214, 116),
    (140, 198, 236), (240, 92, 78), (200, 160, 220), (120, 210, 200), (205, 170, 125), (235, 95, 170), (100, 220, 110),
)  # fmt: skip
PRINT_INKS = ((20, 20, 22), (34, 34, 36), (52, 50, 52), (20, 26, 70), (90, 20, 24))
PEN_INKS = (
    (22, 22, 26), (20, 36, 110), (28, 60, 170), (14, 14, 16), (150, 24, 30), (200, 30, 36), (16, 92, 52),
    (70, 70, 74), (96, 40, 120),
)  # fmt: skip
PAPER_SHARES = np.array([5.0, 2.0] + [1.0] * (len(LIGHT_PAPERS) - 2)) / (7.0 + len(LIGHT_PAPERS) - 2)
MIN_CONTRAST = 70.0  # Euclidean distance of ink and paper in sRGB: below it people misread, too


def pick_paper(rng: np.random.Generator) -> Color:
    """A paper's color: one of LIGHT_PAPERS, white more often than not, or any."""
    if rng.random() < 0.1:
        return rng.uniform(90, 255, 3).astype(np.float32)
    index = int(rng.choice(len(LIGHT_PAPERS), p=PAPER_SHARES))
    return np.clip(np.array(LIGHT_PAPERS[index]) + rng.normal(0, 9, 3), 20, 255).astype(np.float32)


def pick_ink(rng: np.random.Generator, paper: Color, inks: tuple[tuple[int, int, int], ...]) -> Color:
    """An ink with enough contrast to the paper."""
    for _ in range(8):
        ink = np.clip(np.array(inks[int(rng.integers(len(inks)))]) + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
        if np.linalg.norm(ink - paper) >= MIN_CONTRAST:
            return ink
    return np.array((16, 16, 18) if paper.mean() > 100 else (245, 245, 245), np.float32)


def blank(rng: np.random.Generator, height: int, width: int, color: Color) -> Rgb:
    """A sheet of paper (height, width, 3) in 0..1 with faint clouds and edges."""
    tone = 1 + rng.uniform(0, 0.03) * soft_noise(rng, height, width, width / 4)
    tone[:1] *= 0.93
    tone[-1:] *= 0.9
    return np.asarray(np.clip(tone[..., None] * (color / np.float32(255)), 0, 1), dtype=np.float32)


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


def tag_card(
    rng: np.random.Generator, colors: tuple[tuple[int, int, int], ...], width_px: int
) -> tuple[Rgb, Color, Color]:
    """A blank card (h, `width_px`, 3) of any aspect ratio that shelf tags have, its color, and a text color for it."""
    height = round(width_px * float(np.exp(rng.uniform(np.log(0.3), np.log(1.35)))))
    color = np.array(colors[int(rng.integers(len(colors)))], np.float32)
    color = np.clip(color + rng.normal(0, 10, 3), 0, 255).astype(np.float32)
    text = np.array((26, 26, 30) if color @ (0.3, 0.59, 0.11) > 140 else (248, 248, 246), np.float32)
    return blank(rng, height, width_px, color), color, text


def draw_border(sheet: Rgb, text: Color) -> None:
    """A line of the text's color along the edge of a card, in place."""
    height, width = sheet.shape[:2]
    tone = [float(level) / 255 for level in text]
    cv2.rectangle(sheet, (1, 1), (width - 2, height - 2), tone, max(1, width // 60), cv2.LINE_AA)
