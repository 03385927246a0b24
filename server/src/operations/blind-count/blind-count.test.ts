import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Certificate,
  type SamplingRule,
  boundWrong,
  describeBound,
  drawSample as drawFrom,
  sealedReportSchema,
} from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { blindChecks, blindCounts, certificates } from "../../db/schema/blind-counts.ts";
import { imageDetections } from "../../db/schema/detections.ts";
import { projects } from "../../db/schema/projects.ts";
import { makeDetection, makeImage, makeModel, makePair, makeProject } from "../../testing/factories.ts";
import { renderPdf } from "../../testing/render-pdf.ts";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { makeSticker } from "../../testing/counted-event.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";
import { verifyEvent } from "../seal/verify-event.ts";
import { verifyOffline } from "../seal/verify-offline.ts";
import { samplingKey } from "./sampling-key.ts";

let api: TestApi;
let validator: Caller;
let checker: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  validator = await api.signIn({ name: "Ada" });
  checker = await api.signIn({ name: "Grace" });
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

const ROWS = 10;
const codeAt = (n: number): string => String(200_000 + n);

/** An approved photo with ten stickers of quantity 7, which the first person validated. */
async function addPhoto(projectSid: string, first = 0) {
  const { db } = api.database;
  const image = await makeImage(db, { projectSid, status: "approved" });
  const predictions = Array.from({ length: ROWS }, (_, n) =>
    makeSticker(codeAt(first + n), 7, { rect: { x: 100 + 350 * n, y: 500, width: 300, height: 150, angle: 0 } }),
  );
  const given = { status: "validated" as const, validatedBy: validator.user.sid, predictions };
  return { image, detection: await makeDetection(db, { imageSid: image.sid, modelSid, ...given }) };
}

async function startCount(rule: SamplingRule, photos = 2) {
  const event = await makeProject(api.database.db);
  const made = [];
  // One after the other, because their codes count on.
  // oxlint-disable-next-line no-await-in-loop
  for (let n = 0; n < photos; n += 1) made.push(await addPhoto(event.sid, n * ROWS));
  await validator.rpc.blindCount.startBlindCount.mutate({ project: { slug: event.slug }, rule });
  return { event, photos: made, project: { slug: event.slug } };
}

const ALL = { kind: "share", percent: 100 } as const;
const checksOf = (projectSid: string) =>
  api.database.db
    .select({ check: blindChecks, count: blindCounts })
    .from(blindChecks)
    .innerJoin(blindCounts, eq(blindCounts.sid, blindChecks.countSid))
    .where(eq(blindCounts.projectSid, projectSid));
const figuresOf = async (slug: string) =>
  (await checker.rpc.blindCount.getBlindCount.query({ slug }))?.certificate.figures;

/** Answers every check of the checker with the value in the row, except those of these codes. */
async function answerAll(projectSid: string, slug: string, wrong: Readonly<Record<string, string>> = {}) {
  const { checks } = await checker.rpc.blindCount.takeChecks.mutate({ project: { slug } });
  const rows = new Map((await checksOf(projectSid)).map(({ check }) => [check.sid, check]));
  for (const { sid, rect } of checks) {
    const row = rows.get(sid);
    const code = row?.code ?? "";
    const answer =
      rect === null
        ? { kind: "photo" as const, marks: [] }
        : { kind: "values" as const, code, quantity: wrong[code] ?? row?.quantity ?? "" };
    // oxlint-disable-next-line no-await-in-loop
    expect(await checker.rpc.blindCount.answerCheck.mutate({ sid, answer })).toEqual({ isStored: true });
  }
  return checks;
}

