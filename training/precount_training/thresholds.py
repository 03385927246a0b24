"""Prints precision and recall for thresholds of a detection's confidence, on validation photos.

python -m precount_training.thresholds .cache/validation
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from precount_training.export import EXPORT
from precount_training.pipeline import Precount, upright
from precount_training.scoring import match

LOWEST = 0.05
LEVELS = (0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)


def main() -> None:
    """Command line: print the table for both labels."""
    parser = argparse.ArgumentParser(description="Precision and recall by threshold.")
    parser.add_argument("folder", type=Path, help="photos with a truth.json")
    parser.add_argument("--model", type=Path, default=EXPORT)
    options = parser.parse_args()
    precount = Precount(options.model, 1)
    hits: dict[str, list[tuple[float, bool]]] = {"sticker": [], "shelf": []}
    true = {"sticker": 0, "shelf": 0}
    for entry in json.loads((options.folder / "truth.json").read_text()):
        found = precount.detect(upright(options.folder / entry["image"]), min_existence=(LOWEST, LOWEST))
        matched = {id(f) for _, f in match(entry["results"], found)}
        for f in found:
            hits[f.label].append((f.confidence, id(f) in matched))
        for t in entry["results"]:
            true[t["label"]] += 1
    for label, pairs in hits.items():
        for level in LEVELS:
            kept = [right for confidence, right in pairs if confidence >= level]
            precision, recall = sum(kept) / max(1, len(kept)), sum(kept) / max(1, true[label])
            print(f"{label:8} {level:.2f}  precision {precision:.3f}  recall {recall:.3f}")


if __name__ == "__main__":
    main()
