"""Typed fronts for the few OpenCV calls whose stubs forget the pixel type."""

from __future__ import annotations

from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", np.uint8, np.float32, np.float64)


def blur(picture: NDArray[Scalar], sigma_px: float) -> NDArray[Scalar]:
    """Gaussian blur of a picture (h, w) or (h, w, c); the pixel type stays."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), dtype=picture.dtype)


def bytes_of(picture: NDArray[Any]) -> NDArray[np.uint8]:
    """Values cut to 0..255 and truncated to bytes."""
    return np.asarray(np.clip(picture, 0, 255), dtype=np.uint8)
