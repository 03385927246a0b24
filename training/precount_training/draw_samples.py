"""Draws the eight sample photos and their truth.

    python -m precount_training.draw_samples --out ../samples

Needs the fonts and digits of `python -m precount_training.sources`, and heif-enc
(Debian: libheif-examples) for the photos that are stored as HEIC.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from precount_training.event_photo import PhotoPlan, draw_event_photo
from precount_training.stock_numbers import codes

MAX_BYTES = 3_400_000
CODES_SEED = 20_260
MID_ATLANTIC = (46.25, -29.5)  # a place without shops, in the ocean


@dataclass(frozen=True)
class Sample:
    """A sample photo: what to draw and how its file is stored."""

    name: str
    plan: PhotoPlan
    taken: str  # local time, EXIF form
    orientation: int = 1
    gps: tuple[float, float] | None = None


SAMPLES = (
    Sample(
        "0101.jpg",
        PhotoPlan(131, "print", 4032, 3024, "mixed", 10, ("01", "02", "03"), 28, 0.86, 1.5),
        "2026:03:14 07:02:11",
    ),
    Sample(
        "0102.jpg",
        PhotoPlan(102, "print", 3024, 4032, "dairy", 11, ("01", "02", "03", "04"), 27, 0.92),
        "2026:03:14 07:03:40",
        6,
    ),
    Sample(
        "0103.jpg",
        PhotoPlan(133, "print", 4000, 3000, "stock", 8, ("01", "02", "03"), 26.5, 0.85),
        "2026:03:14 07:05:02",
    ),
    Sample(
        "0104.jpg",
        PhotoPlan(104, "mixed", 4032, 3024, "dairy", 12, ("01", "02", "03"), 27.5, 0.87),
        "2026:03:14 07:08:55",
    ),
    Sample(
        "0105.jpg",
        PhotoPlan(105, "mixed", 2448, 3264, "mixed", 7, ("01", "02", "03"), 24, 0.9, 1.6),
        "2026:03:14 07:11:20",
        8,
    ),
    Sample(
        "0106.jpg",
        PhotoPlan(136, "mixed", 4032, 3024, "produce", 9, ("01", "02", "03"), 26, 0.84),
        "2026:03:14 07:15:37",
        1,
        MID_ATLANTIC,
    ),
    Sample("0107.heic", PhotoPlan(127, "hand", 4032, 3024, "mixed", 9, ("01", "02"), 30, 0.82), "2026:03:14 07:19:03"),
    Sample(
        "0108.jpg",
        PhotoPlan(118, "hand", 4032, 3024, "stock", 6, ("01", "02", "03"), 26.5, 0.87),
        "2026:03:14 07:22:48",
    ),
)


def exif_of(sample: Sample) -> Image.Exif:
    """The EXIF a phone would write: camera, time with its offset, orientation, and a place if planned."""
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Precount", "Sample"
    exif[0x0112] = sample.orientation
    details = exif.get_ifd(0x8769)
    details[0x9003] = details[0x9004] = sample.taken
    details[0x9010] = details[0x9011] = "+01:00"
    if sample.gps:
        place = exif.get_ifd(0x8825)
        latitude, longitude = sample.gps
        place[1], place[2] = ("N" if latitude >= 0 else "S"), _degrees(latitude)
        place[3], place[4] = ("E" if longitude >= 0 else "W"), _degrees(longitude)
    return exif


def _degrees(value: float) -> tuple[float, float, float]:
    whole = int(abs(value))
    minutes = (abs(value) - whole) * 60
    return float(whole), float(int(minutes)), round((minutes - int(minutes)) * 60, 2)


def stored(picture: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """The pixels as a phone stores them, so that a viewer that applies `orientation` (1, 6 or 8) shows them upright."""
    quarter_turns = {1: 0, 6: 1, 8: 3}[orientation]  # counter-clockwise; a viewer rotates them back
    return np.ascontiguousarray(np.rot90(picture, quarter_turns))


def jpeg(picture: NDArray[np.uint8], exif: Image.Exif, max_bytes: int) -> bytes:
    """A JPEG of the best quality, from 92 down, that stays below `max_bytes`."""
    image = Image.fromarray(picture)
    for quality in range(92, 40, -4):
        file = io.BytesIO()
        image.save(file, "JPEG", quality=quality, subsampling=2, exif=exif)
        if file.tell() <= max_bytes:
            return file.getvalue()
    raise ValueError(f"The photo does not fit into {max_bytes} bytes.")


def heic(picture: NDArray[np.uint8], exif: Image.Exif) -> bytes:
    """The picture as HEIC, encoded by heif-enc, with its EXIF."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "photo.jpg", Path(folder) / "photo.heic"
        source.write_bytes(jpeg(picture, exif, 30_000_000))
        subprocess.run(["heif-enc", "-q", "52", str(source), "-o", str(target)], check=True, capture_output=True)
        return target.read_bytes()


def draw(out: Path, only: set[str]) -> None:
    """Write the photos and truth.json into `out`; with `only`, write just those photos."""
    out.mkdir(parents=True, exist_ok=True)
    truths = []
    for sample in SAMPLES:
        # each photo has its own run of codes, so that one can be redrawn without the others
        code_source = (c for c in codes(CODES_SEED) if int(c) % len(SAMPLES) == SAMPLES.index(sample))
        if only and sample.name not in only:
            continue
        photo = draw_event_photo(sample.plan, code_source)
        picture = stored(photo.picture, sample.orientation)
        exif = exif_of(sample)
        data = heic(picture, exif) if sample.name.endswith(".heic") else jpeg(picture, exif, MAX_BYTES)
        (out / sample.name).write_bytes(data)
        truths.append(photo.truth(sample.name, sample.plan.family))
        print(f"{sample.name}  {len(photo.stickers)} stickers  {len(data) / 1e6:.1f} MB")
    if not only:
        (out / "truth.json").write_text(json.dumps(truths, indent=1) + "\n")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Draw the sample photos.")
    parser.add_argument("--out", type=Path, default=Path("../samples"), help="folder to write to")
    parser.add_argument("--only", nargs="*", default=[], help="file names to redraw (truth.json is left alone)")
    options = parser.parse_args()
    draw(options.out, set(options.only))


if __name__ == "__main__":
    main()
