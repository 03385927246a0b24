"""Places stickers and tags on a drawn scene, bent and with their shadow."""

from __future__ import annotations

import cv2
import numpy as np

from precount_training.geometry import Box, Homography, Points, apply, bounds, box_quad, boxes_overlap, homography
from precount_training.papers import Rgba, bend_light
from precount_training.pixels import blur
from precount_training.shelf_scene import Scene
from precount_training.shelves import Compartment


class PaperPlacer:
    """Pastes papers onto a scene and remembers their places, so that they never overlap."""

    def __init__(self, rng: np.random.Generator, scene: Scene, view: Homography, photo: tuple[int, int]) -> None:
        self.rng, self.scene, self.view, self.photo = rng, scene, view, photo
        self.taken: list[Box] = []

    def sees(self, shelf: Compartment) -> bool:
        """Whether a shelf's rail, and room for a tag on it, is in the photo from end to end."""
        margin = 0.6 * (shelf.rail_bottom_px - shelf.rail_top_px)
        width = float(self.scene.picture.shape[1])
        seen = apply(
            self.view,
            box_quad(width * 0.06, shelf.rail_top_px - margin, width * 0.94, shelf.rail_bottom_px + margin),
        )
        return bool(seen[:, 1].min() > 0 and seen[:, 1].max() < self.photo[1])

    def fits(self, quad: Points, gap_px: float = 14.0) -> bool:
        """Whether a scene quad is wholly in the photo and free of other papers."""
        seen = bounds(apply(self.view, quad))
        inside = seen[0] > 12 and seen[1] > 12 and seen[2] < self.photo[0] - 12 and seen[3] < self.photo[1] - 12
        box = bounds(quad)
        return inside and not any(boxes_overlap(box, other, gap_px) for other in self.taken)

    def stick(self, paper: Rgba, quad: Points, light: float, lift: float) -> None:
        """Draw an RGBA paper into a scene quad with its shadow; `lift` is its distance from the surface (0..1)."""
        self.taken.append(bounds(quad))
        height, width = paper.shape[:2]
        lit = paper.copy()
        lit[..., :3] *= (light * bend_light(self.rng, height, width, 0.04 + 0.1 * lift))[..., None]
        reach = 4 + 14 * lift
        x0, y0, x1, y1 = bounds(quad)
        a = np.maximum(np.floor([x0 - reach * 3, y0 - reach * 3]), 0).astype(int)
        b = np.minimum(np.ceil([x1 + reach * 3, y1 + reach * 3]), self.scene.picture.shape[1::-1]).astype(int)
        size = (int(b[0] - a[0]), int(b[1] - a[1]))
        matrix = homography(box_quad(0, 0, width, height), quad - a)
        warped = cv2.warpPerspective(_bow(lit, lift), matrix, size, flags=cv2.INTER_AREA)
        alpha = np.clip(warped[..., 3:], 0, 1)
        shift = np.array([[1, 0, reach * 0.35], [0, 1, reach * 0.8]])
        shadow = cv2.warpAffine(np.ascontiguousarray(alpha[..., 0]), shift, size)
        shadow = blur(np.asarray(shadow, dtype=np.float32), reach * 0.55) * (0.5 - 0.12 * lift)
        part = self.scene.picture[a[1] : b[1], a[0] : b[0]]
        under = part * (1 - shadow[..., None]) * (1 - alpha)
        part[...] = np.clip(under + np.clip(warped[..., :3], 0, 1) * 255 * alpha, 0, 255).astype(np.uint8)


def _bow(paper: Rgba, lift: float) -> Rgba:
    """Bend the long edges a little. The corners stay where they are, so the truth's quad holds."""
    height, width = paper.shape[:2]
    rise = 0.03 * lift * height
    if rise < 0.7:
        return paper
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    bend = rise * np.sin(np.pi * x / (width - 1))
    return np.asarray(
        cv2.remap(
            paper,
            x,
            np.asarray(y + bend * (y / height - 1), np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.float32,
    )
