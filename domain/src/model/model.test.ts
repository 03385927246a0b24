import { expect, test } from "vitest";
import { defaultModel } from "./model.ts";

const model = (name: string, trainedAt: string | null, more: object = {}) => ({
  name,
  trainedAt,
  backend: "onnx" as const,
  status: "active" as const,
  ...more,
});
const old = model("old", "2025-01-31");
const young = model("young", "2026-11-21");
const untold = model("ppocr", null);

test("new photos go through the active model that was trained last", () => {
  expect(defaultModel([untold, old, young])?.name).toBe("young");
  expect(defaultModel([untold, old, { ...young, status: "preview" }])?.name).toBe("old");
  expect(defaultModel([model("b", null), untold, model("a", null)])?.name).toBe("a");
  expect(defaultModel([{ ...young, status: "retired" }])).toBeNull();
  expect(defaultModel([])).toBeNull();
});

test("the fake one of tests goes first where it is there", () => {
  expect(defaultModel([young, { ...untold, backend: "fake" }])?.name).toBe("ppocr");
});
