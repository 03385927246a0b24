"""Stickers and tags with all crops of the pipeline, to fit and to judge the reader's certainty.

python -m precount_training.calibration_set --split validation --shards 4
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import quad_from_rect, rect_from_quad
from precount_training.pipeline import SURE, Answer, Precount, mean_of
from precount_training.reader_crops import KIND_NAMES, SLOTS, SPLITS, draw_piece, jittered
from precount_training.reading import Candidate, codes, quantities, tag_codes
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH, LOOK, MORE_LOOKS, crop_of_quad, grown
from precount_training.sources import CACHE, fetch_reserved
from precount_training.splits import Split

FOLDER = CACHE / "calibration"
LOOKS = (LOOK, *MORE_LOOKS)
# Share of photos that are sharp and well lit. In other photos nearly all values are doubtful in any case.
CAREFUL_SHARE = 0.75
# Shares of sticker kinds in a shop's photos: fewer handwritten codes than in the training material, no decoys.
KINDS = {"print": 0.27, "mixed": 0.28, "hand": 0.35, "tag": 0.1}


@dataclass(frozen=True)
class Judged:
    """One value that was read: its raw probability and whether it is right."""

    field: str
    kind: str
    width_px: float
    probability: float
    right: bool


def draw_shard(seed: int, count: int, split: Split) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Crops (count, looks, CROP_HEIGHT, CROP_WIDTH, 3) and rows (count, 14): slots, kind, width in the photo (px)."""
    rng = np.random.default_rng([seed, SPLITS.index(split), 41])
    crops = np.zeros((count, len(LOOKS), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    rows = np.zeros((count, SLOTS + 2), np.float32)
    for i in range(count):
        kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
        photo, quad, slots, width_px = draw_piece(rng, split, kind, bool(rng.random() < CAREFUL_SHARE))
        rect = jittered(rng, rect_from_quad(quad))
        for k, look in enumerate(LOOKS):
            crops[i, k] = crop_of_quad(photo, quad_from_rect(grown(rect, look)))
        rows[i, :SLOTS], rows[i, SLOTS:] = slots, (KIND_NAMES.index(kind), width_px)
    return crops, rows


def judge(model: Precount, split: Split) -> list[Judged]:
    """The values that a model reads on all shards of a split; doubtful ones get more crops, as in the pipeline."""
    judged: list[Judged] = []
    for path in sorted(FOLDER.glob(f"{split}-????.npz")):
        with np.load(path) as data:
            crops, rows = data["crops"], data["rows"]
        firsts = model.read(list(crops[:, 0]))
        for i, (first, row) in enumerate(zip(firsts, rows, strict=True)):
            kind = KIND_NAMES[int(row[SLOTS])]
            answer = first
            if min(values[0].confidence for values in _fields(kind, first).values()) < SURE:
                answer = mean_of([first, *model.read(list(crops[i, 1:]))])
            truth = _truth(kind, row[:SLOTS].astype(int))
            for field, values in _fields(kind, answer).items():
                best = values[0]
                judged.append(Judged(field, kind, float(row[-1]), best.confidence, best.value == truth[field]))
    return judged


def _fields(kind: str, answer: Answer) -> dict[str, list[Candidate]]:
    if kind == "tag":
        return {"shelfCode": tag_codes(answer.slots[:6])}
    return {"stickerCode": codes(answer.slots[:6]), "stickerQuantity": quantities(answer.slots[6:])}


def _truth(kind: str, slots: NDArray[np.int64]) -> dict[str, str]:
    first, second = ("".join(str(d) for d in part if d < 10) for part in (slots[:6], slots[6:]))
    return {"shelfCode": first} if kind == "tag" else {"stickerCode": first, "stickerQuantity": second}


def path_of(split: Split, seed: int) -> Path:
    """The file of a shard."""
    return FOLDER / f"{split}-{seed:04d}.npz"


def main() -> None:
    """Command line: draw the shards that do not exist yet."""
    parser = argparse.ArgumentParser(description="Draw what the reader's certainty is fitted or judged on.")
    parser.add_argument("--split", choices=["validation", "unseen"], default="validation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.split == "unseen":
        fetch_reserved()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.shards):
        path = path_of(options.split, seed)
        if path.exists():
            continue
        crops, rows = draw_shard(seed, options.count, options.split)
        part = path.with_suffix(".part.npz")
        np.savez(part, crops=crops, rows=rows)
        part.rename(path)
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
