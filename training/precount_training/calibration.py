"""From the reader's raw probability of a value to the certainty that the product compares with its thresholds.

A raw probability is the network's own confidence, which is too high for unfamiliar handwriting. A calibration is a list
of knots (logit of the raw probability, certainty), rising in both; between knots it is linear, outside them constant.
It is fitted on writers that training never saw (`calibrate`) so that a value whose certainty reaches the threshold of
the specification (code 0.7, quantity 0.4) is wrong in at most one of a thousand cases.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, Literal

Field = Literal["stickerCode", "stickerQuantity", "shelfCode"]
Knots = Sequence[Sequence[float]]  # (logit, certainty)
# By field: `knots`, and `handPenalty`, the logits that a number loses for each logit of being handwriting. Without the
# penalty, the errors of handwriting would lower the certainty of print.
Calibration = dict[Field, dict[str, Any]]
MAX_WRITTEN_LOGIT = 6.0
FIELDS: tuple[Field, ...] = ("stickerCode", "stickerQuantity", "shelfCode")
THRESHOLDS: dict[Field, float] = {"stickerCode": 0.7, "stickerQuantity": 0.4, "shelfCode": 0.7}
MAX_LOGIT = 14.0  # logits beyond it are not precise in float32
# Nearly the identity, for a model that is not calibrated yet.
_STEPS = (0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999)
IDENTITY: list[list[float]] = [[round(math.log(p / (1 - p)), 4), p] for p in _STEPS]
UNCALIBRATED: Calibration = {name: {"handPenalty": 0.0, "knots": IDENTITY} for name in FIELDS}


def logit(probability: float) -> float:
    """Log odds of a probability, clipped to ±MAX_LOGIT."""
    if probability <= 0 or probability >= 1:
        return math.copysign(MAX_LOGIT, probability - 0.5)
    return min(MAX_LOGIT, max(-MAX_LOGIT, math.log(probability / (1 - probability))))


def written_logit(written: float) -> float:
    """Log odds that a number is handwriting, clipped to ±MAX_WRITTEN_LOGIT."""
    return min(MAX_WRITTEN_LOGIT, max(-MAX_WRITTEN_LOGIT, logit(written)))


def certainty(probability: float, knots: Knots, penalty: float = 0.0) -> float:
    """The certainty of a value with this raw probability, after a penalty in logits."""
    x = logit(probability) - penalty
    if x <= knots[0][0]:
        return float(knots[0][1])
    for (x0, y0), (x1, y1) in itertools.pairwise(knots):
        if x <= x1:
            return float(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    return float(knots[-1][1])
