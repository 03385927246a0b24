import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { signTest } from "./binomial-tail.ts";
import {
  type ComparedSticker,
  type Measure,
  MEASURES,
  changeInPoints,
  countErrors,
  discordantPairs,
} from "./compare-readers.ts";

/** Largest probability with which a challenger that is not better passes the test on held-out stickers. */
export const PROMOTION_P = 0.05;
/** The most percentage points by which a challenger may be worse on the reference set, in each measure. */
export const MAX_LOSS_POINTS = 0.1;
/** Fewest stickers of the frozen set: with fewer, one sticker is more than half of MAX_LOSS_POINTS. */
export const MIN_FROZEN_STICKERS = 2000;

export type PromotionEvidence = {
  /** Stickers of the crew that neither model has learned from. */
  heldOut: readonly ComparedSticker[];
  /** Stickers of the reference set that is part of the product. */
  frozen: readonly ComparedSticker[];
};

/**
 * Whether a challenger may replace the champion. It must be better on held-out stickers of the crew, also without those
 * of any one account, and must not be worse on the frozen set.
 */
export const judgePromotion = ({ heldOut, frozen }: PromotionEvidence): Outcome<true> =>
  firstRefusal(
    () => isBetter(heldOut),
    () => isBetterWithoutAnyAccount(heldOut),
    () => keepsValidValuesRight(heldOut),
    () => keepsFrozenSet(frozen),
  );

function isBetter(heldOut: readonly ComparedSticker[]): Outcome<true> {
  const pairs = discordantPairs(heldOut);
  const p = signTest(pairs);
  if (p < PROMOTION_P) return allow;
  const { champion, challenger } = countErrors(heldOut);
  return refuse(
    `Not clearly better on the ${count(heldOut.length, "held-out sticker")}: ${challenger} instead of ${count(champion, "error")}. ` +
      `It reads ${count(pairs.better, "sticker")} better and ${pairs.worse} worse (p = ${p.toFixed(3)}; it must be below ${PROMOTION_P}).`,
  );
}

/** One account with wrong values must not decide. */
function isBetterWithoutAnyAccount(heldOut: readonly ComparedSticker[]): Outcome<true> {
  const accounts = new Set(heldOut.flatMap(({ account }) => account ?? []));
  if (accounts.size < 2) return allow;
  for (const account of accounts) {
    const { better, worse } = discordantPairs(heldOut.filter((sticker) => sticker.account !== account));
    if (better <= worse) {
      return refuse(
        `Better only on the values of one account (${account}): of the others' stickers it reads ${better} better and ${worse} worse.`,
      );
    }
  }
  return allow;
}

function keepsValidValuesRight(heldOut: readonly ComparedSticker[]): Outcome<true> {
  const change = changeInPoints(heldOut, "validButWrong");
  if (change <= MAX_LOSS_POINTS) return allow;
  return refuse(`More valid but wrong values on the held-out stickers: ${points(change)}.`);
}

const NAMES: Readonly<Record<Measure, string>> = {
  codes: "codes",
  quantities: "quantities",
  validButWrong: "valid but wrong values",
};

function keepsFrozenSet(frozen: readonly ComparedSticker[]): Outcome<true> {
  if (frozen.length < MIN_FROZEN_STICKERS) {
    return refuse(`The frozen set has ${count(frozen.length, "sticker")}; at least ${MIN_FROZEN_STICKERS} are needed.`);
  }
  const worse = frozenLosses(frozen);
  if (worse.length === 0) return allow;
  const losses = worse.map(({ measure, change }) => `${NAMES[measure]} ${points(change)}`);
  return refuse(`Worse on the frozen set by more than ${MAX_LOSS_POINTS} points: ${losses.join(", ")}.`);
}

/** The measures in which a challenger is worse on the frozen set by more than MAX_LOSS_POINTS, and the change of each. */
export const frozenLosses = (frozen: readonly ComparedSticker[]): { measure: Measure; change: number }[] =>
  MEASURES.map((measure) => ({ measure, change: changeInPoints(frozen, measure) })).filter(
    ({ change }) => change > MAX_LOSS_POINTS,
  );

const points = (change: number): string => `+${change.toFixed(2)} points`;
const count = (n: number, noun: string): string => `${n.toLocaleString("en-GB")} ${noun}${n === 1 ? "" : "s"}`;
