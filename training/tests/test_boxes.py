import numpy as np
import pytest

from precount_training.detector_model import BOX, SCORES, STRIDE, Found, decode, encode
from precount_training.geometry import RotatedRect, quad_from_rect
from precount_training.overlap import iou, keep_best
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH, crop_of_quad


@pytest.mark.parametrize("seed", range(20))
def test_a_box_encoded_at_any_cell_decodes_to_itself(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cx, cy, width, height = rng.uniform(40, 200), rng.uniform(40, 200), rng.uniform(40, 170), rng.uniform(15, 90)
    angle = rng.uniform(-80, 80)
    found = np.zeros((SCORES + BOX, 32, 32), np.float32)
    row, column = int(cy // STRIDE), int(cx // STRIDE)
    found[1, row, column] = 0.9
    place = (np.float32([v]) for v in ((column + 0.5) * STRIDE, (row + 0.5) * STRIDE))
    found[SCORES:, row, column] = encode(np.float32([cx, cy, width, height, angle]), *place)[:, 0]
    (item,) = decode(found, 0.5)
    assert item.label == 1
    truth = RotatedRect(cx - width / 2, cy - height / 2, width, height, angle)
    assert np.allclose(quad_from_rect(item.rect), quad_from_rect(truth), atol=0.02)


def test_overlap_of_known_boxes() -> None:
    square = RotatedRect(0, 0, 100, 100, 0)
    assert iou(square, square) == pytest.approx(1)
    assert iou(square, RotatedRect(50, 0, 100, 100, 0)) == pytest.approx(1 / 3, abs=1e-4)
    assert iou(square, RotatedRect(0, 0, 100, 100, 90)) == pytest.approx(1, abs=1e-4)
    assert iou(square, RotatedRect(101, 0, 100, 100, 0)) == 0
    assert iou(RotatedRect(0, 25, 100, 50, 0), RotatedRect(0, 25, 100, 50, 90)) == pytest.approx(1 / 3, abs=1e-4)


def test_suppression_keeps_the_best_of_overlapping_boxes_up_to_the_limit() -> None:
    found = [Found(0, 0.9, RotatedRect(0, 0, 100, 50, 3)), Found(0, 0.8, RotatedRect(4, 2, 98, 52, 0))]
    found += [Found(0, 0.7, RotatedRect(200 * i, 0, 100, 50, 0)) for i in range(1, 5)]
    assert [f.score for f in keep_best(found, 0.3, 100)] == [0.9, 0.7, 0.7, 0.7, 0.7]
    assert len(keep_best(found, 0.3, 2)) == 2


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_crop_of_a_box_of_the_crops_size_is_the_picture(times: int) -> None:
    rng = np.random.default_rng(times)
    small = rng.integers(0, 256, (CROP_HEIGHT, CROP_WIDTH, 3), dtype=np.uint8)
    picture = small.repeat(times, axis=0).repeat(times, axis=1)
    quad = quad_from_rect(RotatedRect(0, 0, CROP_WIDTH * times, CROP_HEIGHT * times, 0))
    assert np.abs(crop_of_quad(picture, quad).astype(int) - small).max() <= 1
    turned = crop_of_quad(picture, np.roll(quad, 2, axis=0))
    assert np.abs(turned[::-1, ::-1].astype(int) - small).max() <= 1
