"""Numbers written by hand: one writer and one pen per sticker, from strokes, scans or handwriting fonts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import handwriting
from precount_training.handwriting import Image, ScanWriter, Stroke, StrokeWriter
from precount_training.lettering import text_mask
from precount_training.papers import Mask
from precount_training.pens import Pen, deformed, draw_strokes, pick_pen, textured
from precount_training.pixels import blur, shrunk_into
from precount_training.splits import Split, sources_of

Source = Literal["strokes", "scan", "mnist", "font"]
# Strokes and European scans have large shares: most writers worldwide flag ones and cross sevens, MNIST's do not.
SHARES: dict[Source, float] = {"strokes": 0.5, "scan": 0.15, "mnist": 0.23, "font": 0.12}
# Training has many more fonts than the other splits: they teach other forms of ones, fours and nines.
TRAIN_SHARES: dict[Source, float] = {"strokes": 0.42, "scan": 0.13, "mnist": 0.2, "font": 0.25}
FALLBACK: dict[Source, float] = {"mnist": 0.76, "font": 0.24}  # without PRECOUNT_TRAINING_DATA
MAX_BEND = 0.014  # standard deviation of how far parts of a scanned digit move, in its heights
SLASHED_ZERO, CROSSED_SEVEN = 0.06, 0.3  # shares of writers; sevens only of sources with US writers
# Ink levels at which scans are cut: low gives a marker, high a fine pen. kensanata's are finer than MNIST's.
SCAN_LEVELS, LEVELS = (0.12, 0.34), (0.24, 0.62)
CLOSEST = 1.3  # pen widths from the left edge of a digit to that of the next: two ones stay two lines
EDGE_SOFTNESS = 0.14  # ink levels over which a scan's edge runs from paper to ink


THINNEST = 0.06  # width of the pens that full-size scans were written with, in digit heights


@dataclass(frozen=True)
class Writer:
    """How one person writes with one pen. Lengths are in digit heights."""

    source: Source
    person: StrokeWriter | ScanWriter | None
    font: str
    slant: float  # shift to the right per height, added to the natural one
    narrow: float  # width over natural width
    spacing: float
    wobble: float  # how much baseline, size and turn vary
    tilt: float  # rise of the baseline per height
    pen: Pen
    level: float  # ink level at which a blurred scan is cut
    slashed_zero: bool
    crossed_seven: bool


def pick_writer(rng: np.random.Generator, split: Split, shares: dict[Source, float] | None = None) -> Writer:
    """A writer of the split; by default from all sources."""
    known = TRAIN_SHARES if split == "train" else SHARES
    shares = shares or (known if handwriting.stroke_writers(split) else FALLBACK)
    source: Source = list(shares)[int(rng.choice(len(shares), p=list(shares.values())))]
    touching = rng.random() < 0.12
    level = level_of(source, rng.random())
    return Writer(
        source, _person(rng, source, split), str(rng.choice(sources_of(split).written_fonts)),
        float(rng.normal(0, 0.13)) if source in ("strokes", "scan") else float(rng.normal(0.05, 0.15)),
        float(np.exp(rng.normal(-0.05, 0.14))),
        float(rng.uniform(-0.08, 0.0) if touching else rng.uniform(0.02, 0.34)),
        abs(float(rng.normal(0, 0.05))) + 0.01, float(rng.normal(0, 0.02)), pick_pen(rng), float(level),
        bool(rng.random() < SLASHED_ZERO), bool(source in ("mnist", "font") and rng.random() < CROSSED_SEVEN),
    )  # fmt: skip


def level_of(source: Source, share: float) -> float:
    """The ink level of a pen at this share of its source's range: 0 is the thickest one, 1 the finest."""
    low, high = SCAN_LEVELS if source == "scan" else LEVELS
    return low + share * (high - low)


def _person(rng: np.random.Generator, source: Source, split: Split) -> StrokeWriter | ScanWriter | None:
    people: Sequence[StrokeWriter | ScanWriter]
    if source == "strokes":
        people = handwriting.stroke_writers(split)
    elif source == "scan":
        people = handwriting.scan_writers(split)
    elif source == "mnist":
        people = handwriting.mnist_writers(split)
    else:
        return None
    return people[int(rng.integers(len(people)))]


