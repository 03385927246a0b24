"""One package in perspective: its shadow, front, side and lid, a cylinder's rings."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from precount_training.faces import curved, disc
from precount_training.gable_top import draw_gable_top
from precount_training.geometry import Points
from precount_training.perspective import Perspective, Strip
from precount_training.pixels import blur
from precount_training.products import Product
from precount_training.shelves import Compartment


@dataclass(frozen=True)
class Placed:
    """A package and its limits: px of the front plane across and up, cm behind it."""

    product: Product
    left: float
    right: float
    top: float
    base: float
    near_cm: float
    far_cm: float

    @classmethod
    def at(cls, product: Product, left: float, base: float, near_cm: float, px_per_cm: float) -> Placed:
        """A package whose front is at (left, base), `near_cm` behind the front plane."""
        right, top = left + product.width_cm * px_per_cm, base - product.height_cm * px_per_cm
        return cls(product, left, right, top, base, near_cm, near_cm + product.depth_cm)


def draw_package(
    rng: np.random.Generator, strip: Strip, perspective: Perspective, shelf: Compartment, placed: Placed
) -> Points | None:
    """Draw one package with its visible faces; returns its front's quad, None outside of the scene."""
    p, z = placed.product, placed.near_cm
    turn = rng.normal(0, 0.035) * p.width_cm if p.kind != "crate" else 0.0  # goods are never aligned exactly
    left, right, top, base = placed.left, placed.right, placed.top, placed.base
    quad = perspective.face(
        ((left, top, z - turn), (right, top, z + turn), (right, base, z + turn), (left, base, z - turn))
    )
    if quad[:, 0].max() < 0 or quad[:, 0].min() > strip.picture.shape[1]:
        return None
    _shadow(strip, quad, 0.9 * perspective.px_per_cm)
    own = float(np.clip(rng.normal(1, 0.03), 0.9, 1.08)) * (1.12 if p.kind == "crate" else 1.0)
    light = shelf.shade(float(quad[0, 1]), z) * own, shelf.shade(float(quad[2, 1]), z) * own
    if p.kind in ("gable", "brick", "box"):
        _side(strip, perspective, placed, light)
    if p.kind in ("box", "brick") and top > perspective.eye[1]:
        far = placed.far_cm
        lid = perspective.face(((left, top, z), (right, top, z), (right, top, far), (left, top, far)))
        strip.fill(lid, np.array(p.top) * light[0] * 0.95)
    if p.kind == "gable":
        draw_gable_top(strip, perspective, p, (left, right), top, z, light[0])
    if p.kind in ("can", "jar", "bottle"):
        _cylinder(strip, perspective, placed, quad, light)
    else:
        strip.paste(p.front, quad, *light)
    return quad


def _side(strip: Strip, perspective: Perspective, placed: Placed, light: tuple[float, float]) -> None:
    """The visible side, if any."""
    top, base, near, far = placed.top, placed.base, placed.near_cm, placed.far_cm
    if placed.right < perspective.eye[0] - 2:
        x, first, second = placed.right, near, far
    elif placed.left > perspective.eye[0] + 2:
        x, first, second = placed.left, far, near
    else:
        return
    face = perspective.face(((x, top, first), (x, top, second), (x, base, second), (x, base, first)))
    strip.paste(placed.product.front, face, light[0] * 0.62, light[1] * 0.62)


def _cylinder(strip: Strip, perspective: Perspective, placed: Placed, quad: Points, light: tuple[float, float]) -> None:
    """A front whose rings show as arcs, and its lid from above."""
    p, near, far = placed.product, placed.near_cm, placed.far_cm
    middle, height = (near + far) / 2, placed.base - placed.top
    rise = [
        float(perspective.project(placed.left, y, near)[1] - perspective.project(placed.left, y, middle)[1]) / height
        for y in (placed.top, placed.base)
    ]
    picture, reach = curved(p.front, rise[0], rise[1])
    grow = np.outer([-1, -1, 1, 1], [0, reach * (quad[3, 1] - quad[0, 1])])
    strip.paste(picture, quad + grow, *light)
    if placed.top <= perspective.eye[1]:
        return
    corners = ((placed.left, placed.top, near), (placed.right, placed.top, near), (placed.left, placed.top, far))
    left, right, back = perspective.face(corners)
    share = {"can": 0.98, "jar": 0.88, "bottle": 0.41}[p.kind]
    half, drop = (right[0] - left[0]) / 2 * share, abs(left[1] - back[1]) / 2
    # the front picture's top edge is the near rim; a narrow lid's rim starts higher on its own ellipse
    center = (round((left[0] + right[0]) / 2), round(left[1] - drop * share - strip.top_px))
    tone = np.array(p.cap or (190, 190, 190), dtype=np.float64) * light[0]
    for shrink, shade in ((1.0, 1.05), (0.87, 0.8 if p.kind == "can" else 0.96)):
        axes = (max(1, round(half * shrink)), max(1, round(drop * share * shrink)))
        disc(strip.picture, center, axes, tone * shade)


def _shadow(strip: Strip, quad: Points, reach: float) -> None:
    """Draw the shadow around and behind a package."""
    height, width = strip.picture.shape[:2]
    x0, x1 = int(max(0, quad[:, 0].min() - reach)), int(min(width, quad[:, 0].max() + reach))
    y0 = int(max(0, quad[:, 1].min() - strip.top_px - reach * 0.3))
    y1 = int(min(height, quad[:, 1].max() - strip.top_px + reach))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    mask = np.zeros((48, 48), np.float32)
    mask[5:-5, 5:-5] = 0.5
    soft = cv2.resize(blur(mask, 3), (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    part = strip.picture[y0:y1, x0:x1]
    part[...] = (part * (1 - soft[..., None])).astype(np.uint8)
