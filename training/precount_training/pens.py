"""Pens: how ink is drawn on paper, for digits with known strokes and for scans."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.handwriting import Stroke
from precount_training.papers import Mask, soft_noise

OVERSAMPLE = 4  # strokes are drawn this much larger and reduced, for smooth edges
STEP = 0.02  # distance of points along a stroke, in digit heights
KINDS = ("ballpoint", "felt", "marker", "chalk", "pencil")
SHARES = (0.36, 0.28, 0.2, 0.06, 0.1)


@dataclass(frozen=True)
class Pen:
    """Lengths are in digit heights."""

    kind: str
    width: float
    pressure: float  # how much the width varies along a stroke
    chisel: float  # how much narrower the tip is in one direction, 0 to 1
    angle: float  # of the chisel tip, radians
    skips: float  # share of a stroke that gets little ink
    roughness: float  # how much of the paper shows through
    density: float  # darkest ink, 0 to 1


def pick_pen(rng: np.random.Generator) -> Pen:
    """A pen as people use them in shops."""
    kind = str(rng.choice(KINDS, p=SHARES))
    low, high = {
        "ballpoint": (0.045, 0.095), "felt": (0.07, 0.14), "marker": (0.12, 0.24), "chalk": (0.11, 0.2),
        "pencil": (0.045, 0.085),
    }[kind]  # fmt: skip
    rough = {"chalk": rng.uniform(0.3, 0.8), "pencil": rng.uniform(0.1, 0.5), "marker": rng.uniform(0, 0.25)}
    skips = {"ballpoint": 0.25, "pencil": 0.15, "felt": 0.08, "marker": 0.05, "chalk": 0.1}[kind]
    return Pen(
        kind, float(np.exp(rng.uniform(np.log(low), np.log(high)))), float(rng.uniform(0.0, 0.35)),
        float(rng.uniform(0.2, 0.7)) if kind in ("marker", "felt") and rng.random() < 0.35 else 0.0,
        float(rng.uniform(0, np.pi)), float(rng.uniform(0, 0.5)) if rng.random() < skips else 0.0,
        float(rough.get(kind, rng.uniform(0, 0.15))),
        float(rng.uniform(0.65, 1.0) if kind in ("pencil", "ballpoint") else rng.uniform(0.75, 1.0)),
    )  # fmt: skip


def draw_strokes(rng: np.random.Generator, strokes: list[Stroke], pen: Pen, height_px: float) -> tuple[Mask, float]:
    """Ink (h, w) in 0..1 of strokes in digit heights, and how far its last row lies below the baseline, px."""
    unit = height_px * OVERSAMPLE
    points = np.concatenate(strokes)
    margin = int(pen.width * unit * 0.8) + OVERSAMPLE
    corner = points.min(axis=0) * unit - margin
    size = np.ceil((points.max(axis=0) - points.min(axis=0)) * unit).astype(int) + 2 * margin + 1
    size = -(-size // OVERSAMPLE) * OVERSAMPLE
    canvas = np.zeros((int(size[1]), int(size[0])), np.uint8)
    for stroke in strokes:
        _draw_stroke(rng, canvas, resampled(stroke) * unit - corner, pen, unit)
    mask = cv2.resize(
        canvas, (canvas.shape[1] // OVERSAMPLE, canvas.shape[0] // OVERSAMPLE), interpolation=cv2.INTER_AREA
    )
    below = (corner[1] + canvas.shape[0]) / OVERSAMPLE
    return np.asarray(mask, np.float32) / np.float32(255), float(below)


def _draw_stroke(rng: np.random.Generator, canvas: NDArray[np.uint8], line: Stroke, pen: Pen, unit: float) -> None:
    """One stroke as short segments of changing width and ink."""
    full = pen.width * unit
    if len(line) < 2:
        cv2.circle(canvas, [int(v) for v in line[0]], max(1, round(full * 0.6)), 255, -1, cv2.LINE_AA)
        return
    count = len(line) - 1
    swell = 1 + pen.pressure * soft_noise(rng, 1, count, max(4, count / 3))[0]
    if pen.chisel:
        step = np.diff(line, axis=0)
        along = np.arctan2(step[:, 1], step[:, 0]) - pen.angle
        swell = swell * (1 - pen.chisel * (1 - np.abs(np.sin(along))))
    taper = np.ones(count, np.float32)
    if pen.kind in ("ballpoint", "pencil", "felt") and rng.random() < 0.5:
        ends = max(1, count // 6)
        taper[-ends:] = np.linspace(1, rng.uniform(0.35, 0.9), ends)
    ink = np.full(count, 255.0)
    if pen.skips:
        start, length = rng.uniform(0, 1), pen.skips * rng.uniform(0.2, 1)
        place = np.linspace(0, 1, count)
        ink[(place >= start) & (place < start + length)] *= rng.uniform(0.0, 0.5)
    whole = np.round(line).astype(int)
    widths = np.maximum(1, np.round(full * np.clip(swell * taper, 0.3, 1.7))).astype(int)
    for i in np.argsort(ink, kind="stable"):  # full ink lies above thin ink
        cv2.line(canvas, whole[i].tolist(), whole[i + 1].tolist(), float(ink[i]), int(widths[i]), cv2.LINE_AA)


def resampled(stroke: Stroke) -> Stroke:
    """The stroke with points STEP apart, corners rounded a little."""
    if len(stroke) < 2:
        return stroke
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(stroke, axis=0), axis=1))])
    if lengths[-1] < STEP:
        return stroke[:1]
    places = np.linspace(0, lengths[-1], max(2, int(lengths[-1] / STEP)))
    line = np.stack([np.interp(places, lengths, stroke[:, axis]) for axis in (0, 1)], axis=1).astype(np.float32)
    if len(line) > 4:
        line[1:-1] = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
    return line


def deformed(rng: np.random.Generator, strokes: tuple[Stroke, ...], slant: float, narrow: float) -> list[Stroke]:
    """A sample as the same hand would write it again: sheared by `slant`, `narrow` times as wide, a little bent."""
    reach, phases = abs(rng.normal(0, 0.028)), rng.uniform(0, 2 * np.pi, 4)
    grow = 1 + rng.normal(0, 0.05, 2)
    result = []
    for stroke in strokes:
        x, y = stroke[:, 0] * narrow * grow[0], stroke[:, 1] * grow[1]
        bend_x = reach * (np.sin(3.1 * y + phases[0]) + 0.6 * np.sin(5.3 * x + phases[1]))
        bend_y = reach * (np.sin(3.1 * x + phases[2]) + 0.6 * np.sin(5.3 * y + phases[3]))
        result.append(np.stack([x + bend_x - slant * y, y + bend_y], axis=1).astype(np.float32))
    return result


def textured(rng: np.random.Generator, ink: Mask, pen: Pen) -> Mask:
    """Ink (h, w) as the pen leaves it: its density, clouds, and paper that shows through."""
    height, width = ink.shape
    ink = ink * np.float32(pen.density)
    if pen.roughness > 0.05:
        grain = rng.random((height, width), dtype=np.float32)
        if pen.kind == "chalk":
            grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.6 - 0.3
        ink = ink * (1 - np.float32(pen.roughness) * np.clip(grain, 0, 1))
    if rng.random() < 0.4:
        ink = ink * (
            1 - np.float32(rng.uniform(0.1, 0.45)) * np.abs(soft_noise(rng, height, width, max(3, height / 3)))
        )
    return np.asarray(np.clip(ink, 0, 1), np.float32)