def handwritten_number(rng: np.random.Generator, text: str, writer: Writer, height_px: float, width_px: float) -> Mask:
    """Draw a number in one writer's hand, at most `height_px` x `width_px`: ink (h, w) in 0..1."""
    height = max(8, round(height_px * 0.85))
    favorites = {character: int(rng.integers(1 << 16)) for character in dict.fromkeys(text)}
    glyphs = [_glyph(rng, character, writer, height, favorites[character]) for character in text]
    return textured(rng, shrunk_into(_line(rng, glyphs, writer, height), height_px, width_px), writer.pen)


def struck_out(rng: np.random.Generator, ink: Mask) -> Mask:
    """A written number (h, w) crossed out by one to three lines."""
    height, width = ink.shape
    canvas = (ink * 255).astype(np.uint8)
    thick = max(1, round(height * rng.uniform(0.05, 0.12)))
    for _ in range(int(rng.integers(1, 4))):
        y0, y1 = rng.uniform(0.2, 0.8, 2) * height
        cv2.line(canvas, (0, round(y0)), (width - 1, round(y1)), 255, thick, cv2.LINE_AA)
    return np.asarray(canvas, np.float32) / np.float32(255)


Glyph = tuple[Mask, float]  # ink (h, w), and how far its last row lies below the baseline, px


def _glyph(rng: np.random.Generator, character: str, writer: Writer, height: int, favorite: int) -> Glyph:
    digit = int(character)
    if isinstance(writer.person, StrokeWriter):
        forms = writer.person.forms[digit]
        # Use only two or three of a person's many samples on one sticker, so that its digits look alike.
        sample = forms[(favorite + int(rng.integers(3))) % len(forms)]
        strokes = deformed(rng, sample, writer.slant, writer.narrow) + _additions(rng, sample, digit, writer)
        strokes = [stroke * (1 + rng.normal(0, writer.wobble)) for stroke in strokes]
        return draw_strokes(rng, [np.asarray(s, np.float32) for s in strokes], writer.pen, height)
    if isinstance(writer.person, ScanWriter):
        scans = writer.person.forms[digit]
        if not scans:
            return _font_glyph(rng, character, writer, height)
        scan = scans[(favorite + int(rng.integers(2))) % len(scans)]
        low, high = (level_of(writer.source, share) for share in scan.pens)
        level = min(max(writer.level, low), high)
        ink = _redrawn(scan.image, height, level, writer.narrow, writer.pen.width)
        return _varied(rng, _added(rng, ink, digit, writer), writer)
    return _font_glyph(rng, character, writer, height)


def _font_glyph(rng: np.random.Generator, character: str, writer: Writer, height: int) -> Glyph:
    mask = text_mask(character, writer.font, writer.level < 0.4)
    size = (max(3, round(mask.shape[1] * height / mask.shape[0] * writer.narrow)), height)
    ink = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)
    return _varied(rng, _added(rng, np.pad(ink, 2), int(character), writer), writer)


def _additions(rng: np.random.Generator, sample: tuple[Stroke, ...], digit: int, writer: Writer) -> list[Stroke]:
    """A zero's slash, for a writer who makes one."""
    if digit != 0 or not writer.slashed_zero:
        return []
    points = np.concatenate(sample)
    (left, top), (right, _) = points.min(axis=0), points.max(axis=0)
    reach = rng.uniform(-0.1, 0.12)
    return [np.array([[right + reach, top - reach], [left - reach, reach]], np.float32)]


def _added(rng: np.random.Generator, ink: Mask, digit: int, writer: Writer) -> Mask:
    """A zero's slash or a seven's bar on a digit that is not known as strokes."""
    height, width = ink.shape
    thick = max(1, round(height * writer.pen.width * 0.7))
    lines = {
        0: ((0.85, 0.1), (0.15, 0.9), writer.slashed_zero),
        7: ((0.25, rng.uniform(0.42, 0.58)), (0.85, rng.uniform(0.38, 0.55)), writer.crossed_seven),
    }
    if digit not in lines or not lines[digit][2]:
        return ink
    canvas = np.ascontiguousarray((ink * 255).astype(np.uint8))
    (x0, y0), (x1, y1), _ = lines[digit]
    cv2.line(
        canvas,
        (round(x0 * width), round(y0 * height)),
        (round(x1 * width), round(y1 * height)),
        255,
        thick,
        cv2.LINE_AA,
    )
    return np.asarray(canvas, np.float32) / np.float32(255)


