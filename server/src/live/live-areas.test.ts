import { Readable } from "node:stream";
import type { AreaUpdate, AreaStatus } from "@precount/domain";
import { VisionProcess } from "@precount/vision";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sql } from "../db/drizzle.ts";
import type { images } from "../db/schema/images.ts";
import { linkByCodes } from "../operations/area/link-by-codes.ts";
import { enqueueDetections } from "../queue/enqueue.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { startJobHandlers } from "../jobs/start-job-handlers.ts";
import { type AreaScreen, openAreaScreen } from "../testing/area-screen.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../testing/factories.ts";
import { samplePhoto } from "../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";
import { workerContext } from "../testing/worker-context.ts";
import { publishChange } from "./publish-change.ts";

let api: TestApi;
let person: Caller;
let origin: string;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  modelSid = (await makeModel(api.database.db, { name: "fake" })).sid;
  await Promise.all([api.services.listening.start(), api.services.queue.start()]);
  origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

async function openScreen(slug: string, caller = person): Promise<AreaScreen> {
  const screen = await openAreaScreen(origin, slug, caller);
  onTestFinished(() => screen.shut());
  return screen;
}

/** Area 7 with its photo and detection. */
async function makeWorld(
  detection: "none" | "inferred" | "validated" | "selected",
  given: Partial<typeof images.$inferInsert> = {},
) {
  const { db } = api.database;
  const event = await makeProject(db);
  const projectSid = event.sid;
  const area = await makeArea(db, { projectSid, number: 7 });
  const status = { none: "uploaded", inferred: "pending", validated: "approved", selected: "approved" } as const;
  const image = await makeImage(db, {
    projectSid,
    areaSid: area.sid,
    status: status[detection],
    ...given,
  });
  const found =
    detection === "none" ? null : await makeDetection(db, { imageSid: image.sid, modelSid, status: detection });
  return { event, area, image, detectionSid: found?.sid ?? "" };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

type Way = {
  from: () => Promise<World>;
  act: (world: World) => Promise<unknown>;
  /** The new status of area 7; undefined when it is deleted. */
  to: AreaStatus | undefined;
};
const rpc = (): Caller["rpc"] => person.rpc;
const rejected = () => ({ status: "rejected" as const, rejectedAt: new Date(), rejectedBy: person.user.sid });
const one = ({ image: { sid } }: World) => ({ images: [{ sid }] });

const WAYS: Record<string, Way> = {
  validating: {
    from: () => makeWorld("inferred"),
    act: ({ detectionSid: sid }) => rpc().imageDetection.validateImageDetection.mutate({ sid }),
    to: "approved",
  },
  selecting: {
    from: () => makeWorld("validated"),
    act: async ({ image: { sid }, detectionSid }) => {
      // Before the image's status is derived from the detection.
      await api.database.db.execute(sql`update images set status = 'pending' where sid = ${sid}`);
      await rpc().image.setActiveImageDetection.mutate({ sid: detectionSid });
    },
    to: "approved",
  },
  unlocking: {
    from: () => makeWorld("validated"),
    act: ({ detectionSid: sid }) => rpc().imageDetection.invalidateImageDetection.mutate({ sid }),
    to: "pending",
  },
  rejecting: {
    from: () => makeWorld("inferred"),
    act: ({ image: { sid } }) => rpc().image.rejectImage.mutate({ sid }),
    to: "rejected",
  },
  recovering: {
    from: () => makeWorld("validated", rejected()),
    act: ({ image: { sid } }) => rpc().image.recoverImage.mutate({ sid }),
    to: "approved",
  },
  "validating many": {
    from: () => makeWorld("inferred"),
    act: (world) => rpc().image.validateImages.mutate(one(world)),
    to: "approved",
  },
  "taking the validation of many back": {
    from: () => makeWorld("inferred"),
    act: async (world) => {
      const { done } = await rpc().image.validateImages.mutate(one(world));
      await rpc().image.invalidateImages.mutate({
        images: done.flatMap(({ sid, statusDate, detection }) => (detection ? [{ sid, statusDate, detection }] : [])),
      });
    },
    to: "pending",
  },
  "rejecting many": {
    from: () => makeWorld("inferred"),
    act: (world) => rpc().image.rejectImages.mutate(one(world)),
    to: "rejected",
  },
  "recovering many": {
    from: () => makeWorld("inferred", rejected()),
    act: (world) => rpc().image.recoverImages.mutate(one(world)),
    to: "pending",
  },
  "a detection that comes": {
    from: async () => {
      const { sha256 } = await api.services.blobs.put(Readable.from([samplePhoto()]));
      return makeWorld("none", { sha256 });
    },
    // An area with an uploaded or processed image is pending in both cases; the update is sent anyway.
    act: (world) => detect(world),
    to: "pending",
  },
  "uploading a photo named after it": {
    from: async () => withoutPhoto(await makeWorld("none")),
    act: ({ event }) => upload(event.slug, "0007.jpg", {}),
    to: "pending",
  },
  "uploading a photo for it": {
    from: async () => withoutPhoto(await makeWorld("none")),
    act: ({ event }) => upload(event.slug, "photo.jpg", { areaCode: "7" }),
    to: "pending",
  },
  "a code in a photo": {
    from: async () => withoutPhoto(await makeWorld("validated")),
    act: (world) =>
      linkByCodes({ db: api.database.db, queue: api.services.queue }, world.image.sid, { sheet: [7], bare: [] }),
    to: "approved",
  },
  "linking by hand": {
    from: async () => withoutPhoto(await makeWorld("validated")),
    act: (world) => rpc().area.linkImage.mutate({ imageSid: world.image.sid, areaSid: world.area.sid }),
    to: "approved",
  },
  "unlinking by hand": {
    from: () => makeWorld("validated"),
    act: ({ image: { sid: imageSid } }) => rpc().area.linkImage.mutate({ imageSid, areaSid: null }),
    to: "not_taken",
  },
  "linking its photo to another area": {
    from: () => makeWorld("validated"),
    act: async ({ event, image: { sid: imageSid } }) => {
      const other = await makeArea(api.database.db, { projectSid: event.sid, number: 8 });
      await rpc().area.linkImage.mutate({ imageSid, areaSid: other.sid });
    },
    to: "not_taken",
  },
  "a photo that replaces the others": {
    from: () => makeWorld("validated"),
    act: async ({ event, area: { sid: areaSid } }) => {
      const older = await makeImage(api.database.db, { projectSid: event.sid, createdAt: new Date(0) });
      await rpc().area.linkImage.mutate({ imageSid: older.sid, areaSid, replace: true });
    },
    to: "pending",
  },
  voiding: {
    from: () => makeWorld("validated"),
    act: ({ area: { sid } }) => rpc().area.voidArea.mutate({ sid }),
    to: "voided",
  },
  restoring: {
    from: async () => {
      const world = await makeWorld("validated");
      await rpc().area.voidArea.mutate({ sid: world.area.sid });
      return world;
    },
    act: ({ area: { sid } }) => rpc().area.restoreArea.mutate({ sid }),
    to: "approved",
  },
  "voiding a range": {
    from: () => makeWorld("validated"),
    act: ({ event: { slug } }) => rpc().area.voidRange.mutate({ project: { slug }, from: 1, to: 9 }),
    to: "voided",
  },
  deleting: {
    from: () => makeWorld("validated"),
    act: ({ area: { sid } }) => rpc().area.deleteArea.mutate({ sid }),
    to: undefined,
  },
  "making it again, with a photo that bears its name": {
    from: async () => {
      const world = await makeWorld("validated");
      await api.database.db.execute(sql`update images set name = '7.jpg' where sid = ${world.image.sid}`);
      await rpc().area.deleteArea.mutate({ sid: world.area.sid });
      return world;
    },
    act: ({ event: { slug } }) => rpc().area.createRange.mutate({ project: { slug }, from: 7, to: 7 }),
    to: "approved",
  },
};

async function withoutPhoto(world: World): Promise<World> {
  await api.database.db.execute(sql`update images set area_sid = null where sid = ${world.image.sid}`);
  return world;
}

async function upload(slug: string, name: string, fields: Record<string, string>): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([new Uint8Array(samplePhoto())]), name);
  const { headers } = person;
  const answer = await fetch(`${origin}/api/projects/${slug}/images/upload`, { method: "POST", headers, body: form });
  expect(answer.status).toBe(200);
}

