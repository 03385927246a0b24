import { createReadStream } from "node:fs";
import { join } from "node:path";
import { EVERYONE, type Prediction, cropKey, exampleSchema, isHeldOut } from "@precount/domain";
import { decodeUpright } from "@precount/photos";
import { VisionProcess } from "@precount/vision";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asc, eq } from "../../db/drizzle.ts";
import { insertGroup } from "../../db/groups.ts";
import { learningDroppedFiles, learningExamples } from "../../db/schema/learning.ts";
import { projects } from "../../db/schema/projects.ts";
import { newSid } from "../../lib/ids.ts";
import { removeExpiredRows } from "../../processes/housekeeping.ts";
import { reconcile } from "../../storage/reconcile.ts";
import { makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";
import { collectExamples } from "./collect-examples.ts";

const SAMPLE = join(import.meta.dirname, "../../../../samples/0101.jpg");
/** Each collection decodes the whole photo, so it is reduced to a size at which the model still reads it. */
const SIZE = { rawWidth: 1344, rawHeight: 1008 };

let api: TestApi;
let photoFolder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let photoPath: string;
let ada: Caller;
let grace: Caller;
let admin: Caller;
let modelSid: string;
let groupSid: string;
/** The readings of the real model in the photo. */
let predictions: Prediction[];
let stored: { sha256: string; sizeBytes: number };
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  ada = await api.signIn({ name: "Ada" });
  grace = await api.signIn({ name: "Grace" });
  admin = await api.signIn({ role: "admin" });
  modelSid = (await makeModel(api.database.db, { name: "precount", backend: "onnx" })).sid;
  groupSid = newSid();
  await insertGroup(api.database.db, { sid: groupSid, name: "Night crew" });
  await admin.rpc.group.setCollectsExamples.mutate({ sid: groupSid, collects: true });
  photoFolder = await makeTemporaryFolder();
  photoPath = join(photoFolder.path, "photo.jpg");
  const reduced = { width: SIZE.rawWidth, quality: 95, rotation: "none", out: photoPath } as const;
  await api.services.photos.render(SAMPLE, reduced);
  stored = await api.services.blobs.put(createReadStream(photoPath));
  const vision = new VisionProcess();
  const { detections } = await vision.detect({ path: photoPath, modelName: "precount" });
  await vision.close();
  predictions = detections;
}, 60_000);
afterAll(() => Promise.all([api.close(), photoFolder.remove()]));

const isSticker = ({ label, code, quantity }: Prediction): boolean =>
  label === "sticker" && code.pattern !== null && quantity !== undefined && quantity.pattern !== null;

/** An event of the group with the photo and what the model reads in it. */
async function makeEvent(groups = [EVERYONE, groupSid]) {
  const { db } = api.database;
  const event = await makeProject(db);
  await db.update(projects).set({ groups }).where(eq(projects.sid, event.sid));
  const image = await makeImage(db, { projectSid: event.sid, status: "processed", ...stored, ...SIZE });
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid, predictions });
  const sid = detection.sid;
  return {
    event,
    image,
    sid,
    push: (caller: Caller, path: string, value: string | boolean) =>
      caller.rpc.imageDetection.pushImageDetectionPatches.mutate({
        sid,
        patches: [{ op: "replace", path, value }] as never,
      }),
    validate: (caller = ada) => caller.rpc.imageDetection.validateImageDetection.mutate({ sid }),
    unlock: () => ada.rpc.imageDetection.invalidateImageDetection.mutate({ sid }),
    collect: () => collectExamples(api.services, image.sid),
  };
}

const examplesOf = (imageSid: string) =>
  api.database.db
    .select()
    .from(learningExamples)
    .where(eq(learningExamples.imageSid, imageSid))
    .orderBy(asc(learningExamples.position));
const countOf = async (imageSid: string): Promise<number> => (await examplesOf(imageSid)).length;

