"""What both trainings do alike: step after step, on a GPU where there is one, saved so that it can go on."""

from __future__ import annotations

import platform
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor, nn

from precount_training.runs import Averaged, Run, begin, learning_rate


class Task(Protocol):
    """What a network is to learn."""

    def begin_at(self, step: int) -> None:
        """Other batches than those of the steps before."""

    def loss(self, net: nn.Module) -> Tensor:
        """Of a fresh batch."""

    def refresh(self) -> int:
        """Look for material that has come since; how much there is."""

    def figures(self, net: nn.Module) -> dict[str, float]:
        """How good a network is on validation material; empty where there is none."""


@dataclass(frozen=True)
class Schedule:
    """How fast, how carefully, and after how many steps something is saved and judged."""

    peak: float
    warm: int
    most_gradient: float
    save_every: int
    judge_every: int


def device() -> torch.device:
    """The GPU where PyTorch sees one, else the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def machine() -> str:
    """What training runs on, in words."""
    name = torch.cuda.get_device_name() if device().type == "cuda" else f"{platform.machine()} CPU"
    return f"{name}, {torch.get_num_threads()} threads, PyTorch {torch.__version__}"


def add_options(parser: ArgumentParser, steps: int) -> None:
    """The command line of a training."""
    parser.add_argument("--name", help="of the run; by default the network's")
    parser.add_argument("--steps", type=int, default=steps, help="in all, those of earlier calls included")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="a new run begins with the weights of the model in use")


def train(role: str, net: nn.Module, task: Task, schedule: Schedule, steps: int, run: Run, goes_on: bool) -> None:
    """Train `net` until `steps` are done, counting those of earlier calls; `role` names its weights in use."""
    net.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload]  # convolutions are faster so
    step, seconds, before = 0, 0.0, {"steps": 0, "seconds": 0.0}
    state = run.load()
    if state is None and goes_on:
        before = begin(net, role)
    average, optimiser = Averaged(net), torch.optim.AdamW(net.parameters(), schedule.peak, weight_decay=0.02)
    if state is not None:
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["averaged"])
        optimiser.load_state_dict(state["optimiser"])
        step, seconds = int(state["step"]), float(state["seconds"])
        average.steps, before = step, state.get("before", before)
    run.log(step=step, material=task.refresh(), parameters=sum(p.numel() for p in net.parameters()), on=machine())
    task.begin_at(step)
    net.train()
    recent, started = 0.0, time.time()
    while step < steps:
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, steps, schedule.peak, schedule.warm)
        loss = task.loss(net)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), schedule.most_gradient)
        optimiser.step()
        average.update(net)
        step += 1
        recent += (loss.item() - recent) * max(0.02, 1 / step)
        if step % schedule.save_every == 0 or step == steps:
            seconds += time.time() - started
            started = time.time()
            run.save({
                "net": net.state_dict(), "averaged": average.net.state_dict(), "optimiser": optimiser.state_dict(),
                "step": step, "seconds": seconds, "before": before, "machine": machine(),
            })  # fmt: skip
            run.log(step=step, loss=round(recent, 4), seconds=round(seconds), material=task.refresh())
        if step % schedule.judge_every == 0 or step == steps:
            run.log(step=step, **task.figures(average.net))
