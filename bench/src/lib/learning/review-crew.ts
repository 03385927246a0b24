import { join } from "node:path";
import { FIELDS, type Example } from "@precount/domain";
import { reviewExamples } from "@precount/vision";
import { crewFolder, drawCrew } from "./draw-crews.ts";
import { examplesIn } from "./examples-in.ts";

/** The number of corrected stickers after which a crew's model learns. */
const CORRECTED = 300;
/** The number of stickers that are drawn and read at a time. */
const STEP = 600;

/**
 * Two meanings of "300 corrected stickers" (ADR-060). `corrected`: the crew reviews stickers until it has changed a value of 300.
 * `lookedAt`: it has reviewed 300, and all values count as typed.
 */
export const REVIEW_KINDS = ["corrected", "lookedAt"] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** The cache of the descriptions of a crew's reviewed stickers. Later runs use it too. */
export const descriptionCacheFile = (number: number): string => join(crewFolder(number), "learn.features");

export const isCorrected = (example: Example): boolean => FIELDS.some((field) => example[field].origin === "typed");

/** The stickers that a crew reviews, at most `most`, with the origin of each value. */
export async function reviewedBy(
  number: number,
  kind: ReviewKind,
  { most, championDir }: { most: number; championDir: string },
): Promise<Example[]> {
  if (kind === "lookedAt") return (await examplesIn(await drawCrew(number, "learn", CORRECTED))).slice(0, CORRECTED);
  for (let count = STEP; ; count += STEP) {
    const examplesDir = await drawCrew(number, "learn", Math.min(count, most));
    const reviewed = await reviewExamples({
      examplesDir,
      modelDir: championDir,
      cachePath: descriptionCacheFile(number),
    });
    const enough = untilCorrected(reviewed, CORRECTED).slice(0, most);
    if (enough.filter(isCorrected).length >= CORRECTED || reviewed.length >= most) return enough;
  }
}

/** The first examples, up to and including the one that completes this number of corrected stickers. */
export function untilCorrected(examples: readonly Example[], corrected: number): Example[] {
  let left = corrected;
  const last = examples.findIndex((example) => isCorrected(example) && --left === 0);
  return last === -1 ? [...examples] : examples.slice(0, last + 1);
}
