import { expect, it } from "vitest";
import { IS_EXHAUSTIVE } from "../is-exhaustive.ts";
import { runRolling } from "./run.ts";

// `npm run bench -- rolling` replaces all processes; this short version replaces one.
// `script/test-nightly` runs it: server/src/processes/several-processes.test.ts ends a server of several in each run.
it.runIf(IS_EXHAUSTIVE)(
  "a server is replaced while people work, without a visible failure",
  { timeout: 180_000 },
  async () => {
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
  },
);
