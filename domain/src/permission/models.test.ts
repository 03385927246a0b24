import { describe, expect, test } from "vitest";
import { MODEL_STATUSES } from "../model/model.ts";
import { pairs } from "../testing/matrix.ts";
import { ROLES } from "../user/user.ts";
import { HIDDEN_MODEL_NAME, canSeeModel, canUseModel, isModelListed, isModelOffered, modelNameFor } from "./models.ts";

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
