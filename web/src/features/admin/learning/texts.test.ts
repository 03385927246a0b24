import type { LearningReport, Model, ReadingTally } from "@precount/domain";
import { describe, expect, test } from "vitest";
import {
  MEASURES,
  describeDecision,
  describeExamples,
  describeInterval,
  describeOrigins,
  describeProgress,
  describeShare,
  describeVerdict,
  examplePicture,
  progressPercent,
  worstConfusion,
} from "./texts.ts";

const tally = (more: Partial<ReadingTally> = {}): ReadingTally => ({
  stickers: 200,
  wrongCodes: 16,
  wrongQuantities: 30,
  validButWrong: 1,
  valid: 140,
  ...more,
});

describe("the progress of a run", () => {
  test("in words", () => {
    expect(describeProgress({ state: "queued", progress: null })).toBe("Waiting for the worker");
    expect(describeProgress({ state: "running", progress: null })).toBe("Starting");
    expect(describeProgress({ state: "running", progress: { stage: "examples", done: 1200, total: 5000 } })).toBe(
      "Reading the examples: 1,200 of 5,000",
    );
    expect(describeProgress({ state: "running", progress: { stage: "judging", done: 0, total: 0 } })).toBe(
      "Comparing the models",
    );
  });

  test("in percent over all stages", () => {
    expect(progressPercent(null)).toBe(0);
    expect(progressPercent({ stage: "examples", done: 50, total: 100 })).toBe(13);
    expect(progressPercent({ stage: "training", done: 30, total: 60 })).toBe(63);
    expect(progressPercent({ stage: "judging", done: 9, total: 3 })).toBe(100);
  });
});

test("the origins of examples are named with their numbers, without those that are zero", () => {
  expect(describeOrigins({ stickers: 1434, typed: 120, blindChecked: 14, unchanged: 1300 })).toBe(
    "120 typed, 14 blind-checked, 1,300 unchanged",
  );
  expect(describeOrigins({ stickers: 7, typed: 0, blindChecked: 0, unchanged: 7 })).toBe("7 unchanged");
  expect(describeOrigins({ stickers: 0, typed: 0, blindChecked: 0, unchanged: 0 })).toBe("none");
});

test("the examples in one line, or how to get some", () => {
  const counts = { stickers: 1, typed: 1, blindChecked: 0, unchanged: 0, heldOut: 0 };
  expect(describeExamples({ counts, newStickers: 0 })).toBe("1 sticker (1 typed), 0 since the last training run.");
  expect(describeExamples({ counts: { ...counts, stickers: 0 }, newStickers: 0 })).toMatch(/^No examples yet/);
});

test("shares with intervals", () => {
  const shown = MEASURES.map((measure) => [
    measure.title,
    describeShare(measure, tally()),
    describeInterval(measure, tally()),
  ]);
  expect(shown).toEqual([
    ["Codes read right", "92.0 %", "87.4–95.0 %"],
    ["Quantities read right", "85.0 %", "79.4–89.3 %"],
    ["Valid without a person", "70.0 %", "63.3–75.9 %"],
    ["Valid but wrong", "0.5 %", "0.1–2.8 %"],
  ]);
  const [codes] = MEASURES;
  expect(codes && describeShare(codes, tally({ stickers: 0 }))).toBe("–");
});

test("the verdict gives the numbers, or the reason of the refusal", () => {
  const report = {
    better: 23,
    worse: 4,
    p: 0.0002,
    decision: { ok: true },
    models: { challenger: { heldOut: tally() } },
  } as LearningReport;
  expect(describeVerdict(report)).toMatch(
    /200 stickers that no model learned from, it reads 23 better and 4 worse\. .* a probability of less than 0\.001\.$/,
  );
  expect(describeVerdict({ ...report, decision: { ok: false, reason: "Not clearly better." } })).toBe(
    "Not clearly better.",
  );
});

test("the most frequent confusion", () => {
  const confusion = Array.from({ length: 10 }, (_, truth) =>
    Array.from({ length: 10 }, (_, read) => (truth === read ? 99 : 0)),
  );
  expect(worstConfusion({ confusion })).toBeNull();
  const wrong = confusion.map((row, truth) => row.map((n, read) => (truth === 1 && read === 7 ? 5 : n)));
  expect(worstConfusion({ confusion: wrong })).toEqual({ truth: 1, read: 7 });
});

test("the address of a crop", () => {
  expect(examplePicture("img1/12")).toBe("/api/learning/examples/img1/12/picture");
});

const model = (name: string, given: Partial<Model> = {}): Model => ({
  sid: name,
  name,
  title: `Title of ${name}`,
  backend: "onnx",
  status: "active",
  trainedAt: "2026-11-01T00:00:00.000Z",
  statusDate: "2026-11-01T00:00:00.000Z",
  createdAt: "2026-11-01T00:00:00.000Z",
  learned: null,
  ...given,
});

describe("the decision about a learned model", () => {
  const learned = { adaptsSid: "base", groupSid: null, promotedAt: "2026-11-20T00:00:00.000Z", problem: null };
  const base = model("base");
  const former = model("former", { learned });
  const accepted = { champion: "base", decision: { ok: true } } as const;
  const refused = { champion: "base", decision: { ok: false, reason: "Not clearly better." } } as const;
  const waiting = model("new", { status: "preview", learned: { ...learned, promotedAt: null } });
  const inUse = model("new", { learned });
  const replaced = model("new", { status: "deprecated", learned });

  test.each([
    ["accepted, not used yet", accepted, waiting, [base], "Proven better than the model in use"],
    ["accepted, another is in use since", accepted, waiting, [base, former], "Was proven better than Title of base"],
    ["in use", accepted, inUse, [base], "In use. Was proven better than Title of base, which it replaced"],
    ["rolled back to the model it replaced", accepted, replaced, [base], "Proven better than the model in use"],
    ["replaced by another one", accepted, replaced, [base, former], "Was proven better than Title of base"],
    [
      "compared with a model that was deleted",
      accepted,
      inUse,
      [],
      "In use. Was proven better than base, which it replaced",
    ],
    ["refused", refused, waiting, [base], "Not proven better"],
    ["refused, another is in use since", refused, waiting, [base, former], "Was not proven better than Title of base"],
  ] as const)("%s", (_, report, given, others, text) => {
    expect(describeDecision(report, given, [...others, given])).toBe(text);
  });
});
