"""A photo → stickers and shelves, through the two exported networks; vision/ does the same in the product."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime  # type: ignore[import-untyped]
from numpy.typing import NDArray
from PIL import Image, ImageOps

from precount_training import reading
from precount_training.detector_model import DEVIATION, MEAN, MULTIPLE, Found, decode
from precount_training.geometry import RotatedRect, bounds, quad_from_rect
from precount_training.overlap import keep_best
from precount_training.reader_crops import SLOTS
from precount_training.reading import Candidate
from precount_training.rectify import LOOK, MORE_LOOKS, Look, crop_of
from precount_training.truth import ShelfTruth, shelf_of

LONG_SIDE_PX = 1344  # of the reduced photo
# What each of 256 levels is to the detector; the reduced photo is padded with 0 to multiples of 32, right and below.
NORMAL = ((np.arange(256) / 255 - MEAN) / DEVIATION).astype(np.float32)
LEAST_SCORE = 0.15  # of the detector alone: what it believes less is not read at all
# `surety` of a sticker, of a shelf tag, to be a detection: where precision and recall meet on the validation photos
# (`thresholds`).
LEAST_CONFIDENCE = (0.35, 0.55)
MOST_OVERLAP = 0.3
SURE = 0.9  # a value less likely than this is looked at again
LIMIT = 100
BATCH = 16


@dataclass(frozen=True)
class Detection:
    """A sticker or a shelf. A shelf's rect spans the photo; its `quantity` is empty."""

    label: str
    rect: RotatedRect
    confidence: float
    code: list[Candidate]
    quantity: list[Candidate] = field(default_factory=list)
    shelf_code: str | None = None


