"""Crops for the reader: shards of (n, CROP_HEIGHT, CROP_WIDTH, 3) uint8 with their true slots.

python -m precount_training.reader_crops --seed 1 --count 4000 --split train
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import backgrounds, wild_papers, wild_sticker
from precount_training.degradation import degraded
from precount_training.geometry import Points, RotatedRect, bounds, box_quad, quad_from_rect, rect_from_quad, rotate
from precount_training.papers import Rgba, bend_light
from precount_training.pasting import curled, paste
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH, crop_of_quad, grown
from precount_training.shards import draw_missing, parse_options
from precount_training.sources import CACHE
from precount_training.splits import SPLITS, Split
from precount_training.stock_numbers import UP_TO_SIX_DIGITS, pick_code, pick_quantity, pick_tag_code
from precount_training.truth import Family

FAMILIES: tuple[Family, ...] = ("print", "mixed", "hand")
SLOTS = 12  # six of the code, six of the quantity, each left-aligned
BLANK = 10  # the class of an empty slot
SHARDS = CACHE / "reader"

UNKNOWN = 255  # the class of a slot whose digit no person can read

# kind of crop and its share; its position is its number in a shard
KINDS: tuple[tuple[str, float], ...] = (
    ("print", 0.14), ("mixed", 0.2), ("hand", 0.4), ("tag", 0.1), ("none", 0.13), ("smeared", 0.03),
)  # fmt: skip
KIND_NAMES = tuple(kind for kind, _ in KINDS)
NONE = KIND_NAMES.index("none")
BARE = 0.3  # share of the crops of kind "none" that show goods and fittings only
FLIPPED = 0.06  # share of crops that show a sticker upside down
PAPER_PX, SMALL_PAPER_PX = (150, 480), (85, 150)  # a paper's width in the photo
SMALL = 0.12  # share of small papers: below 150 px much handwriting is unreadable and of little use for training
CONFUSABLE = 0.25  # share of codes made of digits that handwriting confuses
CONFUSABLE_DIGITS = np.array([1, 7, 4, 9, 3, 5, 2, 8])
CONFUSABLE_SHARES = (0.2, 0.2, 0.15, 0.15, 0.08, 0.08, 0.07, 0.07)


def label_of(code: str, quantity: str) -> NDArray[np.uint8]:
    """The twelve slots: digits, and BLANK behind them."""
    slots = np.full(SLOTS, BLANK, np.uint8)
    for start, text in ((0, code), (6, quantity)):
        slots[start : start + len(text)] = [int(character) for character in text]
    return slots


def draw_crop(rng: np.random.Generator, split: Split, kind: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8], bool]:
    """One crop (CROP_HEIGHT, CROP_WIDTH, 3), its slots (12,), and whether it is upside down."""
    photo, quad, slots, _ = draw_piece(rng, split, kind)
    seen = quad_from_rect(grown(jittered(rng, rect_from_quad(quad))))
    flipped = kind in FAMILIES and rng.random() < FLIPPED
    if flipped:
        seen = np.roll(seen, 2, axis=0)
    return crop_of_quad(photo, seen), slots, flipped


def draw_piece(
    rng: np.random.Generator, split: Split, kind: str, careful: bool = False
) -> tuple[NDArray[np.uint8], Points, NDArray[np.uint8], float]:
    """A piece of a photo (h, w, 3), the paper's quad in it, its slots (12,), and its width in the photo, px.

    With `careful` the photo is sharp and well lit.
    """
    photo_px = paper_px(rng) * (rng.uniform(0.4, 0.9) if kind == "tag" else 1)
    paper, slots = _paper(rng, split, kind, drawn_px(photo_px))
    if kind == "none" and rng.random() < BARE:
        paper[..., 3] = 0
    piece, quad = pasted(rng, split, paper, photo_px)
    return degraded(rng, piece, max(photo_px, 150) / 300, careful), quad, slots, photo_px


def paper_px(rng: np.random.Generator) -> float:
    """A sticker's width in the photo, px."""
    return float(np.exp(rng.uniform(*np.log(SMALL_PAPER_PX if rng.random() < SMALL else PAPER_PX))))


def drawn_px(photo_px: float) -> int:
    """The width at which a paper of this width in the photo is drawn, px."""
    return int(np.clip(photo_px * 1.25, 130, 440))


def _paper(rng: np.random.Generator, split: Split, kind: str, width_px: int) -> tuple[Rgba, NDArray[np.uint8]]:
    if kind == "tag":
        code = pick_tag_code(rng)
        return wild_papers.draw_wild_tag(rng, split, code, width_px), label_of(code, "")
    if kind == "none":
        return wild_papers.draw_decoy(rng, split, width_px), label_of("", "")
    code, quantity = pick_numbers(rng)
    if kind == "smeared":
        family = FAMILIES[int(rng.integers(len(FAMILIES)))]
        paper = wild_sticker.draw_wild_sticker(rng, split, family, code, quantity, width_px)
        return wild_sticker.smeared(rng, paper), np.full(SLOTS, UNKNOWN, np.uint8)
    family = FAMILIES[FAMILIES.index(kind)]
    return wild_sticker.draw_wild_sticker(rng, split, family, code, quantity, width_px), label_of(code, quantity)


