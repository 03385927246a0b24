from pathlib import Path

import numpy as np
import pytest
import torch

from precount_training import calibrate
from precount_training.answer import Answer
from precount_training.calibrate import certainty_of, fit, tail_logit
from precount_training.calibration import THRESHOLDS
from precount_training.calibration_set import Judged
from precount_training.field_crops import draw_shard
from precount_training.field_finder import COLUMNS, ROWS, FieldFinder
from precount_training.field_model import FieldReader
from precount_training.field_strips import (
    DIGITS,
    STRIP_HEIGHT,
    STRIP_WIDTH,
    from_crop,
    from_strip,
    in_crop,
    in_strip,
)
from precount_training.field_train import HOPELESS_WORTH, SURE, SURE_WORTH, Strips, probability_of_truth, worth_of
from precount_training.geometry import RotatedRect
from precount_training.places import coverage
from precount_training.reader_crops import BLANK, SLOTS, label_of
from precount_training.reader_model import Reader, SlotReader
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH
from precount_training.second_look import (
    FIELD_WEIGHT,
    STILL_DOUBTFUL,
    StripReading,
    doubtful_fields,
    is_still_doubtful,
    mean_reading,
    with_field,
)
from precount_training.strip_finder import StripFinder
from precount_training.widening import widened


@pytest.mark.parametrize("angle", [0.0, 27.0, 190.0])
def test_a_place_in_the_crop_leads_back_to_the_photo(angle: float) -> None:
    seen = RotatedRect(100, 40, 300, 120, angle)
    rect = RotatedRect(180, 70, 90, 30, angle)
    place = in_crop(rect, seen) / np.array([CROP_WIDTH, CROP_HEIGHT, CROP_WIDTH, CROP_HEIGHT], np.float32)
    back = from_crop(place, seen)
    assert np.allclose(list(vars(back).values()), list(vars(rect).values()), atol=0.01)


@pytest.mark.parametrize("angle", [0.0, 27.0, 190.0])
def test_a_place_in_the_strip_leads_back_to_the_photo(angle: float) -> None:
    shown = RotatedRect(100, 40, 120, 30, angle)
    rect = RotatedRect(130, 44, 70, 22, angle)
    place = in_strip(rect, shown)
    # The strip shows 132 x 42 px of the photo: its height decides how large.
    assert place[3] == pytest.approx(22 * STRIP_HEIGHT / 42, abs=0.01)
    back = from_strip(place / np.array([STRIP_WIDTH, STRIP_HEIGHT, STRIP_WIDTH, STRIP_HEIGHT], np.float32), shown)
    assert np.allclose(list(vars(back).values()), list(vars(rect).values()), atol=0.01)


def test_coverage_is_the_share_of_each_cell_under_the_place() -> None:
    cells = coverage(torch.tensor([[[12.0, 8.0, 8.0, 16.0], [4.0, 4.0, 4.0, 4.0]]]), ROWS, COLUMNS)[0].T.reshape(
        2, 12, 24
    )
    assert cells[0, :2, :3].tolist() == [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0]] or cells[0].sum() == 2
    assert cells[1, 0, 0] == 0.25 and cells[1].sum() == 0.25


def test_a_place_is_the_rectangle_of_the_covered_cells() -> None:
    finder = FieldFinder()
    wanted = torch.tensor([[[96.0, 24.0, 128.0, 16.0], [40.0, 72.0, 48.0, 32.0]]])
    covered = coverage(wanted, ROWS, COLUMNS) * 40 - 20
    finder.cover = torch.nn.Identity()  # type: ignore[assignment]
    finder.written = torch.nn.Linear(2, 1)  # type: ignore[assignment]
    places, _, _ = finder(covered)
    # The variance within a cell is not counted, so that a low number seems 2 px lower than it is.
    assert torch.allclose(places, wanted, atol=2.5)


