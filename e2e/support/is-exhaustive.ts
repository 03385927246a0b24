/** Whether the tests run in full: `script/test-nightly` sets TEST_EXHAUSTIVE. */
export const IS_EXHAUSTIVE = Boolean(process.env["TEST_EXHAUSTIVE"]);

/** The tag of a test that only `script/test-nightly` runs, because another test in each run proves the same in short. */
export const NIGHTLY = "@nightly";