def pick_numbers(rng: np.random.Generator) -> tuple[str, str]:
    """A code and a quantity, at times of digits that handwriting confuses."""
    return _confusable(rng, pick_code(rng)), _confusable(rng, pick_quantity(rng, UP_TO_SIX_DIGITS))


def _confusable(rng: np.random.Generator, number: str) -> str:
    """The number, sometimes replaced by digits that handwriting confuses; never with a new leading zero."""
    if rng.random() >= CONFUSABLE:
        return number
    return "".join(str(d) for d in rng.choice(CONFUSABLE_DIGITS, len(number), p=CONFUSABLE_SHARES))


def pasted(rng: np.random.Generator, split: Split, paper: Rgba, width_px: float) -> tuple[NDArray[np.float32], Points]:
    """A piece of a photo (h, w, 3) in 0..255 with the paper on it, and the paper's quad in it."""
    rows, columns = paper.shape[:2]
    height_px = width_px * rows / columns
    angle = float(np.clip(rng.normal(0, 6) if rng.random() < 0.6 else rng.uniform(-37, 37), -37, 37))
    quad = box_quad(0, 0, width_px, height_px) + rng.uniform(-1, 1, (4, 2)) * rng.uniform(0, 0.08) * height_px
    quad = rotate(quad, angle, (width_px / 2, height_px / 2))
    margin = 0.16 * width_px + 4
    x0, y0, x1, y1 = bounds(quad)
    quad = quad - (x0 - margin, y0 - margin)
    size = (int(x1 - x0 + 2 * margin), int(y1 - y0 + 2 * margin))
    piece = backgrounds.cut(rng, split, size[1], size[0])
    if rng.random() < 0.7:
        paper[..., :3] *= bend_light(rng, rows, columns, rng.uniform(0.02, 0.16))[..., None]
    if rng.random() < 0.3:
        paper = curled(rng, paper)
    paste(rng, piece, paper, quad)
    if rng.random() < 0.12:
        _cover(rng, piece, quad, angle)
    return piece, quad


def _cover(rng: np.random.Generator, piece: NDArray[np.float32], quad: Points, angle: float) -> None:
    """An object in front of the paper's edge: a rail, a finger, a neighbor; never over digits."""
    side = int(rng.integers(4))
    a, b = quad[side], quad[(side + 1) % 4]
    inward = (quad.mean(axis=0) - (a + b) / 2) * 2
    depth = rng.uniform(0.01, 0.045)
    strip = np.array([a - inward * 0.4, b - inward * 0.4, b + inward * depth, a + inward * depth * rng.uniform(0, 1)])
    tone = [float(v) for v in rng.uniform(10, 250, 3)]
    cv2.fillConvexPoly(piece, np.round(strip).astype(np.int32), tone, cv2.LINE_AA)


def jittered(rng: np.random.Generator, rect: RotatedRect) -> RotatedRect:
    """A box with the small errors of a detector."""
    width = rect.width * float(np.exp(rng.normal(0, 0.03)))
    height = rect.height * float(np.exp(rng.normal(0, 0.05)))
    x = rect.x + (rect.width - width) / 2 + rng.normal(0, 0.018) * rect.width
    y = rect.y + (rect.height - height) / 2 + rng.normal(0, 0.035) * rect.height
    return RotatedRect(float(x), float(y), width, height, rect.angle + float(rng.normal(0, 1.8)))


def draw_shard(seed: int, count: int, split: Split) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Crops (count, CROP_HEIGHT, CROP_WIDTH, 3) and rows (count, 14): twelve slots, kind, flipped."""
    rng = np.random.default_rng([seed, SPLITS.index(split)])
    crops = np.zeros((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    rows = np.zeros((count, SLOTS + 2), np.uint8)
    shares = [share for _, share in KINDS]
    for i in range(count):
        kind = int(rng.choice(len(KINDS), p=shares))
        crops[i], rows[i, :SLOTS], flipped = draw_crop(rng, split, KIND_NAMES[kind])
        rows[i, SLOTS:] = kind, flipped
    return crops, rows


def shard_path(split: Split, seed: int, folder: Path = SHARDS) -> Path:
    """The file of a shard's crops; its rows are beside it in .rows.npy."""
    return folder / f"{split}-{seed:04d}.npy"


def main() -> None:
    """Command line: draw shards seed, seed + 1, … that do not exist yet."""
    options = parse_options("Draw reader crops.", count=2000)

    def write(part: Path, seed: int) -> None:
        crops, rows = draw_shard(seed, options.count, options.split)
        np.save(shard_path(options.split, seed).with_suffix(".rows.npy"), rows)
        np.save(part, crops)

    draw_missing(options, shard_path, write, "crop")


if __name__ == "__main__":
    main()
