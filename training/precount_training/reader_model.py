"""The reader: a crop → code, quantity, whether it is upside down, and whether it is a sticker or tag."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from precount_training.reader_crops import SLOTS
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH

CLASSES = 11  # ten digits and BLANK
HEADS = 4
DECODER_LAYERS = 2
FLAGS = 2  # upside down; a sticker or shelf tag rather than something else
STRIDE = 8


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """3x3 convolution, normalization, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two 3x3 convolutions with a residual connection."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """(n, width, h, w) → the same."""
        return torch.relu(x + self.second(self.first(x)))


class Attention(nn.Module):
    """Multi-head attention of `queries` (n, q, width) on `memory` (n, m, width), in plain matrix products."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.query, self.key_value = nn.Linear(width, width), nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)
        self.head = width // HEADS

    def forward(self, queries: Tensor, memory: Tensor) -> Tensor:
        """→ (n, q, width)."""
        q = self.query(queries).unflatten(2, (HEADS, self.head)).transpose(1, 2)
        k, v = self.key_value(memory).chunk(2, dim=2)
        k = k.unflatten(2, (HEADS, self.head)).permute(0, 2, 3, 1)
        v = v.unflatten(2, (HEADS, self.head)).transpose(1, 2)
        weights = torch.softmax(q @ k * self.head**-0.5, dim=3)
        return cast(Tensor, self.out((weights @ v).transpose(1, 2).flatten(2)))


class Feed(nn.Sequential):
    """Two linear layers."""

    def __init__(self, width: int) -> None:
        super().__init__(nn.Linear(width, 2 * width), nn.ReLU(inplace=True), nn.Linear(2 * width, width))


class Encoder(nn.Module):
    """Self-attention of the map on itself at half resolution: where a line begins, how many digits it has."""

    def __init__(self, width: int, size: tuple[int, int]) -> None:
        super().__init__()
        self.size = size
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.attend, self.feed = Attention(width), Feed(width)

    def forward(self, x: Tensor) -> Tensor:
        """(n, m, width) → the same; m is the map's rows x columns."""
        y = self.norms[0](x)
        half = nn.functional.avg_pool2d(y.transpose(1, 2).unflatten(2, self.size), 2).flatten(2).transpose(1, 2)
        x = x + self.attend(y, half)
        return cast(Tensor, x + self.feed(self.norms[1](x)))


class Decoder(nn.Module):
    """Self-attention among the slots, then cross-attention on the map."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.talk, self.look, self.feed = Attention(width), Attention(width), Feed(width)

    def forward(self, slots: Tensor, memory: Tensor) -> Tensor:
        """(n, slots, width) and (n, m, width) → (n, slots, width)."""
        y = self.norms[0](slots)
        slots = slots + self.talk(y, y)
        slots = slots + self.look(self.norms[1](slots), memory)
        return cast(Tensor, slots + self.feed(self.norms[2](slots)))


def normalized(pictures: Tensor) -> Tensor:
    """Each picture (n, 3, h, w) in 0..1, normalized to its own contrast."""
    mean = pictures.mean(dim=(2, 3), keepdim=True)
    spread = (pictures - mean).square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return (pictures - mean) / (spread + 0.02)


class SlotReader(nn.Module):
    """Pictures (n, 3, h, w) in 0..1 of one `size` → digit logits (n, `slots`, 11) and flag logits (n, `flags`).

    `widths` are the channels at strides 2, 4 and 8.
    """

    def __init__(self, size: tuple[int, int], slots: int, flags: int, widths: tuple[int, int, int]) -> None:
        super().__init__()
        a, b, c = widths
        rows, columns = size[0] // STRIDE, size[1] // STRIDE
        self.body = nn.Sequential(
            conv(3, a, 2), conv(a, b, 2), Residual(b), Residual(b), conv(b, c, 2), Residual(c), Residual(c), Residual(c)
        )
        self.place = nn.Parameter(torch.randn(1, rows * columns, c) * 0.02)
        self.slots = nn.Parameter(torch.randn(1, slots + 1, c) * 0.2)
        self.encoder = Encoder(c, (rows, columns))
        self.decoders = nn.ModuleList(Decoder(c) for _ in range(DECODER_LAYERS))
        self.norm = nn.LayerNorm(c)
        self.digits, self.flags = nn.Linear(c, CLASSES), nn.Linear(c, flags)

    def encode(self, pictures: Tensor) -> Tensor:
        """(n, cells, width): what each cell of the picture shows."""
        return self.encode_normal(normalized(pictures))

    def encode_normal(self, normal: Tensor) -> Tensor:
        """The same for pictures from `normalized`."""
        features = self.body(normal)
        return cast(Tensor, self.encoder(features.flatten(2).transpose(1, 2) + self.place))

    def decode(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the digits and flags, from what `encode` gives."""
        slots = self.slots.expand(memory.shape[0], -1, -1)
        for decoder in self.decoders:
            slots = decoder(slots, memory)
        slots = self.norm(slots)
        return self.digits(slots[:, :-1]), self.flags(slots[:, -1])

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Read a batch."""
        return self.decode(self.encode(pictures))


class Reader(SlotReader):
    """Crops (n, 3, CROP_HEIGHT, CROP_WIDTH) → the twelve slots of code and quantity, and FLAGS."""

    WIDTHS = (24, 32, 80)

    def __init__(self) -> None:
        super().__init__((CROP_HEIGHT, CROP_WIDTH), SLOTS, FLAGS, self.WIDTHS)
