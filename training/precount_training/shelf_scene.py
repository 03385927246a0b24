"""A shelf seen straight on, drawn with depth: back wall, boards, goods, rails, floor.

Lengths in cm unless a name says px. The front plane (rails, first row of goods) is drawn
1:1; what lies z cm behind it shrinks towards the eye's point. x runs right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.faces import curved, gable_roof, paste
from precount_training.geometry import Points
from precount_training.packages import draw_crate, draw_product, draw_shipping_carton
from precount_training.papers import soft_noise
from precount_training.pixels import blur
from precount_training.products import Catalogue, Kind, Product

Picture = NDArray[np.uint8]  # (height, width, 3) RGB
Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in scene px

RAIL_CM = 4.6
DEPTH_CM = 40.0


@dataclass(frozen=True)
class SceneStyle:
    """What one shop's shelves look like."""

    px_per_cm: float
    wall: tuple[int, int, int]
    board: tuple[int, int, int]
    rail: tuple[int, int, int]
    insert: tuple[int, int, int]
    perforated: bool
    goods: str  # "mixed", "dairy", "produce" or "stock"


@dataclass
class Compartment:
    """One shelf: the goods above a board. All in scene px."""

    top_px: float
    rail_top_px: float
    rail_bottom_px: float
    fronts: list[Box] = field(default_factory=list)

    def shade(self, y_px: float, z_cm: float = 0.0) -> float:
        """Light at a height: dim right under the board above, dimmer with depth; 1 is full light."""
        share = (y_px - self.top_px) / max(1.0, self.rail_top_px - self.top_px)
        rise = float(np.clip(share / 0.5, 0, 1))
        return float((0.56 + 0.44 * rise * rise * (3 - 2 * rise)) * np.exp(-z_cm / 42))


@dataclass
class Scene:
    """The drawn shelf and where things may be stuck."""

    picture: Picture
    compartments: list[Compartment]
    style: SceneStyle


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