def inked(image: Image, height: int, level: float) -> Image:
    """A scanned digit redrawn at `height` px with a pen of this ink level: ink high on 0, cropped to it."""
    drawn = np.asarray(_redrawn(image, height, level, 1.0, THINNEST) * 255, np.uint8)
    rows, columns = np.where(drawn > 40)
    return drawn[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] if len(rows) else image


def _redrawn(image: Image, height: int, level: float, narrow: float, pen_width: float) -> Mask:
    """A scanned digit redrawn smoothly at `height` px, as thick as the pen: (h, w) in 0..1."""
    padded = np.pad(image, 2)
    scale = height / image.shape[0]
    size = (max(4, round(padded.shape[1] * scale * narrow)), max(4, round(padded.shape[0] * scale)))
    ink = np.asarray(
        cv2.resize(padded, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.float32
    )
    ink = np.asarray(np.clip(ink / np.float32(255), 0, 1), np.float32)
    thin = image.shape[0] > 24  # a full-size scan's stroke is thin: at most a tenth of its height
    reach = round(height * (pen_width - THINNEST)) if thin else 0
    if reach >= 1:
        disk = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach + 1, reach + 1))
        ink = np.asarray(cv2.dilate(ink, disk), np.float32)
    if thin:
        return np.asarray(ink, np.float32)
    ink = blur(np.asarray(ink, np.float32), max(0.5, scale * 0.5))
    return np.asarray(np.clip((ink - level + EDGE_SOFTNESS) / (2 * EDGE_SOFTNESS), 0, 1), np.float32)


def _varied(rng: np.random.Generator, ink: Mask, writer: Writer) -> Glyph:
    """A scanned form bent, sheared, turned and resized a little, as handwriting varies."""
    ink = _bent(rng, ink)
    height, width = ink.shape
    shear = rng.normal(0, 0.6 * writer.wobble) + writer.slant * 0.7
    turn = rng.normal(0, 0.8 * writer.wobble)
    grow_x, grow_y = 1 + rng.normal(0, writer.wobble, 2)
    reach = int((abs(shear) + abs(turn)) * height) + 2
    matrix = np.array([[grow_x, -shear - turn, reach + shear * height / 2], [turn, grow_y, -turn * width / 2]])
    size = (max(3, int(width * grow_x) + 2 * reach), max(3, int(height * grow_y) + 2))
    return np.asarray(cv2.warpAffine(ink, matrix, size, flags=cv2.INTER_LINEAR), np.float32), 0.0


def _bent(rng: np.random.Generator, glyph: Mask) -> Mask:
    """Parts of a form moved by up to a tenth of its height: (h, w) → the same size."""
    height, width = glyph.shape
    reach = height * abs(rng.normal(0, MAX_BEND))
    coarse = rng.normal(0, 1, (2, 3, 3)).astype(np.float32)
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) * np.float32(reach) for part in coarse)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    moved: NDArray[np.float32] = np.asarray(
        cv2.remap(glyph, np.asarray(x + dx, np.float32), np.asarray(y + dy, np.float32), cv2.INTER_LINEAR), np.float32
    )
    return moved


def _line(rng: np.random.Generator, glyphs: list[Glyph], writer: Writer, height: int) -> Mask:
    """Glyphs side by side with the writer's spacing and baseline, cropped to the ink."""
    placed: list[tuple[Mask, int, int]] = []
    x = 4.0
    for glyph, below in glyphs:
        columns = np.where(glyph.max(axis=0) > 0.3)[0]
        if len(columns):
            glyph = glyph[:, columns[0] : columns[-1] + 1]
        bottom = below + (rng.normal(0, writer.wobble * 0.8) + writer.tilt * x / height) * height
        placed.append((glyph, int(x), round(bottom) - glyph.shape[0]))
        x += max(
            glyph.shape[1] * 0.35,
            height * writer.pen.width * CLOSEST,
            glyph.shape[1] + height * (writer.spacing + rng.normal(0, 0.035)),
        )
    top = min(y for _, _, y in placed)
    rows = max(glyph.shape[0] + y - top for glyph, _, y in placed)
    line = np.zeros((rows + 2, max(left + glyph.shape[1] for glyph, left, _ in placed) + 4), np.float32)
    for glyph, left, y in placed:
        spot = line[y - top : y - top + glyph.shape[0], left : left + glyph.shape[1]]
        np.maximum(spot, glyph, out=spot)
    return line
