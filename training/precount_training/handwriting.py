"""Handwritten digits by known writers: pen strokes and scans, split so that no writer is in two splits.

`PRECOUNT_TRAINING_DATA` names a folder with a subfolder `handwriting`, which holds the files below.
Without it, training draws with MNIST and handwriting fonts only, which come from npm.

| file in handwriting/ | data set | license |
|---|---|---|
| pendigits-orig.tra.gz | UCI Pen-Based Recognition of Handwritten Digits, 30 writers | CC BY 4.0 |
| uji-digits.json | UCI UJI Pen Characters, version 2, 40 writers | CC BY 4.0 |
| kensanata-*.png, kensanata-16px.npz | kensanata/numbers, about 27 writers | CC0 1.0 |
| qmnist-train-labels-idx2-int.gz | QMNIST: who wrote each digit of MNIST's training split | BSD |
"""

from __future__ import annotations

import gzip
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.digits import read_digits
from precount_training.sources import ASSETS
from precount_training.splits import MNIST_TRAIN, Split, sources_of

Stroke = NDArray[np.float32]  # (n, 2): x, y in heights of the writer's mean digit, y downwards, the baseline at y = 0
Strokes = tuple[Stroke, ...]
RawForms = dict[int, list[list[list[tuple[float, float]]]]]  # digit → samples, each a list of strokes of points
Image = NDArray[np.uint8]  # (h, w), ink high on 0, cropped to the ink

# Every fifth writer is held out; of those every second one is for validation, the others only for judging a model.
HELD_OUT, TRAIN_SHARE, VALIDATION_SHARE = 5, 0.7, 0.85
CELL_PX = 104  # kensanata's full-size sheets: row d holds the digit d
MIN_INK_PX = 8  # a cell with fewer dark pixels is empty
# Both are written by `legibility`: source → names of samples that are left out, and source → name → `Scan.pens`.
ILLEGIBLE, LEGIBLE_PENS = ASSETS / "illegible-digits.json", ASSETS / "legible-pens.json"


@dataclass(frozen=True)
class Sample:
    """One handwritten digit: `name` is its source and position there, `person` the writer, `form` the ink."""

    name: str
    person: str
    digit: int
    form: Strokes | Image


@dataclass(frozen=True)
class StrokeWriter:
    """A person's digits as pen strokes: `forms[digit]` is a list of samples, each a list of strokes."""

    forms: tuple[tuple[tuple[Stroke, ...], ...], ...]


@dataclass(frozen=True)
class Scan:
    """A scanned digit, and the pens that it can be drawn with: 0 is the thickest one, 1 the finest.

    A marker closes the loops of some digits, and a fine pen leaves out the faint strokes of others.
    """

    image: Image
    pens: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True)
class ScanWriter:
    """A person's digits as scans: `forms[digit]` is a list of them; a digit may have none."""

    forms: tuple[tuple[Scan, ...], ...]


def folder() -> Path | None:
    """The handwriting folder, or None without PRECOUNT_TRAINING_DATA. Raises FileNotFoundError where it is missing."""
    root = os.environ.get("PRECOUNT_TRAINING_DATA")
    if not root:
        return None
    path = Path(root) / "handwriting"
    if not path.is_dir():
        raise FileNotFoundError(f"{path} does not exist: PRECOUNT_TRAINING_DATA must name a folder with handwriting/.")
    return path


