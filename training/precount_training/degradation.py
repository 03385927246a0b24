"""Degrades a piece of a photo: light, shadow, glare, blur, motion, grain, sharpening, JPEG."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]  # (h, w, 3), 0..255
NOISE_PX = 1024


@cache
def _noise() -> NDArray[np.float32]:
    """White noise (NOISE_PX, NOISE_PX, 3) that pieces are cut from; drawing new noise each time is slow."""
    return np.random.default_rng(1).standard_normal((NOISE_PX, NOISE_PX, 3), dtype=np.float32)


def grain(rng: np.random.Generator, height: int, width: int) -> NDArray[np.float32]:
    """Standard normal noise (height, width, 3); beyond NOISE_PX it repeats."""
    if height > NOISE_PX or width > NOISE_PX:
        times = (-(-height // NOISE_PX), -(-width // NOISE_PX), 1)
        return np.tile(_noise(), times)[:height, :width]
    y, x = int(rng.integers(0, NOISE_PX - height + 1)), int(rng.integers(0, NOISE_PX - width + 1))
    piece = _noise()[y : y + height, x : x + width]
    return piece[:: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1]))]


def _ramp(rng: np.random.Generator, height: int, width: int) -> NDArray[np.float32]:
    angle = rng.uniform(0, 2 * np.pi)
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.float32(np.sin(angle))
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :] * np.float32(np.cos(angle))
    return x + y - np.float32(rng.uniform(-0.6, 0.6))


CAREFUL = (0.1, 0.6)  # range of severity of photos taken in good light


def degraded(rng: np.random.Generator, picture: Picture, scale: float, careful: bool = False) -> NDArray[np.uint8]:
    """A degraded picture; `scale` relates blur to the sticker size, 1 = a sticker 300 px wide."""
    height, width = picture.shape[:2]
    # two thirds of all photos are of ordinary quality; unreadable digits are mostly useless for training
    severity = 1.0 if not careful and rng.random() < 0.35 else rng.uniform(*CAREFUL)
    dark = rng.random() < 0.12 * severity
    level = rng.uniform(0.22, 0.45) if dark else rng.uniform(0.48, 1.15)
    tint = np.array([1 + rng.normal(0, 0.07), 1, 1 + rng.normal(0, 0.09)], np.float32)
    picture = picture * (tint * np.float32(level))
    if rng.random() < 0.35:  # a shadow's edge, hard or soft
        edge = 1 / (1 + np.exp(-_ramp(rng, height, width) * rng.uniform(2, 25)))
        picture *= (1 - rng.uniform(0.1, 0.6) * edge)[..., None].astype(np.float32)
    if rng.random() < 0.2:  # a lamp reflected in foil
        y, x = np.ogrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
        center, size = rng.uniform(0, 1, 2), rng.uniform(0.06, 0.4, 2)
        spot = np.exp(-(((x - center[0]) / size[0]) ** 2) - ((y - center[1]) / size[1]) ** 2) * rng.uniform(30, 120)
        picture += spot[..., None].astype(np.float32)
    if rng.random() < 0.06:  # a fold in a plastic cover
        line = np.exp(-((_ramp(rng, height, width) / rng.uniform(0.02, 0.08)) ** 2)) * rng.uniform(30, 160)
        picture += line[..., None].astype(np.float32)
    is_blurred = rng.random() < 0.18 * severity
    sigma = (rng.uniform(1.5, 2.6) if is_blurred else rng.uniform(0.3, 0.6 + 0.9 * severity)) * scale
    if sigma > 0.35:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    if rng.random() < 0.15 * severity:
        picture = _moved(rng, picture, scale)
    strength = rng.uniform(0, 2 + 4 * severity)
    noise = grain(rng, height, width)
    picture = (
        picture
        + noise[..., :1] * np.float32(strength)
        + noise[..., ::-1] * np.float32(rng.uniform(0, 0.6 * strength + 1))
    )
    if rng.random() < 0.5:
        amount = rng.uniform(0.2, 0.9)
        picture = picture * (1 + amount) - cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2.0)) * amount
    picture = np.clip(picture, 0, 255)
    if dark and rng.random() < 0.5:  # phones brighten dark pictures and their noise
        picture = np.clip(picture * rng.uniform(1.2, 2.5), 0, 255)
    if rng.random() < 0.5:
        table = (255 * (np.arange(256) / 255) ** rng.uniform(0.7, 1.4)).astype(np.uint8)
        done = table[picture.astype(np.uint8)]
    else:
        done = picture.astype(np.uint8)
    return _recoded(rng, done)


def _moved(rng: np.random.Generator, picture: Picture, scale: float) -> Picture:
    """Motion blur along a line."""
    length = max(3, int(rng.uniform(3, 9) * scale)) | 1
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length // 2, length // 2), rng.uniform(0, 180), 1)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(1e-3, float(kernel.sum()))), np.float32)


def _recoded(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Encode as JPEG and decode."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 97))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
