"""The answer of the reader for a crop, and how answers are combined."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from precount_training import reading
from precount_training.places import PLACE
from precount_training.reader_crops import SLOTS
from precount_training.reader_model import CLASSES, FLAGS
from precount_training.reading import MAX_TAG_DIGITS, Candidate


@dataclass(frozen=True)
class Answer:
    """The reader's answer for one crop: slots (12, 11), and the probabilities that it is upside down, paper, and a tag.

    For code and quantity: `places` (2, 4) as shares of the crop, and the probabilities `written` (2,) of handwriting.
    `tag_slots` (3, 11) are those of a shelf tag's number.
    """

    slots: NDArray[np.float32]
    upside_down: float
    paper: float
    places: NDArray[np.float32]
    written: NDArray[np.float32]
    tag: float
    tag_slots: NDArray[np.float32]


def answer_of(row: NDArray[np.float32]) -> Answer:
    """One row of the reader's output."""
    digits, flags, fields, tag, tag_digits = np.split(row, np.cumsum((SLOTS * CLASSES, FLAGS, 2 * (PLACE + 1), 1)))
    slots, places = digits.reshape(SLOTS, CLASSES), fields.reshape(2, PLACE + 1)
    return Answer(
        slots, float(flags[0]), float(flags[1]), places[:, :PLACE], places[:, PLACE], float(tag[0]),
        tag_digits.reshape(MAX_TAG_DIGITS, CLASSES),
    )  # fmt: skip


def mean_of(answers: list[Answer]) -> Answer:
    """The mean of the answers for several crops of one box."""

    def mean(arrays: list[NDArray[np.float32]]) -> NDArray[np.float32]:
        return np.asarray(sum(arrays) / np.float32(len(arrays)), np.float32)

    paper, tag = (sum(values) / len(answers) for values in zip(*((a.paper, a.tag) for a in answers), strict=True))
    slots, tag_slots = mean([a.slots for a in answers]), mean([a.tag_slots for a in answers])
    return replace(answers[0], slots=slots, tag_slots=tag_slots, paper=paper, tag=tag)


def candidates_of(answer: Answer, label: int) -> list[list[Candidate]]:
    """The candidates of each field of a sticker (label 0) or shelf tag (1), with raw probabilities."""
    slots = answer.slots
    if label == 1:
        return [reading.tag_codes(answer.tag_slots)]
    return [reading.codes(slots[:6]), reading.quantities(slots[6:])]
