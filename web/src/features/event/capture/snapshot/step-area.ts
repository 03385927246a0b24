import { isGap } from "@precount/domain";
import type { AreaSnapshot } from "./event-snapshot.ts";

/**
 * The next area that needs a photo after `current`, wrapping around at the end. If none does, the next area by number.
 * @param areas sorted by number
 * @param taken areas with a photo on this device that the server does not have yet
 */
export function areaAfter(
  areas: readonly AreaSnapshot[],
  current: number | null,
  taken: ReadonlySet<number>,
): number | null {
  const numbers = areas.filter(({ status }) => status !== "voided").map(({ number }) => number);
  const ahead = [...numbers.filter((number) => number > (current ?? 0)), ...numbers].filter(
    (number) => number !== current,
  );
  const gaps = new Set(areas.filter(isGap).map(({ number }) => number));
  return ahead.find((number) => gaps.has(number) && !taken.has(number)) ?? ahead[0] ?? null;
}

/** The previous area by number, with or without a photo; null before the first. */
export function areaBefore(areas: readonly AreaSnapshot[], current: number | null): number | null {
  const numbers = areas.filter(({ status }) => status !== "voided").map(({ number }) => number);
  if (current === null) return numbers.at(-1) ?? null;
  return numbers.findLast((number) => number < current) ?? null;
}

/** Null if the text is not an area number. */
export function parseAreaNumber(text: string): number | null {
  const digits = /^0*([1-9]\d{0,8})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
