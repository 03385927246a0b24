"""One event photo with its truth: a scene, tags and stickers put onto it, seen by a camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from precount_training import camera, sticker
from precount_training.geometry import Points, apply, bounds, box_quad, boxes_overlap, rotate
from precount_training.placement import PaperPlacer
from precount_training.products import load_catalog
from precount_training.shelf_scene import ScenePainter
from precount_training.shelves import Compartment, pick_style
from precount_training.stock_numbers import UP_TO_FOUR_DIGITS, pick_quantity
from precount_training.truth import KINDS, Family, ShelfTruth, StickerTruth, clear_shelf_of, photo_truth

# Stickers per 4032 px of the photo's long side; a crew keeps to a size, so a photo varies little.
STICKER_PX = (215, 400)
WIDEST = 400 / 4032  # of the photo's width
SCENE_MARGIN = 1.14  # the scene is larger than the photo, so that a slanted view stays within it


@dataclass(frozen=True)
class PhotoPlan:
    """What to draw. Width and height are px of the upright photo."""

    seed: int
    family: Family
    width: int
    height: int
    goods: str
    stickers: int
    shelf_codes: tuple[str, ...]  # from the top shelf down
    px_per_cm: float
    bottom_share: float  # where the lowest rail lies, as a share of the height
    tilt: float = 1.0


@dataclass
class EventPhoto:
    """The drawn photo and its ground truth."""

    picture: NDArray[np.uint8]  # (height, width, 3) RGB, upright
    shelves: list[ShelfTruth]
    stickers: list[StickerTruth]

    def truth(self, image: str, family: Family) -> dict[str, Any]:
        """The photo's entry in truth.json."""
        height, width = self.picture.shape[:2]
        return photo_truth(image, width, height, family, self.shelves, self.stickers)


