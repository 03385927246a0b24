import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Step,
  type World,
  CALLS,
  addPhoto,
  anyStep,
  check,
  move,
  newModel,
  play,
  work,
} from "../../testing/event-life.ts";
import { makeModel } from "../../testing/factories.ts";
import { runCount } from "../../testing/run-count.ts";
import { type TestApi, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let world: World;
beforeAll(async () => {
  api = await createTestApi();
  const { db } = api.database;
  const callers = { admin: await api.signIn({ role: "admin" }), user: await api.signIn() };
  world = { db, callers, modelSid: (await makeModel(db)).sid };
});
afterAll(() => api.close());

/** A corrected report: completed, reopened, unlocked, edited and completed again. */
const COMPLETED_TWICE: Step[] = [
  { do: "photo", stickers: 2 },
  { do: "finish" },
  { do: "verb", verb: "reopen", role: "admin" },
  { do: "unlock", at: 0 },
  { do: "edit", at: 0 },
  { do: "finish" },
];

test(
  "S4.01 S4.02 S4.04 S4.05 S4.06 S4.07 S7.05 after any sequence of calls (Complete, Reopen, Archive, …) an event's state follows the table, and each report holds the state at its creation",
  { timeout: 240_000 },
  async () => {
    const lives = fc.array(anyStep, { minLength: 10, maxLength: 30, size: "max" });
    let reports = 0;
    await fc.assert(
      fc.asyncProperty(fc.boolean(), lives, async (preview, steps) => {
        const { slug } = await world.callers.admin.rpc.project.createProject.mutate({ name: "A life", preview });
        const model = newModel(slug, preview ? "preview" : "active");
        for (const step of steps) {
          await play(world, model, step);
          await check(world, model);
        }
        reports += model.reports.length;
      }),
      { numRuns: runCount({ usual: 6, exhaustive: 120 }), examples: [[false, COMPLETED_TWICE]] },
    );
    // The first sequence creates two reports. The random ones create about four more, sometimes none.
    expect(reports).toBeGreaterThanOrEqual(2);
  },
);

test("S4.04 twenty concurrent Complete calls create one report, and the others learn that it is completed", async () => {
  const { slug } = await world.callers.admin.rpc.project.createProject.mutate({ name: "Twenty" });
  const model = newModel(slug, "active");
  for (let n = 0; n < 5; n += 1) await addPhoto(world, model, 3);
  for (const photo of model.photos) await work(world, model, photo, "validate");
  const people = await Promise.all(Array.from({ length: 20 }, () => api.signIn()));
  const answers = await Promise.all(people.map((person) => errorOf(CALLS.complete(person, slug))));
  const refused = answers.filter(({ code }) => code !== "not refused");
  expect(refused).toHaveLength(19);
  expect(new Set(refused.map(({ code, message }) => `${code}: ${message}`))).toEqual(
    new Set(["PRECONDITION_FAILED: This event is completed: complete is possible only when it is preview or active."]),
  );
  move(model, "complete", "completed");
  await check(world, model);
});
