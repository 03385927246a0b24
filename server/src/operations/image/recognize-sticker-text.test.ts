import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  type Rect,
  type Rotation,
  resultClassSchema,
  makePatch,
  newSticker,
  toAlternatives,
  roundRect,
  needsReading,
} from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { imageDetections } from "../../db/schema/detections.ts";
import { type images } from "../../db/schema/images.ts";
import { listModels } from "../../db/models/read.ts";
import { ask } from "../../queue/ask.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import { readSticker } from "../../queue/read-sticker.job.ts";
import { makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { SAMPLE_SIZE, samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";
import { startWorker } from "../../processes/worker.ts";

const SAMPLES = join(import.meta.dirname, "../../../../samples");
const BOX: Rect = { x: 10, y: 10, width: 30, height: 15, angle: 0 };

/** A drawn box has fractions of pixels. */
const drawnRectSchema = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), angle: z.number().optional() })
  .transform(({ angle = 0, ...rect }) => roundRect({ ...rect, angle }));

const truthSchema = z.array(
  z.object({
    image: z.string(),
    width: z.number(),
    height: z.number(),
    results: z.array(
      z.object({ label: resultClassSchema, code: z.string(), quantity: z.string().optional(), rect: drawnRectSchema }),
    ),
  }),
);

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  await api.services.listening.start();
});
afterAll(() => api.close());

const recognize = (sid: string, rect: Rect, modelSid?: string, caller: Pick<Caller, "rpc"> = person) =>
  caller.rpc.image.recognizeStickerText.mutate({ sid, rect, ...(modelSid !== undefined && { modelSid }) });

async function makeStored(
  photo: Readable,
  given: Partial<typeof images.$inferInsert>,
  project: Parameters<typeof makeProject>[1] = {},
) {
  const { sha256, sizeBytes } = await api.services.blobs.put(photo);
  const { sid: projectSid } = await makeProject(api.database.db, project);
  return makeImage(api.database.db, { projectSid, sha256, sizeBytes, ...given });
}
const makeSmall = (given: Partial<typeof images.$inferInsert> = {}, project = {}) =>
  makeStored(
    Readable.from([samplePhoto()]),
    { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height, ...given },
    project,
  );

async function makeShelf(given: Partial<typeof images.$inferInsert> = {}) {
  const truth = truthSchema.parse(JSON.parse(await readFile(join(SAMPLES, "truth.json"), "utf8")));
  const photo = truth.find(({ image }) => image === "0101.jpg");
  if (!photo) throw new Error("no truth of 0101.jpg");
  const size = { rawWidth: photo.width, rawHeight: photo.height };
  const image = await makeStored(createReadStream(join(SAMPLES, photo.image)), { ...size, ...given });
  return { image, photo, stickers: photo.results.filter(({ label }) => label === "sticker") };
}

/** A worker for the tests of this group. */
function useWorker(fakeModel: boolean): void {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    const { databaseUrl, config, log } = api.services;
    worker = await startWorker({ ...config, databaseUrl, fakeModel, log });
  });
  afterAll(() => worker.stop());
}

const jobsLeft = async (): Promise<string[]> =>
  (await api.services.queue.boss.findJobs(readSticker.name))
    .filter(({ state }) => state === "created" || state === "active")
    .map(({ id }) => id);

describe("S7.08 S4.20 recognizeStickerText", () => {
  useWorker(false);

  it("reads drawn stickers with the real weights, and stores nothing", async () => {
    const { image, stickers } = await makeShelf();
    let right = 0;
    for (const { rect, code, quantity } of stickers.slice(0, 4)) {
      const read = await recognize(image.sid, rect);
      expect(read).toMatchObject({ label: "sticker", rect, values: expect.arrayContaining([]) });
      if (read.code.value === code && read.quantity?.value === quantity) right += 1;
    }
    expect(right).toBeGreaterThanOrEqual(3);
    expect(await api.database.db.select().from(imageDetections)).toEqual([]);
    // A job ends just after its answer was sent.
    await expect.poll(jobsLeft).toEqual([]);
  });

  it("reads boxes in the photo's current rotation", async () => {
    const { image, photo, stickers } = await makeShelf({ rotation: "rotate90CW" });
    const { rect, code } = stickers[1] ?? { rect: BOX, code: "" };
    // Rotated by 90° clockwise: the bottom edge becomes the left edge.
    const turned = { x: photo.height - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width };
    const upright = {
      ...turned,
      x: turned.x + (turned.width - rect.width) / 2,
      y: turned.y + (turned.height - rect.height) / 2,
    };
    const box = { x: Math.round(upright.x), y: Math.round(upright.y), width: rect.width, height: rect.height };
    expect((await recognize(image.sid, { ...box, angle: ((rect.angle ?? 0) + 90) % 360 })).code.value).toBe(code);
  });

  it("does not wait for photos that are being analyzed", async () => {
    const { image, stickers } = await makeShelf();
    const { db } = api.database;
    const precount = (await listModels(db)).find(({ name }) => name === "precount");
    await recognize(image.sid, stickers[0]?.rect ?? BOX);
    const others = await Promise.all(Array.from({ length: 6 }, () => makeShelf()));
    await db.transaction((tx) =>
      enqueueDetections(tx, api.services.queue, {
        imageSids: others.map((other) => other.image.sid),
        modelSid: precount?.sid ?? "",
        options: {},
      }),
    );
    const working = async (): Promise<number> =>
      (await api.services.queue.boss.findJobs("detect-photo", {})).filter(({ state }) => state === "active").length;
    await expect.poll(working).toBeGreaterThan(0);
    for (const { rect } of stickers.slice(0, 3)) await recognize(image.sid, rect);
    expect(await working()).toBeGreaterThan(0);
    // The worker of the next tests would analyze the remaining photos.
    await api.database.pool.query("delete from pgboss.job where name = 'detect-photo'");
  });
});

