"""Packages drawn by us: boxes, cans, bottles, jars, crates of produce, shipping cartons."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.ink import barcode
from precount_training.labels import BRANDS, draw_label, print_text
from precount_training.papers import outline, soft_noise
from precount_training.pixels import blur, bytes_of
from precount_training.products import Catalog, Color, Kind, Produce, Product


def _round_light(width: int, gloss: float) -> NDArray[np.float32]:
    """Light across a cylinder (width,): dark at both sides, a bright streak off the middle."""
    u = np.linspace(-1, 1, width, dtype=np.float32)
    return np.asarray(
        0.42 + 0.6 * np.sqrt(np.maximum(0, 1 - u * u)) + gloss * np.exp(-(((u + 0.35) / 0.12) ** 2)),
        dtype=np.float32,
    )


def draw_product(rng: np.random.Generator, kind: Kind, catalog: Catalog, px_per_cm: float) -> Product:
    """A drawn package of one kind at the size it will have in the photo (rounded up)."""
    sizes: dict[str, tuple[float, float, float]] = {
        "box": (rng.uniform(9, 19), rng.uniform(14, 25), rng.uniform(4, 8)),
        "can": (7.4, rng.choice([10.5, 11.0, 7.5]), 7.4),
        "bottle": (rng.uniform(6.5, 8.5), rng.uniform(22, 27), 7.5),
        "jar": (rng.uniform(6.5, 8.5), rng.uniform(9, 14), 7.5),
    }
    width_cm, height_cm, depth_cm = sizes[kind]
    width, height = round(width_cm * px_per_cm), round(height_cm * px_per_cm)
    picture = catalog.produce[int(rng.integers(len(catalog.produce)))] if rng.random() < 0.6 else None
    alpha = np.full((height, width), 255, np.uint8)
    if kind == "box":
        front, color = draw_label(rng, width, height, picture)
        front = _board_edges(rng, front)
        cap: Color | None = None
    elif kind == "can":
        front, color = _can(rng, width, height, picture)
        cap = (190, 192, 196)
        alpha = _rounded(width, height, width * 0.05)
    else:
        front, alpha, color, cap = _bottle(rng, width, height, picture, kind)
    front = blur(front, 0.9)
    return Product(kind, np.dstack([front, alpha]), width_cm, height_cm, depth_cm, color, cap)


def _board_edges(rng: np.random.Generator, front: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A cardboard front: slightly bulging, with edges that catch the light and corners that are worn."""
    height, width = front.shape[:2]
    light = 1 + 0.05 * soft_noise(rng, height, width, width / 2)
    rim = max(2, width // 90)
    light[:rim] *= 1.14
    light[-rim:] *= 0.72
    light[:, :rim] *= 1.1
    light[:, -rim:] *= 0.78
    light = blur(light, rim * 0.5)
    gloss = np.exp(-(((np.linspace(0, 1, width) - rng.uniform(0.1, 0.9)) / 0.25) ** 2)) * rng.uniform(0, 14)
    return np.clip(front * light[..., None] + gloss[None, :, None], 0, 255).astype(np.uint8)


def _rounded(width: int, height: int, radius: float) -> NDArray[np.uint8]:
    return (outline(height, width, radius) * 255).astype(np.uint8)


def _can(rng: np.random.Generator, width: int, height: int, picture: Produce | None) -> tuple[NDArray[np.uint8], Color]:
    label, color = draw_label(rng, width, height, picture)
    rim = max(3, round(height * 0.035))
    metal = np.linspace(150, 222, rim, dtype=np.float32)[:, None, None] * np.ones((1, width, 3), np.float32)
    can = label.astype(np.float32)
    can[:rim], can[-rim:] = metal, metal[::-1]
    can[rim : rim + 2] *= 0.55
    can[-rim - 2 : -rim] *= 0.55
    return np.clip(can * _round_light(width, 0.22)[None, :, None], 0, 255).astype(np.uint8), color


def _bottle(
    rng: np.random.Generator, width: int, height: int, picture: Produce | None, kind: Kind
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], Color, Color]:
    neck = 0.38 if kind == "bottle" else 0.86
    shoulder = 0.34 if kind == "bottle" else 0.2
    cap_height = 0.1 if kind == "bottle" else 0.14
    profile = [
        (0.5 - neck / 2, cap_height),
        (0.5 - neck / 2, shoulder * 0.55),
        (0.01, shoulder),
        (0.01, 0.985),
        (0.05, 1.0),
    ]
    points = profile + [(1 - x, y) for x, y in reversed(profile)]
    alpha = np.zeros((height, width), np.uint8)
    cv2.fillPoly(alpha, [np.array([[x * width, y * height] for x, y in points], dtype=np.int32)], 255, cv2.LINE_AA)
    alpha = (blur(alpha, width * 0.02).astype(np.float32) - 96).clip(0, 64).astype(np.uint8)
    alpha = np.minimum(255, alpha.astype(np.int32) * 4).astype(np.uint8)
    liquid: Color = (
        (150, 84, 20),
        (190, 40, 30),
        (228, 160, 40),
        (60, 92, 40),
        (236, 232, 220),
        (40, 110, 170),
        (210, 120, 150),
    )[int(rng.integers(7))]
    body = np.full((height, width, 3), liquid, np.float32)
    body *= np.linspace(0.85, 1.05, height, dtype=np.float32)[:, None, None]
    label, _ = draw_label(rng, width, round(height * 0.46), picture)
    top = round(height * (shoulder + 0.1))
    body[top : top + label.shape[0]] = label
    body *= _round_light(width, 0.3)[None, :, None]
    cap: Color = ((30, 30, 34), (200, 36, 40), (232, 232, 228), (196, 160, 70), (24, 90, 60))[int(rng.integers(5))]
    lid = round(height * cap_height) + 2
    half = neck / 2 + 0.02
    x0, x1 = round((0.5 - half) * width), round((0.5 + half) * width)
    ridges = 1 + 0.12 * np.sin(np.arange(x1 - x0) * 1.1)[None, :, None]
    body[:lid, x0:x1] = np.array(cap, np.float32) * _round_light(x1 - x0, 0.25)[None, :, None] * ridges
    alpha[2:lid, x0:x1] = 255
    return np.clip(body, 0, 255).astype(np.uint8), alpha, liquid, cap


