"""Exported networks give the same output as PyTorch, for random weights."""

from pathlib import Path

import numpy as np
import pytest
import torch

from precount_training.detector_model import Detector
from precount_training.digit_reader import DigitReader
from precount_training.export import (
    LARGEST_DIFFERENCE_HALVED,
    ExportedDetector,
    ExportedFieldReader,
    ExportedReader,
    halve_weights,
    largest_difference,
    write,
)
from precount_training.field_finder import FieldFinder
from precount_training.field_model import FieldReader
from precount_training.field_strips import STRIP_HEIGHT, STRIP_WIDTH
from precount_training.reader_model import Reader
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH
from precount_training.strip_finder import StripFinder
from precount_training.tag_head import TagHead
from precount_training.tag_reader import TagReader


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(5)
    torch.set_num_threads(1)


@pytest.mark.filterwarnings("ignore")
def test_the_exported_detector_equals_pytorch_at_any_size(tmp_path: Path) -> None:
    net = ExportedDetector(Detector()).eval()
    free = ({0: "photos", 2: "height", 3: "width"}, {0: "photos", 2: "rows", 3: "columns"})
    write(net, torch.rand(1, 3, 64, 96), ("photo", "found"), free, tmp_path / "d.onnx")
    rng = np.random.default_rng(1)
    for shape in ((1, 3, 64, 96), (2, 3, 128, 32)):
        assert largest_difference(net, tmp_path / "d.onnx", rng.random(shape, dtype=np.float32)) < 1e-4


@pytest.mark.filterwarnings("ignore")
def test_the_exported_reader_equals_pytorch_for_any_batch(tmp_path: Path) -> None:
    net = ExportedReader(Reader(), FieldFinder(), TagHead(), TagReader()).eval()
    write(
        net,
        torch.rand(2, 3, CROP_HEIGHT, CROP_WIDTH),
        ("crops", "read"),
        ({0: "crops"}, {0: "crops"}),
        tmp_path / "r.onnx",
    )
    rng = np.random.default_rng(2)
    for count in (1, 7):
        crops = rng.random((count, 3, CROP_HEIGHT, CROP_WIDTH), dtype=np.float32)
        assert largest_difference(net, tmp_path / "r.onnx", crops) < 1e-4


@pytest.mark.filterwarnings("ignore")
def test_the_exported_field_reader_equals_pytorch_for_any_batch(tmp_path: Path) -> None:
    net = ExportedFieldReader(FieldReader(), DigitReader(), StripFinder()).eval()
    strip = (3, STRIP_HEIGHT, STRIP_WIDTH)
    write(net, torch.rand(2, *strip), ("strips", "read"), ({0: "strips"}, {0: "strips"}), tmp_path / "f.onnx")
    rng = np.random.default_rng(3)
    for count in (1, 7):
        strips = rng.random((count, *strip), dtype=np.float32)
        assert largest_difference(net, tmp_path / "f.onnx", strips) < 1e-4
    written = (tmp_path / "f.onnx").stat().st_size
    halve_weights(tmp_path / "f.onnx")
    assert (tmp_path / "f.onnx").stat().st_size < 0.55 * written
    difference = largest_difference(net, tmp_path / "f.onnx", strips)
    assert 0 < difference < LARGEST_DIFFERENCE_HALVED
