import { type BulkResponse, makePatch } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, inArray } from "../../db/drizzle.ts";
import { imageDetections } from "../../db/schema/detections.ts";
import { images } from "../../db/schema/images.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let other: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  other = await api.signIn({ role: "admin" });
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

const invalid = makePrediction({ code: { value: "12", pattern: null } });
type ImageGiven = Partial<Parameters<typeof makeImage>[1]>;
type EventGiven = Parameters<typeof makeProject>[1];

/** Processed images: all results of `a.jpg` are valid by default. */
async function makeRead(
  names: readonly string[],
  given: ImageGiven & { predictions?: object[] } = {},
  event: EventGiven = {},
) {
  const { db } = api.database;
  const { predictions, ...image } = given;
  const project = await makeProject(db, event);
  const made: { sid: string; detectionSid: string }[] = [];
  for (const name of names) {
    const { sid } = await makeImage(db, { projectSid: project.sid, name, status: "pending", ...image });
    const found = predictions ? { predictions: predictions as (typeof invalid)[] } : {}; // makePrediction always sets it
    const { sid: detectionSid } = await makeDetection(db, { imageSid: sid, modelSid, ...found });
    made.push({ sid, detectionSid });
  }
  return { project, made, images: made.map(({ sid }) => ({ sid })) };
}

const rejected = () => ({ status: "rejected" as const, rejectedAt: new Date(), rejectedBy: person.user.sid });
const stateOf = async (sid: string) =>
  (await api.database.db.select().from(images).where(eq(images.sid, sid)))[0]?.status;
const detectionOf = async (sid: string) =>
  (await api.database.db.select().from(imageDetections).where(eq(imageDetections.sid, sid)))[0];
const reasonsOf = ({ refused }: BulkResponse) => refused.map(({ name, reason }) => `${name}: ${reason}`).toSorted();
const undoable = ({ done }: BulkResponse) =>
  done.flatMap(({ sid, statusDate, detection }) => (detection ? [{ sid, statusDate, detection }] : []));

const VERBS = {
  reject: (asked: { sid: string; statusDate?: string }[], { rpc }: Pick<Caller, "rpc"> = person) =>
    rpc.image.rejectImages.mutate({ images: asked }),
  recover: (asked: { sid: string; statusDate?: string }[], { rpc }: Pick<Caller, "rpc"> = person) =>
    rpc.image.recoverImages.mutate({ images: asked }),
  validate: (asked: { sid: string; statusDate?: string }[], { rpc }: Pick<Caller, "rpc"> = person) =>
    rpc.image.validateImages.mutate({ images: asked }),
  detect: (asked: { sid: string }[], { rpc }: Pick<Caller, "rpc"> = person) =>
    rpc.image.detectImages.mutate({ images: asked, modelSid }),
};
const { reject, recover, validate, detect } = VERBS;
const invalidate = (asked: ReturnType<typeof undoable>, { rpc }: Pick<Caller, "rpc"> = person) =>
  rpc.image.invalidateImages.mutate({ images: asked });

