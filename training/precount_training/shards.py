"""The command line of the modules that draw training material in numbered shards."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import cv2

from precount_training.sources import fetch_reserved
from precount_training.splits import SPLITS, Split


def parse_options(description: str, count: int) -> Namespace:
    """Parse the options of `shard_options`."""
    return parsed(shard_options(description, count))


def shard_options(description: str, count: int) -> ArgumentParser:
    """`--seed`, `--shards`, `--count` pieces of a shard, and `--split`."""
    parser = ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--split", choices=SPLITS, default="train")
    return parser


def parsed(parser: ArgumentParser) -> Namespace:
    """Parse the options; fetch what the split needs."""
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.split == "unseen":
        fetch_reserved()
    return options


def draw_missing(
    options: Namespace, path_of: Callable[[Split, int], Path], write: Callable[[Path, int], None], piece: str
) -> None:
    """Draw the shards seed, seed + 1, … that do not exist yet; `write` writes the shard of a seed to a path."""
    for seed in range(options.seed, options.seed + options.shards):
        path = path_of(options.split, seed)
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        start = time.time()
        part = path.with_suffix(f".part{path.suffix}")
        write(part, seed)
        part.rename(path)  # renamed last, so that an existing shard is complete
        print(f"{path.name}: {1000 * (time.time() - start) / options.count:.1f} ms a {piece}", flush=True)
