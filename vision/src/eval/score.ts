import { type Rect, rotatedIou } from "@precount/domain";

/** A sticker or shelf, as the truth has it or as a model found it. */
export interface ScoredResult {
  label: "sticker" | "shelf";
  rect: Rect;
  code: string;
  quantity?: string | undefined;
  shelfCode?: string | undefined;
}
export interface FoundResult extends ScoredResult {
  /** Code and quantity (of a shelf: the code) satisfy their patterns. */
  valid: boolean;
}

/** Counts that add up over photos; `figures` turns them into fractions. */
export interface Tally {
  stickers: number;
  foundStickers: number;
  matched: number;
  codes: number;
  quantities: number;
  rows: number;
  /** Matched and called valid, but code or quantity is wrong: the worst kind of error. */
  validButWrong: number;
  valid: number;
  shelves: number;
  foundShelves: number;
  matchedShelves: number;
  shelfCodes: number;
}

export const EMPTY_TALLY: Tally = {
  stickers: 0,
  foundStickers: 0,
  matched: 0,
  codes: 0,
  quantities: 0,
  rows: 0,
  validButWrong: 0,
  valid: 0,
  shelves: 0,
  foundShelves: 0,
  matchedShelves: 0,
  shelfCodes: 0,
};

export function addTallies(a: Tally, b: Tally): Tally {
  const keys = Object.keys(EMPTY_TALLY) as (keyof Tally)[]; // its literal has just these keys
  const sum = { ...EMPTY_TALLY };
  for (const key of keys) sum[key] = a[key] + b[key];
  return sum;
}

/** IoU from which a found sticker's box matches a true one. */
const MIN_IOU = 0.5;
/** How many times as tall as the true tag a found shelf's band may be. */
const MAX_BAND_RATIO = 3;

/** How well a found result matches a true one, higher is better; 0 = no match. */
function matchScore(truth: ScoredResult, found: ScoredResult): number {
  if (truth.label !== found.label) return 0;
  if (truth.label === "sticker") {
    const iou = rotatedIou(truth.rect, found.rect);
    return iou >= MIN_IOU ? iou : 0;
  }
  const center = truth.rect.y + truth.rect.height / 2;
  const distance = Math.abs(center - (found.rect.y + found.rect.height / 2));
  const inside = distance <= found.rect.height / 2 && found.rect.height <= MAX_BAND_RATIO * truth.rect.height;
  return inside ? 1 / (1 + distance) : 0;
}

/** Pairs of true and found results, best match first; each result is in at most one pair. */
export function matchResults<T extends ScoredResult, F extends ScoredResult>(
  truth: readonly T[],
  found: readonly F[],
): [T, F][] {
  const pairs = truth
    .flatMap((t) => found.map((f) => ({ t, f, score: matchScore(t, f) })))
    .filter(({ score }) => score > 0);
  const matches: [T, F][] = [];
  const used = new Set<ScoredResult>();
  for (const { t, f } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (used.has(t) || used.has(f)) continue;
    used.add(t).add(f);
    matches.push([t, f]);
  }
  return matches;
}

/** One photo's counts. */
export function scorePhoto(truth: readonly ScoredResult[], found: readonly FoundResult[]): Tally {
  const count = (results: readonly ScoredResult[], label: string) =>
    results.filter((result) => result.label === label).length;
  const tally: Tally = {
    ...EMPTY_TALLY,
    stickers: count(truth, "sticker"),
    foundStickers: count(found, "sticker"),
    shelves: count(truth, "shelf"),
    foundShelves: count(found, "shelf"),
  };
  for (const [t, f] of matchResults(truth, found)) {
    const code = t.code === f.code;
    if (t.label === "shelf") {
      tally.matchedShelves++;
      if (code) tally.shelfCodes++;
      continue;
    }
    const quantity = t.quantity === f.quantity;
    tally.matched++;
    if (code) tally.codes++;
    if (quantity) tally.quantities++;
    if (code && quantity && t.shelfCode === f.shelfCode) tally.rows++;
    if (f.valid) tally.valid++;
    if (f.valid && !(code && quantity)) tally.validButWrong++;
  }
  return tally;
}

export interface Figures {
  precision: number;
  recall: number;
  /** Correct readings among the true stickers. */
  code: number;
  quantity: number;
  row: number;
  /** Stickers called valid with a wrong code or quantity, among the true stickers. */
  validButWrong: number;
  /** Stickers called valid, correct or not, among the true ones: people need not review them. */
  valid: number;
  shelfPrecision: number;
  shelfRecall: number;
  shelfCode: number;
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Fractions of a tally. A fraction of zero results is 1 (nothing was missed), a fraction of errors 0. */
export function figures(tally: Tally): Figures {
  return {
    precision: share(tally.matched, tally.foundStickers),
    recall: share(tally.matched, tally.stickers),
    code: share(tally.codes, tally.stickers),
    quantity: share(tally.quantities, tally.stickers),
    row: share(tally.rows, tally.stickers),
    validButWrong: tally.stickers === 0 ? 0 : tally.validButWrong / tally.stickers,
    valid: share(tally.valid, tally.stickers),
    shelfPrecision: share(tally.matchedShelves, tally.foundShelves),
    shelfRecall: share(tally.matchedShelves, tally.shelves),
    shelfCode: share(tally.shelfCodes, tally.shelves),
  };
}