def draw_crate(rng: np.random.Generator, catalog: Catalog, px_per_cm: float) -> Product:
    """A crate of loose produce, heaped above its front wall."""
    width_cm, wall_cm, heap_cm = rng.uniform(30, 40), rng.uniform(9, 12), rng.uniform(9, 13)
    width, wall, heap = (round(v * px_per_cm) for v in (width_cm, wall_cm, heap_cm))
    photo = catalog.produce[int(rng.integers(len(catalog.produce)))].photo
    if rng.random() < 0.5:
        photo = photo[:, ::-1]
    scale = width / photo.shape[1] * 1.02
    rows = min(photo.shape[0], round((heap + wall) / scale) + 4)
    first = int(rng.integers(0, max(1, photo.shape[0] - rows)))
    goods = cv2.resize(photo[first : first + rows], (width, heap + wall), interpolation=cv2.INTER_CUBIC).astype(
        np.float32
    )
    goods = np.clip(cv2.addWeighted(goods, 1.5, blur(goods, 4), -0.5, 0), 0, 255)
    goods *= np.linspace(0.8, 1.12, heap + wall, dtype=np.float32)[:, None, None]
    x = np.linspace(0, 1, width)
    bumps = np.interp(x, np.linspace(0, 1, 12), np.abs(rng.normal(0, 0.09, 12)))
    ridge = (heap * (0.42 - 0.34 * np.sin(np.pi * x) ** 0.5 + bumps)).clip(heap * 0.05, heap * 0.8)
    color: Color = ((28, 30, 32), (24, 92, 54), (30, 70, 140), (172, 128, 82), (60, 62, 66))[int(rng.integers(5))]
    front = np.full((wall, width, 3), color, np.float32) * np.linspace(1.15, 0.8, wall, dtype=np.float32)[:, None, None]
    front[: max(3, wall // 12)] *= 1.3
    if color[0] < 150:  # a plastic crate has slots
        slots = int(width_cm / 3.2)
        for i in range(slots):
            a, b = round((i + 0.22) * width / slots), round((i + 0.78) * width / slots)
            front[round(wall * 0.28) : round(wall * 0.42), a:b] *= 0.35
            front[round(wall * 0.56) : round(wall * 0.7), a:b] *= 0.35
    goods[:heap] = _heap(goods[:heap], ridge, np.array(color, np.float32))
    goods[heap:] = front
    goods[heap - 10 : heap] *= 0.7
    rim = round(heap * 0.42)  # the far wall's edge; produce is heaped above it
    alpha = np.full((heap + wall, width), 255, np.uint8)
    over = (np.arange(rim)[:, None] > ridge[None, :]).astype(np.float32) * 255
    alpha[:rim] = bytes_of(blur(over, 2.0))
    crate = np.dstack([np.clip(goods, 0, 255).astype(np.uint8), alpha])
    return Product("crate", crate, width_cm, wall_cm + heap_cm, 30.0, color)


def _heap(goods: NDArray[np.float32], ridge: NDArray[np.float64], color: NDArray[np.float32]) -> NDArray[np.float32]:
    """Produce (h, w, 3) below its ridge (w,); above it, the inside of the crate's far wall, in shade."""
    height, width = goods.shape[:2]
    depth = np.arange(height, dtype=np.float32)[:, None] - ridge[None, :].astype(np.float32)
    shown = blur((depth > 0).astype(np.float32), 2.5)[..., None]
    round_off = np.clip(0.55 + depth / (0.3 * height), 0.5, 1.0)[..., None]  # what lies at the back gets less light
    inside = color * np.linspace(0.62, 0.3, height, dtype=np.float32)[:, None]
    far_wall = np.repeat(inside[:, None, :], width, axis=1) * np.linspace(0.8, 1.0, width)[None, :, None]
    return np.asarray(goods * round_off * shown + far_wall * (1 - shown), dtype=np.float32)


def draw_shipping_carton(rng: np.random.Generator, px_per_cm: float) -> Product:
    """A brown carton with tape, bars and print."""
    width_cm, height_cm = rng.uniform(24, 38), rng.uniform(15, 22)
    width, height = round(width_cm * px_per_cm), round(height_cm * px_per_cm)
    tone = np.array((186, 146, 102), np.float32) * rng.uniform(0.88, 1.08)
    front = (
        tone * (1 + 0.03 * soft_noise(rng, height, width, 60) + 0.015 * soft_noise(rng, height, width, 3))[..., None]
    )
    front[:, :: max(4, width // 90)] *= 0.985
    a = round(width * rng.uniform(0.42, 0.5))
    front[: round(height * 0.3), a : a + round(5 * px_per_cm)] *= (1.1, 1.08, 1.0)
    picture = np.clip(front, 0, 255).astype(np.uint8)
    print_text(picture, str(rng.choice(BRANDS)).upper(), "barlow-condensed", (0.06, 0.4, 0.4, 0.26), (70, 50, 34))
    print_text(
        picture,
        str(rng.choice(["THIS SIDE UP", "FRAGILE", "KEEP DRY", "24 x 500 G"])),
        "roboto",
        (0.06, 0.72, 0.4, 0.1),
        (70, 50, 34),
    )
    bars = barcode(rng, round(height * 0.3), round(width * 0.24))
    part = picture[round(height * 0.5) :, round(width * 0.66) :][: bars.shape[0], : bars.shape[1]]
    part[...] = (part * (1 - 0.8 * bars[..., None])).astype(np.uint8)
    color = (int(tone[0]), int(tone[1]), int(tone[2]))
    alpha = np.full((height, width), 255, np.uint8)
    return Product("box", np.dstack([picture, alpha]), width_cm, height_cm, 26.0, color)
