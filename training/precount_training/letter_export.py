"""Writes the letter head as a part of an ONNX file that is appended to PP-OCR's recognition network."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import onnx
from onnx import helper, numpy_helper
from torch import nn

from precount_training.letter_features import ENCODED, PICTURED
from precount_training.letter_model import LetterHead
from precount_training.letter_text import ALPHABET

OUTPUT = "letters"
HEAD, KEYS = "letter-head.onnxpart", "letters.txt"
PREFIX = "letter_head."  # no tensor of PP-OCR's network has such a name


class _Part:
    """A list of nodes with their weights, in the operators of PP-OCR's file (opset 9)."""

    def __init__(self) -> None:
        self.graph = onnx.GraphProto()

    def add(self, operator: str, inputs: list[str], output: str, **attributes: Any) -> str:  # noqa: ANN401
        """Add a node; returns the name of its output."""
        self.graph.node.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def weights(self, name: str, layer: nn.Module, fields: tuple[str, ...]) -> list[str]:
        """Add a layer's tensors; returns their names."""
        names = [f"{PREFIX}{name}.{field}" for field in fields]
        for full_name, field in zip(names, fields, strict=True):
            values = getattr(layer, field).detach().numpy()
            self.graph.initializer.append(numpy_helper.from_array(values, full_name))
        return names

    def conv(self, name: str, layer: nn.Conv1d, data: str) -> str:
        """Add a convolution that keeps the length."""
        size, pad = layer.kernel_size[0], layer.kernel_size[0] // 2
        inputs = [data, *self.weights(name, layer, ("weight", "bias"))]
        return self.add("Conv", inputs, f"{PREFIX}{name}", kernel_shape=[size], pads=[pad, pad])

    def norm(self, name: str, layer: nn.BatchNorm1d, data: str) -> str:
        """Add a batch normalization."""
        inputs = [data, *self.weights(name, layer, ("weight", "bias", "running_mean", "running_var"))]
        return self.add("BatchNormalization", inputs, f"{PREFIX}{name}", epsilon=layer.eps)


def part_of(net: LetterHead) -> bytes:
    """The head as ONNX bytes without header: nodes, weights and the output (n, t, CLASSES) of probabilities."""
    part = _Part()
    pictured = part.add("Squeeze", [PICTURED], f"{PREFIX}pictured", axes=[2])
    encoded = part.add("Transpose", [ENCODED], f"{PREFIX}encoded", perm=[0, 2, 1])
    data = part.norm("norm", net.norm, part.add("Concat", [encoded, pictured], f"{PREFIX}features", axis=1))
    data = part.norm("first_norm", net.first_norm, part.conv("first", net.first, data))
    data = part.add("Relu", [data], f"{PREFIX}first_relu")
    more = part.norm("second_norm", net.second_norm, part.conv("second", net.second, data))
    more = part.add("Relu", [more], f"{PREFIX}second_relu")
    data = part.conv("last", net.last, part.add("Add", [data, more], f"{PREFIX}sum"))
    data = part.add("Transpose", [data], f"{PREFIX}by_step", perm=[0, 2, 1])
    part.add("Softmax", [data], OUTPUT, axis=2)
    part.graph.output.append(helper.make_tensor_value_info(OUTPUT, onnx.TensorProto.FLOAT, None))
    return bytes(onnx.ModelProto(graph=part.graph).SerializeToString())


def export(net: LetterHead, out: Path) -> None:
    """Write the head and its letters; prints their checksums for ocr/src/pp-ocr-v4.ts."""
    out.mkdir(parents=True, exist_ok=True)
    (out / HEAD).write_bytes(part_of(net.eval()))
    (out / KEYS).write_text("\n".join(ALPHABET) + "\n")
    for name in (HEAD, KEYS):
        print(name, hashlib.sha256((out / name).read_bytes()).hexdigest())
