import type { Item } from "../item/item.ts";
import { type DigitSlip, findSlip } from "./digit-slips.ts";
import type { Baseline, CodeFacts, StickerFacts } from "./facts.ts";
import type { FindingDetails, FindingDraft, FindingResult } from "./finding.ts";
import { FINDING_KINDS, type FindingKind } from "./kinds.ts";
import { type Center, OUTLIER_Z, furthestFromOthers, median, modifiedZ, robustCenter } from "./robust.ts";

/** Smaller differences, in units, are ignored. */
const MIN_UNITS = 2;
/** Minimum number of stickers of one code to recognize an outlier among them. */
const MIN_OTHERS = 3;
/** The least deviation of the logarithms of quantities of one code: between 0.7 and 1.4 times is usual. */
const MIN_QUANTITY_DEVIATION = 0.35;
/** Results that a finding shows. */
const MAX_RESULTS = 6;
/** Areas of a code are distant when their positions are further apart than this, and than this share of all areas. */
const MIN_DISTANCE = 6;
const DISTANCE_SHARE = 0.08;

const unitsOf = (stickers: readonly StickerFacts[]): number =>
  stickers.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);

const largestFirst = (stickers: readonly StickerFacts[]): FindingResult[] =>
  stickers
    .toSorted((a, b) => (b.quantity ?? 0) - (a.quantity ?? 0))
    .slice(0, MAX_RESULTS)
    .map(({ imageSid, position }) => ({ imageSid, position }));

/**
 * How far a count is from a reference quantity, in robust standard deviations of the event. Counts of few units vary more, so the
 * variance of a Poisson-distributed count is added.
 */
export function deviation(counted: number, reference: number, center: Center): number {
  const ratio = Math.log((counted + 1) / (Math.max(0, reference) + 1));
  const poisson = 1 / (Math.max(0, reference) + 1);
  return modifiedZ(ratio, { median: center.median, deviation: Math.hypot(center.deviation, Math.sqrt(poisson)) });
}

type Comparison = { reference: number; isFar: boolean; z: number } | null;

function compare(counted: number, reference: number | null, center: Center, isComplete: boolean): Comparison {
  if (reference === null) return null;
  const z = deviation(counted, reference, center);
  const isEnough = Math.abs(counted - reference) >= MIN_UNITS;
  // Before every area has a photo, the rest of the stock may be in one of them.
  const isFar = Math.abs(z) > OUTLIER_Z && isEnough && (isComplete || counted > reference);
  return { reference, isFar, z };
}

type Judged = CodeFacts & { counted: number; expected: Comparison; last: Comparison };

const draft = (
  kind: FindingKind,
  { code, stickers }: CodeFacts,
  given: {
    units: number;
    state: string | number;
    details: FindingDetails;
    certainty?: number;
    sticker?: StickerFacts;
  },
): FindingDraft => {
  const { sticker } = given;
  const others = stickers.filter((other) => other !== sticker);
  const areas = new Set((sticker ? [sticker] : stickers).map(({ areaNumber }) => areaNumber));
  return {
    kind,
    subject: sticker ? `${code}:${sticker.imageSid}:${sticker.position}` : code,
    state: String(given.state),
    likelihood: Math.min(0.99, FINDING_KINDS[kind].likelihood * (given.certainty ?? 1)),
    units: given.units,
    code,
    areaNumber: areas.size === 1 ? ([...areas][0] ?? null) : null,
    imageSid: null,
    results: [...(sticker ? largestFirst([sticker]) : []), ...largestFirst(others)].slice(0, MAX_RESULTS),
    details: given.details,
  };
};

/** A code that the list does not have, or has as inactive. */
function unlistedFinding(facts: CodeFacts, counted: number): FindingDraft | null {
  const { item, similarCode, stickers } = facts;
  if (stickers.length === 0) return null;
  const details = { counted, stickers: stickers.length, ...(similarCode && { similarCode }) };
  // The same misreading on several stickers is less likely than a new article.
  const certainty = similarCode ? 1.15 : 1 / Math.sqrt(stickers.length);
  if (item === null) return draft("unknownCode", facts, { units: counted, state: "", details, certainty });
  return item.active ? null : draft("inactiveCode", facts, { units: counted, state: "", details });
}

