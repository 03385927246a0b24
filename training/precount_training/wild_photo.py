"""Whole photos or windows of them for the detector: stickers, shelf tags and decoys on any background."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from precount_training import backgrounds, wild_papers, wild_sticker
from precount_training.degradation import degraded
from precount_training.geometry import Box, Points, bounds, box_quad, boxes_overlap, rotate
from precount_training.papers import Rgba, bend_light
from precount_training.pasting import curled, paste
from precount_training.splits import Split
from precount_training.stock_numbers import UP_TO_SIX_DIGITS, pick_code, pick_quantity, pick_tag_code
from precount_training.truth import KINDS, Family, ShelfTruth, StickerTruth

TAG_SIZES = (0.4, 1.6)  # width of a photo's shelf tags, compared with its stickers
LARGEST_TAG = 1.15  # … compared with the largest sticker
ON_RAIL = 0.4  # share of shelf tags on a rail of nearly their own color: only their print shows


@dataclass(frozen=True)
class Frame:
    """What to draw: size in px, the stickers' width in px, and about how many papers of each kind."""

    width: int
    height: int
    sticker_px: tuple[float, float]
    stickers: int
    tags: int
    decoys: int
    edge_px: float  # how far papers stay inside; below 0 they may be cut off
    smeared: float = 0.0  # share of stickers that no person can read


@dataclass
class WildPhoto:
    """A picture (h, w, 3) uint8 RGB and what is on it; `cut` holds papers that reach over its edge."""

    picture: NDArray[np.uint8]
    shelves: list[ShelfTruth]
    stickers: list[StickerTruth]
    cut: list[Points]


def draw_wild_photo(
    rng: np.random.Generator, split: Split, frame: Frame, family: Family | None, careful: bool = False
) -> WildPhoto:
    """Draw one; `family` None mixes all three. Papers that find no room are left out."""
    view = backgrounds.shelf_view(rng, split, frame.height, frame.width)
    photo = WildPhoto(np.zeros(0, np.uint8), [], [], [])
    base = float(np.exp(rng.uniform(*np.log(frame.sticker_px))))
    tag_size = float(np.exp(rng.uniform(*np.log(TAG_SIZES))))
    jobs = ["sticker"] * frame.stickers + ["tag"] * frame.tags + ["decoy"] * frame.decoys
    taken: list[Box] = []
    for job in [str(j) for j in rng.permutation(jobs)]:
        width = base * rng.uniform(0.8, 1.25)
        if job == "tag":
            width = min(width * tag_size, LARGEST_TAG * frame.sticker_px[1])
        else:
            width = float(np.clip(width, *frame.sticker_px))
        draw_px = int(np.clip(width * 1.25, 90, 620))
        chosen: Family = family or ("print", "mixed", "hand")[int(rng.integers(3))]
        code, quantity = pick_code(rng), pick_quantity(rng, UP_TO_SIX_DIGITS)
        if job == "sticker":
            paper, numbers = wild_sticker.draw_with_fields(rng, split, chosen, code, quantity, draw_px)
            if frame.smeared and rng.random() < frame.smeared:
                paper = wild_sticker.smeared(rng, paper)
        elif job == "tag":
            code = pick_tag_code(rng)
            paper = wild_papers.draw_wild_tag(rng, split, code, draw_px)
        else:
            paper = wild_papers.draw_decoy(rng, split, draw_px)
        quad = _place(rng, frame, width, width * paper.shape[0] / paper.shape[1], job, taken)
        if quad is None:
            continue
        if job == "tag" and rng.random() < ON_RAIL:
            _rail_behind(rng, view, paper, bounds(quad), taken)
        _stick(rng, view, paper, quad)
        taken.append(bounds(quad))
        x0, y0, x1, y1 = bounds(quad)
        if x0 < 0 or y0 < 0 or x1 > frame.width or y1 > frame.height:
            photo.cut.append(quad)
        elif job == "sticker":
            code_px, quantity_px = (place[3] * width / draw_px for place in numbers)
            photo.stickers.append(StickerTruth(code, quantity, KINDS[chosen], quad, (code_px, quantity_px)))
        elif job == "tag":
            photo.shelves.append(ShelfTruth(code, quad))
    photo.picture = degraded(rng, view, base / 300, careful)
    return photo


def _place(
    rng: np.random.Generator, frame: Frame, width: float, height: float, job: str,
    taken: list[Box],
) -> Points | None:  # fmt: skip
    """A free quad, mostly near upright, or None."""
    turn = rng.random()
    angle = rng.normal(0, 6) if turn < 0.6 else rng.uniform(-37, 37) if turn < 0.96 else rng.uniform(0, 360)
    if job == "tag":
        angle = float(np.clip(rng.normal(0, 2.5), -10, 10))
    gap = rng.uniform(-2, 12) * width / 100
    for _ in range(12):
        x, y = rng.uniform(0, frame.width), rng.uniform(0, frame.height)
        quad = box_quad(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        quad = rotate(quad + rng.uniform(-1, 1, (4, 2)) * rng.uniform(0, 0.07) * height, float(angle), (x, y))
        x0, y0, x1, y1 = bounds(quad)
        edge = frame.edge_px
        inside = x0 > edge and y0 > edge and x1 < frame.width - edge and y1 < frame.height - edge
        if inside and not any(boxes_overlap((x0, y0, x1, y1), other, float(gap)) for other in taken):
            return np.roll(quad, 2, axis=0) if job == "sticker" and rng.random() < 0.015 else quad
    return None


def _rail_behind(rng: np.random.Generator, view: NDArray[np.float32], paper: Rgba, tag: Box, taken: list[Box]) -> None:
    """A piece of rail in nearly the tag's own color behind it, where no other paper is."""
    x0, y0, x1, y1 = tag
    left, right = rng.uniform(0.3, 2.0, 2) * (x1 - x0)
    above, below = rng.uniform(0.05, 0.4, 2) * (y1 - y0)
    rail = (max(0.0, x0 - left), max(0.0, y0 - above), x1 + right, y1 + below)
    if any(boxes_overlap(rail, other) for other in taken):
        return
    part = view[int(rail[1]) : int(rail[3]), int(rail[0]) : int(rail[2])]
    tone = np.median(paper[..., :3], axis=(0, 1)) * 255 * (1 + rng.normal(0, 0.05))
    light = np.linspace(rng.uniform(0.85, 1.05), rng.uniform(0.85, 1.05), max(1, part.shape[0]), dtype=np.float32)
    part[:] = np.clip(tone.astype(np.float32) * light[: part.shape[0], None, None], 0, 255)


def _stick(rng: np.random.Generator, view: NDArray[np.float32], paper: Rgba, quad: Points) -> None:
    """Paste into the part of the view that the paper and its shadow touch."""
    rows, columns = paper.shape[:2]
    light = rng.uniform(0.75, 1.08)
    if rng.random() < 0.6:
        paper[..., :3] *= light * bend_light(rng, rows, columns, rng.uniform(0.02, 0.14))[..., None]
    if rng.random() < 0.25:
        paper = curled(rng, paper)
    reach = 0.1 * float(np.linalg.norm(quad[1] - quad[0])) + 3
    x0, y0, x1, y1 = bounds(quad)
    left, top = int(max(0, x0 - reach)), int(max(0, y0 - reach))
    part = view[top : int(y1 + reach) + 1, left : int(x1 + reach) + 1]
    paste(rng, part, paper, quad - (left, top))
