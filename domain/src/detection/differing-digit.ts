/**
 * Where two values of the same length differ, if that is exactly one digit: the one to look at when both are offered.
 * @returns the position, counted from 0; null when they differ in length, in more digits or not at all,
 *   and for single digits
 */
export function differingDigit(a: string, b: string): number | null {
  if (a.length !== b.length || a.length < 2) return null;
  const places = a.split("").flatMap((digit, at) => (digit === b[at] ? [] : [at]));
  return places.length === 1 ? (places[0] ?? null) : null;
}

/** The digits in which a value differs from another offered one that is otherwise the same: the ones to look at in the crop. */
export const differingDigits = (value: string, offered: readonly string[]): number[] => [
  ...new Set(offered.flatMap((other) => differingDigit(value, other) ?? [])),
];
