import { type Rect, rotatedIou } from "@precount/domain";

/** One label as the truth has it or as a model found it. */
export interface ScoredLabel {
  label: "sticker" | "shelf";
  rect: Rect;
  code: string;
  quantity?: string | undefined;
  shelfCode?: string | undefined;
}
export interface FoundLabel extends ScoredLabel {
  /** Both code and quantity (a shelf: its code) satisfy their patterns. */
  valid: boolean;
}

/** Counts that add up over photos; `figures` makes fractions of them. */
export interface Tally {
  stickers: number;
  foundStickers: number;
  matched: number;
  codes: number;
  quantities: number;
  rows: number;
  /** Matched, called valid, and yet code or quantity is wrong: the worst kind of error. */
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

/** Least overlap of a found sticker's box with the true one. */
const LEAST_IOU = 0.5;
/** A found shelf's band may be so many times as tall as the true tag. */
const MOST_BAND = 3;

/** How well a found label fits a true one; 0 = not at all. */
function fit(truth: ScoredLabel, found: ScoredLabel): number {
  if (truth.label !== found.label) return 0;
  if (truth.label === "sticker") {
    const iou = rotatedIou(truth.rect, found.rect);
    return iou >= LEAST_IOU ? iou : 0;
  }
  const centre = truth.rect.y + truth.rect.height / 2;
  const distance = Math.abs(centre - (found.rect.y + found.rect.height / 2));
  const inside = distance <= found.rect.height / 2 && found.rect.height <= MOST_BAND * truth.rect.height;
  return inside ? 1 / (1 + distance) : 0;
}

/** Each true label with its found one, best fits first; no label is used twice. */
export function matchLabels<T extends ScoredLabel, F extends ScoredLabel>(
  truth: readonly T[],
  found: readonly F[],
): [T, F][] {
  const pairs = truth.flatMap((t) => found.map((f) => ({ t, f, fit: fit(t, f) }))).filter((pair) => pair.fit > 0);
  const matches: [T, F][] = [];
  const used = new Set<ScoredLabel>();
  for (const { t, f } of pairs.toSorted((a, b) => b.fit - a.fit)) {
    if (used.has(t) || used.has(f)) continue;
    used.add(t).add(f);
    matches.push([t, f]);
  }
  return matches;
}

/** One photo's counts. */
export function scorePhoto(truth: readonly ScoredLabel[], found: readonly FoundLabel[]): Tally {
  const count = (labels: readonly ScoredLabel[], label: string) => labels.filter((one) => one.label === label).length;
  const tally: Tally = {
    ...EMPTY_TALLY,
    stickers: count(truth, "sticker"),
    foundStickers: count(found, "sticker"),
    shelves: count(truth, "shelf"),
    foundShelves: count(found, "shelf"),
  };
  for (const [t, f] of matchLabels(truth, found)) {
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
  /** Right readings among the true stickers. */
  code: number;
  quantity: number;
  row: number;
  /** Stickers called valid with a wrong code or quantity, among the true stickers: the product promises 0.5 % at most. */
  validButWrong: number;
  /** Stickers called valid, right or wrong, among the true ones: what people need not look at. */
  valid: number;
  shelfPrecision: number;
  shelfRecall: number;
  shelfCode: number;
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Fractions of a tally; a fraction of nothing is 1 (nothing was missed), of errors 0. */
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
