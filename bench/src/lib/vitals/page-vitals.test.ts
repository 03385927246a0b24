import { expect, test } from "vitest";
import { worstSession } from "./page-vitals.ts";

test("shifts form a session until one second without a shift, or five seconds", () => {
  expect(worstSession([])).toBe(0);
  expect(
    worstSession([
      { at: 0, score: 0.1 },
      { at: 900, score: 0.1 },
      { at: 2000, score: 0.15 },
    ]),
  ).toBe(0.2);
  const steady = Array.from({ length: 12 }, (_, n) => ({ at: 900 * n, score: 0.01 }));
  expect(worstSession(steady)).toBe(0.06);
});