/** An item with an expected quantity and no sticker. */
function notCountedFinding(facts: CodeFacts, { isComplete, notCountedShare }: Baseline): FindingDraft | null {
  const expected = facts.item?.expectedQuantity ?? 0;
  if (!isComplete || expected < MIN_UNITS || facts.item?.active === false) return null;
  const last = facts.previousQuantity ?? facts.item?.lastQuantity ?? null;
  // An item that the last count did not find either more likely has a wrong expected quantity.
  const certainty = (last === 0 ? 0.3 : 1) * (1 - notCountedShare) ** 2;
  const details = { expected, ...(last !== null && { last }) };
  return draft("notCounted", facts, { units: -expected, state: expected, details, certainty });
}

/** A wrong digit explains many differences by chance. */
const SLIP_CERTAINTIES: Readonly<Record<DigitSlip, number>> = {
  tenfold: 1.05,
  transposed: 1,
  dropped: 0.9,
  extra: 0.9,
  misread: 0.75,
};

/** Lower if the last count contradicts the expected quantity, which is wrong more often than two counts. */
const agreement = ({ expected, last }: Judged): number => (expected?.isFar && last && !last.isFar ? 0.25 : 1);

/** Lower if a correction would make a sticker unlike the others of its code. */
function likeOthers({ stickers }: Judged, sticker: StickerFacts, corrected: number): number {
  const others = stickers.flatMap((other) => (other === sticker ? [] : [Math.log((other.quantity ?? 0) + 1)]));
  if (others.length < 2) return 1;
  const center = robustCenter(others, MIN_QUANTITY_DEVIATION);
  const zOf = (quantity: number): number => Math.abs(modifiedZ(Math.log(quantity + 1), center));
  return zOf(corrected) > OUTLIER_Z && zOf(corrected) > zOf(sticker.quantity ?? 0) ? 0.3 : 1;
}

/** One sticker whose correction by a digit slip brings the total to the reference. */
function slipFinding(facts: Judged): FindingDraft | null {
  const reference = [facts.expected, facts.last].find((distance) => distance?.isFar)?.reference;
  if (reference === undefined || reference < MIN_UNITS) return null;
  const fits = facts.stickers.flatMap((sticker) => {
    const { quantity } = sticker;
    const match = quantity === null ? null : findSlip(quantity, facts.counted, reference);
    return quantity !== null && match ? [{ sticker, quantity, slip: match.slip, corrected: match.quantity }] : [];
  });
  // The correction that changes most explains the difference with the fewest other errors.
  const change = (fit: (typeof fits)[number]): number => Math.abs(fit.quantity - fit.corrected);
  const [best] = fits.toSorted((a, b) => change(b) - change(a));
  if (!best) return null;
  const { sticker, quantity, slip, corrected } = best;
  const details = { counted: facts.counted, expected: reference, quantity, suggestedQuantity: corrected, slip };
  // A wrong digit is found for many differences by chance.
  const certainty = SLIP_CERTAINTIES[slip] * agreement(facts) * likeOthers(facts, sticker, corrected);
  return draft("digitSlip", facts, { units: quantity - corrected, state: quantity, details, certainty, sticker });
}

/** One sticker whose quantity is unlike those of the other stickers of its code. */
function outlierFinding(facts: Judged): FindingDraft | null {
  const read = facts.stickers.filter((sticker) => sticker.quantity !== null);
  if (read.length <= MIN_OTHERS) return null;
  const logs = read.map(({ quantity }) => Math.log((quantity ?? 0) + 1));
  const worst = furthestFromOthers(logs, MIN_QUANTITY_DEVIATION);
  const sticker = worst && read[worst.index];
  if (!worst || !sticker || Math.abs(worst.z) <= OUTLIER_Z) return null;
  const typical = Math.round(median(read.filter((other) => other !== sticker).map(({ quantity }) => quantity ?? 0)));
  const units = (sticker.quantity ?? 0) - typical;
  if (Math.abs(units) < MIN_UNITS || !isExplained(facts, units)) return null;
  const details = { quantity: sticker.quantity ?? 0, typical, stickers: read.length };
  return draft("farFromOthers", facts, {
    units,
    state: sticker.quantity ?? 0,
    details,
    sticker,
    certainty: clarity(worst.z),
  });
}

