"""The truth of a drawn photo, and which shelf a sticker belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from precount_training.geometry import Points, RotatedRect, bounds, quad_from_rect, rect_from_quad

Family = Literal["print", "mixed", "hand"]
KINDS: dict[Family, str] = {"print": "print/print", "mixed": "print/hand", "hand": "hand/hand"}  # code/quantity

# Within this margin the shelf of a sticker is ambiguous: such places are not used.
CLEAR_PX = 14.0


@dataclass(frozen=True)
class ShelfTruth:
    """A shelf tag: its code and its quad in px of the upright photo."""

    code: str
    quad: Points

    def band(self) -> tuple[float, float]:
        """Top and bottom (y, px) of the shelf's box, which spans the photo's width."""
        _, top, _, bottom = bounds(self.quad)
        return top, bottom


@dataclass(frozen=True)
class StickerTruth:
    """A sticker: its code and quantity, how they were written ("print/hand": code/quantity) and its quad.

    `number_px`: heights of the code and the quantity on the photo, px, where they are known.
    """

    code: str
    quantity: str
    kinds: str
    quad: Points
    number_px: tuple[float, float] | None = None


def shelf_of(top: float, bottom: float, shelves: list[ShelfTruth]) -> str | None:
    """The code of the shelf of a sticker from y = `top` to `bottom` (px).

    The shelf box that it overlaps (most, of several); else the nearest below it; else the lowest.
    None without shelves.
    """
    if not shelves:
        return None
    overlaps = [(min(bottom, s.band()[1]) - max(top, s.band()[0]), s.code) for s in shelves]
    best = max(overlaps)
    if best[0] > 0:
        return best[1]
    below = [(s.band()[0], s.code) for s in shelves if s.band()[0] >= bottom]
    return min(below)[1] if below else max((s.band()[0], s.code) for s in shelves)[1]


def clear_shelf_of(quad: Points, shelves: list[ShelfTruth]) -> str | None:
    """`shelf_of`, or None where another measure of the sticker's box gives another shelf.

    Tried: the quad's bounds, the bounds of its rotated rect, the unrotated rect, and the
    first of these grown and shrunk by CLEAR_PX.
    """
    rect = rect_from_quad(quad)
    _, top, _, bottom = bounds(quad)
    _, rect_top, _, rect_bottom = bounds(quad_from_rect(rect))
    readings = {
        shelf_of(top, bottom, shelves),
        shelf_of(rect_top, rect_bottom, shelves),
        shelf_of(rect.y, rect.y + rect.height, shelves),
        shelf_of(top - CLEAR_PX, bottom + CLEAR_PX, shelves),
        shelf_of(top + CLEAR_PX, bottom - CLEAR_PX, shelves),
    }
    return readings.pop() if len(readings) == 1 else None


def _numbers(quad: Points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in quad]


def _rect(rect: RotatedRect) -> dict[str, float]:
    return {key: round(value, 2) for key, value in vars(rect).items()}


def photo_truth(
    image: str, width: int, height: int, family: Family,
    shelves: list[ShelfTruth], stickers: list[StickerTruth],
) -> dict[str, Any]:  # fmt: skip
    """One entry of truth.json; lengths in px of the upright photo (width x height)."""
    results: list[dict[str, Any]] = []
    for shelf in shelves:
        top, bottom = shelf.band()
        rect = {"x": 0, "y": round(top, 2), "width": width, "height": round(bottom - top, 2)}
        results.append({"label": "shelf", "code": shelf.code, "rect": rect, "quad": _numbers(shelf.quad)})
    for sticker in stickers:
        heights = zip(("codePx", "quantityPx"), sticker.number_px or (), strict=False)
        results.append({
            "label": "sticker",
            "code": sticker.code,
            "quantity": sticker.quantity,
            "shelfCode": clear_shelf_of(sticker.quad, shelves),
            "kinds": sticker.kinds,
            "rect": _rect(rect_from_quad(sticker.quad)),
            "quad": _numbers(sticker.quad),
            **{key: round(height, 2) for key, height in heights},
        })  # fmt: skip
    return {"image": image, "width": width, "height": height, "family": family, "results": results}
