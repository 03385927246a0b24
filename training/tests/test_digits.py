from pathlib import Path

import numpy as np
import torch

from precount_training.digit_reader import (
    DIGIT_WEIGHT,
    WINDOW_HEIGHT,
    WINDOW_WIDTH,
    DigitReader,
    with_digits,
)
from precount_training.digit_train import DigitTask, loss_of
from precount_training.field_crops import draw_shard
from precount_training.field_model import FieldReader
from precount_training.field_strips import DIGITS, STRIP_HEIGHT, STRIP_WIDTH
from precount_training.reader_crops import BLANK
from precount_training.reader_model import normalized
from precount_training.reader_train import pictures
from precount_training.runs import load_kept_weights


def test_a_window_shows_the_strip_around_its_digit() -> None:
    strip = torch.arange(STRIP_WIDTH, dtype=torch.float32).expand(6, 3, STRIP_HEIGHT, -1)
    centers = torch.tensor([[20.0, 24.0], [44.5, 24.0], [80.0, 30.0], [100.0, 24.0], [120.0, 24.0], [159.0, 24.0]])
    windows = DigitReader().windows(strip, centers)
    assert windows.shape == (6, 3, WINDOW_HEIGHT, WINDOW_WIDTH)
    middle = windows[:, 0, 0, WINDOW_WIDTH // 2 - 1 : WINDOW_WIDTH // 2 + 1].mean(dim=1)
    # Column 0 has its center at 0.5 px. Beyond the edge the last column is repeated.
    assert torch.allclose(middle, torch.tensor([19.5, 44.0, 79.5, 99.5, 119.5, 158.5]), atol=1e-3)
    down = torch.arange(STRIP_HEIGHT, dtype=torch.float32)[:, None].expand(1, 3, -1, STRIP_WIDTH)
    assert DigitReader().windows(down, centers[2:3])[0, 0, WINDOW_HEIGHT // 2, 0].item() == 30.0


def test_both_readers_decide_on_the_digit_and_the_field_reader_on_whether_there_is_one() -> None:
    slots, digits = torch.zeros(1, 2, 11), torch.zeros(1, 2, BLANK)
    slots[0, :, 4], slots[0, 1, BLANK] = 3.0, 9.0
    digits[0, :, 7] = 3.0 * (1 - DIGIT_WEIGHT) / DIGIT_WEIGHT + 1
    both = with_digits(slots, digits)
    assert torch.allclose(both.sum(dim=2), torch.ones(1, 2))
    assert both.argmax(dim=2).tolist() == [[7, BLANK]]
    assert torch.allclose(both[..., BLANK], torch.softmax(slots, dim=2)[..., BLANK])


def test_the_field_readers_attention_points_at_the_digits_of_a_code() -> None:
    field, net = FieldReader(), DigitReader()
    load_kept_weights(field, "field")
    field.eval()
    codes = torch.from_numpy(draw_shard(3, 6, "train")["strips"][:, 0])
    with torch.no_grad():
        memory = field.encode(pictures(codes))
        net.point_as(field, memory)
        centers = net.centers(memory)
    gaps = centers[..., 0].diff(dim=1)
    assert gaps.min() > 8 and gaps.max() < 45


def test_a_task_learns_from_digits_only_and_judges_both_readers(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    for split in ("train", "validation"):
        slots = np.full((24, 2, DIGITS), BLANK, np.uint8)
        slots[:, :, :3] = rng.integers(0, 10, (24, 2, 3))
        strips = rng.integers(0, 255, (24, 2, STRIP_HEIGHT, STRIP_WIDTH, 3)).astype(np.uint8)
        np.savez(tmp_path / f"{split}-0001.npz", strips=strips, slots=slots, families=np.zeros(24, np.uint8))
    task = DigitTask(FieldReader().eval(), 16, tmp_path)
    assert task.refresh() == 48
    assert task.codes().shape == (24, STRIP_HEIGHT * STRIP_WIDTH // 64, 128)
    task.seed_at(0)
    net, seen = DigitReader(), []
    net.net.register_forward_hook(lambda _, windows, __: seen.append(len(windows[0])))
    loss = task.loss(net)
    assert seen == [16 * 3] and loss.item() > 1
    figures = task.figures(net)
    assert set(figures) == {"alone", "both", "print.code", "print.quantity"}


def test_the_loss_counts_what_both_readers_say_of_doubtful_digits() -> None:
    truth, digits = torch.tensor([7, 7]), torch.zeros(2, BLANK)
    slots = torch.zeros(2, 11)
    sure = torch.nn.functional.one_hot(torch.tensor([7, 7]), 11) * 20.0
    alone = torch.nn.functional.cross_entropy(digits, truth)
    assert torch.equal(loss_of(digits, sure, truth), alone)
    # The field reader has taken both for a four, and one of them surely.
    slots[0, 4], slots[1, 4] = 4.0, 20.0
    of_both = torch.nn.functional.cross_entropy((1 - DIGIT_WEIGHT) * slots[:1, :BLANK], truth[:1])
    assert torch.allclose(loss_of(digits, slots, truth), (alone + of_both) / 2)


def test_the_digit_reader_reads_doubtful_slots_only_each_by_itself() -> None:
    torch.manual_seed(1)
    net = DigitReader().eval()
    normal = normalized(torch.rand(2, 3, STRIP_HEIGHT, STRIP_WIDTH))
    memory = torch.rand(2, STRIP_HEIGHT * STRIP_WIDTH // 64, 128)
    slots = torch.randn(2, DIGITS, 11)
    slots[0, 2, 5], slots[1, :, BLANK] = 20.0, 20.0
    seen: list[int] = []
    net.net.register_forward_hook(lambda _, windows, __: seen.append(len(windows[0])))
    both, own = net(normal, memory, slots), torch.softmax(slots, dim=2)
    assert seen == [1 + 5]
    assert torch.equal(both[0, 2], own[0, 2]) and torch.equal(both[1], own[1])
    digits = net.net(net.windows(normal[:1], net.centers(memory)[:1, 4]))
    assert torch.allclose(both[:1, 4:5], with_digits(slots[:1, 4:5], digits[None]), atol=1e-5)
    assert torch.allclose(net(normal[1:], memory[1:], slots[1:]), own[1:])