/** Whether removing `units` brings the total closer to the references; true without any. */
function isExplained({ counted, expected, last }: Judged, units: number): boolean {
  const references = [expected, last].filter((reference) => reference !== null);
  if (references.length === 0) return true;
  return references.some(
    ({ isFar, reference }) => isFar && Math.abs(counted - units - reference) < Math.abs(counted - reference),
  );
}

/** 0.5 at the limit of an outlier, rising to 1 at twice the limit. */
const clarity = (z: number): number => Math.min(1, 0.5 + (0.5 * (Math.abs(z) - OUTLIER_Z)) / OUTLIER_Z);

const areaNumbers = (stickers: readonly StickerFacts[]): number[] =>
  [...new Set(stickers.map(({ areaNumber }) => areaNumber ?? 0))].toSorted((a, b) => a - b);

/** Stickers far from the areas with most stickers of the code, while more is counted than expected. */
function distantFinding(facts: Judged, { areas }: Baseline): FindingDraft | null {
  const placed = facts.stickers.filter((sticker) => sticker.areaRank !== null);
  const groups = areaGroups(placed, Math.max(MIN_DISTANCE, areas * DISTANCE_SHARE));
  const [main, ...others] = groups.toSorted((a, b) => b.length - a.length || unitsOf(b) - unitsOf(a));
  const distant = others.flat();
  // Two single stickers do not show which of them is in the wrong place.
  if (!main || distant.length === 0 || main.length <= distant.length) return null;
  const units = unitsOf(distant);
  if (units < MIN_UNITS || !isExplained(facts, units)) return null;
  const hasReference = facts.expected !== null || facts.last !== null;
  const details = { counted: facts.counted, mainAreas: areaNumbers(main), distantAreas: areaNumbers(distant) };
  const { results: _, ...rest } = draft("distantAreas", facts, {
    units,
    state: details.distantAreas.join(","),
    details,
    // Goods are often on display in a second place.
    certainty: hasReference ? 1 : 0.3,
  });
  return {
    ...rest,
    areaNumber: details.distantAreas[0] ?? null,
    results: [...largestFirst(distant), ...largestFirst(main)].slice(0, MAX_RESULTS),
  };
}

function areaGroups(stickers: readonly StickerFacts[], distance: number): StickerFacts[][] {
  const groups: StickerFacts[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const sticker of stickers.toSorted((a, b) => (a.areaRank ?? 0) - (b.areaRank ?? 0))) {
    const rank = sticker.areaRank ?? 0;
    if (rank - end > distance) groups.push([]);
    groups.at(-1)?.push(sticker);
    end = rank;
  }
  return groups;
}

/** The total against the expected quantity and against the last count. */
function totalFinding(facts: Judged): FindingDraft | null {
  const { counted, expected, last } = facts;
  const details = {
    counted,
    ...(expected && { expected: expected.reference }),
    ...(last && { last: last.reference }),
  };
  if (expected?.isFar) {
    const certainty = agreement(facts) * clarity(expected.z);
    return draft("farFromExpected", facts, { units: counted - expected.reference, state: counted, details, certainty });
  }
  // If the count agrees with the expected quantity, goods were sold or delivered since the last count.
  if (!last?.isFar || expected !== null) return null;
  const units = counted - last.reference;
  return draft("farFromLastCount", facts, { units, state: counted, details, certainty: clarity(last.z) });
}

const lastQuantityOf = (item: Item | null, previous: number | null): number | null =>
  previous ?? item?.lastQuantity ?? null;

/**
 * The finding about a code; null if it is plausible. A code has one finding at most, the one that explains most: an unknown code is not
 * compared with quantities, and a digit slip explains a total that is far from expected.
 */
export function judgeCode(facts: CodeFacts, baseline: Baseline): FindingDraft | null {
  const { item, stickers } = facts;
  const counted = unitsOf(stickers);
  if (baseline.hasItems && (item === null || !item.active)) return unlistedFinding(facts, counted);
  if (stickers.length === 0) return notCountedFinding(facts, baseline);
  const judged: Judged = {
    ...facts,
    counted,
    expected: compare(counted, item?.expectedQuantity ?? null, baseline.expected, baseline.isComplete),
    last: compare(counted, lastQuantityOf(item, facts.previousQuantity), baseline.last, baseline.isComplete),
  };
  return slipFinding(judged) ?? distantFinding(judged, baseline) ?? outlierFinding(judged) ?? totalFinding(judged);
}
