import numpy as np
import pytest

from precount_training.answer import Answer
from precount_training.calibration import IDENTITY, certainty, logit
from precount_training.detector_model import Found
from precount_training.existence import is_convincing, least_existence
from precount_training.geometry import RotatedRect
from precount_training.reader_crops import SLOTS, label_of
from precount_training.reading import calibrated, codes, quantities, tag_codes


def sure(code: str, quantity: str, doubt: float = 0.02) -> np.ndarray:
    """Probabilities (12, 11) of a reader that is sure of these."""
    slots = np.full((SLOTS, 11), doubt / 10, np.float32)
    slots[np.arange(SLOTS), label_of(code, quantity)] = 1 - doubt
    return slots


@pytest.mark.parametrize(("code", "quantity"), [("000042", "7"), ("918273", "120000"), ("555555", "10")])
def test_slots_become_values(code: str, quantity: str) -> None:
    slots = sure(code, quantity)
    assert codes(slots[:6])[0].value == code
    assert quantities(slots[6:])[0].value == quantity
    assert codes(slots[:6])[0].confidence == pytest.approx(0.98**6, abs=1e-4)
    assert quantities(slots[6:])[0].confidence == pytest.approx(
        0.98 ** min(6, len(quantity) + 6 - len(quantity)), abs=1e-4
    )


def test_alternatives_change_the_most_doubtful_digit() -> None:
    slots = sure("123456", "10")
    slots[3, 4], slots[3, 9], slots[3, 7] = 0.5, 0.3, 0.1
    assert [c.value for c in codes(slots[:6])] == ["123456", "123956", "123756"]


def test_a_quantity_never_begins_with_zero_and_is_never_empty() -> None:
    for text in ("", "07"):
        assert quantities(sure("123456", text)[6:])[0].value[0] != "0"


def test_shelf_codes_have_one_to_three_digits() -> None:
    for code in ("7", "01", "113"):
        assert tag_codes(sure(code, "")[:6])[0].value == code


def test_a_certainty_rises_with_the_raw_probability_and_keeps_the_order_of_candidates() -> None:
    knots = [[-14.0, 0.0], [2.0, 0.4], [5.0, 0.7], [14.0, 1.0]]
    certainties = [certainty(p, knots) for p in (0.0, 0.3, 0.9, 0.99, 0.9999, 1.0)]
    assert certainties == sorted(certainties)
    assert certainty(1 / (1 + np.exp(-5.0)), knots) == pytest.approx(0.7)
    slots = sure("123456", "10")
    slots[3, 4], slots[3, 9] = 0.6, 0.3
    confidences = [c.confidence for c in calibrated(codes(slots[:6]), {"handPenalty": 0.5, "knots": knots})]
    assert confidences == sorted(confidences, reverse=True)


def test_without_a_calibration_a_certainty_is_the_raw_probability() -> None:
    for probability in (0.01, 0.25, 0.62, 0.9, 0.97):
        assert certainty(probability, IDENTITY) == pytest.approx(probability, abs=0.02)
    assert logit(0.0) == -logit(1.0)


def test_a_usual_content_of_a_package_does_not_show_that_a_box_is_a_tag() -> None:
    def read(label: int, code: str, quantity: str = "", doubt: float = 0.02) -> bool:
        item = Found(label, 0.5, RotatedRect(0, 0, 80, 40, 0))
        answer = Answer(sure(code, quantity, doubt), 0.0, 1.0, np.zeros((2, 4), np.float32), np.zeros(2, np.float32))
        return is_convincing(item, answer)

    assert read(1, "501")
    assert not read(1, "500")
    assert not read(1, "330")
    assert not read(1, "501", doubt=0.2)  # 0.8 ** 3 < 0.75
    assert read(0, "500123", "500", doubt=0.1)


def test_a_sticker_without_a_code_must_be_a_sticker_more_clearly() -> None:
    def least(code: str, quantity: str) -> float:
        answer = Answer(sure(code, quantity), 0.0, 1.0, np.zeros((2, 4), np.float32), np.zeros(2, np.float32))
        return least_existence(Found(0, 0.5, RotatedRect(0, 0, 80, 40, 0)), answer, (0.4, 0.4))

    assert least("500123", "7") == 0.4
    assert least("14", "7") == 0.7
    assert least("14", "") == 0.7
