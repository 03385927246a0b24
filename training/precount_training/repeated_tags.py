"""Leaves out shelf tags that were found twice."""

from __future__ import annotations

from precount_training.answer import Answer, candidates_of
from precount_training.detector_model import Found
from precount_training.existence import existence
from precount_training.overlap import shared_part

# Two boxes with the same number are one tag if they share this part of the smaller box.
SAME_TAG_OVERLAP = 0.5


def without_repeated_tags(read: list[tuple[Found, Answer]]) -> list[tuple[Found, Answer]]:
    """The boxes without tags that repeat a likelier one: same number, and a box that mostly covers it or lies in it.

    Overlap suppression keeps both a wide card and the number on it.
    """
    kept: list[tuple[Found, Answer]] = []
    for pair in sorted(read, key=lambda pair: -existence(*pair)):
        if pair[0].label == 0 or not any(_is_same_tag(pair, other) for other in kept if other[0].label == 1):
            kept.append(pair)
    chosen = {id(pair) for pair in kept}
    return [pair for pair in read if id(pair) in chosen]


def _is_same_tag(one: tuple[Found, Answer], other: tuple[Found, Answer]) -> bool:
    first, second = (candidates_of(answer, 1)[0][0].value for _, answer in (one, other))
    return first == second and shared_part(one[0].rect, other[0].rect) >= SAME_TAG_OVERLAP
