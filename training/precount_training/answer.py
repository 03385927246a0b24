"""The answer of the reader for a crop, and how answers are combined."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from precount_training import reading
from precount_training.reader_crops import SLOTS
from precount_training.reader_model import CLASSES, FLAGS
from precount_training.reading import Candidate


@dataclass(frozen=True)
class Answer:
    """The reader's answer for one crop: slots (12, 11), and the probabilities that it is upside down, paper, and a tag.

    For code and quantity: `places` (2, 4) as shares of the crop, and the probabilities `written` (2,) of handwriting.
    """

    slots: NDArray[np.float32]
    upside_down: float
    paper: float
    places: NDArray[np.float32]
    written: NDArray[np.float32]
    tag: float = 0.5


def answer_of(row: NDArray[np.float32]) -> Answer:
    """One row of the reader's output."""
    slots, flags, fields = np.split(row, (SLOTS * CLASSES, SLOTS * CLASSES + FLAGS))
    places = fields[:10].reshape(2, 5)
    return Answer(
        slots.reshape(SLOTS, CLASSES), float(flags[0]), float(flags[1]), places[:, :4], places[:, 4], float(fields[10])
    )


def mean_of(answers: list[Answer]) -> Answer:
    """The mean of the answers for several crops of one box."""
    slots = answers[0].slots
    for answer in answers[1:]:
        slots = slots + answer.slots
    paper, tag = (sum(values) / len(answers) for values in zip(*((a.paper, a.tag) for a in answers), strict=True))
    return replace(answers[0], slots=slots / np.float32(len(answers)), paper=paper, tag=tag)


def candidates_of(answer: Answer, label: int) -> list[list[Candidate]]:
    """The candidates of each field of a sticker (label 0) or shelf tag (1), with raw probabilities."""
    slots = answer.slots
    if label == 1:
        return [reading.tag_codes(slots[:6])]
    return [reading.codes(slots[:6]), reading.quantities(slots[6:])]