describe("S4.15 validating many", () => {
  it("validates detections whose results are all valid, gives reasons for the others, and updates the images", async () => {
    const { db } = api.database;
    const { project, made, images: good } = await makeRead(["a.jpg", "b.jpg"]);
    const add = async (name: string, given: ImageGiven, predictions?: (typeof invalid)[]) => {
      const { sid } = await makeImage(db, { projectSid: project.sid, name, ...given });
      if (predictions) await makeDetection(db, { imageSid: sid, modelSid, predictions });
      return { sid };
    };
    const others = [
      await add("doubtful.jpg", { status: "processed" }, [makePrediction(), invalid]),
      await add("empty.jpg", { status: "pending" }, []),
      await add("rejected.jpg", rejected(), [makePrediction()]),
      await add("unread.jpg", {}),
    ];
    const answer = await validate([...good, ...others]);
    expect(answer.done.map(({ name }) => name).toSorted()).toEqual(["a.jpg", "b.jpg"]);
    expect(reasonsOf(answer)).toEqual([
      "doubtful.jpg: 1 result is still invalid: correct or discard them first.",
      "empty.jpg: Nothing was found on this image: draw its shelf or labels, or reject the image.",
      "rejected.jpg: This image is rejected: recover it first.",
      "unread.jpg: No model has processed this image yet.",
    ]);
    for (const { sid, detectionSid } of made) {
      expect(await stateOf(sid)).toBe("approved");
      expect(await detectionOf(detectionSid)).toMatchObject({
        status: "validated",
        revision: 1,
        validatedBy: person.user.sid,
        validatedAt: expect.any(Date),
      });
    }
    // A repeated call changes nothing and is still published.
    const again = await validate(good);
    expect(again.done).toEqual([]);
    expect(reasonsOf(again)).toEqual(["a.jpg", "b.jpg"].map((name) => `${name}: This image is already approved.`));
  });

  it("validates the latest of several detections only", async () => {
    const { made, images: asked } = await makeRead(["a.jpg"]);
    const second = await makeModel(api.database.db);
    const imageSid = made[0]?.sid ?? "";
    const latest = await makeDetection(api.database.db, {
      imageSid,
      modelSid: second.sid,
      inferredAt: new Date(Date.now() + 60_000),
    });
    const { done } = await validate(asked);
    expect(done).toMatchObject([{ sid: imageSid, detection: { sid: latest.sid, revision: 1 } }]);
    expect(await detectionOf(made[0]?.detectionSid ?? "")).toMatchObject({ status: "inferred", revision: 0 });
  });

  it("refuses values that were changed after they were shown, and a detection that was not shown", async () => {
    const { made, images: asked } = await makeRead(["a.jpg", "b.jpg", "c.jpg"]);
    const [a, b] = made;
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: a?.detectionSid ?? "",
      patches: [makePatch.quantity(0, "7")],
    });
    const shown = (at: number, sid: string, revision: number) => ({ ...asked[at]!, detection: { sid, revision } });
    const answer = await person.rpc.image.validateImages.mutate({
      images: [
        shown(0, a?.detectionSid ?? "", 0),
        shown(1, a?.detectionSid ?? "", 0),
        shown(2, made[2]?.detectionSid ?? "", 0),
      ],
    });
    expect(answer.done.map(({ name }) => name)).toEqual(["c.jpg"]);
    const reason = "Its values were changed after they were shown to you. Look at them again.";
    expect(reasonsOf(answer)).toEqual([`a.jpg: ${reason}`, `b.jpg: ${reason}`]);
    expect(await stateOf(b?.sid ?? "")).toBe("pending");
    const again = await person.rpc.image.validateImages.mutate({ images: [shown(0, a?.detectionSid ?? "", 1)] });
    expect(again.done.map(({ name }) => name)).toEqual(["a.jpg"]);
  });

  it("Undo unlocks the validated detections and derives their status from the patches", async () => {
    const { made, images: asked } = await makeRead(["a.jpg", "b.jpg"]);
    const [a, b] = made;
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: a?.detectionSid ?? "",
      patches: [makePatch.quantity(0, "7")],
    });
    const answer = await validate(asked);
    const undone = await invalidate(undoable(answer));
    expect(undone.refused).toEqual([]);
    expect(await detectionOf(a?.detectionSid ?? "")).toMatchObject({ status: "patched", validatedAt: null });
    expect(await detectionOf(b?.detectionSid ?? "")).toMatchObject({ status: "inferred", validatedBy: null });
    expect(await stateOf(a?.sid ?? "")).toBe("pending");
    // One entry is enough.
    expect(reasonsOf(await invalidate(undoable(answer)))).toEqual(
      ["a.jpg", "b.jpg"].map((name) => `${name}: Its status has changed since then.`),
    );
  });

  it("Undo skips images that have changed since", async () => {
    const { made, images: asked } = await makeRead(["a.jpg", "b.jpg", "c.jpg"]);
    const answer = await validate(asked);
    const [a, b] = made;
    await other.rpc.imageDetection.activate.mutate({ sid: a?.detectionSid ?? "" });
    await other.rpc.image.rejectImage.mutate({ sid: b?.sid ?? "" });
    const undone = await invalidate(undoable(answer));
    expect(undone.done.map(({ name }) => name)).toEqual(["c.jpg"]);
    expect(reasonsOf(undone)).toEqual([
      "a.jpg: Its detection was changed again meanwhile.",
      "b.jpg: Its status has changed since then.",
    ]);
    expect(await detectionOf(a?.detectionSid ?? "")).toMatchObject({ status: "selected" });
    expect(await stateOf(b?.sid ?? "")).toBe("rejected");
  });
});

