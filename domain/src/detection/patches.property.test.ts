import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inversePatches, invertPatch, pullPatches } from "./invert.ts";
import { findConflicts, mergePatches, rebasePatches } from "./merge.ts";
import { makePatch, readPatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import { applyPatches, shownResults } from "./patches.ts";
import type { Prediction, Result } from "./result.ts";

const value = fc.constantFrom("", "0", "1", "12", "012345", "999999", "x");
const confidence = fc.constantFrom(0, 0.3, 0.5, 0.9, 1);
const pattern = fc.constantFrom(null, "^\\d{6}$", ".*");
const reading = fc
  .record({ value, pattern, confidence: fc.option(confidence, { nil: undefined }) })
  .map(({ confidence, ...rest }) => (confidence === undefined ? rest : { ...rest, confidence }));
const label = fc.constantFrom("sticker" as const, "shelf" as const);
const rect = fc.record({
  x: fc.nat(50),
  y: fc.nat(50),
  width: fc.integer({ min: 1, max: 50 }),
  height: fc.constant(9),
});
const prediction: fc.Arbitrary<Prediction> = fc
  .record({ label, rect, confidence, code: reading, quantity: fc.option(reading, { nil: undefined }) })
  .map(({ quantity, ...rest }) => ({ ...rest, values: [], ...(quantity === undefined ? {} : { quantity }) }));
const index = fc.nat(6);
const patch: fc.Arbitrary<Patch> = fc.oneof(
  fc.tuple(index, value).map(([i, v]) => makePatch.code(i, v)),
  fc.tuple(index, value).map(([i, v]) => makePatch.quantity(i, v)),
  fc.tuple(index, value).map(([i, v]) => makePatch.restoreValue(i, "code", v)),
  fc.tuple(index, rect).map(([i, v]) => makePatch.rect(i, v)),
  fc.tuple(index, label).map(([i, v]) => makePatch.label(i, v)),
  index.map((i) => makePatch.discard(i)),
  index.map((i) => makePatch.recover(i)),
  prediction.map((p) => makePatch.add(p)),
);
const predictions = fc.array(prediction, { maxLength: 4 });
const log = fc.array(patch, { maxLength: 12 });

const shown = (results: readonly Result[]) => shownResults(results);

describe("apply and its inverse", () => {
  test("S4.19 any patch and its inverse leave the results as they were", () => {
    fc.assert(
      fc.property(predictions, log, patch, (found, before, one) => {
        const results = applyPatches(found, before);
        const inverse = invertPatch(results, one);
        if (inverse === null) {
          expect(applyPatches(found, [...before, one])).toEqual(results);
          return;
        }
        const after = applyPatches(found, [...before, one, inverse]);
        if (one.op === "add") {
          // The index stays taken for good; what people see is the same.
          expect(after.slice(0, -1)).toEqual(results);
          expect(shown(after)).toEqual(shown(results));
        } else expect(after).toEqual(results);
      }),
    );
  });

  test("a whole run taken back, and taken back again, is undo and redo", () => {
    fc.assert(
      fc.property(predictions, log, log, (found, before, run) => {
        const undo = inversePatches(found, before, run);
        expect(shown(applyPatches(found, [...before, ...run, ...undo]))).toEqual(shown(applyPatches(found, before)));
        const redo = inversePatches(found, [...before, ...run], undo);
        expect(shown(applyPatches(found, [...before, ...run, ...undo, ...redo]))).toEqual(
          shown(applyPatches(found, [...before, ...run])),
        );
      }),
    );
  });
});

describe("pull", () => {
  test("S4.19 pulling all undoes any run of patches", () => {
    fc.assert(
      fc.property(predictions, log, (found, run) => {
        expect(applyPatches(found, pullPatches(found.length, run))).toEqual(applyPatches(found, []));
      }),
    );
  });

  test("pulling one restores that one and touches no other; none is renumbered", () => {
    fc.assert(
      fc.property(predictions, log, index, (found, run, i) => {
        const before = applyPatches(found, run);
        const after = applyPatches(found, pullPatches(found.length, run, i));
        expect(after).toHaveLength(before.length);
        expect(after.toSpliced(i, 1)).toEqual(before.toSpliced(i, 1));
        if (i < found.length) expect(after[i]).toEqual(applyPatches(found, [])[i]);
        else if (i < after.length) expect(after[i]?.discarded).toBe(true);
      }),
    );
  });
});

describe("two people", () => {
  const known = 3;
  /** A result as a person sees it, whoever added it first. */
  const seen = (results: readonly Result[]): string[] =>
    shown(results)
      .map(({ result }) => JSON.stringify(result))
      .toSorted();

  test("without conflicts the order in which two people's patches arrive makes no difference", () => {
    fc.assert(
      fc.property(fc.array(prediction, { minLength: known, maxLength: known }), log, log, (found, a, b) => {
        const mine = withinReach(a, known);
        const yours = withinReach(b, known);
        const aThenB = mergePatches(mine, yours, known);
        const bThenA = mergePatches(yours, mine, known);
        expect(aThenB.ok).toBe(bThenA.ok);
        if (!aThenB.ok || !bThenA.ok) return;
        expect(seen(applyPatches(found, [...mine, ...aThenB.patches]))).toEqual(
          seen(applyPatches(found, [...yours, ...bThenA.patches])),
        );
      }),
    );
  });

  /** Only patches on what its author could see: the known results and those they added. */
  function withinReach(patches: readonly Patch[], count: number): Patch[] {
    let reach = count;
    return patches.filter((one) => {
      const edit = readPatch(one);
      if (edit?.field === "add") reach += 1;
      return edit?.field === "add" || (edit !== null && edit.index < reach);
    });
  }

  test("nothing meets nobody", () => {
    fc.assert(
      fc.property(log, (incoming) => {
        expect(findConflicts([], incoming)).toEqual([]);
        expect(rebasePatches([], incoming, known)).toEqual(incoming);
      }),
    );
  });
});
