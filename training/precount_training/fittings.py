"""The shop's fittings around the goods: back wall and boards, rails, floor."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.papers import soft_noise
from precount_training.perspective import Perspective, Strip
from precount_training.pixels import Picture
from precount_training.shelves import DEPTH_CM, Compartment, SceneStyle


def draw_back(
    rng: np.random.Generator, strip: Strip, perspective: Perspective, shelf: Compartment, style: SceneStyle,
    joints: list[float],
) -> None:  # fmt: skip
    """Back wall with a post behind each of the `joints` (x, px), the board below and the underside of that above."""
    _wall(rng, strip, shelf, style)
    if style.perforated:
        _slots(strip.picture, perspective.shrunk(2.5 * style.px_per_cm, DEPTH_CM), style)
    for joint in joints:
        a = perspective.project(joint - 2 * style.px_per_cm, 0, DEPTH_CM)[0]
        b = perspective.project(joint + 2 * style.px_per_cm, 0, DEPTH_CM)[0]
        post = strip.picture[:, max(0, int(a)) : max(0, int(b))]
        post[...] = (post * 0.8).astype(np.uint8)
    board = np.array(style.board, np.float32)
    near, back = shelf.rail_top_px, perspective.project(0, shelf.rail_top_px, DEPTH_CM)[1]
    if back < near:  # below the eye: the board's top shows
        _plane(strip, (back, near), board, (shelf.shade(near, DEPTH_CM * 0.5), shelf.shade(near, 2)))
    under_back = perspective.project(0, shelf.top_px, DEPTH_CM)[1]
    if under_back > shelf.top_px:  # above the eye: the underside of the board above shows
        _plane(strip, (shelf.top_px, under_back), board, (0.34, 0.2))


def _wall(rng: np.random.Generator, strip: Strip, shelf: Compartment, style: SceneStyle) -> None:
    """A wall with faint stains, in the shade of its shelf."""
    rows, width = strip.picture.shape[:2]
    heights = np.arange(strip.top_px, strip.top_px + rows)
    light = np.array([shelf.shade(float(y), DEPTH_CM * 0.55) for y in heights], dtype=np.float32)
    wall = np.array(style.wall, np.float32)[None, None, :] * light[:, None, None]
    stains = cv2.resize(soft_noise(rng, 40, 160, 9), (width, rows), interpolation=cv2.INTER_CUBIC)
    wall = wall * (1 + 0.035 * stains)[..., None]
    strip.picture[...] = np.clip(wall, 0, 255).astype(np.uint8)


def _slots(picture: Picture, step_px: float, style: SceneStyle) -> None:
    """Round holes, `step_px` apart."""
    rows, width = picture.shape[:2]
    radius, tone = max(2, round(step_px * 0.11)), [int(v * 0.25) for v in style.wall]
    for y in np.arange(step_px / 2, rows, step_px):
        for x in np.arange(step_px / 2, width, step_px):
            cv2.circle(picture, (round(x), round(y)), radius, tone, -1, cv2.LINE_AA)


def _plane(strip: Strip, span: tuple[float, float], color: NDArray[np.float32], light: tuple[float, float]) -> None:
    """A level face from wall to wall; its span (y, scene px) and light from top to bottom."""
    a, b = max(0, int(span[0]) - strip.top_px), min(len(strip.picture), int(span[1]) - strip.top_px)
    if b <= a:
        return
    run = np.linspace(light[0], light[1], b - a, dtype=np.float32)[:, None, None]
    strip.picture[a:b] = np.clip(color * run, 0, 255).astype(np.uint8)


def draw_rail(
    rng: np.random.Generator, picture: Picture, shelf: Compartment, style: SceneStyle, joints: list[float]
) -> None:
    """The board's front: a lit lip, the channel for price tags, and its shadow on what is below."""
    height, width = picture.shape[:2]
    top, bottom = round(shelf.rail_top_px), round(shelf.rail_bottom_px)
    a, b = max(0, top), min(height, bottom)
    if b > a:
        share = (np.arange(a, b) - top) / (bottom - top)
        band = _rail_profile(share, style)[:, None, :].repeat(width, axis=1)
        streak = 1 + 0.05 * np.asarray(soft_noise(rng, 8, width, 160))[0][None, :, None]
        band = band * streak * (1 + 0.012 * rng.standard_normal((b - a, 1, 1)))
        picture[a:b] = np.clip(band, 0, 255).astype(np.uint8)
        for joint in joints:
            x = round(joint)
            if 4 < x < width - 4:
                gap, edge = picture[a:b, x - 3 : x + 3], picture[a:b, x + 3 : x + 6]
                gap[...] = (gap * 0.3).astype(np.uint8)
                edge[...] = np.clip(edge * 1.1, 0, 255).astype(np.uint8)
    reach = round(2.2 * style.px_per_cm)
    a, b = max(0, bottom), min(height, bottom + reach)
    if b > a:
        fade = 0.5 + 0.5 * ((np.arange(a, b) - bottom) / reach)[:, None, None]
        picture[a:b] = (picture[a:b] * fade).astype(np.uint8)


