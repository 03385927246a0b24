import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EVERYONE, type ItemImportInput, type ItemImportSummary, itemImportInputSchema } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eq, sql } from "../../db/drizzle.ts";
import { imageDetections } from "../../db/schema/detections.ts";
import { images } from "../../db/schema/images.ts";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { makeForm } from "../../testing/make-form.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { applyItemListToEvent } from "./apply-item-list.ts";
import { importItems } from "./import-items.ts";

let api: TestApi;
let admin: Caller;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin" });
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

type Answer = {
  status: number;
  body: ItemImportSummary & { code?: string; message?: string; details?: ItemImportSummary };
};

async function send(
  owner: { slug: string } | { group: string },
  content: string,
  options: Partial<ItemImportInput> = {},
  caller = admin,
  name = "items.csv",
): Promise<Answer> {
  const path = "slug" in owner ? `projects/${owner.slug}` : `groups/${owner.group}`;
  const form = await makeForm([
    ["options", JSON.stringify(options)],
    ["file", content, name],
  ]);
  const response = await api.inject({
    method: "POST",
    url: `/api/${path}/items/import`,
    headers: { ...caller.headers, ...form.headers },
    payload: form.payload,
  });
  return { status: response.statusCode, body: response.json() };
}

const itemsOf = async (slug: string, version?: number) =>
  (await person.rpc.item.fetchItems.query({ owner: { project: { slug } }, ...(version && { version }) })).items;
/** A file with one code in each of 30 rows. */
const oneCode = (describeRow: (nth: number) => string): string =>
  `code,description\n${Array.from({ length: 30 }, (_, nth) => `012345,${describeRow(nth)}\n`).join("")}`;
const newEvent = () => makeProject(api.database.db);

