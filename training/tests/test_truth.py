import pytest

from precount_training.geometry import box_quad
from precount_training.truth import CLEAR_PX, ShelfTruth, clear_shelf_of, shelf_of

SHELVES = [ShelfTruth("01", box_quad(50, 100, 200, 200)), ShelfTruth("02", box_quad(50, 500, 200, 600))]


@pytest.mark.parametrize(
    ("top", "bottom", "code"),
    [
        (150, 180, "01"),  # on the rail
        (190, 300, "01"),  # overlaps, however little
        (20, 90, "01"),  # on goods of shelf 01
        (210, 300, "02"),  # below 01: the next one down
        (550, 900, "02"),
        (700, 800, "02"),  # below all: the lowest
        (150, 590, "02"),  # over both: the one that it covers more
    ],
)
def test_a_sticker_is_on_the_shelf_it_overlaps_or_the_next_one_below(top: float, bottom: float, code: str) -> None:
    assert shelf_of(top, bottom, SHELVES) == code


def test_without_shelves_there_is_no_shelf_code() -> None:
    assert shelf_of(0, 10, []) is None


def test_a_place_close_to_another_shelf_is_ambiguous() -> None:
    near = box_quad(0, 200 + CLEAR_PX / 2, 100, 300)
    assert clear_shelf_of(near, SHELVES) is None
    assert clear_shelf_of(near + 60, SHELVES) == "02"
