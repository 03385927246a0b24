"""Printed labels of invented brands, for boxes, cans and bottles."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import ink as inks
from precount_training.papers import soft_noise
from precount_training.pixels import blur
from precount_training.products import PLAIN, Color, Produce
from precount_training.sources import HEADLINE_FONTS

BRANDS = (
    "Solvang",
    "Norda",
    "Fjell & Co",
    "MIRA",
    "Bonté",
    "Kornhof",
    "ALVA",
    "Tresor",
    "Luma",
    "PONTE",
    "Hedda",
    "Casa Rea",
    "Vitalo",
    "OLIN",
    "Brigg",
    "Sanna",
)
SMALL_PRINT = (
    "Store in a cool and dry place",
    "Best before: see lid",
    "Product of Norway",
    "No added sugar",
    "Rich in fibre",
    "100 % natural",
)
TONES: tuple[tuple[Color, Color, Color], ...] = (
    ((196, 30, 38), (250, 226, 180), (255, 255, 255)),
    ((18, 84, 56), (220, 196, 92), (255, 255, 250)),
    ((20, 52, 122), (240, 244, 250), (255, 214, 60)),
    ((244, 190, 28), (176, 32, 36), (30, 30, 34)),
    ((240, 238, 228), (60, 120, 84), (30, 60, 44)),
    ((92, 44, 30), (228, 186, 120), (255, 248, 232)),
    ((226, 108, 30), (255, 240, 210), (70, 30, 10)),
    ((30, 30, 34), (198, 160, 84), (250, 246, 236)),
    ((122, 40, 104), (244, 214, 232), (255, 255, 255)),
    ((92, 168, 196), (250, 250, 250), (18, 62, 100)),
    ((250, 250, 248), (214, 40, 60), (30, 34, 70)),
    ((146, 184, 60), (252, 250, 220), (34, 70, 20)),
)


def print_text(
    front: NDArray[np.uint8],
    text: str,
    family: str,
    box: tuple[float, float, float, float],
    color: Color,
    bold: bool = True,
) -> None:
    """Print centered text into box (x, y, w, h as shares of the front)."""
    height, width = front.shape[:2]
    mask = inks.printed(text, family, box[3] * height, box[2] * width, bold)
    x = round(box[0] * width + (box[2] * width - mask.shape[1]) / 2)
    y = round(box[1] * height + (box[3] * height - mask.shape[0]) / 2)
    part = front[y : y + mask.shape[0], x : x + mask.shape[1]]
    alpha = mask[: part.shape[0], : part.shape[1], None] * 0.96
    part[...] = (part * (1 - alpha) + np.array(color) * alpha).astype(np.uint8)


def draw_label(
    rng: np.random.Generator, width: int, height: int, picture: Produce | None
) -> tuple[NDArray[np.uint8], Color]:
    """A printed label (height, width, 3) of an invented brand, and its main color."""
    base, second, text = TONES[int(rng.integers(len(TONES)))]
    fade = np.linspace(1.06, 0.86, height, dtype=np.float32)[:, None, None]
    label = np.clip(np.full((height, width, 3), base, np.float32) * fade, 0, 255).astype(np.uint8)
    texture = 1 + 0.05 * soft_noise(rng, height, width, max(6, width / 5))[..., None]
    label = np.clip(label * texture, 0, 255).astype(np.uint8)
    _backdrop(rng, label, int(rng.integers(5)), base, second, text)
    family, contents = str(rng.choice(HEADLINE_FONTS)), PLAIN if picture is None else picture.contents
    top = rng.uniform(0.05, 0.09)
    brand_box = (0.08, top, 0.84, 0.16)
    if rng.random() < 0.35:  # the brand in a badge of its own
        center, axes = (
            (width // 2, round(height * (top + 0.08))),
            (round(width * 0.46), round(height * 0.105)),
        )
        cv2.ellipse(label, center, axes, 0, 0, 360, second, -1, cv2.LINE_AA)
        cv2.ellipse(label, center, axes, 0, 0, 360, text, max(2, width // 120), cv2.LINE_AA)
        print_text(
            label,
            str(rng.choice(BRANDS)),
            family,
            (0.16, top + 0.02, 0.68, 0.12),
            base if second != base else text,
        )
    else:
        print_text(label, str(rng.choice(BRANDS)), family, brand_box, text)
    print_text(label, str(rng.choice(contents)), str(rng.choice(HEADLINE_FONTS)), (0.1, 0.265, 0.8, 0.09), text)
    print_text(label, str(rng.choice(SMALL_PRINT)), "work-sans", (0.15, 0.37, 0.7, 0.03), text, False)
    if picture is not None:
        _vignette(rng, label, picture.photo)
    else:
        _emblem(rng, label, base, second)
    print_text(label, f"{rng.choice([250, 300, 400, 500, 750])} g", "roboto", (0.66, 0.9, 0.26, 0.045), text)
    for line in range(3):
        print_text(
            label,
            str(rng.choice(SMALL_PRINT)),
            "roboto",
            (0.06, 0.9 + line * 0.024, 0.42, 0.016),
            text,
            False,
        )
    if rng.random() < 0.3:
        spot = (round(width * 0.82), round(height * 0.45))
        cv2.circle(label, spot, round(width * 0.12), (226, 44, 40), -1, cv2.LINE_AA)
        print_text(
            label,
            str(rng.choice(["NEW", "BIO", "-25%", "XL"])),
            "inter",
            (0.74, 0.42, 0.16, 0.06),
            (255, 255, 255),
        )
    return label, base


def _backdrop(
    rng: np.random.Generator,
    label: NDArray[np.uint8],
    design: int,
    base: Color,
    second: Color,
    text: Color,
) -> None:
    """The large shapes of a label."""
    height, width = label.shape[:2]
    if design == 0:
        center = (width // 2, round(height * rng.uniform(0.9, 1.1)))
        cv2.ellipse(label, center, (round(width * 0.8), round(height * 0.42)), 0, 0, 360, second, -1, cv2.LINE_AA)
    elif design == 1:
        y = rng.uniform(0.42, 0.6) * height
        points = np.array([[0, y], [width, y - height * 0.14], [width, height], [0, height]], dtype=np.int32)
        cv2.fillPoly(label, [points], second, cv2.LINE_AA)
    elif design == 2:
        cv2.rectangle(label, (0, round(height * 0.45)), (width, round(height * 0.87)), second, -1)
        cv2.rectangle(label, (0, round(height * 0.44)), (width, round(height * 0.448)), text, -1)
        cv2.rectangle(label, (0, round(height * 0.872)), (width, round(height * 0.88)), text, -1)
    elif design == 3:
        for i in range(-2, 14, 2):
            x = width * i / 12
            stripe = [
                [x, height],
                [x + width / 12, height],
                [x + width * 0.32, height * 0.42],
                [x + width * 0.24, height * 0.42],
            ]
            tone = [int(v * 0.88) for v in base]
            cv2.fillPoly(label, [np.array(stripe, dtype=np.int32)], tone, cv2.LINE_AA)
        cv2.circle(label, (width // 2, round(height * 0.66)), round(width * 0.42), second, -1, cv2.LINE_AA)
    else:
        x = np.linspace(0, 1, 40)
        for shift, dim in ((0.0, 1.0), (0.06, 0.85)):
            wave = height * (0.55 + shift + 0.05 * np.sin(x * 7 + shift * 30))
            points = np.vstack([np.column_stack([x * width, wave]), [[width, height], [0, height]]]).astype(np.int32)
            cv2.fillPoly(label, [points], [int(v * dim) for v in second], cv2.LINE_AA)


def _emblem(rng: np.random.Generator, label: NDArray[np.uint8], base: Color, second: Color) -> None:
    """A drawn motif where there is no photo: leaves around a stem, or rings."""
    height, width = label.shape[:2]
    center = np.array([width / 2, height * 0.65])
    tone = tuple(int(v * 0.6 + w * 0.2) for v, w in zip(base, second, strict=True))
    if rng.random() < 0.65:
        leaf = (round(width * 0.085), round(width * 0.03))
        for i in range(5):
            for side in (-1, 1):
                at = center + np.array([side * width * 0.09, (i - 2) * height * 0.07])
                cv2.ellipse(label, (round(at[0]), round(at[1])), leaf, -35 * side, 0, 360, tone, -1, cv2.LINE_AA)
        a, b = center - np.array([0, height * 0.17]), center + np.array([0, height * 0.2])
        cv2.line(
            label,
            (round(a[0]), round(a[1])),
            (round(b[0]), round(b[1])),
            tone,
            max(3, width // 60),
            cv2.LINE_AA,
        )
    else:
        for radius in (0.3, 0.22, 0.1):
            at = (round(center[0]), round(center[1]))
            cv2.circle(label, at, round(width * radius), tone, max(4, width // 30), cv2.LINE_AA)


def _vignette(rng: np.random.Generator, label: NDArray[np.uint8], picture: NDArray[np.uint8]) -> None:
    """Print a round picture of produce on the label."""
    height, width = label.shape[:2]
    size = round(min(width * 0.78, height * 0.5))
    photo = cv2.resize(picture, (size, size), interpolation=cv2.INTER_CUBIC)
    mask = np.zeros((size, size), np.uint8)
    cv2.ellipse(
        mask,
        (size // 2, size // 2),
        (size // 2 - 2, round(size * rng.uniform(0.36, 0.48))),
        0,
        0,
        360,
        255,
        -1,
        cv2.LINE_AA,
    )
    x, y = (width - size) // 2, min(height - size, round(height * 0.42))
    alpha = (blur(mask, 1.5) / 255.0)[..., None]
    part = label[y : y + size, x : x + size]
    part[...] = (part * (1 - alpha) + photo * alpha).astype(np.uint8)
