import type { AreaSnapshot } from "./event-snapshot.ts";

/**
 * The area to go to next: the first one after `current` that has no photo yet, around the end; when all have one, the one that follows.
 * @param areas in the order of their numbers
 * @param taken areas with a photo on this device that the server does not know of yet
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
  const open = new Set(areas.filter(({ status }) => status === "not_taken").map(({ number }) => number));
  return ahead.find((number) => open.has(number) && !taken.has(number)) ?? ahead[0] ?? null;
}

/** The one before it, whatever it has: one goes back to look at what one did. */
export function areaBefore(areas: readonly AreaSnapshot[], current: number | null): number | null {
  const numbers = areas.filter(({ status }) => status !== "voided").map(({ number }) => number);
  if (current === null) return numbers.at(-1) ?? null;
  return numbers.findLast((number) => number < current) ?? null;
}

/** What a person typed as an area's number; null for what is none. */
export function parseAreaNumber(text: string): number | null {
  const digits = /^0*([1-9]\d{0,8})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
