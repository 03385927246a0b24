"""Confidence that a box is a sticker or shelf tag, and its thresholds."""

from __future__ import annotations

import math
from dataclasses import dataclass

from precount_training import reading
from precount_training.answer import Answer, candidates_of
from precount_training.calibration import logit
from precount_training.detector_model import Found
from precount_training.field_strips import DIGITS

# Least `existence` of a sticker and of a shelf tag.
MIN_EXISTENCE = (0.5, 0.6)
# A box whose values are all less likely than READABLE needs a higher `existence`.
READABLE, MIN_EXISTENCE_UNREADABLE = 0.3, (0.7, 0.9)
# A sticker whose code is less likely than this counts as unreadable: of 3,497 stickers on validation photos, the least
# likely code has 0.02.
MIN_CODE_PROBABILITY = 0.01
# Such a box is a shelf tag that the detector takes for a sticker, if the reader's `tag` is at least this.
MIN_TAG_PROBABILITY = 0.9
# Numbers that mostly are the contents of a package, in g or ml.
CONTENTS = ("125", "330", "375", *(str(content) for content in range(100, 1000, 50)))


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
MAX_EVIDENCE = math.log(999)  # the largest logit of evidence, that of 0.999


def tag_features(item: Found, answer: Answer) -> tuple[float, float, float, float, float]:
    """The values that are multiplied by the weights of `TagEvidence` after `bias`, in their order."""
    best = candidates_of(answer, 1)[0][0]
    return (
        _logit(item.score), _logit(answer.paper), _logit(answer.tag), _logit(best.confidence),
        float(best.value in CONTENTS),
    )  # fmt: skip


def existence(item: Found, answer: Answer) -> float:
    """The confidence that a box is a sticker or tag.

    For a sticker, the reader's weighs twice as much as the detector's: the reader sees the crop at full size and was
    trained on the detector's false detections, and on validation photos it is right where the two differ. A tag's
    number is printed large, so how surely it is read counts too.
    """
    if item.label == 0:
        return math.sqrt(min(1.0, item.score)) * answer.paper
    e = TAG_EVIDENCE
    weights = (e.score, e.paper, e.tag, e.number, e.contents)
    terms = (weight * value for weight, value in zip(weights, tag_features(item, answer), strict=True))
    return 1 / (1 + math.exp(-e.bias - sum(terms)))


def _logit(probability: float) -> float:
    return min(MAX_EVIDENCE, max(-MAX_EVIDENCE, logit(probability)))


def lacks_code(item: Found, answer: Answer) -> bool:
    """Whether the detector takes a box for a sticker, and the reader finds no code on it."""
    return item.label == 0 and reading.codes(answer.slots[:DIGITS])[0].confidence < MIN_CODE_PROBABILITY


def is_really_tag(item: Found, answer: Answer) -> bool:
    """Whether a box is a sticker for the detector, but a shelf tag for the reader."""
    return lacks_code(item, answer) and answer.tag >= MIN_TAG_PROBABILITY


def least_existence(item: Found, answer: Answer, min_existence: tuple[float, float]) -> float:
    """The least `existence` of this box."""
    least = min_existence[item.label]
    return least if _is_readable(item, answer) else max(least, MIN_EXISTENCE_UNREADABLE[item.label])


def _is_readable(item: Found, answer: Answer) -> bool:
    likeliest = max(candidates[0].confidence for candidates in candidates_of(answer, item.label))
    return likeliest >= READABLE and not lacks_code(item, answer)
