"""Simulated crews: three writers of the validation split with their pens, one shop's sticker forms and one phone.

Draws two folders of examples for each crew: `learn`, the stickers that it has reviewed, and `judge`, the next ones. All
values count as typed. Further calls with a higher count add stickers to a folder.

python -m precount_training.crews --crews 0-7 --part learn --count 1000
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from precount_training import handwriting, wild_sticker, writing
from precount_training.degradation import degraded
from precount_training.geometry import RotatedRect, rect_from_quad
from precount_training.handwriting import ScanWriter, StrokeWriter
from precount_training.reader_crops import BLANK, FAMILIES, drawn_px, jittered, label_of, pasted, pick_numbers
from precount_training.sources import CACHE
from precount_training.writing import Source, Writer

FOLDER = CACHE / "crews"
WRITERS = 3
FORMS = 2  # sticker pads of a shop
ACCOUNTS = 3  # people of a crew who type the true values
MODEL_SID = "precount0own0model000001"
Part = Literal["learn", "judge"]
PARTS: tuple[Part, ...] = ("learn", "judge")


@dataclass(frozen=True)
class Crew:
    """`writers[part]` hold different samples of the same people, so that no sample is both learned from and judged."""

    number: int
    writers: dict[Part, tuple[Writer, ...]]
    families: tuple[float, ...]  # shares of FAMILIES
    width_px: float  # of a sticker in the photo, median
    careful: float  # share of photos that are sharp and well lit
    gamma: float
    sharpening: float
    jpeg: int


def samples_of(person: StrokeWriter | ScanWriter, part: Part) -> StrokeWriter | ScanWriter:
    """The person with the samples of each digit that belong to a part: every third is judged; of two, the second."""
    if isinstance(person, StrokeWriter):
        return StrokeWriter(tuple(tuple(forms[i] for i in chosen(len(forms), part)) for forms in person.forms))
    return ScanWriter(tuple(tuple(forms[i] for i in chosen(len(forms), part)) for forms in person.forms))


def chosen(samples: int, part: Part) -> list[int]:
    """The samples of a digit that belong to a part."""
    turn = min(3, samples)
    return [i for i in range(samples) if (i % turn == turn - 1) == (part == "judge")]


@cache
def people() -> tuple[tuple[Source, StrokeWriter | ScanWriter], ...]:
    """The writers of the validation split with at least two samples of each digit, in a random but fixed order."""
    found: list[tuple[Source, StrokeWriter | ScanWriter]] = [
        *(("strokes", p) for p in handwriting.stroke_writers("validation")),
        *(("scan", p) for p in handwriting.scan_writers("validation")),
        *(("mnist", p) for p in handwriting.mnist_writers("validation")),
    ]
    found = [(source, p) for source, p in found if min(len(forms) for forms in p.forms) >= 2]
    order = np.random.default_rng(29).permutation(len(found))
    return tuple(found[i] for i in order)


def crew_of(number: int) -> Crew:
    """The crew of this number; crews share no writer."""
    rng = np.random.default_rng([29, number])
    mine = people()[number * WRITERS : (number + 1) * WRITERS]
    if len(mine) < WRITERS:
        raise ValueError(f"There are only {len(people()) // WRITERS} crews.")
    hands = []
    for source, person in mine:
        hand = writing.pick_writer(rng, "validation")
        level = rng.uniform(0.12, 0.34) if source == "scan" else rng.uniform(0.24, 0.62)
        hands.append(replace(hand, source=source, person=person, level=float(level)))
    writers: dict[Part, tuple[Writer, ...]] = {
        part: tuple(replace(h, person=samples_of(h.person, part)) for h in hands if h.person is not None)
        for part in PARTS
    }
    return Crew(
        number, writers, tuple(rng.dirichlet((3, 6, 9))), float(np.exp(rng.uniform(np.log(170), np.log(380)))),
        float(rng.uniform(0.6, 0.95)), float(rng.uniform(0.75, 1.3)), float(rng.uniform(0, 0.8)),
        int(rng.integers(50, 96)),
    )  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A sticker of a crew in a piece of a photo; `rect` is the box that the detector finds."""

    jpeg: bytes
    rect: RotatedRect
    slots: NDArray[np.uint8]
    family: int
    writer: int


