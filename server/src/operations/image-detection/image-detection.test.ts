import { type DetectionStatus, type Patch, makePatch as patch } from "@precount/domain";
import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectionPatches, imageDetections } from "../../db/schema/detections.ts";
import { images } from "../../db/schema/images.ts";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

const invalid = makePrediction({ code: { value: "12", pattern: null, confidence: 0.9 } });

/** A detection of two stickers: one valid, one with a code of two digits. */
async function make(status: DetectionStatus = "inferred", project: Parameters<typeof makeProject>[1] = {}) {
  const { db } = api.database;
  const event = await makeProject(db, project);
  const image = await makeImage(db, {
    projectSid: event.sid,
    status: status === "validated" || status === "selected" ? "approved" : "processed",
  });
  const predictions = status === "inferred" ? [makePrediction(), invalid] : [makePrediction(), makePrediction()];
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid, status, predictions });
  return { sid: detection.sid, imageSid: image.sid };
}

const push = (
  sid: string,
  patches: Patch[],
  more: { revision?: number; key?: string; author?: string } = {},
  caller = person,
) => caller.rpc.imageDetection.pushImageDetectionPatches.mutate({ sid, patches, ...more });
const statusOfImage = async (sid: string) =>
  (await api.database.db.select().from(images).where(eq(images.sid, sid)))[0]?.status;

const pull = (sid: string, index?: number, caller = person) =>
  caller.rpc.imageDetection.pullImageDetectionPatches.mutate({ sid, ...(index !== undefined && { index }) });
const call =
  (verb: "deleteImageDetection" | "validateImageDetection" | "invalidateImageDetection" | "activate") =>
  (sid: string, caller: Pick<Caller, "rpc"> = person) =>
    caller.rpc.imageDetection[verb].mutate({ sid });

