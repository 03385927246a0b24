from dataclasses import replace

import numpy as np
import pytest

from precount_training.answer import Answer
from precount_training.calibration import IDENTITY, certainty, logit
from precount_training.detector_model import Found
from precount_training.evidence import fitted
from precount_training.existence import (
    MIN_EXISTENCE,
    existence,
    is_really_sticker,
    is_really_tag,
    least_existence,
)
from precount_training.geometry import RotatedRect
from precount_training.reader_crops import SLOTS, label_of
from precount_training.reading import MAX_TAG_DIGITS, calibrated, codes, quantities, tag_codes


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
        assert tag_codes(sure(code, "")[:MAX_TAG_DIGITS])[0].value == code


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


def box(label: int, score: float) -> Found:
    return Found(label, score, RotatedRect(0, 0, 80, 40, 0))


def answer(code: str, quantity: str = "", doubt: float = 0.02, paper: float = 1.0) -> Answer:
    slots = sure(code, quantity, doubt)
    places, written = np.zeros((2, 4), np.float32), np.zeros(2, np.float32)
    return Answer(slots, 0.0, paper, places, written, 0.5, slots[:MAX_TAG_DIGITS])


def test_a_tag_exists_by_its_score_its_paper_and_its_number() -> None:
    def tag(score: float, number: str = "501", doubt: float = 0.02, paper: float = 1.0, head: float = 0.5) -> float:
        return existence(box(1, score), replace(answer(number, "", doubt, paper), tag=head))

    plain = tag(0.5)
    assert tag(0.6) > plain > tag(0.5, paper=0.9) > tag(0.5, paper=0.5)
    assert tag(0.5, head=0.9) > plain > tag(0.5, head=0.1)
    assert plain > tag(0.5, doubt=0.2)
    assert tag(0.5, "500", head=0.3) < MIN_EXISTENCE[1] < tag(0.5, head=0.3)  # a usual content of a package
    assert tag(1.0) == tag(0.9995)  # probabilities are limited


def test_a_sticker_exists_by_its_score_and_its_paper() -> None:
    def sticker(score: float, paper: float) -> float:
        return existence(box(0, score), answer("500123", "7", paper=paper))

    # The logit of 0.25 is -1.0986, that of 0.75 is 1.0986.
    assert sticker(0.25, 0.75) == pytest.approx(1 / (1 + np.exp(1.62 + (1.7 - 0.66) * 1.0986)), abs=1e-4)
    assert sticker(0.25, 0.75) < sticker(0.75, 0.25) < sticker(0.75, 0.75)
    # Its values do not count.
    assert existence(box(0, 0.24), answer("", paper=0.9999)) == sticker(0.24, 0.9999) > 0.9
    assert sticker(0.5, 1.0) == sticker(0.5, 0.99995)  # probabilities are limited


def test_the_fit_finds_the_weights_that_drew_the_boxes() -> None:
    rng = np.random.default_rng(0)
    features = rng.normal(0, 2, (20_000, 3))
    truth = np.array([0.5, 1.5, -0.75, 0.25])
    is_tag = rng.random(len(features)) < 1 / (1 + np.exp(-truth[0] - features @ truth[1:]))
    assert fitted(features, is_tag.astype(float)) == pytest.approx(truth, abs=0.1)


def test_a_sticker_without_a_code_must_be_a_sticker_more_clearly() -> None:
    def least(code: str, quantity: str) -> float:
        return least_existence(box(0, 0.5), answer(code, quantity), (0.4, 0.5))

    assert least("500123", "7") == 0.4
    assert least("14", "7") == 0.9
    assert least("14", "") == 0.9
    assert least_existence(box(1, 0.5), answer("14"), (0.4, 0.5)) == 0.5
    assert least_existence(box(1, 0.5), answer("14", doubt=0.5), (0.4, 0.5)) == 0.9


def test_a_tag_with_a_code_is_a_sticker_if_the_reader_sees_no_tag() -> None:
    sticker = replace(answer("500123", "7"), tag=0.09)
    assert is_really_sticker(box(1, 0.5), sticker)
    assert not is_really_sticker(box(0, 0.5), sticker)
    assert not is_really_sticker(box(1, 0.5), replace(sticker, tag=0.11))
    assert not is_really_sticker(box(1, 0.5), replace(answer("14"), tag=0.09))
    assert not is_really_sticker(box(1, 0.5), replace(answer("500123", "7", doubt=0.25), tag=0.09))


def test_a_sticker_without_a_code_is_a_tag_if_the_reader_sees_one() -> None:
    tag = replace(answer("14"), tag=0.91)
    assert is_really_tag(box(0, 0.5), tag)
    assert not is_really_tag(box(1, 0.5), tag)
    assert not is_really_tag(box(0, 0.5), replace(tag, tag=0.89))
    assert not is_really_tag(box(0, 0.5), replace(answer("500123", "7"), tag=0.91))
