"""The letter head: reads the letters that PP-OCR lacks from features of PP-OCR's own network."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from precount_training.letter_features import FEATURES
from precount_training.letter_text import ALPHABET

CLASSES = len(ALPHABET) + 1  # class 0 is CTC's blank
HIDDEN = 192
DROPOUT = 0.1


class LetterHead(nn.Module):
    """Three convolutions over the time steps of a line."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(FEATURES)
        self.first, self.first_norm = nn.Conv1d(FEATURES, HIDDEN, 3, padding=1), nn.BatchNorm1d(HIDDEN)
        self.second, self.second_norm = nn.Conv1d(HIDDEN, HIDDEN, 3, padding=1), nn.BatchNorm1d(HIDDEN)
        self.drop, self.last = nn.Dropout(DROPOUT), nn.Conv1d(HIDDEN, CLASSES, 1)

    def forward(self, features: Tensor) -> Tensor:
        """(n, FEATURES, t) → logits (n, CLASSES, t)."""
        hidden = torch.relu(self.first_norm(self.first(self.norm(features))))
        hidden = hidden + torch.relu(self.second_norm(self.second(hidden)))
        logits: Tensor = self.last(self.drop(hidden))
        return logits
