"""Fonts and digits of each split: training, validation for decisions, unseen for judging."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from precount_training.sources import (
    CACHE,
    EVALUATION,
    MNIST,
    MORE_PRINT_FONTS,
    MORE_WRITTEN_FONTS,
    PRINT_FONTS,
    RESERVED_PRINT_FONTS,
    RESERVED_WRITTEN_FONTS,
    TAG_FONTS,
    VALIDATION_PRINT_FONTS,
    VALIDATION_WRITTEN_FONTS,
    WRITTEN_FONTS,
    folder_of,
)

Split = Literal["train", "validation", "unseen"]  # unseen: for evaluations only
SPLITS: tuple[Split, ...] = ("train", "validation", "unseen")

MNIST_TRAIN = 60_000  # images in MNIST's training split
MNIST_HELD_OUT = 6_000  # the last of them are for validation
MNIST_TEST = 10_000  # images in MNIST's test split


@dataclass(frozen=True)
class SplitSources:
    """Font families, and the file prefix and range of MNIST's images, that a split draws with."""

    print_fonts: tuple[str, ...]
    tag_fonts: tuple[str, ...]  # of shelf tags
    written_fonts: tuple[str, ...]
    digits: tuple[int, int]
    digits_file: Path = folder_of(MNIST, CACHE) / "data" / "train"


def sources_of(split: Split) -> SplitSources:
    """The sources of a split; splits share no font family and no handwritten digit."""
    if split == "unseen":
        digits_file = folder_of(MNIST, EVALUATION) / "data" / "t10k"
        return SplitSources(
            RESERVED_PRINT_FONTS, RESERVED_PRINT_FONTS, RESERVED_WRITTEN_FONTS, (0, MNIST_TEST), digits_file
        )
    if split == "validation":
        return SplitSources(
            VALIDATION_PRINT_FONTS, VALIDATION_PRINT_FONTS, VALIDATION_WRITTEN_FONTS,
            (MNIST_TRAIN - MNIST_HELD_OUT, MNIST_TRAIN),
        )  # fmt: skip
    held_out = set(VALIDATION_PRINT_FONTS) | set(VALIDATION_WRITTEN_FONTS)
    print_fonts = tuple(f for f in dict.fromkeys(PRINT_FONTS + MORE_PRINT_FONTS) if f not in held_out)
    return SplitSources(
        print_fonts,
        print_fonts + TAG_FONTS,
        tuple(f for f in WRITTEN_FONTS + MORE_WRITTEN_FONTS if f not in held_out),
        (0, MNIST_TRAIN - MNIST_HELD_OUT),
    )