class ScenePainter:
    """Draws one scene of width x height px; the random generator decides everything else."""

    def __init__(
        self, rng: np.random.Generator, width: int, height: int, style: SceneStyle, catalogue: Catalogue
    ) -> None:
        self.rng, self.style, self.catalogue = rng, style, catalogue
        self.width, self.height = width, height
        self.picture: Picture = np.full((height, width, 3), 40, np.uint8)
        self.eye = np.array([width * rng.uniform(0.4, 0.6), height * rng.uniform(0.3, 0.5)])
        self.first_joint = rng.uniform(0.1, 0.9)  # bays of 100 cm
        self.distance_cm = 0.85 * max(width, height) / style.px_per_cm

    def paint(self, bottom_share: float) -> Scene:
        """Draw shelves from the lowest rail, at `bottom_share` of the height, upwards past the top."""
        ppc = self.style.px_per_cm
        rail_px = RAIL_CM * ppc
        compartments: list[Compartment] = []
        bottom = self.height * bottom_share
        while bottom > -rail_px:
            gap_cm = self.rng.uniform(25.5, 30)
            top = bottom - (gap_cm + RAIL_CM) * ppc
            compartments.append(Compartment(top + rail_px, bottom, bottom + rail_px))
            bottom = top
        for compartment in compartments:
            self._compartment(compartment)
        self._floor(compartments[0].rail_bottom_px)
        joints = self._joints()
        for compartment in compartments:
            self._rail(compartment, joints)
        return Scene(self.picture, compartments, self.style)

    def _joints(self) -> list[float]:
        bay_px = 100 * self.style.px_per_cm
        return [self.first_joint * bay_px + i * bay_px for i in range(-1, int(self.width / bay_px) + 2)]

    def project(self, x: float, y: float, z_cm: float) -> NDArray[np.float64]:
        """Scene px of a point that lies z cm behind (x, y) of the front plane."""
        scale = self.distance_cm / (self.distance_cm + z_cm)
        return np.asarray(self.eye + (np.array([x, y]) - self.eye) * scale, dtype=np.float64)

    def fill(
        self, points: list[NDArray[np.float64]], colour: NDArray[np.float64], clip: Picture, offset: float
    ) -> None:
        """Fill a polygon of scene points in one colour, in `clip` whose first row is y = offset."""
        whole = np.round((np.array(points) - (0, offset)) * 16).astype(np.int32)
        tone = [int(np.clip(c, 0, 255)) for c in colour]
        cv2.fillConvexPoly(clip, whole, tone, cv2.LINE_AA, 4)

    def _compartment(self, c: Compartment) -> None:
        y0, y1 = max(0, int(c.top_px)), min(self.height, int(c.rail_bottom_px))
        if y1 <= y0:
            return
        clip = self.picture[y0:y1]
        self._back(c, clip, y0)
        self._goods(c, clip, y0)

    def _back(self, c: Compartment, clip: Picture, y0: int) -> None:
        """Back wall with slotted posts, the board underneath and the underside of the board above."""
        style = self.style
        rows = np.arange(y0, y0 + len(clip))
        light = np.array([c.shade(float(y), DEPTH_CM * 0.55) for y in rows], dtype=np.float32)
        wall = np.array(style.wall, np.float32)[None, None, :] * light[:, None, None]
        stains = soft_noise(self.rng, 40, 160, 9)
        size = (self.width, len(clip))
        stains = np.asarray(cv2.resize(stains, size, interpolation=cv2.INTER_CUBIC), dtype=np.float32)
        wall = wall * (1 + 0.035 * stains)[..., None]
        clip[...] = np.clip(wall, 0, 255).astype(np.uint8)
        step = 2.5 * style.px_per_cm * self.distance_cm / (self.distance_cm + DEPTH_CM)
        if style.perforated:
            for y in np.arange(step / 2, len(clip), step):
                for x in np.arange(step / 2, self.width, step):
                    cv2.circle(
                        clip,
                        (round(x), round(y)),
                        max(2, round(step * 0.11)),
                        [int(v * 0.25) for v in style.wall],
                        -1,
                        cv2.LINE_AA,
                    )
        for joint in self._joints():
            a = self.project(joint - 2 * style.px_per_cm, 0, DEPTH_CM)[0]
            b = self.project(joint + 2 * style.px_per_cm, 0, DEPTH_CM)[0]
            post = clip[:, max(0, int(a)) : max(0, int(b))]
            post[...] = (post * 0.8).astype(np.uint8)
        near, back = c.rail_top_px, self.project(0, c.rail_top_px, DEPTH_CM)[1]
        if back < near:  # below the eye: the board's top shows
            self._plane(
                clip,
                y0,
                back,
                near,
                np.array(style.board, np.float32),
                c.shade(near, DEPTH_CM * 0.5),
                c.shade(near, 2),
            )
        under_back = self.project(0, c.top_px, DEPTH_CM)[1]
        if under_back > c.top_px:  # above the eye: the underside of the board above shows
            self._plane(clip, y0, c.top_px, under_back, np.array(style.board, np.float32), 0.34, 0.2)

    def _plane(
        self,
        clip: Picture,
        y0: int,
        top: float,
        bottom: float,
        colour: NDArray[np.float32],
        light_top: float,
        light_bottom: float,
    ) -> None:
        a, b = max(0, int(top) - y0), min(len(clip), int(bottom) - y0)
        if b <= a:
            return
        light = np.linspace(light_top, light_bottom, b - a, dtype=np.float32)[:, None, None]
        clip[a:b] = np.clip(colour * light, 0, 255).astype(np.uint8)

    def _choose(self) -> Product:
        rng, fronts = self.rng, self.catalogue.fronts
        photo = {"dairy": 0.85, "mixed": 0.45, "produce": 0.2, "stock": 0.2}[self.style.goods]
        if rng.random() < photo:
            return fronts[int(rng.integers(len(fronts)))]
        kinds: tuple[Kind, ...] = ("box", "can", "bottle", "jar", "box")
        kind = kinds[int(rng.integers(len(kinds)))]
        return draw_product(rng, kind, self.catalogue, self.style.px_per_cm)

    def _goods(self, c: Compartment, clip: Picture, y0: int) -> None:
        """Groups of facings along the shelf, far ones and back rows first."""
        rng, ppc = self.rng, self.style.px_per_cm
        crates = rng.random() < {"produce": 0.8, "stock": 0.0, "mixed": 0.1, "dairy": 0.0}[self.style.goods]
        cartons = rng.random() < (0.55 if self.style.goods == "stock" else 0.06)
        room_cm = (c.rail_top_px - c.top_px) / ppc
        items: list[tuple[Product, float, float, int]] = []  # product, left px, set-back cm, rows deep
        x = -rng.uniform(0, 10) * ppc
        while x < self.width:
            if crates:
                items.append((draw_crate(rng, self.catalogue, ppc), x, 0.6, 1))
                x += items[-1][0].width_cm * ppc + rng.uniform(0.3, 1.5) * ppc
                continue
            product = draw_shipping_carton(rng, ppc) if cartons and rng.random() < 0.7 else self._choose()
            if product.height_cm + (4 if product.kind == "gable" else 0) > room_cm - 0.5:
                continue
            setback = rng.uniform(0.4, 3.5)
            deep = 1 if product.depth_cm > 20 else 3
            facings = int(rng.integers(1, 3)) if product.width_cm > 20 else int(rng.integers(2, 6))
            low = product.kind in ("can", "jar", "brick") and product.height_cm * 2 < room_cm - 1 and rng.random() < 0.7
            for _ in range(facings):
                items.append((product, x, setback + rng.uniform(0, 0.6), deep if rng.random() > 0.08 else -2))
                if low:
                    items.append((product, -1e9, 0, 0))  # marks: another one stands on the last
                x += (product.width_cm + rng.uniform(0.02, 0.5)) * ppc
            x += rng.uniform(0.3, 2.5) * ppc if rng.random() < 0.85 else rng.uniform(4, 12) * ppc
        self._place(c, clip, y0, items)

    def _place(self, c: Compartment, clip: Picture, y0: int, items: list[tuple[Product, float, float, int]]) -> None:
        stacks: list[tuple[Product, float, float, int, bool]] = []
        for product, x, setback, deep in items:
            if x < -1e8:
                last = stacks[-1]
                stacks[-1] = (last[0], last[1], last[2], last[3], True)
            else:
                stacks.append((product, x, setback, deep, False))
        ppc = self.style.px_per_cm
        stacks.sort(key=lambda s: -abs(s[1] + s[0].width_cm * ppc / 2 - self.eye[0]))
        for row in (2, 1, 0):
            for product, x, setback, deep, doubled in stacks:
                if (deep == -2 and row == 0) or row >= abs(deep):
                    continue
                z = setback + row * (product.depth_cm + 0.3)
                if z + product.depth_cm > DEPTH_CM + 6:
                    continue
                self._item(c, clip, y0, product, x, c.rail_top_px, z)
                if doubled:
                    self._item(
                        c,
                        clip,
                        y0,
                        product,
                        x + self.rng.uniform(-0.3, 0.3) * ppc,
                        c.rail_top_px - product.height_cm * ppc,
                        z,
                    )

    def _item(self, c: Compartment, clip: Picture, y0: int, p: Product, x: float, base: float, z: float) -> None:
        """One package with the faces that the eye can see."""
        ppc = self.style.px_per_cm
        x1, top, back = x + p.width_cm * ppc, base - p.height_cm * ppc, z + p.depth_cm
        turn = self.rng.normal(0, 0.035) * p.width_cm if p.kind != "crate" else 0.0  # nobody aligns goods by rule
        near, far = z - turn, z + turn
        corners = ((x, top, near), (x1, top, far), (x1, base, far), (x, base, near))
        quad = np.array([self.project(*corner) for corner in corners])
        if quad[:, 0].max() < 0 or quad[:, 0].min() > self.width:
            return
        self._shadow(clip, y0, quad)
        own = float(np.clip(self.rng.normal(1, 0.03), 0.9, 1.08)) * (1.12 if p.kind == "crate" else 1.0)
        light = c.shade(float(quad[0, 1]), z) * own, c.shade(float(quad[2, 1]), z) * own
        boxy = p.kind in ("gable", "brick", "box")
        side = None
        if boxy and x1 < self.eye[0] - 2:
            side = [(x1, top, z), (x1, top, back), (x1, base, back), (x1, base, z)]
        elif boxy and x > self.eye[0] + 2:
            side = [(x, top, back), (x, top, z), (x, base, z), (x, base, back)]
        if side:
            face = np.array([self.project(*corner) for corner in side])
            self._paste(clip, y0, p.front, face, light[0] * 0.62, light[1] * 0.62)
        if p.kind in ("box", "brick") and top > self.eye[1]:
            lid = [
                self.project(x, top, z),
                self.project(x1, top, z),
                self.project(x1, top, back),
                self.project(x, top, back),
            ]
            self.fill(lid, np.array(p.top) * light[0] * 0.95, clip, y0)
        if p.kind == "gable":
            self._gable(clip, y0, p, x, x1, top, z, light[0])
        if p.kind in ("can", "jar", "bottle"):
            self._round(clip, y0, p, quad, (x, x1), (top, base), (z, back), light)
        else:
            self._paste(clip, y0, p.front, quad, *light)
        if z < 5:
            c.fronts.append((float(quad[0, 0]), float(quad[0, 1]), float(quad[2, 0]), float(quad[2, 1])))

    def _gable(
        self, clip: Picture, y0: int, p: Product, x: float, x1: float, top: float, z: float, light: float
    ) -> None:
        """The sloped roof of a drink carton with its seam and cap."""
        ppc, ridge_z = self.style.px_per_cm, z + p.depth_cm / 2
        ridge, seam = top - 3.0 * ppc, top - 4.4 * ppc
        fin = [self.project(*q, ridge_z) for q in ((x, ridge), (x1, ridge), (x1, seam), (x, seam))]
        self.fill(fin, (np.array(p.top) * 0.55 + 100) * light * 0.95, clip, y0)
        roof = [
            self.project(x, top, z),
            self.project(x1, top, z),
            self.project(x1, ridge, ridge_z),
            self.project(x, ridge, ridge_z),
        ]
        self._paste(clip, y0, gable_roof(p.top), np.array(roof), light * 1.0, light * 1.1)
        if not p.cap:
            return
        centre = (roof[0] + roof[1] + roof[2] + roof[3]) / 4
        radius = 1.55 * ppc * self.distance_cm / (self.distance_cm + z)
        squash = float(np.clip(abs(roof[0][1] - roof[3][1]) / (4.2 * ppc), 0.35, 0.9))
        at = (round(centre[0]), round(centre[1] - y0))
        tone = np.array(p.cap, dtype=np.float64)
        axes = (round(radius), round(radius * squash))
        cv2.ellipse(
            clip,
            (at[0], round(at[1] + 0.25 * ppc)),
            (axes[0] + 5, axes[1] + 4),
            0,
            0,
            360,
            [int(v * 0.5 * light) for v in p.top],
            -1,
            cv2.LINE_AA,
        )
        for step in range(13):  # the cap's side, ring by ring, then its lid
            shade = 0.58 + 0.3 * step / 12 if step < 12 else 1.02
            colour = [int(np.clip(v, 0, 255)) for v in tone * shade * light]
            cv2.ellipse(clip, (at[0], round(at[1] - step * 0.075 * ppc)), axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
        lid_y = round(at[1] - 0.9 * ppc)
        inner = (round(axes[0] * 0.8), round(axes[1] * 0.78))
        cv2.ellipse(
            clip,
            (at[0], lid_y),
            inner,
            0,
            200,
            340,
            [int(np.clip(v * 1.12 * light, 0, 255)) for v in tone],
            3,
            cv2.LINE_AA,
        )
        for angle in np.linspace(0.15, np.pi - 0.15, 17):
            x_edge = at[0] + np.cos(angle) * axes[0]
            y_edge = lid_y + np.sin(angle) * axes[1]
            groove = [int(v * 0.55 * light) for v in tone]
            cv2.line(
                clip,
                (round(x_edge), round(y_edge + 0.1 * ppc)),
                (round(x_edge), round(y_edge + 0.8 * ppc)),
                groove,
                1,
                cv2.LINE_AA,
            )

    def _round(
        self,
        clip: Picture,
        y0: int,
        p: Product,
        quad: Points,
        x: tuple[float, float],
        y: tuple[float, float],
        z: tuple[float, float],
        light: tuple[float, float],
    ) -> None:
        """A cylinder: its rings show as arcs, and its lid from above. x, y, z are its limits."""
        middle = (z[0] + z[1]) / 2
        height = y[1] - y[0]
        rise = [float(self.project(x[0], v, z[0])[1] - self.project(x[0], v, middle)[1]) / height for v in y]
        picture, reach = curved(p.front, rise[0], rise[1])
        grow = np.outer([-1, -1, 1, 1], [0, reach * (quad[3, 1] - quad[0, 1])])
        self._paste(clip, y0, picture, quad + grow, *light)
        if y[0] <= self.eye[1]:
            return
        left, right, far = (self.project(a, y[0], b) for a, b in ((x[0], z[0]), (x[1], z[0]), (x[0], z[1])))
        share = {"can": 0.98, "jar": 0.88, "bottle": 0.41}[p.kind]
        half, drop = (right[0] - left[0]) / 2 * share, abs(left[1] - far[1]) / 2
        # the front picture's top edge is the near rim; a narrow lid's rim starts higher on its own ellipse
        centre = (round((left[0] + right[0]) / 2), round(left[1] - drop * share - y0))
        tone = np.array(p.cap or (190, 190, 190), dtype=np.float64) * light[0]
        for shrink, shade in ((1.0, 1.05), (0.87, 0.8 if p.kind == "can" else 0.96)):
            axes = (max(1, round(half * shrink)), max(1, round(drop * share * shrink)))
            colour = [int(np.clip(v * shade, 0, 255)) for v in tone]
            cv2.ellipse(clip, centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)

    def _shadow(self, clip: Picture, y0: int, quad: Points) -> None:
        """Darken what is around and behind a package before it is drawn."""
        reach = 0.9 * self.style.px_per_cm
        xa, xb = int(max(0, quad[:, 0].min() - reach)), int(min(self.width, quad[:, 0].max() + reach))
        ya, yb = (
            int(max(0, quad[:, 1].min() - y0 - reach * 0.3)),
            int(min(len(clip), quad[:, 1].max() - y0 + reach)),
        )
        if xb - xa < 4 or yb - ya < 4:
            return
        mask = np.zeros((48, 48), np.float32)
        mask[5:-5, 5:-5] = 0.5
        soft = cv2.resize(blur(mask, 3), (xb - xa, yb - ya), interpolation=cv2.INTER_LINEAR)
        part = clip[ya:yb, xa:xb]
        part[...] = (part * (1 - soft[..., None])).astype(np.uint8)

    def _paste(
        self,
        clip: Picture,
        y0: int,
        picture: NDArray[np.uint8],
        quad: Points,
        light_top: float,
        light_bottom: float,
    ) -> None:
        paste(clip, picture, quad - (0, y0), light_top, light_bottom)

    def _rail(self, c: Compartment, joints: list[float]) -> None:
        """The board's front: a lit lip, the channel for price tags, and its shadow on what is below."""
        style, rng, ppc = self.style, self.rng, self.style.px_per_cm
        top, bottom = round(c.rail_top_px), round(c.rail_bottom_px)
        a, b = max(0, top), min(self.height, bottom)
        if b > a:
            share = (np.arange(a, b) - top) / (bottom - top)
            tone = np.where((share > 0.16) & (share < 0.86), 0, 1)[:, None]
            colour = np.array(style.rail) * tone + np.array(style.insert) * (1 - tone)
            light = 1.02 - 0.22 * share
            light = np.where(share < 0.05, 1.14, light)
            light = np.where(np.abs(share - 0.16) < 0.02, 0.62, light)
            light = np.where(np.abs(share - 0.86) < 0.02, 0.7, light)
            light = np.where(share > 0.94, 0.66, light)
            band = (colour * light[:, None])[:, None, :].repeat(self.width, axis=1)
            streak = 1 + 0.05 * np.asarray(soft_noise(rng, 8, self.width, 160))[0][None, :, None]
            band = band * streak * (1 + 0.012 * rng.standard_normal((b - a, 1, 1)))
            self.picture[a:b] = np.clip(band, 0, 255).astype(np.uint8)
            for joint in joints:
                x = round(joint)
                if 4 < x < self.width - 4:
                    self.picture[a:b, x - 3 : x + 3] = (self.picture[a:b, x - 3 : x + 3] * 0.3).astype(np.uint8)
                    self.picture[a:b, x + 3 : x + 6] = np.clip(self.picture[a:b, x + 3 : x + 6] * 1.1, 0, 255).astype(
                        np.uint8
                    )
        reach = round(2.2 * ppc)
        a, b = max(0, bottom), min(self.height, bottom + reach)
        if b > a:
            fade = 0.5 + 0.5 * ((np.arange(a, b) - bottom) / reach)[:, None, None]
            self.picture[a:b] = (self.picture[a:b] * fade).astype(np.uint8)

    def _floor(self, rail_bottom: float) -> None:
        """Kick plate and floor tiles below the lowest board, where the photo reaches that far."""
        ppc, start = self.style.px_per_cm, int(rail_bottom)
        if start >= self.height:
            return
        plate = min(self.height, round(start + 9 * ppc))
        light = np.linspace(0.5, 0.8, plate - start)[:, None, None]
        self.picture[start:plate] = np.clip(np.array(self.style.rail) * 0.8 * light, 0, 255).astype(np.uint8)
        if plate >= self.height:
            return
        tone = np.array(((168, 160, 148), (196, 194, 190), (124, 116, 108))[int(self.rng.integers(3))])
        rows = self.height - plate
        noise = (
            1 + 0.05 * soft_noise(self.rng, rows, self.width, 9) + 0.05 * soft_noise(self.rng, rows, self.width, 300)
        )
        fade = np.linspace(0.55, 1.0, rows)[:, None] ** 0.6
        self.picture[plate:] = np.clip(tone * (noise * fade)[..., None], 0, 255).astype(np.uint8)
        joint = [int(v * 0.6) for v in tone]
        for x in np.arange(-40, self.width / ppc + 40, 30) * ppc:
            far, near = self.project(x, plate, 0), self.project(x, plate, -self.distance_cm * 0.4)
            cv2.line(
                self.picture,
                (round(far[0]), round(far[1])),
                (round(near[0]), round(near[1])),
                joint,
                4,
                cv2.LINE_AA,
            )
        for z in (30, 60):
            y = round(self.project(0, plate, -min(z, self.distance_cm * 0.7))[1])
            cv2.line(self.picture, (0, y), (self.width, y), joint, 5, cv2.LINE_AA)
