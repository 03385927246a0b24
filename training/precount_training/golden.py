"""Golden inputs and outputs of every step of the model, which the runtime's tests compare with.

python -m precount_training.golden .cache/export
"""

from __future__ import annotations

import argparse
import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from precount_training import reading, rectify
from precount_training.answer import Answer
from precount_training.calibration import certainty, written_logit
from precount_training.detector_model import BOX, SCORES, Found, decode, encode
from precount_training.field_strips import from_crop, from_strip, strip_of
from precount_training.geometry import RotatedRect
from precount_training.overlap import iou, keep_best
from precount_training.pipeline import (
    MAX_OVERLAP,
    MIN_SCORE,
    NORMAL,
    TAG_WINDOWS,
    Network,
    Precount,
    reduced,
    upright,
)
from precount_training.pixels import blur
from precount_training.reader_crops import SLOTS, label_of
from precount_training.reading import MAX_TAG_DIGITS
from precount_training.second_look import StripReading, mean_reading, with_field
from precount_training.sources import ASSETS

HEIGHT, WIDTH = 96, 128  # multiples of 32, so that the picture is its own reduced photo
CELLS = (12, 16)
PHOTO = "0102.jpg"
SAMPLES = ASSETS.parents[1] / "samples"
REDUCED = (75, 41)  # width, height: not an integer fraction of the picture


def picture(seed: int) -> NDArray[np.uint8]:
    """A smooth random picture (HEIGHT, WIDTH, 3): interpolation methods differ on it by two levels at most."""
    noise = np.random.default_rng(seed).random((HEIGHT, WIDTH, 3)).astype(np.float32)
    soft = blur(noise, 5.0)
    return np.asarray(255 * (soft - soft.min()) / (soft.max() - soft.min()), dtype=np.uint8)


def _bytes(array: NDArray[np.uint8]) -> dict[str, Any]:
    return {"shape": list(array.shape), "base64": base64.b64encode(array.tobytes()).decode()}


def _numbers(array: NDArray[np.float32]) -> dict[str, Any]:
    return {"shape": list(array.shape), "data": [round(float(v), 6) for v in array.flatten()]}


def _boxes(found: list[Found]) -> list[dict[str, Any]]:
    rounded = [{key: round(value, 3) for key, value in vars(f.rect).items()} for f in found]
    return [{"label": f.label, "score": round(f.score, 5), **rect} for f, rect in zip(found, rounded, strict=True)]


