"""The parts that the drawing modules share: ink on paper, the eye's perspective, rows of a scene."""

import numpy as np
import pytest

from precount_training.geometry import box_quad
from precount_training.papers import stamp
from precount_training.perspective import Perspective, Strip
from precount_training.pixels import shrunk_into

PERSPECTIVE = Perspective(np.array([300.0, 200.0]), 100.0, 10.0)


@pytest.mark.parametrize(
    ("x", "y", "inked"),
    [(2, 1, (4, 5)), (-3, 0, (4, 2)), (8, 5, (1, 2)), (2, -1, (3, 5)), (40, 0, (0, 0))],
)
def test_ink_is_clipped_at_the_sheets_edges(x: float, y: float, inked: tuple[int, int]) -> None:
    sheet = np.ones((6, 10, 3), np.float32)
    stamp(sheet, np.ones((4, 5), np.float32), x, y, (0, 0, 0), 1.0)
    black = sheet.max(axis=2) == 0
    assert (black.any(axis=1).sum(), black.any(axis=0).sum()) == inked


def test_the_front_plane_keeps_its_size_and_points_behind_it_move_towards_the_eye() -> None:
    quad = box_quad(100, 50, 500, 450)
    assert np.allclose(PERSPECTIVE.face((x, y, 0) for x, y in quad), quad)
    behind = PERSPECTIVE.face((x, y, 100) for x, y in quad)
    assert np.allclose(behind - PERSPECTIVE.eye, (quad - PERSPECTIVE.eye) / 2)
    assert PERSPECTIVE.shrunk(400, 100) == pytest.approx(np.linalg.norm(behind[1] - behind[0]))


def test_a_strip_draws_only_inside_its_rows() -> None:
    scene = np.zeros((40, 30, 3), np.uint8)
    Strip(scene[10:20], 10).fill(box_quad(5, 0, 15, 15), np.array([300.0, 100.9, -4.0]))
    assert scene[12, 8].tolist() == [255, 100, 0]
    assert scene[:10].max() == 0
    assert scene[17:].max() == 0


def test_a_picture_shrinks_to_fit_and_never_grows() -> None:
    picture = np.ones((20, 60), np.float32)
    assert shrunk_into(picture, 50, 30).shape == (10, 30)
    assert shrunk_into(picture, 50, 70) is picture
