import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { drawShelf, photographShelf } from "../testing/shelf-keypoints.ts";
import { type PhotoSticker, type SearchedPhoto, findPairs } from "./find-pairs.ts";
import { invertHomography, mapPoint } from "../geometry/homography.ts";
import { fitHomography } from "./fit-homography.ts";
import { decodeKeypoints, encodeKeypoints } from "./keypoints.ts";
import { MIN_MERGE_PERCENT } from "./merge-percent.ts";

const size = { width: 4000, height: 3000 };
const shelf = drawShelf(1);
/** A sticker at a place of the shelf, as a photo from `left` on has it. */
const at = (left: number, index: number, x: number, y: number, code = "012345"): PhotoSticker => ({
  index,
  code,
  quantity: "12",
  rect: { x: x - left, y, width: 300, height: 150, angle: 0 },
});
const photo = (left: number, seed: number, stickers: PhotoSticker[], from = shelf): SearchedPhoto => ({
  keypoints: photographShelf(from, left, seed),
  size,
  stickers,
});

describe("PD-93 the stickers that two photos show", () => {
  test("finds the sticker in the common part, and not the others", () => {
    const a = photo(0, 2, [at(0, 0, 3000, 500), at(0, 1, 400, 900, "111111")]);
    const b = photo(2500, 3, [at(2500, 4, 6000, 900, "111111"), at(2500, 5, 3005, 496)]);
    const found = findPairs(a, b);
    expect(found?.pairs).toMatchObject([{ indexA: 0, indexB: 5 }]);
    expect(found?.pairs[0]?.certainty).toBeGreaterThan(0.95);
  });

  test("finds a sticker that was read differently, with less certainty, if the photos share an equal one", () => {
    const a = photo(0, 2, [at(0, 0, 3000, 500), at(0, 1, 3500, 900, "111111"), at(0, 2, 2700, 1500, "222222")]);
    const misread = at(2500, 1, 3502, 898, "111711");
    const another = at(2500, 2, 2702, 1502, "345678");
    const b = photo(2500, 3, [at(2500, 0, 3005, 496), misread, another]);
    const found = findPairs(a, b)?.pairs ?? [];
    expect(found.map(({ indexA, indexB }) => [indexA, indexB])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(found[1]?.certainty).toBeLessThan(MIN_MERGE_PERCENT / 100);
    expect(findPairs({ ...a, stickers: a.stickers.slice(1) }, { ...b, stickers: [misread] })).toBeNull();
  });

  test("keeps two equal stickers side by side apart", () => {
    const both = [3000, 3320];
    const a = photo(
      0,
      2,
      both.map((x, i) => at(0, i, x, 500)),
    );
    const b = photo(
      2500,
      3,
      both.toReversed().map((x, i) => at(2500, i, x, 500)),
    );
    expect(
      findPairs(a, b)
        ?.pairs.map(({ indexA, indexB }) => [indexA, indexB])
        .toSorted(),
    ).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const single = photo(2500, 3, [at(2500, 0, 3320, 500)]);
    expect(findPairs(a, single)?.pairs).toMatchObject([{ indexA: 1, indexB: 0 }]);
  });

  test("finds nothing between different shelves with equal stickers", () => {
    const other = drawShelf(9);
    assert(
      property(
        integer({ min: 200, max: 3600 }),
        integer({ min: 200, max: 2600 }),
        constantFrom(1, 2, 3),
        (x, y, seed) => {
          const a = photo(0, seed, [at(0, 0, 3000, 500)]);
          const b = photo(0, seed + 10, [at(0, 0, x, y)], other);
          expect(findPairs(a, b)).toBeNull();
        },
      ),
      { numRuns: 30 },
    );
  });

  test("gives the same answer every time, and none without equal texts", () => {
    const a = photo(0, 2, [at(0, 0, 3000, 500)]);
    const b = photo(2500, 3, [at(2500, 0, 3000, 500)]);
    expect(findPairs(a, b)).toEqual(findPairs(a, b));
    expect(findPairs(a, { ...b, stickers: [at(2500, 0, 3000, 500, "999999")] })).toBeNull();
  });
});

test("keypoints are stored and read back", () => {
  const keypoints = photographShelf(shelf, 1000, 5);
  expect(decodeKeypoints(encodeKeypoints(keypoints))).toEqual(keypoints);
  expect(() => decodeKeypoints(new Uint8Array(35))).toThrow("35 bytes are not encoded keypoints");
});

test("fits a homography to its own points, and inverts it", () => {
  const truth = [1.1, 0.05, 200, -0.04, 0.95, -30, 2e-5, -1e-5, 1] as const;
  const points = [0, 700, 1500, 2300, 3100].flatMap((x) => [100, 900, 2500].map((y) => ({ x, y })));
  const fitted = fitHomography(points.map((point) => [point, mapPoint(truth, point)]));
  expect(fitted).not.toBeNull();
  for (const point of points) {
    const mapped = mapPoint(fitted ?? truth, point);
    expect(mapped.x).toBeCloseTo(mapPoint(truth, point).x, 3);
    const back = mapPoint(invertHomography(truth), mapPoint(truth, point));
    expect([back.x, back.y]).toEqual([expect.closeTo(point.x, 4), expect.closeTo(point.y, 4)]);
  }
  expect(
    fitHomography(
      [0, 1, 2, 3].map((x) => [
        { x, y: x },
        { x, y: x },
      ]),
    ),
  ).toBeNull();
});
