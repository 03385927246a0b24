"""Goods: fronts cut out of photos, and packages drawn by us with invented brands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import ink as inks
from precount_training.papers import outline, soft_noise
from precount_training.pixels import blur, bytes_of
from precount_training.sources import ASSETS, HEADLINE_FONTS
from precount_training.sticker import barcode

Rgba8 = NDArray[np.uint8]  # (height, width, 4), RGB and alpha
Colour = tuple[int, int, int]
Kind = Literal["gable", "brick", "box", "can", "bottle", "jar", "crate"]

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
# What a package with a picture of this produce may hold; keys begin the photos' file names
CONTENTS: dict[str, tuple[str, ...]] = {
    "banana": ("Banana Chips", "Muesli", "Porridge"),
    "avocado": ("Guacamole", "Avocado Oil"),
    "beef-tomato": ("Tomato Soup", "Passata", "Ketchup"),
    "vine-tomato": ("Cherry Tomatoes", "Pizza Sauce", "Fusilli"),
    "carrots": ("Carrot Soup", "Baby Carrots"),
    "conference": ("Pear Halves", "Pear Drink"),
    "floury-potato": ("Potato Soup", "Mashed Potato", "Gnocchi"),
    "golden": ("Apple Sauce", "Apple Rings"),
    "granny": ("Apple Juice", "Cider Vinegar"),
    "lemon": ("Lemonade", "Lemon Tea", "Dish Soap"),
    "mango": ("Mango Chutney", "Mango Drink"),
    "orange-bell": ("Ajvar", "Paprika Soup"),
    "orange": ("Orange Marmalade", "Orange Tea", "Iced Tea"),
    "peach": ("Peach Halves", "Peach Tea"),
    "red-bell": ("Paprika", "Goulash", "Salsa"),
    "red-grapefruit": ("Bitter Grapefruit", "Shower Gel"),
    "royal": ("Apple Crunch", "Apple Tea"),
    "pink": ("Apple Oats", "Baked Apple"),
    "satsumas": ("Mandarins", "Fruit Tea"),
    "sweet-potato": ("Sweet Potato Crisps", "Curry Soup"),
    "yellow-bell": ("Antipasti", "Pepper Mix"),
    "yellow-onion": ("Onion Soup", "Fried Onions"),
    "watermelon": ("Melon Syrup", "Ice Pops"),
    "cantaloupe": ("Melon Jam", "Melon Syrup"),
}
PLAIN = (
    "Crispbread",
    "Oat Flakes",
    "Basmati Rice",
    "Green Tea",
    "Roast Coffee",
    "Red Lentils",
    "Cocoa",
    "Honey",
    "Olive Oil",
    "Wheat Flour",
    "Sea Salt",
    "Baking Soda",
    "Couscous",
    "Spaghetti",
)
SMALL_PRINT = (
    "Store in a cool and dry place",
    "Best before: see lid",
    "Product of Norway",
    "No added sugar",
    "Rich in fibre",
    "100 % natural",
)
TONES: tuple[tuple[Colour, Colour, Colour], ...] = (
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


@dataclass(frozen=True)
class Product:
    """A package: its front as a picture, real size in cm, and what the other faces look like."""

    kind: Kind
    front: Rgba8
    width_cm: float
    height_cm: float
    depth_cm: float
    top: Colour
    side: Colour
    cap: Colour | None = None


@dataclass(frozen=True)
class Produce:
    """A photo (h, w, 3) of loose produce and what packages that show it hold."""

    photo: NDArray[np.uint8]
    contents: tuple[str, ...]


@dataclass(frozen=True)
class Catalogue:
    """The photographed goods: rectified fronts and pictures of loose produce."""

    fronts: list[Product]
    produce: list[Produce]


@cache
def load_catalogue(folder: Path = ASSETS / "grocery") -> Catalogue:
    """Read catalogue.json and its photos; quads there are px in the photo, clockwise from top left."""
    listed = json.loads((folder / "catalogue.json").read_text())
    fronts = [_photo_front(folder, entry) for entry in listed["fronts"]]
    produce = [Produce(_read(folder / name), _contents(name)) for name in listed["produce"]]
    return Catalogue(fronts, produce)


def _contents(name: str) -> tuple[str, ...]:
    matches = [key for key in CONTENTS if name.startswith(key)]
    return CONTENTS[max(matches, key=len)] if matches else PLAIN


def _read(path: Path) -> NDArray[np.uint8]:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{path} is not a picture that can be read.")
    return np.asarray(image[..., ::-1], dtype=np.uint8)


def _photo_front(folder: Path, entry: dict[str, object]) -> Product:
    photo = _read(folder / str(entry["photo"]))
    quad = np.array(entry["quad"], dtype=np.float32)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    ratio = float((sides[0] + sides[2]) / (sides[1] + sides[3]))
    height, width = 640, round(640 * ratio)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad, target)
    front = cv2.warpPerspective(photo, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    front = front[8:-8, round(width * 0.035) : -round(width * 0.035)]  # what shows beyond its edges
    front = _even_out(np.asarray(front, dtype=np.uint8))
    sharp = cv2.addWeighted(front, 1.6, blur(front, 3.2), -0.6, 0)
    top = tuple(int(v) for v in np.median(sharp[:24].reshape(-1, 3), axis=0))
    side = tuple(int(v * 0.9) for v in np.median(sharp.reshape(-1, 3), axis=0))
    cap = str(entry["cap"]) if entry["cap"] else None
    height_cm = float(str(entry["height_cm"]))
    kind: Kind = "brick" if entry["kind"] == "brick" else "gable"
    alpha = np.full(sharp.shape[:2], 255, np.uint8)
    return Product(
        kind,
        np.dstack([sharp, alpha]),
        height_cm * ratio,
        height_cm,
        height_cm * ratio * (1.0 if kind == "gable" else 0.6),
        (top[0], top[1], top[2]),
        (side[0], side[1], side[2]),
        (int(cap[1:3], 16), int(cap[3:5], 16), int(cap[5:7], 16)) if cap else None,
    )


def _even_out(front: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Bring a photo's exposure and its yellow shop light to that of the rest."""
    picture = front.astype(np.float32)
    white = np.percentile(picture.reshape(-1, 3), 92, axis=0)
    gain = np.clip(228 / np.maximum(white, 60), 0.85, 1.7)
    gain = gain * 0.75 + gain.mean() * 0.25
    return bytes_of(picture * gain)


