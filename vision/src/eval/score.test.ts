import { expect, test } from "vitest";
import { type FoundLabel, type ScoredLabel, EMPTY_TALLY, addTallies, figures, scorePhoto } from "./score.ts";

const rect = { x: 100, y: 100, width: 200, height: 100, angle: 5 };
const truth: ScoredLabel = { label: "sticker", rect, code: "012345", quantity: "7", shelfCode: "01" };
const found = (change: Partial<FoundLabel>): FoundLabel => ({ ...truth, valid: true, ...change });
const shelf: ScoredLabel = { label: "shelf", rect: { x: 0, y: 400, width: 1000, height: 100 }, code: "01" };

test.each([
  ["all right", [found({})], { precision: 1, recall: 1, code: 1, quantity: 1, row: 1, validButWrong: 0 }],
  ["a wrong shelf spoils the row alone", [found({ shelfCode: "02" })], { code: 1, quantity: 1, row: 0 }],
  ["wrong, and called valid", [found({ quantity: "1" })], { code: 1, quantity: 0, row: 0, validButWrong: 1, valid: 1 }],
  ["wrong, and doubted", [found({ quantity: "1", valid: false })], { quantity: 0, validButWrong: 0, valid: 0 }],
  ["a leading zero counts", [found({ code: "12345" })], { code: 0 }],
  ["found elsewhere", [found({ rect: { ...rect, x: 400 } })], { precision: 0, recall: 0, code: 0 }],
  ["found twice", [found({}), found({ code: "999999" })], { precision: 0.5, recall: 1, code: 1 }],
  ["nothing", [], { precision: 1, recall: 0, row: 0 }],
])("%s", (_name, labels, expected) => {
  expect(figures(scorePhoto([truth], labels))).toMatchObject(expected);
});

test.each([
  ["the tag's band", { ...shelf.rect }, 1],
  ["three times as tall", { ...shelf.rect, y: 300, height: 300 }, 1],
  ["taller", { ...shelf.rect, y: 290, height: 310 }, 0],
  ["beside its centre", { ...shelf.rect, y: 455, height: 60 }, 0],
])("shelves: %s", (_name, band, recall) => {
  expect(figures(scorePhoto([shelf], [{ ...shelf, rect: band, valid: true }])).shelfRecall).toBe(recall);
});

test("valid but wrong is a share of all true stickers, not of those called valid", () => {
  const wrong = scorePhoto([truth], [found({ code: "999999" })]);
  const missed = scorePhoto([truth], []);
  expect(figures(addTallies(wrong, missed))).toMatchObject({ validButWrong: 0.5, valid: 0.5 });
  expect(figures(EMPTY_TALLY)).toMatchObject({ validButWrong: 0 });
});

test("tallies add up over photos", () => {
  const one = scorePhoto([truth, shelf], [found({})]);
  expect(addTallies(one, EMPTY_TALLY)).toEqual(one);
  expect(figures(addTallies(one, scorePhoto([truth], [])))).toMatchObject({ recall: 0.5, row: 0.5, precision: 1 });
});
