import { expect, test } from "vitest";
import type { Prediction } from "../detection/result.ts";
import type { RecordedPatch } from "./patch-steps.ts";
import { resultHistory } from "./result-history.ts";

const prediction: Prediction = {
  label: "sticker",
  rect: { x: 0, y: 0, width: 10, height: 10, angle: 0 },
  confidence: 0.9,
  code: { value: "123456", pattern: null, confidence: 0.99 },
  quantity: { value: "48", pattern: null, confidence: 0.62 },
  values: [],
};
const at = (minute: number): string => `2026-11-21T02:${String(minute).padStart(2, "0")}:00.000Z`;
const typed = (minute: number, path: string, value: string, removedRevision: number | null = null): RecordedPatch => ({
  patch: { op: "replace", path, value },
  revision: minute,
  at: at(minute),
  by: "Ada",
  removedRevision,
});
const texts = (steps: ReturnType<typeof resultHistory>) =>
  steps.map(({ text, by }) => (by ? `${text} by ${by}` : text));

test("names what was read, typed, taken back and validated, and by whom", () => {
  const steps = resultHistory({
    predictions: [prediction, prediction],
    model: "precount",
    inferredAt: at(1),
    index: 0,
    patches: [
      typed(14, "/0/quantity/value", "43"),
      typed(15, "/1/quantity/value", "7"),
      typed(16, "/0/code/value", "123456"),
      typed(17, "/0/code/value", "999999", 18),
      typed(19, "/0/code/value", "111111"),
    ],
    actions: [
      { action: "imageDetection.pullImageDetectionPatches", at: at(18), by: "Eve", revision: 18 },
      { action: "imageDetection.validateImageDetection", at: at(20), by: "Grace", revision: 20 },
    ],
  });
  expect(texts(steps)).toEqual([
    "Code 123456 (0.99), quantity 48 (0.62) read by precount",
    "Quantity 48 → 43 typed by Ada",
    "Code 123456 confirmed by Ada",
    "Code 123456 → 999999 typed by Ada",
    "Edits taken back by Eve",
    "Code 123456 → 111111 typed by Ada",
    "Validated by Grace",
  ]);
  expect(steps.filter(({ isUndone }) => isUndone).map(({ text }) => text)).toEqual(["Code 123456 → 999999 typed"]);
});

test("begins with the drawing of an added result, and knows no time of an undo before it was recorded", () => {
  const add = (minute: number): RecordedPatch => ({
    patch: { op: "add", path: "/-", value: prediction },
    revision: minute,
    at: at(minute),
    by: "Ada",
    removedRevision: null,
  });
  const steps = resultHistory({
    predictions: [prediction],
    model: "precount",
    inferredAt: at(1),
    index: 2,
    patches: [add(2), add(3), typed(4, "/2/quantity/value", "5", 3)],
    actions: [],
  });
  expect(steps.map(({ text, at: time }) => [text, time])).toEqual([
    ["Drawn as a sticker", at(3)],
    ["Quantity 48 → 5 typed", at(4)],
    ["Edits taken back", null],
  ]);
});