def _rail_profile(share: NDArray[np.float64], style: SceneStyle) -> NDArray[np.float64]:
    """Colors (n, 3) of a rail at shares (n,) of its height: lips above and below, the insert between."""
    lip = np.where((share > 0.16) & (share < 0.86), 0, 1)[:, None]
    color = np.array(style.rail) * lip + np.array(style.insert) * (1 - lip)
    light = 1.02 - 0.22 * share
    light = np.where(share < 0.05, 1.14, light)
    light = np.where(np.abs(share - 0.16) < 0.02, 0.62, light)
    light = np.where(np.abs(share - 0.86) < 0.02, 0.7, light)
    light = np.where(share > 0.94, 0.66, light)
    return np.asarray(color * light[:, None], dtype=np.float64)


def draw_floor(
    rng: np.random.Generator, picture: Picture, perspective: Perspective, style: SceneStyle, rail_bottom_px: float
) -> None:
    """Kick plate and floor tiles below the lowest board, where the photo reaches that far."""
    height, start = picture.shape[0], int(rail_bottom_px)
    if start >= height:
        return
    plate = min(height, round(start + 9 * style.px_per_cm))
    light = np.linspace(0.5, 0.8, plate - start)[:, None, None]
    picture[start:plate] = np.clip(np.array(style.rail) * 0.8 * light, 0, 255).astype(np.uint8)
    if plate < height:
        _tiles(rng, picture, perspective, plate)


def _tiles(rng: np.random.Generator, picture: Picture, perspective: Perspective, top: int) -> None:
    """Floor from y = `top` down, which comes towards the eye, with joints every 30 cm."""
    height, width = picture.shape[:2]
    rows, px_per_cm = height - top, perspective.px_per_cm
    tone = np.array(((168, 160, 148), (196, 194, 190), (124, 116, 108))[int(rng.integers(3))])
    noise = 1 + 0.05 * soft_noise(rng, rows, width, 9) + 0.05 * soft_noise(rng, rows, width, 300)
    fade = np.linspace(0.55, 1.0, rows)[:, None] ** 0.6
    picture[top:] = np.clip(tone * (noise * fade)[..., None], 0, 255).astype(np.uint8)
    joint = [int(v * 0.6) for v in tone]
    for x in np.arange(-40, width / px_per_cm + 40, 30) * px_per_cm:
        far, near = perspective.project(x, top, 0), perspective.project(x, top, -perspective.distance_cm * 0.4)
        cv2.line(
            picture, (round(far[0]), round(far[1])), (round(near[0]), round(near[1])), joint, 4, cv2.LINE_AA
        )  # fmt: skip
    for z_cm in (30, 60):
        y = round(perspective.project(0, top, -min(z_cm, perspective.distance_cm * 0.7))[1])
        cv2.line(picture, (0, y), (width, y), joint, 5, cv2.LINE_AA)
