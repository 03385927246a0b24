import { expect, test } from "vitest";
import { locate } from "./locate.ts";

const settings = {
  longEdgePx: 64,
  multiplePx: 32,
  mean: 0.5,
  deviation: 0.25,
  stridePx: 8,
  unitPx: 64,
  leastScore: 0.15,
  stickerThreshold: 0.5,
  shelfThreshold: 0.65,
  mostOverlap: 0.3,
  secondPass: { longEdgePx: 128, smallPx: 8, smallShare: 0.25 },
};
const picture = { data: new Uint8Array(128 * 128 * 3), width: 128, height: 128 };

interface Cell {
  label: "sticker" | "shelf";
  score: number;
  /** In pixels of the reduced photo. */
  widthPx: number;
}

/** A detector that finds these boxes in the first row of cells, two cells apart, in every pass. */
function detector(cells: readonly Cell[]) {
  const sizes: number[] = [];
  return {
    sizes,
    run: async (_: Float32Array, [, , height = 0, width = 0]: readonly number[]) => {
      sizes.push(width);
      const [rows, columns] = [height / settings.stridePx, width / settings.stridePx];
      const data = new Float32Array(8 * rows * columns);
      for (const [i, { label, score, widthPx }] of cells.entries()) {
        const values = [
          label === "sticker" ? score : 0,
          label === "shelf" ? score : 0,
          0,
          0,
          ...logs(widthPx, 4),
          1,
          0,
        ];
        for (const [channel, value] of values.entries()) data[channel * rows * columns + 2 * i] = value;
      }
      return { data, shape: [1, 8, rows, columns] };
    },
  };
}
const logs = (...px: number[]): number[] => px.map((side) => Math.log(side / settings.unitPx));
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

test("keeps shelf tags whose score may rise when they are looked at again", async () => {
  const tags = detector([0.26, 0.24].map((score) => ({ label: "shelf", score, widthPx: 12 })));
  const tagLooks = { least: 0.5, enlarge: [2], windowPx: 32 };
  const kept = await locate(tags, picture, { ...settings, tagLooks }, 100);
  expect(kept.map(({ score }) => Math.round(score * 100))).toEqual([26]);
  expect(tags.sizes).toEqual([64]);
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
