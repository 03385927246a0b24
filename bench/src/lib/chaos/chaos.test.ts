import { expect, test } from "vitest";
import { kills } from "./kills.ts";

test("every acknowledged change exists exactly once after kills of API, worker and database", async () => {
  const asked = { people: 2, seed: 11, tell: () => undefined };
  const { figures, acknowledged, ...found } = await kills(asked, 3);
  expect(found).toMatchObject({ lost: [], doubled: [], wrong: [] });
  expect(figures.kills).toBe(3);
  expect(acknowledged).toBeGreaterThan(0);
});
