"""A logistic regression, and the command line of the scripts that fit the weights of `existence` with it."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from precount_training.export import EXPORT
from precount_training.pipeline import Precount

RIDGE = 0.2  # keeps a weight small if few boxes decide it
STEPS = 30


def fitted(features: NDArray[np.float64], is_true: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights (1 + f,) of a logistic regression on features (n, f), the bias first; Newton's method."""
    x = np.column_stack([np.ones(len(features)), features])
    weights = np.zeros(x.shape[1])
    ridge = RIDGE * np.diag([0.0, *np.ones(features.shape[1])])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (p - is_true) + ridge @ weights
        weights -= np.linalg.solve((x.T * (p * (1 - p))) @ x + ridge, gradient)
    return weights


def options_of(description: str) -> tuple[Precount, list[Path]]:
    """The model and the folders of photos that the command line names."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folders", type=Path, nargs="+", help="photos with a truth.json")
    parser.add_argument("--model", type=Path, default=EXPORT)
    options = parser.parse_args()
    return Precount(options.model, 1), options.folders
