"""Draws material for the tag reader: crops of shelf tags, with boxes as inexact as the detector's, and their numbers.

python -m precount_training.tag_numbers --seed 1 --shards 4
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import quad_from_rect, rect_from_quad
from precount_training.reader_crops import draw_piece, jittered
from precount_training.reading import MAX_TAG_DIGITS
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH, crop_of_quad, grown
from precount_training.shards import draw_missing, parse_options
from precount_training.sources import CACHE
from precount_training.splits import SPLITS, Split

SHARDS = CACHE / "tag-numbers"
CAREFUL_SHARE = 0.6
# A box has the errors of one to this many detections: those of small tags, and of tags on wide cards, fit badly.
MOST_ERRORS = 4


def draw_tag(rng: np.random.Generator, split: Split) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A crop (CROP_HEIGHT, CROP_WIDTH, 3) of a shelf tag, and its slots (MAX_TAG_DIGITS,)."""
    photo, quad, slots, _ = draw_piece(rng, split, "tag", bool(rng.random() < CAREFUL_SHARE))
    rect = rect_from_quad(quad)
    for _ in range(int(rng.integers(1, MOST_ERRORS + 1))):
        rect = jittered(rng, rect)
    return crop_of_quad(photo, quad_from_rect(grown(rect))), slots[:MAX_TAG_DIGITS]


def main() -> None:
    """Command line: draw shards seed, seed + 1, … that do not exist yet."""
    options = parse_options("Draw shelf tags and their numbers.", count=4000)

    def write(part: Path, seed: int) -> None:
        rng = np.random.default_rng([seed, 9, SPLITS.index(options.split)])
        crops = np.zeros((options.count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        slots = np.zeros((options.count, MAX_TAG_DIGITS), np.uint8)
        for i in range(options.count):
            crops[i], slots[i] = draw_tag(rng, options.split)
        np.savez(part, crops=crops, slots=slots)

    draw_missing(options, shard_path, write, "tag")


def shard_path(split: Split, seed: int, folder: Path = SHARDS) -> Path:
    """The file of a shard."""
    return folder / f"{split}-{seed:04d}.npz"


if __name__ == "__main__":
    main()