describe("S7.09 pushImageDetectionPatches", () => {
  it("refuses a value with half of a surrogate pair", async () => {
    const { sid } = await make();
    expect(await codeOf(push(sid, [patch.code(0, "1\udc00")]))).toBe("BAD_REQUEST");
  });

  it("appends, derives status and counts, and keeps the predictions of the model unchanged", async () => {
    const { sid, imageSid } = await make();
    const drafted = await push(sid, [patch.quantity(0, "7")]);
    expect(drafted).toMatchObject({ status: "drafted", revision: 1, progress: 50, count: 2 });
    expect(drafted.results[0]?.quantity).toEqual({ value: "7", pattern: expect.any(String) });
    const patched = await push(sid, [patch.code(1, "000042")], { revision: 1 });
    expect(patched).toMatchObject({ status: "patched", revision: 2, progress: 100 });
    expect(patched.predictions[1]?.code.value).toBe("12");
    expect(patched.patches).toHaveLength(2);
    expect(await statusOfImage(imageSid)).toBe("pending");
    const [row] = await api.database.db.select().from(imageDetections).where(eq(imageDetections.sid, sid));
    expect(row).toMatchObject({ patchedStickersCount: 2, patchedStickersCodesCount: 1, codesWithLeadingZeroCount: 2 });
  });

  it("adds, discards and recovers results", async () => {
    const { sid } = await make();
    const added = await push(sid, [patch.add(makePrediction({ confidence: 1 })), patch.discard(1)]);
    expect(added).toMatchObject({ status: "patched", count: 2 });
    expect(added.results.map(({ discarded, original }) => [discarded, original === null])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect(await push(sid, [patch.recover(1)])).toMatchObject({ status: "drafted", count: 3 });
  });

  it("treats a repeated key as the same push", async () => {
    const { sid } = await make();
    const first = await push(sid, [patch.add(makePrediction())], { key: "a" });
    const again = await push(sid, [patch.add(makePrediction())], { key: "a", revision: 0 });
    expect(again).toEqual(first);
    const both = await Promise.all([1, 2, 3].map(() => push(sid, [patch.code(0, "111111")], { key: "b" })));
    expect(new Set(both.map(({ revision }) => revision))).toEqual(new Set([2]));
    const log = await api.database.db.select().from(detectionPatches).where(eq(detectionPatches.detectionSid, sid));
    expect(log.map(({ pushKey }) => pushKey)).toEqual(["a", "b"]);
  });

  it("a repeated key returns the place of its push, also after later pushes", async () => {
    const { sid } = await make();
    const other = await api.signIn();
    await push(sid, [patch.add(makePrediction())], {}, other);
    const first = await push(sid, [patch.add(makePrediction()), patch.code(0, "111111")], { key: "a", revision: 0 });
    expect(first.push).toEqual({ revision: 2, added: [3] });
    await push(sid, [patch.code(0, "222222")], {}, other);
    const again = await push(sid, [patch.add(makePrediction()), patch.code(0, "111111")], { key: "a", revision: 0 });
    expect(again).toMatchObject({ revision: 3, push: first.push });
    expect(again.results.map(({ code }) => code.value)).toEqual(["222222", "12", "012345", "012345"]);
    await pull(sid);
    expect((await push(sid, [patch.add(makePrediction())], { key: "a" })).push).toEqual({ revision: 2, added: [null] });
  });

  it("answers a known key even after the detection was frozen, and refuses a new one", async () => {
    const { sid } = await make();
    await push(sid, [patch.code(1, "222222")], { key: "a" });
    await call("validateImageDetection")(sid);
    expect(await push(sid, [patch.code(1, "222222")], { key: "a" })).toMatchObject({ status: "validated" });
    expect(await codeOf(push(sid, [patch.code(1, "333333")], { key: "b" }))).toBe("PRECONDITION_FAILED");
  });

  it("a refused push does not use up its key: it can be sent again", async () => {
    const { sid } = await make();
    await push(sid, [patch.code(1, "111111")]);
    expect(await codeOf(push(sid, [patch.code(1, "333333")], { key: "a", revision: 0 }))).toBe("CONFLICT");
    const kept = await push(sid, [patch.code(1, "333333")], { key: "a", revision: 1 });
    expect(kept.results[1]?.code.value).toBe("333333");
  });

  it("refuses edits that waited in a browser when another person has signed in", async () => {
    const { sid } = await make();
    const other = await api.signIn();
    const author = person.user.sid;
    expect(await codeOf(push(sid, [patch.code(0, "111111")], { key: "a", author }, other))).toBe("UNAUTHORIZED");
    expect(await push(sid, [patch.code(0, "111111")], { key: "a", author })).toMatchObject({ revision: 1 });
  });

  it("edits of two people merge; the same field is a CONFLICT with the current value", async () => {
    const { sid } = await make();
    const other = await api.signIn();
    await push(sid, [patch.code(1, "111111")], { revision: 0 });
    const merged = await push(sid, [patch.quantity(1, "5"), patch.code(0, "222222")], { revision: 0 }, other);
    expect(merged.results.map(({ code }) => code.value)).toEqual(["222222", "111111"]);
    const refused = await errorOf(push(sid, [patch.code(1, "333333")], { revision: 0 }, other));
    expect(refused).toEqual({
      code: "CONFLICT",
      message: "Someone else has changed the code of result 2 meanwhile, it is now '111111'.",
    });
    const agreed = await push(sid, [patch.code(1, "111111")], { revision: 0 }, other);
    expect(agreed.results[1]?.code.value).toBe("111111");
    expect(await push(sid, [patch.code(1, "333333")], { revision: agreed.revision })).toMatchObject({ revision: 4 });
  });

  it("two people who add a result at the same time each keep theirs, and later edits apply to the right one", async () => {
    const { sid } = await make();
    await push(sid, [patch.add(makePrediction({ code: { value: "111111", pattern: null } }))], { revision: 0 });
    const second = await push(
      sid,
      [patch.add(makePrediction({ code: { value: "222222", pattern: null } })), patch.code(2, "999999")],
      { revision: 0 },
    );
    expect(second.results.slice(2).map(({ code }) => code.value)).toEqual(["111111", "999999"]);
  });

  it("stores twenty concurrent entries in one order", async () => {
    const { sid } = await make();
    await Promise.all(Array.from({ length: 20 }, (_, i) => push(sid, [patch.quantity(0, String(i + 1))])));
    const log = await api.database.db.select().from(detectionPatches).where(eq(detectionPatches.detectionSid, sid));
    expect(log.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  it("refuses a box outside the photo, an unknown result and unknown paths", async () => {
    const { sid } = await make();
    const outside = patch.rect(0, { x: 3900, y: 0, width: 200, height: 100 });
    expect(await errorOf(push(sid, [outside]))).toEqual({ code: "BAD_REQUEST", message: "Invalid form values" });
    expect(await codeOf(push(sid, [patch.code(9, "111111")]))).toBe("BAD_REQUEST");
    const unknown = { op: "replace", path: "/0/confidence", value: 1 };
    // Input of a hostile client.
    expect(await codeOf(push(sid, [unknown as unknown as Patch]))).toBe("BAD_REQUEST");
    expect(await codeOf(push(sid, []))).toBe("BAD_REQUEST");
  });

  it.each<[DetectionStatus, RegExp]>([
    ["validated", /unlock it first/],
    ["selected", /is selected: unlock it first/],
    ["discarded", /is deleted/],
  ])("S4.17 is refused when %s", async (status, reason) => {
    const { sid } = await make(status);
    expect(await errorOf(push(sid, [patch.code(0, "111111")]))).toEqual({
      code: "PRECONDITION_FAILED",
      message: expect.stringMatching(reason),
    });
  });

  it("needs a session; is NOT_FOUND for a hidden event and an unknown id", async () => {
    const { sid } = await make("inferred", { status: "preview" });
    const input = { sid, patches: [patch.code(0, "111111")] };
    expect(await codeOf(api.anonymous.imageDetection.pushImageDetectionPatches.mutate(input))).toBe("UNAUTHORIZED");
    expect(await codeOf(push(sid, input.patches))).toBe("NOT_FOUND");
    expect(await codeOf(push("a".repeat(24), input.patches))).toBe("NOT_FOUND");
    const admin = await api.signIn({ role: "admin" });
    expect(await push(sid, input.patches, {}, admin)).toMatchObject({ revision: 1 });
  });
});

describe("S7.09 pullImageDetectionPatches", () => {
  it("reverts the patches of one result or of all, and keeps them in the log", async () => {
    const { sid, imageSid } = await make();
    await push(sid, [patch.code(0, "111111"), patch.code(1, "222222"), patch.add(makePrediction())]);
    const one = await pull(sid, 0);
    expect(one.results.map(({ code }) => code.value)).toEqual(["012345", "222222", "012345"]);
    expect(one).toMatchObject({ status: "patched", revision: 2 });
    const added = await pull(sid, 2);
    expect(added.results[2]).toMatchObject({ discarded: true, original: null });
    const all = await pull(sid);
    expect(all).toMatchObject({ status: "inferred", patches: [], count: 2 });
    expect(await statusOfImage(imageSid)).toBe("processed");
    const log = await api.database.db.select().from(detectionPatches).where(eq(detectionPatches.detectionSid, sid));
    expect(log).toHaveLength(4);
    expect(await pull(sid)).toEqual(all);
  });

  it("a reverted result is a conflict for a client with an older revision", async () => {
    const { sid } = await make();
    const seen = await push(sid, [patch.code(0, "111111"), patch.add(makePrediction())]);
    await pull(sid);
    const { revision } = seen;
    expect(await errorOf(push(sid, [patch.code(0, "222222")], { revision }))).toEqual({
      code: "CONFLICT",
      message: "Someone else has changed the code of result 1 meanwhile, it is now '012345'.",
    });
    expect(await codeOf(push(sid, [patch.code(2, "222222")], { revision }))).toBe("CONFLICT");
    expect(await push(sid, [patch.quantity(0, "9")], { revision })).toMatchObject({ status: "drafted" });
  });

  it("needs a session, an event that the user may see, and a detection that is not frozen", async () => {
    const { sid } = await make("validated");
    expect(await codeOf(api.anonymous.imageDetection.pullImageDetectionPatches.mutate({ sid }))).toBe("UNAUTHORIZED");
    expect(await codeOf(pull(sid))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(pull((await make("inferred", { status: "preview" })).sid))).toBe("NOT_FOUND");
  });
});

describe("S4.18 delete, validate, unlock, select", () => {
  const [remove, validate, unlock, select] = [
    call("deleteImageDetection"),
    call("validateImageDetection"),
    call("invalidateImageDetection"),
    call("activate"),
  ];

  it("S4.15 validating approves the image, and unlocking reverts that", async () => {
    const { sid, imageSid } = await make();
    expect(await errorOf(validate(sid))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "1 result is still invalid: correct or discard them first.",
    });
    await push(sid, [patch.code(1, "222222")]);
    expect(await validate(sid)).toMatchObject({ status: "validated", revision: 2 });
    expect(await statusOfImage(imageSid)).toBe("approved");
    const [row] = await api.database.db.select().from(imageDetections).where(eq(imageDetections.sid, sid));
    expect(row?.validatedBy).toBe(person.user.sid);
    expect(await unlock(sid)).toMatchObject({ status: "patched" });
    expect(await statusOfImage(imageSid)).toBe("pending");
  });

  it("selecting one sets the previous one back to validated", async () => {
    const first = await make("validated");
    const other = await makeModel(api.database.db);
    const { sid } = await makeDetection(api.database.db, {
      imageSid: first.imageSid,
      modelSid: other.sid,
      status: "validated",
    });
    expect(await select(first.sid)).toMatchObject({ status: "selected" });
    expect(await person.rpc.image.setActiveImageDetection.mutate({ sid })).toMatchObject({ status: "selected" });
    const [row] = await api.database.db.select().from(imageDetections).where(eq(imageDetections.sid, first.sid));
    expect(row?.status).toBe("validated");
  });

  it("S4.14 a deleted detection is kept for the record and no longer counts for the image", async () => {
    const { sid, imageSid } = await make();
    expect(await remove(sid)).toMatchObject({ status: "discarded" });
    expect(await statusOfImage(imageSid)).toBe("uploaded");
    expect(await codeOf(remove((await make("validated")).sid))).toBe("PRECONDITION_FAILED");
  });

  it("each needs a session, a visible and open event, and the right state", async () => {
    const hidden = await make("patched", { status: "preview" });
    const closed = await make("validated", { status: "completed" });
    const anonymous = { rpc: api.anonymous };
    for (const verb of [remove, validate, unlock, select]) {
      expect(await codeOf(verb(hidden.sid, anonymous))).toBe("UNAUTHORIZED");
      expect(await codeOf(verb(hidden.sid))).toBe("NOT_FOUND");
      expect(await codeOf(verb(closed.sid))).toBe("PRECONDITION_FAILED");
    }
    expect(await codeOf(unlock((await make()).sid))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(select((await make()).sid))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(validate((await make("validated")).sid))).toBe("PRECONDITION_FAILED");
  });
});
