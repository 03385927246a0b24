import { expect, test } from "vitest";
import { defaultModel, readerModel } from "./model.ts";

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

test("the default model is the active model that was trained last", () => {
  expect(defaultModel([untold, old, young])?.name).toBe("young");
  expect(defaultModel([untold, old, { ...young, status: "preview" }])?.name).toBe("old");
  expect(defaultModel([model("b", null), untold, model("a", null)])?.name).toBe("a");
  expect(defaultModel([{ ...young, status: "retired" }])).toBeNull();
  expect(defaultModel([])).toBeNull();
});

test("the fake model takes precedence if it exists", () => {
  expect(defaultModel([young, { ...untold, backend: "fake" }])?.name).toBe("ppocr");
});

const withSid = (one: ReturnType<typeof model>, more: object = {}) => ({ ...one, sid: one.name, ...more });

test("S4.20 a drawn sticker is read by the detection's model if it can read, else by the default model", () => {
  const ppocr = withSid(untold, { backend: "ppocr" as const });
  const all = [ppocr, withSid(old), withSid(young)];
  expect(readerModel(all, "old")?.name).toBe("old");
  expect(readerModel(all, "ppocr")?.name).toBe("young");
  expect(readerModel(all)?.name).toBe("young");
  expect(readerModel([withSid(young, { status: "retired" as const }), withSid(old)], "young")?.name).toBe("old");
  expect(readerModel([withSid(young, { status: "deprecated" as const })])?.name).toBe("young");
  expect(readerModel([ppocr])).toBeNull();
});
