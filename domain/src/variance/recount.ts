import { z } from "zod";
import type { PhotoOfEvent } from "../area/photo-use.ts";
import { type PairRef, linkedStickers } from "../duplicates/linked-stickers.ts";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import type { ImageStatus } from "../image/image.ts";
import { MAX_REJECT_NOTE_LENGTH } from "../image/rejection.ts";
import { type ReportImage, compareReportOrder } from "../report/rows.ts";
import type { CountedSticker } from "./counted-sticker.ts";
import { countingPhotos } from "./counting-photos.ts";

/** Areas in one call, which is one transaction. */
export const MAX_RECOUNT_AREAS = 500;

/** Why areas are to be photographed again. It becomes the rejection's note (PD-97). */
export const recountReasonSchema = z
  .string()
  .trim()
  .min(1, "Please enter a reason")
  .max(MAX_REJECT_NOTE_LENGTH, `The reason must be no more than ${MAX_REJECT_NOTE_LENGTH} characters long`);

/**
 * The state of a recount (PD-97).
 * - `waiting`: the area has no new photo.
 * - `review`: it has one that is not approved.
 * - `done`: the new photo is approved.
 * - `canceled`: the first photo was recovered and there is no new one.
 * - `voided`: the area was voided later, so that it needs no photo (PD-33).
 */
export const RECOUNT_STATES = ["waiting", "review", "done", "canceled", "voided"] as const;
export type RecountState = (typeof RECOUNT_STATES)[number];

export const RECOUNT_STATE_TITLES: Readonly<Record<RecountState, string>> = {
  waiting: "To be photographed again",
  review: "Second result to be reviewed",
  done: "Counted twice",
  canceled: "First photo counts again",
  voided: "Area voided",
};

/** @param first statuses of the photos that the request rejected @param second of the later photos that count */
export function recountState(
  first: readonly ImageStatus[],
  second: readonly ImageStatus[],
  area: { isVoided: boolean },
): RecountState {
  if (area.isVoided) return "voided";
  if (second.length > 0) return second.every((status) => status === "approved") ? "done" : "review";
  return first.some((status) => status !== "rejected") ? "canceled" : "waiting";
}

/** A request to photograph an area again, with the photos that it rejected. */
export type RecountRequest = { areaSid: string; imageSids: readonly string[]; createdAt: string | Date };

/**
 * The photos that both results of a recount count: of the rejected photos those that counted until the request, and of the area's later
 * photos those that count now (PD-67).
 */
export function recountPhotos<I extends PhotoOfEvent>(
  { areaSid, imageSids, createdAt }: RecountRequest,
  photos: readonly I[],
): { first: I[]; second: I[] } {
  const rejected = photos.filter(({ sid }) => imageSids.includes(sid));
  // The decisions of rejected photos are kept. An area that is voided cannot be requested.
  const before = rejected.map((photo) => ({ ...photo, areaSid, status: "approved" as const, isAreaVoided: false }));
  const countedBefore = new Set(countingPhotos(before).map(({ sid }) => sid));
  const isLater = (photo: I): boolean =>
    new Date(photo.createdAt) > new Date(createdAt) && !imageSids.includes(photo.sid);
  return {
    first: rejected.filter(({ sid }) => countedBefore.has(sid)),
    second: countingPhotos(photos.filter((photo) => photo.areaSid === areaSid)).filter(isLater),
  };
}

const keyOf = (imageSid: string, index: number): string => `${imageSid} ${index}`;

/** A photo of a recount, with what orders it in the report. */
type PhotoWithStickers = Omit<ReportImage, "results" | "linked"> & { stickers: readonly CountedSticker[] };

/**
 * The stickers of one result of a recount. A sticker that several of its photos show counts once (PD-93). Photos of other areas are not
 * considered, because both results count what the area shows.
 * @param pairs the pairs that a person decided to be the same
 */
export function recountStickers(photos: readonly PhotoWithStickers[], pairs: readonly PairRef[]): CountedSticker[] {
  const counted = new Set(photos.flatMap(({ sid, stickers }) => stickers.map(([index]) => keyOf(sid, index))));
  const order = photos.toSorted(compareReportOrder).map(({ sid }) => sid);
  const linked = linkedStickers(pairs, order, ({ imageSid, index }) => counted.has(keyOf(imageSid, index)));
  const left = new Set(linked.map(({ imageSid, index }) => keyOf(imageSid, index)));
  return photos.flatMap(({ sid, stickers }) => stickers.filter(([index]) => !left.has(keyOf(sid, index))));
}

export const codeUnitsSchema = z.object({ code: z.string(), units: z.number().int() });
export type CodeUnits = z.infer<typeof codeUnitsSchema>;

/** A code's units in both results of a recount. */
export type RecountLine = { code: string; first: number; second: number; difference: number };

/** Compares two results code by code. Codes that differ come first, the largest difference first. */
export function compareResults(first: readonly CodeUnits[], second: readonly CodeUnits[]): RecountLine[] {
  const before = sumByCode(first);
  const after = sumByCode(second);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((code) => toLine(code, before.get(code) ?? 0, after.get(code) ?? 0))
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.code < b.code ? -1 : 1));
}

const toLine = (code: string, first: number, second: number): RecountLine => ({
  code,
  first,
  second,
  difference: second - first,
});

function sumByCode(counted: readonly CodeUnits[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { code, units } of counted) sums.set(code, (sums.get(code) ?? 0) + units);
  return sums;
}

/** A request to photograph an area again, with both results. */
export const recountSchema = z.object({
  sid: sidSchema,
  area: z.object({ sid: sidSchema, name: z.string() }),
  reason: z.string(),
  createdAt: isoDateSchema,
  createdBy: z.string(),
  state: z.enum(RECOUNT_STATES),
  first: z.object({ units: z.number().int(), stickers: z.number().int(), imageSids: z.array(sidSchema) }),
  /** Null without a new photo. */
  second: z.object({ units: z.number().int(), stickers: z.number().int(), imageSids: z.array(sidSchema) }).nullable(),
  /** The codes with different units in both results; empty without a second result. */
  lines: z.array(
    codeUnitsSchema.omit({ units: true }).extend({
      first: z.number().int(),
      second: z.number().int(),
      difference: z.number().int(),
    }),
  ),
});
export type Recount = z.infer<typeof recountSchema>;
