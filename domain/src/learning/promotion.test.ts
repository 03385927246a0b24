import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binomialTail, signTest } from "./binomial-tail.ts";
import { type ComparedSticker, type StickerOutcome, changeInPoints, discordantPairs } from "./compare-readers.ts";
import { MIN_FROZEN_STICKERS, judgePromotion } from "./promotion.ts";

const RIGHT: StickerOutcome = { code: { right: true, valid: true }, quantity: { right: true, valid: true } };
const WRONG_CODE: StickerOutcome = { ...RIGHT, code: { right: false, valid: false } };
const WRONG_QUANTITY: StickerOutcome = { ...RIGHT, quantity: { right: false, valid: false } };
const SURE_AND_WRONG: StickerOutcome = { ...RIGHT, code: { right: false, valid: true } };

const sticker = (champion: StickerOutcome, challenger: StickerOutcome, account: string | null = null) => ({
  account,
  champion,
  challenger,
});
const times = <T>(n: number, item: T): T[] => Array.from({ length: n }, () => item);
const same = (n: number): ComparedSticker[] => times(n, sticker(RIGHT, RIGHT));
const fixed = (n: number, account: string | null = null) => times(n, sticker(WRONG_CODE, RIGHT, account));
const broken = (n: number, account: string | null = null) => times(n, sticker(RIGHT, WRONG_CODE, account));
const FROZEN = same(MIN_FROZEN_STICKERS);

describe("the exact test", () => {
  test("gives the tail of tossed coins", () => {
    expect(binomialTail(3, 2, 0.5)).toBeCloseTo(0.5);
    expect(binomialTail(10, 0, 0.2)).toBe(1);
    expect(binomialTail(2, 3, 0.2)).toBe(0);
    expect(signTest({ better: 5, worse: 0 })).toBeCloseTo(1 / 32);
    expect(signTest({ better: 0, worse: 0 })).toBe(1);
  });

  test("passes at most one in twenty challengers that are not better", () => {
    for (let pairs = 1; pairs <= 200; pairs += 1) {
      const fewest = Array.from({ length: pairs + 1 }, (_, better) => better).find(
        (better) => signTest({ better, worse: pairs - better }) < 0.05,
      );
      expect(binomialTail(pairs, fewest ?? pairs + 1, 0.5)).toBeLessThan(0.05);
    }
  });
});

test("a sticker counts as one pair, even if both of its numbers change", () => {
  const both: StickerOutcome = { code: WRONG_CODE.code, quantity: WRONG_QUANTITY.quantity };
  expect(discordantPairs([sticker(both, RIGHT)])).toEqual({ better: 1, worse: 0 });
  expect(discordantPairs([sticker(WRONG_CODE, WRONG_QUANTITY)])).toEqual({ better: 0, worse: 0 });
});

test("promotes a challenger that fixes five stickers and breaks none", () => {
  expect(judgePromotion({ heldOut: [...same(55), ...fixed(5)], frozen: FROZEN })).toEqual({ ok: true, value: true });
});

test.each([
  ["it fixes four stickers", [...same(56), ...fixed(4)], FROZEN, /0 instead of 4 errors.*p = 0\.062/],
  ["it breaks as many", [...fixed(30), ...broken(30)], FROZEN, /30 stickers better and 30 worse/],
  ["nothing is held out", [], FROZEN, /the 0 held-out stickers/],
  [
    "one account alone gains",
    [...fixed(20, "a"), ...broken(2, "b"), ...fixed(1, "b"), ...same(100)],
    FROZEN,
    /values of one account \(a\)/,
  ],
  [
    "more values are valid but wrong",
    [...fixed(8), ...times(1, sticker(RIGHT, SURE_AND_WRONG))],
    FROZEN,
    /More valid but wrong values/,
  ],
  ["the frozen set is small", fixed(8), same(MIN_FROZEN_STICKERS - 1), /at least 2000/],
  ["the frozen set loses codes", fixed(8), [...FROZEN, ...broken(4)], /codes \+0\.20 points/],
  [
    "the frozen set gains valid but wrong values",
    fixed(8),
    [...FROZEN, ...times(3, sticker(WRONG_CODE, SURE_AND_WRONG))],
    /: valid but wrong values \+0\.15 points/,
  ],
])("refuses a challenger if %s", (_, heldOut, frozen, reason) => {
  expect(judgePromotion({ heldOut, frozen })).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

const outcome = fc.constantFrom(RIGHT, WRONG_CODE, WRONG_QUANTITY, SURE_AND_WRONG);
const compared = fc.record({ account: fc.constantFrom("a", "b", "c"), champion: outcome, challenger: outcome });

test("never promotes both a model and its opponent, nor a model against itself", () => {
  fc.assert(
    fc.property(fc.array(compared, { maxLength: 200 }), (heldOut) => {
      const swapped = heldOut.map(({ account, champion, challenger }) => ({
        account,
        champion: challenger,
        challenger: champion,
      }));
      const itself = heldOut.map(({ account, champion }) => sticker(champion, champion, account));
      const decisions = [heldOut, swapped].map((stickers) => judgePromotion({ heldOut: stickers, frozen: FROZEN }).ok);
      expect(decisions).not.toEqual([true, true]);
      expect(judgePromotion({ heldOut: itself, frozen: FROZEN }).ok).toBe(false);
      expect(changeInPoints(heldOut, "codes") + changeInPoints(swapped, "codes")).toBeCloseTo(0);
    }),
  );
});
