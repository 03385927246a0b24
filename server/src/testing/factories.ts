import { randomBytes } from "node:crypto";
import type { Prediction, ReportHead, ReportRow } from "@precount/domain";
import type { Queryable } from "../db/connect.ts";
import { insertReportRows } from "../db/reports/rows.ts";
import { areas } from "../db/schema/areas.ts";
import { imageDetections } from "../db/schema/detections.ts";
import { stickerPairs } from "../db/schema/duplicates.ts";
import { images } from "../db/schema/images.ts";
import { learningExamples } from "../db/schema/learning.ts";
import { models } from "../db/schema/models.ts";
import { projects } from "../db/schema/projects.ts";
import { reports } from "../db/schema/reports.ts";
import { sessions } from "../db/schema/sessions.ts";
import { tasks } from "../db/schema/tasks.ts";
import { users } from "../db/schema/users.ts";
import { newSid } from "../lib/ids.ts";

/*
 * One factory per aggregate: a valid row with the values that the test gives and defaults for the rest. They insert rows directly, so
 * the database's constraints still apply.
 */

type Row<Table extends { $inferInsert: object; $inferSelect: object }> = Table["$inferSelect"];
type Given<Table extends { $inferInsert: object }> = Partial<Table["$inferInsert"]>;

/** The first of `returning()`, which an insert of one row always has. */
function only<T>(rows: T[]): T {
  const [row] = rows;
  if (!row) throw new Error("the insert gave no row");
  return row;
}

export async function makeUser(db: Queryable, given: Given<typeof users> = {}): Promise<Row<typeof users>> {
  const sid = newSid();
  const values = { sid, email: `${sid}@precount.test`, name: "Some Person", role: "user" as const, ...given };
  return only(await db.insert(users).values(values).returning());
}

export async function makeSession(
  db: Queryable,
  given: Given<typeof sessions> & { userSid: string },
): Promise<Row<typeof sessions>> {
  const values = {
    id: newSid(),
    secretHash: randomBytes(32),
    remember: false,
    expiresAt: new Date(Date.now() + 3_600_000),
    ...given,
  };
  return only(await db.insert(sessions).values(values).returning());
}

export async function makeProject(db: Queryable, given: Given<typeof projects> = {}): Promise<Row<typeof projects>> {
  const sid = newSid();
  const archived = given.status === "archived" ? { statusBeforeArchive: "completed" as const } : {};
  const values = { sid, name: "Spring count", slug: `spring-count-${sid}`, ...archived, ...given };
  return only(await db.insert(projects).values(values).returning());
}

export async function makeModel(db: Queryable, given: Given<typeof models> = {}): Promise<Row<typeof models>> {
  const sid = newSid();
  const values = {
    sid,
    name: `model-${sid}`,
    title: "A model",
    backend: "fake" as const,
    status: "active" as const,
    ...given,
  };
  return only(await db.insert(models).values(values).returning());
}

export async function makeArea(
  db: Queryable,
  given: Given<typeof areas> & { projectSid: string },
): Promise<Row<typeof areas>> {
  return only(
    await db
      .insert(areas)
      .values({ sid: newSid(), number: 1, ...given })
      .returning(),
  );
}

export async function makeImage(
  db: Queryable,
  given: Given<typeof images> & { projectSid: string },
): Promise<Row<typeof images>> {
  const values = {
    sid: newSid(),
    name: "photo.jpg",
    sha256: randomBytes(32).toString("hex"),
    sizeBytes: 1_000_000,
    format: "jpeg",
    rawWidth: 4000,
    rawHeight: 3000,
    orientation: "normal" as const,
    ...given,
  };
  return only(await db.insert(images).values(values).returning());
}

/** A valid sticker in the middle of a 4000 × 3000 photo. */
export function makePrediction(given: Partial<Prediction> = {}): Prediction {
  return {
    label: "sticker",
    rect: { x: 1000, y: 1000, width: 300, height: 150, angle: 0 },
    confidence: 0.95,
    code: { value: "012345", pattern: "^\\d{6}$", confidence: 0.95 },
    quantity: { value: "12", pattern: "^[1-9]\\d*$", confidence: 0.9 },
    values: [],
    ...given,
  };
}

