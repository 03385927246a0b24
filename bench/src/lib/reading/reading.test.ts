import type { Detection, TruePhoto } from "@precount/vision";
import { expect, test } from "vitest";
import { handwritingByHeight, photoFigures, reliability, shelfFigures } from "./figures.ts";
import { parseReadingOptions } from "./options.ts";
import { figuresTable, heightTable, reliabilityDiagram } from "./report.ts";
import { outcomeOf } from "./tally.ts";

const rect = { x: 100, y: 100, width: 200, height: 100, angle: 0 };
const band = { x: 0, y: 400, width: 2016, height: 60, angle: 0 };
const photo: TruePhoto = {
  image: "a.jpg",
  path: "a.jpg",
  family: "hand",
  width: 2016,
  height: 1512,
  results: [
    { label: "sticker", rect, code: "103471", quantity: "7", shelfCode: "11", codePx: 20, quantityPx: 11 },
    {
      label: "sticker",
      rect: { ...rect, x: 900 },
      code: "000112",
      quantity: "14",
      shelfCode: "11",
      codePx: 23,
      quantityPx: 60,
    },
    { label: "shelf", rect: band, code: "11" },
  ],
};
const reading = (value: string, confidence: number) => ({ value, confidence, pattern: confidence >= 0.7 ? "." : null });
const sticker = (x: number, code: string, quantity: string, confidence: number): Detection => ({
  label: "sticker",
  rect: { ...rect, x },
  confidence: 0.9,
  code: reading(code, confidence),
  quantity: reading(quantity, confidence),
  values: [],
});
const shelf: Detection = { label: "shelf", rect: band, confidence: 0.9, code: reading("11", 0.9), values: [] };

test("scores stickers, certainty and false stickers of a photo", () => {
  const detections = [sticker(100, "703471", "7", 0.9), sticker(1500, "555555", "1", 0.3), shelf];
  const outcome = outcomeOf(photo, detections);
  expect(outcome).toMatchObject({ falseStickers: 1, falseCertain: 0, shelves: { found: 1, matched: 1, code: 1 } });
  expect(outcome.stickers.map(({ widthPx }) => widthPx)).toEqual([400, 400]);
  expect(photoFigures([outcome])).toEqual({
    stickers: 2,
    precision: 0.5,
    recall: 0.5,
    code: 0,
    quantity: 0.5,
    row: 0,
    certain: 0.5,
    validButWrong: 0.5,
  });
  expect(shelfFigures([outcome])).toEqual({ precision: 1, recall: 1, code: 1 });
});

test("bins values by certainty and compares it with the share that is correct", () => {
  const detections = [sticker(100, "103471", "7", 0.97), sticker(900, "000712", "14", 0.6), shelf];
  const { stickers } = outcomeOf(photo, detections);
  expect(reliability(stickers, "code")).toEqual([
    { from: 0.55, to: 0.7, count: 1, confidence: 0.6, right: 0 },
    { from: 0.95, to: 1, count: 1, confidence: 0.97, right: 1 },
  ]);
  expect(reliabilityDiagram("code", reliability(stickers, "code"))).toContain("0.55–0.70");
  expect(figuresTable([["hand", photoFigures([outcomeOf(photo, detections)])]])).toMatch(
    /hand +2 +100\.0 +100\.0 +50\.0/,
  );
});

test("compares handwritten numbers of different heights", () => {
  const detections = [sticker(100, "703471", "7", 0.9), sticker(900, "000112", "14", 0.9), shelf];
  const outcome = outcomeOf(photo, detections);
  const bins = handwritingByHeight(outcome.stickers);
  expect(bins).toEqual([
    { fromPx: 0, toPx: 12, codes: 0, codesRight: 1, quantities: 1, quantitiesRight: 1 },
    { fromPx: 16, toPx: 24, codes: 2, codesRight: 0.5, quantities: 0, quantitiesRight: 1 },
    { fromPx: 48, toPx: null, codes: 0, codesRight: 1, quantities: 1, quantitiesRight: 1 },
  ]);
  expect(heightTable(bins)).toMatch(/16–24 px +2 +50\.0 +0/);
  const mixed = outcomeOf({ ...photo, family: "mixed" }, detections);
  expect(handwritingByHeight(mixed.stickers).map(({ codes }) => codes)).toEqual([0, 0]);
});

test("reads options, and draws other photos at every run unless a seed is given", () => {
  expect(parseReadingOptions([], 1_700_000_123_000)).toEqual({
    photos: 8,
    seed: 123,
    keep: null,
    model: "precount",
    items: false,
    careful: false,
  });
  expect(parseReadingOptions(["--photos", "2", "--seed", "5", "--careful"])).toMatchObject({
    photos: 2,
    seed: 5,
    careful: true,
  });
  for (const argv of [["--photos", "0"], ["--seed", "x"], ["--nonsense"]]) {
    expect(() => parseReadingOptions(argv)).toThrow(/--photos|--seed|--nonsense/);
  }
});
