"""The training loop of both networks: on a GPU where available, with checkpoints to resume from."""

from __future__ import annotations

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
        """Add new training material; returns how much there is."""

    def figures(self, net: nn.Module) -> dict[str, float]:
        """Figures of a network on validation material; empty without any."""


@dataclass(frozen=True)
class Schedule:
    """Learning rate, gradient clipping, and the number of steps between checkpoints and validations."""

    peak: float
    warm: int
    max_gradient: float
    save_every: int
    judge_every: int


def device() -> torch.device:
    """The GPU where PyTorch sees one, else the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def autocast() -> torch.autocast:
    """bfloat16 where it is faster: on a CPU without instructions for it, training takes seven times as long with it."""
    is_fast = device().type == "cuda" or torch.cpu._is_avx512_bf16_supported()
    return torch.autocast(device().type, torch.bfloat16, enabled=is_fast)


def machine() -> str:
    """The hardware that training runs on."""
    name = torch.cuda.get_device_name() if device().type == "cuda" else f"{platform.machine()} CPU"
    return f"{name}, {torch.get_num_threads()} threads, PyTorch {torch.__version__}"


def add_options(parser: ArgumentParser, steps: int) -> None:
    """Add the command-line options of training."""
    parser.add_argument("--name", help="name of the run; by default the network's")
    parser.add_argument("--steps", type=int, default=steps, help="total steps, including those before the checkpoint")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="start a new run from training/weights")


def train(role: str, net: nn.Module, task: Task, schedule: Schedule, steps: int, run: Run, goes_on: bool) -> None:
    """Train `net` until `steps` are done, counting those of earlier calls; `role` names its kept weights."""
    net.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload]  # convolutions are faster so
    step, seconds, before = 0, 0.0, {"steps": 0, "seconds": 0.0}
    state = run.load()
    if state is None and goes_on:
        before = load_kept_weights(net, role)
    average, optimizer = MovingAverage(net), torch.optim.AdamW(net.parameters(), schedule.peak, weight_decay=0.02)
    if state is not None:
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["averaged"])
        optimizer.load_state_dict(state["optimizer"])
        step, seconds = int(state["step"]), float(state["seconds"])
        average.steps, before = step, state.get("before", before)
    run.log(step=step, material=task.refresh(), parameters=sum(p.numel() for p in net.parameters()), on=machine())
    task.seed_at(step)
    net.train()
    recent, started = 0.0, time.time()
    while step < steps:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, steps, schedule.peak, schedule.warm)
        loss = task.loss(net)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), schedule.max_gradient)
        optimizer.step()
        average.update(net)
        step += 1
        recent += (loss.item() - recent) * max(0.02, 1 / step)
        if step % schedule.save_every == 0 or step == steps:
            seconds += time.time() - started
            started = time.time()
            run.save({
                "net": net.state_dict(), "averaged": average.net.state_dict(), "optimizer": optimizer.state_dict(),
                "step": step, "seconds": seconds, "before": before, "machine": machine(),
            })  # fmt: skip
            run.log(step=step, loss=round(recent, 4), seconds=round(seconds), material=task.refresh())
        if step % schedule.judge_every == 0 or step == steps:
            run.log(step=step, **task.figures(average.net))
