"""Finds handwritten digits that a person would not read as their label, for `handwriting` to leave out.

python -m precount_training.legibility

A wrong label is a wrong lesson in training, and a single one among the validation digits makes the calibration far too
cautious. Scans are judged as `writing` draws them, with a fine pen, a medium one and a marker: of a digit that
is 16 px high a marker may close a loop. Small networks, each trained on one half of the digits, say how likely the
label of every digit of the other half is. Digits of the unseen split train none of them and are judged by both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from precount_training import handwriting, writing
from precount_training.handwriting import ILLEGIBLE, LEGIBLE_PENS, Image, Sample, Scan, Strokes
from precount_training.sources import CACHE, fetch_reserved
from precount_training.splits import SPLITS

PARTS = 2
SIZE_PX, INK_PX = 32, 26  # a digit's picture, and the longer side of its ink
EPOCHS, BATCH, PEAK = 2, 128, 2e-3
VIEWS = (0.15, 0.5, 0.85)  # pens that scans are judged with, as a share of the range of ink levels
DRAWN_PX = 64  # height at which they are drawn
# Mean probability of the label below which a digit is left out. Of scans from 0.2 to 0.5 a person reads about half as
# their label; of strokes nearly all, because the networks know few flagged ones and open fours.
MIN_SCAN_LIKELIHOOD, MIN_STROKE_LIKELIHOOD = 0.5, 0.2


def views(sample: Sample) -> list[NDArray[np.uint8]]:
    """Pictures of the digit as the pens of VIEWS write it; strokes look alike with all of them."""
    if isinstance(sample.form, tuple):
        return [picture(_drawn(sample.form))] * len(VIEWS)
    source: writing.Source = "scan" if sample.name.startswith(("kensanata/", "sheet/")) else "mnist"
    return [picture(writing.inked(sample.form, DRAWN_PX, writing.level_of(source, share))) for share in VIEWS]


def picture(ink: Image) -> NDArray[np.uint8]:
    """The digit in the middle of (SIZE_PX, SIZE_PX), ink high on 0, its aspect ratio kept."""
    scale = INK_PX / max(ink.shape)
    size = (max(2, round(ink.shape[1] * scale)), max(2, round(ink.shape[0] * scale)))
    ink = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8)
    canvas = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    top, left = (SIZE_PX - ink.shape[0]) // 2, (SIZE_PX - ink.shape[1]) // 2
    canvas[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    return canvas


def _drawn(strokes: Strokes) -> Image:
    points = np.concatenate(strokes)
    corner, size = points.min(axis=0), np.ptp(points, axis=0)
    unit = 80 / max(float(size.max()), 1e-3)
    canvas = np.zeros((int(size[1] * unit) + 12, int(size[0] * unit) + 12), np.uint8)
    for stroke in strokes:
        line = np.round((stroke - corner) * unit + 6).astype(np.int32)
        cv2.polylines(canvas, [line], False, 255, 6, cv2.LINE_AA)
    return canvas


def network() -> nn.Module:
    """Pictures (n, 1, SIZE_PX, SIZE_PX) in 0..1 → logits (n, 10)."""
    layers: list[nn.Module] = []
    for inputs, outputs, stride in ((1, 24, 2), (24, 48, 1), (48, 96, 1)):
        layers += [nn.Conv2d(inputs, outputs, 3, stride, 1), nn.BatchNorm2d(outputs), nn.ReLU()]
        layers += [nn.MaxPool2d(2)] if stride == 1 else []
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.3), nn.Linear(96 * (SIZE_PX // 8) ** 2, 10))


def trained(pictures: NDArray[np.uint8], digits: NDArray[np.int64], seed: int) -> nn.Module:
    """A network that was trained on pictures (n, SIZE_PX, SIZE_PX) and their labels (n,)."""
    torch.manual_seed(seed)
    net = network()
    steps = EPOCHS * len(digits) // BATCH
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, PEAK, total_steps=steps)
    for _ in range(steps):
        chosen = torch.randint(len(digits), (BATCH,)).numpy()
        # Label smoothing keeps the network from memorizing wrong labels of the training digits.
        loss = nn.functional.cross_entropy(
            net(_moved(_tensor(pictures[chosen]))), torch.from_numpy(digits[chosen]), label_smoothing=0.05
        )
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
    return net.eval()


def _tensor(pictures: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(pictures).float().unsqueeze(1) / 255


def _moved(pictures: Tensor) -> Tensor:
    """Sheared, turned and resized a little."""
    n = len(pictures)
    shift = torch.randn(n, 2, 3) * torch.tensor([[0.08, 0.15, 0.06], [0.08, 0.08, 0.06]])
    grid = nn.functional.affine_grid(torch.eye(2, 3) + shift, list(pictures.shape), align_corners=False)
    return nn.functional.grid_sample(pictures, grid, align_corners=False)


@torch.no_grad()
def likelihoods(net: nn.Module, pictures: NDArray[np.uint8], digits: NDArray[np.int64]) -> NDArray[np.float64]:
    """The probability of each picture's label (n,)."""
    parts = [
        torch.softmax(net(_tensor(pictures[start : start + 1000])), dim=1).double()
        for start in range(0, len(pictures), 1000)
    ]
    return np.asarray(torch.cat(parts).numpy()[np.arange(len(digits)), digits], np.float64)


