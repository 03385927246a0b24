import { type Patch, type ReportImage, applyPatches, reportContents } from "@precount/domain";
import { eq } from "../../db/drizzle.ts";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReportRows } from "../../db/reports/rows.ts";
import { detectionPatches } from "../../db/schema/detections.ts";
import { images } from "../../db/schema/images.ts";
import { projects } from "../../db/schema/projects.ts";
import { reportRows, reports } from "../../db/schema/reports.ts";
import { makeArea, makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let user: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  user = await api.signIn({ name: "Grace" });
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

const complete = (slug: string, caller = user) => caller.rpc.project.completeProject.mutate({ slug });

const shelf = (y: number, code: string) =>
  makePrediction({
    label: "shelf",
    rect: { x: 0, y, width: 4000, height: 100 },
    code: { value: code, pattern: "^\\d+$" },
  });
const sticker = (x: number, y: number, code: string, quantity: string) =>
  makePrediction({
    rect: { x, y, width: 300, height: 150, angle: 0 },
    code: { value: code, pattern: "^\\d{6}$" },
    quantity: { value: quantity, pattern: "^[1-9]\\d*$" },
  });

async function addPatches(detectionSid: string, patches: readonly Patch[], removedRevision: number | null = null) {
  const rows = patches.map((patch, position) => ({
    detectionSid,
    revision: removedRevision === null ? 1 : 2,
    position,
    patch,
    removedRevision,
    createdBy: user.user.sid,
  }));
  await api.database.db.insert(detectionPatches).values(rows);
}

/** An event with two approved photos, an area whose photo was rejected, one without a photo and a voided one. */
async function makeEvent() {
  const { db } = api.database;
  const project = await makeProject(db, { name: "Spring count" });
  const projectSid = project.sid;
  const area = await makeArea(db, { projectSid, number: 12 });
  await makeArea(db, { projectSid, number: 7 });
  await makeArea(db, { projectSid, number: 8, voidedAt: new Date(), voidedBy: user.user.sid });
  const approved = { projectSid, status: "approved" as const };
  const inArea = await makeImage(db, { ...approved, name: "12.jpg", areaSid: area.sid, bayCode: "04" });
  const selected = await makeDetection(db, {
    imageSid: inArea.sid,
    modelSid,
    status: "selected",
    predictions: [
      shelf(2000, "02"),
      shelf(1000, "01"),
      sticker(2000, 1700, "000042", "3"),
      sticker(500, 1700, "123456", "10"),
      sticker(700, 800, "123456", "5"),
      sticker(100, 800, "999999", "1"),
    ],
  });
  await addPatches(selected.sid, [
    { op: "replace", path: "/3/quantity/value", value: "12" },
    { op: "replace", path: "/5/discarded", value: true },
  ]);
  await addPatches(selected.sid, [{ op: "replace", path: "/2/quantity/value", value: "777" }], 3);
  const other = (await makeModel(db)).sid;
  await makeDetection(db, { imageSid: inArea.sid, modelSid: other, status: "validated" });
  const loose = await makeImage(db, { ...approved, name: "loose.jpg" });
  await makeDetection(db, {
    imageSid: loose.sid,
    modelSid,
    status: "validated",
    predictions: [sticker(100, 100, "555555", "2")],
  });
  const rejected = { status: "rejected", rejectedAt: new Date(), rejectedBy: user.user.sid } as const;
  const { sid: blurredArea } = await makeArea(db, { projectSid, number: 9 });
  await makeImage(db, { projectSid, name: "blurred.jpg", areaSid: blurredArea, ...rejected });
  return project;
}

const ROWS = [
  { areaCode: "12", bayCode: "04", shelfCode: "01", code: "123456", quantity: "5" },
  { areaCode: "12", bayCode: "04", shelfCode: "02", code: "123456", quantity: "12" },
  { areaCode: "12", bayCode: "04", shelfCode: "02", code: "000042", quantity: "3" },
  { areaCode: "", bayCode: "", shelfCode: "", code: "555555", quantity: "2" },
];

describe("project.completeProject", () => {
  it("S4.04 S3.09 S3.10 creates the report from validated and patched results, and completes the event", async () => {
    const { slug, sid } = await makeEvent();
    // The confirmation before Complete names these areas (PD-8).
    const { gaps } = await user.rpc.area.fetchGaps.query({ project: { slug } });
    expect(gaps.map(({ name, status }) => [name, status])).toEqual([
      ["9", "rejected"],
      ["7", "not_taken"],
    ]);
    const { project, report } = await complete(slug);
    expect(project).toMatchObject({ status: "completed", progress: 100, reports: [{ version: 1, ...report }] });
    expect(report.title).toBe("Precount report – Spring count – v1");
    const { contents, ...rest } = await user.rpc.project.getProjectReport.query({ reportSid: report.sid });
    expect(rest).toMatchObject({ ...report, version: 1 });
    expect(contents).toMatchObject({
      event: { sid, name: "Spring count", slug },
      version: 1,
      generatedBy: { sid: user.user.sid, name: "Grace" },
      totals: {
        rows: 4,
        quantity: 22,
        images: 2,
        bySku: expect.arrayContaining([{ code: "123456", rows: 2, quantity: 17 }]),
      },
      rows: ROWS,
    });
    expect(contents.exceptions.map(({ kind, subject }) => [kind, subject])).toEqual([
      ["no-shelf", "loose.jpg"],
      ["area-without-photo", "7"],
      ["area-photo-rejected", "9"],
      ["image-without-area", "loose.jpg"],
      ["image-rejected", "blurred.jpg"],
    ]);
  });

  it("PD-67: does not count an area twice: a user decides about its second approved photo", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 7 });
    const addPhoto = async (name: string, createdAt: Date) => {
      const { sid } = await makeImage(db, { projectSid, areaSid, name, status: "approved", createdAt });
      const predictions = [shelf(1000, "01"), sticker(100, 800, "123456", "403")];
      await makeDetection(db, { imageSid: sid, modelSid, status: "validated", predictions });
      return sid;
    };
    const old = await addPhoto("old.jpg", new Date(0));
    await addPhoto("new.jpg", new Date(1000));
    expect(await errorOf(complete(slug))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "1 photo needs a decision: count it or not.",
    });
    const contentsWith = async (countsToo: boolean) => {
      await user.rpc.area.decidePhoto.mutate({ imageSid: old, countsToo });
      const { report } = await complete(slug);
      await user.rpc.project.reopenProject.mutate({ slug });
      return (await user.rpc.project.getProjectReport.query({ reportSid: report.sid })).contents;
    };
    expect(await contentsWith(false)).toMatchObject({
      totals: { quantity: 403, images: 1 },
      exceptions: [{ kind: "image-not-counted", subject: "old.jpg", detail: expect.stringContaining("area 7") }],
    });
    expect(await contentsWith(true)).toMatchObject({ totals: { quantity: 806, images: 2 }, exceptions: [] });
  });

  it("PD-33: counts no photo of a voided area and asks for no decision about it, until the area is restored", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 1 });
    for (const [name, createdAt] of [
      ["old.jpg", new Date(0)],
      ["0001.jpg", new Date(1000)],
    ] as const) {
      const { sid } = await makeImage(db, { projectSid, areaSid, name, status: "approved", createdAt });
      const predictions = [shelf(1000, "01"), sticker(100, 800, "123456", "403")];
      await makeDetection(db, { imageSid: sid, modelSid, status: "validated", predictions });
    }
    expect(await codeOf(complete(slug))).toBe("PRECONDITION_FAILED");
    await user.rpc.area.voidArea.mutate({ sid: areaSid, reason: "closed" });
    const { images: counts } = await user.rpc.project.getProject.query({ slug });
    expect(counts.undecided).toBe(0);
    const [area] = await user.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });
    expect(area).toMatchObject({ status: "voided", undecided: 0 });
    const { report } = await complete(slug);
    const { contents } = await user.rpc.project.getProjectReport.query({ reportSid: report.sid });
    expect(contents).toMatchObject({ totals: { rows: 0, quantity: 0, images: 0 }, rows: [] });
    const detail = "Area 1 is voided: the stickers of this photo are not counted";
    expect(contents.exceptions).toEqual([
      { kind: "image-not-counted", subject: "0001.jpg", detail },
      { kind: "image-not-counted", subject: "old.jpg", detail },
    ]);
    await user.rpc.project.reopenProject.mutate({ slug });
    await user.rpc.area.restoreArea.mutate({ sid: areaSid });
    expect(await codeOf(complete(slug))).toBe("PRECONDITION_FAILED");
  });

  it("PD-69: an event without areas has no exceptions for photos without an area", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    await makeImage(db, { projectSid, status: "approved" });
    const { report } = await complete(slug);
    const { contents } = await user.rpc.project.getProjectReport.query({ reportSid: report.sid });
    expect(contents.exceptions).toEqual([]);
  });

  it("S3.09 S3.10 builds the same report in batches as domain does from all images", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db, { name: "Long count" });
    const photos: ReportImage[] = [];
    for (let n = 210; n > 0; n--) {
      const bayCode = n % 3 === 0 ? null : String(n % 7);
      const { sid, name } = await makeImage(db, { projectSid, status: "approved", name: `${n}.jpg`, bayCode });
      const predictions = [shelf(2000, "02"), sticker(n, 1700, String(n), "3"), sticker(n, 2600, "123456", String(n))];
      await makeDetection(db, {
        imageSid: sid,
        modelSid,
        status: "validated",
        validatedBy: user.user.sid,
        predictions,
      });
      const results = applyPatches(predictions, []);
      photos.push({ sid, name, areaCode: null, bayCode, shelfCode: null, results });
    }
    const { report } = await complete(slug);
    const { contents } = await user.rpc.project.getProjectReport.query({ reportSid: report.sid });
    const { event, version, generatedAt, generatedBy } = contents;
    expect(contents).toEqual(reportContents({ event, version, generatedAt, generatedBy, images: photos }));
    expect(contents.rows).toHaveLength(420);
    const page = await readReportRows(db, report.sid, { from: 401, count: 30 });
    expect(page).toEqual(contents.rows.slice(400));
    expect(await readReportRows(db, report.sid, { from: 421, count: 30 })).toEqual([]);
  });

  it("S4.05 creates version 2 after a reopening, and keeps version 1", async () => {
    const { slug } = await makeEvent();
    const first = await complete(slug);
    await user.rpc.project.reopenProject.mutate({ slug });
    const second = await complete(slug);
    expect(second.report.title).toMatch(/v2$/);
    expect(second.project.reports.map(({ version }) => version)).toEqual([2, 1]);
    const report = await user.rpc.project.getProjectReport.query({ reportSid: first.report.sid });
    expect(report.contents.version).toBe(1);
  });

  it("creates one report for twenty concurrent calls", async () => {
    const { slug, sid } = await makeEvent();
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(complete(slug))));
    expect(codes.filter((code) => code === "not refused")).toHaveLength(1);
    expect(codes.filter((code) => code === "PRECONDITION_FAILED")).toHaveLength(19);
    expect(await api.database.db.$count(reports, eq(reports.projectSid, sid))).toBe(1);
  });

  it("refuses events without images, with open images, completed and hidden ones", async () => {
    const { db } = api.database;
    const empty = await makeProject(db);
    expect(await errorOf(complete(empty.slug))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "This event has no photos yet.",
    });
    const open = await makeEvent();
    await makeImage(db, { projectSid: open.sid });
    expect(await errorOf(complete(open.slug))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "1 image still to approve or reject.",
    });
    const preview = await makeProject(db, { status: "preview" });
    expect(await codeOf(complete(preview.slug))).toBe("NOT_FOUND");
    const done = await makeProject(db, { status: "completed" });
    expect(await codeOf(complete(done.slug))).toBe("PRECONDITION_FAILED");
  });

  it("rolls everything back when the report cannot be built", async () => {
    const { db } = api.database;
    const event = await makeEvent();
    const { sid: reportSid } = (await complete(event.slug)).report;
    await db.update(projects).set({ status: "active" }).where(eq(projects.sid, event.sid));
    await db.execute(`create function broken() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await db.execute(`create trigger broken before insert on reports for each row execute function broken()`);
    expect(await codeOf(complete(event.slug))).toBe("INTERNAL_SERVER_ERROR");
    await db.execute("drop trigger broken on reports");
    const project = await user.rpc.project.getProject.query({ slug: event.slug });
    expect(project).toMatchObject({ status: "active", reports: [{ sid: reportSid }] });
    const kept = new Set((await db.select({ sid: reports.sid }).from(reports)).map(({ sid }) => sid));
    const rows = await db.selectDistinct({ sid: reportRows.reportSid }).from(reportRows);
    expect(rows.filter(({ sid }) => !kept.has(sid))).toEqual([]);
  });

  it("takes as many statements for many photos as for few", async () => {
    const { db, statements } = api.database;
    const few = await makeEvent();
    const many = await makeEvent();
    for (let n = 0; n < 10; n++) {
      const { sid: imageSid } = await makeImage(db, { projectSid: many.sid, status: "approved", name: `${n}.jpg` });
      await makeDetection(db, { imageSid, modelSid, status: "validated" });
    }
    const count = async (slug: string) => {
      statements.length = 0;
      await complete(slug);
      return statements.length;
    };
    expect(await count(many.slug)).toBe(await count(few.slug));
    expect(await db.$count(images, eq(images.projectSid, many.sid))).toBe(13);
  });
});

const ask = (reportSid: string) => codeOf(user.rpc.project.getProjectReport.query({ reportSid }));

describe("project.getProjectReport", () => {
  it("is NOT_FOUND for a hidden event's report and for an unknown one", async () => {
    const { slug, sid } = await makeEvent();
    const { report } = await complete(slug);
    expect(await ask(report.sid)).toBe("not refused");
    const hidden = { status: "archived", statusBeforeArchive: "preview" } as const;
    await api.database.db.update(projects).set(hidden).where(eq(projects.sid, sid));
    expect(await ask(report.sid)).toBe("NOT_FOUND");
    expect(await ask("a".repeat(24))).toBe("NOT_FOUND");
    expect(await ask("nonsense")).toBe("BAD_REQUEST");
  });
});

describe("GET /api/projects/{projectId}/reports/{reportId}/download", () => {
  let base: string;
  beforeAll(async () => {
    const { slug } = await makeEvent();
    const { report } = await complete(slug);
    base = `/api/projects/${slug}/reports/${report.sid}/download`;
  });
  // A new tab sends only the cookie.
  const download = (query = "", cookie = user.headers["cookie"] ?? "") =>
    api.inject({ url: `${base}${query}`, headers: { cookie } });

  it("S7.17 gives CSV with a BOM, CRLF and all five columns", async () => {
    const response = await download();
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toMatch(
      /filename="Precount report _ Spring count _ v1 _ (\w{4}-){3}\w{4}\.csv"/,
    );
    expect(response.body).toBe(
      '\uFEFFArea,Aisle/Bay,Shelf,SKU,Quantity\r\n"12","04","01","123456","5"\r\n"12","04","02","123456","12"\r\n' +
        '"12","04","02","000042","3"\r\n,,,"555555","2"\r\n',
    );
  });

  it("S7.17 returns the fields in the requested order, and all five for an invalid request", async () => {
    const fields = encodeURIComponent('["quantity","code"]');
    expect((await download(`?fields=${fields}`)).body).toMatch(/^\uFEFFQuantity,SKU\r\n"5","123456"\r\n/);
    for (const odd of ["[]", "nonsense", '["price"]', ""]) {
      expect((await download(`?fields=${encodeURIComponent(odd)}`)).body).toMatch(
        /^\uFEFFArea,Aisle\/Bay,Shelf,SKU,Quantity\r\n/,
      );
    }
  });

  it("gives XLSX with text cells: leading zeros stay", async () => {
    const response = await download(`?format=xlsx&fields=${encodeURIComponent('["code","quantity"]')}`);
    expect(response.headers["content-type"]).toContain("spreadsheetml");
    expect(await readSheet(response.rawPayload)).toEqual([
      ["SKU", "Quantity"],
      ["123456", "5"],
      ["123456", "12"],
      ["000042", "3"],
      ["555555", "2"],
    ]);
  });

  it("needs a session, and the event that the report belongs to", async () => {
    expect((await download("", "")).statusCode).toBe(401);
    const other = await makeProject(api.database.db);
    const wrong = base.replace(/projects\/[^/]+/, `projects/${other.slug}`);
    const response = await api.inject({ url: wrong, headers: { cookie: user.headers["cookie"] ?? "" } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      code: "NOT_FOUND",
      message: "This report does not exist, or you may not see it.",
    });
  });
});