async function waitingJobs(imageSid: string): Promise<number | null> {
  const sent = await api.database.pool.query(
    "select 1 from pgboss.job where name = 'collect-examples' and data ->> 'imageSid' = $1",
    [imageSid],
  );
  return sent.rowCount;
}

describe("PD-176 collecting", () => {
  it("keeps an example of each well-formed sticker of an approved photo, with a crop that shows it", async () => {
    const { image, event, validate, collect } = await makeEvent();
    await collect();
    expect(await countOf(image.sid)).toBe(0);
    await validate();
    expect(await waitingJobs(image.sid)).toBe(1);
    await collect();
    const found = await examplesOf(image.sid);
    const expected = predictions.flatMap((one, position) => (isSticker(one) ? [{ one, position }] : []));
    expect(expected.length).toBeGreaterThan(5);
    expect(found.map(({ position, code, quantity }) => [position, code, quantity])).toEqual(
      expected.map(({ one, position }) => [position, one.code.value, one.quantity?.value]),
    );
    for (const [n, row] of found.entries()) {
      const account = ada.user.sid;
      expect(row).toMatchObject({ projectSid: event.sid, modelSid, codeOrigin: "unchanged", codeAccount: account });
      expect(row.isHeldOut).toBe(isHeldOut(`${image.sid}/${row.position}`));
      const { width, height } = await decodeUpright(await api.services.blobs.path(row.sha256), "none");
      const rect = expected[n]!.one.rect; // as many as rows
      expect(row.box).toMatchObject({ width: rect.width, height: rect.height });
      expect(row.box.x >= 0 && row.box.x + rect.width <= width).toBe(true);
      expect(row.box.y >= 0 && row.box.y + rect.height <= height).toBe(true);
    }
  });

  it("cuts the crop from the place of the sticker in the upright photo", async () => {
    const { image, validate, collect } = await makeEvent();
    await validate();
    await collect();
    const [row] = await examplesOf(image.sid);
    const { rect } = predictions[row!.position]!; // it was collected from there
    const left = rect.x - row!.box.x;
    const top = rect.y - row!.box.y;
    const crop = await decodeUpright(await api.services.blobs.path(row!.sha256), "none");
    const photo = await decodeUpright(photoPath, "none");
    const differences = Array.from(crop.data, (level, i) => {
      const [x, y, channel] = [Math.floor(i / 3) % crop.width, Math.floor(i / (3 * crop.width)), i % 3];
      return Math.abs(level - photo.data[3 * ((top + y) * photo.width + left + x) + channel]!); // the crop is within the photo
    });
    expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(2);
    expect(cropKey(rect)).toBe(cropKey({ ...row!.box, x: row!.box.x + left, y: row!.box.y + top }));
  });

  it("says who typed a value, and that a value was only approved", async () => {
    const { image, push, validate, collect } = await makeEvent();
    const [first = -1, second = -1, third = -1] = predictions.flatMap((one, i) => (isSticker(one) ? [i] : []));
    await push(ada, `/${first}/code/value`, "654321");
    await push(grace, `/${first}/code/value`, "654322");
    await push(grace, `/${second}/quantity/value`, predictions[second]?.quantity?.value ?? "");
    await push(ada, `/${third}/discarded`, true);
    await validate();
    await collect();
    const found = new Map((await examplesOf(image.sid)).map((row) => [row.position, row]));
    const [adaSid, graceSid] = [ada.user.sid, grace.user.sid];
    expect(found.get(first)).toMatchObject({ code: "654322", codeOrigin: "typed", codeAccount: graceSid });
    expect(found.get(first)).toMatchObject({ quantityOrigin: "unchanged", quantityAccount: adaSid });
    expect(found.get(second)).toMatchObject({
      codeOrigin: "unchanged",
      quantityOrigin: "typed",
      quantityAccount: graceSid,
    });
    expect(found.has(third)).toBe(false);
  });

  it("says that a second person counted a sticker blind", async () => {
    const { image, event, validate, collect } = await makeEvent();
    await validate();
    const project = { slug: event.slug };
    await ada.rpc.blindCount.startBlindCount.mutate({ project, rule: { kind: "share", percent: 100 } });
    const { checks } = await grace.rpc.blindCount.takeChecks.mutate({ project });
    const check = checks.find(({ rect }) => rect !== null);
    const position = predictions.findIndex(({ rect }) => check?.rect && cropKey(rect) === cropKey(check.rect));
    const { code, quantity } = predictions[position]!; // the check is of one of them
    const answer = { kind: "values" as const, code: code.value, quantity: quantity?.value ?? "" };
    await grace.rpc.blindCount.answerCheck.mutate({ sid: check?.sid ?? "", answer });
    await collect();
    const row = (await examplesOf(image.sid)).find((one) => one.position === position);
    const account = grace.user.sid;
    expect(row).toMatchObject({ codeOrigin: "blindChecked", codeAccount: account, quantityOrigin: "blindChecked" });
    const overview = await admin.rpc.learning.fetchOverview.query();
    expect(overview.counts.blindChecked).toBe(1);
  });

  it("replaces the examples of an image that is approved again", async () => {
    const { image, push, validate, unlock, collect } = await makeEvent();
    await validate();
    await collect();
    const before = await examplesOf(image.sid);
    await unlock();
    expect(await countOf(image.sid)).toBe(0);
    const position = before[0]?.position ?? -1;
    await push(ada, `/${position}/code/value`, "123123");
    await validate();
    await collect();
    await collect();
    const after = await examplesOf(image.sid);
    expect(after).toHaveLength(before.length);
    expect(after[0]).toMatchObject({ position, code: "123123", codeOrigin: "typed" });
  });

  it("does not store what was unlocked while the crops were cut", async () => {
    const { image, validate, unlock } = await makeEvent();
    await validate();
    const { photos } = api.services;
    const slow = {
      cutExamples: async (...call: Parameters<typeof photos.cutExamples>) => {
        const crops = await photos.cutExamples(...call);
        await unlock();
        return crops;
      },
    };
    await collectExamples({ ...api.services, photos: Object.assign(Object.create(photos), slow) }, image.sid);
    expect(await countOf(image.sid)).toBe(0);
  });

  it("ends when an image is rejected, and begins again when it is recovered", async () => {
    const { image, validate, collect } = await makeEvent();
    await validate();
    await collect();
    await ada.rpc.image.rejectImage.mutate({ sid: image.sid });
    expect(await countOf(image.sid)).toBe(0);
    await collect();
    expect(await countOf(image.sid)).toBe(0);
    await ada.rpc.image.recoverImage.mutate({ sid: image.sid });
    await collect();
    expect(await countOf(image.sid)).toBeGreaterThan(5);
  });

  it("collects only where an admin switched it on, also for everyone", async () => {
    const other = await makeEvent([EVERYONE]);
    await other.validate();
    await other.collect();
    expect(await waitingJobs(other.image.sid)).toBe(0);
    expect(await countOf(other.image.sid)).toBe(0);
    await admin.rpc.group.setCollectsExamples.mutate({ sid: EVERYONE, collects: true });
    await other.collect();
    const count = await countOf(other.image.sid);
    expect(count).toBeGreaterThan(5);
    await admin.rpc.group.setCollectsExamples.mutate({ sid: EVERYONE, collects: false });
    const later = await makeEvent([EVERYONE]);
    await later.validate();
    await later.collect();
    expect([await countOf(later.image.sid), await countOf(other.image.sid)]).toEqual([0, count]);
  });

  it("collects from images that are approved together", async () => {
    const { image } = await makeEvent();
    const [asked] = await api.database.pool
      .query<{ status_date: Date }>("select status_date from images where sid = $1", [image.sid])
      .then(({ rows }) => rows);
    const statusDate = asked?.status_date.toISOString() ?? "";
    const { done } = await ada.rpc.image.validateImages.mutate({ images: [{ sid: image.sid, statusDate }] });
    // Every result must be valid for that.
    expect(await waitingJobs(image.sid)).toBe(done.length);
  });
});

