"""Faces of packages: warping a picture onto a face, bending it around a cylinder, and its round lid."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import Points, box_quad, homography
from precount_training.pixels import Picture, tone_of


def curved(front: NDArray[np.uint8], top: float, base: float) -> tuple[NDArray[np.uint8], float]:
    """A cylinder's front with its rings as arcs.

    `top` and `base` say how far the sides lie above the middle (share of the height; > 0 below the
    eye). Returns the picture, grown above and below by the returned share of the old height.
    """
    height, width = front.shape[:2]
    pad = int(np.ceil(max(abs(top), abs(base), 0.005) * height))
    grown = np.pad(front, ((pad, pad), (0, 0), (0, 0)))
    v, u = np.mgrid[0 : grown.shape[0], 0:width].astype(np.float32)
    across = 2 * u / max(1, width - 1) - 1
    arc = 1 - np.sqrt(np.maximum(0, 1 - across * across))
    share = np.clip((v - pad) / height, 0, 1)
    lift = arc * (top + (base - top) * share) * height
    bent = cv2.remap(grown, u, np.asarray(v + lift, np.float32), cv2.INTER_LINEAR)
    return np.asarray(bent, dtype=np.uint8), pad / height


def paste(canvas: Picture, picture: NDArray[np.uint8], quad: Points, light_top: float, light_bottom: float) -> None:
    """Warp an RGBA picture (h, w, 4) into `quad` (4, 2; canvas px), lit from top to bottom."""
    height, width = canvas.shape[:2]
    x0, y0 = (int(v) for v in np.floor(np.maximum(quad.min(axis=0), 0)))
    x1, y1 = (int(v) for v in np.ceil(np.minimum(quad.max(axis=0), (width, height))))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    size = np.linalg.norm(quad[3] - quad[0])
    shrink = picture.shape[0] / max(8.0, float(size))
    wide = float(np.linalg.norm(quad[1] - quad[0]))
    if shrink > 1.6 or picture.shape[1] / max(2.0, wide) > 1.6:
        small = (max(2, round(wide)), max(2, round(float(size))))
        picture = np.asarray(cv2.resize(picture, small, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    h, w = picture.shape[:2]
    matrix = homography(box_quad(0, 0, w, h), quad - (x0, y0))
    warped = cv2.warpPerspective(picture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    low, high = float(quad[:, 1].min()), float(quad[:, 1].max())
    share = np.clip((np.arange(y0, y1) - low) / max(1.0, high - low), 0, 1)
    light = (light_top + (light_bottom - light_top) * share).astype(np.float32)[:, None, None]
    alpha = warped[..., 3:].astype(np.float32) / np.float32(255)
    part = canvas[y0:y1, x0:x1]
    part[...] = np.clip(part * (1 - alpha) + warped[..., :3] * light * alpha, 0, 255).astype(np.uint8)


def disc(canvas: Picture, center: tuple[int, int], axes: tuple[int, int], color: NDArray[np.float64]) -> None:
    """Draw an upright filled ellipse; center and half axes in canvas px."""
    cv2.ellipse(canvas, center, axes, 0, 0, 360, tone_of(color), -1, cv2.LINE_AA)
