"""From the reader's probabilities to values: the best code and quantity, their confidence, and alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from precount_training.calibration import certainty, written_logit
from precount_training.reader_crops import BLANK

Probabilities = NDArray[np.float32]  # (slots, 11): digits 0 to 9 and BLANK
CODE_DIGITS, MAX_QUANTITY_DIGITS, MAX_TAG_DIGITS = 6, 6, 3
BEAM = 8  # readings that are followed from slot to slot
CANDIDATES = 3


@dataclass(frozen=True)
class Candidate:
    """A value and its confidence: the raw probability, or the certainty once it is calibrated."""

    value: str
    confidence: float


def codes(slots: Probabilities) -> list[Candidate]:
    """The likeliest codes of exactly six digits, best first; `slots` is (6, 11)."""
    return _best(slots, min_digits=CODE_DIGITS, zero_first=True)


def quantities(slots: Probabilities) -> list[Candidate]:
    """The likeliest quantities of one to six digits without a leading zero; `slots` is (6, 11)."""
    return _best(slots, min_digits=1, zero_first=False)


def tag_codes(slots: Probabilities) -> list[Candidate]:
    """The likeliest shelf codes of one to three digits; `slots` is (3, 11)."""
    return _best(slots, min_digits=1, zero_first=True)


def calibrated(candidates: list[Candidate], field: dict[str, Any], written: float = 0.5) -> list[Candidate]:
    """The same candidates with their certainty as confidence; `written` is the probability that it is handwriting."""
    penalty = field["handPenalty"] * written_logit(written)
    return [Candidate(c.value, certainty(c.confidence, field["knots"], penalty)) for c in candidates]


def _best(slots: Probabilities, min_digits: int, zero_first: bool) -> list[Candidate]:
    """Beam search for strings of at least `min_digits` digits that fill the slots from the left."""
    beam: list[tuple[float, str, bool]] = [(1.0, "", False)]  # probability, digits, whether it has ended
    for index, slot in enumerate(slots):
        following: list[tuple[float, str, bool]] = []
        for probability, text, ended in beam:
            if ended or len(text) >= min_digits:
                following.append((probability * float(slot[BLANK]), text, True))
            if not ended:
                for digit in range(10):
                    if digit or index or zero_first:
                        following.append((probability * float(slot[digit]), text + str(digit), False))
        # on a tie the smaller text first: the same on every machine
        following.sort(key=lambda item: (-item[0], item[1]))
        beam = following[:BEAM]
    return [Candidate(text, probability) for probability, text, _ in beam[:CANDIDATES]]
