import type { OverlayBox } from "@precount/annotator/react";
import { type Result, type ResultStatus, isDoubtful, resultStatus, visibleResults } from "@precount/domain";
import { RESULT_LOOKS } from "./status.tsx";

/** A result as it is shown, on the photo and beside it alike. */
export type PhotoLabel = {
  index: number;
  result: Result;
  status: ResultStatus;
  needsAttention: boolean;
  /** 'Sticker 4': the number is what `?detection=` says. */
  title: string;
};

export function labelsOf(results: readonly Result[]): PhotoLabel[] {
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
export function describeLabel({ title, result, status, needsAttention: isDoubtful }: PhotoLabel): string {
  const quantity = result.label === "sticker" ? `, quantity ${shown(result.quantity?.value ?? "")}` : "";
  const state = isDoubtful ? "doubtful" : RESULT_LOOKS[status].title.toLowerCase();
  return `${title}, code ${shown(result.code.value)}${quantity}, ${state}`;
}

const short = (value: string | undefined): string => (value === undefined || value === "" ? "?" : value);

/** As short as it can be: it stands on the photo. */
function captionOf({ label, code, quantity }: Result): string {
  return label === "sticker" ? `${short(code.value)} × ${short(quantity?.value)}` : `Shelf ${short(code.value)}`;
}

function boxOf(label: PhotoLabel): OverlayBox {
  const { index, result, status, needsAttention: isDoubtful } = label;
  const quantity = result.label === "sticker" ? [`Quantity ${shown(result.quantity?.value ?? "")}`] : [];
  return {
    index,
    label: result.label,
    rect: result.rect,
    status,
    needsAttention: isDoubtful,
    name: describeLabel(label),
    caption: captionOf(result),
    tip: [`Code ${shown(result.code.value)}`, ...quantity],
  };
}

/** Which kinds of labels are drawn on the photo. */
export type ShownLabels = { stickers: boolean; shelves: boolean; discarded: boolean };

export const boxesOf = (labels: readonly PhotoLabel[], shown: ShownLabels): OverlayBox[] =>
  labels
    .filter(({ result, status }) => {
      if (status === "discarded") return shown.discarded;
      return result.label === "shelf" ? shown.shelves : shown.stickers;
    })
    .map(boxOf);
