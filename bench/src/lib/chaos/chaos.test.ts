import { expect, test } from "vitest";
import { untilStalled } from "./count.ts";
import { splitCrashReports } from "./crash-reports.ts";
import { kills } from "./kills.ts";

/** Longer than `countAll` waits for work that makes no progress, so that the test can name that work. */
const TIMEOUT_MS = 240_000;

test(
  "every acknowledged change exists exactly once after kills of API, worker and database",
  async () => {
    const asked = { people: 2, seed: 11, tell: () => undefined };
    const { figures, acknowledged, ...found } = await kills(asked, 3);
    expect(found).toMatchObject({ lost: [], doubled: [], wrong: [], unfinished: [] });
    expect(figures.kills).toBe(3);
    expect(acknowledged).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

test("an uncaught error in any process is found in what the processes print", () => {
  const report = "node:events:497\n      throw er; // Unhandled 'error' event\n      ^\n\nError: read ECONNRESET";
  expect(splitCrashReports(`${report}\n\nNode.js v24.1.0\nhalf of the next`)).toEqual({
    reports: [report],
    rest: "\nhalf of the next",
  });
});

test("waits for open work as long as it changes, and gives up when it does not", async () => {
  const slow = [["a", "b"], ["a", "b"], ["b"], ["b"], []];
  let looked = 0;
  await untilStalled(async () => slow[looked++] ?? [], 300);
  expect(looked).toBe(slow.length);
  looked = 0;
  await untilStalled(async () => (looked++ < 2 ? ["a", "b"] : ["b"]), 300);
  expect(looked).toBeGreaterThan(3);
});
