"""Training runs: the folder with checkpoint and log, averaged weights, the learning rate schedule."""

from __future__ import annotations

import copy
import json
import os
import time
from typing import Any, TypeVar

import torch
from torch import nn

from precount_training.sources import CACHE, TRAINING
from precount_training.widening import widened

RUNS = CACHE / "runs"
WEIGHTS = TRAINING / "weights"  # weights of the model in vision/, committed for a warm start on any machine
Net = TypeVar("Net", bound=nn.Module)


def learning_rate(step: int, total: int, peak: float, warm: int = 400, cool_share: float = 0.25) -> float:
    """Warm up, stay constant, decay in the last `cool_share` of the steps: a run can be prolonged before it decays."""
    if step < warm:
        return peak * (step + 1) / warm
    cool_from = total * (1 - cool_share)
    if step < cool_from:
        return peak
    left = max(0.0, (total - step) / max(1.0, total - cool_from))
    return peak * (0.01 + 0.99 * left)


class MovingAverage:
    """Exponential moving average of a network's weights: it reads better than the network during training."""

    def __init__(self, net: nn.Module, decay: float = 0.998) -> None:
        self.net, self.decay, self.steps = copy.deepcopy(net).eval(), decay, 0

    @torch.no_grad()
    def update(self, net: nn.Module) -> None:
        """Move towards the network, faster in the first steps."""
        self.steps += 1
        keep = min(self.decay, (1 + self.steps) / (10 + self.steps))
        pairs = list(zip(self.net.state_dict().values(), net.state_dict().values(), strict=True))
        # One call for all tensors: on a GPU, calls take longer than the arithmetic.
        floats = [pair for pair in pairs if pair[0].dtype.is_floating_point]
        torch._foreach_lerp_([mine for mine, _ in floats], [theirs for _, theirs in floats], 1 - keep)
        for mine, theirs in pairs:
            if not mine.dtype.is_floating_point:
                mine.copy_(theirs)


class Run:
    """A training run's folder: `checkpoint.pt`, replaced atomically, and `log.jsonl`."""

    def __init__(self, name: str) -> None:
        self.folder = RUNS / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.checkpoint = self.folder / "checkpoint.pt"

    def load(self) -> dict[str, Any] | None:
        """The last checkpoint, or None for a new run."""
        if not self.checkpoint.exists():
            return None
        state: dict[str, Any] = torch.load(self.checkpoint, weights_only=True)
        return state

    def save(self, state: dict[str, Any]) -> None:
        """Write the checkpoint; a crash during writing keeps the previous one."""
        part = self.checkpoint.with_suffix(".part")
        torch.save(state, part)
        os.replace(part, self.checkpoint)

    def log(self, **figures: object) -> None:
        """Append a line of figures, and print it."""
        line = json.dumps({"at": time.strftime("%H:%M:%S"), **figures})
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(line + "\n")
        print(line, flush=True)


def load_kept_weights(net: nn.Module, name: str) -> dict[str, Any]:
    """Load the weights in WEIGHTS into a network for a warm start; returns their steps and seconds.

    In a wider network they become a part of the weights (`widening`). Raises FileNotFoundError without kept weights.
    """
    state: dict[str, Any] = torch.load(WEIGHTS / f"{name}.pt", weights_only=True)
    net.load_state_dict(widened(state["averaged"], net.state_dict()))
    return {"steps": int(state["steps"]), "seconds": float(state["seconds"])}


def load_state(run: str) -> dict[str, Any]:
    """The last checkpoint of a run; without one, the kept weights of that name.

    Raises FileNotFoundError without either.
    """
    checkpoint = RUNS / run / "checkpoint.pt"
    state: dict[str, Any] = torch.load(checkpoint if checkpoint.exists() else WEIGHTS / f"{run}.pt", weights_only=True)
    return state


def keep_weights(name: str, run: str) -> None:
    """Copy a run's averaged weights to WEIGHTS."""
    state = load_state(run)
    WEIGHTS.mkdir(exist_ok=True)
    torch.save({"averaged": state["averaged"], **training_effort(state)}, WEIGHTS / f"{name}.pt")


def own_effort(state: dict[str, Any]) -> tuple[int, float]:
    """Steps and seconds of a run itself, without those of the weights that it started from."""
    return int(state["step"] if "step" in state else state["steps"]), float(state["seconds"])


def training_effort(state: dict[str, Any]) -> dict[str, Any]:
    """Steps and seconds of training, including those of the weights that it started from."""
    before = state.get("before", {"steps": 0, "seconds": 0.0})
    steps, seconds = own_effort(state)
    return {
        "steps": steps + before["steps"], "seconds": round(seconds + before["seconds"]),
        "machine": str(state.get("machine", "not recorded")),
    }  # fmt: skip


def load_trained(net: Net, run: str) -> Net:
    """A network with the averaged weights of a run, ready to use."""
    net.load_state_dict(load_state(run)["averaged"])
    return net.eval()
