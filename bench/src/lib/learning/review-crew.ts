import { join } from "node:path";
import { FIELDS, type Example } from "@precount/domain";
import { reviewExamples } from "@precount/vision";
import { crewFolder, drawCrew } from "./draw-crews.ts";
import { examplesIn } from "./examples-in.ts";

/** Stickers of a crew after which its model learns. */
const CORRECTED = 300;
/** Stickers that are drawn and read at a time. */
const STEP = 600;

/**
 * Two readings of "300 corrected stickers". `corrected`: the crew reviews stickers until it has changed a value of 300.
 * `lookedAt`: it has reviewed 300, and all values count as typed.
 */
export const EFFORTS = ["corrected", "lookedAt"] as const;
export type Effort = (typeof EFFORTS)[number];

/** The file with what the networks see of a crew's reviewed stickers. It stays beside them, so that a later run does not compute it again. */
export const seenFile = (number: number): string => join(crewFolder(number), "learn.features");

export const isCorrected = (example: Example): boolean => FIELDS.some((field) => example[field].origin === "typed");

/** The stickers that a crew reviews, at most `most`, with the origin of each value. */
export async function reviewedBy(
  number: number,
  effort: Effort,
  { most, championDir }: { most: number; championDir: string },
): Promise<Example[]> {
  if (effort === "lookedAt") return (await examplesIn(await drawCrew(number, "learn", CORRECTED))).slice(0, CORRECTED);
  for (let count = STEP; ; count += STEP) {
    const examplesDir = await drawCrew(number, "learn", Math.min(count, most));
    const reviewed = await reviewExamples({ examplesDir, modelDir: championDir, cachePath: seenFile(number) });
    const enough = untilCorrected(reviewed, CORRECTED).slice(0, most);
    if (enough.filter(isCorrected).length >= CORRECTED || reviewed.length >= most) return enough;
  }
}

/** The examples up to the one with which this many stickers are corrected. */
export function untilCorrected(examples: readonly Example[], corrected: number): Example[] {
  let left = corrected;
  const last = examples.findIndex((example) => isCorrected(example) && --left === 0);
  return last === -1 ? [...examples] : examples.slice(0, last + 1);
}
