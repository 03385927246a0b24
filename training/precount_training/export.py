"""Writes the trained networks as ONNX with their manifest; `calibrate` and `golden` then complete the folder.

python -m precount_training.export --out .cache/export
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training import existence, pipeline, rectify, repeated_tags, second_look
from precount_training.calibration import UNCALIBRATED
from precount_training.detector_model import DEVIATION, MEAN, MULTIPLE, SCORES, STRIDE, UNIT_PX, Detector
from precount_training.digit_reader import DigitReader
from precount_training.field_finder import FieldFinder
from precount_training.field_model import FieldReader
from precount_training.field_strips import MARGIN, STRIP_HEIGHT, STRIP_WIDTH
from precount_training.pipeline import Network
from precount_training.reader_model import Reader, normalized
from precount_training.reading import MAX_TAG_DIGITS
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH
from precount_training.runs import keep_weights, load_state, load_trained, training_effort
from precount_training.sources import CACHE
from precount_training.strip_finder import StripFinder
from precount_training.tag_head import TagHead
from precount_training.tag_reader import TAG_READER_SHARE, TagReader

OPSET = 17
EXPORT = CACHE / "export"
LARGEST_DIFFERENCE = 1e-4  # between PyTorch and the exported network, absolute
LARGEST_DIFFERENCE_HALVED = 1e-2  # the same on noise, with weights of half precision
LEAST_HALVED = 4096  # numbers of a tensor whose bytes are worth a conversion when the file is loaded
CONTRACT = 4  # what the runtime does before and after the networks; a change of that needs a new number
HALVE_ABOVE_PX = 7200  # photos with a longer edge are decoded at a half, quarter or eighth
SID = "precount0own0model000001"


class ExportedDetector(nn.Module):
    """The detector on normalized photos, with scores in 0..1."""

    def __init__(self, net: Detector) -> None:
        super().__init__()
        self.net = net

    def forward(self, photos: Tensor) -> Tensor:
        """(n, 3, h, w) → (n, 8, h/8, w/8)."""
        found = self.net.find(photos)
        return torch.cat([torch.sigmoid(found[:, :SCORES]), found[:, SCORES:]], dim=1)


class ExportedReader(nn.Module):
    """The reader, its field finder, its tag head and the tag reader, with probabilities, in one row.

    12 x 11 of the slots, that it is upside down, that it is paper; then for code and quantity each: center x, center y,
    width and height as shares of the crop, and that it is written by hand; then that it is a shelf tag, and 3 x 11 of
    the slots of a shelf tag's number, by the reader and the tag reader.
    """

    def __init__(self, net: Reader, finder: FieldFinder, tag_head: TagHead, tag_reader: TagReader) -> None:
        super().__init__()
        self.net, self.finder, self.tag_head, self.tag_reader = net, finder, tag_head, tag_reader
        self.register_buffer("crop", torch.tensor([CROP_WIDTH, CROP_HEIGHT, CROP_WIDTH, CROP_HEIGHT]))

    def forward(self, crops: Tensor) -> Tensor:
        """(n, 3, CROP_HEIGHT, CROP_WIDTH) → (n, 178)."""
        memory = self.net.encode(crops)
        digits, flags = self.net.decode(memory)
        places, written, _ = self.finder(memory)
        fields = torch.cat([places / self.crop, torch.sigmoid(written).unsqueeze(2)], dim=2)
        tag = torch.sigmoid(self.tag_head(memory)).unsqueeze(1)
        read, tag_read = torch.softmax(digits, dim=2), torch.softmax(self.tag_reader(memory), dim=2)
        tag_digits = torch.lerp(read[:, :MAX_TAG_DIGITS], tag_read, TAG_READER_SHARE)
        parts = (read.flatten(1), torch.sigmoid(flags), fields.flatten(1), tag, tag_digits.flatten(1))
        return torch.cat(parts, dim=1)


class ExportedFieldReader(nn.Module):
    """The field reader, the digit reader and the strip finder, with probabilities, in one row.

    6 x 11 of the slots, by both readers, that it is written by hand; then center x, center y, width and height of the
    number, as shares of the strip.
    """

    def __init__(self, net: FieldReader, digit_reader: DigitReader, finder: StripFinder) -> None:
        super().__init__()
        self.net, self.digit_reader, self.finder = net, digit_reader, finder
        self.register_buffer("strip", torch.tensor([STRIP_WIDTH, STRIP_HEIGHT, STRIP_WIDTH, STRIP_HEIGHT]))

    def forward(self, strips: Tensor) -> Tensor:
        """(n, 3, STRIP_HEIGHT, STRIP_WIDTH) → (n, 71)."""
        normal = normalized(strips)
        memory = self.net.encode_normal(normal)
        slots, flags = self.net.decode(memory)
        read = self.digit_reader(normal, memory, slots)
        places, _ = self.finder(memory)
        return torch.cat([read.flatten(1), torch.sigmoid(flags), (places / self.strip).flatten(1)], dim=1)


def write(
    net: nn.Module, example: Tensor, names: tuple[str, str], free: tuple[dict[int, str], dict[int, str]], path: Path
) -> None:
    """Export one network, constants folded; `free` names the axes of any length."""
    torch.onnx.export(
        net, (example,), str(path), opset_version=OPSET, dynamo=False, do_constant_folding=True,
        input_names=[names[0]], output_names=[names[1]], dynamic_axes={names[0]: free[0], names[1]: free[1]},
    )  # fmt: skip
    onnx.checker.check_model(str(path))


def halve_weights(path: Path) -> None:
    """Store the large weights of a network in half precision, which halves its file. Loading converts them.

    The outputs of the shipped field reader change by at most 0.002, for 2,000 strips of validation writers.
    """
    model = onnx.load(str(path))
    graph, casts = model.graph, []
    for weights in list(graph.initializer):
        if weights.data_type != onnx.TensorProto.FLOAT or math.prod(weights.dims) < LEAST_HALVED:
            continue
        halved = f"{weights.name}_half"
        values = onnx.numpy_helper.to_array(weights).astype(np.float16)
        graph.initializer.remove(weights)
        graph.initializer.append(onnx.numpy_helper.from_array(values, halved))
        casts.append(onnx.helper.make_node("Cast", [halved], [weights.name], to=onnx.TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def largest_difference(net: nn.Module, path: Path, example: NDArray[np.float32]) -> float:
    """The largest absolute difference between the outputs of PyTorch and of the file."""
    with torch.no_grad():
        expected = net(torch.from_numpy(example)).numpy()
    return float(np.abs(expected - Network(path, 1)(example)).max())


def check_difference(net: nn.Module, path: Path, example: NDArray[np.float32], most: float) -> None:
    """Raise ValueError where the outputs of PyTorch and of the file differ by more than `most`."""
    difference = largest_difference(net, path, example)
    if difference > most:
        raise ValueError(f"{path.name} differs from PyTorch by {difference:.2e}, more than {most}.")


def _view(view: rectify.CropView) -> dict[str, float]:
    return {
        "growWidth": view.grow_width, "growHeight": view.grow_height, "right": view.right, "down": view.down,
    }  # fmt: skip


def manifest(folder: Path, trained_on: dict[str, Any]) -> dict[str, Any]:
    """The manifest: every setting and constant that the runtime needs."""
    files = {"detector": "detector.onnx", "reader": "reader.onnx", "field": "field.onnx"}
    return {
        "sid": SID, "title": "Precount", "name": "precount", "backend": "onnx", "status": "active",
        "trainedAt": time.strftime("%Y-%m-%d"), "trainedOn": trained_on,
        "contract": CONTRACT, "halveAbovePx": HALVE_ABOVE_PX,
        "detect": {
            "longEdgePx": pipeline.LONG_SIDE_PX, "multiplePx": MULTIPLE, "mean": MEAN, "deviation": DEVIATION,
            "stridePx": STRIDE, "unitPx": UNIT_PX, "leastScore": pipeline.MIN_SCORE,
            "stickerThreshold": existence.MIN_EXISTENCE[0],
            "stickerEvidence": asdict(existence.STICKER_EVIDENCE) | {"leastScore": existence.MIN_STICKER_SCORE},
            "shelfThreshold": existence.MIN_EXISTENCE[1], "mostOverlap": pipeline.MAX_OVERLAP,
            "readable": existence.READABLE, "unreadableThreshold": existence.MIN_EXISTENCE_UNREADABLE[0],
            "unreadableShelfThreshold": existence.MIN_EXISTENCE_UNREADABLE[1],
            "leastCode": existence.MIN_CODE_PROBABILITY,
            "leastTag": existence.MIN_TAG_PROBABILITY, "mostTag": existence.MAX_TAG_PROBABILITY,
            "tagEvidence": asdict(existence.TAG_EVIDENCE) | {"values": list(existence.CONTENTS)},
            "secondPass": {
                "longEdgePx": pipeline.SECOND_PASS_LONG_SIDE_PX, "smallPx": pipeline.SMALL_PX,
                "smallShare": pipeline.SMALL_SHARE, "leastScore": pipeline.SECOND_PASS_MIN_SCORE,
            },
            "sameTagOverlap": repeated_tags.SAME_TAG_OVERLAP,
            "tagLooks": {
                "leastScore": pipeline.TAG_WINDOWS.least_score, "unreadable": pipeline.TAG_WINDOWS.unreadable,
                "doubtful": list(pipeline.TAG_WINDOWS.doubtful),
                "enlarge": list(pipeline.TAG_WINDOWS.enlarge), "windowPx": pipeline.TAG_WINDOWS.window_px,
                "mostPx": pipeline.TAG_WINDOWS.most_px,
            },
        },
        "read": {
            "widthPx": rectify.CROP_WIDTH, "heightPx": rectify.CROP_HEIGHT, "fill": rectify.FILL,
            "look": _view(rectify.CROP_VIEW),
            "moreLooks": [_view(view) for view in rectify.MORE_CROP_VIEWS], "sure": second_look.SURE,
            "batch": pipeline.BATCH, "answersTag": True, "answersTagNumber": True,
        },
        "field": {
            "widthPx": STRIP_WIDTH, "heightPx": STRIP_HEIGHT, "fill": rectify.FILL, "margin": MARGIN,
            "batch": pipeline.BATCH, "leastWritten": second_look.MIN_WRITTEN, "weight": second_look.FIELD_WEIGHT,
            "stillDoubtful": second_look.STILL_DOUBTFUL,
        },
        "calibration": UNCALIBRATED,
        "weights": [
            {"role": role, "file": file, "sha256": hashlib.sha256((folder / file).read_bytes()).hexdigest()}
            for role, file in files.items()
        ],
    }  # fmt: skip


# The trained networks, each by the name of its run.
ROLES = ("detector", "reader", "finder", "tag_head", "tag_reader", "field", "digits", "strip_finder")


def export(out: Path, runs: dict[str, str]) -> None:
    """Write the networks and the manifest, from the runs named by role; raises where ONNX and PyTorch differ."""
    out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(2)
    detector = ExportedDetector(load_trained(Detector(), runs["detector"])).eval()
    finder, tag_head = load_trained(FieldFinder(), runs["finder"]), load_trained(TagHead(), runs["tag_head"])
    tag_reader = load_trained(TagReader(), runs["tag_reader"])
    reader = ExportedReader(load_trained(Reader(), runs["reader"]), finder, tag_head, tag_reader).eval()
    heads = load_trained(DigitReader(), runs["digits"]), load_trained(StripFinder(), runs["strip_finder"])
    field = ExportedFieldReader(load_trained(FieldReader(), runs["field"]), *heads).eval()
    sides = {0: "photos", 2: "height", 3: "width"}
    places = {0: "photos", 2: "rows", 3: "columns"}
    write(detector, torch.rand(1, 3, 128, 160), ("photo", "found"), (sides, places), out / "detector.onnx")
    crop, strip = (3, CROP_HEIGHT, CROP_WIDTH), (3, STRIP_HEIGHT, STRIP_WIDTH)
    write(reader, torch.rand(2, *crop), ("crops", "read"), ({0: "crops"}, {0: "crops"}), out / "reader.onnx")
    write(field, torch.rand(2, *strip), ("strips", "read"), ({0: "strips"}, {0: "strips"}), out / "field.onnx")
    rng = np.random.default_rng(3)
    for net, file, shape in (
        (detector, "detector.onnx", (1, 3, 192, 256)), (reader, "reader.onnx", (5, *crop)),
        (field, "field.onnx", (5, *strip)),
    ):  # fmt: skip
        example = rng.random(shape, dtype=np.float32)
        check_difference(net, out / file, example, LARGEST_DIFFERENCE)
        if net is field:
            halve_weights(out / file)
            check_difference(net, out / file, example, LARGEST_DIFFERENCE_HALVED)
        print(f"{file}: {(out / file).stat().st_size / 1e6:.2f} MB")
    facts = {role: training_effort(load_state(runs[role])) for role in ("detector", "reader", "field", "digits")}
    (out / "manifest.json").write_text(json.dumps(manifest(out, facts), indent=2) + "\n")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Export the trained model.")
    parser.add_argument("--out", type=Path, default=EXPORT)
    for role in ROLES:
        parser.add_argument(f"--{role.replace('_', '-')}", default=role, help=f"run to take the {role} from")
    parser.add_argument(
        "--keep", action="store_true", help="also copy the weights to training/weights, for a later warm start"
    )
    options = parser.parse_args()
    runs = {role: str(getattr(options, role)) for role in ROLES}
    if options.keep:
        for role, run in runs.items():
            keep_weights(role, run)
    export(options.out, runs)


if __name__ == "__main__":
    main()