describe("POST …/items/import", () => {
  it("shows, checks and imports a file, and keeps old versions readable", async () => {
    const { slug } = await newEvent();
    const first = "SKU;Name;Price\n012345;Tea;1,99\n012346;Milk;0,5\n";
    const preview = await send({ slug }, first, { step: "preview" });
    expect(preview.body).toMatchObject({
      options: {
        format: "csv",
        delimiter: ";",
        hasHeader: true,
        decimal: ",",
        columns: { code: 0, description: 1, unitPrice: 2 },
      },
      columns: ["SKU", "Name", "Price"],
      rows: [
        ["012345", "Tea", "1,99"],
        ["012346", "Milk", "0,5"],
      ],
    });
    const dry = await send({ slug }, first, { step: "dryRun" });
    expect(dry.body).toMatchObject({ version: null, rows: 2, items: 2, added: 2, rejected: 0 });
    expect(await person.rpc.item.getItemList.query({ project: { slug } })).toBeNull();

    expect((await send({ slug }, first)).body).toMatchObject({ version: 1, added: 2 });
    const second = await send({ slug }, "code,description\n012345,Green tea\n012347,Salt\n012347,Salt\n");
    expect(second.body).toMatchObject({
      version: 2,
      items: 2,
      added: 1,
      changed: 1,
      removed: 1,
      repeated: 1,
      unchanged: 0,
    });
    expect(await itemsOf(slug)).toMatchObject([{ code: "012345", description: "Green tea" }, { code: "012347" }]);
    expect(await itemsOf(slug, 1)).toMatchObject([
      { code: "012345", description: "Tea", unitPrice: 1.99 },
      { code: "012346" },
    ]);
    const list = await person.rpc.item.getItemList.query({ project: { slug } });
    expect(list?.versions.map(({ version, items, createdBy }) => ({ version, items, createdBy }))).toEqual([
      { version: 2, items: 2, createdBy: admin.user.name },
      { version: 1, items: 2, createdBy: admin.user.name },
    ]);
    const { items: entries } = await admin.rpc.audit.fetchAudit.query({ filters: { kinds: ["item"] } });
    expect(entries[0]).toMatchObject({ action: "item.import", details: { version: 2, items: 2 } });
  });

  it("lists each rejected row once and imports nothing, or the other rows on request", async () => {
    const { slug } = await newEvent();
    const file =
      "code,description,price\n012345,Tea,1\n12,Milk,1\n012346,Salt,cheap\n012347,A,1\n012347,B,1\n012348,x,1,9\n";
    const refused = await send({ slug }, file);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("5 rows are rejected"),
    });
    expect(refused.body.details?.rejections).toEqual([
      { line: 3, reason: expect.stringContaining('The code "12" does not have six digits.') },
      { line: 4, reason: 'Unit price "cheap" is not a number.' },
      { line: 5, reason: "Code 012347 has different data in line 5 and line 6." },
      { line: 6, reason: "Code 012347 has different data in line 6 and line 5." },
      { line: 7, reason: "The row has 4 columns and the header 3." },
    ]);
    expect(await itemsOf(slug)).toEqual([]);
    expect((await send({ slug }, file, { skipRejected: true })).body).toMatchObject({
      version: 1,
      items: 1,
      rejected: 5,
    });
    expect(await itemsOf(slug)).toMatchObject([{ code: "012345" }]);
  });

  it("names the first lines of a code that many rows have, and counts equal rows once", async () => {
    const { slug } = await newEvent();
    const { body } = await send(
      { slug },
      oneCode((nth) => `Tea ${nth}`),
    );
    expect(body.details).toMatchObject({ items: 0, rejected: 30, repeated: 0 });
    expect(body.details?.rejections.at(-1)).toEqual({
      line: 31,
      reason: "Code 012345 has different data in line 31 and line 2, 3, 4, 5, 6, ….",
    });
    expect(
      (
        await send(
          { slug },
          oneCode(() => "Tea"),
        )
      ).body,
    ).toMatchObject({ items: 1, rejected: 0, repeated: 29 });
  });

  it("refuses an import into an event that was completed during the upload", async () => {
    const event = await makeProject(api.database.db, { status: "completed" });
    const folder = await makeTemporaryFolder();
    onTestFinished(() => folder.remove());
    const path = join(folder.path, "items.csv");
    await writeFile(path, "012345,Tea\n");
    const source = { path, outPath: `${path}.rows`, fileName: "items.csv", userSid: null };
    const context = { ...api.services, call: null };
    const input = itemImportInputSchema.parse({});
    await expect(importItems(context, { projectSid: event.sid }, source, { input })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    expect(await person.rpc.item.getItemList.query({ project: { slug: event.slug } })).toBeNull();
  });

  it("refuses a misspelled option instead of importing", async () => {
    const { slug } = await newEvent();
    // Not an option, but a plausible typing error of a caller.
    const misspelled = { dryRun: true } as Partial<ItemImportInput>;
    expect((await send({ slug }, "012345\n", misspelled)).status).toBe(400);
    expect((await send({ slug }, "012345\n", { step: "dryRun" })).status).toBe(200);
  });

  it("refuses options that are too long instead of importing without them", async () => {
    const { slug } = await newEvent();
    const options = { step: "dryRun" as const, sheet: "x".repeat(9000) };
    expect(await send({ slug }, "012345\n", options)).toMatchObject({
      status: 400,
      body: { message: "The field options is too long." },
    });
    expect(await person.rpc.item.getItemList.query({ project: { slug } })).toBeNull();
  });

  it("refuses an import that was checked against another version", async () => {
    const { slug } = await newEvent();
    await send({ slug }, "012345\n");
    expect((await send({ slug }, "012346\n", { expectedVersion: 0 })).body).toMatchObject({ code: "CONFLICT" });
    expect((await send({ slug }, "012346\n", { expectedVersion: 1 })).status).toBe(200);
  });

  it("reports progress and the result as lines of JSON", async () => {
    const { slug } = await newEvent();
    const form = await makeForm([["file", "012345\n", "items.csv"]]);
    const response = await api.inject({
      method: "POST",
      url: `/api/projects/${slug}/items/import`,
      headers: { ...admin.headers, ...form.headers, accept: "application/x-ndjson" },
      payload: form.payload,
    });
    const lines: unknown[] = response.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ progress: { phase: "storing", share: 0 } });
    expect(lines.at(-1)).toMatchObject({ result: { version: 1, items: 1 } });
  });

  it("members read a group's list and only admins import it", async () => {
    const file = "012345,Tea\n";
    expect((await send({ group: EVERYONE }, file, {}, person)).status).toBe(403);
    expect((await send({ group: EVERYONE }, file)).status).toBe(200);
    expect((await person.rpc.item.getItemList.query({ group: EVERYONE }))?.name).toBe("Everyone");
    const { sid: group } = await admin.rpc.group.createGroup.mutate({ name: "North" });
    expect((await send({ group }, file)).status).toBe(200);
    expect(await codeOf(person.rpc.item.getItemList.query({ group }))).toBe("NOT_FOUND");
    expect((await person.rpc.item.fetchItemLists.query()).map(({ name }) => name)).toEqual(["Everyone"]);
  });
});

/** An image with two stickers that were read with confidence. */
async function readEvent(...codes: string[]) {
  const { db } = api.database;
  const event = await newEvent();
  const image = await makeImage(db, {
    projectSid: event.sid,
    status: "pending",
    stickersCount: 2,
    validStickersCount: 2,
  });
  const predictions = codes.map((value) => {
    const code = { value, pattern: String.raw`^\d{6}$`, confidence: 0.95 };
    return makePrediction({ code, values: [{ field: "code", value, confidence: 0.95 }] });
  });
  const { sid: modelSid } = await makeModel(db);
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid, predictions });
  const fetch = () => person.rpc.image.getProjectImage.query({ projectSlug: event.slug, imageSid: image.sid });
  const apply = () => applyItemListToEvent({ db, queue: api.services.queue }, event.sid, new AbortController().signal);
  return { ...event, image, detection, fetch, apply };
}