/** Processed by the worker, with a model that returns valid results. */
async function detect({ image: { sid } }: World): Promise<void> {
  const { db, databaseUrl } = api.services;
  const vision = new VisionProcess();
  const queue = new JobQueue({ url: databaseUrl, role: "worker", onError: () => undefined });
  await queue.start();
  onTestFinished(async () => {
    await queue.stop();
    await vision.close();
  });
  await startJobHandlers(workerContext(api.services, queue, { vision, reader: vision }), {
    detections: 1,
    previews: 1,
  });
  await db.transaction((tx) => enqueueDetections(tx, queue, { imageSids: [sid], modelSid, options: {} }));
}

describe("S4.29 an area's color changes on every screen that shows it", () => {
  it.each(Object.entries(WAYS))("by %s", async (_, { from, act, to }) => {
    const world = await from();
    const screen = await openScreen(world.event.slug);
    const before = screen.news.length;
    await act(world);
    await expect.poll(() => screen.news.length).toBeGreaterThan(before);
    await expect.poll(() => screen.statusOf("7")).toBe(to);
    const fresh = await openScreen(world.event.slug);
    expect(screen.areas()).toEqual(fresh.areas());
  });
});

it("sends areas only to screens that asked for them, and only of their event", async () => {
  const world = await makeWorld("inferred");
  const elsewhere = await openScreen((await makeProject(api.database.db)).slug);
  const images = await fetch(`${origin}/api/projects/${world.event.slug}/events`, { headers: person.headers });
  const chunks: string[] = [];
  const reader = images.body?.getReader();
  onTestFinished(() => reader?.cancel());
  const screen = await openScreen(world.event.slug);
  await rpc().imageDetection.validateImageDetection.mutate({ sid: world.detectionSid });
  await expect.poll(() => screen.statusOf("7")).toBe("approved");
  // The later change has arrived, so the earlier one was not sent.
  await publishChange(api.database.db, { projectSid: world.event.sid, kind: "image", sid: "last" });
  while (!chunks.join("").includes("last")) chunks.push(Buffer.from((await reader?.read())?.value ?? []).toString());
  expect(chunks.join("")).not.toContain("event: areas");
  expect(elsewhere.news).toEqual([]);
});

