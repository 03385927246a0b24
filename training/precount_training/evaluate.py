"""Runs the exported model on photos with a truth.json and prints its figures for each family.

python -m precount_training.evaluate FOLDER [--model .cache/export] [--report report.html]
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.export import EXPORT
from precount_training.pipeline import Detection, Precount, upright
from precount_training.report import Miss, write_report
from precount_training.scoring import figures, match, rect_of, tally

BINS = (0.0, 0.4, 0.7, 0.9, 0.97, 0.99, 1.0)


def reliability(pairs: list[tuple[float, bool]]) -> list[dict[str, float]]:
    """Reliability of confidences: for each bin the count, mean confidence and share that is right."""
    table = []
    for low, high in pairwise(BINS):
        inside = [(c, r) for c, r in pairs if low <= c < high or (high == 1.0 and c == 1.0)]
        if inside:
            confidence, right = (float(np.mean([p[i] for p in inside])) for i in (0, 1))
            table.append({"from": low, "to": high, "count": len(inside), "confidence": confidence, "right": right})
    return table


def misses_of(
    name: str, family: str, picture: NDArray[np.uint8], truth: list[dict[str, Any]], found: list[Detection]
) -> list[Miss]:
    """The errors on one photo, most confident first."""
    pairs = match(truth, found)
    misses: list[Miss] = []
    for t, f in pairs:
        read = f.code[0].value + (f" x {f.quantity[0].value}" if f.quantity else "")
        true = t["code"] + (f" x {t['quantity']}" if t["label"] == "sticker" else "")
        if read != true:
            sure = f.code[0].confidence * (f.quantity[0].confidence if f.quantity else 1)
            misses.append(Miss(name, family, f"{t['label']}: {true} read as {read}", sure, picture, rect_of(t)))
    matched_true, matched_found = {id(t) for t, _ in pairs}, {id(f) for _, f in pairs}
    for t in truth:
        if id(t) not in matched_true:
            misses.append(Miss(name, family, f"{t['label']} {t['code']} not found", 1.0, picture, rect_of(t)))
    for f in found:
        if id(f) not in matched_found:
            what = f"{f.label} {f.code[0].value} found where there is none"
            misses.append(Miss(name, family, what, f.confidence, picture, f.rect))
    return misses


def evaluate(folder: Path, model: Path, report: Path | None, threads: int) -> dict[str, dict[str, float]]:
    """Print the figures of every family and return them; with `report`, write a page with the worst misses."""
    precount = Precount(model, threads)
    cv2.setNumThreads(threads)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    sure: dict[str, list[tuple[float, bool]]] = {"code": [], "quantity": []}
    misses: list[Miss] = []
    seconds = []
    for entry in json.loads((folder / "truth.json").read_text()):
        picture, truth = upright(folder / entry["image"]), entry["results"]
        start = time.perf_counter()
        found = precount.detect(picture)
        seconds.append(time.perf_counter() - start)
        counts[entry["family"]] += tally(truth, found)
        for t, f in match(truth, found):
            if t["label"] == "sticker":
                sure["code"].append((f.code[0].confidence, f.code[0].value == t["code"]))
                sure["quantity"].append((f.quantity[0].confidence, f.quantity[0].value == t["quantity"]))
        misses += misses_of(entry["image"], entry["family"], picture, truth, found)
    result = {family: figures(count) for family, count in counts.items()}
    result["all"] = figures(sum(counts.values(), Counter()))
    for family, row in result.items():
        print(f"{family:6}", "  ".join(f"{name} {100 * value:.1f}" for name, value in row.items()))
    tables = {name: reliability(pairs) for name, pairs in sure.items()}
    for name, table in tables.items():
        print(f"\n{name}: confidence, right, count")
        for bin_ in table:
            print(
                f"  {bin_['from']:.2f}-{bin_['to']:.2f}  {bin_['confidence']:.3f}  {bin_['right']:.3f}  {bin_['count']}"
            )
    print(f"\nmedian {1000 * float(np.median(seconds)):.0f} ms a photo after decoding, {threads} threads")
    if report:
        write_report(report, result, tables, sorted(misses, key=lambda miss: -miss.sure))
        print(f"{len(misses)} misses: {report}")
    return result


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Evaluate the exported model.")
    parser.add_argument("folder", type=Path, help="photos with a truth.json")
    parser.add_argument("--model", type=Path, default=EXPORT)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    result = evaluate(options.folder, options.model, options.report, options.threads)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
