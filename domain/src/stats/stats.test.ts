import { expect, test } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { shelf, sticker } from "../testing/factories.ts";
import { IMAGE_STATS_COLUMNS, IMAGE_STATS_SORTS, type ImageStatsRow, imageStatsCells } from "./image-stats.ts";
import { RESULT_STATS_COLUMNS, resultStatsRows } from "./result-stats.ts";

const row: ImageStatsRow = {
  sid: "a".repeat(24),
  name: "0412.jpg",
  status: "approved",
  areaCode: "412",
  model: "precount",
  validPercent: 90,
  stats: {
    stickerPredictionsCount: 10,
    validStickerPredictionsCount: 8,
    patchedStickersCount: 2,
    confirmedStickersCount: 7,
    discardedStickersCount: 1,
    addedStickersCount: 3,
    patchedStickersCodesCount: 4,
    patchedStickersQuantitiesCount: 5,
    codesWithLeadingZeroCount: 6,
  },
  metadata: { brand: "Apple", model: "iPhone 13", storeNumber: "0117", shelfCode: "02", bayCode: "04" },
  width: 4000,
  height: 3000,
  sizeBytes: 1_000_000,
  rotation: "none",
  capturedAt: null,
  createdAt: "2026-11-21T05:40:00.000Z",
};

test("S3.05 every count of the image stats has a column with its name", () => {
  const cells = Object.fromEntries(imageStatsCells(row).map((cell, i) => [IMAGE_STATS_COLUMNS[i]?.key, cell]));
  expect(cells).toMatchObject(row.stats);
  expect(cells).toMatchObject({ name: "0412.jpg", storeNumber: "0117", camera: "Apple iPhone 13", capturedAt: null });
  expect(IMAGE_STATS_SORTS).toContain("-codesWithLeadingZeroCount");
  expect(IMAGE_STATS_SORTS).not.toContain("camera");
});

const camera = (brand: string | null, model: string | null) =>
  imageStatsCells({ ...row, metadata: { ...row.metadata, brand, model } })[
    IMAGE_STATS_COLUMNS.findIndex(({ key }) => key === "camera")
  ];

test("a camera's brand is not repeated", () => {
  expect(camera("Canon", "Canon EOS R6")).toBe("Canon EOS R6");
  expect(camera(null, "EOS")).toBe("EOS");
  expect(camera("Canon", null)).toBe("Canon");
  expect(camera(null, null)).toBeNull();
});

test("PD-37 PD-70: one row per result with its status, original values, last editor and whether it was changed or confirmed", () => {
  const drawn = sticker({ code: "777777", quantity: "1" });
  const log = [
    { patch: makePatch.code(0, "000042"), editor: "Ada" },
    { patch: makePatch.quantity(0, "3"), editor: "Grace" },
    { patch: makePatch.code(1, "02"), editor: "Linus" },
    { patch: makePatch.discard(2), editor: "Grace" },
    { patch: makePatch.add(drawn), editor: "Ada" },
    { patch: makePatch.add(drawn), editor: "Ada" },
    { patch: makePatch.quantity(3, "9"), editor: "Linus" },
    { patch: makePatch.discard(4), editor: "Ada" },
  ];
  const predictions = [sticker(), shelf("02"), sticker({ code: "12" })];
  const cells = resultStatsRows({ name: "0412.jpg", areaCode: "412", predictions, log });
  const place = ["412", "0412.jpg"];
  expect(RESULT_STATS_COLUMNS).toHaveLength(cells[0]?.length ?? 0);
  expect(cells).toEqual([
    [...place, "sticker", "000042", "3", 0.95, "patched", "012345", "12", "Grace", "changed"],
    [...place, "shelf", "02", null, 0.95, "valid", "02", null, "Linus", "confirmed"],
    [...place, "sticker", "12", "12", 0.95, "discarded", "12", "12", "Grace", null],
    [...place, "sticker", "777777", "9", null, "added", null, null, "Linus", null],
  ]);
});
