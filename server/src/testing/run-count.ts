import process from "node:process";

/** Whether all combinations are tested: `script/test-nightly` sets TEST_EXHAUSTIVE, because they take too long for every change. */
export const IS_EXHAUSTIVE = Boolean(process.env["TEST_EXHAUSTIVE"]);

/** How often a random test runs. */
export const runCount = (runs: { usual: number; exhaustive: number }): number =>
  IS_EXHAUSTIVE ? runs.exhaustive : runs.usual;
