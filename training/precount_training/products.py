"""Goods: the package type, and fronts and produce cut out of photos."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import box_quad, homography
from precount_training.pixels import Picture, blur, bytes_of, read_picture
from precount_training.sources import ASSETS

Rgba8 = NDArray[np.uint8]  # (height, width, 4), RGB and alpha
Color = tuple[int, int, int]
Kind = Literal["gable", "brick", "box", "can", "bottle", "jar", "crate"]

# Contents of a package that shows this produce; a key is the start of the photos' file names
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


@dataclass(frozen=True)
class Product:
    """A package: its front as a picture, real size in cm, and the colors of its top and cap."""

    kind: Kind
    front: Rgba8
    width_cm: float
    height_cm: float
    depth_cm: float
    top: Color
    cap: Color | None = None


@dataclass(frozen=True)
class Produce:
    """A photo (h, w, 3) of loose produce and the contents of packages that show it."""

    photo: Picture
    contents: tuple[str, ...]


@dataclass(frozen=True)
class Catalog:
    """The photographed goods: rectified fronts and pictures of loose produce."""

    fronts: list[Product]
    produce: list[Produce]


@cache
def load_catalog(folder: Path = ASSETS / "grocery") -> Catalog:
    """Read catalog.json and its photos; quads there are px in the photo, clockwise from top left."""
    listed = json.loads((folder / "catalog.json").read_text())
    fronts = [_photo_front(folder, entry) for entry in listed["fronts"]]
    produce = [Produce(read_picture(folder / name), _contents(name)) for name in listed["produce"]]
    return Catalog(fronts, produce)


def _contents(name: str) -> tuple[str, ...]:
    matches = [key for key in CONTENTS if name.startswith(key)]
    return CONTENTS[max(matches, key=len)] if matches else PLAIN


def _photo_front(folder: Path, entry: dict[str, object]) -> Product:
    photo = read_picture(folder / str(entry["photo"]))
    quad = np.array(entry["quad"], dtype=np.float32)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    ratio = float((sides[0] + sides[2]) / (sides[1] + sides[3]))
    height, width = 640, round(640 * ratio)
    matrix = homography(quad.astype(np.float64), box_quad(0, 0, width, height))
    front = cv2.warpPerspective(photo, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    front = front[8:-8, round(width * 0.035) : -round(width * 0.035)]  # trim what is visible beyond its edges
    front = _even_out(np.asarray(front, dtype=np.uint8))
    sharp = cv2.addWeighted(front, 1.6, blur(front, 3.2), -0.6, 0)
    top = tuple(int(v) for v in np.median(sharp[:24].reshape(-1, 3), axis=0))
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
        (int(cap[1:3], 16), int(cap[3:5], 16), int(cap[5:7], 16)) if cap else None,
    )


def _even_out(front: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Bring a photo's exposure and its yellow shop light to that of the rest."""
    picture = front.astype(np.float32)
    white = np.percentile(picture.reshape(-1, 3), 92, axis=0)
    gain = np.clip(228 / np.maximum(white, 60), 0.85, 1.7)
    gain = gain * 0.75 + gain.mean() * 0.25
    return bytes_of(picture * gain)
