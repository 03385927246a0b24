import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createProjectInputSchema } from "./create-project.ts";
import { belowThreshold, projectProgress, validDetectionPercent } from "./progress.ts";
import { DEFAULT_PROJECT_SETTINGS, projectNameSchema, projectSettingsInputSchema, slugSchema } from "./project.ts";
import { deriveSlug, uniqueSlug } from "./slug.ts";

const message = (outcome: { error?: { issues: { message: string }[] } | undefined }) =>
  outcome.error?.issues.map((issue) => issue.message);

const taken =
  (...slugs: string[]) =>
  (slug: string) =>
    slugs.includes(slug);

describe("S5.08 name and slug", () => {
  test("a name has at least one character", () => {
    expect(projectNameSchema.safeParse("x").success).toBe(true);
    expect(projectNameSchema.safeParse("  ").success).toBe(false);
    expect(projectNameSchema.safeParse("\u200B\u2060").success).toBe(false);
    expect(projectNameSchema.safeParse("x".repeat(500)).success).toBe(true);
    expect(projectNameSchema.safeParse("x".repeat(501)).success).toBe(false);
  });
  test("PD-87 a name loses bidirectional controls and keeps joiners and marks", () => {
    expect(projectNameSchema.parse("a\u202Eb\u2066c\u200D\u200F")).toBe("abc\u200D\u200F");
    expect(projectNameSchema.safeParse("\u202E").success).toBe(false);
  });
  test.each(["Spring", "a b", "a_b", "é", ""])("refuses the slug %j", (slug) => {
    expect(message(slugSchema.safeParse(slug))).toContain(
      "Slug must contain only lowercase letters, numbers, and hyphens",
    );
  });
  test("reserved pages are refused and never derived", () => {
    expect(message(slugSchema.safeParse("create"))).toEqual([
      "This slug is reserved for a page of Precount. Choose another one.",
    ]);
    expect(uniqueSlug("Create!", taken(), "abcdefghijklmnopqrstuvwx")).toBe("create-2");
  });
  test("the slug is optional", () => {
    expect(createProjectInputSchema.parse({ name: " Spring " })).toEqual({ name: "Spring", preview: false });
    expect(createProjectInputSchema.safeParse({ name: "Spring", slug: "spring-2" }).success).toBe(true);
  });
  test.each([
    ["Spring Count 2026", "spring-count-2026"],
    ["  Store #117 / Aisle 4 ", "store-117--aisle-4"],
    ["a-b_c", "a-bc"],
    ["Ärger", "rger"],
    ["日本", ""],
    ["x".repeat(200), "x".repeat(120)],
  ])("derives %j to %j", (name, slug) => {
    expect(deriveSlug(name)).toBe(slug);
  });
  test("a taken slug gets -2, -3… within the maximum length; an empty one uses the id", () => {
    const sid = "abcdefghijklmnopqrstuvwx";
    expect(uniqueSlug("Spring", taken(), sid)).toBe("spring");
    expect(uniqueSlug("Spring", taken("spring", "spring-2"), sid)).toBe("spring-3");
    expect(uniqueSlug("日 本", taken(), sid)).toBe("event-abcdefghijkl");
    expect(uniqueSlug("x".repeat(120), taken("x".repeat(120)), sid)).toBe(`${"x".repeat(118)}-2`);
  });
  test("any name gives a valid and free slug", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(3), (name, others) => {
        const used: string[] = [];
        for (let i = 0; i <= others; i += 1) used.push(uniqueSlug(name, taken(...used), "abcdefghijklmnopqrstuvwx"));
        expect(new Set(used).size).toBe(used.length);
        for (const slug of used) expect(slugSchema.safeParse(slug).success).toBe(true);
      }),
    );
  });
});

describe("S4.10 progress and percent", () => {
  test.each([
    [0, 0, 0],
    [3, 0, 0],
    [3, 2, 66],
    [3, 3, 100],
    [1000, 999, 99],
  ])("%d images, %d settled: %d %%", (total, settled, percent) => {
    expect(projectProgress({ total, settled })).toBe(percent);
  });
  test("valid percent weights all stickers equally and is 0 without any", () => {
    expect(validDetectionPercent([])).toBe(0);
    expect(validDetectionPercent([{ stickers: 0, validStickers: 0 }])).toBe(0);
    expect(
      validDetectionPercent([
        { stickers: 1, validStickers: 1 },
        { stickers: 2, validStickers: 1 },
        { stickers: 0, validStickers: 0 },
      ]),
    ).toBe(66);
  });
  test("PD-12: below the threshold, not equal to it, never without a detection", () => {
    expect(belowThreshold(89, 90)).toBe(true);
    expect(belowThreshold(90, 90)).toBe(false);
    expect(belowThreshold(0, 0)).toBe(false);
    expect(belowThreshold(null, 90)).toBe(false);
  });
});

describe("S5.13 S9.04 settings", () => {
  test("the defaults", () => {
    expect(DEFAULT_PROJECT_SETTINGS).toEqual({
      defaultRotation: "none",
      rejectionThreshold: 90,
      mergeDuplicatesPercent: null,
      certificatePercent: null,
      storeNumber: null,
      model: null,
    });
  });
  test.each([
    [{ defaultRotation: "rotate90CW" }, true],
    [{ defaultRotation: "none", rejectionThreshold: 0 }, true],
    [{ defaultRotation: "none", rejectionThreshold: 100 }, true],
    [{ defaultRotation: "none", rejectionThreshold: 101 }, false],
    [{ defaultRotation: "none", rejectionThreshold: -1 }, false],
    [{ defaultRotation: "none", rejectionThreshold: "x" }, false],
    [{ defaultRotation: "none", rejectionThreshold: null }, true],
  ])("%j", (settings, ok) => {
    expect(projectSettingsInputSchema.safeParse(settings).success).toBe(ok);
  });
  test.each([12.5, 101, "x"])("a certainty of %j for merging is refused in words", (mergeDuplicatesPercent) => {
    expect(message(projectSettingsInputSchema.safeParse({ defaultRotation: "none", mergeDuplicatesPercent }))).toEqual([
      "The certainty must be a number from 90 to 100",
    ]);
  });
  test.each([{}, { defaultRotation: null }, { defaultRotation: "rotate45" }])(
    "%j: a rotation is required",
    (settings) => {
      expect(message(projectSettingsInputSchema.safeParse(settings))).toEqual(["Please select a default rotation"]);
    },
  );
});
