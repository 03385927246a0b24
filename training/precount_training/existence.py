"""Confidence that a box is a sticker or shelf tag, and its thresholds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from precount_training import reading
from precount_training.answer import Answer, candidates_of
from precount_training.calibration import logit
from precount_training.detector_model import Found
from precount_training.field_strips import DIGITS

# Least `existence` of a sticker and of a shelf tag. On phones, where no reader runs, the least score of a sticker.
MIN_EXISTENCE = (0.5, 0.6)
# A sticker with a lower score is not read.
MIN_STICKER_SCORE = 0.2
# A box whose values are all less likely than READABLE needs a higher `existence`.
READABLE, MIN_EXISTENCE_UNREADABLE = 0.3, (0.9, 0.9)
# A sticker whose code is less likely than this counts as unreadable: of 3,497 stickers on validation photos, the least
# likely code has 0.02.
MIN_CODE_PROBABILITY = 0.01
# Such a box is a shelf tag that the detector takes for a sticker, if the reader's `tag` is at least this.
MIN_TAG_PROBABILITY = 0.9
# A box with a readable code is a sticker that the detector takes for a shelf tag, if `tag` is at most this.
MAX_TAG_PROBABILITY = 0.1
# Numbers that mostly are the contents of a package, in g or ml.
CONTENTS = ("125", "330", "375", *(str(content) for content in range(100, 1000, 50)))


@dataclass(frozen=True)
class StickerEvidence:
    """The weights of a logistic regression of whether a box is a sticker. `sticker_evidence` fits them.

    `score` and `paper` weigh the logits of the detector's score and of the reader's `paper`.
    """

    bias: float = -1.62
    score: float = 1.7
    paper: float = 0.66


STICKER_EVIDENCE = StickerEvidence()
MAX_STICKER_EVIDENCE = math.log(9999)  # the largest logit of a sticker's evidence, that of 0.9999


@dataclass(frozen=True)
class TagEvidence:
    """The weights of a logistic regression of whether a box is a shelf tag. `tag_evidence` fits such weights.

    These trust the score more than fitted ones, because the head behind `tag` is less sure on unseen shelves: ADR-039.

    `score`, `paper`, `tag` and `number` weigh the logits of the detector's score, of the reader's `paper` and `tag`,
    and of the probability of the number. `contents` is added if the number is one of CONTENTS.
    """

    bias: float = -1.0
    score: float = 2.2
    paper: float = 0.3
    tag: float = 0.56
    number: float = 0.12
    contents: float = -1.6


TAG_EVIDENCE = TagEvidence()
MAX_TAG_EVIDENCE = math.log(999)  # that of a tag's, that of 0.999


def sticker_features(item: Found, answer: Answer) -> tuple[float, float]:
    """The values that are multiplied by the weights of `StickerEvidence` after `bias`, in their order."""
    return _logit(item.score, MAX_STICKER_EVIDENCE), _logit(answer.paper, MAX_STICKER_EVIDENCE)


def tag_features(item: Found, answer: Answer) -> tuple[float, float, float, float, float]:
    """The values that are multiplied by the weights of `TagEvidence` after `bias`, in their order."""
    best = candidates_of(answer, 1)[0][0]
    probabilities = (item.score, answer.paper, answer.tag, best.confidence)
    score, paper, tag, number = (_logit(probability, MAX_TAG_EVIDENCE) for probability in probabilities)
    return score, paper, tag, number, float(best.value in CONTENTS)


def existence(item: Found, answer: Answer) -> float:
    """The probability that a box is a sticker or tag.

    For a sticker, its values do not count, because an unreadable one must not be lost. A tag's number is printed large,
    so how surely it is read counts too.
    """
    if item.label == 0:
        s = STICKER_EVIDENCE
        return _logistic(s.bias, (s.score, s.paper), sticker_features(item, answer))
    e = TAG_EVIDENCE
    return _logistic(e.bias, (e.score, e.paper, e.tag, e.number, e.contents), tag_features(item, answer))


def _logistic(bias: float, weights: Sequence[float], features: Sequence[float]) -> float:
    return 1 / (1 + math.exp(-bias - sum(w * value for w, value in zip(weights, features, strict=True))))


def _logit(probability: float, largest: float) -> float:
    return min(largest, max(-largest, logit(probability)))


def lacks_code(item: Found, answer: Answer) -> bool:
    """Whether the detector takes a box for a sticker, and the reader finds no code on it."""
    return item.label == 0 and _code_confidence(answer) < MIN_CODE_PROBABILITY


def _code_confidence(answer: Answer) -> float:
    return reading.codes(answer.slots[:DIGITS])[0].confidence


def is_really_tag(item: Found, answer: Answer) -> bool:
    """Whether a box is a sticker for the detector, but a shelf tag for the reader."""
    return lacks_code(item, answer) and answer.tag >= MIN_TAG_PROBABILITY


def is_really_sticker(item: Found, answer: Answer) -> bool:
    """Whether a box is a shelf tag for the detector, but a sticker for the reader."""
    return item.label == 1 and answer.tag <= MAX_TAG_PROBABILITY and _code_confidence(answer) >= READABLE


def least_existence(item: Found, answer: Answer, min_existence: tuple[float, float]) -> float:
    """The least `existence` of this box."""
    least = min_existence[item.label]
    return least if _is_readable(item, answer) else max(least, MIN_EXISTENCE_UNREADABLE[item.label])


def _is_readable(item: Found, answer: Answer) -> bool:
    likeliest = max(candidates[0].confidence for candidates in candidates_of(answer, item.label))
    return likeliest >= READABLE and not lacks_code(item, answer)
