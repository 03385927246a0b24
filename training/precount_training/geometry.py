"""Plane geometry of photos: points, homographies, quads and rotated rects.

Units are pixels, y points down, angles are degrees clockwise as seen on the photo.
A *quad* is a float64 array (4, 2): top left, top right, bottom right, bottom left of the object
itself, clockwise, for any rotation of the object in the photo.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Homography = NDArray[np.float64]
Box = tuple[float, float, float, float]  # upright: x0, y0, x1, y1


@dataclass(frozen=True)
class RotatedRect:
    """The unrotated box (x, y, width, height) in px, turned `angle` degrees clockwise about its center."""

    x: float
    y: float
    width: float
    height: float
    angle: float


def box_quad(x0: float, y0: float, x1: float, y1: float) -> Points:
    """Corners (4, 2) of an upright box."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float64)


def homography(source: Points, target: Points) -> Homography:
    """The 3x3 map that takes the quad `source` (4, 2) to the quad `target` (4, 2)."""
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, dtype=np.float64)


def apply(matrix: Homography, points: Points) -> Points:
    """Map points (n, 2) by a 3x3 homography."""
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:3], dtype=np.float64)


def rotate(points: Points, angle_deg: float, center: tuple[float, float]) -> Points:
    """Turn points (n, 2) clockwise about `center`."""
    angle = np.deg2rad(angle_deg)
    # y points down, so the usual matrix turns clockwise on the photo
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    origin = np.asarray(center, dtype=np.float64)
    return np.asarray((points - origin) @ matrix.T + origin, dtype=np.float64)


def rect_from_quad(quad: Points) -> RotatedRect:
    """The rotated rect of a quad: mean side lengths, mean center, the top edge's direction.

    Exact for a rotated rectangle; for a perspective quad it is the convention of the
    evaluation's truth files, so that both can be compared.
    """
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)  # top, right, bottom, left
    width = float((sides[0] + sides[2]) / 2)
    height = float((sides[1] + sides[3]) / 2)
    center = quad.mean(axis=0)
    top = quad[1] - quad[0]
    angle = float(np.rad2deg(np.arctan2(top[1], top[0])) % 360)
    return RotatedRect(float(center[0]) - width / 2, float(center[1]) - height / 2, width, height, angle)


def quad_from_rect(rect: RotatedRect) -> Points:
    """Corners (4, 2) of a rotated rect; the inverse of `rect_from_quad` for true rectangles."""
    center = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    upright = box_quad(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
    return rotate(upright, rect.angle, center)


def bounds(quad: Points) -> Box:
    """The upright box around points (n, 2): x0, y0, x1, y1."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def boxes_overlap(a: Box, b: Box, margin_px: float = 0.0) -> bool:
    """Whether two upright boxes come closer than `margin_px`."""
    return (
        a[0] < b[2] + margin_px and b[0] < a[2] + margin_px
        and a[1] < b[3] + margin_px and b[1] < a[3] + margin_px
    )  # fmt: skip
