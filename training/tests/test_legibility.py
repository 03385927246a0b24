"""Handwritten digits that no person could read as their label are left out."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from precount_training import handwriting, legibility, writing
from precount_training.handwriting import Sample, Scan, ScanWriter
from precount_training.sources import is_fetched

SIZE = legibility.SIZE_PX


@pytest.fixture
def first_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sample]:
    """The first digit of MNIST's validation writers, listed as illegible."""
    monkeypatch.delenv("PRECOUNT_TRAINING_DATA", raising=False)
    first = next(handwriting.samples("validation", all_of_them=True))
    source, _, name = first.name.partition("/")
    listed = tmp_path / "illegible.json"
    listed.write_text(json.dumps({source: [name]}))
    monkeypatch.setattr(handwriting, "ILLEGIBLE", listed)
    for cached in (handwriting.illegible, handwriting.mnist_writers):
        cached.cache_clear()
    yield first
    for cached in (handwriting.illegible, handwriting.mnist_writers):
        cached.cache_clear()


@pytest.mark.skipif(not is_fetched(), reason="run `python -m precount_training.sources` first")
def test_a_listed_digit_is_written_by_nobody(first_left_out: Sample) -> None:
    names = {sample.name for sample in handwriting.samples("validation")}
    everything = {sample.name for sample in handwriting.samples("validation", all_of_them=True)}
    assert everything - names == {first_left_out.name}
    assert len(handwriting.mnist_writers("validation")[0].forms[first_left_out.digit]) == sum(
        sample.person == first_left_out.person and sample.digit == first_left_out.digit
        for sample in handwriting.samples("validation")
    )


def test_a_wrong_label_is_unlikely(monkeypatch: pytest.MonkeyPatch) -> None:
    # As many steps as 20 epochs of full batches.
    monkeypatch.setattr(legibility, "EPOCHS", 5)
    monkeypatch.setattr(legibility, "BATCH", 32)
    digits = np.random.default_rng(4).integers(0, 2, 300)
    pictures = np.stack([_bar(bool(digit)) for digit in digits])
    net = legibility.trained(pictures, digits, 1)
    likely = legibility.likelihoods(net, np.stack([_bar(True), _bar(True)]), np.array([1, 0]))
    assert likely[0] > 0.8
    assert likely[1] < legibility.MIN_STROKE_LIKELIHOOD


def test_a_picture_keeps_the_aspect_ratio_of_strokes() -> None:
    strokes = (np.array([[0, 0], [0.2, -1]], np.float32),)
    for drawn in legibility.views(Sample("pendigits/0-1-0", "pendigits/0", 1, strokes)):
        rows, columns = np.where(drawn > 100)
        assert np.ptp(rows) > 2 * np.ptp(columns)


def test_a_scan_is_judged_with_thick_and_thin_pens() -> None:
    ring = np.asarray(cv2.circle(np.zeros((16, 12), np.uint8), (5, 8), 3, 255, 1, cv2.LINE_AA), np.uint8)
    marker, medium, fine = (drawn.sum() for drawn in legibility.views(Sample("kensanata/1", "kensanata/a", 0, ring)))
    assert marker > medium > fine


def test_a_scan_must_be_more_likely_than_strokes() -> None:
    strokes = Sample("pendigits/0-1-0", "pendigits/0", 1, (np.zeros((2, 2), np.float32),))
    scan = Sample("mnist/1", "mnist/1", 1, np.ones((20, 8), np.uint8))
    assert [legibility.is_left_out(sample, np.array([0.1, 0.3, 0.5])) for sample in (strokes, scan)] == [False, True]
    assert [legibility.is_left_out(sample, np.array([0.1, 0.1, 0.1])) for sample in (strokes, scan)] == [True, True]


def test_a_scan_is_drawn_with_the_pens_that_keep_it_legible() -> None:
    assert legibility.pens_of(np.array([0.9, 0.8, 0.7])) == (0.0, 1.0)
    assert legibility.pens_of(np.array([0.9, 0.8, 0.2])) == (0.0, 0.675)
    assert legibility.pens_of(np.array([0.2, 0.8, 0.9])) == (0.325, 1.0)
    assert legibility.pens_of(np.array([0.2, 0.3, 1.0])) == (0.675, 1.0)


def test_the_lists_name_what_no_pen_and_what_some_pens_make_legible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ILLEGIBLE", "LEGIBLE_PENS"):
        monkeypatch.setattr(legibility, name, tmp_path / f"{name}.json")
        monkeypatch.setattr(handwriting, name, tmp_path / f"{name}.json")
    monkeypatch.setattr(legibility, "CACHE", tmp_path)
    scans = [Sample(f"mnist/{i}", "mnist/a", 8, np.ones((20, 8), np.uint8)) for i in range(3)]
    chances = [np.array([0.9, 0.9, 0.9]), np.array([0.9, 0.9, 0.1]), np.array([0.1, 0.2, 0.1])]
    drawn = np.zeros((SIZE, SIZE), np.uint8)
    legibility.write_lists([(scan, drawn, chance) for scan, chance in zip(scans, chances, strict=True)])
    for cached in (handwriting.illegible, handwriting.legible_pens):
        cached.cache_clear()
    assert handwriting.illegible() == {"mnist/2"}
    assert handwriting.legible_pens() == {"mnist/1": (0.0, 0.675)}
    for cached in (handwriting.illegible, handwriting.legible_pens):
        cached.cache_clear()


def test_a_fine_pen_that_would_make_a_digit_illegible_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = []

    def redrawn(image: np.ndarray, height: int, level: float, narrow: float, width: float) -> np.ndarray:
        levels.append(level)
        return np.ones((height, 8), np.float32)

    monkeypatch.setattr(writing, "_redrawn", redrawn)
    rng = np.random.default_rng(3)
    eight = Scan(np.ones((20, 8), np.uint8), (0.0, 0.5))
    person = ScanWriter((*[()] * 8, (eight,), (replace(eight, pens=(0.0, 1.0)),)))
    writer = replace(
        writing.pick_writer(rng, "validation", {"font": 1.0}), source="mnist", person=person, level=writing.LEVELS[1]
    )
    writing.handwritten_number(rng, "89", writer, 40, 200)
    assert levels == pytest.approx([writing.level_of("mnist", 0.5), writing.LEVELS[1]])


def _bar(is_upright: bool) -> np.ndarray:
    drawn = np.zeros((SIZE, SIZE), np.uint8)
    middle = slice(SIZE // 2 - 2, SIZE // 2 + 2)
    drawn[(slice(4, -4), middle) if is_upright else (middle, slice(4, -4))] = 255
    return drawn
