import { expect, it } from "vitest";
import { runRolling } from "./run.ts";

// The rest of the fleet is replaced by `npm run bench -- rolling`, where a process more may take its seconds.
it("a server replaced while people work: nobody notices", { timeout: 180_000 }, async () => {
  const asked = {
    people: 2,
    rounds: 0,
    seed: 7,
    calmMs: 200,
    from: "this",
    proxy: "own",
    replaced: ["api-1"],
  } as const;
  const { seen, lost, requests, restarts } = await runRolling(asked, () => undefined);
  expect({ seen, lost, restarts }).toEqual({ seen: [], lost: [], restarts: 1 });
  expect(requests).toBeGreaterThan(20);
});
