import { describe, expect, test } from "vitest";
import { MODEL_STATUSES, type Model } from "../model/model.ts";
import { pairs } from "../testing/matrix.ts";
import { ROLES } from "../user/user.ts";
import {
  HIDDEN_MODEL_NAME,
  canBeEventModel,
  canSeeModel,
  canUseModel,
  isModelListed,
  isModelOffered,
  modelForEvent,
  modelNameFor,
} from "./models.ts";

const admin = { role: "admin" } as const;
const user = { role: "user" } as const;

describe("S4.21 S6.04 retired models are not offered, preview models are for admins", () => {
  test.each(pairs(ROLES, MODEL_STATUSES))("%s, %s model", (role, status) => {
    const model = { status, title: "Precount 1", name: "precount" };
    const isSeen = role === "admin" || status !== "preview";
    const isOffered = isSeen && status !== "retired";
    expect(canSeeModel({ role }, model)).toBe(isSeen);
    expect(canUseModel({ role }, model).ok).toBe(isOffered);
    expect(isModelOffered({ role }, model)).toBe(isOffered);
    expect(isModelListed({ role }, model)).toBe(role === "admin" || isOffered);
    expect(modelNameFor({ role }, model)).toBe(isSeen ? "precount" : HIDDEN_MODEL_NAME);
  });
  test("a hidden model is refused like a missing one", () => {
    const missing = {
      ok: false,
      reason: "This model does not exist, or you may not see it.",
      kind: "missing",
    };
    expect(canUseModel(user, null)).toEqual(missing);
    expect(canUseModel(user, { status: "preview", title: "New" })).toEqual(missing);
  });
  test("the refusal of a retired model names it", () => {
    expect(canUseModel(admin, { status: "retired", title: "Old" })).toEqual({
      ok: false,
      reason: "The model Old is retired. Choose another one.",
    });
  });
});

const model = (sid: string, trainedAt: string, status: Model["status"] = "active"): Model => ({
  sid,
  name: sid,
  title: sid,
  backend: "onnx",
  status,
  trainedAt,
  statusDate: "2026-11-01T00:00:00.000Z",
  createdAt: "2026-11-01T00:00:00.000Z",
  learned: null,
});

const NO_CHOICE = { modelSid: null, groups: [] };
const GONE = { modelSid: "gone", groups: [] };

describe("PD-175 the model of an event is one that everyone may run", () => {
  test.each(pairs(ROLES, MODEL_STATUSES))("chosen by %s, %s model", (role, status) => {
    const isChoosable = status === "active" || status === "deprecated";
    expect(canBeEventModel({ role }, { status, title: "Precount 1" }).ok).toBe(isChoosable);
  });
  test("a refusal says what to do, and tells no user of a model in preview", () => {
    const young = { status: "preview", title: "Young" } as const;
    expect(canBeEventModel(admin, young)).toEqual({
      ok: false,
      reason: "The model Young is in preview. Activate it first, or choose another one.",
    });
    expect(canBeEventModel(user, young)).toEqual(canBeEventModel(user, null));
  });

  const newest = model("newest", "2026-11-01T00:00:00.000Z");
  test.each(MODEL_STATUSES)("with a chosen %s model", (status) => {
    const models = [model("chosen", "2025-01-31T00:00:00.000Z", status), newest];
    const isUsed = status === "active" || status === "deprecated";
    expect(modelForEvent(models, { modelSid: "chosen", groups: [] })?.sid).toBe(isUsed ? "chosen" : "newest");
  });
  test("without a choice, and without a model", () => {
    expect(modelForEvent([model("older", "2025-01-31T00:00:00.000Z"), newest], NO_CHOICE)?.sid).toBe("newest");
    expect(modelForEvent([newest], GONE)?.sid).toBe("newest");
    expect(modelForEvent([], GONE)).toBeNull();
  });
});
