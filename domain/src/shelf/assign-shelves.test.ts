import { describe, expect, test } from "vitest";
import { shelf, sticker } from "../testing/factories.ts";
import { assignShelves, shelfIndexes } from "./assign-shelves.ts";

/** A sticker 100 px tall at that height. */
const at = (y: number, angle = 0) => sticker({ rect: { y, height: 100, angle } });
const shelves = [shelf("01", 500), shelf("02", 1000), shelf("03", 1500)];
const codeOf = (y: number, angle = 0) => assignShelves([at(y, angle), ...shelves])[0];

// Bands at 500–600 and 640–740, the sticker 100 px tall.
const over = (y: number) => assignShelves([at(y), shelf("01", 500), shelf("02", 640)])[0];

describe("decision 27: which shelf a sticker is on", () => {
  test.each([
    ["on a shelf's band", 480, "01"],
    ["over the edge of a band", 1090, "02"],
    ["above all: the nearest below", 100, "01"],
    ["between two: the nearest below", 700, "02"],
    ["right above a band, touching it", 900, "02"],
    ["right below a band, touching it", 600, "02"],
    ["below all: the lowest", 2500, "03"],
  ])("%s", (_, y, code) => {
    expect(codeOf(y)).toBe(code);
  });

  test("the band it overlaps most, of equals the lower one", () => {
    expect(over(560)).toBe("01");
    expect(over(570)).toBe("02");
    expect(over(580)).toBe("02");
  });

  test("a turned sticker reaches as far as its corners", () => {
    // 300 × 100 upright on end reaches 100 px further up and down.
    expect(codeOf(820, 0)).toBe("02");
    expect(codeOf(690, 90)).toBe("01");
  });

  test("without a shelf the image's, without that empty", () => {
    expect(assignShelves([at(0)], "7")).toEqual(["7"]);
    expect(assignShelves([at(0)])).toEqual([""]);
  });

  test("discarded shelves hold nothing; shelves and discarded stickers have none", () => {
    const gone = { ...shelf("01", 500), discarded: true };
    const placed = [at(100), { ...at(100), discarded: true }, gone, shelf("02", 1000)];
    expect(assignShelves(placed, "9")).toEqual(["02", null, null, null]);
    expect(shelfIndexes(placed)).toEqual([3, null, null, null]);
  });

  test("an unread shelf is a shelf: its stickers have no code rather than another's", () => {
    expect(assignShelves([at(480), shelf("", 500)], "9")).toEqual(["", null]);
  });
});
