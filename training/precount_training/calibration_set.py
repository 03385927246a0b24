"""Draws stickers and tags with all crops of the pipeline, to fit and to judge the reader's calibration.

python -m precount_training.calibration_set --split validation --shards 4
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.answer import Answer, answer_of, mean_of
from precount_training.calibration import Field
from precount_training.export import EXPORT
from precount_training.field_strips import from_crop, from_strip, strip_of
from precount_training.geometry import quad_from_rect, rect_from_quad
from precount_training.pipeline import Precount
from precount_training.reader_crops import BLANK, KIND_NAMES, SLOTS, draw_piece, jittered
from precount_training.reading import codes, quantities, tag_codes
from precount_training.rectify import CROP_VIEW, MORE_CROP_VIEWS, crop_of_quad, grown
from precount_training.second_look import SURE, doubtful_fields, is_still_doubtful, mean_reading, with_field
from precount_training.sources import CACHE, fetch_reserved
from precount_training.splits import SPLITS, Split

FOLDER = CACHE / "calibration"
CROP_VIEWS = (CROP_VIEW, *MORE_CROP_VIEWS)
# Share of photos that are sharp and well lit. In other photos nearly all values are doubtful in any case.
CAREFUL_SHARE = 0.75
# Shares of sticker kinds in a shop's photos: fewer handwritten codes than in the training material, no decoys.
KINDS = {"print": 0.27, "mixed": 0.28, "hand": 0.35, "tag": 0.1}


@dataclass(frozen=True)
class Judged:
    """One value that was read: its raw probability, the probability of handwriting, and whether the value is right."""

    field: Field
    kind: str
    width_px: float
    probability: float
    written: float
    right: bool


def draw_shard(model: Precount, seed: int, count: int, split: Split) -> dict[str, NDArray[np.generic]]:
    """The reader's answers for crops of papers (count, crops, …), and rows (count, 14): slots, kind and width in the
    photo, px. Also two strips of both numbers (count, 2, 2, …): at the places that the reader finds, and at those
    that the field reader finds in these strips."""
    rng = np.random.default_rng([seed, SPLITS.index(split), 41])
    answers, strips, rows = [], [], np.zeros((count, SLOTS + 2), np.float32)
    for i in range(count):
        kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
        photo, quad, slots, width_px = draw_piece(rng, split, kind, bool(rng.random() < CAREFUL_SHARE))
        rect = jittered(rng, rect_from_quad(quad))
        views = CROP_VIEWS if kind == "tag" else CROP_VIEWS[:1]  # a doubtful tag is read with several crops
        read = model.rows([crop_of_quad(photo, quad_from_rect(grown(rect, view))) for view in views])
        answers.append(np.stack([*read, *[read[0]] * (len(CROP_VIEWS) - len(read))]))
        places = [from_crop(place, grown(rect)) for place in answer_of(read[0]).places]
        first = [strip_of(photo, place) for place in places]
        seen = zip(model.read_strips(first), places, strict=True)
        strips.append(np.stack([first, [strip_of(photo, from_strip(strip.place, place)) for strip, place in seen]]))
        rows[i, :SLOTS], rows[i, SLOTS:] = slots, (KIND_NAMES.index(kind), width_px)
    return {
        "answers": np.stack(answers),
        "strips": np.stack(strips),
        "rows": rows,
        "readers": np.array(readers_of(model)),
    }


def readers_of(model: Precount) -> list[str]:
    """The networks that the answers and strips of a shard depend on."""
    return [model.hashes["reader"], model.hashes["field"]]


def is_drawn(path: Path, model: Precount) -> bool:
    """Whether a shard exists and holds the answers of the model's readers."""
    if not path.exists():
        return False
    with np.load(path) as data:
        return "readers" in data and data["readers"].tolist() == readers_of(model)


def judge(model: Precount, split: Split) -> list[Judged]:
    """The values that a model reads on all shards of a split; doubtful numbers are read again, as in the pipeline."""
    judged: list[Judged] = []
    for path in sorted(FOLDER.glob(f"{split}-????.npz")):
        if not is_drawn(path, model):
            raise ValueError(f"{path.name} holds the answers of other readers: run calibration_set again.")
        with np.load(path) as data:
            answers, strips, rows = data["answers"], data["strips"], data["rows"]
        for crops, fields, row in zip(answers, strips, rows, strict=True):
            judged += _judged(model, [answer_of(output) for output in crops], fields, row)
    return judged


def _judged(
    model: Precount, answers: list[Answer], strips: NDArray[np.uint8], row: NDArray[np.float32]
) -> list[Judged]:
    kind, width_px = KIND_NAMES[int(row[SLOTS])], float(row[-1])
    code, quantity = ("".join(str(int(d)) for d in part if d < BLANK) for part in (row[:6], row[6:SLOTS]))
    answer = answers[0]
    if kind == "tag":
        if tag_codes(answer.tag_slots)[0].confidence < SURE:
            answer = mean_of(answers)
        best = tag_codes(answer.tag_slots)[0]
        return [Judged("shelfCode", kind, width_px, best.confidence, 0.5, best.value == code)]
    first, closer = strips
    for f in doubtful_fields(answer):
        second = model.read_strips([first[f]])[0]
        if is_still_doubtful(answer, f, second):
            second = mean_reading(second, model.read_strips([closer[f]])[0])
        answer = with_field(answer, f, second)
    best_code, best_quantity = codes(answer.slots[:6])[0], quantities(answer.slots[6:])[0]
    written = [float(share) for share in answer.written]
    return [
        Judged("stickerCode", kind, width_px, best_code.confidence, written[0], best_code.value == code),
        Judged(
            "stickerQuantity", kind, width_px, best_quantity.confidence, written[1], best_quantity.value == quantity
        ),
    ]


def path_of(split: Split, seed: int) -> Path:
    """The file of a shard."""
    return FOLDER / f"{split}-{seed:04d}.npz"


def main() -> None:
    """Command line: draw the shards that do not exist yet."""
    parser = argparse.ArgumentParser(description="Draw what the reader's certainty is fitted or judged on.")
    parser.add_argument("--split", choices=["validation", "unseen"], default="validation")
    parser.add_argument("--model", type=Path, default=EXPORT, help="whose reader finds the numbers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.split == "unseen":
        fetch_reserved()
    model = Precount(options.model, 1)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.shards):
        path = path_of(options.split, seed)
        if is_drawn(path, model):
            continue
        part = path.with_suffix(".part.npz")
        np.savez(part, **draw_shard(model, seed, options.count, options.split))  # type: ignore[arg-type]
        part.rename(path)
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
