"""script/train names modules as text; a renamed one would fail after hours of training."""

import importlib.util
import re

from precount_training.sources import TRAINING


def test_modules_that_the_script_runs_exist() -> None:
    script = (TRAINING.parent / "script/train").read_text()
    modules = re.findall(r"^[^#\n]*?\b(?:run|each|draw) ([a-z]\w+)", script, re.MULTILINE)
    assert len(modules) > 10
    missing = [name for name in modules if importlib.util.find_spec(f"precount_training.{name}") is None]
    assert missing == []
