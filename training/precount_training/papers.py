"""Paper for stickers and tags: colored sheets with fiber, ink on them, and light on a bent surface."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from precount_training.pixels import blur

Rgb = NDArray[np.float32]  # (height, width, 3), 0..1, sRGB values
Rgba = NDArray[np.float32]  # (height, width, 4), sRGB values and alpha in 0..1
Mask = NDArray[np.float32]  # (height, width), 0..1

# (weight, sRGB): label printers and office supplies; white is what most crews use
PAPERS: list[tuple[float, tuple[int, int, int]]] = [
    (5.0, (244, 244, 240)),
    (2.0, (236, 233, 222)),
    (2.0, (250, 224, 74)),
    (1.2, (255, 166, 64)),
    (1.0, (247, 140, 168)),
    (1.0, (160, 214, 120)),
    (1.0, (140, 196, 232)),
    (0.7, (238, 92, 76)),
]


def soft_noise(rng: np.random.Generator, height: int, width: int, grain_px: float) -> Mask:
    """Smooth noise (height, width) in about -1..1 whose bumps are `grain_px` wide."""
    rows, cols = max(2, int(height / grain_px) + 2), max(2, int(width / grain_px) + 2)
    coarse = rng.standard_normal((rows, cols)).astype(np.float32) * 0.5
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def pick_paper(rng: np.random.Generator) -> tuple[int, int, int]:
    """A paper color (sRGB 0..255), white more often than not, a little off its nominal tone."""
    weights = np.array([weight for weight, _ in PAPERS])
    _, color = PAPERS[int(rng.choice(len(PAPERS), p=weights / weights.sum()))]
    shift = rng.normal(0, 4, 3)
    red, green, blue = (int(np.clip(c + s, 0, 255)) for c, s in zip(color, shift, strict=True))
    return red, green, blue


def sheet(rng: np.random.Generator, height: int, width: int, color: tuple[int, int, int]) -> Rgb:
    """A sheet of paper (height, width, 3): its color with clouds, fiber and slightly worn edges."""
    paper = np.full((height, width, 3), np.array(color, dtype=np.float32) / np.float32(255), dtype=np.float32)
    tone = 1 + 0.012 * soft_noise(rng, height, width, width / 4) + 0.012 * soft_noise(rng, height, width, 3)
    edge = np.ones((height, width), dtype=np.float32)
    rim = max(2, width // 130)
    edge[:rim], edge[-rim:], edge[:, :rim], edge[:, -rim:] = 0.93, 0.9, 0.94, 0.92
    paper *= (tone * blur(edge, rim * 0.6))[..., None]
    return np.clip(paper, 0, 1)


def stamp(sheet: Rgb, ink: Mask, x: float, y: float, color: ArrayLike, density: float) -> None:
    """Put ink (h, w) onto the sheet with its top left at (x, y), clipped to the sheet; `color` is sRGB in 0..255."""
    left, top = round(x), round(y)
    ink = ink[max(0, -top) :, max(0, -left) :]
    left, top = max(0, left), max(0, top)
    part = sheet[top : top + ink.shape[0], left : left + ink.shape[1]]
    alpha = (ink[: part.shape[0], : part.shape[1]] * np.float32(density))[..., None]
    part *= 1 - alpha
    part += np.asarray(color, dtype=np.float32) / np.float32(255) * alpha


def outline(height: int, width: int, radius_px: float) -> Mask:
    """The sheet's alpha (height, width): opaque, with round corners where `radius_px` > 0."""
    alpha = np.zeros((height, width), dtype=np.uint8)
    r = int(radius_px)
    cv2.rectangle(alpha, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return alpha.astype(np.float32) / np.float32(255)


def bend_light(rng: np.random.Generator, height: int, width: int, strength: float) -> Mask:
    """Light on a bent sheet (height, width), about 1: a soft crease, a bow and one lifted corner."""
    v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    angle = rng.uniform(-0.5, 0.5)
    along = u * np.cos(angle) + v * np.sin(angle)
    bow = np.cos((along - rng.uniform(0.2, 0.8)) * np.pi) - 0.6
    corner_u, corner_v = rng.integers(0, 2, 2)
    away = np.hypot((u - corner_u) * width / height, v - corner_v)
    lifted = np.exp(-((away / rng.uniform(0.35, 0.6)) ** 2)) * rng.choice([-0.8, 0.9])
    return np.asarray(1 + strength * (0.5 * bow + lifted), dtype=np.float32)
