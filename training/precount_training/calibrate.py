"""Fits the calibration of each field on validation writers and writes it into a model's manifest.

python -m precount_training.calibrate --model .cache/export
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from precount_training.calibration import FIELDS, MAX_LOGIT, THRESHOLDS, Field, certainty, logit
from precount_training.calibration_set import Judged, judge
from precount_training.export import EXPORT
from precount_training.pipeline import Precount

# A sticker is valid when code and quantity are: half of the specification's 0.1 % for each.
BUDGET = 0.0005
# Share of all values that are wrong and at least this certain → certainty, as a share of the threshold.
BELOW = ((0.002, 0.85), (0.005, 0.65), (0.01, 0.5), (0.03, 0.3))
ABOVE = ((0.0002, 0.4),)  # … as a share of the way from the threshold to 1
MIN_STEP = 0.02  # logits between knots


def tail_logit(logits: NDArray[np.float64], right: NDArray[np.bool_], budget: float) -> float:
    """The least logit at or above which at most `budget` of all values are wrong, one unseen error included."""
    wrong = np.sort(logits[~right])[::-1]
    allowed = int(budget * len(logits)) - 1
    if allowed < 0:
        # Too few values to see so rare an error: extrapolate from the worst error with a margin of its own.
        return float(min(MAX_LOGIT, (wrong[0] if len(wrong) else 0.0) + 1.0))
    return float(wrong[allowed] + 1e-3) if allowed < len(wrong) else float(logits.min())


def fit(judged: list[Judged], field: Field) -> list[list[float]]:
    """Knots (logit, certainty) of one field."""
    logits = np.array([logit(j.probability) for j in judged if j.field == field])
    right = np.array([j.right for j in judged if j.field == field])
    threshold = THRESHOLDS[field]
    points = [(tail_logit(logits, right, budget), share * threshold) for budget, share in BELOW]
    points.append((tail_logit(logits, right, BUDGET), threshold))
    points += [(tail_logit(logits, right, budget), threshold + share * (1 - threshold)) for budget, share in ABOVE]
    knots: list[list[float]] = [[-MAX_LOGIT, 0.0]]
    for x, y in sorted(points, key=lambda point: point[1]):
        knots.append([round(max(x, knots[-1][0] + MIN_STEP), 4), round(y, 4)])
    knots.append([round(max(MAX_LOGIT, knots[-1][0] + MIN_STEP), 4), 1.0])
    return knots


def shares(judged: list[Judged], calibration: dict[Field, list[list[float]]], kinds: tuple[str, ...]) -> str:
    """Right, certain, and certain but wrong, of each field."""
    parts = []
    for field in FIELDS:
        mine = [j for j in judged if j.field == field and j.kind in kinds]
        if not mine:
            continue
        sure = [j for j in mine if certainty(j.probability, calibration[field]) >= THRESHOLDS[field]]
        wrong = sum(not j.right for j in sure)
        parts.append(
            f"{field}: right {100 * np.mean([j.right for j in mine]):.2f} certain {100 * len(sure) / len(mine):.1f} "
            f"certain but wrong {100 * wrong / len(mine):.3f} ({wrong} of {len(mine)})"
        )
    return "; ".join(parts)


def main() -> None:
    """Command line: fit, print, write."""
    parser = argparse.ArgumentParser(description="Calibrate the reader.")
    parser.add_argument("--model", type=Path, default=EXPORT)
    parser.add_argument("--split", choices=["validation", "unseen"], default="validation", help="unseen: judge only")
    options = parser.parse_args()
    model = Precount(options.model, 1)
    judged = judge(model, options.split)
    calibration = (
        {field: fit(judged, field) for field in FIELDS} if options.split == "validation" else model.calibration
    )
    for kinds in (("print",), ("mixed",), ("hand",), ("tag",)):
        print(f"{kinds[0]:6}", shares(judged, calibration, kinds))  # type: ignore[arg-type]
    if options.split == "validation":
        manifest = json.loads((options.model / "manifest.json").read_text())
        manifest["calibration"] = calibration
        (options.model / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
