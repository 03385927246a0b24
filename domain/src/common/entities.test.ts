import { describe, expect, test } from "vitest";
import { areaSchema } from "../area/area.ts";
import { analysisResponseSchema } from "../detection/analysis.ts";
import { imageStats } from "../detection/derive.ts";
import { imageDetectionSchema } from "../detection/image-detection.ts";
import { makePatch } from "../detection/patch.ts";
import { applyPatches } from "../detection/patches.ts";
import { imageListItemSchema, imageSchema } from "../image/image.ts";
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_ACCEPT, PHOTO_FORMATS } from "../image/limits.ts";
import { modelSchema } from "../model/model.ts";
import { projectListItemSchema, projectSchema } from "../project/project.ts";
import { reportContents, reportTitle } from "../report/contents.ts";
import { reportSchema } from "../report/report.ts";
import { pageSchema, taskDocumentSchema, taskSchema } from "../task/task.ts";
import { shelf, sticker } from "../testing/factories.ts";
import { authUserSchema, loginResponseSchema, sessionSchema, userRowSchema } from "../user/user.ts";
import { isoDateSchema } from "./id.ts";

const sid = "abcdefghijklmnopqrstuvwx";
const at = "2026-11-21T05:40:00.000Z";
const authUser = { sid, name: "Ada", email: "ada@example.com", role: "admin" };
const project = {
  sid,
  name: "Spring count",
  slug: "spring-count",
  status: "active",
  statusDate: at,
  isArchived: false,
  images: { total: 3, settled: 2, undecided: 1, withoutArea: 1 },
  areas: 2,
  reports: [{ sid, title: reportTitle("Spring count", 1), version: 1, createdAt: at }],
  createdAt: at,
  settings: {
    defaultRotation: "none",
    rejectionThreshold: 90,
    mergeDuplicatesPercent: null,
    certificatePercent: null,
    storeNumber: "0117",
    model: sid,
  },
  progress: 66,
  validDetectionPercent: 90,
};
const predictions = [sticker(), shelf()];
const patches = [makePatch.quantity(0, "3"), makePatch.add(sticker())];
const results = applyPatches(predictions, patches);
const detection = {
  sid,
  imageSid: sid,
  model: { sid, name: "ppocr" },
  status: "patched",
  progress: 100,
  count: 3,
  predictions,
  results,
  itemCodes: null,
  patches,
  revision: 2,
  inferredAt: at,
  validatedAt: null,
  options: { limit: 100, codeConfidenceThreshold: 0.7, quantityConfidenceThreshold: 0.4 },
  elapsed: 1234,
};
const document = {
  documentId: 7,
  fileName: "a.csv",
  fileType: "csv",
  fileUrl: "/api/tasks/1/documents/download?file=7",
  size: 120,
  isOriginal: false,
};
const contents = reportContents({
  event: { sid, name: "Spring count", slug: "spring-count" },
  version: 1,
  generatedAt: at,
  generatedBy: { sid, name: "Ada" },
  images: [{ sid, name: "412.jpg", areaCode: "412", bayCode: null, shelfCode: null, results }],
});

describe("every entity of §3 survives a JSON round trip through its schema", () => {
  test.each([
    ["S3.01 auth user", authUserSchema, authUser],
    ["S3.02 session", sessionSchema, { id: sid }],
    ["S3.02 login response", loginResponseSchema, { user: authUser, session: { id: sid } }],
    ["S3.03 project", projectSchema, project],
    [
      "S3.04 image",
      imageSchema,
      {
        sid,
        name: "412.jpg",
        status: "pending",
        statusDate: at,
        width: 4032,
        height: 3024,
        createdAt: at,
        capturedAt: "2026-11-20T09:00:00+02:00",
        src: `/api/projects/spring-count/images/${sid}/contents`,
        stats: imageStats(predictions, results),
        rejection: null,
        validPercent: 100,
        areaCode: "412",
        job: {
          id: sid,
          modelSid: sid,
          state: "retrying",
          attempts: 1,
          maxAttempts: 5,
          error: "The model took too long.",
          retryAt: at,
          updatedAt: at,
        },
        orientation: "rotate90CW",
        rotation: "none",
        file: { size: 1000, sha256: "0".repeat(64) },
        metadata: { brand: null, model: null, storeNumber: "117", shelfCode: null, bayCode: "04" },
        project: { sid, slug: "spring-count", name: "Spring count", status: "active" },
        models: [{ sid, name: "ppocr" }],
        detections: [detection],
      },
    ],
    ["S3.06 S3.07 S3.08 detection", imageDetectionSchema, detection],
    ["S3.10 report", reportSchema, { sid, title: reportTitle("Spring count", 1), version: 1, createdAt: at, contents }],
    [
      "S3.11 model",
      modelSchema,
      {
        sid,
        title: "PP-OCR",
        name: "ppocr",
        backend: "ppocr",
        status: "active",
        statusDate: at,
        trainedAt: null,
        createdAt: at,
        learned: null,
      },
    ],
    [
      "S3.12 area",
      areaSchema,
      { id: 1, sid, name: "412", status: "not_taken", imageSid: null, photos: 0, undecided: 0, voided: null },
    ],
    ["S3.13 page", pageSchema, { projectId: sid, name: "Spring count" }],
    [
      "S3.14 task",
      taskSchema,
      {
        taskId: 1,
        eventId: "spring-count",
        projectId: sid,
        status: 1,
        errorMessage: null,
        created_at: at,
        updated_at: at,
        retryAt: null,
        progress: { page: 7, pageCount: 18 },
        isCanceled: false,
        documents: [document],
      },
    ],
    ["S3.15 task document", taskDocumentSchema, document],
    [
      "S3.17 user row",
      userRowSchema,
      {
        ...authUser,
        lastLoginAt: null,
        createdAt: at,
        isBlocked: false,
        hasPassword: true,
        hasFactor: false,
        groups: ["everyone"],
      },
    ],
    [
      "S3.18 analysis response",
      analysisResponseSchema,
      { detections: predictions, image: { size: { width: 4032, height: 3024 } }, elapsed: 900, createdAt: at },
    ],
  ])("%s", (_, schema, entity) => {
    expect(schema.parse(JSON.parse(JSON.stringify(entity)))).toEqual(entity);
  });
});

const omitted = (entity: { shape: object }, row: { shape: object }): string[] =>
  Object.keys(entity.shape).filter((key) => !(key in row.shape));

test("S3.03 S3.04 a row of a list has the fields of its entity except those that PD-55 names", () => {
  expect(new Set(omitted(projectSchema, projectListItemSchema))).toEqual(new Set(["reports", "settings", "areas"]));
  expect(new Set(omitted(imageSchema, imageListItemSchema))).toEqual(
    new Set(["detections", "models", "project", "file", "metadata", "orientation", "rotation"]),
  );
});

test("PD-54: dates are ISO 8601 with an offset", () => {
  const dates = ["2026-11-21T05:40:00Z", "2026-11-21T05:40:00+02:00", "2026-11-21", "21.11.2026", ""];
  expect(dates.filter((date) => isoDateSchema.safeParse(date).success)).toEqual(dates.slice(0, 2));
});

test("S5.15 PD-15: accepted photo formats and limits", () => {
  expect(MAX_PHOTO_BYTES).toBe(104_857_600);
  expect(MAX_PHOTO_PIXELS).toBe(100_000_000);
  for (const format of PHOTO_FORMATS) expect(PHOTO_ACCEPT).toContain(`image/${format}`);
  expect(PHOTO_ACCEPT).not.toMatch(/svg|gif/);
});
