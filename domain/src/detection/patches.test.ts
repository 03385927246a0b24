import { describe, expect, test } from "vitest";
import { result, results, shelf, sticker } from "../testing/factories.ts";
import { makePatch, parsePatch } from "./patch.ts";
import { type Patch, patchSchema } from "./patch-schema.ts";
import { applyPatches, isRemoved, visibleResults } from "./patches.ts";
import type { Prediction } from "./result.ts";
import { confirmedFields, patchedFields, resultEdit } from "./patched-fields.ts";
import { resultCan } from "./result-can.ts";
import { QUANTITY_PATTERN, SHELF_CODE_PATTERN, STICKER_CODE_PATTERN } from "./validity.ts";

const doubtful = sticker({ confidence: 0.3 });
const apply = (patches: readonly Patch[], ...predictions: readonly Prediction[]) => applyPatches(predictions, patches);
const odd = (path: string, value: string | boolean) => ({ op: "replace", path, value }) as Patch; // the type cannot tell paths apart

describe("S4.20 results = predictions with patches", () => {
  test("S3.07 without patches a result equals its prediction, which is the original", () => {
    const prediction = sticker();
    expect(apply([], prediction)).toEqual([{ ...prediction, discarded: false, original: prediction }]);
  });

  test("a typed value has a computed pattern and no confidence; the original is unchanged", () => {
    const [changed] = apply([makePatch.code(0, "999999"), makePatch.quantity(0, "0")], sticker());
    expect(changed?.code).toEqual({ value: "999999", pattern: STICKER_CODE_PATTERN });
    expect(changed?.quantity).toEqual({ value: "0", pattern: null });
    expect(changed?.original).toEqual(sticker());
  });

  test("PD-70: typing a doubtful value again confirms it and is no patch of the value", () => {
    const [confirmed] = apply([makePatch.code(0, "012345")], doubtful);
    expect(confirmed?.code).toEqual({ value: "012345", pattern: STICKER_CODE_PATTERN });
    expect(confirmed && patchedFields(confirmed)).toEqual([]);
    expect(confirmed && confirmedFields(confirmed)).toEqual(["code"]);
    expect(confirmed && resultEdit(confirmed)).toEqual({ kind: "confirmed" });
    expect(confirmed && resultCan.restore(confirmed).ok).toBe(true);
    const [restored] = apply([makePatch.code(0, "012345"), makePatch.restoreValue(0, "code", "012345")], doubtful);
    expect(restored && resultEdit(restored)).toBeNull();
  });

  test.each([
    ["131005", [makePatch.code(0, "131006")]],
    ["quantity 12", [makePatch.quantity(0, "13"), makePatch.code(0, "131005")]],
    ["131005, quantity 12", [makePatch.code(0, "131006"), makePatch.quantity(0, "13")]],
    ["another box", [makePatch.rect(0, { x: 1, y: 2, width: 3, height: 4 })]],
    ["a sticker", [makePatch.label(0, "shelf")]],
  ])("PD-70: a change names what it replaced: was %s", (was, patches) => {
    const [changed] = apply(patches, sticker({ code: "131005", quantity: "12" }));
    expect(changed && resultEdit(changed)).toEqual({ kind: "changed", was });
  });

  test("PD-70: a change of an unread value says so", () => {
    const [changed] = apply([makePatch.code(0, "131006")], sticker({ code: "" }));
    expect(changed && resultEdit(changed)).toEqual({ kind: "changed", was: "unread" });
    const [added] = apply([makePatch.add(sticker()), makePatch.code(1, "131006")], sticker()).slice(1);
    expect(added && resultEdit(added)).toBeNull();
  });

  test("the last patch of a field applies", () => {
    const [changed] = apply([makePatch.quantity(0, "1"), makePatch.quantity(0, "2")], sticker());
    expect(changed?.quantity).toEqual({ value: "2", pattern: QUANTITY_PATTERN });
  });

  test("an added result has no original and comes last; indexes never change", () => {
    const patches = [makePatch.add(sticker({ code: "222222" })), makePatch.discard(0), makePatch.quantity(1, "7")];
    const [first, added] = apply(patches, sticker());
    expect(first?.discarded).toBe(true);
    expect(added).toMatchObject({ original: null, code: { value: "222222" }, quantity: { value: "7" } });
  });

  test("patterns from clients are recomputed", () => {
    const liar = { ...sticker({ code: "no", quantity: "" }), code: { value: "no", pattern: ".*" } };
    expect(apply([makePatch.add(liar)])[0]?.code).toEqual({ value: "no", pattern: null });
    const doubt = { ...sticker(), code: { value: "012345", pattern: null, confidence: 0.2 } };
    expect(apply([makePatch.add(doubt)])[0]?.code.pattern).toBeNull();
    const typed = { ...sticker(), code: { value: "012345", pattern: null } };
    expect(apply([makePatch.add(typed)])[0]?.code.pattern).toBe(STICKER_CODE_PATTERN);
  });

  test("a patch on an index that does not exist is skipped", () => {
    expect(apply([makePatch.code(5, "111111")], sticker())).toEqual(results(sticker()));
  });

  test("a path with a value of another field's type is skipped", () => {
    const patches = [odd("/0/code/value", true), odd("/0/rect", "x"), odd("/0/label", "x"), odd("/0/discarded", "x")];
    expect(apply([...patches, odd("/0/original", "x")], sticker())).toEqual(results(sticker()));
    for (const patch of patches) expect(patchSchema.safeParse(patch).success).toBe(false);
  });

  test("changing the class changes the rules of the code and keeps the unused quantity", () => {
    const short = sticker({ code: "12" });
    const [asShelf] = apply([makePatch.label(0, "shelf")], short);
    expect(asShelf).toMatchObject({ label: "shelf", code: { value: "12", pattern: SHELF_CODE_PATTERN } });
    expect(asShelf?.quantity).toEqual({ value: "12", pattern: null, confidence: 0.9 });
    expect(asShelf && patchedFields(asShelf)).toEqual(["label"]);
    const back = [makePatch.label(0, "shelf"), makePatch.label(0, "sticker")];
    expect(apply(back, short)).toEqual(results(short));
  });

  test("a shelf changed to a sticker has an empty quantity; a doubtful value stays doubtful", () => {
    const [asSticker] = apply([makePatch.label(0, "sticker")], shelf("012345"));
    expect(asSticker).toMatchObject({
      code: { pattern: STICKER_CODE_PATTERN },
      quantity: { value: "", pattern: null },
    });
    expect(asSticker && patchedFields(asSticker)).toEqual(["label"]);
    expect(apply([makePatch.label(0, "shelf")], doubtful)[0]?.code.pattern).toBeNull();
  });

  test("a prediction with missing or extra fields is normalized, including the original", () => {
    const { quantity: _, ...bare } = sticker();
    expect(apply([], bare)[0]?.quantity).toEqual({ value: "", pattern: null });
    expect(apply([], bare)[0]?.original?.quantity).toEqual({ value: "", pattern: null });
    const rich = { ...shelf(), quantity: { value: "3", pattern: null } };
    expect(apply([], rich)[0]).not.toHaveProperty("quantity");
    expect(apply([], rich)[0]?.original).not.toHaveProperty("quantity");
  });

  test("an added and discarded result keeps its index and is not visible", () => {
    const after = apply([makePatch.add(sticker()), makePatch.discard(1), makePatch.add(shelf())], sticker());
    expect(after.map(isRemoved)).toEqual([false, true, false]);
    expect(visibleResults(after).map(({ index }) => index)).toEqual([0, 2]);
  });
});