describe("a blind count", () => {
  it("draws every row and photo, and the checks contain no values", async () => {
    const { event, project } = await startCount(ALL);
    const { checks } = await checker.rpc.blindCount.takeChecks.mutate({ project });
    expect(checks).toHaveLength(2 * ROWS + 2);
    expect(checks.filter(({ rect }) => rect === null)).toHaveLength(2);
    expect(JSON.stringify(checks)).not.toMatch(/2000\d\d|"code"|"quantity"|confidence/);
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 20, plannedRows: 20, open: 22, toDraw: 0 });
  });

  it("gives no person their own work, and refuses their answer", async () => {
    const { event, project } = await startCount(ALL);
    expect((await validator.rpc.blindCount.takeChecks.mutate({ project })).checks).toEqual([]);
    const [drawn] = await checksOf(event.sid);
    const answer = { sid: drawn?.check.sid ?? "", answer: { kind: "unreadable" as const } };
    expect(await codeOf(validator.rpc.blindCount.answerCheck.mutate(answer))).toBe("FORBIDDEN");
  });

  it("PD-93: draws a sticker that another photo counted, once it counts itself", async () => {
    const { db } = api.database;
    const event = await makeProject(db);
    const photos = [await addPhoto(event.sid), await addPhoto(event.sid)];
    const sides = photos.map(({ image, detection }) => ({ imageSid: image.sid, detectionSid: detection.sid }));
    const same = {
      projectSid: event.sid,
      status: "same" as const,
      decidedAt: new Date(),
      decidedBy: validator.user.sid,
    };
    const pair = await makePair(db, sides, same);
    await makePair(db, sides, { ...same, position: 1 });
    const project = { slug: event.slug };
    await validator.rpc.blindCount.startBlindCount.mutate({ project, rule: ALL });
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 18, open: 20 });
    await validator.rpc.duplicate.decidePairs.mutate({ project, pairs: [pair.sid], status: "two" });
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 19, open: 21 });
    // Without the photo that counts it, the other one counts the second sticker.
    await validator.rpc.image.rejectImage.mutate({ sid: pair.imageA });
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 10, open: 11 });
    await validator.rpc.image.recoverImage.mutate({ sid: pair.imageA });
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 20, open: 22 });
  });

  it("draws the same sample from the stored seed", async () => {
    const { event } = await startCount({ kind: "share", percent: 30 });
    const all = await checksOf(event.sid);
    const rows = all.filter(({ check }) => check.position !== null).map(({ check }) => check);
    const seed = all[0]?.count.seed ?? "";
    for (const { key, detectionSid, position } of rows)
      expect(key).toBe(samplingKey(seed, detectionSid, position ?? -1));
    const drawn = rows.filter(({ status }) => status === "open");
    const sizes = rows.reduce<number[]>((sum, { stratum, status }) => {
      sum[stratum] = (sum[stratum] ?? 0) + Number(status === "open");
      return sum;
    }, []);
    expect(new Set(drawFrom(rows, sizes))).toEqual(new Set(drawn));
    expect(drawn.length).toBeGreaterThanOrEqual(6);
  });

  it("gives a check to one person at a time", async () => {
    const { project } = await startCount(ALL, 1);
    const other = await api.signIn();
    expect((await checker.rpc.blindCount.takeChecks.mutate({ project, count: 4 })).checks).toHaveLength(4);
    expect((await other.rpc.blindCount.takeChecks.mutate({ project })).checks).toHaveLength(ROWS + 1 - 4);
  });

  it("keeps the first answer to a check, and takes a repeated one", async () => {
    const { project } = await startCount(ALL, 1);
    const other = await api.signIn();
    const [check] = (await checker.rpc.blindCount.takeChecks.mutate({ project, count: 1 })).checks;
    const answer = { sid: check?.sid ?? "", answer: { kind: "unreadable" as const } };
    expect(await checker.rpc.blindCount.answerCheck.mutate(answer)).toEqual({ isStored: true });
    expect(await checker.rpc.blindCount.answerCheck.mutate(answer)).toEqual({ isStored: true });
    expect(await other.rpc.blindCount.answerCheck.mutate(answer)).toEqual({ isStored: false });
    const late = { ...answer, author: validator.user.sid };
    expect(await codeOf(other.rpc.blindCount.answerCheck.mutate(late))).toBe("UNAUTHORIZED");
  });
});

