"""Overlap of rotated rects, and non-maximum suppression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import cv2
import numpy as np

from precount_training.geometry import RotatedRect, quad_from_rect


def iou(a: RotatedRect, b: RotatedRect) -> float:
    """Intersection over union of two rotated rects, 0..1."""
    shared = _shared_area(a, b)
    union = a.width * a.height + b.width * b.height - shared
    return shared / union if union > 0 else 0.0


def shared_part(a: RotatedRect, b: RotatedRect) -> float:
    """Intersection of two rotated rects over the smaller one, 0..1."""
    smaller = min(a.width * a.height, b.width * b.height)
    return _shared_area(a, b) / smaller if smaller > 0 else 0.0


def _shared_area(a: RotatedRect, b: RotatedRect) -> float:
    first, second = (quad_from_rect(r).astype(np.float32) for r in (a, b))
    return float(cv2.intersectConvexConvex(first, second)[0])


class Scored(Protocol):
    """Anything with a label, a score and a rect."""

    @property
    def label(self) -> int: ...  # noqa: D102
    @property
    def score(self) -> float: ...  # noqa: D102
    @property
    def rect(self) -> RotatedRect: ...  # noqa: D102


Item = TypeVar("Item", bound=Scored)


def keep_best(found: Sequence[Item], max_overlap: float, limit: int) -> list[Item]:
    """Non-maximum suppression across labels: `found` best first; at most `limit` remain."""
    kept: list[Item] = []
    for item in found:
        if len(kept) == limit:
            break
        if all(iou(item.rect, other.rect) < max_overlap for other in kept):
            kept.append(item)
    return kept