describe("S3.08 patches", () => {
  test.each([
    makePatch.code(0, "012345"),
    makePatch.quantity(12, "<script>"),
    makePatch.rect(3, { x: 0, y: 0, width: 1, height: 1, angle: 360 }),
    makePatch.label(0, "shelf"),
    makePatch.discard(0),
    makePatch.recover(9999),
    makePatch.restoreValue(1, "code", "1"),
    makePatch.add(sticker()),
  ])("accepts $op $path", (patch) => {
    expect(patchSchema.parse(patch)).toEqual(patch);
    expect(parsePatch(patch)).not.toBeNull();
  });

  test.each([
    { op: "remove", path: "/0" },
    { op: "replace", path: "/-/code/value", value: "1" },
    { op: "replace", path: "/0/code/pattern", value: ".*" },
    { op: "replace", path: "/0/original", value: null },
    { op: "replace", path: "/0/__proto__/value", value: "1" },
    { op: "replace", path: "/00000/discarded", value: true },
    { op: "replace", path: "/0/code/value", value: 12 },
    { op: "replace", path: "/0/code/value", value: "x".repeat(65) },
    { op: "replace", path: "/0/rect", value: { x: 0, y: 0, width: 0, height: 5 } },
    { op: "replace", path: "/0/rect", value: { x: 0.5, y: 0, width: 1, height: 5 } },
    { op: "replace", path: "/0/rect", value: { x: 0, y: 0, width: 1, height: 5, angle: 361 } },
    { op: "add", path: "/0", value: result() },
  ])("rejects $op $path with $value", (patch) => {
    expect(patchSchema.safeParse(patch).success).toBe(false);
  });
});

test("patchedFields lists the fields that differ from the original", () => {
  const [changed] = apply(
    [
      makePatch.code(0, "1"),
      makePatch.quantity(0, "2"),
      makePatch.rect(0, { x: 1, y: 2, width: 3, height: 4 }),
      makePatch.discard(0),
    ],
    sticker(),
  );
  expect(changed && patchedFields(changed)).toEqual(["code", "quantity", "rect"]);
  const { angle: _, ...flat } = sticker().rect;
  const [same] = apply([makePatch.rect(0, flat)], sticker());
  expect(same && patchedFields(same)).toEqual([]);
  const [added] = apply([makePatch.add(sticker()), makePatch.code(0, "1")]);
  expect(added && patchedFields(added)).toEqual([]);
});
