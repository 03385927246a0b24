import type { ComparedSticker, Example, StickerOutcome } from "@precount/domain";
import { expect, test } from "vitest";
import type { CrewFigures } from "./measure-crew.ts";
import { acceptedNullChallengers } from "./null-challengers.ts";
import { crewNumbers, parseLearningOptions } from "./options.ts";
import { summarize } from "./summarize.ts";
import { WRONG_LABELS } from "./wrong-labels.ts";

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

const example = (i: number): Example => {
  const value = { origin: "typed", account: ["ann", "bob", "eve"][i % 3]!.padEnd(24, "0") } as const;
  return {
    key: `image${i}/result`,
    file: `crops/${i}.jpg`,
    box: { x: 1, y: 2, width: 30, height: 20, angle: 0 },
    code: { truth: String(100_000 + i), ...value },
    quantity: { truth: String(1 + i), ...value },
    writer: null,
    projectSid: "event".padEnd(24, "0"),
    modelSid: "precount0own0model000001",
  };
};

test("wrong labels are those of one account for 30 % of the stickers, or all in another order", () => {
  const examples = Array.from({ length: 300 }, (_, i) => example(i));
  const wrongOf = (labels: readonly Example[]) =>
    labels.filter(({ code }, i) => code.truth !== examples[i]!.code.truth);
  const byOne = wrongOf(WRONG_LABELS.oneAccount(examples));
  expect(byOne).toHaveLength(90);
  expect(new Set(byOne.map(({ code }) => code.account))).toEqual(new Set([examples[0]!.code.account]));
  const shuffled = WRONG_LABELS.shuffled(examples);
  expect(wrongOf(shuffled).length).toBeGreaterThan(290);
  expect(shuffled.map(({ code }) => code.truth).toSorted()).toEqual(examples.map(({ code }) => code.truth).toSorted());
  expect(shuffled.every(({ code, quantity }) => code.account === null && quantity.account === null)).toBe(true);
});

test("one accepted challenger with wrong labels counts as much as all swapped models of its crew", () => {
  const both = { champion: 4, challenger: 3 };
  const crew: CrewFigures = {
    number: 1,
    reviewed: 2000,
    corrected: 300,
    errors: both,
    values: 1000,
    drop: 0.25,
    changePoints: -0.1,
    validButWrong: both,
    valid: both,
    stickers: 500,
    frozenChange: { codes: 0, quantities: 0, validButWrong: 0 },
    decision: { ok: true },
    decisionOnNext: false,
    nullAccepted: 5,
    nullJudged: 500,
    wrongChallengers: [
      { labels: "oneAccount", isAccepted: true, isBetter: true },
      { labels: "shuffled", isAccepted: true, isBetter: false },
    ],
  };
  const refused = { ...crew, wrongChallengers: [{ labels: "shuffled", isAccepted: false, isBetter: false } as const] };
  expect(summarize([crew, refused])).toMatchObject({
    falsePromotions: 0.5,
    falsePromotionsSwapped: 0.01,
    falsePromotionsOneAccount: null,
    falsePromotionsShuffled: 0.5,
    truePromotions: 1,
    truePromotionsOnNext: 0,
  });
});
