"""Draws lines, trains the letter head on their features, and writes it for the runtime.

python -m precount_training.letter_train --lines 20000 --steps 5000 --out ../ocr/models/letters
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from precount_training.letter_export import export
from precount_training.letter_features import FEATURES, Line, draw_features
from precount_training.letter_model import LetterHead
from precount_training.letter_text import ALPHABET
from precount_training.runs import learning_rate
from precount_training.sources import CACHE, LETTER_FONTS, VALIDATION_LETTER_FONTS, fetch_letter_fonts

SHARDS = CACHE / "letter-features"
SHARD_LINES = 2000
VALIDATION_SEED, VALIDATION_LINES = 1, 500
BATCH, MIXED_BATCHES = 32, 20  # batches are cut from this many, sorted by length
PEAK, WARM, MAX_GRADIENT, WEIGHT_DECAY = 2e-3, 100, 2.0, 0.01
JUDGE_EVERY = 500
CLASS_OF = {letter: number for number, letter in enumerate(ALPHABET, 1)}


def shard(seed: int, count: int, families: tuple[str, ...], threads: int) -> list[Line]:
    """The features of drawn lines; kept in the cache, because drawing them takes minutes."""
    path = SHARDS / f"{seed}-{count}.npz"
    if not path.exists():
        SHARDS.mkdir(parents=True, exist_ok=True)
        drawn = draw_features(seed, count, families, threads)
        np.savez(
            path, features=np.concatenate([line.features for line in drawn]),
            steps=[len(line.features) for line in drawn], text=[line.text for line in drawn],
            read=[line.read for line in drawn],
        )  # fmt: skip
        print(f"{path.name} is drawn", flush=True)
    with np.load(path) as data:
        parts = np.split(data["features"], np.cumsum(data["steps"])[:-1])
        return [Line(str(t), f, str(r)) for t, f, r in zip(data["text"], parts, data["read"], strict=True)]


def tensors(batch: list[Line]) -> tuple[Tensor, Tensor]:
    """Features (n, FEATURES, t), zero after a line's end, and the number of time steps of each line."""
    longest = max(len(line.features) for line in batch)
    features = np.zeros((len(batch), FEATURES, longest), np.float32)
    for n, line in enumerate(batch):
        features[n, :, : len(line.features)] = line.features.T
    return torch.from_numpy(features), torch.tensor([len(line.features) for line in batch])


def batches(lines: list[Line], rng: random.Random) -> Iterator[list[Line]]:
    """Endless batches of lines of similar length."""
    while True:
        mixed = sorted(rng.sample(lines, min(len(lines), BATCH * MIXED_BATCHES)), key=lambda line: len(line.features))
        cut = [mixed[start : start + BATCH] for start in range(0, len(mixed), BATCH)]
        rng.shuffle(cut)
        yield from cut


def decode(best: list[int]) -> str:
    """Greedy CTC decoding of the best classes."""
    return "".join(ALPHABET[k - 1] for k, before in zip(best, [0, *best[:-1]], strict=True) if k not in (0, before))


def errors(read: str, text: str) -> int:
    """Levenshtein's distance without spaces."""
    read, text = read.replace(" ", ""), text.replace(" ", "")
    row = list(range(len(text) + 1))
    for i, letter in enumerate(read, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(text, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (letter != other))
    return row[-1]


@torch.no_grad()
def figures(net: LetterHead, lines: list[Line]) -> dict[str, float]:
    """Character error rates in percent: of the head, of PP-OCR, and of the head on lines without other letters."""
    net.eval()
    wrong, plain = {"head": 0, "ppocr": 0, "plain": 0}, 0
    for line in lines:
        features, _ = tensors([line])
        missed = errors(decode(net(features)[0].argmax(dim=0).tolist()), line.text)
        wrong["head"] += missed
        wrong["ppocr"] += errors(line.read, line.text)
        if line.text.isascii():
            wrong["plain"] += missed
            plain += len(line.text)
    net.train()
    letters = sum(len(line.text) for line in lines)
    return {name: round(100 * count / (plain if name == "plain" else letters), 2) for name, count in wrong.items()}


def train(lines: list[Line], validation: list[Line], steps: int) -> LetterHead:
    """A head trained for `steps` batches; prints its figures on the way."""
    torch.manual_seed(1)
    net, ctc, mixed = LetterHead(), nn.CTCLoss(zero_infinity=True), batches(lines, random.Random(2))
    optimizer = torch.optim.AdamW(net.parameters(), PEAK, weight_decay=WEIGHT_DECAY)
    started = time.monotonic()
    for step in range(1, steps + 1):
        batch = next(mixed)
        features, lengths = tensors(batch)
        targets = [torch.tensor([CLASS_OF[letter] for letter in line.text]) for line in batch]
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, steps, PEAK, WARM, cool_share=0.6)
        scores = net(features).permute(2, 0, 1).log_softmax(2)
        loss = ctc(scores, torch.cat(targets), lengths, torch.tensor([len(target) for target in targets]))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), MAX_GRADIENT)
        optimizer.step()
        if step % JUDGE_EVERY == 0 or step == steps:
            print(step, f"{time.monotonic() - started:.0f} s", figures(net, validation), flush=True)
    return net.eval()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the letter head.")
    parser.add_argument("--lines", type=int, default=20_000)
    parser.add_argument("--steps", type=int, default=5_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, help="folder to write the head to; without it, only the lines are drawn")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    fetch_letter_fonts()
    validation = shard(VALIDATION_SEED, VALIDATION_LINES, VALIDATION_LETTER_FONTS, options.threads)
    seeds = range(1000, 1000 + options.lines // SHARD_LINES)
    lines = [line for seed in seeds for line in shard(seed, SHARD_LINES, LETTER_FONTS, options.threads)]
    if options.out:
        export(train(lines, validation, options.steps), options.out)


if __name__ == "__main__":
    main()
