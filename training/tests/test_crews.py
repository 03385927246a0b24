from pathlib import Path

import numpy as np
import pytest

from precount_training import crews, handwriting
from precount_training.handwriting import Scan, ScanWriter


@pytest.mark.parametrize(("samples", "judged"), [(2, 1), (3, 1), (5, 1), (12, 4)])
def test_a_persons_parts_share_no_sample(samples: int, judged: int) -> None:
    forms = tuple(tuple(Scan(np.full((2, 2), 20 * digit + i, np.uint8)) for i in range(samples)) for digit in range(10))
    parts: tuple[crews.Part, crews.Part] = ("learn", "judge")
    first, second = (crews.samples_of(ScanWriter(forms), part) for part in parts)
    names = [{int(form.image[0, 0]) for digit in person.forms for form in digit} for person in (first, second)]  # type: ignore[union-attr]
    assert names[0].isdisjoint(names[1]) and len(names[0] | names[1]) == 10 * samples
    assert len(names[1]) == 10 * judged


@pytest.mark.skipif(handwriting.folder() is None, reason="needs PRECOUNT_TRAINING_DATA")
def test_a_folder_that_grows_keeps_its_stickers(tmp_path: Path) -> None:
    crew = crews.crew_of(0)
    crews.draw_examples(crew, "judge", 3, tmp_path / "at-once")
    for count in (1, 3):
        crews.draw_examples(crew, "judge", count, tmp_path / "grown")
    assert (tmp_path / "grown/examples.jsonl").read_text() == (tmp_path / "at-once/examples.jsonl").read_text()
    names = [f"crops/{i:04d}.jpg" for i in range(3)]
    for name in names:
        assert (tmp_path / "grown" / name).read_bytes() == (tmp_path / "at-once" / name).read_bytes()


@pytest.mark.skipif(handwriting.folder() is None, reason="needs PRECOUNT_TRAINING_DATA")
def test_crews_share_no_writer() -> None:
    people = crews.people()
    assert len({id(person) for _, person in people}) == len(people)
    with pytest.raises(ValueError, match="only"):
        crews.crew_of(len(people) // crews.WRITERS)
