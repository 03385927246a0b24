"""Folders of examples that people corrected, as `exampleSchema` of domain describes them: examples.jsonl and crops/."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from precount_training.detector_model import Found
from precount_training.field_crops import misplaced
from precount_training.field_strips import DIGITS, from_crop, strip_of
from precount_training.geometry import RotatedRect
from precount_training.pipeline import Precount, upright
from precount_training.reader_crops import label_of
from precount_training.rectify import grown
from precount_training.second_look import doubtful_fields

HELD_OUT_IN = 5  # one example in this many is kept for judging models
IMPORTANCE = {"typed": 1.0, "blindChecked": 1.0, "unchanged": 0.5}  # of a value, by its origin, as in domain
FIELDS = ("code", "quantity")
FILE = re.compile(r"crops/[\w-]+\.(png|jpg|webp)", re.ASCII)
TRUTH = re.compile(r"[0-9]{0,6}")
STRIPS = 3  # of each number: as the reader places it, then with further errors of the place


class Example(NamedTuple):
    """A corrected sticker. `rect` is in px of the crop; values are code and quantity."""

    key: str
    file: Path
    rect: RotatedRect
    truths: tuple[str, str]
    importance: tuple[float, float]
    accounts: tuple[str | None, str | None]


class ExampleStrips(NamedTuple):
    """Strips (n, STRIPS, h, w, 3), their slots (n, DIGITS), how likely they are handwriting, how much they count."""

    strips: NDArray[np.uint8]
    slots: NDArray[np.uint8]
    written: NDArray[np.float32]
    importance: NDArray[np.float64]


def is_held_out(key: str) -> bool:
    """Whether an example is kept for judging and never trained on: the same choice as `isHeldOut` of domain."""
    hashed = 0x811C9DC5  # 32-bit FNV-1a
    for character in key:
        hashed = (hashed ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    return (hashed ^ hashed >> 15) % HELD_OUT_IN == 0


def read_examples(folder: Path) -> list[Example]:
    """The examples whose crops exist. Of lines with one key the last counts. Raises ValueError for a wrong line."""
    examples: dict[str, Example] = {}
    for number, line in enumerate((folder / "examples.jsonl").read_text().split("\n"), start=1):
        if line:
            try:
                example = _parse(json.loads(line), folder)
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{folder}/examples.jsonl, line {number} is no example: {error}") from error
            examples[example.key] = example
    return [example for example in examples.values() if example.file.exists()]


def _parse(line: dict[str, Any], folder: Path) -> Example:
    values = [line[name] for name in FIELDS]
    if not FILE.fullmatch(line["file"]):
        raise ValueError(f"{line['file']} is not a file in crops/")
    if not all(TRUTH.fullmatch(value["truth"]) for value in values):
        raise ValueError("a true value has at most six digits")
    box = line["box"]
    rect = RotatedRect(box["x"], box["y"], box["width"], box["height"], box.get("angle", 0.0))
    code, quantity = values
    return Example(
        line["key"], folder / line["file"], rect, (code["truth"], quantity["truth"]),
        (IMPORTANCE[code["origin"]], IMPORTANCE[quantity["origin"]]), (code["account"], quantity["account"]),
    )  # fmt: skip


def to_learn_from(examples: list[Example], left_out: Collection[str]) -> list[Example]:
    """The examples that are not held out and have no value of an account that is left out."""
    return [
        example
        for example in examples
        if not is_held_out(example.key) and not any(account in left_out for account in example.accounts)
    ]


def strips_of(examples: list[Example], model: Precount, rng: np.random.Generator) -> ExampleStrips:
    """Strips of the numbers that the field reader reads. Raises ValueError if there are none."""
    strips, slots, written, importance = [], [], [], []
    for example in examples:
        picture = upright(example.file)
        (found,), (answer,) = model.read_upright(picture, [Found(0, 1.0, example.rect)])
        truth = label_of(*example.truths).reshape(2, DIGITS)
        for field in doubtful_fields(answer):
            rect = from_crop(answer.places[field], grown(found.rect))
            places = [rect, *(misplaced(rng, rect) for _ in range(STRIPS - 1))]
            strips.append(np.stack([strip_of(picture, place) for place in places]))
            slots.append(truth[field])
            written.append(answer.written[field])
            importance.append(example.importance[field])
    if not strips:
        raise ValueError("There is no handwritten or doubtful number to learn from.")
    return ExampleStrips(np.stack(strips), np.stack(slots), np.array(written, np.float32), np.array(importance))
