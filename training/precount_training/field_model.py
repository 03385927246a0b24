"""The field reader: a strip with one number → its digits, and whether it is written by hand."""

from __future__ import annotations

from torch import nn

from precount_training.field_strips import DIGITS, STRIP_HEIGHT, STRIP_WIDTH
from precount_training.reader_model import STRIDE, Reader, SlotReader
from precount_training.rectify import CROP_HEIGHT, CROP_WIDTH
from precount_training.widening import widened


class FieldReader(SlotReader):
    """Strips (n, 3, STRIP_HEIGHT, STRIP_WIDTH) → DIGITS slots, left-aligned, and the flag "written by hand"."""

    WIDTHS = (32, 48, 128)

    def __init__(self) -> None:
        super().__init__((STRIP_HEIGHT, STRIP_WIDTH), DIGITS, 1, self.WIDTHS)

    def start_from(self, reader: Reader) -> None:
        """Copy the weights of the reader except its flags; the positions of its cells are resampled."""
        own = self.state_dict()
        known = reader.state_dict() | {key: own[key] for key in own if key.startswith("flags.")}
        crop = known["place"].unflatten(1, (CROP_HEIGHT // STRIDE, CROP_WIDTH // STRIDE)).permute(0, 3, 1, 2)
        size = (STRIP_HEIGHT // STRIDE, STRIP_WIDTH // STRIDE)
        known["place"] = nn.functional.interpolate(crop, size, mode="bilinear").flatten(2).transpose(1, 2)
        slots = known["slots"]
        known["slots"] = slots[:, [*range(DIGITS), slots.shape[1] - 1]]
        self.load_state_dict(widened(known, own))
