/** How many predicted stickers a model left in doubt, and how many a person corrected. */
export type DoubtShare = { name: string; stickers: number; doubtful: number; corrected: number };

/** A digit that a model read as another one, and how often a person corrected it. */
export type ConfusedDigit = { read: string; correct: string; count: number };

export type PersonThroughput = {
  name: string;
  /** Images whose approval is this person's. */
  approved: number;
  edits: number;
  /** Hours in which the person approved or edited something. */
  activeHours: number;
};

export type StatisticsFigures = {
  byModel: DoubtShare[];
  /** By area number; the areas with the most corrected stickers. */
  byArea: DoubtShare[];
  /** By the hour in which the detection ran, as an instant. */
  byHour: DoubtShare[];
  digits: ConfusedDigit[];
  /** Null for people who may not see it. */
  people: PersonThroughput[] | null;
};

/** A value that a model read and a person replaced. */
export type Correction = { read: string; correct: string };

/**
 * The digits that were confused, most often first. Values of different length are left out: which digit is missing is not known.
 * @param limit the number of pairs
 */
export function confusedDigits(corrections: readonly Correction[], limit: number): ConfusedDigit[] {
  const counts = new Map<string, ConfusedDigit>();
  for (const { read, correct } of corrections) {
    if (read.length !== correct.length) continue;
    for (const [at, digit] of read.split("").entries()) {
      const now = correct[at] ?? "";
      if (digit === now || !/^\d$/.test(digit) || !/^\d$/.test(now)) continue;
      const pair = counts.get(digit + now) ?? { read: digit, correct: now, count: 0 };
      counts.set(digit + now, { ...pair, count: pair.count + 1 });
    }
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count || (a.read + a.correct).localeCompare(b.read + b.correct))
    .slice(0, limit);
}

/** Percent with one decimal; 0 without stickers. */
export const sharePercent = (part: number, stickers: number): number =>
  stickers === 0 ? 0 : Math.round((1000 * part) / stickers) / 10;
