import process from "node:process";

/** How often a random test runs: `script/test-nightly` sets TEST_EXHAUSTIVE for more runs than a change can wait for. */
export const runCount = (runs: { usual: number; exhaustive: number }): number =>
  process.env["TEST_EXHAUSTIVE"] ? runs.exhaustive : runs.usual;
