import type { ResultClass, ResultStatus } from "@precount/domain";

/**
 * Colors of the boxes. They are the same in the light and dark themes, because the photo behind them does not change.
 */
export const BOX_COLORS = {
  valid: "#1A7F4B",
  doubtful: "#D97706",
  added: "#7C3AED",
  discarded: "#8A8F98",
  shelf: "#0E7490",
  selected: "#1F6FEB",
} as const;

/** How a box is drawn. Widths are CSS pixels and do not depend on the zoom. */
export type BoxAppearance = {
  color: string;
  strokePx: number;
  /** Opacity of the fill, 0–1. */
  fillOpacity: number;
  isDashed: boolean;
  isHatched: boolean;
};

type BoxState = { label: ResultClass; status: ResultStatus; isDoubtful: boolean };

/** Valid boxes get thin outlines; doubtful boxes are bright, so that a person finds them quickly. */
export function boxAppearance({ label, status, isDoubtful }: BoxState): BoxAppearance {
  const plain = { strokePx: 1.5, fillOpacity: 0, isDashed: false, isHatched: false };
  if (status === "discarded") return { ...plain, color: BOX_COLORS.discarded, isHatched: true };
  if (isDoubtful) {
    const isDashed = status === "added";
    return { ...plain, color: BOX_COLORS.doubtful, strokePx: 2.5, fillOpacity: 0.12, isDashed };
  }
  if (label === "shelf") return { ...plain, color: BOX_COLORS.shelf, fillOpacity: 0.16 };
  if (status === "added") return { ...plain, color: BOX_COLORS.added, isDashed: true };
  return { ...plain, color: status === "patched" ? BOX_COLORS.added : BOX_COLORS.valid };
}
