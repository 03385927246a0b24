/** Settings of a detector whose reduced photo has 64 px. */
export const DETECT_SETTINGS = {
  longEdgePx: 64,
  multiplePx: 32,
  mean: 0.5,
  deviation: 0.25,
  stridePx: 8,
  unitPx: 64,
  leastScore: 0.15,
  stickerThreshold: 0.5,
  mostOverlap: 0.3,
  leastCode: 0,
  leastTag: 1,
  mostTag: 0,
  /** The existence of a tag is its score, but that of a 500 is lower. */
  tagEvidence: { bias: 0, score: 1, paper: 0, tag: 0, number: 0, contents: -3, values: ["500"] },
};

/** A square box that a detector finds in one of its cells, in pixels of its input. */
export type FoundBox = {
  label: "sticker" | "shelf";
  score: number;
  widthPx: number;
  column: number;
  row: number;
  /** From the cell's center to the box's, right and down. */
  offsetPx?: number;
};

/** The answer of a detector that finds these boxes on an input of this shape. */
export function detectorAnswer([, , height = 0, width = 0]: readonly number[], boxes: readonly FoundBox[]) {
  const { stridePx, unitPx } = DETECT_SETTINGS;
  const [rows, columns] = [height / stridePx, width / stridePx];
  const data = new Float32Array(8 * rows * columns);
  for (const { label, score, widthPx, column, row, offsetPx = 0 } of boxes) {
    const scores = label === "sticker" ? [score, 0] : [0, score];
    const [offset, side] = [offsetPx / unitPx, Math.log(widthPx / unitPx)];
    for (const [channel, value] of [...scores, offset, offset, side, side, 1, 0].entries())
      data[(channel * rows + row) * columns + column] = value;
  }
  return { data, shape: [1, 8, rows, columns] };
}