def rated_samples() -> Iterator[tuple[Sample, NDArray[np.uint8], NDArray[np.float64]]]:
    """All samples, their pictures, and how likely their labels are with each pen of VIEWS."""
    by_split = {split: list(handwriting.samples(split, all_of_them=True)) for split in SPLITS}
    everyone = [*by_split["train"], *by_split["validation"], *by_split["unseen"]]
    digits = np.array([s.digit for s in everyone], np.int64)
    pictures = np.array([views(s) for s in everyone]).swapaxes(0, 1)
    unseen = np.arange(len(everyone)) >= len(everyone) - len(by_split["unseen"])
    part = np.where(unseen, PARTS, np.random.default_rng(1).integers(0, PARTS, len(everyone)))
    chances = np.zeros((len(VIEWS), len(everyone)))
    for i in range(PARTS):
        learned = (part != i) & ~unseen
        net = trained(np.concatenate(pictures[:, learned]), np.tile(digits[learned], len(VIEWS)), i)
        for view, chance in zip(pictures, chances, strict=True):
            chance[part == i] = likelihoods(net, view[part == i], digits[part == i])
            chance[unseen] += likelihoods(net, view[unseen], digits[unseen]) / PARTS
        print(f"part {i} of {PARTS}", flush=True)
    yield from zip(everyone, pictures[1], chances.T, strict=True)


def is_left_out(sample: Sample, chances: NDArray[np.float64]) -> bool:
    """Whether a digit whose label is so likely with each pen of VIEWS is left out."""
    least = MIN_STROKE_LIKELIHOOD if isinstance(sample.form, tuple) else MIN_SCAN_LIKELIHOOD
    return float(chances.mean()) < least


def pens_of(chances: NDArray[np.float64]) -> tuple[float, float]:
    """`Scan.pens` of a scan whose label is so likely with each pen of VIEWS: those around the legible ones."""
    legible = np.nonzero(chances >= MIN_SCAN_LIKELIHOOD)[0]
    between = [0.0, *((a + b) / 2 for a, b in pairwise(VIEWS)), 1.0]
    return round(between[legible[0]], 3), round(between[legible[-1] + 1], 3)


def sheet(found: list[tuple[Sample, NDArray[np.uint8], NDArray[np.float64]]], path: Path) -> None:
    """Write a page with the pictures, each below its label, for a person to check."""
    tiles = []
    for sample, drawn, _ in found:
        tile = np.zeros((SIZE_PX + 14, SIZE_PX + 8), np.uint8)
        cv2.putText(tile, str(sample.digit), (12, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, 160, 1)
        tile[14:, 4:-4] = drawn
        tiles.append(tile)
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 40)
    cv2.imwrite(str(path), np.vstack([np.hstack(tiles[i : i + 40]) for i in range(0, len(tiles), 40)]))


def main() -> None:
    """Command line: write ILLEGIBLE and a page of what it lists."""
    if handwriting.folder() is None:
        raise SystemExit("Set PRECOUNT_TRAINING_DATA: the list must cover all handwriting.")
    torch.set_num_threads(2)
    fetch_reserved()
    write_lists(list(rated_samples()))


def write_lists(rated: list[tuple[Sample, NDArray[np.uint8], NDArray[np.float64]]]) -> None:
    """Write ILLEGIBLE, a page of what it lists, and LEGIBLE_PENS."""
    found = [(sample, drawn, chances) for sample, drawn, chances in rated if is_left_out(sample, chances)]
    names: dict[str, list[str]] = {}
    for sample, _, _ in found:
        source, _, name = sample.name.partition("/")
        names.setdefault(source, []).append(name)
    ILLEGIBLE.write_text(json.dumps(names, separators=(",", ":")) + "\n")
    sheet(found, CACHE / "illegible-digits.png")
    pens: dict[str, dict[str, tuple[float, float]]] = {}
    for sample, _, chances in rated:
        if not isinstance(sample.form, tuple) and not is_left_out(sample, chances) and pens_of(chances) != Scan.pens:
            source, _, name = sample.name.partition("/")
            pens.setdefault(source, {})[name] = pens_of(chances)
    LEGIBLE_PENS.write_text(json.dumps(pens, separators=(",", ":")) + "\n")
    for title, lists in (("left out", names), ("drawn with some pens only", pens)):
        print(title, {source: len(some) for source, some in lists.items()})


if __name__ == "__main__":
    main()
