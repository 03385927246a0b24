"""Draws whole photos with their truth: `validation` for decisions, `unseen` for judging the model.

Neither split shares fonts, writers or shelves with training; decisions never rest on the unseen one.

python -m precount_training.whole_photos --count 6
python -m precount_training.whole_photos --count 20 --split unseen --kind small --out .cache/unseen-small
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from precount_training import backgrounds
from precount_training.geometry import bounds
from precount_training.sources import CACHE, fetch_reserved
from precount_training.splits import Split
from precount_training.truth import Family, photo_truth, shelf_of
from precount_training.wild_photo import Frame, WildPhoto, draw_wild_photo

PHOTOS = CACHE / "validation"
SIZES = ((4032, 3024), (3024, 4032), (3264, 2448), (2592, 2592))  # width, height in px
FAMILIES: tuple[Family, ...] = ("print", "mixed", "hand")
# Width of the stickers on a photo of 4032 px, by kind of photo.
STICKER_PX = {"ordinary": (150, 450), "small": (100, 150), "empty": (150, 450), "unreadable": (150, 450)}


def draw(seed: int, family: Family, split: Split, kind: str, careful: bool) -> WildPhoto:
    """One photo as a phone takes it.

    An empty one shows price tags and goods, but no sticker and no shelf tag. On an unreadable one, the numbers of all
    stickers are smeared, so that no person can read them.
    """
    rng = np.random.default_rng([seed, FAMILIES.index(family), 4, list(STICKER_PX).index(kind)])
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    scale = max(width, height) / 4032
    low, high = STICKER_PX[kind]
    is_empty = kind == "empty"
    frame = Frame(
        width, height, (low * scale, high * scale), 0 if is_empty else int(rng.integers(6, 17)),
        0 if is_empty else int(rng.integers(1, 4)), int(rng.integers(3, 9)), 10.0,
        smeared=1.0 if kind == "unreadable" else 0.0,
    )  # fmt: skip
    return draw_wild_photo(rng, split, frame, family, careful)


def truth_of(photo: WildPhoto, image: str, family: Family) -> dict[str, Any]:
    """The entry in truth.json; an ambiguous shelf is decided by `shelf_of`."""
    height, width = photo.picture.shape[:2]
    entry = photo_truth(image, width, height, family, photo.shelves, photo.stickers)
    stickers = [r for r in entry["results"] if r["label"] == "sticker"]
    for result, sticker in zip(stickers, photo.stickers, strict=True):
        _, top, _, bottom = bounds(sticker.quad)
        result["shelfCode"] = shelf_of(top, bottom, photo.shelves)
    return entry


def main() -> None:
    """Command line: draw `count` photos of each family."""
    parser = argparse.ArgumentParser(description="Draw photos to decide or to judge by.")
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first photo; another seed gives other photos")
    parser.add_argument("--split", choices=["validation", "unseen"], default="validation")
    parser.add_argument("--kind", choices=list(STICKER_PX), default="ordinary")
    parser.add_argument("--careful", action="store_true", help="only sharp, well-lit photos")
    parser.add_argument("--out", type=Path, default=PHOTOS)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.split == "unseen":
        fetch_reserved()
    if options.split == "validation" or backgrounds.UNSEEN_PHOTOS is None:
        backgrounds.draw_scenes(options.split, 4)
    truths = []
    for seed in range(options.seed, options.seed + options.count):
        for family in FAMILIES:
            name = f"{family}-{seed:03d}.jpg"
            photo = draw(seed, family, options.split, options.kind, options.careful)
            cv2.imwrite(str(options.out / name), photo.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])
            truths.append(truth_of(photo, name, family))
            print(name, len(photo.stickers), len(photo.shelves), flush=True)
    (options.out / "truth.json").write_text(json.dumps(truths))


if __name__ == "__main__":
    main()
