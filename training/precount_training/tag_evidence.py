"""Fits the weights of `existence.TagEvidence` on validation photos, and prints them.

The boxes are those that the pipeline takes for shelf tags, with the scores and readings of its windows.

python -m precount_training.tag_evidence .cache/validation .cache/validation-empty
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from precount_training.answer import Answer
from precount_training.detector_model import Found
from precount_training.evidence import fitted, options_of
from precount_training.existence import MIN_EXISTENCE, TagEvidence, existence, tag_features
from precount_training.geometry import rect_from_quad
from precount_training.overlap import iou
from precount_training.pipeline import Precount, upright
from precount_training.tag_crops import MIN_IOU


def tag_boxes(precount: Precount, folder: Path) -> Iterator[tuple[Found, Answer, bool]]:
    """The boxes of all photos of a folder that may be tags, and whether they are.

    A further box of a tag is left out.
    """
    for entry in json.loads((folder / "truth.json").read_text()):
        picture = upright(folder / entry["image"])
        read = precount.read_boxes(picture, precount.locate(picture))
        boxes = [(item, answer) for item, answer in precount.rescore_tags(picture, read) if item.label == 1]
        missing = [rect_from_quad(np.array(t["quad"], float)) for t in entry["results"] if t["label"] == "shelf"]
        tags = list(missing)
        for item, answer in sorted(boxes, key=lambda pair: -existence(*pair)):
            found = [rect for rect in missing if iou(rect, item.rect) >= MIN_IOU]
            if found:
                missing.remove(max(found, key=lambda rect: iou(rect, item.rect)))
            if found or all(iou(rect, item.rect) < MIN_IOU for rect in tags):
                yield item, answer, bool(found)


def main() -> None:
    """Command line: print the counts of the shipped weights, and new weights."""
    precount, folders = options_of("Fit the weights of a shelf tag's existence.")
    boxes = [box for folder in folders for box in tag_boxes(precount, folder)]
    is_tag = np.array([tag for _, _, tag in boxes], float)
    found = np.array([existence(item, answer) >= MIN_EXISTENCE[1] for item, answer, _ in boxes])
    print(f"{int(is_tag.sum())} tags, {int((is_tag * found).sum())} of them found; "
          f"{int((1 - is_tag).sum())} others, {int(((1 - is_tag) * found).sum())} of them found")  # fmt: skip
    weights = fitted(np.array([tag_features(item, answer) for item, answer, _ in boxes]), is_tag)
    print(TagEvidence(*np.round(weights, 2).tolist()))


if __name__ == "__main__":
    main()