/** An example whose crop is in no store. */
export async function makeExample(
  db: Queryable,
  given: Given<typeof learningExamples> & { imageSid: string; projectSid: string; modelSid: string },
): Promise<Row<typeof learningExamples>> {
  const values = {
    position: 0,
    code: "012345",
    codeOrigin: "unchanged" as const,
    quantity: "12",
    quantityOrigin: "unchanged" as const,
    box: { x: 10, y: 5, width: 40, height: 20 },
    sha256: randomBytes(32).toString("hex"),
    isHeldOut: false,
    ...given,
  };
  return only(await db.insert(learningExamples).values(values).returning());
}

/** Counts follow from the predictions without patches. Tests of patches use the procedure. */
export async function makeDetection(
  db: Queryable,
  given: Given<typeof imageDetections> & { imageSid: string; modelSid: string },
): Promise<Row<typeof imageDetections>> {
  const predictions = given.predictions ?? [makePrediction()];
  const stickers = predictions.filter(({ label }) => label === "sticker");
  const valid = stickers.filter(({ code, quantity }) => code.pattern !== null && quantity && quantity.pattern !== null);
  const validated =
    given.status === "validated" || given.status === "selected"
      ? { validatedAt: new Date(), validatedBy: given.validatedBy ?? (await makeUser(db)).sid }
      : {};
  const values = {
    sid: newSid(),
    predictions,
    options: {},
    elapsedMs: 100,
    progress: stickers.length === 0 ? 100 : Math.floor((100 * valid.length) / stickers.length),
    resultsCount: predictions.length,
    stickersCount: stickers.length,
    validStickersCount: valid.length,
    stickerPredictionsCount: stickers.length,
    validStickerPredictionsCount: valid.length,
    patchedStickersCount: 0,
    confirmedStickersCount: 0,
    discardedStickersCount: 0,
    addedStickersCount: 0,
    patchedStickersCodesCount: 0,
    patchedStickersQuantitiesCount: 0,
    codesWithLeadingZeroCount: stickers.filter(({ code }) => code.value.startsWith("0")).length,
    ...validated,
    ...given,
  };
  return only(await db.insert(imageDetections).values(values).returning());
}

/** Two photos with their detections, in any order: a pair of their stickers at one position, the first by default. */
export async function makePair(
  db: Queryable,
  photos: readonly { imageSid: string; detectionSid: string }[],
  given: Given<typeof stickerPairs> & { projectSid: string; position?: number },
): Promise<Row<typeof stickerPairs>> {
  const [a, b] = photos.toSorted((one, other) => (one.imageSid < other.imageSid ? -1 : 1));
  if (!a || !b) throw new Error("a pair has two photos");
  const { position = 0, ...more } = given;
  const sides = {
    imageA: a.imageSid,
    detectionA: a.detectionSid,
    positionA: position,
    imageB: b.imageSid,
    detectionB: b.detectionSid,
    positionB: position,
  };
  const values = { sid: newSid(), ...sides, certainty: 1, homography: [1, 0, 0, 0, 1, 0, 0, 0, 1], ...more };
  return only(await db.insert(stickerPairs).values(values).returning());
}

/** `rows` are the report's rows in order. Of the totals only their number is set. */
export async function makeReport(
  db: Queryable,
  {
    rows = [],
    ...given
  }: Given<typeof reports> & { projectSid: string; createdBy: string; rows?: readonly ReportRow[] },
): Promise<Row<typeof reports>> {
  const version = given.version ?? 1;
  const contents: ReportHead = {
    event: { sid: given.projectSid, name: "Spring count", slug: "spring-count" },
    version,
    generatedAt: new Date().toISOString(),
    generatedBy: { sid: given.createdBy, name: "Some Person" },
    totals: { rows: rows.length, quantity: 0, images: 0, bySku: [] },
    exceptions: [],
  };
  const sid = given.sid ?? newSid();
  await insertReportRows(db, sid, rows);
  const values = { sid, version, title: `Precount report – Spring count – v${version}`, contents, ...given };
  return only(await db.insert(reports).values(values).returning());
}

export async function makeTask(
  db: Queryable,
  given: Given<typeof tasks> & { projectSid: string },
): Promise<Row<typeof tasks>> {
  return only(
    await db
      .insert(tasks)
      .values({ eventId: "spring-count", ...given })
      .returning(),
  );
}
