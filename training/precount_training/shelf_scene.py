"""A shelf seen straight on, drawn with depth: back wall, boards, goods, rails, floor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from precount_training.fittings import draw_back, draw_floor, draw_rail
from precount_training.goods import draw_goods
from precount_training.perspective import Perspective, Strip
from precount_training.pixels import Picture
from precount_training.products import Catalog
from precount_training.shelves import RAIL_CM, Compartment, SceneStyle

BAY_CM = 100  # distance of the posts


@dataclass
class Scene:
    """The drawn shelf and where papers may be placed."""

    picture: Picture
    compartments: list[Compartment]  # from the lowest up


class ScenePainter:
    """Draws one scene of width x height px; all other choices come from the random generator."""

    def __init__(self, rng: np.random.Generator, width: int, height: int, style: SceneStyle, catalog: Catalog) -> None:
        self.rng, self.style, self.catalog = rng, style, catalog
        self.picture: Picture = np.full((height, width, 3), 40, np.uint8)
        eye = np.array([width * rng.uniform(0.4, 0.6), height * rng.uniform(0.3, 0.5)])
        self.perspective = Perspective(eye, 0.85 * max(width, height) / style.px_per_cm, style.px_per_cm)
        bay_px = BAY_CM * style.px_per_cm
        first_joint = rng.uniform(0.1, 0.9)
        self.joints = [first_joint * bay_px + i * bay_px for i in range(-1, int(width / bay_px) + 2)]

    def paint(self, bottom_share: float) -> Scene:
        """Draw shelves from the lowest rail, at `bottom_share` of the height, upwards past the top."""
        compartments = self._compartments(self.picture.shape[0] * bottom_share)
        for compartment in compartments:
            self._fill(compartment)
        draw_floor(self.rng, self.picture, self.perspective, self.style, compartments[0].rail_bottom_px)
        for compartment in compartments:
            draw_rail(self.rng, self.picture, compartment, self.style, self.joints)
        return Scene(self.picture, compartments)

    def _compartments(self, rail_top: float) -> list[Compartment]:
        """Shelves of different heights, from the one whose rail begins at y = `rail_top` upwards."""
        px_per_cm = self.style.px_per_cm
        rail_px = RAIL_CM * px_per_cm
        compartments: list[Compartment] = []
        while rail_top > -rail_px:
            next_rail_top = rail_top - (self.rng.uniform(25.5, 30) + RAIL_CM) * px_per_cm
            compartments.append(Compartment(next_rail_top + rail_px, rail_top, rail_top + rail_px))
            rail_top = next_rail_top
        return compartments

    def _fill(self, compartment: Compartment) -> None:
        top, bottom = max(0, int(compartment.top_px)), min(self.picture.shape[0], int(compartment.rail_bottom_px))
        if bottom <= top:
            return
        strip = Strip(self.picture[top:bottom], top)
        draw_back(self.rng, strip, self.perspective, compartment, self.style, self.joints)
        draw_goods(self.rng, strip, self.perspective, compartment, self.style, self.catalog)
