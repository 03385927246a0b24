"""Numbers in a person's hand."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np

from precount_training.writing import _line, pick_writer

DRAW = """
import hashlib
import numpy as np
from precount_training.writing import handwritten_number, pick_writer
digest = hashlib.sha256()
for seed in range(6):
    rng = np.random.default_rng(seed)
    digest.update(handwritten_number(rng, "1480267", pick_writer(rng, "validation"), 60, 300).tobytes())
print(digest.hexdigest())
"""


def test_a_seed_draws_the_same_number_in_every_process() -> None:
    # Python orders sets of strings by a hash that differs between processes unless it is set.
    digests = {
        subprocess.run(
            [sys.executable, "-c", DRAW],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(digests) == 1


def test_touching_ones_stay_two_lines() -> None:
    rng = np.random.default_rng(4)
    writer = replace(pick_writer(rng, "validation"), spacing=-0.5, wobble=0.0, tilt=0.0)
    height = 40
    one = np.ones((height, round(height * writer.pen.width)), np.float32)
    line = _line(rng, [(one, 0.0), (one, 0.0)], writer, height)
    starts = np.count_nonzero(np.diff((line.max(axis=0) > 0.5).astype(int)) == 1)
    assert starts == 2
