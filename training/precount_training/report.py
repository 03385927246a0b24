"""An HTML page with the figures and pictures of the worst errors, in one file."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from html import escape
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import RotatedRect, quad_from_rect

MAX_MISSES = 60
PICTURE_PX = 360  # width of a miss's picture
STYLE = (
    "body{font:15px/1.5 system-ui;margin:2rem;max-width:80rem}table{border-collapse:collapse;margin:1rem 0}"
    "td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #ddd}td:first-child{text-align:left}"
    "figure{display:inline-block;margin:.5rem;vertical-align:top;width:360px}figcaption{font-size:13px}img{width:100%}"
)


@dataclass(frozen=True)
class Miss:
    """One error; `sure` is the confidence of the model in it."""

    photo: str
    family: str
    what: str
    sure: float
    picture: NDArray[np.uint8]
    rect: RotatedRect

    def image(self) -> str:
        """The surroundings of the miss as a data URL."""
        reach = max(self.rect.width, self.rect.height) * 0.75
        reach = min(reach, self.picture.shape[1])
        cx, cy = self.rect.x + self.rect.width / 2, self.rect.y + self.rect.height / 2
        if self.rect.width > 0.9 * self.picture.shape[1]:  # a shelf's band
            reach = self.picture.shape[1] / 2
        x0, y0 = int(max(0, cx - reach)), int(max(0, cy - reach * 0.6))
        part = self.picture[y0 : int(cy + reach * 0.6) + 1, x0 : int(cx + reach) + 1].copy()
        quad = np.round(quad_from_rect(self.rect) - (x0, y0)).astype(np.int32)
        cv2.polylines(part, [quad], True, (255, 0, 160), max(1, part.shape[1] // 250))
        scale = PICTURE_PX / part.shape[1]
        shown = cv2.resize(part, (PICTURE_PX, max(1, round(part.shape[0] * scale))), interpolation=cv2.INTER_AREA)
        _, data = cv2.imencode(".jpg", shown[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])
        return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode()


def _table(rows: list[list[str]]) -> str:
    head, *body = rows
    lines = ["<tr>" + "".join(f"<th>{escape(c)}</th>" for c in head) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in body]
    return "<table>" + "".join(lines) + "</table>"


def write_report(
    path: Path, result: dict[str, dict[str, float]], tables: dict[str, list[dict[str, float]]], misses: list[Miss]
) -> None:
    """Write the page; `misses` worst first."""
    names = list(next(iter(result.values())))
    parts = [f"<!doctype html><meta charset=utf-8><title>precount</title><style>{STYLE}</style><h1>precount</h1>"]
    parts.append(_table([["family", *names]] + [[f, *(f"{100 * r[n]:.1f}" for n in names)] for f, r in result.items()]))
    for name, table in tables.items():
        rows = [["confidence", "mean", "right", "count"]]
        rows += [
            [f"{b['from']:.2f}-{b['to']:.2f}", f"{b['confidence']:.3f}", f"{b['right']:.3f}", f"{b['count']:.0f}"]
            for b in table
        ]
        parts.append(f"<h2>{name}: does the confidence keep its word?</h2>" + _table(rows))
    parts.append(f"<h2>{len(misses)} misses, surest first</h2>")
    for miss in misses[:MAX_MISSES]:
        caption = escape(f"{miss.photo} ({miss.family}) {miss.what}, sure {miss.sure:.2f}")
        parts.append(f"<figure><img src='{miss.image()}'><figcaption>{caption}</figcaption></figure>")
    path.write_text("".join(parts))
