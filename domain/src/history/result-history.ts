import type { Prediction } from "../detection/result.ts";
import { type PatchStep, type RecordedPatch, patchSteps } from "./patch-steps.ts";

/** The people and times of the steps in the history of a result. `by` is null for the model and for an unknown person. */
export type ResultStep = {
  /** Null if the time was not recorded. */
  at: string | null;
  by: string | null;
  /** A phrase such as 'Quantity 48 → 43'. */
  text: string;
  /** The step was taken back later. */
  isUndone: boolean;
};

/** Something that a person did with the whole detection or its image. `revision` is the detection's revision that it made. */
export type RecordedAction = { action: string; at: string; by: string | null; revision: number | null };

type Source = {
  predictions: readonly Prediction[];
  model: string;
  inferredAt: string;
  index: number;
  /** All patches of the detection, in their order, also those that were taken back. */
  patches: readonly RecordedPatch[];
  actions: readonly RecordedAction[];
};

/** Actions of the audit log about a whole detection or image, in words. */
const ACTIONS: Readonly<Record<string, string>> = {
  "imageDetection.validateImageDetection": "Validated",
  "image.validateImages": "Validated, with other images",
  "imageDetection.invalidateImageDetection": "Unlocked",
  "image.invalidateImages": "Unlocked, with other images",
  "imageDetection.activate": "Chosen as the detection that counts",
  "image.setActiveImageDetection": "Chosen as the detection that counts",
  "image.rejectImage": "Image rejected",
  "image.rejectImages": "Image rejected, with other images",
  "image.recoverImage": "Image recovered",
  "image.recoverImages": "Image recovered, with other images",
  "image.rotateImage": "Image rotated",
};
export const RESULT_ACTIONS: readonly string[] = Object.keys(ACTIONS);

/**
 * The history of one result, oldest first: what the model read, every edit with its author, also those that were taken back, and what
 * was done with its detection. Built from the patch log and the audit log; nothing is stored twice.
 */
export function resultHistory({ predictions, model, inferredAt, index, patches, actions }: Source): ResultStep[] {
  const prediction = predictions[index];
  const start = prediction && { at: inferredAt, by: null, text: describeReading(prediction, model), isUndone: false };
  const undone = new Map(actions.flatMap((action) => (action.revision === null ? [] : [[action.revision, action]])));
  const takenBack = new Set<number>();
  const edits = patchSteps(predictions, patches, index).map((step): ResultStep => {
    const { at, by, removedRevision } = step.recorded;
    if (removedRevision !== null) takenBack.add(removedRevision);
    return { at, by, text: describeStep(step), isUndone: removedRevision !== null };
  });
  const undos = [...takenBack].map((revision): ResultStep => {
    const action = undone.get(revision);
    return { at: action?.at ?? null, by: action?.by ?? null, text: "Edits taken back", isUndone: false };
  });
  const done = actions.flatMap(({ action, at, by }): ResultStep[] => {
    const text = ACTIONS[action];
    return text === undefined ? [] : [{ at, by, text, isUndone: false }];
  });
  return [...(start ? [start] : []), ...[...edits, ...undos, ...done].toSorted(compareTime)];
}

/** Steps without a time come last. */
const compareTime = (a: ResultStep, b: ResultStep): number => {
  if (a.at === null || b.at === null) return Number(a.at === null) - Number(b.at === null);
  return a.at < b.at ? -1 : Number(a.at > b.at);
};

const orEmpty = (value: string): string => (value === "" ? "(empty)" : value);
const percent = (confidence: number | undefined): string =>
  confidence === undefined ? "" : ` (${confidence.toFixed(2)})`;

function describeReading({ label, code, quantity }: Prediction, model: string): string {
  const amount = quantity ? `, quantity ${orEmpty(quantity.value)}${percent(quantity.confidence)}` : "";
  const what = label === "shelf" ? "Shelf" : "Code";
  return `${what} ${orEmpty(code.value)}${percent(code.confidence)}${amount} read by ${model}`;
}

const TEXTS: Readonly<Record<Exclude<PatchStep["kind"], "changed" | "confirmed" | "restored">, string>> = {
  added: "Drawn as a ",
  class: "Changed to a ",
  moved: "Box moved",
  discarded: "Discarded",
  recovered: "Recovered",
  read: "Read in the drawn box",
};

function describeStep({ kind, field, before, after }: PatchStep): string {
  const title = field === "code" ? "Code" : "Quantity";
  if (kind === "changed") return `${title} ${orEmpty(before)} → ${orEmpty(after)} typed`;
  if (kind === "confirmed" || kind === "restored") return `${title} ${orEmpty(after)} ${kind}`;
  return `${TEXTS[kind]}${after}`;
}
