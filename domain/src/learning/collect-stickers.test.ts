import * as fc from "fast-check";
import { expect, test } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { applyPatches } from "../detection/patches.ts";
import type { Patch } from "../detection/patch-schema.ts";
import type { Prediction } from "../detection/result.ts";
import { collectStickers, exampleRegion } from "./collect-stickers.ts";

const sticker = (code: string, quantity: string): Prediction => ({
  label: "sticker",
  rect: { x: 100, y: 50, width: 40, height: 20, angle: 0 },
  confidence: 0.9,
  code: { value: code, pattern: "^\\d{6}$", confidence: 0.99 },
  quantity: { value: quantity, pattern: "^[1-9]\\d{0,5}$", confidence: 0.99 },
  values: [],
});

type Edit = { by: string; patch: Patch; removedRevision?: number };
const PREDICTIONS = [sticker("111111", "1"), sticker("222222", "2"), sticker("333333", "3")];

function collect(edits: readonly Edit[], more: Partial<Parameters<typeof collectStickers>[0]> = {}) {
  const log = edits.map(({ removedRevision = null, ...edit }, n) => ({ ...edit, revision: n + 1, removedRevision }));
  const patches = log.filter(({ removedRevision }) => removedRevision === null).map(({ patch }) => patch);
  const results = applyPatches(PREDICTIONS, patches, null);
  return collectStickers({ predictions: PREDICTIONS, results, log, blind: [], validatedBy: "val", ...more });
}

const value = (truth: string) => ({ truth, origin: "unchanged", account: "val" });

test("unchanged values are from the person who approved them", () => {
  expect(collect([])).toEqual([
    { position: 0, rect: PREDICTIONS[0]?.rect, code: value("111111"), quantity: value("1") },
    { position: 1, rect: PREDICTIONS[1]?.rect, code: value("222222"), quantity: value("2") },
    { position: 2, rect: PREDICTIONS[2]?.rect, code: value("333333"), quantity: value("3") },
  ]);
});

test("a typed value is from its last author, also if it equals the reading", () => {
  const found = collect([
    { by: "ann", patch: makePatch.code(0, "999999") },
    { by: "bob", patch: makePatch.code(0, "888888") },
    { by: "ann", patch: makePatch.quantity(1, "2") },
  ]);
  expect(found[0]?.code).toEqual({ truth: "888888", origin: "typed", account: "bob" });
  expect(found[0]?.quantity).toEqual({ truth: "1", origin: "unchanged", account: "val" });
  expect(found[1]?.quantity).toEqual({ truth: "2", origin: "typed", account: "ann" });
});

test("a value whose edit was taken back or restored is unchanged", () => {
  const found = collect([
    { by: "ann", patch: makePatch.code(0, "999999"), removedRevision: 2 },
    { by: "ann", patch: makePatch.code(1, "999999") },
    { by: "ann", patch: makePatch.restoreValue(1, "code", "222222") },
  ]);
  expect(found[0]?.code).toEqual({ truth: "111111", origin: "unchanged", account: "val" });
  expect(found[1]?.code).toEqual({ truth: "222222", origin: "unchanged", account: "val" });
});

test("a value that a second person counted is theirs, unless it was changed since", () => {
  const blind = [
    { position: 0, code: "111111", quantity: "1", account: "eve" },
    { position: 1, code: "222222", quantity: "7", account: "eve" },
  ];
  const found = collect([{ by: "ann", patch: makePatch.code(0, "111111") }], { blind });
  expect(found[0]?.code).toEqual({ truth: "111111", origin: "blindChecked", account: "eve" });
  expect(found[1]?.quantity).toEqual({ truth: "2", origin: "unchanged", account: "val" });
});

test("discarded, drawn and ill-formed stickers are left out", () => {
  const found = collect([
    { by: "ann", patch: makePatch.discard(0) },
    { by: "ann", patch: makePatch.code(1, "12") },
    { by: "ann", patch: makePatch.add(sticker("444444", "4")) },
  ]);
  expect(found.map(({ position }) => position)).toEqual([2]);
});

test("a crop shows the box and half of its size around it, within the photo", () => {
  const photo = { width: 400, height: 300 };
  expect(exampleRegion({ x: 100, y: 50, width: 40, height: 20 }, photo)).toEqual({
    x: 90,
    y: 45,
    width: 60,
    height: 30,
  });
  expect(exampleRegion({ x: 0, y: 0, width: 40, height: 20 }, photo)).toEqual({ x: 0, y: 0, width: 50, height: 25 });
  expect(exampleRegion({ x: 500, y: 50, width: 40, height: 20 }, photo)).toBeNull();
  const side = fc.integer({ min: 1, max: 500 });
  const place = fc.integer({ min: -100, max: 500 });
  const rect = fc.record({ x: place, y: place, width: side, height: side, angle: fc.integer({ min: 0, max: 359 }) });
  fc.assert(
    fc.property(rect, (given) => {
      const region = exampleRegion(given, photo);
      if (region === null) return;
      expect(region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0).toBe(true);
      expect(region.x + region.width <= 400 && region.y + region.height <= 300).toBe(true);
    }),
  );
});
