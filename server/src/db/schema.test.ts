import { eq } from "./drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSid } from "../lib/ids.ts";
import {
  makeArea,
  makeDetection,
  makeImage,
  makeModel,
  makeProject,
  makeReport,
  makeSession,
  makeTask,
  makeUser,
} from "../testing/factories.ts";
import { type TestDatabase, createTestDatabase } from "../testing/test-database.ts";
import { insertReportRows } from "./reports/rows.ts";
import { areas } from "./schema/areas.ts";
import { detectionPatches, imageDetections } from "./schema/detections.ts";
import { images } from "./schema/images.ts";
import { imageJobs } from "./schema/jobs.ts";
import { projects } from "./schema/projects.ts";
import { reportRows, reports } from "./schema/reports.ts";
import { taskDocuments } from "./schema/tasks.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Resolves to the name of the violated constraint, or to the message of the trigger that rejected the statement. */
async function refusal(attempt: PromiseLike<unknown>): Promise<string> {
  try {
    await attempt;
    return "not rejected";
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (!(cause instanceof Error)) throw error;
    return "constraint" in cause && typeof cause.constraint === "string" ? cause.constraint : cause.message;
  }
}

describe("the database rejects impossible states", () => {
  it("users: a sid that is not a cuid2, the same e-mail in other case", async () => {
    const { db } = database;
    expect(await refusal(makeUser(db, { sid: "Not-A-Cuid" }))).toBe("users_sid_cuid2");
    await makeUser(db, { email: "ada@precount.test" });
    expect(await refusal(makeUser(db, { email: "ADA@precount.test" }))).toBe("users_email_key");
  });

  it("sessions: an expiry before the start", async () => {
    const { db } = database;
    const user = await makeUser(db);
    expect(await refusal(makeSession(db, { userSid: user.sid, expiresAt: new Date(0) }))).toBe(
      "sessions_expires_after_created",
    );
  });

  it("projects: invalid slugs, taken slugs, empty names, thresholds over 100, archives without the earlier status", async () => {
    const { db } = database;
    expect(await refusal(makeProject(db, { slug: "With Space" }))).toBe("projects_slug_shape");
    await makeProject(db, { slug: "taken" });
    expect(await refusal(makeProject(db, { slug: "taken" }))).toBe("projects_slug_unique");
    expect(await refusal(makeProject(db, { name: "  " }))).toBe("projects_name_not_empty");
    expect(await refusal(makeProject(db, { rejectionThreshold: 101 }))).toBe("projects_threshold_percent");
    expect(await refusal(makeProject(db, { status: "archived", statusBeforeArchive: null }))).toBe(
      "projects_archive_remembers",
    );
    expect(await refusal(makeProject(db, { status: "active", statusBeforeArchive: "active" }))).toBe(
      "projects_archive_remembers",
    );
    expect(await refusal(makeProject(db, { status: "archived", statusBeforeArchive: "archived" }))).toBe(
      "projects_not_archived_before",
    );
  });

  it("projects: a change of the slug, deleting an event with photos", async () => {
    const { db } = database;
    const project = await makeProject(db);
    expect(await refusal(db.update(projects).set({ slug: "other" }).where(eq(projects.sid, project.sid)))).toBe(
      "The slug of an event never changes.",
    );
    await makeImage(db, { projectSid: project.sid });
    expect(await refusal(db.delete(projects).where(eq(projects.sid, project.sid)))).toBe(
      "images_project_sid_projects_sid_fk",
    );
  });

  it("images: the same bytes twice, invalid hashes, the status not_taken, no pixels, rejected without a user", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const user = await makeUser(db);
    const { sha256, sid } = await makeImage(db, { projectSid });
    expect(await refusal(makeImage(db, { projectSid, sha256 }))).toBe("images_bytes_once");
    await makeImage(db, { projectSid: (await makeProject(db)).sid, sha256 });
    expect(await refusal(makeImage(db, { projectSid, sha256: "ABC" }))).toBe("images_sha256_hex");
    expect(await refusal(makeImage(db, { projectSid, status: "not_taken" }))).toBe("images_never_not_taken");
    expect(await refusal(makeImage(db, { projectSid, rawWidth: 0 }))).toBe("images_have_pixels");
    expect(await refusal(makeImage(db, { projectSid, status: "rejected" }))).toBe("images_rejected_status");
    expect(await refusal(makeImage(db, { projectSid, rejectedAt: new Date(), rejectedBy: user.sid }))).toBe(
      "images_rejected_status",
    );
    expect(await refusal(makeImage(db, { projectSid, status: "rejected", rejectedAt: new Date() }))).toBe(
      "images_rejected_by_someone",
    );
    expect(await refusal(db.update(images).set({ sizeBytes: 5 }).where(eq(images.sid, sid)))).toBe(
      "A photo's bytes and its event never change.",
    );
  });

  it("areas: one number twice, number 0, voided without a user, a photo in another event's area", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const other = await makeProject(db);
    const area = await makeArea(db, { projectSid, number: 7 });
    expect(await refusal(makeArea(db, { projectSid, number: 7 }))).toBe("areas_number_once");
    expect(await refusal(makeArea(db, { projectSid, number: 0 }))).toBe("areas_number_positive");
    expect(await refusal(makeArea(db, { projectSid, number: 8, voidedAt: new Date() }))).toBe(
      "areas_voided_by_someone",
    );
    expect(await refusal(makeImage(db, { projectSid: other.sid, areaSid: area.sid }))).toBe(
      "images_area_of_same_project",
    );
    const image = await makeImage(db, { projectSid, areaSid: area.sid });
    await db.delete(areas).where(eq(areas.sid, area.sid));
    const [left] = await db.select().from(images).where(eq(images.sid, image.sid));
    expect(left).toMatchObject({ areaSid: null, projectSid });
  });

  it("detections: two live ones of a model, two selected, validated without a user, changed predictions, invalid counts", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const { sid: imageSid } = await makeImage(db, { projectSid });
    const [one, two] = [await makeModel(db), await makeModel(db)];
    const former = await makeDetection(db, { imageSid, modelSid: one.sid, status: "discarded" });
    const first = await makeDetection(db, { imageSid, modelSid: one.sid, status: "selected" });
    expect(await refusal(makeDetection(db, { imageSid, modelSid: one.sid }))).toBe("image_detections_one_live");
    expect(await refusal(makeDetection(db, { imageSid, modelSid: two.sid, status: "selected" }))).toBe(
      "image_detections_one_selected",
    );
    const change = (set: Partial<typeof imageDetections.$inferInsert>) =>
      refusal(db.update(imageDetections).set(set).where(eq(imageDetections.sid, first.sid)));
    expect(await change({ validatedBy: null })).toBe("image_detections_validated_by_someone");
    expect(await change({ predictions: [] })).toMatch(/^What a model said never changes\.$/);
    expect(await change({ progress: 101 })).toBe("image_detections_progress_percent");
    expect(await change({ validStickersCount: 9 })).toBe("image_detections_valid_within");
    expect(former.status).toBe("discarded");
  });

  it("patches: two at one position of the log, one push sent twice", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const { sid: imageSid } = await makeImage(db, { projectSid });
    const detection = await makeDetection(db, { imageSid, modelSid: (await makeModel(db)).sid });
    const user = await makeUser(db);
    const patch = { op: "replace" as const, path: "/0/code/value", value: "123456" };
    const entry = { detectionSid: detection.sid, revision: 1, position: 0, patch, pushKey: "k", createdBy: user.sid };
    await db.insert(detectionPatches).values(entry);
    expect(await refusal(db.insert(detectionPatches).values({ ...entry, pushKey: "l" }))).toBe(
      "detection_patches_in_order",
    );
    expect(await refusal(db.insert(detectionPatches).values({ ...entry, revision: 2 }))).toBe(
      "detection_patches_push_once",
    );
  });

  it("jobs: two open ones of a model, failed without an error, retrying without a time", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const { sid: imageSid } = await makeImage(db, { projectSid });
    const { sid: modelSid } = await makeModel(db);
    const job = (given: Partial<typeof imageJobs.$inferInsert> = {}) =>
      db.insert(imageJobs).values({ id: newSid(), imageSid, modelSid, options: {}, ...given });
    await job();
    expect(await refusal(job())).toBe("image_jobs_one_open");
    expect(await refusal(job({ state: "failed" }))).toBe("image_jobs_error_when_failed");
    expect(await refusal(job({ state: "retrying" }))).toBe("image_jobs_retry_when_retrying");
  });

  it("reports: one version twice, version 0, a wrong number of rows, any change", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const { sid: createdBy } = await makeUser(db);
    const report = await makeReport(db, { projectSid, createdBy });
    expect(await refusal(makeReport(db, { projectSid, createdBy }))).toBe("reports_version_once");
    expect(await refusal(makeReport(db, { projectSid, createdBy, version: 0 }))).toBe("reports_version_positive");
    const immutable = "A report never changes and is never deleted.";
    expect(await refusal(db.update(reports).set({ title: "x" }).where(eq(reports.sid, report.sid)))).toBe(immutable);
    expect(await refusal(db.delete(reports).where(eq(reports.sid, report.sid)))).toBe(immutable);

    const rows = ["000001", "000002"].map((code) => ({
      areaCode: "1",
      bayCode: "",
      shelfCode: "",
      code,
      quantity: "1",
    }));
    const { sid } = await makeReport(db, { projectSid, createdBy, version: 2, rows });
    const ofIt = eq(reportRows.reportSid, sid);
    expect(await refusal(db.update(reportRows).set({ quantity: "9" }).where(ofIt))).toBe(immutable);
    expect(await refusal(db.delete(reportRows).where(ofIt))).toBe(immutable);
    expect(await refusal(insertReportRows(db, sid, rows, 3))).toBe(immutable);
    const { contents } = report;
    const others = { projectSid, createdBy, version: 3, contents };
    expect(await refusal(makeReport(db, { ...others, rows }))).toBe("A report has exactly the rows that it counts.");
    const withRows = { ...contents, rows: [] };
    expect(await refusal(makeReport(db, { ...others, contents: withRows }))).toBe("reports_rows_apart");
  });

  it("tasks: an unknown status, failed without an error, no event, a document's name twice", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    expect(await refusal(makeTask(db, { projectSid, status: 5 }))).toBe("tasks_status_number");
    expect(await refusal(makeTask(db, { projectSid, status: 4 }))).toBe("tasks_error_when_failed");
    expect(await refusal(makeTask(db, { projectSid, eventId: "" }))).toBe("tasks_event_id_length");
    const { taskId } = await makeTask(db, { projectSid });
    const document = {
      taskId,
      fileName: "a.csv",
      fileType: "csv",
      isOriginal: false,
      sha256: "0".repeat(64),
      sizeBytes: 1,
    };
    await db.insert(taskDocuments).values(document);
    expect(await refusal(db.insert(taskDocuments).values(document))).toBe("task_documents_name_once");
    const program = { ...document, fileName: "a.exe", fileType: "exe" };
    expect(await refusal(db.insert(taskDocuments).values(program))).toBe("task_documents_type");
    const original = { ...document, isOriginal: true };
    const originals = [
      { ...original, fileName: "1.pdf" },
      { ...original, fileName: "2.pdf" },
    ];
    expect(await refusal(db.insert(taskDocuments).values(originals))).toBe("task_documents_one_original");
    const retryAt = new Date();
    expect(await refusal(makeTask(db, { projectSid, status: 2, retryAt }))).toBe("tasks_retry_while_waiting");
  });
});
