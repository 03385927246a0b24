"""Drawn training material agrees with its own labels."""

import numpy as np
import pytest

from precount_training import handwriting, splits, wild_decoys, wild_photo, wild_sticker, writing
from precount_training.geometry import bounds
from precount_training.reader_crops import BLANK, KIND_NAMES, SLOTS, UNKNOWN, draw_shard
from precount_training.sources import RESERVED, is_fetched
from precount_training.stock_numbers import pick_code
from precount_training.wild_photo import Frame, draw_wild_photo

needs_fonts = pytest.mark.skipif(not is_fetched(), reason="run `python -m precount_training.sources` first")


def test_the_splits_share_no_font_and_no_digit_and_none_is_reserved() -> None:
    train, validation = splits.sources_of("train"), splits.sources_of("validation")
    fonts = [set(s.print_fonts + s.written_fonts) for s in (train, validation)]
    assert not fonts[0] & fonts[1]
    assert not (fonts[0] | fonts[1]) & RESERVED
    assert train.digits[1] <= validation.digits[0]


@needs_fonts
def test_a_shard_is_reproducible_and_its_slots_fit_the_kind() -> None:
    crops, rows = draw_shard(9, 20, "train")
    again, same = draw_shard(9, 20, "train")
    assert np.array_equal(crops, again)
    assert np.array_equal(rows, same)
    for row in rows:
        kind, digits = KIND_NAMES[row[SLOTS]], row[:SLOTS] != BLANK
        if kind == "smeared":
            assert (row[:SLOTS] == UNKNOWN).all()
            continue
        assert digits[:6].sum() == 6 if kind in ("print", "mixed", "hand") else digits[:6].sum() <= 3
        assert digits[6:].any() == (kind in ("print", "mixed", "hand"))


@needs_fonts
@pytest.mark.parametrize("source", ["mnist", "font", "strokes"])
def test_a_written_number_fits_its_place_and_has_ink(source: writing.Source, monkeypatch: pytest.MonkeyPatch) -> None:
    invented = tuple(handwriting.StrokeWriter(tuple((_digit_strokes(digit),) for digit in range(10))) for _ in range(2))
    monkeypatch.setattr(handwriting, "stroke_writers", lambda split: invented)
    rng = np.random.default_rng(3)
    for _ in range(20):
        writer = writing.pick_writer(rng, "train", {source: 1.0})
        ink = writing.handwritten_number(rng, pick_code(rng), writer, 40, 150)
        assert ink.shape[0] <= 40
        assert ink.shape[1] <= 150
        assert ink.min() >= 0
        assert 0.3 < ink.max() <= 1.001


def _digit_strokes(digit: int) -> tuple[np.ndarray, ...]:
    """A zigzag of one height, another for each digit."""
    y = np.linspace(-1, 0, 12, dtype=np.float32)
    return (np.stack([0.2 + 0.2 * np.sin(y * (digit + 1)), y], axis=1).astype(np.float32),)


@needs_fonts
def test_every_quad_lies_on_its_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    def magenta(*args: object) -> tuple[np.ndarray, tuple[wild_sticker.Place, wild_sticker.Place]]:
        sheet = np.zeros((60, 120, 4), np.float32)
        sheet[..., (0, 2, 3)] = 1
        return sheet, ((0, 0, 100, 30), (0, 30, 100, 15))

    monkeypatch.setattr(wild_photo.wild_sticker, "draw_with_fields", magenta)
    monkeypatch.setattr(wild_photo, "degraded", lambda rng, view, *how: np.clip(view, 0, 255).astype(np.uint8))
    monkeypatch.setattr(wild_photo.backgrounds, "shelf_view", lambda *args: np.zeros((512, 512, 3), np.float32))
    photo = draw_wild_photo(np.random.default_rng(4), "train", Frame(512, 512, (60, 120), 5, 0, 0, 2.0), "print")
    assert len(photo.stickers) >= 3
    painted = (photo.picture[..., 0] > 60) & (photo.picture[..., 1] < 30)
    inside = np.zeros_like(painted)
    for sticker in photo.stickers:
        x0, y0, x1, y1 = bounds(sticker.quad)
        inside[int(y0) - 2 : int(y1) + 3, int(x0) - 2 : int(x1) + 3] = True
        cx, cy = sticker.quad.mean(axis=0)
        assert painted[int(cy), int(cx)]
        code_px, quantity_px = sticker.number_px or (0, 0)
        assert code_px == pytest.approx(2 * quantity_px)
        assert 15 * 0.4 <= code_px <= 30
    assert (painted & ~inside).sum() == 0


@needs_fonts
def test_a_number_printed_on_goods_has_no_paper() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        sheet = wild_decoys.draw_printed_number(rng, "train", 200)
        color, ink = sheet[..., :3], sheet[..., 3]
        assert sheet.shape[1] <= 200
        assert np.ptp(color.reshape(-1, 3), axis=0).max() == 0  # one ink
        assert 0.05 < float((ink > 0.3).mean()) < 0.9  # digits, and gaps between them
        assert float(ink.max()) >= 0.65
