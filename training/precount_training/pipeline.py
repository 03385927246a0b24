"""A photo → stickers and shelves, through the exported networks; vision/ does the same in the product."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime  # type: ignore[import-untyped]
from numpy.typing import NDArray
from PIL import Image, ImageOps

from precount_training import reading
from precount_training.answer import Answer, answer_of, candidates_of, mean_of
from precount_training.calibration import Calibration
from precount_training.detector_model import DEVIATION, MEAN, MULTIPLE, Found, decode
from precount_training.existence import (
    MIN_EXISTENCE,
    MIN_STICKER_SCORE,
    existence,
    is_really_sticker,
    is_really_tag,
    least_existence,
)
from precount_training.field_strips import from_crop, from_strip, strip_of
from precount_training.geometry import RotatedRect, bounds, quad_from_rect
from precount_training.overlap import iou, keep_best
from precount_training.reading import Candidate
from precount_training.rectify import CROP_VIEW, MORE_CROP_VIEWS, CropView, crop_of, grown
from precount_training.repeated_tags import without_repeated_tags
from precount_training.second_look import (
    SURE,
    StripReading,
    doubtful_fields,
    is_still_doubtful,
    mean_reading,
    strip_reading_of,
    with_field,
)
from precount_training.truth import ShelfTruth, shelf_of

LONG_SIDE_PX = 1344  # of the reduced photo
# A photo with small stickers gets a second detection pass with this long side, if at least SMALL_SHARE of the stickers
# that the first pass found with SECOND_PASS_MIN_SCORE are narrower than SMALL_PX on the photo reduced to LONG_SIDE_PX.
SECOND_PASS_LONG_SIDE_PX = 2688
SECOND_PASS_MIN_SCORE = 0.3  # weaker boxes hardly ever count, and small false ones are many
SMALL_PX = 50.0
SMALL_SHARE = 0.25
# The 256 levels, normalized for the detector; the reduced photo is padded with 0 to multiples of 32, right and below.
NORMAL = ((np.arange(256) / 255 - MEAN) / DEVIATION).astype(np.float32)
MIN_SCORE = 0.15  # of the detector alone: boxes below it are not decoded
MAX_OVERLAP = 0.3


@dataclass(frozen=True)
class TagWindows:
    """The second detection of doubtful shelf tags, in windows of the photo that are larger than on the reduced photo.

    The score of a tag becomes the mean of all scores. In the manifest: `tagLooks`.
    """

    least_score: float = 0.25  # score of a box on the reduced photo
    doubtful: tuple[float, float] = (0.1, 0.85)  # existence of a doubtful tag
    unreadable: float = 0.75  # a tag whose number is less likely is also read in the windows
    enlarge: tuple[float, ...] = (1.25, 1.75, 2.0, 2.5)  # compared with the reduced photo
    window_px: int = 448  # side of the detector's input
    # Longer side of a tag in a window. The detector was trained on few larger tags, and gives them lower scores.
    most_px: float = 110.0


# Numbers printed on goods look like tags, but not at every size, and on the reduced photo a box often fits a small tag
# badly. Figures: ADR-039.
TAG_WINDOWS = TagWindows()
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
        self.hashes = {weight["role"]: str(weight["sha256"]) for weight in self.manifest["weights"]}
        files = {weight["role"]: folder / weight["file"] for weight in self.manifest["weights"]}
        self.detector, self.reader, self.field = (
            Network(files[role], threads) for role in ("detector", "reader", "field")
        )
        self.calibration: Calibration = self.manifest["calibration"]

    def detect(
        self, picture: NDArray[np.uint8], limit: int = LIMIT, min_existence: tuple[float, float] = MIN_EXISTENCE
    ) -> list[Detection]:
        """Everything on an upright photo (h, w, 3) RGB, in its px; shelves first, then the most confident."""
        shelves, stickers = [], []
        read = self.read_boxes(picture, self.locate(picture, limit, min_existence))
        for item, answer in self.rescore_tags(picture, read):
            confidence = existence(item, answer)
            if confidence < least_existence(item, answer, min_existence):
                continue
            if item.label == 1:
                code = reading.calibrated(reading.tag_codes(answer.tag_slots), self.calibration["shelfCode"])
                shelves.append(_shelf(item, confidence, code, picture.shape[1]))
                continue
            codes, quantities = reading.codes(answer.slots[:6]), reading.quantities(answer.slots[6:])
            code = reading.calibrated(codes, self.calibration["stickerCode"], float(answer.written[0]))
            quantity = reading.calibrated(quantities, self.calibration["stickerQuantity"], float(answer.written[1]))
            stickers.append(Detection("sticker", item.rect, confidence, code, quantity))
        return shelves + _on_shelves(stickers, shelves)

    def read_boxes(self, picture: NDArray[np.uint8], found: list[Found]) -> list[tuple[Found, Answer]]:
        """Boxes with their readings: upside-down stickers are rotated, doubtful ones are read several times.

        A box that the detector takes for a sticker, and the reader for a shelf tag, becomes a tag, and the reverse.
        """
        found, answers = self.read_upright(picture, found)
        found = [_relabeled(item, answer) for item, answer in zip(found, answers, strict=True)]
        tags = [i for i, item in enumerate(found) if item.label == 1 and _is_doubtful(item, answers[i])]
        read_again = {i: [answers[i]] for i in tags}
        for view in MORE_CROP_VIEWS:
            for i, answer in zip(tags, self.read_crops(picture, [found[i] for i in tags], view), strict=True):
                read_again[i].append(answer)
        for i in tags:
            answers[i] = mean_of(read_again[i])
        stickers = [i for i, item in enumerate(found) if item.label == 0 and _is_likely(item, answers[i])]
        asked = [(i, f) for i in stickers for f in doubtful_fields(answers[i])]
        places = [from_crop(answers[i].places[f], grown(found[i].rect)) for i, f in asked]
        readings = self.read_fields(picture, [(answers[i], f) for i, f in asked], places)
        for (i, f), second in zip(asked, readings, strict=True):
            answers[i] = with_field(answers[i], f, second)
        return list(zip(found, answers, strict=True))

    def read_upright(self, picture: NDArray[np.uint8], found: list[Found]) -> tuple[list[Found], list[Answer]]:
        """The boxes, upside-down stickers rotated, and the reader's answer for each."""
        found = list(found)
        answers = self.read_crops(picture, found)
        turned = [i for i, answer in enumerate(answers) if answer.upside_down > 0.5 and found[i].label == 0]
        for i in turned:
            found[i] = _turned(found[i])
        for i, answer in zip(turned, self.read_crops(picture, [found[i] for i in turned]), strict=True):
            answers[i] = answer
        return found, answers

    def read_crops(self, picture: NDArray[np.uint8], found: list[Found], view: CropView = CROP_VIEW) -> list[Answer]:
        """The reader's answer for each box, cropped as `view` says."""
        return self.read([crop_of(picture, item.rect, view) for item in found])

    def locate(
        self, picture: NDArray[np.uint8], limit: int = LIMIT, min_existence: tuple[float, float] = MIN_EXISTENCE
    ) -> list[Found]:
        """Boxes in px of the photo that may count, best first."""
        least = (min(min_existence[0], MIN_STICKER_SCORE), min(min_existence[1], TAG_WINDOWS.least_score))

        def best(boxes: list[Found]) -> list[Found]:
            # A box that does not count suppresses weaker ones.
            return [item for item in keep_best(boxes, MAX_OVERLAP, limit) if item.score >= least[item.label]]

        found = self.locate_at(picture, LONG_SIDE_PX)
        scale = min(1.0, LONG_SIDE_PX / max(picture.shape[:2]))
        stickers = [item for item in best(found) if item.label == 0 and item.score >= SECOND_PASS_MIN_SCORE]
        widths = [item.rect.width * scale for item in stickers]
        small = sum(width < SMALL_PX for width in widths)
        if scale < 1 and small and small >= SMALL_SHARE * len(widths):
            second = self.locate_at(picture, SECOND_PASS_LONG_SIDE_PX)
            found = sorted(found + second, key=lambda item: -item.score)
        return best(found)

    def rescore_tags(self, picture: NDArray[np.uint8], read: list[tuple[Found, Answer]]) -> list[tuple[Found, Answer]]:
        """The boxes; a doubtful shelf tag is detected and read again in several windows."""
        rescored = []
        for item, answer in read:
            if item.label == 1 and _is_doubtful_tag(item, answer):
                item, answer = self._read_in_windows(picture, item, answer)
            rescored.append((item, answer))
        return without_repeated_tags(rescored)

    def _read_in_windows(self, picture: NDArray[np.uint8], item: Found, answer: Answer) -> tuple[Found, Answer]:
        """A tag with the mean of its scores, and, if it is hard to read, with the surest of its readings."""
        windows = self.find_in_windows(picture, item, window_sizes(picture, item))
        found = [box for box in windows if box is not None and not _is_readable_tag(answer)]
        views = [self.read_crops(picture, found, view) for view in (CROP_VIEW, *MORE_CROP_VIEWS)]
        means = [mean_of([answers[n] for answers in views]) for n in range(len(found))]
        readings = [(item, answer), *zip(found, means, strict=True)]
        surest, reading_of_it = max(readings, key=lambda pair: candidates_of(pair[1], 1)[0][0].confidence)
        return replace(surest, score=_mean_score([item.score], windows)), reading_of_it

    def find_in_windows(self, picture: NDArray[np.uint8], item: Found, sizes: tuple[float, ...]) -> list[Found | None]:
        """The best box like `item` that overlaps it in a window around it, for each size; in px of the picture."""
        return [self._find_in_window(picture, item, enlarge) for enlarge in sizes]

    def _find_in_window(self, picture: NDArray[np.uint8], item: Found, enlarge: float) -> Found | None:
        height, width = picture.shape[:2]
        scale = _window_scale(picture, enlarge)
        side = _rounded(TAG_WINDOWS.window_px / scale)
        x, y = item.rect.x + item.rect.width / 2, item.rect.y + item.rect.height / 2
        left, top = (
            max(0, min(length - side, math.floor(center - side / 2 + 0.5)))
            for length, center in ((width, x), (height, y))
        )
        window = picture[top : top + side, left : left + side]
        columns, rows = (_rounded(length * scale) for length in (window.shape[1], window.shape[0]))
        around = _moved(item, -left, -top)
        found = [
            box
            for box in self.found_on(window, columns, rows)
            if box.label == item.label and iou(box.rect, around.rect) >= MAX_OVERLAP
        ]
        # `found_on` gives the best box first.
        return _moved(found[0], left, top) if found else None

    def locate_at(self, picture: NDArray[np.uint8], long_side_px: int) -> list[Found]:
        """Boxes in px of the photo reduced to `long_side_px` for the detector, best first, overlapping ones too."""
        height, width = picture.shape[:2]
        scale = min(1.0, long_side_px / max(height, width))
        return self.found_on(picture, _rounded(width * scale), _rounded(height * scale))

    def found_on(self, picture: NDArray[np.uint8], columns: int, rows: int) -> list[Found]:
        """Boxes in px of the picture, which the detector sees reduced to `columns` x `rows` px; best first."""
        height, width = picture.shape[:2]
        small = reduced(picture, columns, rows)
        rows, columns = (math.ceil(side / MULTIPLE) * MULTIPLE for side in small.shape[:2])
        padded = np.zeros((1, 3, rows, columns), np.float32)
        padded[0, :, : small.shape[0], : small.shape[1]] = NORMAL[small.transpose(2, 0, 1)]
        grow_x, grow_y = width / small.shape[1], height / small.shape[0]
        return [
            replace(item, rect=_grown(item.rect, grow_x, grow_y))
            for item in decode(self.detector(padded)[0], MIN_SCORE)
        ]

    def read(self, crops: list[NDArray[np.uint8]]) -> list[Answer]:
        """The reader's answer for each crop."""
        return [answer_of(row) for row in self.rows(crops)]

    def rows(self, crops: list[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        """The reader's output for each crop, as the network gives it."""
        return _in_batches(self.reader, crops)

    def read_fields(
        self, picture: NDArray[np.uint8], asked: list[tuple[Answer, int]], places: list[RotatedRect]
    ) -> list[StripReading]:
        """The field reader's readings of numbers at `places`; `asked` says which number of which answer they are.

        A number that stays doubtful is read once more, where the field reader sees it in the first strip.
        """
        readings = self.read_strips([strip_of(picture, place) for place in places])
        again = [n for n, (answer, f) in enumerate(asked) if is_still_doubtful(answer, f, readings[n])]
        closer = [strip_of(picture, from_strip(readings[n].place, places[n])) for n in again]
        for n, second in zip(again, self.read_strips(closer), strict=True):
            readings[n] = mean_reading(readings[n], second)
        return readings

    def read_strips(self, strips: list[NDArray[np.uint8]]) -> list[StripReading]:
        """The reading of each strip."""
        return [strip_reading_of(row) for row in _in_batches(self.field, strips)]


def window_sizes(picture: NDArray[np.uint8], item: Found) -> tuple[float, ...]:
    """The sizes at which a doubtful tag is detected again: those at which it is not too large. May be empty."""
    longer = max(item.rect.width, item.rect.height)
    return tuple(size for size in TAG_WINDOWS.enlarge if longer * _window_scale(picture, size) <= TAG_WINDOWS.most_px)


def _window_scale(picture: NDArray[np.uint8], enlarge: float) -> float:
    """Px of a window for each px of the picture."""
    scale: float = enlarge * LONG_SIDE_PX / max(picture.shape[:2])
    return min(1.0, scale)


def _in_batches(network: Network, pictures: list[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
    rows: list[NDArray[np.float32]] = []
    for start in range(0, len(pictures), BATCH):
        batch = np.stack(pictures[start : start + BATCH]).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
        rows += list(network(np.ascontiguousarray(batch)))
    return rows


def reduced(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """A picture (h, w, 3) made smaller as libvips does it: halved while twice too large, then linearly."""
    small = Image.fromarray(picture).resize((width, height), Image.Resampling.BILINEAR, reducing_gap=2.0)
    return np.asarray(small, dtype=np.uint8)


def _grown(rect: RotatedRect, x: float, y: float) -> RotatedRect:
    return RotatedRect(rect.x * x, rect.y * y, rect.width * x, rect.height * y, rect.angle)


def _moved(item: Found, x: float, y: float) -> Found:
    return replace(item, rect=replace(item.rect, x=item.rect.x + x, y=item.rect.y + y))


def _mean_score(scores: list[float], windows: list[Found | None]) -> float:
    """The mean of a box's scores; a window without the box counts as 0."""
    scores = scores + [0.0 if box is None else box.score for box in windows]
    return sum(scores) / len(scores)


def _relabeled(item: Found, answer: Answer) -> Found:
    """The box with the label that the reader gives it, if that is sure."""
    if is_really_tag(item, answer):
        return replace(item, label=1)
    return replace(item, label=0) if is_really_sticker(item, answer) else item


def _turned(item: Found) -> Found:
    """The same box rotated by 180 degrees."""
    return replace(item, rect=replace(item.rect, angle=(item.rect.angle + 180) % 360))


def _is_likely(item: Found, answer: Answer) -> bool:
    """Whether a box is so likely a sticker or tag that doubtful values are read again."""
    return existence(item, answer) >= (MIN_EXISTENCE[0] / 2 if item.label == 0 else TAG_WINDOWS.doubtful[0])


def _is_doubtful(item: Found, answer: Answer) -> bool:
    """Whether further crops may change the value of a tag."""
    return _is_likely(item, answer) and max(c[0].confidence for c in candidates_of(answer, item.label)) < SURE


def _is_doubtful_tag(item: Found, answer: Answer) -> bool:
    """Whether a tag may count, but its existence or its number is doubtful."""
    is_sure = _is_readable_tag(answer) and existence(item, answer) >= TAG_WINDOWS.doubtful[1]
    return _is_likely(item, answer) and not is_sure


def _is_readable_tag(answer: Answer) -> bool:
    return candidates_of(answer, 1)[0][0].confidence >= TAG_WINDOWS.unreadable


def _rounded(length: float) -> int:
    """The length rounded to whole px, at least 1. Halves are rounded up, as in the runtime."""
    return max(1, math.floor(length + 0.5))


def _shelf(item: Found, confidence: float, code: list[Candidate], photo_width: int) -> Detection:
    """A shelf's band: as high as its tag, as wide as the photo."""
    _, top, _, bottom = bounds(quad_from_rect(item.rect))
    return Detection("shelf", RotatedRect(0, top, photo_width, bottom - top, 0), confidence, code)


def _on_shelves(stickers: list[Detection], shelves: list[Detection]) -> list[Detection]:
    """Stickers with the code of the shelf that they overlap, else of the next one below, else of the lowest."""
    bands = [ShelfTruth(shelf.code[0].value, quad_from_rect(shelf.rect)) for shelf in shelves]
    placed = []
    for sticker in stickers:
        _, top, _, bottom = bounds(quad_from_rect(sticker.rect))
        placed.append(replace(sticker, shelf_code=shelf_of(top, bottom, bands)))
    return placed


def upright(path: Path) -> NDArray[np.uint8]:
    """A photo's file as upright RGB pixels (h, w, 3)."""
    with Image.open(path) as image:
        return np.asarray(ImageOps.exif_transpose(image).convert("RGB"), dtype=np.uint8)
