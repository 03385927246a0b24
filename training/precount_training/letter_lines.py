"""Draws lines of print as PP-OCR's recognition network sees them: 48 px high, scanned or photographed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from precount_training.letter_text import line_of_text
from precount_training.sources import LETTER_RANGES, letter_font_file

Gray = NDArray[np.uint8]  # (h, w)
Levels = NDArray[np.float32]  # (h, w)

LINE_HEIGHT = 48  # of the network's input
MAX_LINE_WIDTH = 1280
FONT_PX, BASELINE, SHEET_HEIGHT, BORDER = 56, 88, 140, 40
CAPITAL = 0.72 * FONT_PX
MAX_PIXELS = 1600  # width of a line in its photo


@cache
def _font(family: str, bold: bool, letters: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(letter_font_file(family, bold, letters)), FONT_PX)


@cache
def _has(family: str, bold: bool, letters: str, character: str) -> bool:
    """Whether the file draws the character: a missing one looks like U+FFFF."""
    font = _font(family, bold, letters)
    mask, missing = font.getmask(character), font.getmask("\uffff")
    return character == " " or (bytes(mask) != bytes(missing) and mask.getbbox() is not None)


def _print(rng: random.Random, family: str, text: str) -> Levels | None:
    """The text as ink 0..1 on a wide sheet; null when the font lacks a letter."""
    bold = rng.random() < 1 / 3
    x, places = float(BORDER), []
    spacing = rng.uniform(-1.5, 3) if rng.random() < 0.4 else 0.0
    for character in text:
        letters = next((one for one in LETTER_RANGES if _has(family, bold, one, character)), None)
        if letters is None:
            return None
        font = _font(family, bold, letters)
        places.append((x, character, font))
        x += font.getlength(character) + spacing
    sheet = Image.new("L", (int(x) + 2 * BORDER, SHEET_HEIGHT))
    draw = ImageDraw.Draw(sheet)
    for left, character, font in places:
        draw.text((left, BASELINE), character, fill=255, font=font, anchor="ls")
    return np.asarray(sheet, np.float32) / np.float32(255)


def _rules(rng: random.Random, ink: Levels, top: float) -> None:
    """Sometimes a drawn line below or above the text."""
    if rng.random() < 0.15:
        at = int(min(SHEET_HEIGHT - 3, BASELINE + rng.uniform(0.25, 0.4) * FONT_PX))
        ink[at : at + rng.randint(1, 4)] = rng.uniform(0.5, 1)
    if rng.random() < 0.06:
        at = max(0, int(top - rng.uniform(-2, 4)))
        ink[at : at + rng.randint(1, 4)] = rng.uniform(0.5, 1)


def _lit(rng: random.Random, ink: Levels) -> Levels:
    """Ink and paper as gray levels, sometimes light on dark."""
    dark, light = rng.uniform(0, 90), rng.uniform(150, 255)
    if light - dark < 70:
        dark = max(0, light - 110)
    if rng.random() < 0.08:
        dark, light = light, dark
    return np.float32(light) + np.float32(dark - light) * ink


def _captured(rng: random.Random, noise: np.random.Generator, sheet: Levels, bounds: tuple[float, ...]) -> Gray | None:
    """The part within `bounds` at the resolution of a scan or photo: rotated, sheared, blurred, noisy, as JPEG."""
    left, top, right, bottom = bounds
    height = min(60.0, max(13.0, rng.gauss(30, 10)))
    scale = height / (bottom - top)
    width = int((right - left) * scale) + 2
    if not 8 <= width <= MAX_PIXELS:
        return None
    if 0.5 / scale > 0.5:
        sheet = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.4 / scale), np.float32)
    turn = np.sin(np.deg2rad(rng.gauss(0, 0.5))) * scale * 0.5
    shear = scale * (rng.gauss(0, 0.02) if rng.random() < 0.85 else rng.gauss(0.1, 0.1))
    view = np.array([
        [scale, -shear, -left * scale + shear * BASELINE],
        [turn, scale, -top * scale - turn * (left + right) / 2],
    ], np.float32)  # fmt: skip
    picture = cv2.warpAffine(sheet, view, (width, int(height) + 1), borderMode=cv2.BORDER_REPLICATE)
    blur = rng.uniform(0.2, 1.1) * (height / 32 if rng.random() < 0.6 else 1)
    if blur > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.3:
        light = np.linspace(rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), width, dtype=np.float32)
        picture = picture * (1 + light)
    picture = picture + noise.normal(0, rng.uniform(0, 9), picture.shape)
    done = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.8:
        _, data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(40, 95)])
        done = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)
    size = (round(min(MAX_LINE_WIDTH, max(LINE_HEIGHT / 2, LINE_HEIGHT * width / done.shape[0]))), LINE_HEIGHT)
    how = cv2.INTER_AREA if done.shape[0] > LINE_HEIGHT else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(done, size, interpolation=how), np.uint8)


def draw_line(rng: random.Random, noise: np.random.Generator, family: str, text: str) -> Gray | None:
    """One line as a crop (LINE_HEIGHT, w); null when the font lacks a letter or the line is too short or too long."""
    ink = _print(rng, family, text)
    if ink is None:
        return None
    columns = np.flatnonzero(ink.max(axis=0) > 0.2)
    if len(columns) < 2:
        return None
    # A found line may cut off accents and descenders, or include much of its surroundings.
    top = BASELINE - CAPITAL - rng.uniform(0, 0.42) * FONT_PX
    bottom = BASELINE + rng.uniform(0.02, 0.36) * FONT_PX
    margin = rng.uniform(0.06, 0.2) * (bottom - top)
    bounds = (float(columns[0]) - margin, top, float(columns[-1]) + 1 + margin, bottom)
    _rules(rng, ink, top)
    return _captured(rng, noise, _lit(rng, ink), bounds)


def lines(seed: int, families: tuple[str, ...]) -> Iterator[tuple[str, Gray]]:
    """Endless lines with their texts."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    while True:
        text, family = line_of_text(rng), rng.choice(families)
        crop = draw_line(rng, noise, family, text) if text else None
        if crop is not None:
            yield text, crop
