import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formToRect, isFormMovedInside, percentFormSchema, percentToPx, pxToPercent, rectToForm } from "./percent.ts";
import type { Rect, Size } from "./rect.ts";

const photo: Size = { width: 12_000, height: 9000 };
const before: Rect = { x: 121, y: 300, width: 1201, height: 601, angle: 12.345 };
const form = rectToForm(before, "sticker", photo);
const invalid = { ok: false, kind: "invalid", reason: "Invalid form values" };

describe("px → percent → px", () => {
  test("is the identity on whole pixels", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), fc.nat(30_000), (side, px) => {
        expect(percentToPx(pxToPercent(px % (side + 1), side), side)).toBe(px % (side + 1));
      }),
      { numRuns: 1000 },
    );
  });

  test("opening and saving the form changes nothing, although two decimals are 1.2 px here", () => {
    const placed = fc
      .record({ width: fc.integer({ min: 1, max: 30_000 }), height: fc.integer({ min: 1, max: 30_000 }) })
      .chain((size) =>
        fc
          .record({
            x: fc.nat(size.width - 1),
            y: fc.nat(size.height - 1),
            right: fc.nat(size.width),
            bottom: fc.nat(size.height),
            angle: fc.option(fc.double({ min: 0, max: 360, noNaN: true }), { nil: undefined }),
          })
          .map(({ x, y, right, bottom, angle }) => {
            const rect: Rect = { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
            if (angle !== undefined) rect.angle = angle;
            return { size, rect };
          }),
      );
    fc.assert(
      fc.property(placed, ({ size, rect }) => {
        const shown = rectToForm(rect, "sticker", size);
        expect(percentFormSchema.safeParse(shown).success).toBe(true);
        expect(formToRect(shown, size, rect)).toEqual({ ok: true, value: rect });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("S2.39 the numeric box form", () => {
  test("shows percent with two decimals", () => {
    expect(form).toEqual({ label: "sticker", x: 1.01, y: 3.33, width: 10.01, height: 6.68, angle: 12.35 });
  });
  test("rounds a changed field to whole pixels and keeps the others exact", () => {
    expect(formToRect({ ...form, x: 50 }, photo, before)).toEqual({ ok: true, value: { ...before, x: 6000 } });
    expect(formToRect({ ...form, angle: 90 }, photo, before)).toEqual({ ok: true, value: { ...before, angle: 90 } });
  });
  test("S5.16 a shelf keeps the photo's width and angle 0", () => {
    expect(formToRect({ ...form, label: "shelf", x: 5, angle: 9 }, photo, before)).toEqual({
      ok: true,
      value: { x: 0, y: 300, width: 12_000, height: 601, angle: 0 },
    });
  });
  test("moves a box inside that exceeds the edge by the form's rounding only", () => {
    expect(formToRect({ ...form, x: 90, width: 10.01 }, photo, before)).toEqual({
      ok: true,
      // Its rotated corners are 50 px beyond the unrotated box.
      value: { ...before, x: 10_749 },
    });
    expect(formToRect({ ...form, y: 0, height: 100.001, angle: 0 }, photo, before)).toMatchObject({
      value: { height: 9000 },
    });
  });
});

describe("S2.39 a box that Save moves inside", () => {
  const form = rectToForm(before, "sticker", photo);
  test.each([
    ["rotated at the upper edge", { y: 0, angle: 45 }, true],
    ["rotated with room around it", { x: 50, y: 50, angle: 45 }, false],
    ["rotated and too large for the photo", { x: 0, y: 0, width: 100, height: 100, angle: 45 }, true],
    ["beyond the edge by rounding only, not rotated", { x: 90, width: 10.01, angle: 0 }, false],
    ["invalid", { x: 99 }, false],
    ["a shelf", { label: "shelf" as const, y: 0, angle: 45 }, false],
  ])("%s: %j", (_, changes, isMoved) => {
    expect(isFormMovedInside({ ...form, ...changes }, photo, before)).toBe(isMoved);
  });
});

describe("S5.17 'Invalid form values'", () => {
  test.each([
    ["x", -0.01],
    ["y", 100.002],
    ["width", 101],
    ["height", Number.NaN],
    ["angle", 360.5],
    ["angle", -1],
    ["x", "12"],
    ["width", null],
    ["label", "tag"],
  ])("%s %j", (field, value) => {
    const parsed = percentFormSchema.safeParse({ ...form, [field]: value });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual(["Invalid form values"]);
  });
  test("S2.39 up to 100.001, and 360°", () => {
    expect(percentFormSchema.safeParse({ ...form, x: 100.001, angle: 360 }).success).toBe(true);
  });
  test("refuses an empty box and a box across the edge", () => {
    expect(formToRect({ ...form, width: 0 }, photo, before)).toEqual(invalid);
    expect(formToRect({ ...form, height: 0 }, photo, before)).toEqual(invalid);
    expect(formToRect({ ...form, x: 95 }, photo, before)).toEqual(invalid);
    expect(formToRect({ ...form, y: 95 }, photo, before)).toEqual(invalid);
    expect(formToRect({ ...form, label: "shelf", height: 0 }, photo, before)).toEqual(invalid);
  });
});