def split_of(index: int) -> Split:
    """The split of the writer with this position in a data set."""
    if index % HELD_OUT != HELD_OUT - 1:
        return "train"
    return "validation" if (index // HELD_OUT) % 2 == 0 else "unseen"


@cache
def illegible() -> frozenset[str]:
    """Names of the samples that no person could read as their label."""
    names: dict[str, list[str]] = json.loads(ILLEGIBLE.read_text())
    return frozenset(f"{source}/{name}" for source, found in names.items() for name in found)


@cache
def legible_pens() -> dict[str, tuple[float, float]]:
    """`Scan.pens` of the samples that some pens make illegible."""
    pens: dict[str, dict[str, tuple[float, float]]] = json.loads(LEGIBLE_PENS.read_text())
    return {f"{source}/{name}": (low, high) for source, found in pens.items() for name, (low, high) in found.items()}


def samples(split: Split, all_of_them: bool = False) -> Iterator[Sample]:
    """The digits of a split; those that no person can read only with `all_of_them`."""
    for sample in (*_strokes(split), *_scans(split), *_mnist(split)):
        if all_of_them or sample.name not in illegible():
            yield sample


def _by_person(found: Iterable[Sample]) -> dict[str, list[list[Strokes | Scan]]]:
    """Person → digit → legible forms."""
    people: dict[str, list[list[Strokes | Scan]]] = defaultdict(lambda: [[] for _ in range(10)])
    for sample in found:
        if sample.name not in illegible():
            form = sample.form
            scan = form if isinstance(form, tuple) else Scan(form, legible_pens().get(sample.name, Scan.pens))
            people[sample.person][sample.digit].append(scan)
    return people


@cache
def stroke_writers(split: Split) -> tuple[StrokeWriter, ...]:
    """The writers of a split whose pen strokes are known; empty without PRECOUNT_TRAINING_DATA."""
    people = _by_person(_strokes(split)).values()
    return tuple(
        StrokeWriter(tuple(tuple(form for form in forms if isinstance(form, tuple)) for forms in person))
        for person in people
        if all(person)
    )


def _strokes(split: Split) -> Iterator[Sample]:
    path = folder()
    if path is None:
        return
    people = [
        *(("pendigits", forms) for forms in _pendigits(path / "pendigits-orig.tra.gz")),
        *(("uji", forms) for forms in _uji(path / "uji-digits.json")),
    ]
    for i, (source, forms) in enumerate(people):
        if split_of(i) == split:
            yield from _placed_samples(source, i, forms)


def _pendigits(path: Path) -> list[RawForms]:
    """UNIPEN text: `.COMMENT digit writer sample`, then `.PEN_DOWN` and lines of x y, y upwards."""
    people: dict[int, dict[int, list[list[list[tuple[float, float]]]]]] = defaultdict(lambda: defaultdict(list))
    sample: list[list[tuple[float, float]]] | None = None
    with gzip.open(path, "rt") as lines:
        for line in lines:
            words = line.split()
            if line.startswith(".COMMENT") and len(words) >= 4:
                sample = []
                people[int(words[2])][int(words[1])].append(sample)
            elif line.startswith(".PEN_DOWN") and sample is not None:
                sample.append([])
            elif words and not line.startswith(".") and sample:
                sample[-1].append((float(words[0]), -float(words[1])))
    return [people[person] for person in sorted(people)]


def _uji(path: Path) -> list[RawForms]:
    """JSON: `writers[w][digit][sample]` is a list of strokes, each a list of [x, y], y downwards."""
    writers = json.loads(path.read_text())["writers"]
    return [{digit: person[str(digit)] for digit in range(10)} for person in writers]


def _placed_samples(source: str, person: int, raw: RawForms) -> Iterator[Sample]:
    forms = {
        digit: [[np.array(s, np.float32).reshape(-1, 2) for s in sample if len(s)] for sample in raw[digit]]
        for digit in range(10)
    }
    heights = [np.ptp(np.concatenate(sample)[:, 1]) for some in forms.values() for sample in some if sample]
    height = float(np.median(heights)) or 1.0
    for digit, some in forms.items():
        for i, sample in enumerate(some):
            if sample:
                yield Sample(f"{source}/{person}-{digit}-{i}", f"{source}/{person}", digit, _placed(sample, height))


def _placed(sample: list[Stroke], height: float) -> tuple[Stroke, ...]:
    """Strokes in units of `height`, the lowest point at y = 0, the leftmost at x = 0."""
    points = np.concatenate(sample)
    corner = np.array([points[:, 0].min(), points[:, 1].max()], np.float32)
    return tuple(((stroke - corner) / np.float32(height)).astype(np.float32) for stroke in sample)


@cache
def scan_writers(split: Split) -> tuple[ScanWriter, ...]:
    """kensanata's writers in a split; empty without PRECOUNT_TRAINING_DATA."""
    people = _by_person(_scans(split))
    sheets = [_scan_writer(forms) for person, forms in people.items() if person.startswith("sheet/")]
    others = [_scan_writer(forms) for person, forms in people.items() if not person.startswith("sheet/")]
    return (*sheets * 4, *others)  # full-size scans are better material than their number of two writers suggests


def _scan_writer(person: list[list[Strokes | Scan]]) -> ScanWriter:
    return ScanWriter(tuple(tuple(form for form in forms if isinstance(form, Scan)) for forms in person))


def _scans(split: Split) -> Iterator[Sample]:
    """The two full-size sheets belong to training.

    The reduced file does not name its writers: it is sorted by digit and then mostly by writer, so that slices of each
    digit are cut into groups of 60, each treated as one writer.
    """
    path = folder()
    if path is None:
        return
    if split == "train":
        for file in sorted(path.glob("kensanata-*.png")):
            yield from _sheet(file)
    data = np.load(path / "kensanata-16px.npz")
    images, labels = data["x"], data["y"]
    low, high = {"train": (0.0, TRAIN_SHARE), "validation": (TRAIN_SHARE, VALIDATION_SHARE)}.get(
        split, (VALIDATION_SHARE, 1.0)
    )
    places = [np.where(labels == digit)[0] for digit in range(10)]
    parts = [mine[int(low * len(mine)) : int(high * len(mine))] for mine in places]
    groups = max(1, min(len(part) for part in parts) // 60)
    # Groups of different digits need not be one person's: the file does not align them.
    for g in range(groups):
        for digit, part in enumerate(parts):
            for place in part[len(part) * g // groups : len(part) * (g + 1) // groups]:
                yield Sample(f"kensanata/{place}", f"kensanata/{split}-{g}", digit, _ink_of(images[place]))


def _sheet(path: Path) -> Iterator[Sample]:
    sheet = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if sheet is None:
        raise ValueError(f"{path} is not an image.")
    for digit in range(10):
        row = sheet[digit * CELL_PX : (digit + 1) * CELL_PX]
        for x in range(0, sheet.shape[1] - CELL_PX + 1, CELL_PX):
            cell = np.asarray(row[4:-4, x + 4 : x + CELL_PX - 4], np.uint8)
            if (cell < 160).sum() < MIN_INK_PX:
                continue
            ink = _ink_of(cell)
            if ink.shape[0] >= 14 and ink.shape[1] >= 2:
                yield Sample(f"sheet/{path.stem}-{digit}-{x // CELL_PX}", f"sheet/{path.stem}", digit, ink)


def _ink_of(image: Image) -> Image:
    """Dark ink on light paper → ink high on 0, at full contrast, cropped."""
    paper = float(np.percentile(image, 75))
    ink = np.clip(paper - image.astype(np.float32) - 6, 0, None)
    ink = np.asarray(np.clip(ink * (255 / max(1.0, float(np.percentile(ink, 99.5)))), 0, 255), np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats((ink > 90).astype(np.uint8))
    keep = [i for i in range(1, len(stats)) if stats[i, cv2.CC_STAT_AREA] >= 2]
    if not keep:
        return ink
    largest = max(int(stats[i, cv2.CC_STAT_AREA]) for i in keep)
    mask = np.isin(parts, [i for i in keep if stats[i, cv2.CC_STAT_AREA] >= 0.06 * largest])
    rows, columns = np.where(mask)
    top, left = max(0, int(rows.min()) - 1), max(0, int(columns.min()) - 1)
    return np.ascontiguousarray(ink[top : rows.max() + 2, left : columns.max() + 2])


@cache
def mnist_writers(split: Split) -> tuple[ScanWriter, ...]:
    """MNIST's writers in a split, by QMNIST's labels; without them, groups of 200 digits each count as one."""
    people = _by_person(_mnist(split)).values()
    return tuple(_scan_writer(forms) for forms in people if sum(map(len, forms)) >= 40)


def _mnist(split: Split) -> Iterator[Sample]:
    """The unseen split is MNIST's test split, whose writers are different and not named."""
    path = folder()
    (first, last), prefix = sources_of(split).digits, sources_of(split).digits_file
    images, labels = read_digits(str(prefix), last)
    if path is None or split == "unseen":
        people = np.arange(len(labels)) // 200
        chosen = np.arange(first, last)
    else:
        with gzip.open(path / "qmnist-train-labels-idx2-int.gz") as file:
            known = np.frombuffer(file.read(), ">i4", offset=12).reshape(MNIST_TRAIN, -1)
        images, labels = read_digits(str(prefix), MNIST_TRAIN)
        if not np.array_equal(known[:, 0], labels):
            raise ValueError("QMNIST's labels do not belong to this copy of MNIST.")
        people = known[:, 2]
        names = np.unique(people)
        wanted = [name for i, name in enumerate(names) if (i % 10 == 9) == (split == "validation")]
        chosen = np.where(np.isin(people, wanted))[0]
    source = "mnist-test" if split == "unseen" else "mnist"
    for i in chosen:
        yield Sample(f"{source}/{i}", f"{source}/{people[i]}", int(labels[i]), _cropped(images[i]))


def _cropped(image: Image) -> Image:
    rows, columns = np.where(image > 40)
    return image[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
