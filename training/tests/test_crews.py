import numpy as np
import pytest

from precount_training import crews, handwriting
from precount_training.handwriting import ScanWriter


def test_the_halves_of_a_person_share_no_sample() -> None:
    forms = tuple(tuple(np.full((2, 2), 10 * digit + i, np.uint8) for i in range(5)) for digit in range(10))
    first, second = (crews.half_of(ScanWriter(forms), part) for part in (0, 1))
    names = [{int(form[0, 0]) for digit in person.forms for form in digit} for person in (first, second)]  # type: ignore[call-overload]
    assert names[0].isdisjoint(names[1]) and len(names[0] | names[1]) == 50


@pytest.mark.skipif(handwriting.folder() is None, reason="needs PRECOUNT_TRAINING_DATA")
def test_crews_share_no_writer() -> None:
    people = crews.people()
    assert len({id(person) for _, person in people}) == len(people)
    with pytest.raises(ValueError, match="only"):
        crews.crew_of(len(people) // crews.WRITERS)
