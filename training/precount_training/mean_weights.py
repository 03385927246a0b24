"""The mean of the weights of several runs that began with the same weights: the mean often keeps the gains of each run.

python -m precount_training.mean_weights detector more-tags smeared --name mean
"""

from __future__ import annotations

import argparse

import torch
from torch import Tensor

from precount_training.runs import Run, load_state, own_effort


def mean_of_weights(all_weights: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """The mean of weights of one network. Counts, such as those of batch normalization, are those of the first."""
    first = all_weights[0]
    return {
        key: torch.stack([weights[key] for weights in all_weights]).mean(dim=0)
        if first[key].dtype.is_floating_point
        else first[key]
        for key in first
    }


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Average the weights of runs.")
    parser.add_argument("runs", nargs="+", help="runs, or the names of weights in weights/")
    parser.add_argument("--name", required=True, help="the run to write")
    options = parser.parse_args()
    states = [load_state(run) for run in options.runs]
    averaged = mean_of_weights([state["averaged"] for state in states])
    steps, seconds = zip(*map(own_effort, states), strict=True)
    machine = states[-1].get("machine", "not recorded")
    Run(options.name).save({"averaged": averaged, "step": sum(steps), "seconds": sum(seconds), "machine": machine})


if __name__ == "__main__":
    main()
