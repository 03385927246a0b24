import numpy as np
import pytest

from precount_training.geometry import (
    RotatedRect,
    apply,
    box_quad,
    homography,
    quad_from_rect,
    rect_from_quad,
    rotate,
)


@pytest.mark.parametrize("seed", range(20))
def test_a_rect_survives_conversion_to_a_quad_and_back(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y, width, height = rng.uniform(1, 2000, 4)
    rect = RotatedRect(x, y, width, height, float(rng.uniform(0, 360)))
    again = rect_from_quad(quad_from_rect(rect))
    assert np.allclose(list(vars(again).values()), list(vars(rect).values()))


@pytest.mark.parametrize("seed", range(20))
def test_a_homography_and_its_inverse_cancel_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    source = box_quad(0, 0, 400, 300)
    matrix = homography(source, source + rng.uniform(-40, 40, (4, 2)))
    points = rng.uniform(0, 300, (10, 2))
    assert np.allclose(apply(np.linalg.inv(matrix), apply(matrix, points)), points, atol=1e-3)


def test_four_quarter_turns_cancel_out() -> None:
    quad = turned = box_quad(10, 20, 110, 70)
    for _ in range(4):
        turned = rotate(turned, 90, (60, 45))
    assert np.allclose(turned, quad)


def test_angles_run_clockwise_on_the_photo() -> None:
    turned = rotate(box_quad(0, 0, 100, 50), 30, (50, 25))
    assert turned[1, 1] > turned[0, 1]  # the top edge falls to the right
    assert rect_from_quad(turned).angle == pytest.approx(30)
