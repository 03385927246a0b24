from dataclasses import replace
from typing import Any

import pytest

from precount_training.evaluate import reliability
from precount_training.geometry import RotatedRect
from precount_training.pipeline import Detection
from precount_training.reading import Candidate
from precount_training.scoring import figures, tally

RECT = RotatedRect(100, 100, 200, 100, 5)
TRUE = {"label": "sticker", "rect": vars(RECT), "code": "012345", "quantity": "7", "shelfCode": "01"}
SHELF = {"label": "shelf", "rect": {"x": 0, "y": 400, "width": 1000, "height": 100}, "code": "01"}
FOUND = Detection("sticker", RECT, 0.9, [Candidate("012345", 0.99)], [Candidate("7", 0.99)], "01")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([FOUND], {"precision": 1, "recall": 1, "code": 1, "quantity": 1, "row": 1, "validButWrong": 0}),
        ([replace(FOUND, shelf_code="02")], {"code": 1, "quantity": 1, "row": 0}),
        ([replace(FOUND, quantity=[Candidate("1", 0.9)])], {"quantity": 0, "row": 0, "validButWrong": 1}),
        ([replace(FOUND, quantity=[Candidate("1", 0.3)])], {"quantity": 0, "validButWrong": 0}),
        ([replace(FOUND, rect=replace(RECT, x=400))], {"precision": 0, "recall": 0, "code": 0}),
        ([FOUND, replace(FOUND, rect=replace(RECT, y=110))], {"precision": 0.5, "recall": 1}),
        ([], {"precision": 1, "recall": 0, "row": 0}),
    ],
)
def test_stickers_are_scored_by_the_documented_rules(found: list[Detection], expected: dict[str, float]) -> None:
    result = figures(tally([TRUE], found))
    assert {key: result[key] for key in expected} == expected


@pytest.mark.parametrize(("top", "height", "recall"), [(400, 100, 1), (300, 300, 1), (290, 310, 0), (455, 60, 0)])
def test_a_shelf_matches_if_its_band_holds_the_tags_center_and_is_not_too_tall(
    top: float, height: float, recall: float
) -> None:
    found = Detection("shelf", RotatedRect(0, top, 1000, height, 0), 0.9, [Candidate("01", 0.9)])
    assert figures(tally([SHELF], [found]))["shelfRecall"] == recall


def test_the_reliability_table_counts_every_pair_once() -> None:
    pairs: list[tuple[float, Any]] = [(0.1, False), (0.4, True), (0.995, True), (1.0, True)]
    table = reliability(pairs)
    assert sum(row["count"] for row in table) == len(pairs)
    assert table[-1]["right"] == 1
