import { expect, it } from "vitest";
import { readLines } from "./send-import.ts";

it("reads complete lines, and waits for the rest of the last one", () => {
  const progress = { progress: { phase: "reading", share: 0.5 } };
  expect(readLines(`${JSON.stringify(progress)}\n{"progress":{"phase":"sto`)).toEqual([progress]);
});

it("keeps an error without a summary, and drops lines that it does not know", () => {
  const error = { error: { code: "BAD_REQUEST", message: "No.", details: { other: 1 } } };
  expect(readLines(`{"note":1}\n${JSON.stringify(error)}\n`)).toEqual([{ error: { message: "No." } }]);
});
