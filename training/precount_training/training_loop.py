"""The training loop of detector, reader and field reader: on a GPU where available, with checkpoints to resume from."""

from __future__ import annotations

import math
import platform
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor, nn

from precount_training.runs import MovingAverage, Run, learning_rate, load_kept_weights


class Task(Protocol):
    """Training task of a network."""

    def seed_at(self, step: int) -> None:
        """Seed the batches, so that a resumed run does not repeat them."""

    def loss(self, net: nn.Module) -> Tensor:
        """The loss of a new batch."""

    def refresh(self) -> int:
        """Add new training material. Returns the number of training pieces."""

    def figures(self, net: nn.Module) -> dict[str, float]:
        """Figures of a network on validation material; empty without any."""


@dataclass(frozen=True)
class Schedule:
    """Learning rate, gradient clipping, and the number of steps between checkpoints and validations.

    The learning rate falls in the last `cool_share` of a run.
    """

    peak: float
    warm: int
    max_gradient: float
    save_every: int
    judge_every: int
    cool_share: float = 0.25


@dataclass(frozen=True)
class Length:
    """When a run ends: after so many steps, or after so many minutes, each counted with those before a checkpoint."""

    steps: int
    minutes: float | None = None

    def steps_at(self, step: int, seconds: float) -> int:
        """The total number of steps, estimated after `step` (at least 1) steps that took `seconds`."""
        if self.minutes is None:
            return self.steps
        return max(step, math.ceil(step * 60 * self.minutes / max(1e-3, seconds)))


def device() -> torch.device:
    """The GPU where PyTorch sees one, else the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def is_on_gpu() -> bool:
    """Whether training runs on a GPU, which is fast with large batches only."""
    return device().type == "cuda"


def autocast() -> torch.autocast:
    """bfloat16 where it is faster: on a CPU without instructions for it, training takes seven times as long with it."""
    is_fast = is_on_gpu() or torch.cpu._is_avx512_bf16_supported()
    return torch.autocast(device().type, torch.bfloat16, enabled=is_fast)


def machine() -> str:
    """The hardware that training runs on."""
    name = torch.cuda.get_device_name() if is_on_gpu() else f"{platform.machine()} CPU"
    return f"{name}, {torch.get_num_threads()} threads, PyTorch {torch.__version__}"


def add_options(parser: ArgumentParser, steps: int) -> None:
    """Add the command-line options of training."""
    parser.add_argument("--name", help="name of the run; by default the network's")
    parser.add_argument("--steps", type=int, default=steps, help="total steps, including those before the checkpoint")
    parser.add_argument("--minutes", type=float, help="train for this time instead; the learning rate follows it")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="start a new run from training/weights")


def train(role: str, net: nn.Module, task: Task, schedule: Schedule, length: Length, run: Run, goes_on: bool) -> None:
    """Train `net` to the end of its run, continuing from its checkpoint; `role` names its kept weights."""
    step, spent, before = 0, 0.0, {"steps": 0, "seconds": 0.0}
    state = run.load()
    if state is None and goes_on:
        before = load_kept_weights(net, role)
    net.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload]  # faster convolutions
    average = MovingAverage(net)
    optimizer = torch.optim.AdamW(net.parameters(), schedule.peak, weight_decay=0.02, fused=is_on_gpu())
    if state is not None:
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["averaged"])
        optimizer.load_state_dict(state["optimizer"])
        step, spent = int(state["step"]), float(state["seconds"])
        average.steps, before = step, state.get("before", before)
    run.log(step=step, material=task.refresh(), parameters=sum(p.numel() for p in net.parameters()), on=machine())
    task.seed_at(step)
    net.train()
    recent, started = torch.zeros((), device=device()), time.time() - spent
    steps = length.steps_at(max(1, step), spent)
    while step < steps:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, steps, schedule.peak, schedule.warm, schedule.cool_share)
        loss = task.loss(net)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), schedule.max_gradient)
        optimizer.step()
        average.update(net)
        step += 1
        recent += (loss.detach() - recent) * max(0.02, 1 / step)
        steps = length.steps_at(step, time.time() - started)
        if step % schedule.save_every == 0 or step >= steps:
            seconds = time.time() - started
            run.save({
                "net": net.state_dict(), "averaged": average.net.state_dict(), "optimizer": optimizer.state_dict(),
                "step": step, "seconds": seconds, "before": before, "machine": machine(),
            })  # fmt: skip
            run.log(step=step, loss=round(recent.item(), 4), seconds=round(seconds), material=task.refresh())
        if step % schedule.judge_every == 0 or step >= steps:
            run.log(step=step, **task.figures(average.net))
