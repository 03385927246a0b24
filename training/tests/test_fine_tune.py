import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import torch

from precount_training import fine_tune, runs
from precount_training.examples import is_held_out, read_examples, to_learn_from
from precount_training.pipeline import Network
from precount_training.sources import TRAINING

REFERENCE = TRAINING.parent / "vision/reference"
ACCOUNTS = ["ann".ljust(24, "0"), "bob".ljust(24, "0")]


def test_the_held_out_examples_are_those_of_domain() -> None:
    # The same keys and answers as in domain/src/learning/held-out.test.ts.
    assert [is_held_out(key) for key in "abcdefgh"] == [False, False, False, True, False, False, True, False]
    keys = ["image0/result0", "ü/1", "ü/4", "😀/2", "😀/3"]
    assert [is_held_out(key) for key in keys] == [False, False, True, True, False]


def write_examples(folder: Path, count: int) -> list[dict[str, Any]]:
    """The first handwritten stickers of the product's reference set."""
    content = (REFERENCE / "stickers.bin").read_bytes()
    (folder / "crops").mkdir(parents=True)
    at, lines = 0, []
    for sticker in json.loads((REFERENCE / "index.json").read_text())["stickers"]:
        webp = content[at : at + sticker["bytes"]]
        at += sticker["bytes"]
        if sticker["family"] != "hand" or len(lines) == count:
            continue
        number = len(lines)
        (folder / f"crops/{number}.webp").write_bytes(webp)
        value = {"origin": "typed", "account": ACCOUNTS[number % 2]}
        lines.append({
            "key": f"image{number}/result{number}", "file": f"crops/{number}.webp", "box": sticker["box"],
            "code": {"truth": sticker["code"], **value}, "quantity": {"truth": sticker["quantity"], **value},
            "writer": None, "projectSid": "e" * 24, "modelSid": "precount0own0model000001",
        })  # fmt: skip
    (folder / "examples.jsonl").write_text("\n".join(json.dumps(line) for line in lines))
    return lines


def test_neither_held_out_examples_nor_left_out_accounts_are_learned(tmp_path: Path) -> None:
    lines = write_examples(tmp_path, 20)
    expected = {line["key"] for i, line in enumerate(lines) if i % 2 == 0 and not is_held_out(line["key"])}
    learned = to_learn_from(read_examples(tmp_path), [ACCOUNTS[1]])
    assert {example.key for example in learned} == expected
    assert 0 < len(expected) < 10


@pytest.mark.parametrize(
    "change", [{"file": "crops/../../secret.png"}, {"file": "/etc/passwd"}, {"code": {"truth": "12a"}}, {"box": None}]
)
def test_a_line_that_is_no_example_is_named(tmp_path: Path, change: dict[str, object]) -> None:
    (line,) = write_examples(tmp_path, 1)
    (tmp_path / "examples.jsonl").write_text(json.dumps({**line, **change}))
    with pytest.raises(ValueError, match="line 1 is no example"):
        read_examples(tmp_path)


@pytest.mark.filterwarnings("ignore")
def test_a_stopped_run_continues_and_writes_a_whole_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    monkeypatch.setattr(runs, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(fine_tune, "BATCH", 8)
    write_examples(tmp_path / "examples", 12)
    (tmp_path / "models/tuned-1/of-an-earlier-run").mkdir(parents=True)

    def stop(*args: object) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as first_run, pytest.raises(KeyboardInterrupt):
        first_run.setattr(fine_tune, "write_model", stop)
        fine_tune.fine_tune(tmp_path / "examples", "tuned-1", 1, [], tmp_path / "models")
    folder = fine_tune.fine_tune(tmp_path / "examples", "tuned-1", 2, [], tmp_path / "models")
    log = [json.loads(line) for line in (tmp_path / "runs/tuned-1/log.jsonl").read_text().splitlines()]
    starts = [entry["step"] for entry in log if "on" in entry]
    assert len(starts) == 2 and starts[0] == 0 < starts[1]
    manifest = json.loads((folder / "manifest.json").read_text())
    shipped = json.loads((fine_tune.SHIPPED / "manifest.json").read_text())
    assert manifest["name"] == "tuned-1" and manifest["sid"] != shipped["sid"] and manifest["status"] == "preview"
    assert manifest["adapts"]["name"] == "precount" and manifest["fineTuned"]["passes"] == 2
    assert manifest["fineTuned"]["steps"] > starts[1]
    before, after = ({w["role"]: w["sha256"] for w in m["weights"]} for m in (shipped, manifest))
    assert [role for role in before if before[role] != after[role]] == ["field"]
    strips = np.random.default_rng(1).random((1, 3, 48, 160), dtype=np.float32)
    read = [Network(place / "field.onnx", 1)(strips) for place in (fine_tune.SHIPPED, folder)]
    assert 0 < np.abs(read[0] - read[1]).max() < 0.2
    assert [path.name for path in folder.parent.iterdir()] == ["tuned-1"]
    assert not (folder / "of-an-earlier-run").exists()
