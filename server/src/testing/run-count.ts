import process from "node:process";

/** Whether all combinations are tested: `script/test-nightly` sets TEST_EXHAUSTIVE for more than a change can wait for. */
export const IS_EXHAUSTIVE = Boolean(process.env["TEST_EXHAUSTIVE"]);

/** How often a random test runs. */
export const runCount = (runs: { usual: number; exhaustive: number }): number =>
  IS_EXHAUSTIVE ? runs.exhaustive : runs.usual;
