import { expect, test } from "vitest";
import { ORIENTATIONS, ROTATIONS } from "../geometry/orientation.ts";
import { analyzeFormSchema, extractFormSchema } from "./experiment.ts";

test("PD-57: a quick test's form and its defaults", () => {
  const defaults = { rotation: "none", limit: 100, codeConfidenceThreshold: 0.7, quantityConfidenceThreshold: 0.4 };
  expect(analyzeFormSchema.parse({ modelId: " precount " })).toEqual({ modelId: "precount", ...defaults });
  const empty = { rotation: "", limit: "", codeConfidenceThreshold: "", quantityConfidenceThreshold: "" };
  expect(analyzeFormSchema.parse({ modelId: "precount", ...empty })).toEqual({ modelId: "precount", ...defaults });
  const given = { rotation: "rotate90CW", limit: "7", codeConfidenceThreshold: "0", quantityConfidenceThreshold: "1" };
  expect(analyzeFormSchema.parse({ modelId: "x", ...given })).toEqual({
    modelId: "x",
    rotation: "rotate90CW",
    limit: 7,
    codeConfidenceThreshold: 0,
    quantityConfidenceThreshold: 1,
  });
});

test.each([{}, { modelId: "" }, { modelId: "  " }])("S5.12 a quick test's form without a model: %j", (form) => {
  const { error } = analyzeFormSchema.safeParse(form);
  expect(error?.issues.map(({ message }) => message)).toEqual(["Please select a model first!"]);
});

test.each([
  { modelId: "x", rotation: "rotate45CW" },
  { modelId: "x", limit: "0" },
  { modelId: "x", limit: "1.5" },
  { modelId: "x", limit: "ten" },
  { modelId: "x", limit: "1001" },
  { modelId: "x", codeConfidenceThreshold: "1.1" },
  { modelId: "x", quantityConfidenceThreshold: "-0.1" },
  { modelId: "x", quantityConfidenceThreshold: "Infinity" },
])("S5.12 a quick test's form %j is refused", (form) => {
  const { error } = analyzeFormSchema.safeParse(form);
  expect(error?.issues).toHaveLength(1);
});

test("PD-52: an extract's form", () => {
  expect(extractFormSchema.parse({})).toEqual({ format: "csv", orientation: "none" });
  expect(extractFormSchema.parse({ format: "json", orientation: "rotate180" })).toEqual({
    format: "json",
    orientation: "rotate180",
  });
  expect(extractFormSchema.safeParse({ format: "xml" }).success).toBe(false);
});

test("S4.23 S4.24 an extract takes all eight orientations and the rotation overrides", () => {
  const names = [...ORIENTATIONS.filter((name) => name !== "unknown"), ...ROTATIONS];
  expect(new Set(names).size).toBe(9);
  for (const orientation of names) expect(extractFormSchema.parse({ orientation }).orientation).toBe(orientation);
  expect(extractFormSchema.safeParse({ orientation: "unknown" }).success).toBe(false);
});