describe("a third look", () => {
  it("corrects the image, which stays approved, and the error counts as found", async () => {
    const { event, project, photos } = await startCount(ALL);
    await answerAll(event.sid, event.slug, { [codeAt(3)]: "70" });
    expect(await checker.rpc.blindCount.fetchThirdLooks.query(project)).toEqual([]);
    const [look, ...others] = await validator.rpc.blindCount.fetchThirdLooks.query(project);
    expect(others).toEqual([]);
    expect(look?.answers.toSorted((a, b) => Number(a?.quantity) - Number(b?.quantity))).toEqual([
      { code: codeAt(3), quantity: "7" },
      { code: codeAt(3), quantity: "70" },
    ]);
    const settle = {
      sid: look?.sid ?? "",
      outcome: { kind: "values" as const, code: codeAt(3), quantity: "70" },
    };
    expect(await codeOf(checker.rpc.blindCount.settleCheck.mutate(settle))).toBe("FORBIDDEN");
    expect(await validator.rpc.blindCount.settleCheck.mutate(settle)).toEqual({ corrections: 1 });
    expect(await codeOf(validator.rpc.blindCount.settleCheck.mutate(settle))).toBe("PRECONDITION_FAILED");
    const [image] = await api.database.db
      .select()
      .from(imageDetections)
      .where(eq(imageDetections.sid, photos[0]?.detection.sid ?? ""));
    expect(image).toMatchObject({ status: "validated", validatedBy: validator.user.sid });
    // All 20 rows are checked, so the bound is what was found: 1 of 20.
    expect(await figuresOf(event.slug)).toMatchObject({
      rows: 20,
      checkedRows: 20,
      row: { found: 1, atMost: 1, atMostPercent: 5 },
      code: { found: 0, atMost: 0 },
      quantity: { found: 1 },
      units: { counted: 140, difference: expect.closeTo(63, 9) },
      open: 0,
      disputed: 0,
      toDraw: 0,
    });
  });

  it("discards a row without a sticker, and adds a missing sticker; neither is checked again", async () => {
    const { event, project, photos } = await startCount(ALL, 1);
    const { checks } = await checker.rpc.blindCount.takeChecks.mutate({ project });
    const rows = await checksOf(event.sid);
    for (const { sid, rect } of checks) {
      const row = rows.find(({ check }) => check.sid === sid)?.check;
      const answer =
        rect === null
          ? { kind: "photo" as const, marks: [{ x: 2000, y: 2000 }] }
          : row?.code === codeAt(0)
            ? { kind: "no-sticker" as const }
            : { kind: "values" as const, code: row?.code ?? "", quantity: "7" };
      // oxlint-disable-next-line no-await-in-loop
      await checker.rpc.blindCount.answerCheck.mutate({ sid, answer });
    }
    for (const { sid, marks } of await validator.rpc.blindCount.fetchThirdLooks.query(project)) {
      const outcome =
        marks.length > 0
          ? { kind: "photo" as const, missing: [{ x: 2000, y: 2000, code: "300000", quantity: "5" }] }
          : { kind: "no-sticker" as const };
      // oxlint-disable-next-line no-await-in-loop
      await validator.rpc.blindCount.settleCheck.mutate({ sid, outcome });
    }
    const image = await validator.rpc.image.getProjectImage.query({
      projectSlug: event.slug,
      imageSid: photos[0]?.image.sid ?? "",
    });
    const results = image.detections[0]?.results ?? [];
    expect(results[0]?.discarded).toBe(true);
    expect(results.at(-1)).toMatchObject({ code: { value: "300000" }, quantity: { value: "5" }, discarded: false });
    expect(image.status).toBe("approved");
    expect(await figuresOf(event.slug)).toMatchObject({
      rows: ROWS,
      row: { found: 1 },
      photos: { size: 1, checked: 1, found: 1, missing: 1 },
      // Its only photo is known to lack one.
      missingRows: { atMost: 1, perPhoto: ROWS },
      open: 0,
      toDraw: 0,
    });
  });

  it("is not needed when the photo is read again: its rows leave the population", async () => {
    const { event, photos } = await startCount(ALL);
    await answerAll(event.sid, event.slug, { [codeAt(3)]: "70" });
    await validator.rpc.image.rejectImage.mutate({ sid: photos[0]?.image.sid ?? "" });
    expect(await figuresOf(event.slug)).toMatchObject({ rows: ROWS, disputed: 0, row: { found: 0 } });
  });
});

describe("the population", () => {
  it("grows with newly approved images and with rows that a person changes; found errors stay", async () => {
    const { event, photos } = await startCount(ALL);
    await addPhoto(event.sid, 2 * ROWS);
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 30, open: 33 });
    const sid = photos[0]?.detection.sid ?? "";
    await validator.rpc.imageDetection.invalidateImageDetection.mutate({ sid });
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 20 });
    await validator.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid,
      patches: [{ op: "replace", path: "/0/quantity/value", value: "9" }],
    });
    await validator.rpc.imageDetection.validateImageDetection.mutate({ sid });
    // The changed row is new, and its former value is still in the population.
    expect(await figuresOf(event.slug)).toMatchObject({ rows: 31 });
  });
});

/** The seal of a report covers its certificate: an export with other figures is not the sealed one. */
async function expectSealed(slug: string, reportSid: string, certificate: Certificate): Promise<void> {
  const url = `/api/projects/${slug}/reports/${reportSid}/download?format=json`;
  const response = await api.inject({ url, headers: checker.headers });
  const sealed = sealedReportSchema.parse(response.json());
  expect(sealed.certificate).toEqual(certificate);
  const { versions } = await api.database.db.transaction((tx) => verifyEvent(tx, slug));
  expect(versions).toMatchObject([{ problems: [] }]);
  const folder = await makeTemporaryFolder();
  const path = join(folder.path, "changed.json");
  await writeFile(path, JSON.stringify({ ...sealed, certificate: { ...certificate, seed: "another seed" } }));
  const [verified] = await verifyOffline([path], null);
  expect(verified?.verdict).toMatchObject({ kind: "changed", differences: [{ kind: "part", part: "Certificate" }] });
  await folder.remove();
}

