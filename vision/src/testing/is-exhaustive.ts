import process from "node:process";

/** Whether all photos and combinations are tested: `script/test-nightly` sets TEST_EXHAUSTIVE. */
export const IS_EXHAUSTIVE = Boolean(process.env["TEST_EXHAUSTIVE"]);
