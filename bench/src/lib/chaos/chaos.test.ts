import { expect, test } from "vitest";
import { kills } from "./kills.ts";

test("what was acknowledged is there, once, however often API, worker and database are killed", async () => {
  const asked = { people: 2, seed: 11, tell: () => undefined };
  const { figures, acknowledged, ...found } = await kills(asked, 3);
  expect(found).toMatchObject({ lost: [], doubled: [], wrong: [] });
  expect(figures.kills).toBe(3);
  expect(acknowledged).toBeGreaterThan(0);
});
