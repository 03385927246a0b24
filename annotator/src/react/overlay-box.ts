import type { Label, Rect, ResultStatus } from "@precount/domain";

/** A label as the overlay draws it. */
export type OverlayBox = {
  /** Place in the results; stable. */
  index: number;
  label: Label;
  rect: Rect;
  status: ResultStatus;
  needsAttention: boolean;
  /** 'Sticker 4, code 012345, quantity 12, doubtful': what a screen reader says. */
  name: string;
  /** Lines of the tooltip. */
  tip: readonly string[];
};
