"""The photos in samples/ agree with their truth file."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from precount_training.draw_samples import SAMPLES
from precount_training.truth import ShelfTruth, clear_shelf_of

FOLDER = Path(__file__).resolve().parents[2] / "samples"
TRUTH: list[dict[str, Any]] = json.loads((FOLDER / "truth.json").read_text())
JPEGS = [entry for entry in TRUTH if entry["image"].endswith(".jpg")]


def test_there_are_eight_photos_of_all_families() -> None:
    families = [entry["family"] for entry in TRUTH]
    assert (families.count("print"), families.count("mixed"), families.count("hand")) == (3, 3, 2)
    assert [entry["image"] for entry in TRUTH] == [sample.name for sample in SAMPLES]


def test_codes_have_six_digits_and_are_unique() -> None:
    codes = [r["code"] for entry in TRUTH for r in entry["results"] if r["label"] == "sticker"]
    assert len(codes) == len(set(codes))
    assert all(len(code) == 6 and code.isdigit() for code in codes)


@pytest.mark.parametrize("entry", TRUTH, ids=lambda e: e["image"])
def test_shelf_codes_follow_shelf_of_and_sizes_are_within_limits(entry: dict[str, Any]) -> None:
    shelves = [ShelfTruth(r["code"], np.array(r["quad"])) for r in entry["results"] if r["label"] == "shelf"]
    stickers = [r for r in entry["results"] if r["label"] == "sticker"]
    assert 2 <= len(shelves) <= 4
    assert 6 <= len(stickers) <= 14
    for sticker in stickers:
        assert clear_shelf_of(np.array(sticker["quad"]), shelves) == sticker["shelfCode"]
        assert 150 <= sticker["rect"]["width"] * 4032 / entry["width"] <= 450


@pytest.mark.parametrize("entry", JPEGS, ids=lambda e: e["image"])
def test_truth_is_in_pixels_of_the_upright_photo(entry: dict[str, Any]) -> None:
    path = FOLDER / entry["image"]
    with Image.open(path) as image:
        assert ImageOps.exif_transpose(image).size == (entry["width"], entry["height"])
    assert path.stat().st_size <= 3_500_000


def test_one_photo_has_a_gps_position_and_two_are_stored_rotated() -> None:
    places, orientations = [], []
    for entry in JPEGS:
        with Image.open(FOLDER / entry["image"]) as image:
            exif = image.getexif()
            places += [entry["image"]] if exif.get_ifd(0x8825) else []
            orientations.append(exif.get(0x0112))
            assert exif.get_ifd(0x8769)[0x9003].startswith("2026:03:14")
            assert exif.get_ifd(0x8769)[0x9011] == "+01:00"
    assert places == ["0106.jpg"]
    assert sorted(orientations) == [1, 1, 1, 1, 1, 6, 8]
