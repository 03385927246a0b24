import numpy as np

from precount_training.detector_model import decode
from precount_training.golden import invented_map, invented_slots
from precount_training.overlap import keep_best
from precount_training.reading import codes, quantities


def test_the_invented_outputs_decode_to_their_values() -> None:
    kept = keep_best(decode(invented_map(6), 0.2), 0.3, 100)
    assert sorted(found.label for found in kept) == [0, 0, 0, 1]
    slots = invented_slots(5)
    assert codes(slots[:6])[0].value == "004719"
    assert quantities(slots[6:])[0].value == "28"
    assert np.allclose(slots.sum(axis=1), 1, atol=1e-4)