describe("S4.12 rejecting and recovering many", () => {
  it("rejects, closes queued jobs and counts them; Undo recovers to the derived status", async () => {
    const { made, images: asked } = await makeRead(["a.jpg", "b.jpg"]);
    await detect(asked.slice(0, 1));
    const answer = await reject(asked);
    expect(answer).toMatchObject({ refused: [], endedJobs: 1 });
    const rows = await api.database.db
      .select()
      .from(images)
      .where(
        inArray(
          images.sid,
          asked.map(({ sid }) => sid),
        ),
      );
    expect(rows).toMatchObject([
      { status: "rejected", rejectedBy: person.user.sid },
      { status: "rejected", rejectedBy: person.user.sid },
    ]);
    expect(new Set(answer.done.map(({ statusDate }) => statusDate))).toEqual(
      new Set(rows.map(({ statusDate }) => statusDate.toISOString())),
    );
    const undone = await recover(answer.done.map(({ sid, statusDate }) => ({ sid, statusDate })));
    expect(undone).toMatchObject({ refused: [], endedJobs: 0 });
    for (const { sid } of made) expect(await stateOf(sid)).toBe("pending");
  });

  it("recovers each to its own status", async () => {
    const { db } = api.database;
    const { project, images: asked } = await makeRead(["valid.jpg"], rejected());
    const doubtful = await makeImage(db, { projectSid: project.sid, name: "doubtful.jpg", ...rejected() });
    await makeDetection(db, { imageSid: doubtful.sid, modelSid, predictions: [invalid] });
    const unread = await makeImage(db, { projectSid: project.sid, name: "unread.jpg", ...rejected() });
    const approved = await makeImage(db, { projectSid: project.sid, name: "approved.jpg", ...rejected() });
    await makeDetection(db, { imageSid: approved.sid, modelSid, status: "validated" });
    const all = [...asked, doubtful, unread, approved].map(({ sid }) => ({ sid }));
    expect((await recover(all)).refused).toEqual([]);
    expect(await Promise.all(all.map(({ sid }) => stateOf(sid)))).toEqual([
      "pending",
      "processed",
      "uploaded",
      "approved",
    ]);
    expect(reasonsOf(await recover(asked))).toEqual([
      "valid.jpg: This image is pending: recover is possible only when it is rejected.",
    ]);
  });

  it("Undo of a recovery rejects again, except images approved since", async () => {
    const { images: asked } = await makeRead(["a.jpg", "b.jpg"], rejected());
    const { done } = await recover(asked);
    await validate(asked.slice(0, 1), other);
    const undone = await reject(done.map(({ sid, statusDate }) => ({ sid, statusDate })));
    expect(undone.done.map(({ name }) => name)).toEqual(["b.jpg"]);
    expect(reasonsOf(undone)).toEqual(["a.jpg: Its status has changed since then."]);
    expect(await Promise.all(asked.map(({ sid }) => stateOf(sid)))).toEqual(["approved", "rejected"]);
  });

  it("skips an image whose status has changed in the meantime", async () => {
    const { images: asked } = await makeRead(["a.jpg"]);
    const { done } = await reject(asked);
    await recover(asked, other);
    await reject(asked, other);
    expect(reasonsOf(await recover(done))).toEqual(["a.jpg: Its status has changed since then."]);
    expect(await stateOf(asked[0]?.sid ?? "")).toBe("rejected");
  });
});

