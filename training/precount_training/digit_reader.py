"""The digit reader: a strip → each of its digits, read by itself from a window around it.

The field reader sees all of a strip, reduced to an eighth. The digit reader sees one digit at half its size, with parts
of its neighbors. The two make different errors, so that their mean is better than either.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from precount_training.field_model import FieldReader
from precount_training.field_strips import DIGITS, STRIP_HEIGHT, STRIP_WIDTH
from precount_training.places import cell_centers
from precount_training.reader_crops import BLANK
from precount_training.reader_model import HEADS, STRIDE, Decoder, Residual, conv

# Px of a strip, in which most numbers are 34 px high, so that a digit is about 22 px wide.
WINDOW_HEIGHT, WINDOW_WIDTH = 40, 32
WIDTHS = (48, 96, 160)  # channels at strides 2, 4 and 8
DROPOUT = 0.2
DIGIT_WEIGHT = 0.5  # of the digit reader in the geometric mean with the field reader
# A slot of which the field reader is surer than this is not read again: four in five.
SURE_DIGIT = 0.999
WIDTH = FieldReader.WIDTHS[-1]


class DigitReader(nn.Module):
    """Reads doubtful slots of normalized strips (n, 3, STRIP_HEIGHT, STRIP_WIDTH) again, with the field reader's memory
    (n, cells, width) of them. `net` gives the digit logits (n, 10) of windows.
    """

    cells: Tensor  # centers (cells, 2), px of the strip
    around: Tensor  # places (WINDOW_HEIGHT, WINDOW_WIDTH, 2) of a window's px, from its center

    def __init__(self) -> None:
        super().__init__()
        a, b, c = WIDTHS
        self.point = nn.Linear(WIDTH, DIGITS)
        self.net = nn.Sequential(
            conv(3, a, 2), Residual(a), conv(a, b, 2), Residual(b), Residual(b), conv(b, c, 2), Residual(c),
            nn.Flatten(), nn.Dropout(DROPOUT),
            nn.Linear(c * (WINDOW_HEIGHT // STRIDE) * (WINDOW_WIDTH // STRIDE), BLANK),
        )  # fmt: skip
        self.register_buffer("cells", cell_centers(STRIP_HEIGHT // STRIDE, STRIP_WIDTH // STRIDE))
        rows = torch.arange(WINDOW_HEIGHT) - WINDOW_HEIGHT / 2 + 0.5
        columns = torch.arange(WINDOW_WIDTH) - WINDOW_WIDTH / 2 + 0.5
        down, right = torch.meshgrid(rows, columns, indexing="ij")
        self.register_buffer("around", torch.stack([right, down], dim=2))

    @torch.no_grad()
    def point_as(self, field: FieldReader, memory: Tensor) -> None:
        """Start with the attention of the field reader that follows the digits best on its `memory` of codes.

        Before the first cross-attention, the slots do not depend on the strip: each looks for one digit's place.
        """
        first = cast(Decoder, field.decoders[0])
        slots = first.norms[0](field.slots)
        slots = first.norms[1](field.slots + first.talk(slots, slots))
        queries = first.look.query(slots)[0, :DIGITS].reshape(DIGITS, HEADS, -1)
        keys = first.look.key_value.weight[:WIDTH].reshape(HEADS, -1, WIDTH)
        # The key's bias adds the same to all cells, which a softmax ignores.
        heads = torch.einsum("shd,hdw->hsw", queries, keys) * first.look.head**-0.5
        self.point.bias.zero_()
        gaps = []
        for weights in heads:
            self.point.weight.copy_(weights)
            gaps.append(self.centers(memory)[..., 0].diff(dim=1).amin(dim=1).mean())
        self.point.weight.copy_(heads[int(torch.stack(gaps).argmax())])

    def centers(self, memory: Tensor) -> Tensor:
        """Where each slot's digit is: (n, DIGITS, 2), px of the strip."""
        return torch.softmax(self.point(memory), dim=1).transpose(1, 2) @ self.cells

    def windows(self, normal: Tensor, centers: Tensor) -> Tensor:
        """The windows (n, 3, WINDOW_HEIGHT, WINDOW_WIDTH) of normalized strips around `centers` (n, 2)."""
        places = centers[:, None, None, :] + self.around
        grid = places / torch.tensor([STRIP_WIDTH / 2, STRIP_HEIGHT / 2], device=places.device) - 1
        return nn.functional.grid_sample(normal, grid, padding_mode="border", align_corners=False)

    def forward(self, normal: Tensor, memory: Tensor, slots: Tensor) -> Tensor:
        """The probabilities (n, DIGITS, 11) by both readers; `slots` are the field reader's logits (n, DIGITS, 11)."""
        own = torch.softmax(slots, dim=2)
        is_doubtful = own.amax(dim=2, keepdim=True) <= SURE_DIGIT
        # The first slot is always read, because a batch must not be empty.
        first = torch.zeros(1, dtype=torch.int64, device=slots.device)
        doubtful = torch.cat([first, is_doubtful.flatten().nonzero().flatten()])
        strips = torch.div(doubtful, DIGITS, rounding_mode="floor")
        windows = self.windows(normal[strips], self.centers(memory).flatten(0, 1)[doubtful])
        digits = torch.zeros_like(slots[..., :BLANK]).flatten(0, 1).index_copy(0, doubtful, self.net(windows))
        return torch.where(is_doubtful, with_digits(slots, digits.reshape(-1, DIGITS, BLANK)), own)


def with_digits(slots: Tensor, digits: Tensor) -> Tensor:
    """Logits of the field reader (n, DIGITS, 11) and the digit reader (n, DIGITS, 10) → probabilities of the former.

    The field reader alone decides which slots are blank; which digit the others show is the weighted geometric mean.
    """
    blank = torch.softmax(slots, dim=2)[..., BLANK:]
    each = torch.softmax((1 - DIGIT_WEIGHT) * slots[..., :BLANK] + DIGIT_WEIGHT * digits, dim=2)
    return torch.cat([(1 - blank) * each, blank], dim=2)
