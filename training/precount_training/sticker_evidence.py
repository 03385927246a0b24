"""Fits the weights of `existence.StickerEvidence` on drawn photos, and prints them.

The photos must show unreadable stickers too, and some of them none: `npm run bench -- reading --keep FOLDER` draws such
photos.

python -m precount_training.sticker_evidence FOLDER/ordinary FOLDER/small FOLDER/unreadable FOLDER/empty
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from precount_training.answer import Answer
from precount_training.detector_model import Found
from precount_training.evidence import fitted, options_of
from precount_training.existence import (
    MIN_EXISTENCE,
    StickerEvidence,
    existence,
    least_existence,
    sticker_features,
)
from precount_training.geometry import RotatedRect
from precount_training.overlap import iou
from precount_training.pipeline import Precount, upright

# Overlap with a sticker from which a box is that sticker, and below which it is another thing.
SAME, OTHER = 0.5, 0.3


def sticker_boxes(precount: Precount, folder: Path) -> Iterator[tuple[Found, Answer, bool]]:
    """The boxes of all photos of a folder that may be stickers, and whether they are.

    A further box of a sticker, and one that shows a part of it, are left out.
    """
    for entry in json.loads((folder / "truth.json").read_text()):
        picture = upright(folder / entry["image"])
        read = precount.read_boxes(picture, precount.locate(picture))
        boxes = [(item, answer) for item, answer in read if item.label == 0]
        stickers = [RotatedRect(**truth["rect"]) for truth in entry["results"] if truth["label"] == "sticker"]
        missing = list(stickers)
        for item, answer in sorted(boxes, key=lambda pair: -existence(*pair)):
            same = max(missing, key=lambda rect: iou(rect, item.rect), default=None)
            if same is not None and iou(same, item.rect) >= SAME:
                missing.remove(same)
                yield item, answer, True
            elif all(iou(rect, item.rect) < OTHER for rect in stickers):
                yield item, answer, False


def _counts(item: Found, answer: Answer) -> bool:
    return existence(item, answer) >= least_existence(item, answer, MIN_EXISTENCE)


def main() -> None:
    """Command line: print the counts of the shipped weights, and new weights."""
    precount, folders = options_of("Fit the weights of a sticker's existence.")
    boxes = []
    for folder in folders:
        some = list(sticker_boxes(precount, folder))
        found = [is_sticker for item, answer, is_sticker in some if _counts(item, answer)]
        stickers = sum(is_sticker for *_, is_sticker in some)
        print(f"{folder}: {sum(found)} of {stickers} stickers count, and {len(found) - sum(found)} other boxes")
        boxes += some
    is_sticker = np.array([is_sticker for *_, is_sticker in boxes], float)
    weights = fitted(np.array([sticker_features(item, answer) for item, answer, _ in boxes]), is_sticker)
    print(StickerEvidence(*np.round(weights, 2).tolist()))


if __name__ == "__main__":
    main()
