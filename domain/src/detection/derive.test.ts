import { describe, expect, test } from "vitest";
import { results, shelf, sticker } from "../testing/factories.ts";
import {
  countStickers,
  deriveDetectionStatus,
  detectionCount,
  detectionProgress,
  detectionStatusAfter,
  imageStats,
  validPercent,
} from "./derive.ts";
import { DETECTION_STATUSES } from "./image-detection.ts";
import { makePatch } from "./patch.ts";
import { applyPatches } from "./patches.ts";

const good = results(sticker(), shelf());
const bad = results(sticker({ code: "x" }), shelf());
const edit = [makePatch.code(0, "x")];

describe("detection status (PD-23)", () => {
  test.each([
    ["inferred", [], good],
    ["inferred", [], bad],
    ["patched", edit, good],
    ["drafted", edit, bad],
    ["patched", edit, []],
  ])("%s follows from the patches and the validity", (status, patches, results) => {
    for (const current of ["inferred", "drafted", "patched"] as const) {
      expect(deriveDetectionStatus({ current, patches, results })).toBe(status);
    }
  });

  test.each(["validated", "selected", "discarded"] as const)("%s is kept", (current) => {
    for (const patches of [[], edit]) {
      for (const results of [good, bad]) expect(deriveDetectionStatus({ current, patches, results })).toBe(current);
    }
  });

  test("discarding the invalid results changes drafted to patched", () => {
    const patches = [makePatch.discard(0)];
    const after = applyPatches([sticker({ code: "x" })], patches);
    expect(deriveDetectionStatus({ current: "drafted", patches, results: after })).toBe("patched");
  });

  test("S4.18 status after deleting, validating and selecting; unlocking derives it from the patches", () => {
    expect(detectionStatusAfter("delete", { patches: [], results: bad })).toBe("discarded");
    expect(detectionStatusAfter("validate", { patches: [], results: good })).toBe("validated");
    expect(detectionStatusAfter("activate", { patches: [], results: good })).toBe("selected");
    expect(detectionStatusAfter("invalidate", { patches: [], results: good })).toBe("inferred");
    expect(detectionStatusAfter("invalidate", { patches: edit, results: good })).toBe("patched");
    expect(DETECTION_STATUSES).toHaveLength(6);
  });
});

test("S3.06 progress counts results that are not doubtful; count excludes discarded results", () => {
  const patches = [makePatch.discard(2), makePatch.add(sticker({ code: "" })), makePatch.discard(3)];
  const after = applyPatches([sticker(), sticker({ quantity: "0" }), sticker({ code: "x" })], patches);
  expect(detectionProgress(after)).toBe(66);
  expect(detectionCount(after)).toBe(2);
  expect(detectionProgress([])).toBe(100);
  expect(detectionCount([])).toBe(0);
});

describe("S3.05 image stats", () => {
  const predictions = [
    sticker(),
    sticker({ code: "912345", quantity: "0" }),
    sticker({ code: "812345" }),
    sticker({ code: "712345" }),
    shelf(),
  ];

  test("without patches", () => {
    expect(imageStats(predictions, applyPatches(predictions, []))).toEqual({
      stickerPredictionsCount: 4,
      validStickerPredictionsCount: 3,
      patchedStickersCount: 0,
      confirmedStickersCount: 0,
      discardedStickersCount: 0,
      addedStickersCount: 0,
      patchedStickersCodesCount: 0,
      patchedStickersQuantitiesCount: 0,
      codesWithLeadingZeroCount: 1,
    });
  });

  test("PD-70: a confirmation counts as confirmed and in no column of patches", () => {
    const patches = [makePatch.code(0, "012345"), makePatch.quantity(1, "5"), makePatch.code(1, "912345")];
    expect(imageStats(predictions, applyPatches(predictions, patches))).toMatchObject({
      patchedStickersCount: 1,
      confirmedStickersCount: 1,
      patchedStickersCodesCount: 0,
      patchedStickersQuantitiesCount: 1,
    });
  });

  test("with patches: removed results are not counted, discarded ones only as discarded", () => {
    const patches = [
      makePatch.code(0, "112345"),
      makePatch.quantity(1, "5"),
      makePatch.code(1, "012345"),
      makePatch.code(2, "112345"),
      makePatch.discard(2),
      makePatch.rect(3, { x: 0, y: 0, width: 9, height: 9 }),
      makePatch.code(4, "07"),
      makePatch.add(sticker({ code: "000001" })),
      makePatch.add(sticker({ code: "000002" })),
      makePatch.discard(6),
    ];
    expect(imageStats(predictions, applyPatches(predictions, patches))).toEqual({
      stickerPredictionsCount: 4,
      validStickerPredictionsCount: 3,
      patchedStickersCount: 3,
      confirmedStickersCount: 0,
      discardedStickersCount: 1,
      addedStickersCount: 1,
      patchedStickersCodesCount: 2,
      patchedStickersQuantitiesCount: 1,
      codesWithLeadingZeroCount: 2,
    });
  });
});

test("valid percent uses non-discarded stickers only, rounded down, 100 without any", () => {
  const after = applyPatches(
    [sticker(), sticker({ code: "" }), sticker(), sticker({ code: "" }), shelf("")],
    [makePatch.discard(3)],
  );
  expect(countStickers(after)).toEqual({ stickers: 3, validStickers: 2 });
  expect(validPercent(countStickers(after))).toBe(66);
  expect(validPercent(countStickers(results(shelf(""))))).toBe(100);
});