describe("PD-176 deleting examples", () => {
  it("deletes their files with the event, and in the next housekeeping", async () => {
    const { db } = api.database;
    const { image, event, validate, collect } = await makeEvent();
    await validate();
    await collect();
    const files = (await examplesOf(image.sid)).map(({ sha256 }) => sha256);
    // Other tests' examples of the same photo have the same bytes.
    await admin.rpc.learning.deleteExamples.mutate({ group: null });
    await collect();
    const isStored = () => Promise.all(files.map((sha256) => api.services.blobs.has(sha256)));
    expect(new Set(await isStored())).toEqual(new Set([true]));
    await reconcile({ ...api.services, startedAt: new Date() });
    expect(new Set(await isStored())).toEqual(new Set([true]));
    await api.database.pool.query("delete from images where project_sid = $1", [event.sid]);
    expect(await countOf(image.sid)).toBe(0);
    await removeExpiredRows(api.services);
    expect(new Set(await isStored())).toEqual(new Set([false]));
    expect(await db.select().from(learningDroppedFiles)).toEqual([]);
  });

  it("deletes those of a group on request, with an audit entry", async () => {
    const { image, validate, collect } = await makeEvent();
    await validate();
    await collect();
    const { sha256 } = (await examplesOf(image.sid))[0]!; // more than five
    expect(await codeOf(ada.rpc.learning.deleteExamples.mutate({ group: groupSid }))).toBe("FORBIDDEN");
    const count = await countOf(image.sid);
    expect(await admin.rpc.learning.deleteExamples.mutate({ group: groupSid })).toEqual({ deleted: count });
    expect(await api.services.blobs.has(sha256)).toBe(false);
    const { items: entries } = await admin.rpc.audit.fetchAudit.query({
      filters: { action: "learning.deleteExamples" },
    });
    expect(entries[0]).toMatchObject({ subject: { kind: "group", sid: groupSid }, details: { count } });
  });
});

