"""Random codes and quantities of stickers, and codes of shelf tags."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

# Shares of quantities by their number of digits: one digit is common and the hardest to read
UP_TO_FOUR_DIGITS = (0.42, 0.36, 0.16, 0.06)
UP_TO_SIX_DIGITS = (0.37, 0.29, 0.18, 0.11, 0.03, 0.02)


def codes(seed: int) -> Iterator[str]:
    """Six-digit codes without end or repetition."""
    rng = np.random.default_rng(seed)
    seen: set[str] = set()
    while True:
        code = f"{rng.integers(0, 1_000_000):06d}"
        if code not in seen:
            seen.add(code)
            yield code


def pick_code(rng: np.random.Generator) -> str:
    """Six digits; leading zeros and repeated digits are more frequent than by chance."""
    digits = rng.integers(0, 10, 6)
    if rng.random() < 0.08:
        digits[: int(rng.integers(1, 5))] = 0
    if rng.random() < 0.12:
        at = int(rng.integers(0, 5))
        digits[at : at + int(rng.integers(2, 5))] = digits[at]
    return "".join(str(d) for d in digits)


def pick_quantity(rng: np.random.Generator, shares: tuple[float, ...]) -> str:
    """A quantity without a leading zero; `shares` are those of one digit, of two digits and so on."""
    count = int(rng.choice(len(shares), p=shares)) + 1
    return str(int(rng.integers(10 ** (count - 1), 10**count)))


def pick_tag_code(rng: np.random.Generator) -> str:
    """One to three digits: two with a leading zero most often."""
    kind = rng.random()
    if kind < 0.5:
        return f"{rng.integers(0, 30):02d}"
    if kind < 0.75:
        return f"{rng.integers(10, 100):02d}"
    return str(rng.integers(0, 10)) if kind < 0.85 else f"{rng.integers(0, 1000):03d}"
