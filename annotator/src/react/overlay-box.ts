import { type Label, type Rect, type ResultStatus, sameRect } from "@precount/domain";

/** A label as the overlay draws it. */
export type OverlayBox = {
  /** Place in the results; stable. */
  index: number;
  label: Label;
  rect: Rect;
  status: ResultStatus;
  isDoubtful: boolean;
  /** 'Sticker 4, code 012345, quantity 12, doubtful': what a screen reader says. */
  name: string;
  /** Stands on the photo where there is room to read it. */
  caption: string;
  /** Lines of the tooltip. */
  tooltip: readonly string[];
};

/** Whether both look alike; an edit makes all boxes anew, and nearly all of them are as they were. */
export const hasSameAppearance = (a: OverlayBox, b: OverlayBox): boolean =>
  a.index === b.index &&
  a.label === b.label &&
  a.status === b.status &&
  a.isDoubtful === b.isDoubtful &&
  a.name === b.name &&
  a.caption === b.caption &&
  sameRect(a.rect, b.rect);

/** Bands below, small labels above, so that each can be met. */
export const sortLargestFirst = (boxes: readonly OverlayBox[]): OverlayBox[] =>
  boxes.toSorted((a, b) => b.rect.width * b.rect.height - a.rect.width * a.rect.height || a.index - b.index);
