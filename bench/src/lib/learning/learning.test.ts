import type { ComparedSticker, StickerOutcome } from "@precount/domain";
import { expect, test } from "vitest";
import { acceptedNullChallengers } from "./null-challengers.ts";
import { crewNumbers, parseLearningOptions } from "./options.ts";

const RIGHT: StickerOutcome = { code: { right: true, valid: false }, quantity: { right: true, valid: false } };
const WRONG: StickerOutcome = { ...RIGHT, code: { right: false, valid: false } };

test("measures the crews first on which nothing was chosen", () => {
  expect(crewNumbers(parseLearningOptions([]))).toEqual(Array.from({ length: 20 }, (_, i) => 20 - i));
  expect(crewNumbers(parseLearningOptions(["--crews", "2"]))).toEqual([20, 19]);
  for (const argv of [["--crews", "0"], ["--crews", "22"], ["--nonsense"]]) {
    expect(() => parseLearningOptions(argv)).toThrow(/--crews|--nonsense/);
  }
});

test("at most one useless challenger in twenty passes, however much the two models differ", () => {
  const same = Array.from({ length: 400 }, (): ComparedSticker => ({
    account: null,
    champion: RIGHT,
    challenger: RIGHT,
  }));
  const better = same.slice(0, 60).map(({ account }) => ({ account, champion: WRONG, challenger: RIGHT }));
  const { accepted, judged } = acceptedNullChallengers([...same, ...better], 7);
  expect(judged).toBe(500);
  expect(accepted).toBeGreaterThan(0);
  expect(accepted / judged).toBeLessThan(0.07);
  expect(acceptedNullChallengers(same, 7).accepted).toBe(0);
});
