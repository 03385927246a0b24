"""Simulates a phone camera that photographs a scene: viewpoint, light, lens, sensor and file."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import Homography, box_quad, homography, rotate
from precount_training.papers import soft_noise
from precount_training.pixels import Picture, blur


@dataclass(frozen=True)
class Conditions:
    """The conditions of a photo: light, lens and sensor. `ordinary_conditions` draws them."""

    blur_px: float  # lens blur at 4032 px photo width
    noise: float  # grain, standard deviation in 0..255 at mid gray
    warmth: float  # below 0 is bluish
    exposure: float
    vignette: float  # light lost in the corners
    glare: float  # strength of reflected lamps


def ordinary_conditions(rng: np.random.Generator) -> Conditions:
    """The conditions of an ordinary indoor phone photo."""
    return Conditions(
        blur_px=rng.uniform(0.7, 1.25), noise=rng.uniform(2.2, 5.0), warmth=rng.uniform(-0.03, 0.07),
        exposure=rng.uniform(0.98, 1.16), vignette=rng.uniform(0.1, 0.26), glare=rng.uniform(0.0, 0.22),
    )  # fmt: skip


def viewpoint(
    rng: np.random.Generator, scene: tuple[int, int], photo: tuple[int, int], tilt: float = 1.0
) -> Homography:
    """The map from scene px (width, height) to photo px (width, height).

    The photo shows a slightly turned, slanted and keystoned part that lies wholly in the scene.
    """
    margin = np.array([scene[0] - photo[0], scene[1] - photo[1]]) / 2
    frame = box_quad(margin[0], margin[1], margin[0] + photo[0], margin[1] + photo[1])
    frame = rotate(frame, float(np.clip(rng.normal(0, 0.9), -1.6, 1.6)) * tilt, (scene[0] / 2, scene[1] / 2))
    yaw, pitch = rng.uniform(-0.032, 0.032, 2) * tilt
    center = frame.mean(axis=0)
    relative = (frame - center) / (np.array(photo) / 2)
    depth = 1 + yaw * relative[:, 0] + pitch * relative[:, 1]
    frame = center + (frame - center) * depth[:, None]
    inside = np.clip(frame, 1, np.array(scene) - 2)
    return homography(inside, box_quad(0, 0, photo[0], photo[1]))


def expose(picture: Picture, view: Homography, size: tuple[int, int]) -> Picture:
    """The scene seen from the viewpoint: a photo of size (width, height)."""
    return np.asarray(cv2.warpPerspective(picture, view, size, flags=cv2.INTER_CUBIC), dtype=np.uint8)


def develop(rng: np.random.Generator, photo: Picture, conditions: Conditions) -> Picture:
    """Room light, glare, lens and sensor: a new picture of the same size."""
    height, width = photo.shape[:2]
    scale = max(width, height) / 4032
    light = _room_light(rng, height, width, conditions)
    picture = photo.astype(np.float32)
    picture *= light[..., None] * (
        np.array([1 + conditions.warmth, 1.0, 1 - conditions.warmth * 1.25], np.float32) * conditions.exposure
    )
    del light
    if conditions.glare > 0.04:
        _glare(rng, picture, conditions.glare)
    picture = blur(picture, conditions.blur_px * scale)
    _soft_corners(picture, 1.6 * scale)
    _color_fringe(picture)
    _grain(rng, picture, conditions.noise)
    halo = blur(picture, 2.2 * scale)  # phones sharpen with visible halos
    picture = picture * 1.4 - halo * 0.4
    del halo
    return _tone(picture)


def _room_light(rng: np.random.Generator, height: int, width: int, conditions: Conditions) -> NDArray[np.float32]:
    rows, columns = 96, round(96 * width / height)
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    light = 1 - conditions.vignette * (0.55 * x * x + 0.45 * y * y) ** 1.2
    light *= 1 + rng.uniform(-0.09, 0.09) * x - rng.uniform(0.0, 0.14) * y  # lamps hang above
    light *= 1 + 0.09 * soft_noise(rng, rows, columns, 42)
    return np.asarray(cv2.resize(light, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _glare(rng: np.random.Generator, picture: NDArray[np.float32], strength: float) -> None:
    """Blooms of lamps mirrored in plastic and metal: brightest where the picture is bright already."""
    height, width = picture.shape[:2]
    rows, columns = height // 16, width // 16
    bloom = np.zeros((rows, columns), np.float32)
    for _ in range(int(rng.integers(2, 6))):
        x, y = int(rng.integers(columns)), int(rng.integers(rows))
        axes = (int(rng.integers(6, 40)), int(rng.integers(3, 12)))
        cv2.ellipse(bloom, (x, y), axes, rng.uniform(-12, 12), 0, 360, rng.uniform(0.4, 1.0), -1)
    bloom = blur(bloom, 6)
    full = cv2.resize(bloom, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    picture += full * strength * (40 + picture * 0.55)


def _soft_corners(picture: NDArray[np.float32], sigma: float) -> None:
    height, width = picture.shape[:2]
    y, x = np.mgrid[-1:1:64j, -1:1:64j].astype(np.float32)
    share = np.clip((x * x + y * y - 0.75) / 1.1, 0, 0.85)
    mask = cv2.resize(share.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    picture += (blur(picture, max(0.4, sigma)) - picture) * mask


def _color_fringe(picture: NDArray[np.float32]) -> None:
    """Red is imaged a trace larger than blue: about 1 px at the corners."""
    height, width = picture.shape[:2]
    for channel, growth in ((0, 1.00035), (2, 0.99965)):
        matrix = np.array([[growth, 0, (1 - growth) * width / 2], [0, growth, (1 - growth) * height / 2]])
        plane = np.ascontiguousarray(picture[..., channel])
        picture[..., channel] = cv2.warpAffine(
            plane, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )


def _grain(rng: np.random.Generator, picture: NDArray[np.float32], noise: float) -> None:
    """Sensor noise after a phone's denoiser: fine in brightness, blotchy in color, stronger in the dark."""
    height, width = picture.shape[:2]
    level = np.clip(picture.mean(axis=2), 0, 255) / 255
    strength = noise * (1.25 - 0.6 * level)
    luma = cv2.GaussianBlur(rng.standard_normal((height, width), dtype=np.float32), (0, 0), 0.75) * 2.0
    picture += (luma * strength)[..., None]
    half = (height // 4, width // 4)
    for channel in (0, 2):
        blotch = rng.standard_normal(half, dtype=np.float32)
        picture[..., channel] += cv2.resize(blotch, (width, height), interpolation=cv2.INTER_CUBIC) * strength * 0.55


def _tone(picture: NDArray[np.float32]) -> Picture:
    """A phone's tone curve: lifted shadows, rolled-off lights."""
    levels = np.linspace(0, 1, 2048)
    curve = levels**0.86
    curve = curve + 0.10 * np.sin((curve - 0.5) * np.pi * 2) / 2
    table = (6 + 249 * np.clip(curve, 0, 1)).astype(np.float32)
    index = np.clip(picture * (2047 / 262), 0, 2047).astype(np.int32)
    return np.asarray(table[index], dtype=np.uint8)
