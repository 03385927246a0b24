import {
  type Result,
  type ResultStatus,
  needsAttention,
  resultDoubt,
  resultStatus,
  shelfIndexes,
  shownResults,
} from "@precount/domain";
import type { OverlayBox } from "@precount/annotator/react";
import type { LabelSort } from "../../lib/search.ts";
import { RESULT_LOOKS } from "../../ui/status.tsx";

/** A result as the review shows it, photo and panel alike. */
export type ReviewLabel = {
  index: number;
  result: Result;
  status: ResultStatus;
  needsAttention: boolean;
  /** 'Sticker 4': the number is what `?detection=` says. */
  title: string;
};

export function labelsOf(results: readonly Result[]): ReviewLabel[] {
  return shownResults(results).map(({ index, result }) => ({
    index,
    result,
    status: resultStatus(result),
    needsAttention: needsAttention(result),
    title: `${result.label === "sticker" ? "Sticker" : "Shelf"} ${index + 1}`,
  }));
}

const shown = (value: string): string => (value === "" ? "unread" : value);

/** What a person needs to know of it without seeing it. */
export function describe({ title, result, status, needsAttention: isDoubtful }: ReviewLabel): string {
  const quantity = result.label === "sticker" ? `, quantity ${shown(result.quantity?.value ?? "")}` : "";
  const state = isDoubtful ? "doubtful" : RESULT_LOOKS[status].title.toLowerCase();
  return `${title}, code ${shown(result.code.value)}${quantity}, ${state}`;
}

const short = (value: string | undefined): string => (value === undefined || value === "" ? "?" : value);

/** As short as it can be: it stands on the photo. */
function captionOf({ label, code, quantity }: Result): string {
  return label === "sticker" ? `${short(code.value)} × ${short(quantity?.value)}` : `Shelf ${short(code.value)}`;
}

function boxOf(label: ReviewLabel): OverlayBox {
  const { index, result, status, needsAttention: isDoubtful } = label;
  const quantity = result.label === "sticker" ? [`Quantity ${shown(result.quantity?.value ?? "")}`] : [];
  return {
    index,
    label: result.label,
    rect: result.rect,
    status,
    needsAttention: isDoubtful,
    name: describe(label),
    caption: captionOf(result),
    tip: [`Code ${shown(result.code.value)}`, ...quantity],
  };
}

/** Which kinds of labels are drawn on the photo. */
export type ShownLabels = { stickers: boolean; shelves: boolean; discarded: boolean };

export const boxesOf = (labels: readonly ReviewLabel[], shown: ShownLabels): OverlayBox[] =>
  labels
    .filter(({ result, status }) => {
      if (status === "discarded") return shown.discarded;
      return result.label === "shelf" ? shown.shelves : shown.stickers;
    })
    .map(boxOf);

export type PanelTab = "doubtful" | "all" | "discarded";

/** Doubtful is whatever needs a person, also where one has added or edited it; the rest is as it says. */
export const hasStatus = (label: ReviewLabel, status: ResultStatus): boolean =>
  status === "invalid" ? label.needsAttention : label.status === status;

/** Those of any of the statuses; with none, all that are not discarded. */
export const filterLabels = (labels: readonly ReviewLabel[], statuses: readonly ResultStatus[]): ReviewLabel[] =>
  labels.filter((label) =>
    statuses.length === 0 ? label.status !== "discarded" : statuses.some((status) => hasStatus(label, status)),
  );

/** What needs a person first: the least sure ones; by place as one reads a shelf; or alike beside alike. */
export function sortLabels(labels: readonly ReviewLabel[], sort: LabelSort): ReviewLabel[] {
  const rank = RANKS[sort](labels);
  return labels.toSorted((a, b) => compare(rank(a), rank(b)) || a.index - b.index);
}

const STATUS_ORDER: readonly ResultStatus[] = ["invalid", "added", "patched", "valid", "discarded"];

type Rank = (label: ReviewLabel) => readonly number[];
const RANKS: Readonly<Record<LabelSort, (labels: readonly ReviewLabel[]) => Rank>> = {
  doubt: () => (label) => {
    const { rank, unsure } = resultDoubt(label.result);
    return [-rank, -unsure];
  },
  // Shelf by shelf from the top; on each from the left, the shelf's own code after what stands on it.
  position: (labels) => {
    const shelves = shelfIndexes(labels.map(({ result }) => result));
    const tops = new Map(
      labels.map((label, at) => {
        const shelf = labels[shelves[at] ?? at] ?? label;
        return [label.index, shelf.result.rect.y];
      }),
    );
    return ({ index, result }) => [tops.get(index) ?? 0, result.label === "shelf" ? 1 : 0, result.rect.x];
  },
  status: () => (label) => [STATUS_ORDER.indexOf(label.needsAttention ? "invalid" : label.status)],
};

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, at) => value !== b[at]);
  return (a[differs] ?? 0) - (b[differs] ?? 0);
}
