"""The top of a drink carton: its sloped roof, the seam above it, and the cap."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.faces import disc
from precount_training.geometry import Points
from precount_training.perspective import Perspective, Strip
from precount_training.pixels import tone_of
from precount_training.products import Color, Product


def draw_gable_top(
    strip: Strip, perspective: Perspective, product: Product, across: tuple[float, float], top: float, z_cm: float,
    light: float,
) -> None:  # fmt: skip
    """Draw what is above y = `top` of a carton that reaches `across` from x to x, `z_cm` behind the front plane."""
    (left, right), px_per_cm, ridge_z = across, perspective.px_per_cm, z_cm + product.depth_cm / 2
    ridge, seam = top - 3.0 * px_per_cm, top - 4.4 * px_per_cm
    fin = perspective.face((x, y, ridge_z) for x, y in ((left, ridge), (right, ridge), (right, seam), (left, seam)))
    strip.fill(fin, (np.array(product.top) * 0.55 + 100) * light * 0.95)
    roof = perspective.face(((left, top, z_cm), (right, top, z_cm), (right, ridge, ridge_z), (left, ridge, ridge_z)))
    strip.paste(_roof(product.top), roof, light * 1.0, light * 1.1)
    if product.cap:
        _cap(strip, roof, perspective.shrunk(1.55 * px_per_cm, z_cm), px_per_cm, product.cap, product.top, light)


@lru_cache(maxsize=128)
def _roof(color: Color) -> NDArray[np.uint8]:
    """The front slope (96, 96, 4): lighter towards the ridge, creased at both sides."""
    v, u = np.mgrid[0:1:96j, 0:1:96j]
    light = 0.92 + 0.14 * (1 - v)
    fold = np.minimum(u, 1 - u) < 0.16 * v
    light = np.where(fold, light * 0.86, light)
    light = np.where(np.abs(np.minimum(u, 1 - u) - 0.16 * v) < 0.012, light * 1.12, light)
    picture = np.clip(np.array(color) * light[..., None], 0, 255)
    return np.dstack([picture, np.full((96, 96), 255.0)]).astype(np.uint8)


def _cap(
    strip: Strip, roof: Points, radius_px: float, px_per_cm: float, color: Color, under: Color, light: float
) -> None:
    """A grooved screw cap in the middle of the roof (a quad), with its shadow on the carton's color `under`."""
    picture, center = strip.picture, (roof[0] + roof[1] + roof[2] + roof[3]) / 4
    squash = float(np.clip(abs(roof[0][1] - roof[3][1]) / (4.2 * px_per_cm), 0.35, 0.9))
    x, y = round(center[0]), round(center[1] - strip.top_px)
    tone = np.array(color, dtype=np.float64)
    axes = (round(radius_px), round(radius_px * squash))
    shadow = (axes[0] + 5, axes[1] + 4)
    disc(picture, (x, round(y + 0.25 * px_per_cm)), shadow, np.array(under) * 0.5 * light)
    for step in range(13):  # the cap's side, ring by ring, then its lid
        shade = 0.58 + 0.3 * step / 12 if step < 12 else 1.02
        disc(picture, (x, round(y - step * 0.075 * px_per_cm)), axes, tone * shade * light)
    lid_y = round(y - 0.9 * px_per_cm)
    inner = (round(axes[0] * 0.8), round(axes[1] * 0.78))
    cv2.ellipse(picture, (x, lid_y), inner, 0, 200, 340, tone_of(tone * 1.12 * light), 3, cv2.LINE_AA)
    for angle in np.linspace(0.15, np.pi - 0.15, 17):
        at_x, at_y = round(x + np.cos(angle) * axes[0]), lid_y + np.sin(angle) * axes[1]
        upper, lower = round(at_y + 0.1 * px_per_cm), round(at_y + 0.8 * px_per_cm)
        cv2.line(picture, (at_x, upper), (at_x, lower), tone_of(tone * 0.55 * light), 1, cv2.LINE_AA)