def draw(crew: Crew, part: Part, rng: np.random.Generator) -> Drawn:
    """A sticker of the crew in a piece of a photo."""
    family = int(rng.choice(len(FAMILIES), p=crew.families))
    code, quantity = pick_numbers(rng)
    width_px = crew.width_px * float(np.exp(rng.normal(0, 0.25)))
    writer = int(rng.integers(WRITERS))
    form = np.random.default_rng([crew.number, int(rng.integers(FORMS)), 7])
    paper, _ = wild_sticker.draw_with_fields(
        rng, "validation", FAMILIES[family], code, quantity, drawn_px(width_px), (form, crew.writers[part][writer])
    )
    piece, quad = pasted(rng, "validation", paper, width_px)
    photo = degraded(rng, piece, max(width_px, 150) / 300, bool(rng.random() < crew.careful))
    rect = jittered(rng, rect_from_quad(quad))
    return Drawn(_developed(crew, photo), rect, label_of(code, quantity), family, writer)


def _developed(crew: Crew, photo: NDArray[np.uint8]) -> bytes:
    """The photo (h, w, 3) RGB as the JPEG file that the crew's phone stores."""
    picture = 255 * (photo.astype(np.float32) / 255) ** np.float32(crew.gamma)
    picture = picture * (1 + crew.sharpening) - cv2.GaussianBlur(picture, (0, 0), 1.2) * crew.sharpening
    levels = np.clip(picture[..., ::-1], 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", levels, [cv2.IMWRITE_JPEG_QUALITY, crew.jpeg])[1].tobytes()


def example_of(crew: Crew, part: Part, number: int, drawn: Drawn) -> dict[str, Any]:
    """The line of examples.jsonl for a drawn sticker, as `exampleSchema` of domain describes it."""
    code, quantity = ("".join(str(d) for d in slots if d != BLANK) for slots in (drawn.slots[:6], drawn.slots[6:]))
    account = _sid(f"crew{crew.number:03d}account{number % ACCOUNTS}")
    value = {"origin": "typed", "account": account}
    x, y, width, height = (round(v) for v in (drawn.rect.x, drawn.rect.y, drawn.rect.width, drawn.rect.height))
    return {
        "key": f"crew{crew.number}{part}/{number}",
        "file": f"crops/{number:04d}.jpg",
        "box": {"x": x, "y": y, "width": width, "height": height, "angle": round(drawn.rect.angle % 360, 2)},
        "code": {"truth": code, **value},
        "quantity": {"truth": quantity, **value},
        "writer": f"writer {drawn.writer}",
        "projectSid": _sid(f"crew{crew.number:03d}event"),
        "modelSid": MODEL_SID,
    }


def _sid(name: str) -> str:
    """An id in the product's format that follows from a name."""
    return name.ljust(24, "0")[:24]


def draw_examples(crew: Crew, part: Part, count: int, folder: Path) -> None:
    """Draw the missing stickers of a folder: lines of examples.jsonl, and JPEG files of the crew's phone in crops/."""
    (folder / "crops").mkdir(parents=True, exist_ok=True)
    index = folder / "examples.jsonl"
    lines = index.read_text().splitlines(keepends=True) if index.exists() else []
    if lines and not lines[-1].endswith("\n"):  # an interrupted run wrote it in part
        index.write_text("".join(lines[:-1]))
        lines.pop()
    with index.open("a") as file:
        for number in range(len(lines), count):
            # A generator for each sticker, so that the folder can grow.
            drawn = draw(crew, part, np.random.default_rng([29, crew.number, PARTS.index(part), number]))
            example = example_of(crew, part, number, drawn)
            (folder / str(example["file"])).write_bytes(drawn.jpeg)
            file.write(json.dumps(example) + "\n")
            file.flush()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Draw stickers of simulated crews.")
    parser.add_argument("--crews", default="0-7")
    parser.add_argument("--part", choices=PARTS, default="learn")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--out", type=Path, default=FOLDER)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    low, high = (int(v) for v in options.crews.split("-"))
    for number in range(low, high + 1):
        draw_examples(crew_of(number), options.part, options.count, options.out / f"crew-{number:03d}" / options.part)


if __name__ == "__main__":
    main()
