"""The lines that the letter head learns from, and its file."""

import random

import numpy as np
import onnxruntime
import torch

from precount_training.letter_export import OUTPUT, part_of
from precount_training.letter_features import ENCODED, PICTURED, READER, with_outputs
from precount_training.letter_model import CLASSES, LetterHead
from precount_training.letter_text import ALPHABET, LONGEST, line_of_text
from precount_training.letter_train import decode, errors


def test_lines_have_only_letters_that_the_head_can_read() -> None:
    rng = random.Random(3)
    texts = [line_of_text(rng) for _ in range(500)]
    assert set("".join(texts)) <= set(ALPHABET)
    assert max(len(text) for text in texts) <= LONGEST
    assert {"ö", "ß", "ê", "ç", "ñ", "€", "ğ", "ł"} <= set("".join(texts))


def test_the_exported_head_equals_pytorch_behind_the_network_of_ppocr() -> None:
    torch.manual_seed(4)
    net = LetterHead().eval()
    model = with_outputs(READER.read_bytes(), (ENCODED, PICTURED)) + part_of(net)
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    crops = np.random.default_rng(5).random((2, 3, 48, 160), dtype=np.float32)
    letters, encoded, pictured = session.run([OUTPUT, ENCODED, PICTURED], {"x": crops})
    features = np.concatenate([encoded.transpose(0, 2, 1), pictured[:, :, 0]], axis=1)
    with torch.no_grad():
        expected = torch.softmax(net(torch.from_numpy(features)), dim=1).numpy().transpose(0, 2, 1)
    assert letters.shape == (2, 20, CLASSES)
    assert np.abs(letters - expected).max() < 1e-4


def test_repeated_classes_are_one_letter_unless_a_blank_is_between_them() -> None:
    a = ALPHABET.index("a") + 1
    assert decode([0, a, a, 0, a, 0]) == "aa"


def test_errors_ignore_spaces() -> None:
    assert errors("Gro Be", "Größe") == 2
