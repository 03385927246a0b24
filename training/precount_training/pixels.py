"""Reading and converting pictures, and typed wrappers of OpenCV calls whose stubs lose the pixel type."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", np.uint8, np.float32, np.float64)
Picture = NDArray[np.uint8]  # (height, width, 3) RGB


def read_picture(path: Path) -> Picture:
    """A picture file as RGB, upright by its EXIF. Raises ValueError for a file that is not an image."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{path} is not a readable image.")
    return np.ascontiguousarray(image[..., ::-1], dtype=np.uint8)


def blur(picture: NDArray[Scalar], sigma_px: float) -> NDArray[Scalar]:
    """Gaussian blur of a picture (h, w) or (h, w, c); the pixel type stays."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), dtype=picture.dtype)


def bytes_of(picture: NDArray[Any]) -> NDArray[np.uint8]:
    """Values cut to 0..255 and truncated to bytes."""
    return np.asarray(np.clip(picture, 0, 255), dtype=np.uint8)


def tone_of(color: NDArray[np.float64]) -> list[int]:
    """A color (3,) as OpenCV draws it: cut to 0..255 and truncated."""
    return [int(v) for v in np.clip(color, 0, 255)]


def shrunk_into(picture: NDArray[np.float32], height_px: float, width_px: float) -> NDArray[np.float32]:
    """A picture (h, w) reduced to fit into height x width px; unchanged where it fits already."""
    scale = min(1.0, width_px / picture.shape[1], height_px / picture.shape[0])
    if scale == 1:
        return picture
    size = (max(2, int(picture.shape[1] * scale)), max(2, int(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
