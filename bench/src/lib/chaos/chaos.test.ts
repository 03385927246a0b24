import { expect, test } from "vitest";
import { runChaos } from "./run.ts";

test(
  "what was acknowledged is there, once, however often API, worker and database are killed",
  { timeout: 240_000 },
  async () => {
    const { kills, acknowledged, lost, doubled } = await runChaos({ kills: 5, people: 3, seed: 11 }, () => undefined);
    expect({ kills, lost, doubled }).toEqual({ kills: 5, lost: [], doubled: [] });
    expect(acknowledged).toBeGreaterThan(0);
  },
);
