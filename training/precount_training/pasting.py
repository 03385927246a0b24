"""Pastes papers onto a photo: curled, in perspective, with their shadow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import Points, box_quad, homography
from precount_training.papers import Rgba


def curled(rng: np.random.Generator, paper: Rgba) -> Rgba:
    """The paper with bowed rows and unmoved corners."""
    rows, columns = paper.shape[:2]
    rise = rng.uniform(-0.06, 0.06) * rows
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    bend = rise * np.sin(np.pi * x / columns + rng.uniform(-0.3, 0.3))
    return np.asarray(
        cv2.remap(paper, x, (y + bend).astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )


def paste(rng: np.random.Generator, piece: NDArray[np.float32], paper: Rgba, quad: Points) -> None:
    """Put a paper (h, w, 4) into the quad of a piece (h, w, 3), with its shadow, in place."""
    size = (piece.shape[1], piece.shape[0])
    source = box_quad(0, 0, paper.shape[1], paper.shape[0]) - 0.5
    matrix = homography(source, quad - 0.5)
    flat = paper.copy()
    flat[..., :3] *= flat[..., 3:]
    seen = cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_LINEAR)
    alpha = np.clip(seen[..., 3:], 0, 1)
    if rng.random() < 0.8:
        reach = rng.uniform(0.005, 0.04) * float(np.linalg.norm(quad[1] - quad[0]))
        shift = np.array([[1, 0, rng.uniform(-0.7, 0.7) * reach], [0, 1, rng.uniform(0, 1) * reach]])
        shadow = cv2.warpAffine(np.ascontiguousarray(alpha[..., 0]), shift, size)
        shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.6, reach * 0.7)) * np.float32(rng.uniform(0.1, 0.6))
        piece *= 1 - shadow[..., None]
    piece *= 1 - alpha
    piece += np.clip(seen[..., :3], 0, 1) * np.float32(255)
