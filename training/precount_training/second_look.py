"""Which numbers of a sticker the field reader reads, and how its readings count."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from precount_training import reading
from precount_training.answer import Answer
from precount_training.field_strips import DIGITS
from precount_training.places import PLACE
from precount_training.reader_model import CLASSES

SURE = 0.98  # a value with a lower raw probability is read again
MIN_WRITTEN = 0.2  # a number that is handwriting with this probability is read again in any case
FIELD_WEIGHT = 0.7  # weight of the second reading of a number
# A number that is less likely than this after the second reading is read a third time, at the place that the field
# reader finds: one number in seven. The mean of both strips counts.
STILL_DOUBTFUL = 0.9
MIN_PROBABILITY = 1e-6  # so that one network alone cannot exclude a digit


def doubtful_fields(answer: Answer) -> list[int]:
    """The fields that the field reader reads, code (0) and quantity (1): those that are doubtful or handwritten."""
    first = (reading.codes(answer.slots[:DIGITS]), reading.quantities(answer.slots[DIGITS:]))
    return [f for f in (0, 1) if first[f][0].confidence < SURE or answer.written[f] >= MIN_WRITTEN]


@dataclass(frozen=True)
class StripReading:
    """The field reader's slots (6, 11) of a strip, and the probability that the number is written by hand.

    The place (4,) of the number is in shares of the strip.
    """

    slots: NDArray[np.float32]
    written: float
    place: NDArray[np.float32]


def strip_reading_of(row: NDArray[np.float32]) -> StripReading:
    """One row of the field reader's output."""
    slots, (written, *_) = np.split(row, [DIGITS * CLASSES])
    return StripReading(slots.reshape(DIGITS, CLASSES), float(written), row[-PLACE:])


def with_field(answer: Answer, field_index: int, second: StripReading) -> Answer:
    """The answer with the weighted geometric mean of both readings of one number.

    The field reader decides whether the number is handwriting: the reader sees the number smaller, and takes print for
    handwriting more often.
    """
    part = slice(field_index * DIGITS, (field_index + 1) * DIGITS)
    slots, written = answer.slots.copy(), answer.written.copy()
    mixed = (
        np.maximum(slots[part], MIN_PROBABILITY) ** (1 - FIELD_WEIGHT)
        * np.maximum(second.slots, MIN_PROBABILITY) ** FIELD_WEIGHT
    )
    slots[part] = mixed / mixed.sum(axis=1, keepdims=True)
    written[field_index] = second.written
    return replace(answer, slots=slots, written=written)


def is_still_doubtful(answer: Answer, field_index: int, second: StripReading) -> bool:
    """Whether a number is so doubtful after the second reading that it is read a third time."""
    both = with_field(answer, field_index, second).slots
    values = reading.codes(both[:DIGITS]) if field_index == 0 else reading.quantities(both[DIGITS:])
    return values[0].confidence < STILL_DOUBTFUL


def mean_reading(first: StripReading, second: StripReading) -> StripReading:
    """The reading of two strips of one number, at the second place: the geometric mean of their slots."""
    mixed = np.sqrt(np.maximum(first.slots, MIN_PROBABILITY) * np.maximum(second.slots, MIN_PROBABILITY))
    slots = np.asarray(mixed / mixed.sum(axis=1, keepdims=True), np.float32)
    return StripReading(slots, (first.written + second.written) / 2, second.place)
