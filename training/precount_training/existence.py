"""Confidence that a box is a sticker or shelf tag, and its thresholds."""

from __future__ import annotations

import math

from precount_training import reading
from precount_training.answer import Answer, candidates_of
from precount_training.detector_model import Found
from precount_training.field_strips import DIGITS

# Least `existence` of a sticker and of a shelf tag. A box whose values are all less likely than READABLE needs a
# higher `existence`. A tag's number is printed large: READABLE leaves out badges such as "BIO", read as 810.
MIN_EXISTENCE = (0.5, 0.58)
READABLE, MIN_EXISTENCE_UNREADABLE = (0.3, 0.75), (0.7, 0.8)
# A sticker whose code is less likely than MIN_CODE_PROBABILITY counts as unreadable: of 3,497 stickers on validation
# photos, the least likely code has 0.02. It may be a shelf tag that the detector takes for a sticker.
MIN_CODE_PROBABILITY, MIN_EXISTENCE_AS_TAG = 0.01, 0.62
# Numbers that mostly are the contents of a package, in g or ml: a tag that shows one needs a higher `existence`, too.
CONTENTS = ("125", "330", "375", *(str(content) for content in range(100, 1000, 50)))


def existence(item: Found, answer: Answer) -> float:
    """The confidence that a box is a sticker or tag: the reader's, weighted twice as much as the detector's.

    The reader sees the crop at full size and was trained on the detector's false detections: on validation photos it is
    right where the two differ.
    """
    return math.sqrt(min(1.0, item.score)) * answer.paper


def is_convincing(item: Found, answer: Answer) -> bool:
    """Whether its values are so likely that the normal threshold applies."""
    best = [candidates[0] for candidates in candidates_of(answer, item.label)]
    if lacks_code(item, answer) or (item.label == 1 and best[0].value in CONTENTS):
        return False
    return max(candidate.confidence for candidate in best) >= READABLE[item.label]


def lacks_code(item: Found, answer: Answer) -> bool:
    """Whether the detector takes a box for a sticker, and the reader finds no code on it."""
    return item.label == 0 and reading.codes(answer.slots[:DIGITS])[0].confidence < MIN_CODE_PROBABILITY


def least_existence(item: Found, answer: Answer, min_existence: tuple[float, float]) -> float:
    """The least `existence` of this box."""
    least = min_existence[item.label]
    return least if is_convincing(item, answer) else max(least, MIN_EXISTENCE_UNREADABLE[item.label])