const get = (caller: Caller, path: string) =>
  api.inject({
    method: "GET",
    url: `/api/learning/examples/${path}`,
    headers: { cookie: caller.headers["cookie"] ?? "" },
  });

describe("PD-176 the export", () => {
  it("contains the crops and a list that describes them", async () => {
    const { image, validate, collect, push } = await makeEvent();
    const first = predictions.findIndex(isSticker);
    await push(grace, `/${first}/code/value`, "777777");
    await validate();
    await collect();
    expect((await get(ada, "download")).statusCode).toBe(403);
    const answer = await get(admin, `download?group=${groupSid}`);
    const files = unzipSync(answer.rawPayload);
    const lines = Buffer.from(files["examples.jsonl"] ?? [])
      .toString("utf8")
      .trim()
      .split("\n");
    const examples = lines.map((line) => exampleSchema.parse(JSON.parse(line)));
    const rows = await examplesOf(image.sid);
    expect(examples.map(({ key }) => key)).toEqual(rows.map(({ position }) => `${image.sid}/${position}`));
    expect(examples[0]?.code).toEqual({ truth: "777777", origin: "typed", account: grace.user.sid });
    for (const { file } of examples) expect([...(files[file]?.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
    const picture = await get(admin, `${image.sid}/${first}/picture`);
    expect(picture.headers["content-type"]).toBe("image/jpeg");
    expect(Buffer.from(files[examples[0]?.file ?? ""] ?? []).equals(picture.rawPayload)).toBe(true);
    expect((await get(admin, `${image.sid}/9999/picture`)).statusCode).toBe(404);
    const { items: entries } = await admin.rpc.audit.fetchAudit.query({ filters: { action: "download.examples" } });
    expect(entries[0]).toMatchObject({ subject: { kind: "group", sid: groupSid } });
  });
});
