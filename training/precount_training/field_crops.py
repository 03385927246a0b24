"""Draws material for the field reader: strips that show one number of a sticker, and the places of the number.

python -m precount_training.field_crops --seed 1 --shards 6                            # for field_finder
python -m precount_training.field_crops --seed 7 --shards 10 --model .cache/export     # for field_train
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from precount_training import wild_sticker
from precount_training.answer import answer_of
from precount_training.degradation import degraded
from precount_training.field_strips import from_crop, in_crop, in_strip, strip_of
from precount_training.geometry import (
    Points,
    RotatedRect,
    apply,
    bounds,
    box_quad,
    homography,
    quad_from_rect,
    rect_from_quad,
    rotate,
)
from precount_training.pipeline import Precount
from precount_training.reader_crops import (
    FAMILIES,
    drawn_px,
    jittered,
    label_of,
    paper_px,
    pasted,
    pick_numbers,
)
from precount_training.rectify import crop_of_quad, grown
from precount_training.shards import draw_missing, parsed, shard_options
from precount_training.sources import CACHE
from precount_training.splits import SPLITS, Split

SHARDS = CACHE / "fields"
FAMILY_SHARES = (0.08, 0.34, 0.58)  # of FAMILIES: mostly handwriting is read again
CAREFUL_SHARE = 0.6
# Typical errors of the reader: of a number's place, in heights of the number, and of its size.
SHIFT, GROWTH = 0.1, 0.1
# Share of stickers whose strips show what the reader finds, sometimes with a number beside it that is struck out.
FOUND_SHARE = 0.7

# A crop (CROP_HEIGHT, CROP_WIDTH, 3) → the places (2, 4) of its numbers, as shares of the crop.
Finder = Callable[[NDArray[np.uint8]], NDArray[np.float32]]


def around(ink: Points, angle: float) -> RotatedRect:
    """The rect at this angle around points (n, 2)."""
    x0, y0, x1, y1 = bounds(rotate(ink, -angle, (0, 0)))
    width, height = x1 - x0, y1 - y0
    (cx, cy), *_ = rotate(np.array([[(x0 + x1) / 2, (y0 + y1) / 2]]), angle, (0, 0))
    return RotatedRect(float(cx) - width / 2, float(cy) - height / 2, width, height, angle)


def misplaced(rng: np.random.Generator, rect: RotatedRect) -> RotatedRect:
    """A number's rect with small errors of its place and size."""
    width = rect.width * float(np.exp(rng.normal(0, GROWTH * min(1, 2 * rect.height / rect.width))))
    height = rect.height * float(np.exp(rng.normal(0, GROWTH)))
    dx, dy = rng.normal(0, SHIFT, 2) * rect.height
    return RotatedRect(
        rect.x + dx + (rect.width - width) / 2, rect.y + dy + (rect.height - height) / 2, width, height,
        rect.angle + float(rng.normal(0, 1)),
    )  # fmt: skip


@dataclass(frozen=True)
class DrawnSticker:
    """A sticker's crop, the places (2, 4) of its numbers there, its slots (SLOTS,) and its family.

    For each number also a strip (2, …), and the number's place (2, 4) in it.
    """

    crop: NDArray[np.uint8]
    places: NDArray[np.float32]
    strips: NDArray[np.uint8]
    strip_places: NDArray[np.float32]
    slots: NDArray[np.uint8]
    family: int


def draw_fields(rng: np.random.Generator, split: Split, find: Finder | None) -> DrawnSticker:
    """Draw a sticker; with `find`, most strips show what it finds in the crop."""
    family = int(rng.choice(len(FAMILIES), p=FAMILY_SHARES))
    code, quantity = pick_numbers(rng)
    photo_px = paper_px(rng)
    paper, places = wild_sticker.draw_with_fields(rng, split, FAMILIES[family], code, quantity, drawn_px(photo_px))
    sheet = box_quad(0, 0, paper.shape[1], paper.shape[0])
    piece, quad = pasted(rng, split, paper, photo_px)
    photo = degraded(rng, piece, max(photo_px, 150) / 300, bool(rng.random() < CAREFUL_SHARE))
    rect = jittered(rng, rect_from_quad(quad))
    matrix = homography(sheet, quad)
    seen = grown(rect)
    inks = [around(apply(matrix, box_quad(x, y, x + w, y + h)), rect.angle) for x, y, w, h in places]
    crop = crop_of_quad(photo, quad_from_rect(seen))
    shown = [misplaced(rng, ink) for ink in inks]
    if find and rng.random() < FOUND_SHARE:
        shown = [from_crop(place, seen) for place in find(crop)]
    return DrawnSticker(
        crop,
        np.stack([in_crop(ink, seen) for ink in inks]),
        np.stack([strip_of(photo, rect) for rect in shown]),
        np.stack([in_strip(ink, rect) for ink, rect in zip(inks, shown, strict=True)]),
        label_of(code, quantity),
        family,
    )


def finder_of(model: Precount) -> Finder:
    """The finder of a model: returns the places that its reader finds in a crop."""
    return lambda crop: answer_of(model.rows([crop])[0]).places


def draw_shard(seed: int, count: int, split: Split, find: Finder | None = None) -> dict[str, NDArray[np.generic]]:
    """The fields of DrawnSticker, of `count` stickers."""
    rng = np.random.default_rng([seed, SPLITS.index(split), 23])
    drawn = [draw_fields(rng, split, find) for _ in range(count)]
    return {
        "crops": np.stack([sticker.crop for sticker in drawn]),
        "places": np.stack([sticker.places for sticker in drawn]),
        "strips": np.stack([sticker.strips for sticker in drawn]),
        "strip_places": np.stack([sticker.strip_places for sticker in drawn]),
        "slots": np.stack([sticker.slots for sticker in drawn]),
        "families": np.array([sticker.family for sticker in drawn], np.uint8),
    }


def main() -> None:
    """Command line: draw shards seed, seed + 1, … that do not exist yet."""
    parser = shard_options("Draw the field reader's material.", count=1000)
    parser.add_argument("--model", type=Path, help="the model whose reader finds the numbers; without it, near them")
    options = parsed(parser)
    find = finder_of(Precount(options.model, 1)) if options.model else None

    def write(part: Path, seed: int) -> None:
        np.savez(part, **draw_shard(seed, options.count, options.split, find))  # type: ignore[arg-type]

    draw_missing(options, shard_path, write, "sticker")


def shard_path(split: Split, seed: int, folder: Path = SHARDS) -> Path:
    """The file of a shard."""
    return folder / f"{split}-{seed:04d}.npz"


if __name__ == "__main__":
    main()