describe("S7.08 S4.20 recognizeStickerText with the fake model", () => {
  useWorker(true);

  it("takes the detection's own model if it reads stickers, else another one", async () => {
    const models = await listModels(api.database.db);
    const sidOf = (name: string) => models.find((model) => model.name === name)?.sid;
    const { sid } = await makeSmall();
    expect(await recognize(sid, BOX, sidOf("fake"))).toMatchObject({
      code: { value: "246810" },
      quantity: { value: "7" },
    });
    expect(await recognize(sid, BOX, sidOf("ppocr"))).toMatchObject({ code: { value: "246810" } });
    expect((await recognize(sid, BOX, sidOf("precount"))).code.value).not.toBe("246810");
  });

  it("an answer becomes a patch that fills empty fields", async () => {
    const { db } = api.database;
    const image = await makeSmall();
    const fake = (await listModels(db)).find(({ name }) => name === "fake");
    const { sid } = await makeDetection(db, { imageSid: image.sid, modelSid: fake?.sid ?? "", predictions: [] });
    const push = person.rpc.imageDetection.pushImageDetectionPatches.mutate;
    const drawn = await push({
      sid,
      patches: [makePatch.add(newSticker(SAMPLE_SIZE, BOX)), makePatch.quantity(0, "3")],
    });
    expect(drawn.results[0] && needsReading(drawn.results[0])).toBe(true);
    const values = toAlternatives(await recognize(image.sid, BOX));
    const filled = await push({ sid, patches: [makePatch.values(0, values)], revision: drawn.revision });
    expect(filled).toMatchObject({
      status: "patched",
      results: [{ code: { value: "246810", confidence: 0.99 }, quantity: { value: "3" }, values, original: null }],
    });
  });

  it("reports a missing or invalid file with a message", async () => {
    const project = await makeProject(api.database.db);
    const missing = await makeImage(api.database.db, { projectSid: project.sid });
    expect(await errorOf(recognize(missing.sid, BOX))).toEqual({
      code: "UNPROCESSABLE_CONTENT",
      message: expect.stringContaining("file is missing"),
    });
    const broken = await makeStored(Readable.from([Buffer.from("no photo at all")]), {});
    expect(await codeOf(recognize(broken.sid, BOX))).toBe("UNPROCESSABLE_CONTENT");
  });
});

describe("S7.08 recognizeStickerText is refused", () => {
  it("without a session, for hidden images and for invalid boxes", async () => {
    await makeModel(api.database.db);
    const { sid } = await makeSmall();
    const hidden = await makeSmall({}, { status: "preview" });
    expect(await codeOf(recognize(sid, BOX, undefined, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    expect(await codeOf(recognize(hidden.sid, BOX))).toBe("NOT_FOUND");
    expect(await codeOf(recognize("a".repeat(24), BOX))).toBe("NOT_FOUND");
    const outside = { ...BOX, x: SAMPLE_SIZE.width - 5 };
    expect(await errorOf(recognize(sid, outside))).toEqual({ code: "BAD_REQUEST", message: "Invalid form values" });
    for (const rect of [
      { ...BOX, width: 0 },
      { ...BOX, x: 0.5 },
      { ...BOX, angle: 400 },
      { ...BOX, x: -1 },
    ]) {
      expect(await codeOf(recognize(sid, rect))).toBe("BAD_REQUEST");
    }
    expect(await jobsLeft()).toEqual([]);
  });

  it("reports a missing worker soon, and removes the job", async () => {
    const { sid } = await makeSmall();
    expect(await errorOf(recognize(sid, BOX))).toEqual({
      code: "SERVICE_UNAVAILABLE",
      message: "No worker is running.",
    });
    expect(await jobsLeft()).toEqual([]);
  });

  it("ends on disconnect and on timeout, and removes the job", async () => {
    const { sid: imageSid } = await makeSmall();
    const payload = { imageSid, modelName: "fake", rect: BOX, rotation: "none" as Rotation };
    const leaving = new AbortController();
    const asked = ask(api.services, { job: readSticker, payload, signal: leaving.signal });
    await expect.poll(jobsLeft).toHaveLength(1);
    leaving.abort();
    await expect(asked).rejects.toThrow("It was canceled.");
    // A worker took another job and died.
    await api.services.queue.send(api.database.db, readSticker, [{ ...payload, question: "q".repeat(24) }]);
    await api.services.queue.boss.fetch(readSticker.name);
    const timeouts = { startMs: 50, answerMs: 200 };
    await expect(ask(api.services, { job: readSticker, payload, signal: undefined, timeouts })).rejects.toThrow(
      "It took longer than 0 s.",
    );
    expect(await jobsLeft()).toHaveLength(1);
    expect(api.services.answers.waitingCount).toBe(0);
  });
});
