import { describe, expect, test } from "vitest";
import { rectToForm } from "../geometry/percent.ts";
import type { Size } from "../geometry/rect.ts";
import { result, shelf, sticker } from "../testing/factories.ts";
import { boxFormPatches } from "./box-form.ts";
import { checkPatches } from "./check-patch.ts";
import { makePatch } from "./patch.ts";
import type { Prediction } from "./result.ts";

const size: Size = { width: 4000, height: 3000 };
const formOf = (prediction: Prediction) => rectToForm(prediction.rect, prediction.label, size);
const patchesOf = (prediction: Prediction, changes: object) =>
  boxFormPatches(0, result(prediction), { ...formOf(prediction), ...changes }, size);

describe("S2.39 the box form as patches", () => {
  test("an unchanged form gives no patches", () => {
    expect(patchesOf(sticker(), {})).toEqual({ ok: true, value: [] });
    expect(patchesOf(shelf(), {})).toEqual({ ok: true, value: [] });
  });
  test("a changed field gives one patch of the box", () => {
    const { rect } = sticker();
    expect(patchesOf(sticker(), { x: 50 })).toEqual({ ok: true, value: [makePatch.rect(0, { ...rect, x: 2000 })] });
  });
  test.each([
    ["a sticker changed to a shelf: its box first", sticker(), "shelf", ["rect", "label"]],
    ["a shelf changed to a sticker: only its class", shelf(), "sticker", ["label"]],
  ])("%s; checkPatches accepts each patch in order", (_name, prediction, label, fields) => {
    const outcome = patchesOf(prediction, { label });
    expect(outcome.ok && outcome.value.map(({ path }) => path)).toEqual(fields.map((field) => `/0/${field}`));
    expect(outcome.ok && checkPatches([prediction], [], outcome.value, size).ok).toBe(true);
  });
  test("changing a shelf to a sticker with a new box patches the class first", () => {
    const outcome = patchesOf(shelf(), { label: "sticker", x: 10, width: 20 });
    expect(outcome.ok && outcome.value.map(({ path }) => path)).toEqual(["/0/label", "/0/rect"]);
    expect(outcome.ok && checkPatches([shelf()], [], outcome.value, size).ok).toBe(true);
  });
  test.each([{ x: -1 }, { width: 101 }, { angle: 361 }, { y: Number.NaN }, { x: 99 }])(
    "S5.17 %j is 'Invalid form values'",
    (changes) => {
      expect(patchesOf(sticker(), changes)).toEqual({ ok: false, kind: "invalid", reason: "Invalid form values" });
    },
  );
});
