"""Shelves of a shop: their style, and the compartments that hold goods."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from precount_training.geometry import Box

RAIL_CM = 4.6  # height
DEPTH_CM = 40.0


@dataclass(frozen=True)
class SceneStyle:
    """The look of one shop's shelves."""

    px_per_cm: float
    wall: tuple[int, int, int]
    board: tuple[int, int, int]
    rail: tuple[int, int, int]
    insert: tuple[int, int, int]
    perforated: bool
    goods: str  # "mixed", "dairy", "produce" or "stock"


def pick_style(rng: np.random.Generator, goods: str, px_per_cm: float) -> SceneStyle:
    """A shop fitting; rails are light metal, white or dark."""
    walls = ((206, 204, 198), (176, 180, 184), (226, 222, 212), (70, 72, 76), (150, 140, 126))
    rails = ((208, 210, 212), (232, 232, 230), (150, 154, 158), (62, 64, 68))
    inserts = ((240, 240, 238), (222, 226, 230), (196, 40, 44), (28, 92, 150), (228, 230, 224), (60, 62, 66))
    return SceneStyle(
        px_per_cm,
        walls[int(rng.integers(len(walls)))],
        (214, 214, 212) if rng.random() < 0.7 else (120, 122, 126),
        rails[int(rng.integers(len(rails)))],
        inserts[int(rng.integers(len(inserts)))],
        bool(rng.random() < 0.5),
        goods,
    )


@dataclass
class Compartment:
    """One shelf: the goods above a board. All in scene px."""

    top_px: float
    rail_top_px: float
    rail_bottom_px: float
    fronts: list[Box] = field(default_factory=list)  # of the goods in the first row

    def shade(self, y_px: float, z_cm: float = 0.0) -> float:
        """Light at a height: dim right under the board above, dimmer with depth; 1 is full light."""
        share = (y_px - self.top_px) / max(1.0, self.rail_top_px - self.top_px)
        rise = float(np.clip(share / 0.5, 0, 1))
        return float((0.56 + 0.44 * rise * rise * (3 - 2 * rise)) * np.exp(-z_cm / 42))