describe("S7.08 detecting on many", () => {
  it("queues each allowed image once, and gives reasons for the others", async () => {
    const { db } = api.database;
    const { project, images: asked } = await makeRead(["a.jpg", "b.jpg"]);
    const approved = await makeImage(db, { projectSid: project.sid, name: "approved.jpg", status: "approved" });
    await detect(asked.slice(0, 1));
    const answer = await detect([...asked, approved].map(({ sid }) => ({ sid })));
    expect(answer.done.map(({ name }) => name)).toEqual(["b.jpg"]);
    expect(reasonsOf(answer)).toEqual([
      "a.jpg: This model is already queued for this image.",
      "approved.jpg: This image is approved: unlock its detections first.",
    ]);
    const jobs = await db
      .select()
      .from(imageJobs)
      .where(eq(imageJobs.imageSid, asked[1]?.sid ?? ""));
    expect(jobs).toMatchObject([{ state: "queued", modelSid, queueId: expect.any(String) }]);
  });

  it("S4.21 refuses retired and unknown models, and a model in preview except for admins", async () => {
    const { images: asked } = await makeRead(["a.jpg"]);
    const retired = await makeModel(api.database.db, { status: "retired" });
    const preview = await makeModel(api.database.db, { status: "preview" });
    const ask = (sid: string, { rpc } = person) => rpc.image.detectImages.mutate({ images: asked, modelSid: sid });
    expect(await codeOf(ask(retired.sid))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(ask(preview.sid))).toBe("NOT_FOUND");
    expect(await codeOf(ask("a".repeat(24)))).toBe("NOT_FOUND");
    expect((await ask(preview.sid, other)).done).toHaveLength(1);
  });
});

