"""Fine-tunes the shipped field reader on examples that people corrected; resumes from the last checkpoint.

python -m precount_training.fine_tune --examples FOLDER --name fine-tuned-1
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from precount_training.digit_reader import DigitReader
from precount_training.examples import STRIPS, ExampleStrips, read_examples, strips_of, to_learn_from
from precount_training.export import (
    LARGEST_DIFFERENCE_HALVED,
    ExportedFieldReader,
    halve_weights,
    largest_difference,
    write,
)
from precount_training.field_model import FieldReader
from precount_training.field_strips import STRIP_HEIGHT, STRIP_WIDTH
from precount_training.field_train import BATCH, FieldTask
from precount_training.pipeline import Precount
from precount_training.runs import Run, load_kept_weights, load_state, load_trained
from precount_training.sources import CACHE, TRAINING
from precount_training.strip_finder import StripFinder
from precount_training.training_loop import Length, Schedule, train

SHIPPED = TRAINING.parent / "vision/models/precount"
FINE_TUNED = CACHE / "fine-tuned"
PASSES = 8  # over the examples
# A tenth of the learning rate of training, so that the readings of other writers stay right.
SCHEDULE = Schedule(peak=7e-5, warm=20, max_gradient=2.0, save_every=20, judge_every=400)
EXAMPLE_SHARE = 0.5  # of a batch if there is drawn material, which keeps the readings of other writers


class ExampleTask(FieldTask):
    """Training task of the field reader: strips of examples, mixed with drawn ones."""

    def __init__(self, examples: ExampleStrips) -> None:
        super().__init__(BATCH)
        self.examples = examples
        self.chances = examples.importance / examples.importance.sum()

    def batch(self) -> tuple[Tensor, Tensor, Tensor]:
        """Strips, slots and whether they are written. A value of less importance is drawn less often."""
        drawn = self.strips.batch(self.rng, self.size - self.examples_in_batch()) if self.strips.shards else None
        chosen = self.rng.choice(len(self.chances), self.examples_in_batch(), p=self.chances)
        strips = self.examples.strips[chosen, self.rng.integers(0, STRIPS, len(chosen))]
        own = torch.from_numpy(strips), torch.from_numpy(self.examples.slots[chosen]).long()
        written = torch.from_numpy(self.examples.written[chosen])
        if drawn is None:
            return *own, written
        return torch.cat([own[0], drawn[0]]), torch.cat([own[1], drawn[1]]), torch.cat([written, drawn[2]])

    def examples_in_batch(self) -> int:
        """The number of a batch's strips that are of examples."""
        return round(self.size * EXAMPLE_SHARE) if self.strips.shards else self.size


def check_kept_weights() -> None:
    """Raise ValueError if training/weights is not the shipped model."""
    net = FieldReader()
    load_kept_weights(net, "field")
    strips = np.random.default_rng(3).random((3, 3, STRIP_HEIGHT, STRIP_WIDTH), dtype=np.float32)
    difference = largest_difference(ExportedFieldReader(net, *kept_heads()).eval(), SHIPPED / "field.onnx", strips)
    if difference > LARGEST_DIFFERENCE_HALVED:
        raise ValueError(f"training/weights/ does not hold the field reader in {SHIPPED}.")


def kept_heads() -> tuple[DigitReader, StripFinder]:
    """The shipped digit reader and strip finder, which a fine-tuned field reader keeps."""
    digits, finder = DigitReader(), StripFinder()
    load_kept_weights(digits, "digits")
    load_kept_weights(finder, "strip_finder")
    return digits.eval(), finder.eval()


def fine_tune(folder: Path, name: str, passes: int, left_out: list[str], out: Path) -> Path:
    """Train in the run `name`, and write the model's folder. Returns the folder."""
    check_kept_weights()
    learned = to_learn_from(read_examples(folder), left_out)
    material = strips_of(learned, Precount(SHIPPED, torch.get_num_threads()), np.random.default_rng(29))
    task = ExampleTask(material)
    if task.refresh() == 0:
        print("No drawn material in training/.cache/fields: the model may read other writers worse.", flush=True)
    steps = math.ceil(passes * len(material.slots) / task.examples_in_batch())
    train("field", FieldReader(), task, SCHEDULE, Length(steps), Run(name), goes_on=True)
    return write_model(out / name, name, {"stickers": len(learned), "steps": steps, "passes": passes})


def write_model(out: Path, name: str, effort: dict[str, Any]) -> Path:
    """Write the model of a run at once, as a preview: the shipped files with the trained field reader."""
    part = out.parent / f".{name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    manifest = json.loads((SHIPPED / "manifest.json").read_text())
    shipped = {weight["role"]: weight["sha256"] for weight in manifest["weights"]}
    for weight in manifest["weights"]:
        if weight["role"] != "field":
            shutil.copyfile(SHIPPED / weight["file"], part / weight["file"])
    field = ExportedFieldReader(load_trained(FieldReader(), name).cpu(), *kept_heads()).eval()
    example = torch.rand(2, 3, STRIP_HEIGHT, STRIP_WIDTH)
    write(field, example, ("strips", "read"), ({0: "strips"}, {0: "strips"}), part / "field.onnx")
    halve_weights(part / "field.onnx")
    sha256 = hashlib.sha256((part / "field.onnx").read_bytes()).hexdigest()
    for weight in manifest["weights"]:
        if weight["role"] == "field":
            weight.update(file="field.onnx", sha256=sha256)
    manifest.update(
        sid=hashlib.sha256(f"{name} {sha256}".encode()).hexdigest()[:24], title="Precount, fine-tuned", name=name,
        status="preview", trainedAt=time.strftime("%Y-%m-%d"), adapts={"name": manifest["name"], "weights": shipped},
        fineTuned={**effort, "seconds": round(float(load_state(name)["seconds"]))},
    )  # fmt: skip
    (part / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    shutil.rmtree(out, ignore_errors=True)
    os.replace(part, out)
    return out


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Fine-tune the field reader on examples.")
    parser.add_argument("--examples", type=Path, required=True, help="folder with examples.jsonl and crops/")
    parser.add_argument("--name", required=True, help="name of the run and of the model")
    parser.add_argument("--passes", type=int, default=PASSES, help="passes over the examples")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--left-out", type=Path, help="JSON file with the accounts whose values are not used")
    parser.add_argument("--out", type=Path, default=FINE_TUNED)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    left_out: list[str] = json.loads(options.left_out.read_text()) if options.left_out else []
    fine_tune(options.examples, options.name, options.passes, left_out, options.out)


if __name__ == "__main__":
    main()
