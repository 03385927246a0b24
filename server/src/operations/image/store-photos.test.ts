import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "../../db/drizzle.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeModel, makeProject, makeUser } from "../../testing/factories.ts";
import { samplePhoto } from "../../testing/sample-photos.ts";
import { type TestApi, createTestApi } from "../../testing/test-api.ts";
import { stagePhoto } from "./add-image.ts";
import { type PhotoToStore, storePhoto } from "./store-photos.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  await makeModel(api.database.db);
});
afterAll(() => api.close());

type Wanted = { name: string; requestId?: string; bytes?: Buffer };

/** Stages photos of one event, each with its own person, and stores all at the same time. */
async function storeAll(wanted: readonly Wanted[]) {
  const { db } = api.database;
  const { sid: projectSid } = await makeProject(db);
  const photos: PhotoToStore[] = [];
  for (const { name, requestId, bytes = Buffer.concat([samplePhoto(), randomBytes(10)]) } of wanted) {
    const user = await makeUser(db);
    const staged = await stagePhoto(api.services, { stream: Readable.from([bytes]), isTooLarge: () => false });
    const facts = await api.services.photos.probe(staged.path);
    if (!facts.ok) throw new Error(facts.reason);
    const call = {
      kind: "image" as const,
      action: "upload.photo",
      actor: { id: `session of ${name}`, user },
      address: null,
      named: null,
      isRecorded: false,
    };
    const origin = requestId === undefined ? undefined : { requestId };
    photos.push({ projectSid, context: api.services, user, call, facts, origin, staged, name, fields: {} });
  }
  const outcomes = await Promise.allSettled(photos.map(storePhoto));
  const { rows } = await db.execute<{
    name: string;
    creator: string;
    actor: string;
    request: string;
    xmin: string;
  }>(sql`
    select i.name, i.created_by as creator, a.actor_sid as actor, q.data -> 'origin' ->> 'requestId' as request, i.xmin
    from images i
    left join audit_entries a on a.subject_sid = i.sid and a.details ->> 'duplicate' is null
    left join image_jobs j on j.image_sid = i.sid left join pgboss.job q on q.id::text = j.queue_id
    where i.project_sid = ${projectSid} order by i.name`);
  return { outcomes, rows, sidOf: new Map(photos.map(({ name, user }) => [name, user.sid])) };
}

it("stores photos that arrive during a transaction in the next one, each for its person and request", async () => {
  const names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"];
  const { outcomes, rows, sidOf } = await storeAll(names.map((name) => ({ name, requestId: `request of ${name}` })));
  expect(outcomes).toMatchObject(names.map((name) => ({ status: "fulfilled", value: { name, duplicate: false } })));
  expect(rows).toMatchObject(
    names.map((name) => ({
      name,
      creator: sidOf.get(name),
      actor: sidOf.get(name),
      request: `request of ${name}`,
    })),
  );
  const [first, second, third, fourth] = rows.map(({ xmin }) => xmin);
  expect(second).not.toBe(first);
  expect([third, fourth]).toEqual([second, second]);
});

it("stores the same bytes once, also within a batch", async () => {
  const bytes = Buffer.concat([samplePhoto(), randomBytes(10)]);
  const { outcomes, rows } = await storeAll([{ name: "a.jpg" }, { name: "b.jpg", bytes }, { name: "c.jpg", bytes }]);
  expect(rows.map(({ name }) => name)).toEqual(["a.jpg", "b.jpg"]);
  expect(outcomes.map((outcome) => outcome.status === "fulfilled" && outcome.value.duplicate)).toEqual([
    false,
    false,
    true,
  ]);
});

it("a photo that the database refuses does not fail the other photos", async () => {
  const { outcomes, rows } = await storeAll([
    { name: "a.jpg" },
    { name: "b.jpg" },
    { name: "not text: \u0000" },
    { name: "d.jpg" },
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(rows.map(({ name }) => name)).toEqual(["a.jpg", "b.jpg", "d.jpg"]);
});
