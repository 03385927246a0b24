import pytest

from precount_training.sources import FONTS, RESERVED, font_package


def test_no_font_is_one_that_is_kept_for_evaluation() -> None:
    assert not RESERVED & set(FONTS)


def test_a_reserved_font_is_refused() -> None:
    with pytest.raises(ValueError, match="kept for evaluation"):
        font_package("space-mono")