def _ink(
    front: NDArray[np.uint8],
    text: str,
    family: str,
    box: tuple[float, float, float, float],
    colour: Colour,
    bold: bool = True,
) -> None:
    """Print centred text into box (x, y, w, h as shares of the front)."""
    height, width = front.shape[:2]
    mask = inks.printed(text, family, box[3] * height, box[2] * width, bold)
    x = round(box[0] * width + (box[2] * width - mask.shape[1]) / 2)
    y = round(box[1] * height + (box[3] * height - mask.shape[0]) / 2)
    part = front[y : y + mask.shape[0], x : x + mask.shape[1]]
    alpha = mask[: part.shape[0], : part.shape[1], None] * 0.96
    part[...] = (part * (1 - alpha) + np.array(colour) * alpha).astype(np.uint8)


def draw_label(
    rng: np.random.Generator, width: int, height: int, picture: Produce | None
) -> tuple[NDArray[np.uint8], Colour]:
    """A printed label (height, width, 3) of an invented brand, and its main colour."""
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
        centre, axes = (
            (width // 2, round(height * (top + 0.08))),
            (round(width * 0.46), round(height * 0.105)),
        )
        cv2.ellipse(label, centre, axes, 0, 0, 360, second, -1, cv2.LINE_AA)
        cv2.ellipse(label, centre, axes, 0, 0, 360, text, max(2, width // 120), cv2.LINE_AA)
        _ink(
            label,
            str(rng.choice(BRANDS)),
            family,
            (0.16, top + 0.02, 0.68, 0.12),
            base if second != base else text,
        )
    else:
        _ink(label, str(rng.choice(BRANDS)), family, brand_box, text)
    _ink(label, str(rng.choice(contents)), str(rng.choice(HEADLINE_FONTS)), (0.1, 0.265, 0.8, 0.09), text)
    _ink(label, str(rng.choice(SMALL_PRINT)), "work-sans", (0.15, 0.37, 0.7, 0.03), text, False)
    if picture is not None:
        _vignette(rng, label, picture.photo)
    else:
        _emblem(rng, label, base, second)
    _ink(label, f"{rng.choice([250, 300, 400, 500, 750])} g", "roboto", (0.66, 0.9, 0.26, 0.045), text)
    for line in range(3):
        _ink(
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
        _ink(
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
    base: Colour,
    second: Colour,
    text: Colour,
) -> None:
    """The large shapes of a label."""
    height, width = label.shape[:2]
    if design == 0:
        centre = (width // 2, round(height * rng.uniform(0.9, 1.1)))
        cv2.ellipse(label, centre, (round(width * 0.8), round(height * 0.42)), 0, 0, 360, second, -1, cv2.LINE_AA)
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


def _emblem(rng: np.random.Generator, label: NDArray[np.uint8], base: Colour, second: Colour) -> None:
    """A drawn motif where there is no photo: leaves around a stem, or rings."""
    height, width = label.shape[:2]
    centre = np.array([width / 2, height * 0.65])
    tone = tuple(int(v * 0.6 + w * 0.2) for v, w in zip(base, second, strict=True))
    if rng.random() < 0.65:
        leaf = (round(width * 0.085), round(width * 0.03))
        for i in range(5):
            for side in (-1, 1):
                at = centre + np.array([side * width * 0.09, (i - 2) * height * 0.07])
                cv2.ellipse(label, (round(at[0]), round(at[1])), leaf, -35 * side, 0, 360, tone, -1, cv2.LINE_AA)
        a, b = centre - np.array([0, height * 0.17]), centre + np.array([0, height * 0.2])
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
            at = (round(centre[0]), round(centre[1]))
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


def _round_light(width: int, gloss: float) -> NDArray[np.float32]:
    """Light across a cylinder (width,): dark at both sides, a bright streak off the middle."""
    u = np.linspace(-1, 1, width, dtype=np.float32)
    return np.asarray(
        0.42 + 0.6 * np.sqrt(np.maximum(0, 1 - u * u)) + gloss * np.exp(-(((u + 0.35) / 0.12) ** 2)),
        dtype=np.float32,
    )


def draw_product(rng: np.random.Generator, kind: Kind, catalogue: Catalogue, px_per_cm: float) -> Product:
    """A drawn package of one kind at the size it will have in the photo (rounded up)."""
    sizes: dict[str, tuple[float, float, float]] = {
        "box": (rng.uniform(9, 19), rng.uniform(14, 25), rng.uniform(4, 8)),
        "can": (7.4, rng.choice([10.5, 11.0, 7.5]), 7.4),
        "bottle": (rng.uniform(6.5, 8.5), rng.uniform(22, 27), 7.5),
        "jar": (rng.uniform(6.5, 8.5), rng.uniform(9, 14), 7.5),
    }
    width_cm, height_cm, depth_cm = sizes[kind]
    width, height = round(width_cm * px_per_cm), round(height_cm * px_per_cm)
    picture = catalogue.produce[int(rng.integers(len(catalogue.produce)))] if rng.random() < 0.6 else None
    alpha = np.full((height, width), 255, np.uint8)
    if kind == "box":
        front, colour = draw_label(rng, width, height, picture)
        front = _board_edges(rng, front)
        cap: Colour | None = None
    elif kind == "can":
        front, colour = _can(rng, width, height, picture)
        cap = (190, 192, 196)
        alpha = _rounded(width, height, width * 0.05)
    else:
        front, alpha, colour, cap = _bottle(rng, width, height, picture, kind)
    front = blur(front, 0.9)
    side = tuple(int(v * 0.82) for v in colour)
    return Product(
        kind,
        np.dstack([front, alpha]),
        width_cm,
        height_cm,
        depth_cm,
        colour,
        (side[0], side[1], side[2]),
        cap,
    )


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


def _can(
    rng: np.random.Generator, width: int, height: int, picture: Produce | None
) -> tuple[NDArray[np.uint8], Colour]:
    label, colour = draw_label(rng, width, height, picture)
    rim = max(3, round(height * 0.035))
    metal = np.linspace(150, 222, rim, dtype=np.float32)[:, None, None] * np.ones((1, width, 3), np.float32)
    can = label.astype(np.float32)
    can[:rim], can[-rim:] = metal, metal[::-1]
    can[rim : rim + 2] *= 0.55
    can[-rim - 2 : -rim] *= 0.55
    return np.clip(can * _round_light(width, 0.22)[None, :, None], 0, 255).astype(np.uint8), colour


def _bottle(
    rng: np.random.Generator, width: int, height: int, picture: Produce | None, kind: Kind
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], Colour, Colour]:
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
    liquid: Colour = (
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
    cap: Colour = ((30, 30, 34), (200, 36, 40), (232, 232, 228), (196, 160, 70), (24, 90, 60))[int(rng.integers(5))]
    lid = round(height * cap_height) + 2
    half = neck / 2 + 0.02
    x0, x1 = round((0.5 - half) * width), round((0.5 + half) * width)
    ridges = 1 + 0.12 * np.sin(np.arange(x1 - x0) * 1.1)[None, :, None]
    body[:lid, x0:x1] = np.array(cap, np.float32) * _round_light(x1 - x0, 0.25)[None, :, None] * ridges
    alpha[2:lid, x0:x1] = 255
    return np.clip(body, 0, 255).astype(np.uint8), alpha, liquid, cap


def draw_crate(rng: np.random.Generator, catalogue: Catalogue, px_per_cm: float) -> Product:
    """A crate of loose produce, heaped above its front wall."""
    width_cm, wall_cm, heap_cm = rng.uniform(30, 40), rng.uniform(9, 12), rng.uniform(9, 13)
    width, wall, heap = (round(v * px_per_cm) for v in (width_cm, wall_cm, heap_cm))
    photo = catalogue.produce[int(rng.integers(len(catalogue.produce)))].photo
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
    colour: Colour = ((28, 30, 32), (24, 92, 54), (30, 70, 140), (172, 128, 82), (60, 62, 66))[int(rng.integers(5))]
    front = (
        np.full((wall, width, 3), colour, np.float32) * np.linspace(1.15, 0.8, wall, dtype=np.float32)[:, None, None]
    )
    front[: max(3, wall // 12)] *= 1.3
    if colour[0] < 150:  # a plastic crate has slots
        slots = int(width_cm / 3.2)
        for i in range(slots):
            a, b = round((i + 0.22) * width / slots), round((i + 0.78) * width / slots)
            front[round(wall * 0.28) : round(wall * 0.42), a:b] *= 0.35
            front[round(wall * 0.56) : round(wall * 0.7), a:b] *= 0.35
    goods[:heap] = _heap(goods[:heap], ridge, np.array(colour, np.float32))
    goods[heap:] = front
    goods[heap - 10 : heap] *= 0.7
    rim = round(heap * 0.42)  # the far wall's edge; produce is heaped above it
    alpha = np.full((heap + wall, width), 255, np.uint8)
    over = (np.arange(rim)[:, None] > ridge[None, :]).astype(np.float32) * 255
    alpha[:rim] = bytes_of(blur(over, 2.0))
    crate = np.dstack([np.clip(goods, 0, 255).astype(np.uint8), alpha])
    return Product("crate", crate, width_cm, wall_cm + heap_cm, 30.0, colour, colour)


def _heap(goods: NDArray[np.float32], ridge: NDArray[np.float64], colour: NDArray[np.float32]) -> NDArray[np.float32]:
    """Produce (h, w, 3) below its ridge (w,); above it, the inside of the crate's far wall, in shade."""
    height, width = goods.shape[:2]
    depth = np.arange(height, dtype=np.float32)[:, None] - ridge[None, :].astype(np.float32)
    shown = blur((depth > 0).astype(np.float32), 2.5)[..., None]
    round_off = np.clip(0.55 + depth / (0.3 * height), 0.5, 1.0)[..., None]  # what lies at the back gets less light
    inside = colour * np.linspace(0.62, 0.3, height, dtype=np.float32)[:, None]
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
    _ink(picture, str(rng.choice(BRANDS)).upper(), "barlow-condensed", (0.06, 0.4, 0.4, 0.26), (70, 50, 34))
    _ink(
        picture,
        str(rng.choice(["THIS SIDE UP", "FRAGILE", "KEEP DRY", "24 x 500 G"])),
        "roboto",
        (0.06, 0.72, 0.4, 0.1),
        (70, 50, 34),
    )
    bars = barcode(rng, round(height * 0.3), round(width * 0.24))
    part = picture[round(height * 0.5) :, round(width * 0.66) :][: bars.shape[0], : bars.shape[1]]
    part[...] = (part * (1 - 0.8 * bars[..., None])).astype(np.uint8)
    colour = (int(tone[0]), int(tone[1]), int(tone[2]))
    side = (int(tone[0] * 0.8), int(tone[1] * 0.8), int(tone[2] * 0.8))
    return Product(
        "box",
        np.dstack([picture, np.full((height, width), 255, np.uint8)]),
        width_cm,
        height_cm,
        26.0,
        colour,
        side,
    )
