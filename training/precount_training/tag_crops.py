"""Draws material for the tag head: crops of what the detector finds on drawn photos, and whether they are shelf tags.

python -m precount_training.tag_crops --model .cache/export --seed 1 --shards 8
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import rect_from_quad
from precount_training.overlap import iou
from precount_training.pipeline import Precount
from precount_training.rectify import crop_of
from precount_training.shards import draw_missing, parsed, shard_options
from precount_training.sources import CACHE
from precount_training.splits import SPLITS, Split
from precount_training.wild_photo import Frame, draw_wild_photo

SHARDS = CACHE / "tags"
WIDTH, HEIGHT = 2016, 1512
PAPER_PX = ((75.0, 225.0), (50.0, 100.0))  # of ordinary papers, and of small ones
SMALL = 0.3  # share of photos with small papers
STICKERS, TAGS, DECOYS = 3, 7, 12  # papers of a photo, at most
EMPTY = 0.15  # share of photos without stickers and tags
# The overlap with a true tag: of a tag at least, because boxes of small tags often fit badly; of anything else at most.
MIN_IOU, MOST_IOU = 0.3, 0.1


def found_crops(rng: np.random.Generator, split: Split, model: Precount) -> Iterator[tuple[NDArray[np.uint8], bool]]:
    """The crops (h, w, 3) of all boxes that the detector finds on one photo, and whether they show a shelf tag."""
    is_empty = rng.random() < EMPTY
    stickers, tags = (0 if is_empty else int(rng.integers(most + 1)) for most in (STICKERS, TAGS))
    papers = PAPER_PX[int(rng.random() < SMALL)]
    frame = Frame(WIDTH, HEIGHT, papers, stickers, tags, int(rng.integers(4, DECOYS + 1)), 10.0)
    photo = draw_wild_photo(rng, split, frame, None)
    true_tags = [rect_from_quad(shelf.quad) for shelf in photo.shelves]
    for item in model.locate(photo.picture, min_existence=(0.0, 0.0)):
        overlap = max((iou(rect, item.rect) for rect in true_tags), default=0.0)
        if overlap >= MIN_IOU or overlap <= MOST_IOU:
            yield crop_of(photo.picture, item.rect), overlap >= MIN_IOU


def main() -> None:
    """Command line: draw shards seed, seed + 1, … of `count` photos that do not exist yet."""
    parser = shard_options("Collect what the detector finds, and whether it is a shelf tag.", count=50)
    parser.add_argument("--model", type=Path, required=True)
    options = parsed(parser)
    model = Precount(options.model, 1)

    def write(part: Path, seed: int) -> None:
        rng = np.random.default_rng([seed, SPLITS.index(options.split), 31])
        found = [pair for _ in range(options.count) for pair in found_crops(rng, options.split, model)]
        np.savez(part, crops=np.stack([crop for crop, _ in found]), is_tag=np.array([is_tag for _, is_tag in found]))

    draw_missing(options, shard_path, write, "photo")


def shard_path(split: Split, seed: int, folder: Path = SHARDS) -> Path:
    """The file of a shard."""
    return folder / f"{split}-{seed:04d}.npz"


if __name__ == "__main__":
    main()
