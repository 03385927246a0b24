import hashlib
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from precount_training import event_photo
from precount_training.draw_samples import SAMPLES, exif_of, jpeg, stored
from precount_training.event_photo import EventPhoto, PhotoPlan, draw_event_photo
from precount_training.geometry import apply, box_quad, homography, quad_from_rect, rect_from_quad
from precount_training.sources import is_fetched
from precount_training.stock_numbers import UP_TO_FOUR_DIGITS, codes, pick_quantity
from precount_training.truth import clear_shelf_of

PLAN = PhotoPlan(7, "print", 1200, 900, "mixed", 6, ("01", "02"), 11, 0.88)

needs_fonts = pytest.mark.skipif(not is_fetched(), reason="run `python -m precount_training.sources` first")


@pytest.fixture(scope="module")
def photo() -> EventPhoto:
    return draw_event_photo(PLAN, codes(1))


def flat(picture: NDArray[np.uint8], quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The quad of a picture rectified to 200 x 120 gray px."""
    target = box_quad(0, 0, 200, 120).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return cv2.cvtColor(cv2.warpPerspective(picture, matrix, (200, 120)), cv2.COLOR_RGB2GRAY).astype(np.float64)


@needs_fonts
def test_the_same_seed_gives_the_same_bytes(photo: EventPhoto) -> None:
    again = draw_event_photo(PLAN, codes(1))
    exif = exif_of(SAMPLES[0])
    first, second = (hashlib.sha256(jpeg(p.picture, exif, 10**7)).hexdigest() for p in (photo, again))
    assert first == second
    assert photo.truth("a.jpg", "print") == again.truth("a.jpg", "print")


@needs_fonts
def test_another_seed_gives_another_photo(photo: EventPhoto) -> None:
    other = draw_event_photo(replace(PLAN, seed=8), codes(1))
    assert not np.array_equal(photo.picture, other.picture)


@needs_fonts
def test_every_quad_lies_on_its_stickers_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same photo with one more kind of sticker: pure magenta sheets. Quad and pixels must agree."""

    def magenta(rng: np.random.Generator, *args: object) -> NDArray[np.float32]:
        sheet = np.zeros((180, 300, 4), np.float32)
        sheet[..., (0, 2, 3)] = 1
        return sheet

    monkeypatch.setattr(event_photo.sticker, "draw_sticker", magenta)
    drawn = draw_event_photo(PLAN, codes(1))
    red, green, blue = (drawn.picture[..., i].astype(int) for i in range(3))
    painted = ((red - green > 60) & (blue - green > 60)).astype(np.uint8)
    for sticker in drawn.stickers:
        mask = np.zeros(painted.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(sticker.quad).astype(np.int32)], 1)
        around = cv2.dilate(mask, np.ones((25, 25), np.uint8))
        found = painted * around
        overlap = (found & mask).sum() / (found | mask).sum()
        assert overlap > 0.9, sticker


@needs_fonts
def test_a_quad_starts_at_the_stickers_own_top_left(photo: EventPhoto) -> None:
    for sticker in photo.stickers:
        top, side = sticker.quad[1] - sticker.quad[0], sticker.quad[3] - sticker.quad[0]
        assert np.linalg.norm(top) > np.linalg.norm(side)  # wider than high
        assert top[0] * side[1] - top[1] * side[0] > 0  # clockwise
        assert abs((rect_from_quad(sticker.quad).angle + 180) % 360 - 180) <= 40


@needs_fonts
def test_every_shelf_code_is_unambiguous_and_every_box_is_in_the_photo(photo: EventPhoto) -> None:
    entry = photo.truth("a.jpg", "print")
    stickers = [r for r in entry["results"] if r["label"] == "sticker"]
    assert len(stickers) == PLAN.stickers
    for result, sticker in zip(stickers, photo.stickers, strict=True):
        assert result["shelfCode"] == clear_shelf_of(sticker.quad, photo.shelves) in PLAN.shelf_codes
        corners = np.array(result["quad"])
        assert corners.min() >= 0
        assert (corners <= (PLAN.width, PLAN.height)).all()


@needs_fonts
def test_ink_is_on_the_paper(photo: EventPhoto) -> None:
    for sticker in photo.stickers:
        assert flat(photo.picture, sticker.quad)[10:-10, 10:-10].std() > 12


def test_rect_and_quad_of_the_truth_agree_on_a_slanted_view() -> None:
    view = homography(box_quad(0, 0, 100, 100), np.array([[0.0, 3], [104, 0], [100, 100], [2, 98]]))
    quad = apply(view, box_quad(20, 30, 60, 50))
    assert np.abs(quad_from_rect(rect_from_quad(quad)) - quad).max() < 3


@pytest.mark.parametrize("orientation", [1, 6, 8])
def test_applying_the_orientation_makes_a_stored_photo_upright(orientation: int) -> None:
    upright = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    turns_back = {1: 0, 6: -1, 8: 1}[orientation]  # as a viewer does: 6 rotates by 90° clockwise
    assert np.array_equal(np.rot90(stored(upright, orientation), turns_back), upright)


def test_codes_never_repeat_and_quantities_have_no_leading_zero() -> None:
    code_source = codes(3)
    drawn = [next(code_source) for _ in range(2000)]
    assert len(set(drawn)) == 2000
    assert all(len(code) == 6 and code.isdigit() for code in drawn)
    rng = np.random.default_rng(0)
    quantities = [pick_quantity(rng, UP_TO_FOUR_DIGITS) for _ in range(500)]
    assert all(q[0] != "0" and 1 <= int(q) <= 9999 for q in quantities)
    assert sum(len(q) == 1 for q in quantities) > 150
