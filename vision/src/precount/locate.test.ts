import { expect, test } from "vitest";
import { DETECT_SETTINGS, type FoundBox, detectorAnswer } from "../testing/detector-answer.ts";
import { locate } from "./locate.ts";

const settings = {
  ...DETECT_SETTINGS,
  shelfThreshold: 0.65,
  tagLooks: {
    leastScore: 0.42,
    doubtful: [0.3, 0.9] as [number, number],
    unreadable: 0.75,
    enlarge: [2],
    windowPx: 32,
  },
  secondPass: { longEdgePx: 128, smallPx: 8, smallShare: 0.25 },
};
const picture = { data: new Uint8Array(128 * 128 * 3), width: 128, height: 128 };

type Cell = Omit<FoundBox, "column" | "row">;

/** A detector that finds these boxes in the first row of cells, two cells apart, in every pass. */
function detector(cells: readonly Cell[]) {
  const sizes: number[] = [];
  return {
    sizes,
    run: async (_: Float32Array, shape: readonly number[]) => {
      sizes.push(shape[3] ?? 0);
      return detectorAnswer(
        shape,
        cells.map((cell, i) => ({ ...cell, column: 2 * i, row: 0 })),
      );
    },
  };
}
const found = async (cells: readonly Cell[]) =>
  (await locate(detector(cells), picture, settings, 100)).map(({ label, score }) => [label, Math.round(score * 100)]);

test("leaves out boxes that no reading could make a sticker or shelf tag", async () => {
  const cells: Cell[] = [
    { label: "sticker", score: 0.24, widthPx: 12 },
    { label: "sticker", score: 0.26, widthPx: 12 },
    { label: "shelf", score: 0.41, widthPx: 12 },
    { label: "shelf", score: 0.44, widthPx: 12 },
  ];
  expect(await found(cells)).toEqual([
    ["shelf", 44],
    ["sticker", 26],
  ]);
});

test("a box that is left out still suppresses a weaker one that overlaps it", async () => {
  const cells: Cell[] = [
    { label: "shelf", score: 0.4, widthPx: 60 },
    { label: "sticker", score: 0.3, widthPx: 60 },
  ];
  expect(await found(cells)).toEqual([]);
});

test("runs a second pass only for small stickers that may count", async () => {
  const large: Cell = { label: "sticker", score: 0.9, widthPx: 12 };
  for (const [score, passes] of [
    [0.24, [64]],
    [0.26, [64, 128]],
  ] as const) {
    const network = detector([large, { label: "sticker", score, widthPx: 6 }]);
    await locate(network, picture, settings, 100);
    expect(network.sizes).toEqual(passes);
  }
});

test("of the stickers, only those with the least score decide about the second pass", async () => {
  const large: Cell = { label: "sticker", score: 0.9, widthPx: 12 };
  const demanding = { ...settings, secondPass: { ...settings.secondPass, smallShare: 0.5, leastScore: 0.3 } };
  for (const [cells, passes] of [
    [[large, { ...large, score: 0.29, widthPx: 6 }], [64]],
    [
      [large, { ...large, score: 0.31, widthPx: 6 }],
      [64, 128],
    ],
    // A weak large one counts as little as a weak small one.
    [
      [large, { ...large, score: 0.29 }, { ...large, score: 0.31, widthPx: 6 }],
      [64, 128],
    ],
  ] as const) {
    const network = detector(cells);
    await locate(network, picture, demanding, 100);
    expect(network.sizes).toEqual(passes);
  }
});
