import numpy as np
import pytest

from precount_training.reader_crops import BLANK, SLOTS, label_of
from precount_training.reading import codes, paper_probability, quantities, tag_codes


def sure(code: str, quantity: str, doubt: float = 0.02) -> np.ndarray:
    """Probabilities (12, 11) of a reader that is sure of these."""
    slots = np.full((SLOTS, 11), doubt / 10, np.float32)
    slots[np.arange(SLOTS), label_of(code, quantity)] = 1 - doubt
    return slots


@pytest.mark.parametrize(("code", "quantity"), [("000042", "7"), ("918273", "120000"), ("555555", "10")])
def test_slots_become_the_values_that_they_stand_for(code: str, quantity: str) -> None:
    slots = sure(code, quantity)
    assert codes(slots[:6])[0].value == code
    assert quantities(slots[6:])[0].value == quantity
    assert codes(slots[:6])[0].confidence == pytest.approx(0.98**6, abs=1e-4)
    assert quantities(slots[6:])[0].confidence == pytest.approx(
        0.98 ** min(6, len(quantity) + 6 - len(quantity)), abs=1e-4
    )


def test_the_next_candidates_change_the_most_doubtful_digit() -> None:
    slots = sure("123456", "10")
    slots[3, 4], slots[3, 9], slots[3, 7] = 0.5, 0.3, 0.1
    assert [c.value for c in codes(slots[:6])] == ["123456", "123956", "123756"]


def test_a_quantity_never_begins_with_zero_and_is_never_empty() -> None:
    for text in ("", "07"):
        assert quantities(sure("123456", text)[6:])[0].value[0] != "0"


def test_shelf_codes_have_one_to_three_digits() -> None:
    for code in ("7", "01", "113"):
        assert tag_codes(sure(code, "")[:6])[0].value == code


def test_nothing_to_read_is_no_paper() -> None:
    assert paper_probability(sure("", "")) < 0.05
    assert paper_probability(sure("123456", "1")) > 0.95
    assert label_of("12", "3").tolist() == [1, 2, BLANK, BLANK, BLANK, BLANK, 3, BLANK, BLANK, BLANK, BLANK, BLANK]
