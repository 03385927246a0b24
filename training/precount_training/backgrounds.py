"""Backgrounds for training: parts of real shelf photos, and of drawn scenes."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training.geometry import box_quad, rotate
from precount_training.papers import soft_noise
from precount_training.pixels import Picture, read_picture
from precount_training.products import load_catalog
from precount_training.shelf_scene import ScenePainter
from precount_training.shelves import pick_style
from precount_training.sources import ASSETS, CACHE
from precount_training.splits import Split

# Photos outside the repository: training may use them, but not all of their licenses allow distributing them.
_DATA = os.environ.get("PRECOUNT_TRAINING_DATA")
DATA = Path(_DATA) if _DATA else None


def _photos_in(variable: str, folder: str) -> Path | None:
    """The folder that an environment variable names, else one in PRECOUNT_TRAINING_DATA, else None."""
    named = os.environ.get(variable)
    return Path(named) if named else DATA / folder if DATA else None


PHOTOS = _photos_in("PRECOUNT_TRAINING_PHOTOS", "photos/train")
# Shelves that only an evaluation may show.
UNSEEN_PHOTOS = _photos_in("PRECOUNT_EVALUATION_PHOTOS", "photos/dev")
SCENES = CACHE / "scenes"  # drawn by `draw_scenes`
HELD_OUT = 10  # every tenth photo is for validation


@cache
def photos() -> tuple[Picture, ...]:
    """All background photos (h, w, 3) RGB; the shelf overviews first, then close-ups of packages.

    Uses the project's own grocery pictures where no folder of photos is set.
    """
    folders = [PHOTOS / "cc-by-4.0", PHOTOS / "mit"] if PHOTOS else [ASSETS / "grocery"]
    if DATA:
        folders.insert(1, DATA / "photos" / "mit-igarage")
    files = [file for folder in folders for file in sorted(folder.glob("*.jpg"))]
    if not files:
        raise FileNotFoundError(f"No photos in {folders}: set PRECOUNT_TRAINING_DATA or PRECOUNT_TRAINING_PHOTOS.")
    return tuple(read_picture(file) for file in files)


@cache
def price_tags(split: Split) -> tuple[Picture, ...]:
    """Crops of real price tags, used as negatives; empty without PRECOUNT_TRAINING_DATA and in the unseen split."""
    files = sorted((DATA / "price-tags").glob("*.jpg")) if DATA and split != "unseen" else []
    return tuple(
        read_picture(f) for i, f in enumerate(files) if (i % HELD_OUT == HELD_OUT - 1) == (split == "validation")
    )


@cache
def pool(split: Split, wide: bool) -> tuple[Picture, ...]:
    """The photos of a split: overviews only, or close-ups only; the unseen split has one pool."""
    if split == "unseen":
        return unseen()
    chosen = [p for p in photos() if (p.shape[1] > 1000) == wide] or list(photos())
    return tuple(p for i, p in enumerate(chosen) if (i % HELD_OUT == HELD_OUT - 1) == (split == "validation"))


@cache
def unseen() -> tuple[Picture, ...]:
    """Shelves for evaluations: photos, or drawn scenes where no folder of photos is set.

    Raises FileNotFoundError where there are neither.
    """
    files = sorted(UNSEEN_PHOTOS.glob("*.jpg") if UNSEEN_PHOTOS else SCENES.glob("unseen-*.jpg"))
    if not files:
        raise FileNotFoundError("No unseen shelves: name a folder of photos in PRECOUNT_EVALUATION_PHOTOS.")
    return tuple(read_picture(file) for file in files)


@cache
def scenes(split: Split) -> tuple[Picture, ...]:
    """Drawn shelf scenes (h, w, 3) of a split; overviews where none are drawn yet."""
    files = sorted(SCENES.glob(f"{split}-*.jpg"))
    drawn = tuple(read_picture(file) for file in files)
    return drawn or pool(split, True)


def shelf_view(rng: np.random.Generator, split: Split, height: int, width: int) -> NDArray[np.float32]:
    """A background (height, width, 3) for a whole photo: real, patched or drawn shelves."""
    kind = rng.random()
    if kind < 0.3:
        view = _part(rng, pool(split, True), height, width, (0.35, 1.0))
    elif kind < 0.55:
        view = _part(rng, scenes(split), height, width, (0.3, 1.0))
    elif kind < 0.85:
        view = _patched(rng, split, height, width)
    else:
        view = _part(rng, pool(split, False), height, width, (0.5, 1.0))
    for _ in range(int(rng.choice(4, p=(0.35, 0.35, 0.2, 0.1)))):
        _rail(rng, view)
    if rng.random() < 0.35:
        view *= np.float32(rng.uniform(0.3, 1.1))
    return view


def _part(
    rng: np.random.Generator, photos_: tuple[Picture, ...], height: int, width: int, shares: tuple[float, float]
) -> NDArray[np.float32]:
    photo = photos_[int(rng.integers(len(photos_)))]
    if rng.random() < 0.06:
        photo = np.ascontiguousarray(np.rot90(photo))
    part, scale = _random_part(rng, photo, height, width, shares)
    how = cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC
    return cv2.resize(part, (width, height), interpolation=how).astype(np.float32)


def _random_part(
    rng: np.random.Generator, photo: Picture, height: int, width: int, shares: tuple[float, float]
) -> tuple[Picture, float]:
    """A part of height : width, as it is or mirrored, and its px for one of `height`.

    The part takes up a share of the photo, drawn between `shares`, in the direction in which it fits less.
    """
    share = rng.uniform(*shares)
    scale = min(photo.shape[0] * share / height, photo.shape[1] * share / width)
    rows, columns = max(4, int(height * scale)), max(4, int(width * scale))
    y = int(rng.integers(0, photo.shape[0] - rows + 1))
    x = int(rng.integers(0, photo.shape[1] - columns + 1))
    part = photo[y : y + rows, x : x + columns]
    return (part[:, ::-1] if rng.random() < 0.5 else part), scale


def _patched(rng: np.random.Generator, split: Split, height: int, width: int) -> NDArray[np.float32]:
    """A wall of close-ups: rows of packages of different sizes."""
    view = np.zeros((height, width, 3), np.float32)
    cell = max(height, width) * rng.uniform(0.16, 0.5)
    y = 0
    while y < height:
        rows = min(height - y, max(24, int(cell * rng.uniform(0.7, 1.3))))
        x = 0
        while x < width:
            columns = min(width - x, max(24, int(cell * rng.uniform(0.5, 1.4))))
            view[y : y + rows, x : x + columns] = _part(rng, pool(split, False), rows, columns, (0.5, 1.0))
            x += columns
        y += rows
    return view


def _rail(rng: np.random.Generator, view: NDArray[np.float32]) -> None:
    """A shelf's front edge across the view, lit from above."""
    height, width = view.shape[:2]
    thick = max(height, width) * rng.uniform(0.02, 0.08)
    y = rng.uniform(0, height)
    quad = rotate(box_quad(-width, y, 2 * width, y + thick), float(rng.normal(0, 2)), (width / 2, y))
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1.0, cv2.LINE_AA)
    tone = rng.uniform(30, 250) * (1 + rng.normal(0, 0.05, 3))
    rows = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    shade = (
        1
        + rng.uniform(-0.3, 0.3) * np.sin((rows * height - y) / thick * 2)
        + 0.03 * soft_noise(rng, height, 8, 40)[:, :1, None]
    )
    view += mask[..., None] * (tone.astype(np.float32) * shade - view)


