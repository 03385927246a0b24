import type { Area } from "@precount/domain";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AreaWorld, checkAreas, newAreaModel, playArea } from "../../testing/area-life.ts";
import { type AreaStep, anyAreaStep } from "../../testing/area-steps.ts";
import { openAreaScreen } from "../../testing/area-screen.ts";
import { makeModel, makeProject } from "../../testing/factories.ts";
import { runCount } from "../../testing/run-count.ts";
import { type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let world: AreaWorld;
let origin: string;
beforeAll(async () => {
  api = await createTestApi();
  const modelSid = (await makeModel(api.database.db)).sid;
  world = { api, people: [await api.signIn({ name: "Grace" }), await api.signIn({ name: "Ada" })], modelSid };
  await Promise.all([api.services.listening.start(), api.services.queue.start()]);
  origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

/** A sequence that reaches every area status, which a few random ones may not. */
const EVERY_STATUS: AreaStep[] = [
  ...[1, 2, 3].flatMap((number): AreaStep[] => [
    { do: "photo", named: null, minute: number },
    { do: "link", at: number - 1, number, replace: false, countsToo: false },
  ]),
  { do: "approve", at: 0 },
  { do: "reject", at: 1 },
  { do: "void", number: 4 },
];

test(
  "S4.29 S7.10 after any sequence of changes each number has the state that the rules give, and every screen has received it",
  { timeout: 240_000 },
  async () => {
    const lives = fc.array(anyAreaStep, { minLength: 20, maxLength: 40, size: "max" });
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(lives, async (steps) => {
        const { sid, slug } = await makeProject(api.database.db);
        const model = newAreaModel({ sid, slug });
        await playArea(world, model, { do: "create", range: { from: 1, to: 4 } });
        const screen = await openAreaScreen(origin, slug, world.people[1]);
        let list: Area[] = [];
        for (const step of steps) {
          await playArea(world, model, step);
          list = await checkAreas(world, model);
          for (const { status } of list) seen.set(status, (seen.get(status) ?? 0) + 1);
        }
        await expect.poll(() => screen.areas()).toEqual(list);
        expect(screen.isStale()).toBe(false);
        screen.shut();
      }),
      // No shrinking: each attempt to find a shorter failing sequence takes seconds.
      { numRuns: runCount({ usual: 3, exhaustive: 25 }), examples: [[EVERY_STATUS]], endOnFailure: true },
    );
    // Sequences in which no area changes its status would prove little.
    expect([...seen.keys()].toSorted()).toEqual(["approved", "not_taken", "pending", "rejected", "voided"]);
  },
);
