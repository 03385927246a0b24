import type { OverlayBox } from "@precount/annotator/react";
import { type Result, type ResultStatus, isDoubtful, resultStatus, visibleResults } from "@precount/domain";
import { RESULT_STATUS_DISPLAY } from "./status-display.tsx";

/** A result as it is shown, on the photo and beside it alike. */
export type DisplayedResult = {
  index: number;
  result: Result;
  status: ResultStatus;
  isDoubtful: boolean;
  /** 'Sticker 4': the number is what `?detection=` says. */
  title: string;
};

export function toDisplayedResults(results: readonly Result[]): DisplayedResult[] {
  return visibleResults(results).map(({ index, result }) => ({
    index,
    result,
    status: resultStatus(result),
    needsAttention: isDoubtful(result),
    title: `${result.label === "sticker" ? "Sticker" : "Shelf"} ${index + 1}`,
  }));
}

const shown = (value: string): string => (value === "" ? "unread" : value);

/** What a person needs to know of it without seeing it. */
export function describeResult({ title, result, status, isDoubtful: doubtful }: DisplayedResult): string {
  const quantity = result.label === "sticker" ? `, quantity ${shown(result.quantity?.value ?? "")}` : "";
  const state = doubtful ? "doubtful" : RESULT_STATUS_DISPLAY[status].title.toLowerCase();
  return `${title}, code ${shown(result.code.value)}${quantity}, ${state}`;
}

const short = (value: string | undefined): string => (value === undefined || value === "" ? "?" : value);

/** As short as it can be: it stands on the photo. */
function captionOf({ label, code, quantity }: Result): string {
  return label === "sticker" ? `${short(code.value)} × ${short(quantity?.value)}` : `Shelf ${short(code.value)}`;
}

function boxOf(label: DisplayedResult): OverlayBox {
  const { index, result, status, isDoubtful: doubtful } = label;
  const quantity = result.label === "sticker" ? [`Quantity ${shown(result.quantity?.value ?? "")}`] : [];
  return {
    index,
    label: result.label,
    rect: result.rect,
    status,
    isDoubtful: doubtful,
    name: describeResult(label),
    caption: captionOf(result),
    tooltip: [`Code ${shown(result.code.value)}`, ...quantity],
  };
}

/** Which kinds of labels are drawn on the photo. */
export type ResultVisibility = { stickers: boolean; shelves: boolean; discarded: boolean };

export const toOverlayBoxes = (labels: readonly DisplayedResult[], shown: ResultVisibility): OverlayBox[] =>
  labels
    .filter(({ result, status }) => {
      if (status === "discarded") return shown.discarded;
      return result.label === "shelf" ? shown.shelves : shown.stickers;
    })
    .map(boxOf);
