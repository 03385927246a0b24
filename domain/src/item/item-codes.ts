import { z } from "zod";
import type { Prediction } from "../detection/result.ts";
import type { Patch } from "../detection/patch-schema.ts";
import { parsePatch } from "../detection/patch.ts";
import { MIN_ALTERNATIVE_CONFIDENCE } from "../detection/alternatives.ts";
import type { Reading } from "../detection/reading.ts";
import { patternOf } from "../detection/validity.ts";
import { codePosterior } from "./posterior.ts";

/**
 * The codes that were read in a detection, split by whether the event's item list has them. They are stored with the detection, so
 * that server and browser compute the same results. A code in neither list was not looked up and is not judged.
 */
export const itemCodesSchema = z.object({
  listed: z.array(z.string()),
  unlisted: z.array(z.string()),
  /** The number of items in the list. */
  itemCount: z.number().int().min(1),
});
export type ItemCodes = z.infer<typeof itemCodesSchema>;

/** The posterior from which a listed alternative is proposed. Above one half at most one alternative qualifies. */
export const MIN_PROPOSAL_POSTERIOR = 0.5;

/**
 * A prediction after the item list (PD-80). The list only adds doubt or reorders: a code that is not listed becomes
 * doubtful and keeps its value; listed alternatives come first; a doubtful code is replaced by the one listed alternative
 * that is likely, and stays doubtful. A confident code that is listed does not change, and nothing changes without a list.
 */
export function withItemList(prediction: Prediction, codes: ItemCodes | null | undefined): Prediction {
  const { code } = prediction;
  const isRead = code.confidence !== undefined && code.listing === undefined;
  if (!codes || prediction.label !== "sticker" || !isRead) return prediction;
  const { listed, unlisted } = setsOf(codes);
  const values = listedFirst(prediction.values, listed);
  const isListed = listed.has(code.value);
  if (code.pattern !== null && isListed) return { ...prediction, values };
  const proposed = code.pattern === null ? proposedCode(prediction, codes) : null;
  if (proposed !== null) return { ...prediction, values, code: { ...proposed, pattern: null, listing: "proposed" } };
  const isUnlisted = unlisted.has(code.value) && patternOf("sticker", "code", code.value) !== null;
  return isUnlisted
    ? { ...prediction, values, code: { ...code, pattern: null, listing: "unlisted" } }
    : { ...prediction, values };
}

/** The sets of a detection's codes, which every one of its results is checked against after each edit. */
const SETS = new WeakMap<ItemCodes, { listed: ReadonlySet<string>; unlisted: ReadonlySet<string> }>();

function setsOf(codes: ItemCodes): { listed: ReadonlySet<string>; unlisted: ReadonlySet<string> } {
  const known = SETS.get(codes);
  if (known) return known;
  const sets = { listed: new Set(codes.listed), unlisted: new Set(codes.unlisted) };
  SETS.set(codes, sets);
  return sets;
}

/** Code alternatives in the list first; the order is otherwise kept. */
const listedFirst = (values: Prediction["values"], listed: ReadonlySet<string>): Prediction["values"] =>
  values.toSorted((a, b) => rank(a, listed) - rank(b, listed));

const rank = ({ field, value }: Prediction["values"][number], listed: ReadonlySet<string>): number =>
  field === "code" && !listed.has(value) ? 1 : 0;

/** The listed alternative to a doubtful code whose posterior is high enough; null without one. */
function proposedCode({ code, values }: Prediction, codes: ItemCodes): Pick<Reading, "value" | "confidence"> | null {
  const candidates = new Map([[code.value, code.confidence ?? 0]]);
  for (const { field, value, confidence } of values)
    if (field === "code" && !candidates.has(value)) candidates.set(value, confidence);
  const posterior = codePosterior(
    [...candidates].map(([value, probability]) => ({ value, probability })),
    codes,
  );
  const [best, ...others] = posterior.filter(
    ({ value, posterior: share }) => share >= MIN_PROPOSAL_POSTERIOR && codes.listed.includes(value),
  );
  if (!best || others.length > 0 || best.value === code.value) return null;
  const confidence = candidates.get(best.value) ?? 0;
  const isLikely = confidence >= MIN_ALTERNATIVE_CONFIDENCE && patternOf("sticker", "code", best.value) !== null;
  return isLikely ? { value: best.value, confidence } : null;
}

/** The well-formed codes that a reader returned for a detection, from the predictions and for drawn stickers. */
export function readCodesOf(predictions: readonly Prediction[], patches: readonly Patch[] = []): string[] {
  const drawn = patches.flatMap((patch) => {
    const edit = parsePatch(patch);
    if (edit?.field === "values") return edit.value;
    return edit?.field === "add"
      ? [...edit.value.values, { field: "code" as const, value: edit.value.code.value }]
      : [];
  });
  const read = predictions.flatMap(({ label, code, values }) =>
    label === "sticker" ? [{ field: "code" as const, value: code.value }, ...values] : [],
  );
  const codes = [...read, ...drawn].filter(
    ({ field, value }) => field === "code" && patternOf("sticker", "code", value) !== null,
  );
  return [...new Set(codes.map(({ value }) => value))];
}

/** Sorts read codes by whether the list has them. Null without a list. */
export function toItemCodes(
  codes: readonly string[],
  listed: ReadonlySet<string>,
  itemCount: number,
): ItemCodes | null {
  if (itemCount < 1) return null;
  return {
    listed: codes.filter((code) => listed.has(code)),
    unlisted: codes.filter((code) => !listed.has(code)),
    itemCount,
  };
}