describe("every bulk verb", () => {
  const verbs = Object.entries(VERBS);

  it.each(verbs)("%s: hidden images are refused as missing; the others are changed", async (verb, call) => {
    const given = verb === "recover" ? rejected() : {};
    const hidden = await makeRead(["hidden.jpg"], given, { status: "preview" });
    const { images: asked } = await makeRead(["a.jpg"], given);
    const before = await stateOf(hidden.images[0]?.sid ?? "");
    const answer = await call([...hidden.images, ...asked, { sid: "a".repeat(24) }]);
    expect(answer.done.map(({ name }) => name)).toEqual(["a.jpg"]);
    const gone = "null: This image does not exist, or you may not see it.";
    expect(reasonsOf(answer)).toEqual([gone, gone]);
    expect(await stateOf(hidden.images[0]?.sid ?? "")).toBe(before);
    expect((await call(hidden.images, other)).done).toHaveLength(1);
  });

  it.each(verbs)(
    "%s: needs a session, refuses closed events and invalid input, and accepts 1 to 1000 images",
    async (verb, call) => {
      const given = verb === "recover" ? rejected() : {};
      const closed = await makeRead(["a.jpg"], given, { status: "completed" });
      expect(await codeOf(call(closed.images, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
      expect(reasonsOf(await call(closed.images))).toEqual(["a.jpg: This event is completed: reopen it first."]);
      expect(await codeOf(call([]))).toBe("BAD_REQUEST");
      expect(await codeOf(call(Array.from({ length: 1001 }, () => ({ sid: "a".repeat(24) }))))).toBe("BAD_REQUEST");
      expect(await codeOf(call([{ sid: "'; drop table images; --" }]))).toBe("BAD_REQUEST");
    },
  );

  it.each(verbs)("%s: counts an image that is named twice once", async (verb, call) => {
    const { images: asked } = await makeRead(["a.jpg"], verb === "recover" ? rejected() : {});
    expect(await call([...asked, ...asked])).toMatchObject({ done: [{ name: "a.jpg" }], refused: [] });
  });

  it("takes the same number of statements for one and for fifty", async () => {
    const counts: number[] = [];
    for (const count of [1, 50]) {
      const { images: asked } = await makeRead(Array.from({ length: count }, (_, at) => `${at}.jpg`));
      api.database.statements.length = 0;
      await validate(asked);
      counts.push(api.database.statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

describe("two people at once", () => {
  it("names the user who rejected or approved each image first", async () => {
    const grace = await api.signIn({ name: "Grace" });
    const { images: asked } = await makeRead(["a.jpg", "b.jpg"]);
    await reject(asked.slice(0, 1), grace);
    await validate(asked.slice(1), grace);
    const rejectedFirst = "a.jpg: Grace rejected this image before you. It can be recovered.";
    expect(reasonsOf(await validate(asked))).toEqual([rejectedFirst, "b.jpg: Grace approved this image before you."]);
    expect(reasonsOf(await reject(asked))).toEqual([rejectedFirst]);
    expect(reasonsOf(await reject(asked.slice(0, 1), grace))).toEqual([
      "a.jpg: This image is rejected: reject is possible only when it is uploaded, processed, pending or approved.",
    ]);
  });

  const NAMES = Array.from({ length: 20 }, (_, at) => `${at}.jpg`);

  it("concurrent reject and validate leave each image consistent and report both results", async () => {
    const { made, images: asked } = await makeRead(NAMES);
    const [validated, thrown] = await Promise.all([validate(asked), reject(asked.toReversed(), other)]);
    // An approved image can be rejected too, so every image ends as rejected.
    expect(thrown.done).toHaveLength(20);
    expect(validated.done.length + validated.refused.length).toBe(20);
    expect(new Set(validated.refused.map(({ reason }) => reason)).size).toBeLessThanOrEqual(1);
    for (const { sid, detectionSid } of made) {
      expect(await stateOf(sid)).toBe("rejected");
      const wasValidated = validated.done.some((one) => one.sid === sid);
      expect((await detectionOf(detectionSid))?.status).toBe(wasValidated ? "validated" : "inferred");
    }
    // The first person cannot undo the second person's changes.
    const undone = await Promise.all(undoable(validated).map((one) => invalidate([one])));
    expect(undone.flatMap(({ done }) => done)).toEqual([]);
  });

  it("both reject: each image is rejected once", async () => {
    const { images: asked } = await makeRead(NAMES);
    const [mine, theirs] = await Promise.all([reject(asked), reject(asked.toReversed(), other)]);
    const done = [...mine.done, ...theirs.done].map(({ sid }) => sid);
    expect(done).toHaveLength(20);
    expect(new Set(done).size).toBe(20);
    expect(mine.refused.length + theirs.refused.length).toBe(20);
  });

  it("concurrent changes of overlapping images never deadlock", async () => {
    const { project, images: asked } = await makeRead(NAMES);
    const calls = Array.from({ length: 12 }, (_, at) => {
      const some = asked.slice(at % 5).concat(asked.slice(0, at % 5));
      const order = at % 2 === 0 ? some : some.toReversed();
      const caller = at % 3 === 0 ? other : person;
      if (at % 4 === 0) return validate(order, caller);
      if (at % 4 === 1) return reject(order, caller);
      if (at % 4 === 2) return recover(order, caller);
      return caller.rpc.project.analyzeProject.mutate({ project: { slug: project.slug }, model: { sid: modelSid } });
    });
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("an event that is completed meanwhile is not changed any more", async () => {
    const { project, images: asked } = await makeRead(NAMES);
    await validate(asked);
    const [completed, answer] = await Promise.allSettled([
      other.rpc.project.completeProject.mutate({ slug: project.slug }),
      reject(asked),
    ]);
    expect(completed.status).toBe("fulfilled");
    const states = await Promise.all(asked.map(({ sid }) => stateOf(sid)));
    // Either call may run first; it changes all images or none.
    expect(new Set(states).size).toBe(1);
    const refused = answer.status === "fulfilled" ? answer.value.refused : [];
    const reasons = refused.filter(({ reason }) => reason !== "This event is completed: reopen it first.");
    expect(reasons).toEqual([]);
  });
});
