import json
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from precount_training import runs, training_loop
from precount_training.mean_weights import mean_of_weights
from precount_training.runs import Run
from precount_training.training_loop import Length, Schedule, train

SCHEDULE = Schedule(peak=0.05, warm=2, max_gradient=1.0, save_every=5, judge_every=10)


class Halving:
    """A model that learns to return half of its input."""

    def __init__(self) -> None:
        self.began_at: list[int] = []

    def seed_at(self, step: int) -> None:
        self.began_at.append(step)

    def loss(self, net: nn.Module) -> Tensor:
        given = torch.rand(16, 1)
        answer: Tensor = net(given)
        return (answer - given / 2).square().mean()

    def refresh(self) -> int:
        return 1

    def figures(self, net: nn.Module) -> dict[str, float]:
        return {"half": float(net(torch.ones(1, 1)).item())}


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(runs, "WEIGHTS", tmp_path / "weights")


def test_training_lowers_the_loss_and_a_stopped_run_resumes() -> None:
    torch.manual_seed(1)
    task = Halving()
    train("halver", nn.Linear(1, 1), task, SCHEDULE, Length(20), Run("first"), goes_on=False)
    net = nn.Linear(1, 1)
    train("halver", net, task, SCHEDULE, Length(300), Run("first"), goes_on=False)
    assert task.began_at == [0, 20]
    assert net(torch.ones(1, 1)).item() == pytest.approx(0.5, abs=0.05)
    state = Run("first").load()
    assert state is not None
    assert runs.training_effort(state)["steps"] == 300
    assert state["machine"] == training_loop.machine()


def test_a_warm_start_loads_the_kept_weights_and_adds_their_steps() -> None:
    train("halver", nn.Linear(1, 1), Halving(), SCHEDULE, Length(10), Run("first"), goes_on=False)
    runs.keep_weights("halver", "first")
    kept = torch.load(runs.WEIGHTS / "halver.pt", weights_only=True)["averaged"]
    net = nn.Linear(1, 1)
    assert runs.load_kept_weights(net, "halver")["steps"] == 10
    assert torch.equal(net.state_dict()["weight"], kept["weight"])
    train("halver", nn.Linear(1, 1), Halving(), SCHEDULE, Length(5), Run("second"), goes_on=True)
    state = Run("second").load()
    assert state is not None
    assert runs.training_effort(state)["steps"] == 15


def test_a_run_by_time_expects_its_steps_from_those_so_far() -> None:
    length = Length(60_000, minutes=10)
    assert length.steps_at(100, 60) == 1000
    assert length.steps_at(1000, 600) == 1000  # the time is over
    assert Length(60_000).steps_at(100, 60) == 60_000


def test_a_run_by_time_ends_with_a_checkpoint_and_its_figures() -> None:
    train("halver", nn.Linear(1, 1), Halving(), SCHEDULE, Length(1_000_000, minutes=0.01), Run("timed"), goes_on=False)
    state = Run("timed").load()
    assert state is not None and 0.6 <= state["seconds"] < 30
    last = json.loads((Run("timed").folder / "log.jsonl").read_text().splitlines()[-1])
    assert last["step"] == state["step"] and "half" in last


def test_the_mean_of_weights_averages_numbers_and_keeps_counts() -> None:
    one = {"weight": torch.tensor([1.0, 5.0]), "count": torch.tensor(7)}
    other = {"weight": torch.tensor([3.0, -1.0]), "count": torch.tensor(9)}
    mean = mean_of_weights([one, other])
    assert mean["weight"].tolist() == [2.0, 2.0] and mean["count"] == 7
    # A run's own effort does not include that of the weights that it began with.
    assert runs.own_effort({"step": 5, "seconds": 2.5, "before": {"steps": 100, "seconds": 9}}) == (5, 2.5)
    assert runs.own_effort({"steps": 100, "seconds": 9}) == (100, 9.0)
