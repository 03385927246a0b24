"""What both trainings share: a run's folder with checkpoint and log, averaged weights, the learning rate."""

from __future__ import annotations

import copy
import json
import os
import time
from typing import Any, TypeVar

import torch
from torch import nn

from precount_training.sources import CACHE, TRAINING

RUNS = CACHE / "runs"
WEIGHTS = TRAINING / "weights"  # those of the model in vision/, committed, so that training can go on anywhere
Net = TypeVar("Net", bound=nn.Module)


def learning_rate(step: int, total: int, peak: float, warm: int = 400, cool_share: float = 0.25) -> float:
    """Warm up, stay, and cool down in the last quarter: a run can be prolonged before it cools."""
    if step < warm:
        return peak * (step + 1) / warm
    cool_from = total * (1 - cool_share)
    if step < cool_from:
        return peak
    left = max(0.0, (total - step) / max(1.0, total - cool_from))
    return peak * (0.01 + 0.99 * left)


class Averaged:
    """A slow copy of a network: reads better than the network itself at every moment of training."""

    def __init__(self, net: nn.Module, decay: float = 0.998) -> None:
        self.net, self.decay, self.steps = copy.deepcopy(net).eval(), decay, 0

    @torch.no_grad()
    def update(self, net: nn.Module) -> None:
        """Move towards the network, fast in the beginning."""
        self.steps += 1
        keep = min(self.decay, (1 + self.steps) / (10 + self.steps))
        for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - keep)
            else:
                mine.copy_(theirs)


class Run:
    """A training run's folder: `checkpoint.pt`, replaced in one go, and `log.jsonl`."""

    def __init__(self, name: str) -> None:
        self.folder = RUNS / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.checkpoint = self.folder / "checkpoint.pt"

    def load(self) -> dict[str, Any] | None:
        """The last checkpoint, or None at a run's start."""
        if not self.checkpoint.exists():
            return None
        state: dict[str, Any] = torch.load(self.checkpoint, weights_only=True)
        return state

    def save(self, state: dict[str, Any]) -> None:
        """Write the checkpoint; a run that dies while writing keeps the one before."""
        part = self.checkpoint.with_suffix(".part")
        torch.save(state, part)
        os.replace(part, self.checkpoint)

    def log(self, **figures: object) -> None:
        """Append a line of figures, and print it."""
        line = json.dumps({"at": time.strftime("%H:%M:%S"), **figures})
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(line + "\n")
        print(line, flush=True)


def begin(net: nn.Module, name: str) -> dict[str, Any]:
    """Give a network the weights in WEIGHTS, so that a new run goes on from them; answers their steps and seconds.

    Raises FileNotFoundError where none are kept.
    """
    state: dict[str, Any] = torch.load(WEIGHTS / f"{name}.pt", weights_only=True)
    net.load_state_dict(state["averaged"])
    return {"steps": int(state["steps"]), "seconds": float(state["seconds"])}


def state_of(run: str) -> dict[str, Any]:
    """What is known of a run: its last checkpoint; where it has none here, the kept weights of that name.

    Raises FileNotFoundError where there are neither.
    """
    checkpoint = RUNS / run / "checkpoint.pt"
    state: dict[str, Any] = torch.load(checkpoint if checkpoint.exists() else WEIGHTS / f"{run}.pt", weights_only=True)
    return state


def keep(name: str, run: str) -> None:
    """Put a run's averaged weights into WEIGHTS."""
    state = state_of(run)
    WEIGHTS.mkdir(exist_ok=True)
    torch.save({"averaged": state["averaged"], **effort(state)}, WEIGHTS / f"{name}.pt")


def effort(state: dict[str, Any]) -> dict[str, Any]:
    """Steps and seconds that went into weights, those of the weights they began with included."""
    before = state.get("before", {"steps": 0, "seconds": 0.0})
    steps = state["step"] if "step" in state else state["steps"]
    return {
        "steps": int(steps) + before["steps"], "seconds": round(float(state["seconds"]) + before["seconds"]),
        "machine": str(state.get("machine", "not recorded")),
    }  # fmt: skip


def trained(net: Net, run: str) -> Net:
    """A network with the averaged weights of a run, ready to use."""
    net.load_state_dict(state_of(run)["averaged"])
    return net.eval()
