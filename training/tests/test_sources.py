import pytest

from precount_training.sources import FONTS, RESERVED, font_package


def test_training_fonts_contain_no_reserved_font() -> None:
    assert not RESERVED & set(FONTS)


def test_a_reserved_font_is_refused() -> None:
    with pytest.raises(ValueError, match="kept for evaluation"):
        font_package("space-mono")