def _placed(
    rng: np.random.Generator,
    center: tuple[float, float],
    width: float,
    height: float,
    angle: float,
    warp: float,
) -> Points:
    """The scene quad of a paper: turned, and tilted out of the shelf's plane by up to `warp` of its size."""
    x, y = center
    flat = box_quad(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    flat = flat + rng.uniform(-warp, warp, (4, 2)) * height
    return rotate(flat, angle, center)


def _shelf_tags(
    rng: np.random.Generator, placer: PaperPlacer, shelves: list[Compartment], plan: PhotoPlan
) -> list[ShelfTruth]:
    """Put the shelf tags onto the rails, all at the same end."""
    color = sticker.TAG_COLORS[int(rng.integers(len(sticker.TAG_COLORS)))]
    word = [None, "SHELF", "SHELF", "Shelf"][int(rng.integers(4))]
    side = 0.1 if rng.random() < 0.7 else 0.9
    found: list[ShelfTruth] = []
    width = rng.uniform(6.6, 8.4) * plan.px_per_cm
    for code, shelf in zip(plan.shelf_codes, shelves, strict=False):
        paper = sticker.draw_shelf_tag(rng, code, color, word, round(width * 1.3))
        height = width * paper.shape[0] / paper.shape[1]
        y = (shelf.rail_top_px + shelf.rail_bottom_px) / 2 - rng.uniform(0.0, 0.3) * plan.px_per_cm
        for _ in range(60):
            x = placer.scene.picture.shape[1] * side + rng.uniform(-2.5, 3.5) * plan.px_per_cm
            quad = _placed(rng, (x, y), width, height, rng.normal(0, 1.2), 0.01)
            if placer.fits(quad):
                placer.stick(paper, quad, 1.0, 0.15)
                found.append(ShelfTruth(code, apply(placer.view, quad)))
                break
    if len(found) != len(plan.shelf_codes):
        raise ValueError(f"Plan {plan.seed} has more shelf tags than shelves in sight.")
    return found


def _price_tags(rng: np.random.Generator, placer: PaperPlacer, shelves: list[Compartment], plan: PhotoPlan) -> None:
    """Put the shop's own price tags and a few notes onto the rails."""
    for shelf in shelves:
        x = rng.uniform(2, 12) * plan.px_per_cm
        while x < placer.scene.picture.shape[1]:
            width = rng.uniform(5.6, 6.8) * plan.px_per_cm
            note = rng.random() < 0.07
            paper = (sticker.draw_note if note else sticker.draw_price_tag)(rng, round(width * 1.2))
            height = width * paper.shape[0] / paper.shape[1]
            y = (shelf.rail_top_px + shelf.rail_bottom_px) / 2
            quad = _placed(rng, (x, y), width, height, rng.normal(0, 0.5), 0.004)
            box = bounds(quad)
            if rng.random() < 0.72 and not any(boxes_overlap(box, other, 20) for other in placer.taken):
                placer.stick(paper, quad, 0.97, 0.08)
            x += width + rng.uniform(3, 16) * plan.px_per_cm


def _stickers(
    rng: np.random.Generator, placer: PaperPlacer, shelves: list[Compartment], tags: list[ShelfTruth],
    plan: PhotoPlan, code_source: Iterator[str],
) -> list[StickerTruth]:  # fmt: skip
    """Put the crew's stickers onto goods and rails, where their shelf is unambiguous."""
    styles = [sticker.pick_style(rng) for _ in range(2)]
    long_side = max(plan.width, plan.height) / 4032
    base_px = rng.uniform(*STICKER_PX) * long_side
    found: list[StickerTruth] = []
    tagged = list(zip(plan.shelf_codes, shelves, strict=False))
    for attempt in range(plan.stickers * 80):
        if len(found) == plan.stickers:
            return found
        shelf_code, shelf = tagged[(len(found) + attempt) % len(tagged)]
        style = styles[0] if rng.random() < 0.75 else styles[1]
        width = float(np.clip(base_px * rng.uniform(0.9, 1.12), 175 * long_side, WIDEST * plan.width))
        height = width * (0.58 if style.layout == "above" else 0.32)
        angle = float(np.clip(rng.normal(0, 5) if rng.random() < 0.72 else rng.uniform(-34, 34), -34, 34))
        on_rail = rng.random() < 0.28
        center, light = _spot(rng, shelf, placer.scene.picture.shape[1], height, on_rail)
        if on_rail:
            angle *= 0.25
        trial = _placed(rng, center, width, height, angle, 0.035)
        if not placer.fits(trial) or clear_shelf_of(apply(placer.view, trial), tags) != shelf_code:
            continue
        code, quantity = next(code_source), pick_quantity(rng, UP_TO_FOUR_DIGITS)
        paper = sticker.draw_sticker(rng, style, code, quantity, KINDS[plan.family], round(width * 1.4))
        placer.stick(paper, trial, light, float(rng.uniform(0.1, 0.9)))
        found.append(StickerTruth(code, quantity, KINDS[plan.family], apply(placer.view, trial)))
    raise ValueError(f"Plan {plan.seed} has no room for {plan.stickers} stickers; {len(found)} were placed.")


def _spot(
    rng: np.random.Generator, shelf: Compartment, scene_width: int, height: float, on_rail: bool
) -> tuple[tuple[float, float], float]:
    """A center for a sticker in scene px, on the rail or on the goods, and the light there."""
    if on_rail or not shelf.fronts:
        y = (shelf.rail_top_px + shelf.rail_bottom_px) / 2 + rng.uniform(-0.1, 0.1) * height
        return (float(rng.uniform(0.04, 0.96) * scene_width), float(y)), 0.98
    x0, y0, x1, y1 = shelf.fronts[int(rng.integers(len(shelf.fronts)))]
    y = np.clip(y0 + rng.uniform(0.25, 0.9) * (y1 - y0), shelf.top_px + height, shelf.rail_top_px - height * 0.6)
    return (float(rng.uniform(x0 * 0.8 + x1 * 0.2, x0 * 0.2 + x1 * 0.8)), float(y)), shelf.shade(float(y)) * 1.02


def draw_event_photo(plan: PhotoPlan, code_source: Iterator[str]) -> EventPhoto:
    """Draw one photo; the same plan and the same next codes give the same pixels.

    Raises ValueError when the plan asks for more tags or stickers than there is room for.
    """
    rng = np.random.default_rng(plan.seed)
    catalog = load_catalog()
    size = round(plan.width * SCENE_MARGIN), round(plan.height * SCENE_MARGIN)
    style = pick_style(rng, plan.goods, plan.px_per_cm)
    scene = ScenePainter(rng, size[0], size[1], style, catalog).paint(0.5 + (plan.bottom_share - 0.5) / SCENE_MARGIN)
    view = camera.viewpoint(rng, size, (plan.width, plan.height), plan.tilt)
    placer = PaperPlacer(rng, scene, view, (plan.width, plan.height))
    # The lowest shelves in sight get the tags: a rail at the photo's very top has hardly any goods above it
    lowest = [c for c in scene.compartments if placer.sees(c)][: len(plan.shelf_codes)][::-1]
    tags = _shelf_tags(rng, placer, lowest, plan)
    stickers = _stickers(rng, placer, lowest, tags, plan, code_source)
    _price_tags(rng, placer, scene.compartments, plan)
    photo = camera.expose(scene.picture, view, (plan.width, plan.height))
    return EventPhoto(camera.develop(rng, photo, camera.ordinary_conditions(rng)), tags, stickers)