it("a document task sends no areas", async () => {
  const { event } = await makeWorld("inferred");
  const screen = await openScreen(event.slug);
  await publishChange(api.database.db, { projectSid: event.sid, kind: "task", sid: "7" });
  await rpc().area.voidRange.mutate({ project: { slug: event.slug }, from: 7, to: 7 });
  await expect.poll(() => screen.statusOf("7")).toBe("voided");
  expect(screen.news).not.toContainEqual({ stale: true });
});

it("a list that was read before its stream began misses nothing", async () => {
  const world = await makeWorld("inferred");
  const before = await rpc().area.fetchAllAreasWithStatus.query({ project: { slug: world.event.slug } });
  await rpc().imageDetection.validateImageDetection.mutate({ sid: world.detectionSid });
  const screen = await openScreen(world.event.slug);
  await expect.poll(() => screen.news.length).toBeGreaterThan(0);
  expect(before[0]?.status).toBe("pending");
  expect(screen.news).toMatchObject([{ changed: [{ name: "7", status: "approved" }], gone: [] }]);
});

const mentionsArea = (news: AreaUpdate, name: string): boolean =>
  "changed" in news && news.changed.some((area) => area.name === name);

it("sends changes in batches, the same to every screen, and only a reload for many", async () => {
  const { slug } = await makeProject(api.database.db);
  const project = { slug };
  await rpc().area.createRange.mutate({ project, from: 1, to: 1000 });
  const screens = await Promise.all(Array.from({ length: 5 }, () => openScreen(slug)));
  const [first] = screens;
  // Each screen has received the range since its start.
  await expect.poll(() => screens.every(({ news }) => news.length > 0)).toBe(true);
  const earlier = first?.news.length ?? 0;
  const sids = first?.areas().flatMap(({ sid, name }) => (Number(name) <= 20 ? [sid] : [])) ?? [];
  await Promise.all(sids.map((sid) => rpc().area.voidArea.mutate({ sid })));
  await expect.poll(() => screens.every((screen) => screen.statusOf("20") === "voided")).toBe(true);
  const voided = () => screens.map((screen) => screen.areas().filter(({ status }) => status === "voided").length);
  await expect.poll(voided).toEqual(screens.map(() => 20));
  expect((first?.news.length ?? 0) - earlier).toBeLessThan(10);
  // All screens receive the same changes.
  const changes = screens.map(({ news }) => news.filter((one) => "changed" in one));
  for (const heard of changes) expect(heard).toEqual(changes[0]);
  await rpc().area.voidRange.mutate({ project, from: 100, to: 500 });
  await expect.poll(() => first?.news.at(-1)).toEqual({ stale: true });
  await rpc().area.voidRange.mutate({ project, from: 90, to: 99 });
  await expect.poll(() => first?.news.some((news) => mentionsArea(news, "90"))).toBe(true);
});

it("after a lost connection every screen is notified that its list may be stale", async () => {
  const { event } = await makeWorld("inferred");
  const screen = await openScreen(event.slug);
  await api.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'precount-live' and datname = current_database()",
  );
  await expect.poll(() => screen.isStale()).toBe(true);
  const late = await openScreen(event.slug);
  await expect.poll(() => late.isStale()).toBe(true);
});
