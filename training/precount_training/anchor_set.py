"""Anchor stickers of the product: other people's handwriting, whose readings a model that learns from a crew must keep.

PRECOUNT_TRAINING_DATA= python -m precount_training.anchor_set --data FOLDER --out ../vision/anchors

The product contains the set, so it shows MNIST's digits and fonts on the project's own pictures only. It needs QMNIST's
labels in FOLDER/handwriting to leave out the writers of the other splits.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import cv2
import numpy as np

from precount_training import backgrounds, writing
from precount_training.reference_set import draw, write_set
from precount_training.truth import Family

COUNT = 600
FAMILIES: tuple[Family, ...] = ("mixed", "hand")  # printed numbers are seldom read twice


def main() -> None:
    """Command line: draw and write the set."""
    parser = argparse.ArgumentParser(description="Draw the anchor stickers.")
    parser.add_argument("--data", type=Path, required=True, help="folder with handwriting/, for QMNIST's labels")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=COUNT)
    options = parser.parse_args()
    if backgrounds.DATA is not None or backgrounds.PHOTOS is not None:
        raise SystemExit("Unset PRECOUNT_TRAINING_DATA and PRECOUNT_TRAINING_PHOTOS: their photos are not passed on.")
    # Set after `backgrounds` was loaded: the labels are used, the photos are not.
    os.environ["PRECOUNT_TRAINING_DATA"] = str(options.data.resolve())
    cv2.setNumThreads(1)
    rng = np.random.default_rng([29, 3])
    write_set(
        options.out,
        [
            draw(rng, "train", FAMILIES[i % len(FAMILIES)], writing.pick_writer(rng, "train", writing.FALLBACK))
            for i in range(options.count)
        ],
    )


if __name__ == "__main__":
    main()