describe("PD-80: an event's item list", () => {
  it("makes codes that are not listed doubtful, and a person's confirmation counts", async () => {
    const event = await readEvent("012345", "999999");
    await send({ slug: event.slug }, "code,description\n012345,Tea\n");
    await event.apply();
    const before = await event.fetch();
    expect(before.detections[0]?.results.map(({ code }) => code)).toMatchObject([
      { value: "012345", pattern: expect.any(String) },
      { value: "999999", pattern: null, listing: "unlisted" },
    ]);
    expect(before.detections[0]).toMatchObject({ progress: 50 });
    const { rows } = await api.database.db.execute(
      sql`select 1 from pgboss.job where name = 'find-duplicates' and data ->> 'imageSid' = ${event.image.sid}`,
    );
    expect(rows).toHaveLength(1);
    const { detection } = event;
    expect(await codeOf(person.rpc.imageDetection.validateImageDetection.mutate({ sid: detection.sid }))).toBe(
      "PRECONDITION_FAILED",
    );
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: detection.sid,
      patches: [{ op: "replace", path: "/1/code/value", value: "999999" }],
    });
    await person.rpc.imageDetection.validateImageDetection.mutate({ sid: detection.sid });
    expect(
      await person.rpc.item.lookUpItems.query({ project: { slug: event.slug }, codes: ["012345", "999999"] }),
    ).toMatchObject({
      hasList: true,
      items: [{ code: "012345", description: "Tea" }],
    });
  });

  it("is applied to images that are unlocked, and the answer has their last dates and revisions", async () => {
    const event = await readEvent("012345");
    const { db } = api.database;
    const validated = await person.rpc.image.validateImages.mutate({ images: [{ sid: event.image.sid }] });
    await send({ slug: event.slug }, "000001,Salt\n");
    const unlocked = await person.rpc.image.invalidateImages.mutate({
      images: validated.done.flatMap(({ sid, statusDate, detection }) =>
        detection ? [{ sid, statusDate, detection }] : [],
      ),
    });
    const [image] = await db.select().from(images).where(eq(images.sid, event.image.sid));
    const [detection] = await db.select().from(imageDetections).where(eq(imageDetections.sid, event.detection.sid));
    expect(detection?.itemCodes).toMatchObject({ unlisted: ["012345"] });
    expect(unlocked.done).toMatchObject([
      { statusDate: image?.statusDate.toISOString(), detection: { revision: detection?.revision } },
    ]);
  });

  it("looks up the codes of stickers that people draw", async () => {
    const event = await readEvent("012345");
    await send({ slug: event.slug }, "012345\n");
    await event.apply();
    const added = { ...makePrediction(), code: { value: "", pattern: null }, values: [] };
    const answer = await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: event.detection.sid,
      patches: [
        { op: "add", path: "/-", value: added },
        { op: "replace", path: "/1/values", value: [{ field: "code", value: "777777", confidence: 0.99 }] },
      ],
    });
    expect(answer.results[1]?.code).toMatchObject({ value: "777777", pattern: null, listing: "unlisted" });
  });

  it("can be changed or removed, and the results follow", async () => {
    const event = await readEvent("012345", "999999");
    await send({ group: EVERYONE }, "999999\n");
    const { choices } = await person.rpc.item.getEventItemList.query({ slug: event.slug });
    const list = choices.find(({ group }) => group === EVERYONE)?.sid ?? "";
    const project = { slug: event.slug };
    expect(await person.rpc.item.chooseItemList.mutate({ project, list })).toMatchObject({
      chosen: list,
      version: { items: 1 },
    });
    await event.apply();
    expect((await event.fetch()).detections[0]?.results.map(({ code }) => code.pattern === null)).toEqual([
      true,
      false,
    ]);
    await person.rpc.item.chooseItemList.mutate({ project, list: null });
    await event.apply();
    expect((await event.fetch()).detections[0]).toMatchObject({ progress: 100, itemCodes: null });
    expect(await codeOf(person.rpc.item.chooseItemList.mutate({ project, list: "z".repeat(24) }))).toBe("NOT_FOUND");
  });

  it("stays the one with which the event was completed, until it is opened again", async () => {
    const event = await readEvent("012345");
    const { slug } = event;
    await send({ slug }, "012345,Tea\n");
    await event.apply();
    await person.rpc.imageDetection.validateImageDetection.mutate({ sid: event.detection.sid });
    await person.rpc.project.completeProject.mutate({ slug });
    expect((await send({ slug }, "000001,Salt\n")).status).toBe(412);
    expect(await person.rpc.item.getEventItemList.query({ slug })).toMatchObject({
      isPinned: true,
      version: { version: 1 },
    });
    await person.rpc.project.reopenProject.mutate({ slug });
    expect((await send({ slug }, "000001,Salt\n")).status).toBe(200);
    await event.apply();
    const validated = (await event.fetch()).detections[0];
    expect(validated?.results[0]?.code.pattern).not.toBeNull();
    const unlocked = await person.rpc.imageDetection.invalidateImageDetection.mutate({ sid: event.detection.sid });
    expect(unlocked.results[0]?.code).toMatchObject({ pattern: null, listing: "unlisted" });
  });
});
