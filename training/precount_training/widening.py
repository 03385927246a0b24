"""Starting a wide network from the weights of a narrower one with the same layers."""

from __future__ import annotations

import torch
from torch import Tensor

from precount_training.reader_model import HEADS

# Scale of the normalization of channels that are new: they start nearly silent, so that the network begins with nearly
# the answers of the narrow one.
NEW_CHANNELS = 0.1


def widened(narrow: dict[str, Tensor], fresh: dict[str, Tensor]) -> dict[str, Tensor]:
    """The state of a SlotReader: `fresh`, the state of a new network, with the weights of `narrow` in a part of it.

    New channels do not change the old ones: they begin with a weight of 0 in them. Raises KeyError where `narrow` lacks
    a layer, and ValueError where it is wider.
    """
    return {key: _placed(key, narrow[key], value) for key, value in fresh.items()}


def _placed(key: str, known: Tensor, fresh: Tensor) -> Tensor:
    if known.shape == fresh.shape:
        return known.clone()
    if any(old > new for old, new in zip(known.shape, fresh.shape, strict=True)):
        raise ValueError(f"{key} is wider than in the new network.")
    result = fresh.clone()
    places = [
        _places(key, axis, old, new) for axis, (old, new) in enumerate(zip(known.shape, fresh.shape, strict=True))
    ]
    if known.dim() > 1 and key.endswith("weight") and known.shape[1] != fresh.shape[1]:
        result[places[0]] = 0  # old outputs do not see new inputs
    elif key.startswith("body") and key.endswith("weight") and known.dim() == 1:
        result[:] = NEW_CHANNELS
    result[torch.meshgrid(*places, indexing="ij")] = known
    return result


def _places(key: str, axis: int, old: int, new: int) -> Tensor:
    """Where the old entries of an axis are among the new ones: first, or first in each head of an attention."""
    split_axis = {"query": 0, "key_value": 0, "out": 1}.get(key.split(".")[-2] if "." in key else "")
    if axis != split_axis or old == new:
        return torch.arange(old)
    parts = HEADS * (2 if "key_value" in key else 1)
    return (torch.arange(parts)[:, None] * (new // parts) + torch.arange(old // parts)).flatten()
