import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type LabeledValue, judgeAccounts } from "./trusted-accounts.ts";

const values = (account: string, sure: number, contradicted: number, doubtful = 0): LabeledValue[] => [
  ...Array.from({ length: sure }, (_, i) => ({ account, valid: true, agrees: i >= contradicted })),
  ...Array.from({ length: doubtful }, () => ({ account, valid: false, agrees: false })),
];

test("trusts people who correct doubtful readings and seldom contradict sure ones", () => {
  expect(judgeAccounts([...values("ann", 200, 2, 80), ...values("bob", 40, 0)])).toEqual([
    { account: "ann", sure: 200, contradicted: 2, trusted: true },
    { account: "bob", sure: 40, contradicted: 0, trusted: true },
  ]);
});

test("leaves out an account with 30 % wrong values after 30 sure readings", () => {
  expect(judgeAccounts(values("eve", 30, 9))[0]?.trusted).toBe(false);
});

test("trusts an account of which the model is sure of nothing: its values cannot be judged", () => {
  expect(judgeAccounts(values("new", 0, 0, 50))[0]?.trusted).toBe(true);
});

test("more contradictions never make an account trusted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (sure, more) => {
      const trusted = (contradicted: number): boolean =>
        judgeAccounts(values("a", sure, contradicted))[0]?.trusted ?? true;
      const few = Math.min(sure, more);
      expect(trusted(few) || !trusted(Math.min(sure, few + 1))).toBe(true);
    }),
  );
});
