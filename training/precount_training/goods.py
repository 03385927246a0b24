"""The goods on a shelf and their places: groups of facings, rows behind them, some stacked or taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from precount_training.package_view import Placed, draw_package
from precount_training.packages import draw_crate, draw_product, draw_shipping_carton
from precount_training.perspective import Perspective, Strip
from precount_training.products import Catalog, Kind, Product
from precount_training.shelves import DEPTH_CM, Compartment, SceneStyle

# For each kind of shop: the share of shelves with crates, and of packages cut out of a photo
CRATES = {"produce": 0.8, "stock": 0.0, "mixed": 0.1, "dairy": 0.0}
PHOTOGRAPHED = {"dairy": 0.85, "mixed": 0.45, "produce": 0.2, "stock": 0.2}
FIRST_ROW_CM = 5.0  # goods nearer to the front than this can have a sticker


@dataclass(frozen=True)
class Facing:
    """A package at the front of a shelf, with those of its kind behind it and on top."""

    product: Product
    left_px: float
    setback_cm: float
    rows: range  # 0 is the front one
    is_doubled: bool = False


def draw_goods(
    rng: np.random.Generator, strip: Strip, perspective: Perspective, shelf: Compartment, style: SceneStyle,
    catalog: Catalog,
) -> None:  # fmt: skip
    """Fill a shelf, and note the fronts of the goods in its first row."""
    px_per_cm = style.px_per_cm
    facings = _stocked(rng, shelf, strip.picture.shape[1], style, catalog)
    facings.sort(key=lambda f: -abs(f.left_px + f.product.width_cm * px_per_cm / 2 - perspective.eye[0]))
    for row in (2, 1, 0):  # the rearmost rows first, so that front rows cover them
        for facing in facings:
            product, left, base = facing.product, facing.left_px, shelf.rail_top_px
            z_cm = facing.setback_cm + row * (product.depth_cm + 0.3)
            if row not in facing.rows or z_cm + product.depth_cm > DEPTH_CM + 6:
                continue
            _put(rng, strip, perspective, shelf, Placed.at(product, left, base, z_cm, px_per_cm))
            if facing.is_doubled:
                left, base = left + rng.uniform(-0.3, 0.3) * px_per_cm, base - product.height_cm * px_per_cm
                _put(rng, strip, perspective, shelf, Placed.at(product, left, base, z_cm, px_per_cm))


def _put(rng: np.random.Generator, strip: Strip, perspective: Perspective, shelf: Compartment, placed: Placed) -> None:
    quad = draw_package(rng, strip, perspective, shelf, placed)
    if quad is not None and placed.near_cm < FIRST_ROW_CM:
        shelf.fronts.append((float(quad[0, 0]), float(quad[0, 1]), float(quad[2, 0]), float(quad[2, 1])))


def _stocked(
    rng: np.random.Generator, shelf: Compartment, width_px: int, style: SceneStyle, catalog: Catalog
) -> list[Facing]:
    """Facings side by side along a shelf of `width_px`, from left to right."""
    px_per_cm = style.px_per_cm
    has_crates = rng.random() < CRATES[style.goods]
    has_cartons = rng.random() < (0.55 if style.goods == "stock" else 0.06)
    room_cm = (shelf.rail_top_px - shelf.top_px) / px_per_cm
    facings: list[Facing] = []
    x = -rng.uniform(0, 10) * px_per_cm
    while x < width_px:
        if has_crates:
            crate = draw_crate(rng, catalog, px_per_cm)
            facings.append(Facing(crate, x, 0.6, range(1)))
            x += crate.width_cm * px_per_cm + rng.uniform(0.3, 1.5) * px_per_cm
            continue
        is_carton = has_cartons and rng.random() < 0.7
        product = draw_shipping_carton(rng, px_per_cm) if is_carton else _product(rng, style, catalog)
        if product.height_cm + (4 if product.kind == "gable" else 0) > room_cm - 0.5:
            continue
        x = _group(rng, facings, product, x, room_cm, px_per_cm)
        x += rng.uniform(0.3, 2.5) * px_per_cm if rng.random() < 0.85 else rng.uniform(4, 12) * px_per_cm
    return facings


def _product(rng: np.random.Generator, style: SceneStyle, catalog: Catalog) -> Product:
    """A product: cut out of a photo, or drawn."""
    if rng.random() < PHOTOGRAPHED[style.goods]:
        return catalog.fronts[int(rng.integers(len(catalog.fronts)))]
    kinds: tuple[Kind, ...] = ("box", "can", "bottle", "jar", "box")
    kind = kinds[int(rng.integers(len(kinds)))]
    return draw_product(rng, kind, catalog, style.px_per_cm)


def _group(
    rng: np.random.Generator, facings: list[Facing], product: Product, x: float, room_cm: float, px_per_cm: float
) -> float:
    """Add a few facings of one product from `x` on; returns where they end."""
    setback_cm = rng.uniform(0.4, 3.5)
    rows = range(1) if product.depth_cm > 20 else range(3)
    count = int(rng.integers(1, 3)) if product.width_cm > 20 else int(rng.integers(2, 6))
    is_low = product.kind in ("can", "jar", "brick") and product.height_cm * 2 < room_cm - 1
    is_doubled = is_low and rng.random() < 0.7
    for _ in range(count):
        back_cm = setback_cm + rng.uniform(0, 0.6)
        is_taken = rng.random() <= 0.08  # the front package was sold
        facings.append(Facing(product, x, back_cm, range(1, 2) if is_taken else rows, is_doubled))
        x += (product.width_cm + rng.uniform(0.02, 0.5)) * px_per_cm
    return x
