import process from "node:process";

/** Whether all documents are read: `script/test-nightly` sets TEST_EXHAUSTIVE. */
export const IS_EXHAUSTIVE = Boolean(process.env["TEST_EXHAUSTIVE"]);
