import { expect, test } from "vitest";
import { type FoundResult, type ScoredResult, EMPTY_TALLY, addTallies, figures, scorePhoto } from "./score.ts";

const rect = { x: 100, y: 100, width: 200, height: 100, angle: 5 };
const truth: ScoredResult = { label: "sticker", rect, code: "012345", quantity: "7", shelfCode: "01" };
const foundResult = (change: Partial<FoundResult>): FoundResult => ({ ...truth, valid: true, ...change });
const shelf: ScoredResult = { label: "shelf", rect: { x: 0, y: 400, width: 1000, height: 100 }, code: "01" };

test.each([
  ["all correct", [foundResult({})], { precision: 1, recall: 1, code: 1, quantity: 1, row: 1, validButWrong: 0 }],
  ["a wrong shelf code makes only the row wrong", [foundResult({ shelfCode: "02" })], { code: 1, quantity: 1, row: 0 }],
  [
    "a wrong quantity called valid",
    [foundResult({ quantity: "1" })],
    { code: 1, quantity: 0, row: 0, validButWrong: 1, valid: 1 },
  ],
  [
    "a wrong quantity called doubtful",
    [foundResult({ quantity: "1", valid: false })],
    { quantity: 0, validButWrong: 0, valid: 0 },
  ],
  ["a missing leading zero makes the code wrong", [foundResult({ code: "12345" })], { code: 0 }],
  [
    "a box somewhere else does not match",
    [foundResult({ rect: { ...rect, x: 400 } })],
    { precision: 0, recall: 0, code: 0 },
  ],
  [
    "a second box on the same sticker costs precision",
    [foundResult({}), foundResult({ code: "999999" })],
    { precision: 0.5, recall: 1, code: 1 },
  ],
  ["no box at all", [], { precision: 1, recall: 0, row: 0 }],
])("%s", (_name, found, expected) => {
  expect(figures(scorePhoto([truth], found))).toMatchObject(expected);
});

test.each([
  ["the tag's band", { ...shelf.rect }, 1],
  ["three times as tall", { ...shelf.rect, y: 300, height: 300 }, 1],
  ["more than three times as tall", { ...shelf.rect, y: 290, height: 310 }, 0],
  ["beside its center", { ...shelf.rect, y: 455, height: 60 }, 0],
])("matches a shelf by its band: %s", (_name, band, recall) => {
  expect(figures(scorePhoto([shelf], [{ ...shelf, rect: band, valid: true }])).shelfRecall).toBe(recall);
});

test("valid but wrong is a share of all true stickers, not of those called valid", () => {
  const wrong = scorePhoto([truth], [foundResult({ code: "999999" })]);
  const missed = scorePhoto([truth], []);
  expect(figures(addTallies(wrong, missed))).toMatchObject({ validButWrong: 0.5, valid: 0.5 });
  expect(figures(EMPTY_TALLY)).toMatchObject({ validButWrong: 0 });
});

test("tallies add up over photos", () => {
  const one = scorePhoto([truth, shelf], [foundResult({})]);
  expect(addTallies(one, EMPTY_TALLY)).toEqual(one);
  expect(figures(addTallies(one, scorePhoto([truth], [])))).toMatchObject({ recall: 0.5, row: 0.5, precision: 1 });
});