def draw_scenes(split: Split, count: int) -> None:
    """Draw shelf scenes of a phone photo's reduced size into SCENES, those that are not there yet."""
    SCENES.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        path = SCENES / f"{split}-{i:03d}.jpg"
        if path.exists():
            continue
        rng = np.random.default_rng([i, ("train", "validation", "unseen").index(split), 77])
        scale = rng.uniform(8, 13)
        style = pick_style(rng, str(rng.choice(["mixed", "dairy", "produce", "stock"])), scale)
        painter = ScenePainter(rng, 1500, 1150, style, load_catalog())
        picture = painter.paint(rng.uniform(0.75, 0.95)).picture
        cv2.imwrite(str(path), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 93])


def cut(rng: np.random.Generator, split: Split, height: int, width: int) -> NDArray[np.float32]:
    """A random part of a random photo, resized to (height, width, 3), sometimes mirrored or plain."""
    if rng.random() < 0.12:
        return _plain(rng, height, width)
    chosen = pool(split, rng.random() < 0.35)
    part, _ = _random_part(rng, chosen[int(rng.integers(len(chosen)))], height, width, (0.12, 0.8))
    return cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _plain(rng: np.random.Generator, height: int, width: int) -> NDArray[np.float32]:
    """A rail, a board or a wall: one tone that runs from light to dark."""
    tone = np.full(3, rng.uniform(20, 245)) + rng.normal(0, 12, 3)
    run = np.linspace(rng.uniform(0.7, 1.0), rng.uniform(0.7, 1.1), height, dtype=np.float32)
    return np.asarray(
        np.clip(run[:, None, None] * tone.astype(np.float32) * np.ones((1, width, 1)), 0, 255), np.float32
    )
