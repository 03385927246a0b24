import { describe, expect, test } from "vitest";
import type { Model, ModelStatus } from "../model/model.ts";
import { canSetModelStatus, canUseModel, modelFor, modelForEvent } from "../permission/models.ts";
import { canPromote, canRollBack, championOf, formerLearnedModel, learnedModelInUse } from "./learned-model.ts";

const at = (day: number): string => `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`;

const model = (sid: string, given: Partial<Model> = {}): Model => ({
  sid,
  name: sid,
  title: sid,
  backend: "onnx",
  status: "active",
  trainedAt: at(1),
  statusDate: at(1),
  createdAt: at(1),
  learned: null,
  ...given,
});

type Learned = Partial<NonNullable<Model["learned"]>> & { status?: ModelStatus };
const learned = (sid: string, { status = "active", ...given }: Learned = {}): Model =>
  model(sid, {
    status,
    trainedAt: at(20),
    learned: { adaptsSid: "base", groupSid: null, promotedAt: at(20), problem: null, ...given },
  });

const BASE = model("base");
const OF_ALL = learned("of-all");
const OF_NORTH = learned("of-north", { groupSid: "north" });
const readerOf = (models: readonly Model[], groups: readonly string[], modelSid: string | null = null) =>
  modelForEvent(models, { modelSid, groups })?.sid;

describe("PD-176 the model for new photos", () => {
  test("is the event's own choice, else that of its group, else that of the installation, else the default model", () => {
    const models = [BASE, model("old", { trainedAt: null }), OF_ALL, OF_NORTH];
    expect(readerOf(models, ["everyone", "north"], "old")).toBe("old");
    expect(readerOf(models, ["everyone", "north"])).toBe("of-north");
    expect(readerOf(models, ["everyone", "south"])).toBe("of-all");
    expect(readerOf([BASE, OF_NORTH], ["everyone"])).toBe("base");
  });

  test("is the last promoted one if the event is in several groups", () => {
    const south = learned("of-south", { groupSid: "south", promotedAt: at(25) });
    expect(readerOf([BASE, OF_NORTH, south], ["north", "south"])).toBe("of-south");
  });

  test.each([
    ["in preview", { status: "preview" }],
    ["replaced", { status: "deprecated" }],
    ["never promoted", { promotedAt: null }],
    ["damaged", { problem: "its files were changed" }],
  ] as const)("is no learned one that is %s", (_, given) => {
    expect(readerOf([BASE, learned("other", given)], [])).toBe("base");
  });

  test("is another model if the chosen model is damaged", () => {
    const damaged = learned("damaged", { problem: "its files were changed" });
    expect(readerOf([BASE, damaged], [], "damaged")).toBe("base");
    expect(canUseModel({ role: "admin" }, damaged)).toEqual({
      ok: false,
      reason: "The model damaged cannot be used: Its files were changed or are lost.",
    });
  });
});

test("PD-176 only admins see which file of a model is damaged", () => {
  const damaged = learned("damaged", { problem: "/data/models/x/adaptation.json was changed" });
  expect(modelFor({ role: "admin" }, damaged)).toEqual(damaged);
  expect(modelFor({ role: "user" }, damaged).learned?.problem).toBe("Its files were changed or are lost.");
  expect(modelFor({ role: "user" }, OF_ALL)).toEqual(OF_ALL);
});

test("PD-176 a new model competes with the one in use in its group", () => {
  expect(championOf([BASE, OF_ALL, OF_NORTH], "north")?.sid).toBe("of-north");
  expect(championOf([BASE, OF_ALL, OF_NORTH], "south")?.sid).toBe("of-all");
  expect(championOf([BASE, OF_NORTH], null)?.sid).toBe("base");
  expect(championOf([], null)).toBeNull();
});

test("PD-176 a rollback brings back the model that was promoted before", () => {
  const older = learned("older", { status: "deprecated", promotedAt: at(10) });
  const oldest = learned("oldest", { status: "deprecated", promotedAt: at(5) });
  const models = [BASE, oldest, older, OF_ALL, OF_NORTH];
  expect(learnedModelInUse(models, null)?.sid).toBe("of-all");
  expect(formerLearnedModel(models, null)?.sid).toBe("older");
  expect(formerLearnedModel(models, "north")).toBeNull();
  expect(canRollBack(OF_ALL).ok).toBe(true);
  expect(canRollBack(null).ok).toBe(false);
});

describe("PD-176 a promotion", () => {
  const ready = learned("new", { status: "preview", promotedAt: null });
  const good = { decision: { ok: true }, champion: "base" } as const;

  test("needs a report that accepts the model", () => {
    expect(canPromote(ready, good, [BASE, ready]).ok).toBe(true);
    const bad = { ...good, decision: { ok: false, reason: "Not clearly better." } } as const;
    expect(canPromote(ready, bad, [BASE, ready])).toEqual({ ok: false, reason: "Not clearly better." });
    expect(canPromote(ready, null, [BASE, ready])).toMatchObject({
      ok: false,
      reason: "new has no report of its training run.",
    });
  });

  test("is refused for other models, for one in use and for a damaged one", () => {
    expect(canPromote(BASE, good, [BASE]).ok).toBe(false);
    expect(canPromote(OF_ALL, good, [BASE, OF_ALL])).toMatchObject({ reason: "of-all is in use already." });
    const damaged = learned("new", { status: "preview", problem: "its files were changed" });
    expect(canPromote(damaged, good, [BASE, damaged])).toMatchObject({
      reason: "new cannot be used: its files were changed",
    });
  });

  test("is refused if another model is in use than the one it was compared with", () => {
    const title = "of all, learned on Monday";
    expect(canPromote(ready, good, [BASE, { ...OF_ALL, title }, ready])).toEqual({
      ok: false,
      reason:
        "new was compared with base, but of all, learned on Monday is in use now. Learn again: the new model is compared with of all, learned on Monday.",
    });
    // The model that it was compared with may be deleted, or rolled back.
    const former = { ...good, champion: "of-all" };
    expect(canPromote(ready, former, [BASE, ready])).toMatchObject({
      reason: expect.stringMatching(/^new was compared with of-all, but base is in use now\. Learn again: /),
    });
    expect(canPromote(ready, former, [BASE, OF_ALL, ready]).ok).toBe(true);
    expect(canPromote(ready, former, [ready]).ok).toBe(true);
  });

  test("concerns the model in use of its own group", () => {
    const south = learned("of-south", { groupSid: "south", status: "preview", promotedAt: null });
    const models = [BASE, OF_NORTH, south, ready];
    expect(canPromote(south, good, models).ok).toBe(true);
    expect(canPromote(ready, good, models).ok).toBe(true);
    expect(canPromote(south, good, [...models, OF_ALL]).ok).toBe(false);
    expect(canPromote({ ...south, learned: OF_NORTH.learned }, good, models).ok).toBe(false);
  });

  test("is possible again after a rollback to the model it was compared with", () => {
    const rolledBack = learned("of-all", { status: "preview" });
    expect(canPromote(rolledBack, good, [BASE, rolledBack]).ok).toBe(true);
  });

  test("is the only way to put a learned model in use", () => {
    expect(canSetModelStatus(ready).ok).toBe(false);
    expect(canSetModelStatus(BASE).ok).toBe(true);
  });
});
