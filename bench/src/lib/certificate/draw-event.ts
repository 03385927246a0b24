import { ROW_STRATA } from "@precount/domain";

/** A drawn event: rows and wrong rows of each stratum, photos and those that lack a sticker. */
export type DrawnEvent = {
  strata: { size: number; wrong: number }[];
  photos: { size: number; wrong: number };
};
export type Cell = { size: number; errorPercent: number; isClustered: boolean };

/** Shares of the rows in the strata, in the order of `ROW_STRATA`: half of the rows are printed, and few of these are doubtful. */
const SHARES = [0.01, 0.01, 0.02, 0.01, 0.42, 0.03, 0.02, 0.05, 0.06, 0.04, 0.24, 0.09];
/** How much more frequent errors are in a stratum than in confident rows that only a model read. */
const ERROR_RATIOS = [6, 4, 3, 2, 1, 2, 6, 4, 3, 2, 1, 2];
const ROWS_PER_PHOTO = 20;
/** In clustered events a photo in this many has all the errors, as if its user had validated it without looking. */
const BAD_PHOTO_EVERY = 8;

/** An event with this share of wrong rows on average. Every photo has rows of all strata. */
export function drawEvent({ size, errorPercent, isClustered }: Cell, random: () => number): DrawnEvent {
  const meanRatio = SHARES.reduce((sum, share, at) => sum + share * (ERROR_RATIOS[at] ?? 1), 0);
  const strata = ROW_STRATA.map(() => ({ size: 0, wrong: 0 }));
  const photos = { size: Math.ceil(size / ROWS_PER_PHOTO), wrong: 0 };
  for (let photo = 0, rows = 0; photo < photos.size; photo += 1) {
    const isBad = random() < 1 / BAD_PHOTO_EVERY;
    const rate = (errorPercent / 100 / meanRatio) * (isClustered ? (isBad ? BAD_PHOTO_EVERY : 0) : 1);
    let isLacking = false;
    for (let row = 0; row < ROWS_PER_PHOTO && rows < size; row += 1, rows += 1) {
      const at = pick(SHARES, random());
      const stratum = strata[at];
      if (stratum === undefined) continue;
      stratum.size += 1;
      if (random() < rate * (ERROR_RATIOS[at] ?? 1)) stratum.wrong += 1;
      if (random() < rate) isLacking = true;
    }
    if (isLacking) photos.wrong += 1;
  }
  return { strata, photos };
}

function pick(shares: readonly number[], at: number): number {
  let rest = at;
  for (const [index, share] of shares.entries()) {
    rest -= share;
    if (rest < 0) return index;
  }
  return shares.length - 1;
}