describe("Complete", () => {
  it("names the missing checks, and stores the certificate when they are done", async () => {
    const { event, project } = await startCount({ kind: "share", percent: 10 });
    await api.database.db.update(projects).set({ certificatePercent: 5 }).where(eq(projects.sid, event.sid));
    // Without an error, 19 of 20 rows must be right: the bound is 1 row of 20, which is 5 %.
    const refused = validator.rpc.project.completeProject.mutate({ slug: event.slug });
    await expect(refused).rejects.toThrow(/a certificate of at most 5 % wrong rows: \d+ more blind checks are needed/);
    await validator.rpc.blindCount.stopBlindCount.mutate({ slug: event.slug });
    const without = validator.rpc.project.completeProject.mutate({ slug: event.slug });
    await expect(without).rejects.toThrow("start a blind count first");
    await validator.rpc.blindCount.startBlindCount.mutate({ project, rule: { kind: "until", percent: 5 } });
    await answerAll(event.sid, event.slug);
    const { report } = await validator.rpc.project.completeProject.mutate({ slug: event.slug });
    const certificate = await checker.rpc.blindCount.getCertificate.query({ project, reportSid: report.sid });
    if (!certificate) throw new Error("no certificate");
    const { figures } = certificate;
    expect(certificate).toMatchObject({
      rule: { kind: "until", percent: 5 },
      startedBy: "Ada",
      people: [{ name: "Grace", checks: figures.checkedRows + figures.photos.checked }],
    });
    expect(figures).toMatchObject({ rows: 20, row: { found: 0, atMost: boundWrong(figures.strata) } });
    expect(figures.row.atMostPercent).toBeLessThanOrEqual(5);
    const url = `/api/projects/${event.slug}/reports/${report.sid}/certificate/download`;
    const pdf = await api.inject({ url, headers: checker.headers });
    expect(pdf.headers).toMatchObject({ "content-type": "application/pdf" });
    const { texts } = await renderPdf(pdf.rawPayload, 36);
    const text = texts.flat().join(" ").replaceAll(/ +/g, " ");
    for (const part of [describeBound(figures.row, "rows", figures), certificate.seed, "by Ada", "Grace", "Cochran"])
      expect(text).toContain(part);
    await expectSealed(event.slug, report.sid, certificate);
    const ofReport = eq(certificates.reportSid, report.sid);
    const immutable = { cause: { message: "A certificate never changes and is never deleted." } };
    const change = api.database.db.update(certificates).set({ contents: certificate }).where(ofReport);
    await expect(change).rejects.toMatchObject(immutable);
    await expect(api.database.db.delete(certificates).where(ofReport)).rejects.toMatchObject(immutable);
  });

  it("is refused after the event is completed, as every other check", async () => {
    const { event, project } = await startCount(ALL, 1);
    await api.database.db.update(projects).set({ status: "completed" }).where(eq(projects.sid, event.sid));
    expect(await codeOf(checker.rpc.blindCount.takeChecks.mutate({ project }))).toBe("PRECONDITION_FAILED");
  });
});

it("shows admins how often the rows of a person and a model were wrong", async () => {
  const { event, project } = await startCount(ALL);
  await answerAll(event.sid, event.slug, { [codeAt(3)]: "70", [codeAt(4)]: "71" });
  for (const { sid } of await validator.rpc.blindCount.fetchThirdLooks.query(project)) {
    const outcome = { kind: "values" as const, code: codeAt(3), quantity: "70" };
    // oxlint-disable-next-line no-await-in-loop
    await validator.rpc.blindCount.settleCheck.mutate({ sid, outcome });
  }
  expect(await codeOf(validator.rpc.blindCount.fetchErrorRates.query(project))).toBe("FORBIDDEN");
  const admin = await api.signIn({ role: "admin" });
  const rates = await admin.rpc.blindCount.fetchErrorRates.query(project);
  expect(rates.people).toMatchObject([{ name: "Ada", checked: 20, wrong: 2, codes: 1, quantities: 2 }]);
  expect(rates.models).toMatchObject([{ checked: 20, wrong: 2 }]);
});

it("refuses a second blind count", async () => {
  const { project } = await startCount(ALL, 1);
  expect(await codeOf(validator.rpc.blindCount.startBlindCount.mutate({ project, rule: ALL }))).toBe("CONFLICT");
});
