import type { OverlayBox } from "@precount/annotator/react";
import { type Result, type ResultStatus, isDoubtful, resultStatus, visibleResults } from "@precount/domain";
import { resultDisplay } from "./status-display.tsx";

/** A result with the derived values that the photo and the panel show. */
export type DisplayedResult = {
  index: number;
  result: Result;
  status: ResultStatus;
  isDoubtful: boolean;
  /** 'Sticker 4'. The number is the one that `?detection=` takes. */
  title: string;
};

export function toDisplayedResults(results: readonly Result[]): DisplayedResult[] {
  return visibleResults(results).map(({ index, result }) => ({
    index,
    result,
    status: resultStatus(result),
    isDoubtful: isDoubtful(result),
    title: `${result.label === "sticker" ? "Sticker" : "Shelf"} ${index + 1}`,
  }));
}

const orUnread = (value: string): string => (value === "" ? "unread" : value);

/** The result as text, for screen readers. */
export function describeResult({ title, result }: DisplayedResult): string {
  const quantity = result.label === "sticker" ? `, quantity ${orUnread(result.quantity?.value ?? "")}` : "";
  const state = resultDisplay(result).title.toLowerCase();
  return `${title}, code ${orUnread(result.code.value)}${quantity}, ${state}`;
}

const orQuestionMark = (value: string | undefined): string => (value === undefined || value === "" ? "?" : value);

/** A short caption that is drawn on the photo. */
function captionOf({ label, code, quantity }: Result): string {
  return label === "sticker"
    ? `${orQuestionMark(code.value)} × ${orQuestionMark(quantity?.value)}`
    : `Shelf ${orQuestionMark(code.value)}`;
}

function toOverlayBox(displayed: DisplayedResult): OverlayBox {
  const { index, result, status, isDoubtful: doubtful } = displayed;
  const quantity = result.label === "sticker" ? [`Quantity ${orUnread(result.quantity?.value ?? "")}`] : [];
  return {
    index,
    label: result.label,
    rect: result.rect,
    status,
    isDoubtful: doubtful,
    name: describeResult(displayed),
    caption: captionOf(result),
    tooltip: [`Code ${orUnread(result.code.value)}`, ...quantity],
  };
}

/** Which kinds of results are drawn on the photo. */
export type ResultVisibility = { stickers: boolean; shelves: boolean; discarded: boolean };

export const toOverlayBoxes = (results: readonly DisplayedResult[], visibility: ResultVisibility): OverlayBox[] =>
  results
    .filter(({ result, status }) => {
      if (status === "discarded") return visibility.discarded;
      return result.label === "shelf" ? visibility.shelves : visibility.stickers;
    })
    .map(toOverlayBox);