def invented_map(seed: int) -> NDArray[np.float32]:
    """An invented detector output (8, 12, 16) with three stickers and a tag, each in several cells."""
    rng = np.random.default_rng(seed)
    found = np.zeros((SCORES + BOX, *CELLS), np.float32)
    boxes = ((0, 30, 24, 50, 26, 8.0), (0, 88, 30, 56, 22, -31.0), (0, 40, 72, 44, 24, 0.5), (1, 100, 76, 30, 24, 1.0))
    for label, cx, cy, width, height, angle in boxes:
        for row in range(int(cy // 8) - 1, int(cy // 8) + 2):
            for column in range(int(cx // 8) - 1, int(cx // 8) + 2):
                box = np.array([cx, cy, width, height, angle], np.float32) + rng.normal(0, 0.4, 5).astype(np.float32)
                x, y = (np.array([(place + 0.5) * 8], np.float32) for place in (column, row))
                found[label, row, column] = rng.uniform(0.1, 0.95)
                found[SCORES:, row, column] = encode(box, x, y)[:, 0]
    return found.round(6)


def invented_slots(seed: int) -> NDArray[np.float32]:
    """An invented reader output (12, 11) with some doubtful digits."""
    rng = np.random.default_rng(seed)
    slots = rng.dirichlet(np.full(11, 0.05), SLOTS) * 0.35
    slots[np.arange(SLOTS), label_of("004719", "28")] += 0.65
    return np.asarray(slots, np.float32).round(6)


def tags_in_windows(folder: Path) -> list[dict[str, Any]]:
    """The shelf tags of the sample photo PHOTO with their boxes in windows, null where a window shows none."""
    model, photo = Precount(folder, 1), upright(SAMPLES / PHOTO)
    tags = [item for item in model.locate(photo) if item.label == 1]
    windows = [model.find_in_windows(photo, tag, TAG_WINDOWS.enlarge) for tag in tags]
    found = [[_boxes([box])[0] if box else None for box in boxes] for boxes in windows]
    return [{**box, "inWindows": boxes} for box, boxes in zip(_boxes(tags), found, strict=True)]


def detected(folder: Path) -> list[dict[str, Any]]:
    """The detections of the model in `folder` on the sample photo PHOTO."""
    return [
        {
            "label": d.label, "rect": {key: round(value, 2) for key, value in vars(d.rect).items()},
            "confidence": round(d.confidence, 4), "code": vars(d.code[0]),
            "quantity": vars(d.quantity[0]) if d.quantity else None, "shelfCode": d.shelf_code,
        }
        for d in Precount(folder, 1).detect(upright(SAMPLES / PHOTO))
    ]  # fmt: skip


HAND_PENALTY = 0.4
KNOTS = [[-14.0, 0.0], [0.5, 0.2], [3.25, 0.7], [6.0, 0.9], [14.0, 1.0]]


def certainties() -> dict[str, Any]:
    """Raw probabilities, those of handwriting, and the certainties by KNOTS and HAND_PENALTY."""
    raw = [0.0, 0.3, 0.62, 0.9, 0.963, 0.99, 0.9999, 1.0]
    written = [0.5, 0.1, 1.0, 0.7, 0.0, 0.9, 0.99, 0.999]
    pairs = zip(raw, written, strict=True)
    sure = [round(certainty(p, KNOTS, HAND_PENALTY * written_logit(w)), 6) for p, w in pairs]
    return {"knots": KNOTS, "handPenalty": HAND_PENALTY, "raw": raw, "written": written, "certainty": sure}


def golden(folder: Path) -> dict[str, Any]:
    """Pinned steps of the model in `folder`. Pixels may differ by 2 levels, floats by 1e-3, confidences by 1e-4;
    on the photo, whose decoders may differ too, boxes by a pixel or two, confidences by 0.02 and certainties by 0.06.
    """
    photo = picture(7)
    rect = RotatedRect(30.0, 20.0, 70.0, 34.0, 12.0)
    crop = rectify.crop_of(photo, rect)
    coarse = RotatedRect(-40.0, -20.0, 210.0, 130.0, 12.0)  # coarser than the picture both ways, and beyond its edge
    place = np.array([0.52, 0.4, 0.62, 0.3], np.float32)
    shown = from_crop(place, rectify.grown(rect))
    strip = strip_of(photo, shown)
    in_strip = np.array([0.46, 0.55, 0.6, 0.5], np.float32)
    slots, found = invented_slots(5), invented_map(6)
    doubtful = Answer(slots, 0.0, 1.0, np.stack([place, place]), np.zeros(2, np.float32), 0.5, slots[:MAX_TAG_DIGITS])
    second_reading = StripReading(invented_slots(9)[6:], 0.25, place)
    first, second = RotatedRect(10, 20, 60, 30, 15), RotatedRect(22, 24, 55, 34, 350)
    strips = strip.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255)
    planes = NORMAL[photo.transpose(2, 0, 1)[None]]
    crops = crop.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255)
    values = {
        "codes": reading.codes(slots[:6]), "quantities": reading.quantities(slots[6:]),
        "tagCodes": reading.tag_codes(slots[:MAX_TAG_DIGITS]),
    }  # fmt: skip
    return {
        "picture": _bytes(photo),
        "reduced": _bytes(reduced(photo, *REDUCED)),
        "located": _numbers(Network(folder / "detector.onnx", 1)(planes)[0]),
        "rect": vars(rect),
        "crop": _bytes(crop),
        "coarse": {"rect": vars(coarse), "crop": _bytes(rectify.crop_of(photo, coarse))},
        "read": _numbers(Network(folder / "reader.onnx", 1)(crops)[0]),
        "place": [round(float(v), 4) for v in place],
        "strip": _bytes(strip),
        "placeInStrip": [round(float(v), 4) for v in in_strip],
        "closerStrip": _bytes(strip_of(photo, from_strip(in_strip, shown))),
        "stripRead": _numbers(Network(folder / "field.onnx", 1)(strips)[0]),
        "second": _numbers(second_reading.slots),
        "meanReading": _numbers(mean_reading(second_reading, StripReading(slots[6:], 0.75, place)).slots),
        "combined": _numbers(with_field(doubtful, 1, second_reading).slots),
        "overlap": {"first": vars(first), "second": vars(second), "iou": round(iou(first, second), 5)},
        "map": _numbers(found),
        "boxes": _boxes(keep_best(decode(found, MIN_SCORE), MAX_OVERLAP, 100)),
        "slots": _numbers(slots),
        "values": {name: [vars(c) for c in candidates] for name, candidates in values.items()},
        "certainties": certainties(),
        "photo": PHOTO,
        "tags": tags_in_windows(folder),
        "detected": detected(folder),
    }


def main() -> None:
    """Command line: write golden.json into a model's folder."""
    parser = argparse.ArgumentParser(description="Pin the steps of an exported model.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    (folder / "golden.json").write_text(json.dumps(golden(folder)) + "\n")


if __name__ == "__main__":
    main()
