import { describe, expect, test } from "vitest";
import { shelf, sticker } from "../testing/factories.ts";
import { assignShelves, shelfIndexes } from "./assign-shelves.ts";

/** A sticker 100 px tall at that vertical position. */
const at = (y: number, angle = 0) => sticker({ rect: { y, height: 100, angle } });
const shelves = [shelf("01", 500), shelf("02", 1000), shelf("03", 1500)];
const codeOf = (y: number, angle = 0) => assignShelves([at(y, angle), ...shelves])[0];

// Shelves at 500–600 and 640–740, the sticker is 100 px tall.
const over = (y: number) => assignShelves([at(y), shelf("01", 500), shelf("02", 640)])[0];

describe("PD-27: assigning stickers to shelves", () => {
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

  test("the shelf with the largest overlap; of equal ones the lower one", () => {
    expect(over(560)).toBe("01");
    expect(over(570)).toBe("02");
    expect(over(580)).toBe("02");
  });

  test("a rotated sticker extends to its corners", () => {
    // Rotated by 90°, a 300 × 100 box extends 100 px further up and down.
    expect(codeOf(820, 0)).toBe("02");
    expect(codeOf(690, 90)).toBe("01");
  });

  test("without a shelf the image's code, else empty", () => {
    expect(assignShelves([at(0)], "7")).toEqual(["7"]);
    expect(assignShelves([at(0)])).toEqual([""]);
  });

  test("discarded shelves are ignored; shelves and discarded stickers have no shelf", () => {
    const gone = { ...shelf("01", 500), discarded: true };
    const placed = [at(100), { ...at(100), discarded: true }, gone, shelf("02", 1000)];
    expect(assignShelves(placed, "9")).toEqual(["02", null, null, null]);
    expect(shelfIndexes(placed)).toEqual([3, null, null, null]);
  });

  test("stickers on an unread shelf get an empty code, not another shelf's", () => {
    expect(assignShelves([at(480), shelf("", 500)], "9")).toEqual(["", null]);
  });
});
