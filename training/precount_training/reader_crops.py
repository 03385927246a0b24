"""Crops for the reader, drawn without end: shards of (n, 64, 192, 3) uint8 with their labels.

python -m precount_training.reader_crops --seed 1 --count 4000 --split train
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import backdrops, wild_papers, wild_sticker
from precount_training.geometry import Points, RotatedRect, bounds, box_quad, quad_from_rect, rect_from_quad, rotate
from precount_training.papers import Rgba, bend_light
from precount_training.pasting import curled, paste
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH, crop_of_quad, grown
from precount_training.sources import CACHE
from precount_training.splits import Split
from precount_training.stock_numbers import UP_TO_SIX_DIGITS, pick_code, pick_quantity, pick_tag_code
from precount_training.truth import Family
from precount_training.wear import worn

SLOTS = 12  # six of the code, six of the quantity, each left-aligned
BLANK = 10  # the class of an empty slot
SHARDS = CACHE / "reader"

# kind of crop: its share, and the number it goes by in a shard
KINDS: tuple[tuple[str, float], ...] = (("print", 0.15), ("mixed", 0.22), ("hand", 0.46), ("tag", 0.07), ("none", 0.10))
BARE = 0.3  # share of the crops of kind "none" that show no paper at all, but whatever else stands on shelves
FLIPPED = 0.06  # share of crops that show a sticker upside down


def label_of(code: str, quantity: str) -> NDArray[np.uint8]:
    """The twelve slots: digits, and BLANK behind them."""
    slots = np.full(SLOTS, BLANK, np.uint8)
    for start, text in ((0, code), (6, quantity)):
        slots[start : start + len(text)] = [int(character) for character in text]
    return slots


def draw_crop(rng: np.random.Generator, split: Split, kind: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8], bool]:
    """One crop (64, 192, 3), its slots (12,), and whether it is upside down."""
    photo_px = float(np.exp(rng.uniform(np.log(105), np.log(480))))  # the paper's width in the photo
    if kind == "tag":
        photo_px *= 0.7
    draw_px = int(np.clip(photo_px * 1.25, 110, 420))
    paper, slots = _paper(rng, split, kind, draw_px)
    if kind == "none" and rng.random() < BARE:
        paper[..., 3] = 0
    piece, quad = _pasted(rng, paper, photo_px)
    photo = worn(rng, piece, photo_px / 300)
    seen = quad_from_rect(grown(jittered(rng, rect_from_quad(quad))))
    flipped = kind in ("print", "mixed", "hand") and rng.random() < FLIPPED
    if flipped:
        seen = np.roll(seen, 2, axis=0)
    return crop_of_quad(photo, seen), slots, flipped


def _paper(rng: np.random.Generator, split: Split, kind: str, width_px: int) -> tuple[Rgba, NDArray[np.uint8]]:
    if kind == "tag":
        code = pick_tag_code(rng)
        return wild_papers.draw_wild_tag(rng, split, code, width_px), label_of(code, "")
    if kind == "none":
        return wild_papers.draw_decoy(rng, split, width_px), label_of("", "")
    code, quantity = pick_code(rng), pick_quantity(rng, UP_TO_SIX_DIGITS)
    family: Family = "print" if kind == "print" else "mixed" if kind == "mixed" else "hand"
    return wild_sticker.draw_wild_sticker(rng, split, family, code, quantity, width_px), label_of(code, quantity)


def _pasted(rng: np.random.Generator, paper: Rgba, width_px: float) -> tuple[NDArray[np.float32], Points]:
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
    piece = backdrops.cut(rng, size[1], size[0])
    if rng.random() < 0.7:
        paper[..., :3] *= bend_light(rng, rows, columns, rng.uniform(0.02, 0.16))[..., None]
    if rng.random() < 0.3:
        paper = curled(rng, paper)
    paste(rng, piece, paper, quad)
    if rng.random() < 0.12:
        _cover(rng, piece, quad, angle)
    return piece, quad


def _cover(rng: np.random.Generator, piece: NDArray[np.float32], quad: Points, angle: float) -> None:
    """Something in front of the paper's rim: a rail, a finger, a neighbour; never over digits."""
    side = int(rng.integers(4))
    a, b = quad[side], quad[(side + 1) % 4]
    inward = (quad.mean(axis=0) - (a + b) / 2) * 2
    depth = rng.uniform(0.01, 0.045)
    strip = np.array([a - inward * 0.4, b - inward * 0.4, b + inward * depth, a + inward * depth * rng.uniform(0, 1)])
    tone = [float(v) for v in rng.uniform(10, 250, 3)]
    cv2.fillConvexPoly(piece, np.round(strip).astype(np.int32), tone, cv2.LINE_AA)


def jittered(rng: np.random.Generator, rect: RotatedRect) -> RotatedRect:
    """A box as a detector finds it: nearly right."""
    width = rect.width * float(np.exp(rng.normal(0, 0.03)))
    height = rect.height * float(np.exp(rng.normal(0, 0.05)))
    x = rect.x + (rect.width - width) / 2 + rng.normal(0, 0.018) * rect.width
    y = rect.y + (rect.height - height) / 2 + rng.normal(0, 0.035) * rect.height
    return RotatedRect(float(x), float(y), width, height, rect.angle + float(rng.normal(0, 1.8)))


def draw_shard(seed: int, count: int, split: Split) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Crops (count, 64, 192, 3) and rows (count, 14): twelve slots, kind, flipped."""
    rng = np.random.default_rng([seed, 0 if split == "train" else 1])
    crops = np.zeros((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    rows = np.zeros((count, SLOTS + 2), np.uint8)
    shares = [share for _, share in KINDS]
    for i in range(count):
        kind = int(rng.choice(len(KINDS), p=shares))
        crops[i], rows[i, :SLOTS], flipped = draw_crop(rng, split, KINDS[kind][0])
        rows[i, SLOTS:] = kind, flipped
    return crops, rows


def shard_path(split: Split, seed: int, folder: Path = SHARDS) -> Path:
    """Where a shard's crops lie; its labels lie beside it."""
    return folder / f"{split}-{seed:04d}.npy"


def main() -> None:
    """Command line: draw shards seed, seed + 1, … that are not there yet."""
    parser = argparse.ArgumentParser(description="Draw reader crops.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--split", choices=["train", "validation"], default="train")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    SHARDS.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.shards):
        path = shard_path(options.split, seed)
        if path.exists():
            continue
        start = time.time()
        crops, rows = draw_shard(seed, options.count, options.split)
        np.save(path.with_suffix(".rows.npy"), rows)
        part = path.with_suffix(".part.npy")
        np.save(part, crops)
        part.rename(path)  # a shard that is there is whole
        print(f"{path.name}: {1000 * (time.time() - start) / options.count:.1f} ms a crop", flush=True)


if __name__ == "__main__":
    main()
