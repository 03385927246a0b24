"""Numbers in a person's hand."""

import os
import subprocess
import sys

DRAW = """
import hashlib
import numpy as np
from precount_training.writing import handwritten_number, pick_writer
digest = hashlib.sha256()
for seed in range(12):
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
        for hash_seed in ("1", "2", "3")
    }
    assert len(digests) == 1
