"""Windows of reduced photos for the detector: JPEG files with their boxes, in shards.

python -m precount_training.detector_windows --seed 1 --shards 10
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np

from precount_training import backgrounds
from precount_training.geometry import bounds, rect_from_quad
from precount_training.sources import CACHE
from precount_training.splits import Split
from precount_training.wild_photo import Frame, WildPhoto, draw_wild_photo

WINDOW_PX = 512
# A sticker is 100 to 450 px wide on a photo of 4032 px, which is reduced to a third; with a margin on both sides.
STICKER_PX = (24.0, 185.0)
SMEARED = 0.07  # share of stickers that no person can read; the detector finds them nevertheless
WINDOWS = CACHE / "detector"
LABELS = ("sticker", "tag", "ignore")


def draw_window(rng: np.random.Generator, split: Split) -> WildPhoto:
    """One window; one in eight shows no sticker and no tag."""
    empty = rng.random() < 0.12
    frame = Frame(
        WINDOW_PX, WINDOW_PX, STICKER_PX, 0 if empty else int(rng.integers(1, 11)),
        0 if empty else int(rng.choice(3, p=(0.3, 0.45, 0.25))), int(rng.integers(0, 6)),
        1.0 if rng.random() < 0.7 else -40.0, SMEARED,
    )  # fmt: skip
    return draw_wild_photo(rng, split, frame, None)


def boxes_of(photo: WildPhoto) -> list[list[float]]:
    """Rows: label (index of LABELS), center x, y, width, height (px), angle (degrees)."""
    rows: list[list[float]] = []
    labeled = [(0, s.quad) for s in photo.stickers] + [(1, s.quad) for s in photo.shelves]
    for label, quad in labeled:
        rect = rect_from_quad(quad)
        rows.append([label, rect.x + rect.width / 2, rect.y + rect.height / 2, rect.width, rect.height, rect.angle])
    for quad in photo.cut:
        x0, y0, x1, y1 = bounds(quad)
        rows.append([2, (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, 0.0])
    return [[round(float(v), 2) for v in row] for row in rows]


def draw_shard(seed: int, count: int, split: Split, folder: Path) -> None:
    """Write `count` windows and boxes.json into a folder of their own."""
    rng = np.random.default_rng([seed, 2 if split == "train" else 3])
    folder.mkdir(parents=True, exist_ok=True)
    truth: dict[str, list[list[float]]] = {}
    for i in range(count):
        photo = draw_window(rng, split)
        cv2.imwrite(str(folder / f"{i:04d}.jpg"), photo.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 94])
        truth[f"{i:04d}.jpg"] = boxes_of(photo)
    (folder / "boxes.json").write_text(json.dumps(truth))


def main() -> None:
    """Command line: draw the shards that are not there yet."""
    parser = argparse.ArgumentParser(description="Draw detector windows.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--scenes", type=int, default=36)
    parser.add_argument("--split", choices=["train", "validation"], default="train")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    backgrounds.draw_scenes(options.split, options.scenes)
    for seed in range(options.seed, options.seed + options.shards):
        folder = WINDOWS / f"{options.split}-{seed:04d}"
        if (folder / "boxes.json").exists():
            continue
        start = time.time()
        draw_shard(seed, options.count, options.split, folder)
        print(f"{folder.name}: {1000 * (time.time() - start) / options.count:.0f} ms a window", flush=True)


if __name__ == "__main__":
    main()
