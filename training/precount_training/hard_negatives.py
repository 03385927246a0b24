"""Hard negatives: crops of false detections, from which the reader learns to reject them.

python -m precount_training.hard_negatives --model .cache/export --shards 2
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.export import EXPORT
from precount_training.pipeline import Precount
from precount_training.reader_crops import KINDS, SHARDS, jittered, label_of, shard_path
from precount_training.rectify import crop_of
from precount_training.wild_photo import Frame, draw_wild_photo

WIDTH, HEIGHT = 2016, 1512
DECOY_PX = (75.0, 240.0)
MAX_DECOYS = 12
FIRST_SEED = 9001  # their own shards beside the drawn ones
NONE = [kind for kind, _ in KINDS].index("none")


def false_detections(rng: np.random.Generator, model: Precount) -> list[NDArray[np.uint8]]:
    """Crops (h, w, 3) of all boxes that the detector finds on one photo without stickers and tags."""
    frame = Frame(WIDTH, HEIGHT, DECOY_PX, 0, 0, int(rng.integers(0, MAX_DECOYS)), -20.0)
    photo = draw_wild_photo(rng, "train", frame, None).picture
    return [crop_of(photo, jittered(rng, f.rect)) for f in model.locate(photo, min_existence=(0.0, 0.0))]


def main() -> None:
    """Command line: write shards that do not exist yet."""
    parser = argparse.ArgumentParser(description="Collect what the detector wrongly finds.")
    parser.add_argument("--model", type=Path, default=EXPORT)
    parser.add_argument("--shards", type=int, default=2)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--photos", type=int, default=600, help="at most, for a shard")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    SHARDS.mkdir(parents=True, exist_ok=True)
    model = Precount(options.model, threads=1)
    for seed in range(FIRST_SEED, FIRST_SEED + options.shards):
        path = shard_path("train", seed)
        if path.exists():
            continue
        rng = np.random.default_rng([seed, 5])
        crops: list[NDArray[np.uint8]] = []
        for _ in range(options.photos):
            if len(crops) < options.count:
                crops += false_detections(rng, model)
        if not crops:
            print("No false detections: there is nothing to learn from.")
            return
        rows = np.tile(np.append(label_of("", ""), (NONE, 0)).astype(np.uint8), (len(crops), 1))
        np.save(path.with_suffix(".rows.npy"), rows)
        part = path.with_suffix(".part.npy")
        np.save(part, np.stack(crops))
        part.rename(path)  # renamed last, so that an existing shard is complete
        print(f"{path.name}: {len(crops)} crops", flush=True)


if __name__ == "__main__":
    main()
