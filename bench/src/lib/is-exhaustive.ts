/** Whether the tests run in full: `script/test-nightly` sets TEST_EXHAUSTIVE. */
export const IS_EXHAUSTIVE = Boolean(process.env["TEST_EXHAUSTIVE"]);
