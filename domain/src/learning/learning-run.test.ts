import { describe, expect, test } from "vitest";
import { pairs } from "../testing/matrix.ts";
import {
  LEARNING_RUN_STATES,
  type LearningRunVerb,
  MIN_EXAMPLES_TO_LEARN,
  NEW_EXAMPLES_TO_LEARN,
  canCancelRun,
  canStartLearning,
  isRunUnfinished,
  learningRunCan,
  startsAutomatically,
} from "./learning-run.ts";

const ALLOWED: Readonly<Record<LearningRunVerb, readonly string[]>> = {
  start: ["queued", "running"],
  succeed: ["running"],
  fail: ["queued", "running"],
  cancel: ["queued", "running"],
};
const VERBS = ["start", "succeed", "fail", "cancel"] as const;

describe("PD-176 a training run", () => {
  test.each(pairs(VERBS, LEARNING_RUN_STATES))("%s when it is %s", (verb, state) => {
    expect(learningRunCan(verb, state).ok).toBe(ALLOWED[verb].includes(state));
  });

  test.each(LEARNING_RUN_STATES)("that is %s can be canceled while it is unfinished", (state) => {
    expect(canCancelRun({ state }).ok).toBe(isRunUnfinished({ state }));
    expect(isRunUnfinished({ state })).toBe(state === "queued" || state === "running");
  });

  test("needs enough examples, and no other unfinished run", () => {
    expect(canStartLearning(MIN_EXAMPLES_TO_LEARN, null).ok).toBe(true);
    expect(canStartLearning(MIN_EXAMPLES_TO_LEARN - 1, null)).toMatchObject({
      reason: "There are 99 examples; at least 100 are needed.",
    });
    expect(canStartLearning(5000, { state: "running" }).ok).toBe(false);
  });
});

describe("PD-176 a run without a person", () => {
  const now = new Date("2026-11-27T03:00:00Z");
  const due = {
    isAllowed: true,
    stickers: 2000,
    newStickers: NEW_EXAMPLES_TO_LEARN,
    lastStartedAt: new Date("2026-11-26T02:00:00Z"),
    unfinished: null,
  };

  test("starts after enough new stickers", () => {
    expect(startsAutomatically(due, now)).toBe(true);
    expect(startsAutomatically({ ...due, lastStartedAt: null }, now)).toBe(true);
  });

  test.each([
    ["an admin did not allow it", { isAllowed: false }],
    ["there is too little new", { newStickers: NEW_EXAMPLES_TO_LEARN - 1 }],
    ["the last one was today", { lastStartedAt: new Date("2026-11-27T00:00:00Z") }],
    ["another one is unfinished", { unfinished: { state: "queued" } as const }],
    ["examples were deleted", { stickers: MIN_EXAMPLES_TO_LEARN - 1 }],
  ])("does not start if %s", (_, given) => {
    expect(startsAutomatically({ ...due, ...given }, now)).toBe(false);
  });
});
