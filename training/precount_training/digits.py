"""MNIST's handwritten digits: reading the files, and measuring slant and stroke weight."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ink = TypeVar("Ink", np.float32, np.float64)


def read_digits(prefix: str, count: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The first `count` images (n, 28, 28) and labels (n,) of the files that begin with `prefix`."""
    images = np.fromfile(f"{prefix}-images-idx3-ubyte", np.uint8, 28 * 28 * count, offset=16)
    labels = np.fromfile(f"{prefix}-labels-idx1-ubyte", np.uint8, count, offset=8)
    return images.reshape(-1, 28, 28), labels


def slant_and_weight(ink: NDArray[Ink]) -> tuple[NDArray[Ink], NDArray[np.float64]]:
    """Slant and stroke weight of images (n, 28, 28) in 0..1.

    The slant is the shift to the right per px of height (0 = upright), the weight is the ink per row in px.
    """
    rows, columns = np.mgrid[0:28, 0:28].astype(ink.dtype)
    mass = ink.sum(axis=(1, 2))
    dy = rows - ((ink * rows).sum(axis=(1, 2)) / mass)[:, None, None]
    dx = columns - ((ink * columns).sum(axis=(1, 2)) / mass)[:, None, None]
    slant = -(ink * dx * dy).sum(axis=(1, 2)) / (ink * dy * dy).sum(axis=(1, 2))
    return slant, np.asarray(mass / (ink > 0.3).any(axis=2).sum(axis=1), dtype=np.float64)
