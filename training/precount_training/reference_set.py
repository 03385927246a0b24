"""The frozen reference set of the product: drawn stickers that no model is trained on, to compare two models.

PRECOUNT_TRAINING_DATA= python -m precount_training.reference_set --out ../vision/reference

It draws with the reserved fonts, MNIST's test split and drawn shelves only, because the product contains the set.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import backgrounds, handwriting, wild_sticker
from precount_training.degradation import degraded
from precount_training.geometry import RotatedRect, bounds, quad_from_rect, rect_from_quad
from precount_training.reader_crops import FAMILIES, jittered, pasted, pick_numbers
from precount_training.rectify import grown
from precount_training.sources import fetch_reserved
from precount_training.splits import Split
from precount_training.truth import Family
from precount_training.writing import Writer

COUNT = 2100
WIDTH_PX = (105.0, 215.0)  # of a sticker in its photo
CAREFUL_SHARE = 0.7  # share of photos that are sharp and well lit
MARGIN_PX = 3  # around the part of the photo that a reader sees
WEBP_QUALITY = 32  # the file stays below 4 MB


def draw(
    rng: np.random.Generator, split: Split, family: Family, writer: Writer | None = None
) -> tuple[bytes, dict[str, Any]]:
    """A sticker in a piece of a photo as a grayscale WebP file, and its entry in the index without its place."""
    code, quantity = pick_numbers(rng)
    width_px = float(np.exp(rng.uniform(*np.log(WIDTH_PX))))
    known = (rng, writer) if writer else None
    paper, _ = wild_sticker.draw_with_fields(rng, split, family, code, quantity, int(width_px * 1.25), known)
    piece, quad = pasted(rng, split, paper, width_px)
    photo = degraded(rng, piece, max(width_px, 150) / 300, bool(rng.random() < CAREFUL_SHARE))
    part, rect = _trimmed(photo, jittered(rng, rect_from_quad(quad)))
    gray = np.repeat(cv2.cvtColor(part, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)
    file = cv2.imencode(".webp", gray, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])[1].tobytes()
    x, y, width, height = (round(v) for v in (rect.x, rect.y, rect.width, rect.height))
    box = {"x": x, "y": y, "width": width, "height": height, "angle": round(rect.angle % 360, 2)}
    return file, {"family": family, "code": code, "quantity": quantity, "box": box}


def _trimmed(photo: NDArray[np.uint8], rect: RotatedRect) -> tuple[NDArray[np.uint8], RotatedRect]:
    """The part of the photo that a reader sees of a box, and the box in it."""
    x0, y0, x1, y1 = bounds(quad_from_rect(grown(rect)))
    left, top = max(0, int(x0) - MARGIN_PX), max(0, int(y0) - MARGIN_PX)
    part = photo[top : int(y1) + MARGIN_PX, left : int(x1) + MARGIN_PX]
    return np.ascontiguousarray(part), RotatedRect(rect.x - left, rect.y - top, rect.width, rect.height, rect.angle)


def write_set(out: Path, drawn: list[tuple[bytes, dict[str, Any]]]) -> None:
    """Write stickers.bin, the WebP files one after the other, and index.json."""
    content = b"".join(file for file, _ in drawn)
    stickers = [{**entry, "bytes": len(file)} for file, entry in drawn]
    lines = ",\n".join(json.dumps(sticker, separators=(",", ":")) for sticker in stickers)
    head = json.dumps({"version": 1, "sha256": hashlib.sha256(content).hexdigest()})
    out.mkdir(parents=True, exist_ok=True)
    (out / "stickers.bin").write_bytes(content)
    (out / "index.json").write_text(f'{head[:-1]}, "stickers": [\n{lines}\n]}}\n')
    print(f"{len(drawn)} stickers, {len(content)} bytes")


def main() -> None:
    """Command line: draw and write the set."""
    parser = argparse.ArgumentParser(description="Draw the frozen reference set.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=COUNT)
    options = parser.parse_args()
    if handwriting.folder() is not None or backgrounds.UNSEEN_PHOTOS is not None:
        raise SystemExit("Unset PRECOUNT_TRAINING_DATA and PRECOUNT_EVALUATION_PHOTOS: their content is not passed on.")
    fetch_reserved()
    backgrounds.draw_scenes("unseen", 6)
    rng = np.random.default_rng([29, 2])
    write_set(options.out, [draw(rng, "unseen", FAMILIES[i % len(FAMILIES)]) for i in range(options.count)])


if __name__ == "__main__":
    main()
