/** How a written quantity can differ from the true one. The most likely slip comes first. */
export const DIGIT_SLIPS = ["tenfold", "transposed", "dropped", "extra", "misread"] as const;
export type DigitSlip = (typeof DIGIT_SLIPS)[number];

/** The slips as the screen names them, after "Perhaps 24:". */
export const DIGIT_SLIP_TITLES: Readonly<Record<DigitSlip, string>> = {
  tenfold: "a zero too many or too few",
  transposed: "two digits are swapped",
  dropped: "a digit is missing",
  extra: "a digit too many",
  misread: "one digit is wrong",
};

const DIGITS = "0123456789";

/**
 * All values that one slip can have turned into `digits`, with the most likely slip of each.
 * @param digits a quantity or a code, digits only
 */
export function slipVariants(digits: string): Map<string, DigitSlip> {
  const variants = new Map<string, DigitSlip>();
  const add = (value: string, slip: DigitSlip): void => {
    if (value !== digits && value !== "" && !variants.has(value)) variants.set(value, slip);
  };
  add(`${digits}0`, "tenfold");
  if (digits.endsWith("0")) add(digits.slice(0, -1), "tenfold");
  for (let at = 0; at + 1 < digits.length; at += 1)
    add(`${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`, "transposed");
  for (let at = 0; at <= digits.length; at += 1)
    for (const digit of DIGITS) add(digits.slice(0, at) + digit + digits.slice(at), "dropped");
  for (let at = 0; at < digits.length; at += 1) add(digits.slice(0, at) + digits.slice(at + 1), "extra");
  for (let at = 0; at < digits.length; at += 1)
    for (const digit of DIGITS) add(digits.slice(0, at) + digit + digits.slice(at + 1), "misread");
  return variants;
}

/**
 * How far the total may be from the reference after the correction, as a share of the reference, and at least one unit. There
 * are many values with one wrong digit, so one of them fits by chance unless it must fit closely.
 */
const TOLERANCES: Readonly<Record<DigitSlip, number>> = {
  tenfold: 0.25,
  transposed: 0.1,
  dropped: 0.05,
  extra: 0.05,
  misread: 0.03,
};

export type SlipMatch = { slip: DigitSlip; quantity: number };

/** The correction of one quantity that brings the total of its code closest to `reference`; null if no slip explains the difference. */
export function findSlip(quantity: number, total: number, reference: number): SlipMatch | null {
  let best: (SlipMatch & { rank: number; gap: number }) | null = null;
  for (const [value, slip] of slipVariants(String(quantity))) {
    const corrected = Number(value);
    const gap = Math.abs(total - quantity + corrected - reference);
    if (corrected < 1 || String(corrected) !== value || gap > Math.max(1, TOLERANCES[slip] * reference)) continue;
    const rank = DIGIT_SLIPS.indexOf(slip);
    if (best === null || rank < best.rank || (rank === best.rank && gap < best.gap))
      best = { slip, quantity: corrected, rank, gap };
  }
  return best && { slip: best.slip, quantity: best.quantity };
}

/** The six-digit codes that one slip can have turned into `code`. Codes have a fixed length, so no digit is missing. */
export const similarCodes = (code: string): string[] =>
  [...slipVariants(code).keys()].filter((value) => value.length === code.length);
