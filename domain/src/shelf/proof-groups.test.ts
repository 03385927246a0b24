import { expect, test } from "vitest";
import { shelf, sticker } from "../testing/factories.ts";
import { proofGroups } from "./proof-groups.ts";

test("the proof of a photo goes from shelf to shelf downwards, and on each from left to right", () => {
  const results = [
    shelf("02", 1000),
    sticker({ rect: { x: 900, y: 880, width: 100, height: 100 } }),
    shelf("01", 500),
    sticker({ rect: { x: 100, y: 890, width: 100, height: 100 } }),
    sticker({ rect: { x: 300, y: 380, width: 100, height: 100 } }),
    { ...sticker({ rect: { x: 200, y: 380, width: 100, height: 100 } }), discarded: true },
  ];
  expect(proofGroups(results)).toEqual([
    { shelf: 2, stickers: [4] },
    { shelf: 0, stickers: [3, 1] },
  ]);
});

test("stickers of a photo without shelves are one group, and the middle decides, not the edge", () => {
  const wide = sticker({ rect: { x: 100, y: 0, width: 400, height: 100 } });
  const narrow = sticker({ rect: { x: 150, y: 0, width: 40, height: 100 } });
  expect(proofGroups([wide, narrow])).toEqual([{ shelf: null, stickers: [1, 0] }]);
  expect(proofGroups([{ ...wide, discarded: true }])).toEqual([]);
});
