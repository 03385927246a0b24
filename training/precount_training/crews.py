"""Simulated crews: three writers of the validation split with their pens, one shop's sticker forms and one phone.

python -m precount_training.crews --crews 0-7
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from precount_training import handwriting, wild_sticker, writing
from precount_training.degradation import degraded
from precount_training.field_crops import from_crop, strip_of
from precount_training.field_finder import FieldFinder
from precount_training.field_model import FieldReader
from precount_training.geometry import RotatedRect, quad_from_rect, rect_from_quad
from precount_training.handwriting import ScanWriter, StrokeWriter
from precount_training.reader_crops import FAMILIES, drawn_px, jittered, label_of, pasted, pick_numbers
from precount_training.reader_model import Reader, SlotReader
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH, crop_of_quad, grown
from precount_training.runs import load_trained
from precount_training.sources import CACHE
from precount_training.writing import Source, Writer

FOLDER = CACHE / "crews"
WRITERS, LEARNED, JUDGED = 3, 300, 500
FORMS = 2  # sticker pads of a shop
MORE_STRIPS = 2  # further strips of a number to learn from, misplaced as the reader misplaces them
Part = Literal["learn", "judge"]
PARTS: tuple[Part, ...] = ("learn", "judge")


@dataclass(frozen=True)
class Crew:
    """`writers[part]` hold different digits by the same people, so that no digit is learned and judged."""

    number: int
    writers: dict[Part, tuple[Writer, ...]]
    families: tuple[float, ...]  # shares of FAMILIES
    width_px: float  # of a sticker in the photo, median
    careful: float  # share of photos that are sharp and well lit
    gamma: float
    sharpening: float
    jpeg: int


def half_of(person: StrokeWriter | ScanWriter, part: int) -> StrokeWriter | ScanWriter:
    """The person with every second sample of each digit: the even ones for part 0, the odd ones for part 1."""
    if isinstance(person, StrokeWriter):
        return StrokeWriter(tuple(forms[part::2] for forms in person.forms))
    return ScanWriter(tuple(forms[part::2] for forms in person.forms))


@cache
def people() -> tuple[tuple[Source, StrokeWriter | ScanWriter], ...]:
    """Everyone of the validation split with at least two samples of each digit, in a random but fixed order."""
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
        part: tuple(replace(h, person=half_of(h.person, i)) for h in hands if h.person is not None)
        for i, part in enumerate(PARTS)
    }
    return Crew(
        number, writers, tuple(rng.dirichlet((3, 6, 9))), float(np.exp(rng.uniform(np.log(170), np.log(380)))),
        float(rng.uniform(0.6, 0.95)), float(rng.uniform(0.75, 1.3)), float(rng.uniform(0, 0.8)),
        int(rng.integers(50, 96)),
    )  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A sticker of a crew in a piece of a photo; `rect` is the box that the detector finds."""

    photo: NDArray[np.uint8]
    rect: RotatedRect
    slots: NDArray[np.uint8]
    family: int
    writer: int
    width_px: float


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
    return Drawn(_developed(crew, photo), rect, label_of(code, quantity), family, writer, width_px)


def _developed(crew: Crew, photo: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The photo as the crew's phone stores it."""
    picture = 255 * (photo.astype(np.float32) / 255) ** np.float32(crew.gamma)
    picture = picture * (1 + crew.sharpening) - cv2.GaussianBlur(picture, (0, 0), 1.2) * crew.sharpening
    _, data = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, crew.jpeg])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def read_slots(net: SlotReader, pictures: list[NDArray[np.uint8]]) -> tuple[Tensor, Tensor]:
    """The digit layer's input for each slot (n, slots, width), and the encoder's memory."""
    batch = torch.from_numpy(np.stack(pictures).transpose(0, 3, 1, 2).astype(np.float32) / 255)
    memory = net.encode(batch)
    slots = net.slots.expand(memory.shape[0], -1, -1)
    for decoder in net.decoders:
        slots = decoder(slots, memory)
    return net.norm(slots)[:, :-1], memory


@torch.no_grad()
def examples(crew: Crew, part: Part, count: int, seed: int) -> dict[str, NDArray[np.generic]]:
    """Stickers of a crew as arrays: what both readers' digit layers see (`first`, `second`, `more`), truth, facts."""
    reader, finder = load_trained(Reader(), "reader"), load_trained(FieldFinder(), "finder")
    field = load_trained(FieldReader(), "field")
    rng = np.random.default_rng([29, crew.number, PARTS.index(part), seed])
    size = torch.tensor([CROP_WIDTH, CROP_HEIGHT, CROP_WIDTH, CROP_HEIGHT])
    out: dict[str, list[NDArray[np.generic]]] = {}
    for start in range(0, count, 20):
        drawn = [draw(crew, part, rng) for _ in range(min(20, count - start))]
        crops = [crop_of_quad(d.photo, quad_from_rect(grown(d.rect))) for d in drawn]
        first, memory = read_slots(reader, crops)
        places, written, _ = finder(memory)
        shares = (places / size).numpy()
        more = MORE_STRIPS if part == "learn" else 0
        strips = []
        for d, place in zip(drawn, shares, strict=True):
            for f in (0, 1):
                rect = from_crop(place[f], grown(d.rect))
                strips.append([strip_of(d.photo, rect), *(strip_of(d.photo, wobbled(rng, rect)) for _ in range(more))])
        flat = [s for group in strips for s in group]
        second = read_slots(field, flat)[0].reshape(len(drawn), 2, 1 + more, 6, -1)
        got = {
            "first": first.numpy(),
            "second": second[:, :, 0].numpy(),
            "written": torch.sigmoid(written).numpy(),
            "slots": np.stack([d.slots for d in drawn]),
            "facts": np.array([[d.family, d.writer, d.width_px] for d in drawn], np.float32),
            "strips": np.stack(flat).reshape(len(drawn), 2, 1 + more, *flat[0].shape),
            "crops": np.stack(crops),
        }
        if more:
            got["more"] = second[:, :, 1:].numpy()
        for key, value in got.items():
            out.setdefault(key, []).append(value)
    return {key: np.concatenate(value) for key, value in out.items()}


def wobbled(rng: np.random.Generator, rect: RotatedRect) -> RotatedRect:
    """The place of a number with small errors, for further strips of it."""
    width = rect.width * float(np.exp(rng.normal(0, 0.06)))
    height = rect.height * float(np.exp(rng.normal(0, 0.06)))
    dx, dy = rng.normal(0, 0.06, 2) * rect.height
    return RotatedRect(
        rect.x + dx + (rect.width - width) / 2, rect.y + dy + (rect.height - height) / 2, width, height,
        rect.angle + float(rng.normal(0, 0.8)),
    )  # fmt: skip


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Draw stickers of simulated crews.")
    parser.add_argument("--crews", default="0-7")
    parser.add_argument("--out", type=Path, default=FOLDER)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    low, high = (int(v) for v in options.crews.split("-"))
    for number in range(low, high + 1):
        crew = crew_of(number)
        path = options.out / f"crew-{number:03d}.npz"
        if path.exists():
            continue
        found = {}
        for part, count in zip(PARTS, (LEARNED, JUDGED), strict=True):
            for key, value in examples(crew, part, count, 0).items():
                found[f"{part}_{key}"] = value
        np.savez(path, **found)  # type: ignore[arg-type]
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
