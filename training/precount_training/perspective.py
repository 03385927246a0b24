"""Perspective of a scene, and the rows of its picture in which one shelf is drawn.

The front plane (rails, first row of goods) is drawn 1:1; what lies z cm behind it shrinks towards
the eye's point. x runs right, y down, both in scene px.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import faces
from precount_training.geometry import Points
from precount_training.pixels import Picture, tone_of


@dataclass(frozen=True)
class Perspective:
    """The camera position in front of the front plane."""

    eye: NDArray[np.float64]  # (2,): x, y in scene px
    distance_cm: float
    px_per_cm: float  # of the front plane

    def project(self, x: float, y: float, z_cm: float) -> NDArray[np.float64]:
        """Scene px (2,) of a point that lies z cm behind (x, y) of the front plane."""
        scale = self.distance_cm / (self.distance_cm + z_cm)
        return np.asarray(self.eye + (np.array([x, y]) - self.eye) * scale, dtype=np.float64)

    def face(self, corners: Iterable[tuple[float, float, float]]) -> Points:
        """Scene px (n, 2) of the corners (x, y, z_cm) of a face."""
        return np.array([self.project(*corner) for corner in corners])

    def shrunk(self, length_px: float, z_cm: float) -> float:
        """Length in scene px of an object z cm behind the front plane."""
        return length_px * self.distance_cm / (self.distance_cm + z_cm)


@dataclass(frozen=True)
class Strip:
    """Rows of a scene, from y = `top_px` down. Points are in px of the scene; drawing outside the rows is clipped."""

    picture: Picture  # a view of the scene's
    top_px: int

    def fill(self, corners: Points, color: NDArray[np.float64]) -> None:
        """Fill a convex polygon (n, 2) in one color (3,)."""
        sixteenths = np.round((corners - (0, self.top_px)) * 16).astype(np.int32)
        cv2.fillConvexPoly(self.picture, sixteenths, tone_of(color), cv2.LINE_AA, 4)

    def paste(self, face: NDArray[np.uint8], quad: Points, light_top: float, light_bottom: float) -> None:
        """Warp an RGBA picture (h, w, 4) into `quad`, lit from top to bottom."""
        faces.paste(self.picture, face, quad - (0, self.top_px), light_top, light_bottom)