def test_a_place_in_a_strip_is_the_rectangle_of_the_covered_cells() -> None:
    finder = StripFinder()
    wanted = torch.tensor([[[88.0, 24.0, 112.0, 32.0]], [[56.0, 20.0, 32.0, 24.0]]])
    finder.cover = torch.nn.Identity()  # type: ignore[assignment]
    places, _ = finder(coverage(wanted, STRIP_HEIGHT // 8, STRIP_WIDTH // 8) * 40 - 20)
    assert torch.allclose(places, wanted, atol=2.5)


def test_the_field_reader_takes_over_all_but_the_flags_of_the_reader() -> None:
    reader, field = Reader(), FieldReader()
    field.start_from(reader)
    narrow, wide = Reader.WIDTHS, FieldReader.WIDTHS
    own: torch.Tensor = field.body[0][0].weight  # type: ignore[index,union-attr,assignment]
    assert torch.equal(own[: narrow[0]], reader.body[0][0].weight)  # type: ignore[index,union-attr]
    assert own.shape[0] == wide[0]
    assert torch.equal(field.slots[0, :6, : narrow[2]], reader.slots[0, :6])
    digits, flags = field(torch.rand(2, 3, 48, 160))
    assert digits.shape == (2, 6, 11) and flags.shape == (2, 1)


def test_strips_that_a_network_reads_surely_are_seldom_drawn(tmp_path: Path) -> None:
    slots = np.full((30, 2, DIGITS), BLANK, np.uint8)
    strips = np.zeros((30, 2, STRIP_HEIGHT, STRIP_WIDTH, 3), np.uint8)
    strips[10:, :, :, :, 0] = 255  # doubtful
    np.savez(tmp_path / "train-0001.npz", strips=strips, slots=slots, families=np.zeros(30, np.uint8))

    class Judge(torch.nn.Module):
        def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            sure = torch.where(images.mean(dim=(1, 2, 3)) > 0.1, 4.0, 9.0)
            return torch.nn.functional.one_hot(torch.tensor(BLANK), 11) * sure[:, None, None].expand(
                -1, DIGITS, 1
            ), sure

    probabilities = probability_of_truth(Judge(), strips, slots)
    assert (probabilities[:20] > SURE).all() and (np.abs(probabilities[20:] - 0.3) < 0.2).all()
    assert worth_of(np.array([0.999, 0.5, 0.001])).tolist() == [SURE_WORTH, 1.0, HOPELESS_WORTH]
    material = Strips("train", Judge(), tmp_path)
    assert material.refresh() == 60
    drawn, truth, _ = material.batch(np.random.default_rng(1), 4000)
    assert (truth == BLANK).all()
    # 40 strips that are worth 1, 20 that are worth 0.1.
    assert (drawn.float().mean(dim=(1, 2, 3)) > 0).float().mean().item() == pytest.approx(40 / 42, abs=0.02)


def test_strips_show_what_the_reader_finds_if_a_model_is_given() -> None:
    def left_half(crop: np.ndarray) -> np.ndarray:
        return np.tile(np.array([0.25, 0.5, 0.5, 1.0], np.float32), (2, 1))

    found = draw_shard(3, 12, "train", left_half)
    near = draw_shard(3, 12, "train")
    same_on_both = [np.array_equal(*strips) for strips in found["strips"]]
    assert 5 <= sum(same_on_both) <= 11 and not any(np.array_equal(*strips) for strips in near["strips"])
    # Near the number, it is in the middle of its strip, and less high than the strip by the margin.
    off = np.abs(near["strip_places"][..., :2] - np.array([STRIP_WIDTH / 2, STRIP_HEIGHT / 2]))
    assert (off.mean(axis=(0, 1)) < 8).all() and 20 < near["strip_places"][..., 3].mean() < 40
    assert np.abs(found["strip_places"][same_on_both, :, 0] - STRIP_WIDTH / 2).mean() > 8


def test_a_wider_network_begins_with_the_answers_of_the_narrow_one() -> None:
    torch.manual_seed(2)
    narrow, wide = (SlotReader((48, 160), 6, 1, widths).eval() for widths in ((24, 32, 80), (32, 48, 128)))
    wide.load_state_dict(widened(narrow.state_dict(), wide.state_dict()))
    own = narrow.encoder.attend.key_value.weight  # type: ignore[union-attr]
    taken = wide.encoder.attend.key_value.weight  # type: ignore[union-attr]
    # Heads of 20 channels are heads of 32 now: the second one of the keys begins at 32, the first of the values at 128.
    assert torch.equal(taken[32:52, :80], own[20:40]) and torch.equal(taken[128:148, :80], own[80:100])
    strips = torch.rand(8, 3, 48, 160)
    with torch.no_grad():
        before, after = narrow(strips)[0], wide(strips)[0]
    other = SlotReader((48, 160), 6, 1, (32, 48, 128)).eval()(strips)[0]
    assert (before - after).abs().mean() < 0.2 * (before - other).abs().mean()
    with pytest.raises(ValueError, match="wider"):
        widened(wide.state_dict(), narrow.state_dict())


def _answer(share: float, written: float) -> Answer:
    slots = np.full((SLOTS, 11), (1 - share) / 10, np.float32)
    slots[np.arange(SLOTS), label_of("103471", "12")] = share
    written_share = np.array([written, 0.0], np.float32)
    return Answer(slots, 0.0, 1.0, np.zeros((2, 4), np.float32), written_share, 0.5, slots[:3])


def test_doubtful_and_handwritten_numbers_are_read_again() -> None:
    assert doubtful_fields(_answer(0.9999, 0.0)) == []
    assert doubtful_fields(_answer(0.9999, 0.9)) == [0]
    assert doubtful_fields(_answer(0.9, 0.0)) == [0, 1]


def test_both_readings_of_a_number_count_and_the_other_number_stays() -> None:
    first = _answer(0.6, 1.0)
    second = np.full((6, 11), 0.001, np.float32)
    second[np.arange(6), [7, 0, 3, 4, 7, 1]] = 0.99
    mixed = with_field(first, 0, StripReading(second, 0.25, np.zeros(4, np.float32)))
    assert mixed.written.tolist() == [0.25, 0.0] and first.written.tolist() == [1.0, 0.0]
    assert 0.5 < FIELD_WEIGHT < 1
    assert mixed.slots[:6].argmax(axis=1).tolist() == [7, 0, 3, 4, 7, 1]
    assert np.allclose(mixed.slots.sum(axis=1), 1, atol=1e-5)
    assert np.array_equal(mixed.slots[6:], first.slots[6:])


def test_a_number_that_stays_doubtful_is_read_once_more_and_both_strips_count() -> None:
    first = _answer(0.9, 1.0)
    sure, other = np.full((6, 11), 0.0001, np.float32), np.full((6, 11), 0.01, np.float32)
    sure[np.arange(6), [1, 0, 3, 4, 7, 1]] = 0.999
    other[np.arange(6), [7, 0, 3, 4, 7, 1]] = 0.9
    place = np.zeros(4, np.float32)
    certain, doubtful = StripReading(sure, 0.25, place), StripReading(other, 0.75, place)
    assert not is_still_doubtful(first, 0, certain) and is_still_doubtful(first, 0, doubtful)
    assert 0.5 < STILL_DOUBTFUL < 0.98
    mean, written = mean_reading(doubtful, certain).slots, mean_reading(doubtful, certain).written
    assert written == 0.5
    assert mean[0, 1] > 0.8 > 0.1 > mean[0, 7] > 0.05
    assert mean[1, 0] > 0.98 and np.allclose(mean.sum(axis=1), 1, atol=1e-5)


def test_certain_values_are_wrong_no_more_often_than_the_budget() -> None:
    rng = np.random.default_rng(4)
    logits = rng.normal(5, 3, 4000)
    right = rng.random(4000) < 1 / (1 + np.exp(-logits))
    least = tail_logit(logits, right, 0.001)
    assert (~right & (logits >= least)).mean() <= 0.001
    assert (logits >= least).mean() > 0.3


def test_errors_far_below_the_threshold_do_not_raise_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    # Above 2, errors become rarer faster than a curve through all of them says.
    logits, fresh = rng.normal(5, 3, 8000), rng.normal(5, 3, 80_000)
    chance = [1 / (1 + np.exp(-np.where(x > 2, 2.2 * x - 2.4, x))) for x in (logits, fresh)]
    right, fresh_right = rng.random(8000) < chance[0], rng.random(80_000) < chance[1]
    least = tail_logit(logits, right, 0.001)
    assert (~fresh_right & (fresh >= least)).mean() <= 0.0012
    monkeypatch.setattr(calibrate, "SUREST", 1)
    assert (fresh >= least).mean() > (fresh >= tail_logit(logits, right, 0.001)).mean() + 0.02


def test_print_does_not_pay_for_handwriting() -> None:
    rng = np.random.default_rng(5)
    judged = []
    for written, trust in ((0.05, 4.0), (0.95, -2.0)):
        for x in rng.normal(4, 2, 3000):
            right = bool(rng.random() < 1 / (1 + np.exp(-x - trust)))
            p = float(1 / (1 + np.exp(-x)))
            for field in ("stickerCode", "stickerQuantity", "shelfCode"):
                judged.append(Judged(field, "hand", 200, p, written, right))  # type: ignore[arg-type]
    calibration = fit(judged)
    printed, hand = (Judged("stickerCode", "hand", 200, 0.99, written, True) for written in (0.05, 0.95))
    assert certainty_of(printed, calibration) >= THRESHOLDS["stickerCode"]
    assert certainty_of(hand, calibration) < THRESHOLDS["stickerCode"]
    assert calibration["shelfCode"]["handPenalty"] == 0
