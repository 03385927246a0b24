"""Scores detections by the same rules as vision/src/eval."""

from __future__ import annotations

from collections import Counter
from typing import Any

from precount_training.geometry import RotatedRect
from precount_training.overlap import iou
from precount_training.pipeline import Detection

CODE_CONFIDENCE, QUANTITY_CONFIDENCE = 0.7, 0.4  # below them a value is kept but doubtful
MIN_IOU = 0.5
MAX_BAND = 3.0  # how many times as tall as the true tag a found shelf's band may be

Truth = dict[str, Any]  # an entry of `results` in truth.json


def rect_of(result: Truth) -> RotatedRect:
    """A true result's rect."""
    r = result["rect"]
    return RotatedRect(r["x"], r["y"], r["width"], r["height"], r.get("angle", 0.0))


def _fit(truth: Truth, found: Detection) -> float:
    """How well a found result matches a true one, higher is better; 0 = no match."""
    if truth["label"] != found.label:
        return 0.0
    if found.label == "sticker":
        overlap = iou(rect_of(truth), found.rect)
        return overlap if overlap >= MIN_IOU else 0.0
    rect = rect_of(truth)
    away = abs(rect.y + rect.height / 2 - (found.rect.y + found.rect.height / 2))
    fits = away <= found.rect.height / 2 and found.rect.height <= MAX_BAND * rect.height
    return 1 / (1 + away) if fits else 0.0


def match(truth: list[Truth], found: list[Detection]) -> list[tuple[Truth, Detection]]:
    """Pairs of true and found results, best match first; each is in at most one pair."""
    pairs = [(_fit(t, f), i, k) for i, t in enumerate(truth) for k, f in enumerate(found)]
    matches, used_true, used_found = [], set[int](), set[int]()
    for fit, i, k in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if fit > 0 and i not in used_true and k not in used_found:
            used_true.add(i)
            used_found.add(k)
            matches.append((truth[i], found[k]))
    return matches


def is_valid(found: Detection) -> bool:
    """Whether a sticker would be called valid with default options."""
    return found.code[0].confidence >= CODE_CONFIDENCE and found.quantity[0].confidence >= QUANTITY_CONFIDENCE


def tally(truth: list[Truth], found: list[Detection]) -> Counter[str]:
    """One photo's counts."""
    counts: Counter[str] = Counter()
    for name, labels in (("true", [t["label"] for t in truth]), ("found", [f.label for f in found])):
        for label in labels:
            counts[f"{label}.{name}"] += 1
    for t, f in match(truth, found):
        counts[f"{f.label}.matched"] += 1
        code = t["code"] == f.code[0].value
        counts[f"{f.label}.code"] += code
        if f.label == "sticker":
            quantity = t["quantity"] == f.quantity[0].value
            counts["sticker.quantity"] += quantity
            counts["sticker.row"] += code and quantity and t["shelfCode"] == f.shelf_code
            counts["sticker.validButWrong"] += is_valid(f) and not (code and quantity)
            counts["sticker.valid"] += is_valid(f)
    return counts


def figures(counts: Counter[str]) -> dict[str, float]:
    """Counts as fractions, under the names that data and benchmarks use."""

    def share(part: str, whole: str) -> float:
        return round(counts[part] / counts[whole], 4) if counts[whole] else 1.0

    return {
        "precision": share("sticker.matched", "sticker.found"),
        "recall": share("sticker.matched", "sticker.true"),
        "code": share("sticker.code", "sticker.true"),
        "quantity": share("sticker.quantity", "sticker.true"),
        "row": share("sticker.row", "sticker.true"),
        "validButWrong": round(counts["sticker.validButWrong"] / max(1, counts["sticker.true"]), 4),
        "shelfPrecision": share("shelf.matched", "shelf.found"),
        "shelfRecall": share("shelf.matched", "shelf.true"),
        "shelfCode": share("shelf.code", "shelf.true"),
    }