class Network:
    """An ONNX network with one input and one output of floats."""

    def __init__(self, file: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self.name = self.session.get_inputs()[0].name

    def __call__(self, data: NDArray[np.float32]) -> NDArray[np.float32]:
        """Run it."""
        return np.asarray(self.session.run(None, {self.name: data})[0], dtype=np.float32)


class Precount:
    """The model in a folder as `export` writes it."""

    def __init__(self, folder: Path, threads: int = 2) -> None:
        self.manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
        files = {weight["role"]: folder / weight["file"] for weight in self.manifest["weights"]}
        self.detector, self.reader = (Network(files[role], threads) for role in ("detector", "reader"))

    def detect(
        self, picture: NDArray[np.uint8], limit: int = LIMIT, least: tuple[float, float] = LEAST_CONFIDENCE
    ) -> list[Detection]:
        """Everything on an upright photo (h, w, 3) RGB, in its px; shelves first, then the surest."""
        found = self.locate(picture, limit)
        answers = self.look(picture, found)
        turned = [i for i, (_, upside_down) in enumerate(answers) if upside_down > 0.5 and found[i].label == 0]
        for i in turned:
            found[i] = _turned(found[i])
        for i, answer in zip(turned, self.look(picture, [found[i] for i in turned]), strict=True):
            answers[i] = answer
        slots = [slot for slot, _ in answers]
        doubtful = [i for i, item in enumerate(found) if _is_doubtful(item, slots[i])]
        for look in MORE_LOOKS:
            for i, (more, _) in zip(doubtful, self.look(picture, [found[i] for i in doubtful], look), strict=True):
                slots[i] = slots[i] + more
        for i in doubtful:
            slots[i] = slots[i] / np.float32(1 + len(MORE_LOOKS))
        shelves, stickers = [], []
        for item, means in zip(found, slots, strict=True):
            confidence = surety(item, means)
            if confidence < least[item.label]:
                continue
            if item.label == 1:
                shelves.append(_shelf(item, confidence, means, picture.shape[1]))
                continue
            code, quantity = reading.codes(means[:6]), reading.quantities(means[6:])
            stickers.append(Detection("sticker", item.rect, confidence, code, quantity))
        return shelves + _on_shelves(stickers, shelves)

    def look(
        self, picture: NDArray[np.uint8], found: list[Found], look: Look = LOOK
    ) -> list[tuple[NDArray[np.float32], float]]:
        """Of each box the slots' probabilities (12, 11), and that it is upside down."""
        return self.read([crop_of(picture, item.rect, look) for item in found])

    def locate(self, picture: NDArray[np.uint8], limit: int = LIMIT) -> list[Found]:
        """Boxes in px of the photo, best first."""
        height, width = picture.shape[:2]
        scale = min(1.0, LONG_SIDE_PX / max(height, width))
        small = reduced(picture, _rounded(width * scale), _rounded(height * scale))
        rows, columns = (math.ceil(side / MULTIPLE) * MULTIPLE for side in small.shape[:2])
        padded = np.zeros((1, 3, rows, columns), np.float32)
        padded[0, :, : small.shape[0], : small.shape[1]] = NORMAL[small.transpose(2, 0, 1)]
        kept = keep_best(decode(self.detector(padded)[0], LEAST_SCORE), MOST_OVERLAP, limit)
        grow_x, grow_y = width / small.shape[1], height / small.shape[0]
        return [
            Found(
                item.label, item.score,
                RotatedRect(
                    item.rect.x * grow_x, item.rect.y * grow_y, item.rect.width * grow_x, item.rect.height * grow_y,
                    item.rect.angle,
                ),
            )
            for item in kept
        ]  # fmt: skip

    def read(self, crops: list[NDArray[np.uint8]]) -> list[tuple[NDArray[np.float32], float]]:
        """Of each crop (64, 192, 3) the slots' probabilities (12, 11) and that it is upside down."""
        answers: list[tuple[NDArray[np.float32], float]] = []
        for start in range(0, len(crops), BATCH):
            batch = np.stack(crops[start : start + BATCH]).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
            for row in self.reader(np.ascontiguousarray(batch)):
                answers.append((row[:-1].reshape(SLOTS, -1), float(row[-1])))
        return answers


def reduced(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """A picture (h, w, 3) made smaller as libvips does it: halved and so on while twice too large, then linearly."""
    small = Image.fromarray(picture).resize((width, height), Image.Resampling.BILINEAR, reducing_gap=2.0)
    return np.asarray(small, dtype=np.uint8)


def surety(item: Found, slots: NDArray[np.float32]) -> float:
    """How surely a box is a label: the reader's belief that there is something to read, half as much the detector's.

    The reader has seen the crop at full size and learnt from what the detector wrongly finds: on validation photos
    it is right where the two differ, so that a box the detector gives 0.15 counts when the reader has no doubt.
    """
    return math.sqrt(item.score) * reading.paper_probability(slots)


def _turned(item: Found) -> Found:
    """The same box, read from its other side."""
    r = item.rect
    return Found(item.label, item.score, RotatedRect(r.x, r.y, r.width, r.height, (r.angle + 180) % 360))


def _is_doubtful(item: Found, slots: NDArray[np.float32]) -> bool:
    """Whether a second look may change what it says; what is hardly paper is not worth one."""
    if surety(item, slots) < LEAST_CONFIDENCE[item.label] / 2:
        return False
    fields = (
        [reading.tag_codes(slots[:6])] if item.label == 1 else [reading.codes(slots[:6]), reading.quantities(slots[6:])]
    )
    return min(candidates[0].confidence for candidates in fields) < SURE


def _rounded(length: float) -> int:
    """Halves go up, as in the runtime; at least 1."""
    return max(1, math.floor(length + 0.5))


def _shelf(item: Found, confidence: float, slots: NDArray[np.float32], photo_width: int) -> Detection:
    """A shelf's band: as high as its tag, as wide as the photo."""
    _, top, _, bottom = bounds(quad_from_rect(item.rect))
    return Detection(
        "shelf", RotatedRect(0, top, photo_width, bottom - top, 0), confidence, reading.tag_codes(slots[:6])
    )


def _on_shelves(stickers: list[Detection], shelves: list[Detection]) -> list[Detection]:
    """Stickers with the code of the shelf that they overlap, else of the next one below, else of the lowest."""
    bands = []
    for shelf in shelves:
        band = quad_from_rect(shelf.rect)
        bands.append(ShelfTruth(shelf.code[0].value, band))
    placed = []
    for s in stickers:
        _, top, _, bottom = bounds(quad_from_rect(s.rect))
        placed.append(Detection(s.label, s.rect, s.confidence, s.code, s.quantity, shelf_of(top, bottom, bands)))
    return placed


def upright(path: Path) -> NDArray[np.uint8]:
    """A photo's file as upright RGB pixels (h, w, 3)."""
    with Image.open(path) as image:
        return np.asarray(ImageOps.exif_transpose(image).convert("RGB"), dtype=np.uint8)
