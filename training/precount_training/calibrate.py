"""Fits the calibration of each field on validation writers and writes it into a model's manifest.

python -m precount_training.calibrate --model .cache/export
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from precount_training.calibration import (
    FIELDS,
    MAX_LOGIT,
    THRESHOLDS,
    Calibration,
    Field,
    certainty,
    logit,
    written_logit,
)
from precount_training.calibration_set import Judged, judge
from precount_training.export import EXPORT
from precount_training.pipeline import Precount

# Share of a field's values that are certain but wrong: 0.2 % of the stickers of all families, hardly any of print.
# Some of these errors are wrong labels of the material, such as the most confident one of 1,500 validation stickers.
BUDGET = 0.001
MIN_ERRORS = 20  # fewer errors are too few for a regression
# Share of the errors, the most confident ones, that the regression rests on: of all errors most are far below the
# threshold, and a curve that fits them expects half as many again above it as there are.
SUREST = 0.35
# Share of values that are wrong and at least this certain, in budgets → certainty, as a share of the threshold.
BELOW = ((4.0, 0.85), (10.0, 0.65), (20.0, 0.5), (60.0, 0.3))
ABOVE = ((0.4, 0.4), (0.1, 0.8))  # … as a share of the way from the threshold to 1
MIN_STEP = 0.02  # logits between knots


def regression(features: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Weights of a logistic regression of `right` (n,) on features (n, k) and a constant, by Newton's method."""
    x = np.column_stack([features, np.ones(len(features))])
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(hessian, x.T @ (right - p) - 1e-3 * weights)
    return weights


def tail_logit(logits: NDArray[np.float64], right: NDArray[np.bool_], budget: float) -> float:
    """The least logit at or above which at most `budget` of all values are wrong, as seen and as expected."""
    errors = np.sort(logits[~right])[::-1]
    if len(errors) < MIN_ERRORS:
        # A safety margin: 1 is added to the logit of the most confident error.
        return float(min(MAX_LOGIT, np.max(errors, initial=0.0) + 1.0 - np.log(budget / BUDGET)))
    # Errors are few, and some of the most confident ones are wrong labels: the regression uses more of them.
    count = max(MIN_ERRORS, round(SUREST * len(errors)), math.ceil(budget * len(logits)))
    is_tail = logits >= (errors[count - 1] if count <= len(errors) else logits.min())
    slope, constant = regression(logits[is_tail, None], right[is_tail])
    order = np.argsort(-logits, kind="stable")
    expected = np.cumsum(1 / (1 + np.exp(np.clip(slope * logits[order] + constant, -30, 30)))) / len(logits)
    seen = np.cumsum(~right[order]) / len(logits)
    over = np.nonzero((expected > budget) | (seen > budget))[0]
    if len(over) == 0:
        return float(logits.min())
    return float(min(MAX_LOGIT, logits[order[over[0]]] + 1e-3))


def fit_field(judged: list[Judged], field: Field) -> dict[str, Any]:
    """The calibration of a field."""
    values = [j for j in judged if j.field == field]
    logits, right = np.array([logit(j.probability) for j in values]), np.array([j.right for j in values])
    written = np.array([written_logit(j.written) for j in values])
    penalty = 0.0
    if field != "shelfCode":
        by_logit, by_written, _ = regression(np.column_stack([logits, written]), right)
        penalty = round(max(0.0, -by_written / by_logit), 4)
    return {"handPenalty": penalty, "knots": knots_of(logits - penalty * written, right, THRESHOLDS[field])}


def knots_of(logits: NDArray[np.float64], right: NDArray[np.bool_], threshold: float) -> list[list[float]]:
    """Knots (logit, certainty) of a field with this threshold."""
    points = [(tail_logit(logits, right, times * BUDGET), share * threshold) for times, share in BELOW]
    points.append((tail_logit(logits, right, BUDGET), threshold))
    points += [
        (tail_logit(logits, right, times * BUDGET), threshold + share * (1 - threshold)) for times, share in ABOVE
    ]
    knots: list[list[float]] = [[-MAX_LOGIT, 0.0]]
    for x, y in sorted(points, key=lambda point: point[1]):
        knots.append([round(max(x, knots[-1][0] + MIN_STEP), 4), round(y, 4)])
    knots.append([round(max(MAX_LOGIT, knots[-1][0] + MIN_STEP), 4), 1.0])
    return knots


def fit(judged: list[Judged]) -> Calibration:
    """The calibration of all fields."""
    return {field: fit_field(judged, field) for field in FIELDS}


def certainty_of(judged: Judged, calibration: Calibration) -> float:
    """The certainty of a value."""
    field = calibration[judged.field]
    return certainty(judged.probability, field["knots"], field["handPenalty"] * written_logit(judged.written))


def shares(judged: list[Judged], calibration: Calibration, kind: str) -> str:
    """Right, certain, and certain but wrong, of each field."""
    parts = []
    for field in FIELDS:
        values = [j for j in judged if j.field == field and j.kind == kind]
        if not values:
            continue
        sure = [j for j in values if certainty_of(j, calibration) >= THRESHOLDS[field]]
        wrong = sum(not j.right for j in sure)
        parts.append(
            f"{field}: right {100 * np.mean([j.right for j in values]):.2f} "
            f"certain {100 * len(sure) / len(values):.1f} "
            f"certain but wrong {100 * wrong / len(values):.3f} ({wrong} of {len(values)})"
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
    calibration = fit(judged) if options.split == "validation" else model.calibration
    for kind in ("print", "mixed", "hand", "tag"):
        print(f"{kind:6}", shares(judged, calibration, kind))
    if options.split == "validation":
        manifest = json.loads((options.model / "manifest.json").read_text())
        manifest["calibration"] = calibration
        (options.model / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
