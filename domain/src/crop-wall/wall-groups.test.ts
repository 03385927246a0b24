import { expect, it, test } from "vitest";
import { type Prediction, type Writing, applyPatches, makePatch } from "../index.ts";
import { type WallGrouping, groupWall } from "./wall-groups.ts";
import { wallStickers } from "./wall-sticker.ts";

const image = { area: "12", validator: null, model: "precount" };
const sticker = (
  code: string,
  quantity: string,
  confidence: number | null = 0.9,
  uncertainty = 0,
  writing: Writing | null = null,
) => ({
  code,
  quantity,
  confidence,
  writing,
  doubt: { rank: 0, uncertainty },
  image,
});

const titles = (by: WallGrouping, stickers: ReturnType<typeof sticker>[]) =>
  groupWall(stickers, by).map(({ title, stickers: { length } }) => [title, length]);

test.each<[WallGrouping, [string, number][]]>([
  [
    "quantity",
    [
      ["No quantity", 1],
      ["Quantity 7", 2],
      ["Quantity 12", 1],
    ],
  ],
  [
    "code",
    [
      ["Code 000012", 2],
      ["Code 111111", 2],
    ],
  ],
  [
    "confidence",
    [
      ["Below 50 %", 1],
      ["80–95 %", 1],
      ["99 % and more", 1],
      ["Typed or confirmed by a person", 1],
    ],
  ],
  ["area", [["Area 12", 4]]],
  ["validator", [["Not validated", 4]]],
  ["model", [["Model precount", 4]]],
])("groups by %s, numbers by size and what is missing first", (by, expected) => {
  const stickers = [
    sticker("111111", "12", 0.99),
    sticker("000012", "7", null),
    sticker("000012", "", 0.4),
    sticker("111111", "7"),
  ];
  expect(titles(by, stickers)).toEqual(expected);
});

const written = (writing: Writing | null) => sticker("000001", "7", 0.9, 0, writing);

it("groups by writing, handwriting first", () => {
  expect(
    titles("writing", [written("print"), written("mixed"), written(null), written("hand"), written("print")]),
  ).toEqual([
    ["Not known", 1],
    ["Handwritten", 1],
    ["Printed and handwritten", 1],
    ["Printed", 2],
  ]);
});

it("shows the most doubtful sticker of a group first", () => {
  const stickers = [
    sticker("000001", "7", 0.9, 0.1),
    sticker("000002", "7", 0.9, 0.6),
    sticker("000003", "7", 0.9, 0.3),
  ];
  expect(groupWall(stickers, "quantity")[0]?.stickers.map(({ code }) => code)).toEqual(["000002", "000003", "000001"]);
});

const read = (value: string, confidence: number) => ({ value, pattern: null, confidence });

it("takes the stickers that count, with the least confidence of the readings that no person typed", () => {
  const rect = { x: 0, y: 0, width: 20, height: 10 };
  const prediction: Prediction = {
    label: "sticker",
    rect,
    confidence: 1,
    code: read("000012", 0.9),
    quantity: read("7", 0.7),
    values: [],
    writing: "mixed",
  };
  const shelf: Prediction = { label: "shelf", rect, confidence: 1, code: read("1", 0.9), values: [] };
  const results = applyPatches(
    [prediction, shelf, prediction, prediction, prediction],
    [
      makePatch.discard(2),
      makePatch.quantity(3, "7"),
      makePatch.code(4, "000012"),
      makePatch.quantity(4, "8"),
      makePatch.add(prediction),
    ],
  );
  expect(
    wallStickers(results).map(({ position, quantity, confidence, writing }) => [
      position,
      quantity,
      confidence,
      writing,
    ]),
  ).toEqual([
    [0, "7", 0.7, "mixed"],
    [3, "7", 0.9, "mixed"],
    [4, "8", null, "mixed"],
    [5, "7", 0.7, null],
  ]);
});
