import { type ResultClass, type Rect, type ResultStatus, sameRect } from "@precount/domain";

/** A result as the overlay draws it. */
export type OverlayBox = {
  /** Index in the detection's results; stable. */
  index: number;
  label: ResultClass;
  rect: Rect;
  status: ResultStatus;
  isDoubtful: boolean;
  /** Accessible name, such as 'Sticker 4, code 012345, quantity 12, doubtful'. */
  name: string;
  /** Drawn on the photo where there is room to read it. */
  caption: string;
  /** Lines of the tooltip. */
  tooltip: readonly string[];
};

/** Whether both boxes render the same. An edit creates all box objects again, although nearly all are unchanged. */
export const hasSameAppearance = (a: OverlayBox, b: OverlayBox): boolean =>
  a.index === b.index &&
  a.label === b.label &&
  a.status === b.status &&
  a.isDoubtful === b.isDoubtful &&
  a.name === b.name &&
  a.caption === b.caption &&
  sameRect(a.rect, b.rect);

/** Large boxes first, so that small boxes are above them and can be clicked. */
export const sortLargestFirst = (boxes: readonly OverlayBox[]): OverlayBox[] =>
  boxes.toSorted((a, b) => b.rect.width * b.rect.height - a.rect.width * a.rect.height || a.index - b.index);
