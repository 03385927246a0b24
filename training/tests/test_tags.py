import numpy as np
import pytest
import torch

from precount_training import places, price_signs, tag_reader
from precount_training.pipeline import Precount
from precount_training.reader_model import Reader
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH
from precount_training.sources import TRAINING, is_fetched
from precount_training.tag_crops import found_crops
from precount_training.tag_head import COLUMNS, ROWS, fit
from precount_training.tag_numbers import draw_tag

needs_fonts = pytest.mark.skipif(not is_fetched(), reason="run `python -m precount_training.sources` first")


def test_no_price_is_a_bare_number_as_a_shelf_tag_shows_it() -> None:
    rng = np.random.default_rng(2)
    texts = []
    for _ in range(300):
        parts = price_signs._parts(rng)
        texts.append("".join(part.text for part in parts))
        assert any(character.isdigit() for character in texts[-1])
        assert len({part.height for part in parts}) > 1 or not texts[-1].isdigit()
    for mark in "$¢%€.:/-":
        assert any(mark in text for text in texts)


@needs_fonts
def test_a_price_sign_has_ink_that_contrasts_with_its_card() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        sheet = price_signs.draw_price_sign(rng, "train", 200)
        assert sheet.shape[1:] == (200, 4)
        assert sheet.min() >= 0
        assert sheet.max() <= 1
        assert np.ptp(sheet[..., :3], axis=(0, 1)).max() > 0.3


@needs_fonts
def test_boxes_on_a_drawn_photo_are_shelf_tags_or_not() -> None:
    model = Precount(TRAINING.parent / "vision" / "models" / "precount", 1)
    found = list(found_crops(np.random.default_rng(8), "train", model))
    assert {crop.shape for crop, _ in found} == {(CROP_HEIGHT, CROP_WIDTH, 3)}
    tags = [crop for crop, is_tag in found if is_tag]
    assert 0 < len(tags) < len(found)
    # The shipped head was trained on such crops.
    as_shipped = [answer.tag > 0.5 for answer in model.read([crop for crop, _ in found])]
    assert np.mean([said == is_tag for said, (_, is_tag) in zip(as_shipped, found, strict=True)]) > 0.9


def test_the_head_learns_which_crops_are_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    # As many steps as with 400 crops and full batches.
    monkeypatch.setattr(places, "BATCH", places.BATCH // 4)
    generator = torch.Generator().manual_seed(4)
    is_tag = (torch.arange(100) % 4 == 0).float()
    memory = torch.randn(100, ROWS * COLUMNS, Reader.WIDTHS[-1], generator=generator)
    memory[:, :, 3] += is_tag[:, None] * 2
    net = fit(memory.half(), is_tag)
    with torch.no_grad():
        assert ((net(memory) > 0) == (is_tag > 0)).float().mean() > 0.97


@needs_fonts
def test_drawn_tags_are_read_by_the_shipped_tag_reader() -> None:
    rng = np.random.default_rng(9)
    drawn = [draw_tag(rng, "train") for _ in range(60)]
    model = Precount(TRAINING.parent / "vision" / "models" / "precount", 1)
    read = [answer.tag_slots.argmax(axis=1) for answer in model.read([crop for crop, _ in drawn])]
    assert np.mean([np.array_equal(slots, truth) for slots, (_, truth) in zip(read, drawn, strict=True)]) > 0.9


def test_the_tag_reader_starts_as_the_reader_and_learns_other_numbers() -> None:
    torch.manual_seed(5)
    reader = Reader().eval()
    # A decoder reads any number of cells.
    memory = torch.randn(64, 24, Reader.WIDTHS[-1])
    start = tag_reader.TagReader().start_as(reader)
    with torch.no_grad():
        features = torch.ones(1, tag_reader.WIDTH)
        assert torch.allclose(start.digits(features[..., None])[..., 0], reader.digits(features), atol=1e-5)
        assert start(memory).shape == (64, 3, 11)
    is_one = torch.arange(64) % 2 == 0
    memory[is_one, :, 3] += 3
    slots = torch.where(is_one[:, None], torch.tensor([1, 4, 10]), torch.tensor([2, 10, 10]))
    before = tag_reader.wrong_numbers(start, memory, slots)
    after = tag_reader.wrong_numbers(tag_reader.fit(reader, memory, slots, epochs=60), memory, slots)
    assert before[0] > 50
    assert after[0] <= 3
