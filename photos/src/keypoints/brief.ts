import { DESCRIPTOR_WORDS } from "@precount/domain";
import { type GrayImage, boxSums } from "../gray-image.ts";

/** Half the side of the area that a descriptor covers, pixels. */
const PATCH_RADIUS_PX = 15;
/** The least distance of a described point from the edges, pixels: with the pixels that the blur needs. */
export const DESCRIPTOR_BORDER_PX = PATCH_RADIUS_PX + 3;

/**
 * The pairs of points of BRIEF (Calonder et al., 2010): normally distributed around the corner, the same in every version of the
 * program, because stored descriptors are compared with new ones.
 */
const PAIRS: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[] = drawPairs();

function drawPairs(): [number, number, number, number][] {
  // A linear congruential generator (Numerical Recipes): any fixed sequence works.
  let state = 20_261_123;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const coordinate = (): number => {
    const normal = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
    return Math.max(-PATCH_RADIUS_PX, Math.min(PATCH_RADIUS_PX, Math.round((normal * PATCH_RADIUS_PX) / 2.5)));
  };
  return Array.from({ length: DESCRIPTOR_WORDS * 32 }, () => [coordinate(), coordinate(), coordinate(), coordinate()]);
}

/**
 * Describes the area around points: one bit per pair of blurred pixels, set if the first is darker.
 * @param points at least DESCRIPTOR_BORDER_PX from the image's edges
 */
export function describe(image: GrayImage, points: readonly { x: number; y: number }[]): Uint32Array {
  const { width } = image;
  const sums = boxSums(image);
  const first = Int32Array.from(PAIRS, ([x, y]) => y * width + x);
  const second = Int32Array.from(PAIRS, ([, , x, y]) => y * width + x);
  const words = new Uint32Array(points.length * DESCRIPTOR_WORDS);
  for (const [at, { x, y }] of points.entries()) {
    const center = y * width + x;
    for (let n = 0; n < first.length; n++) {
      // Inside the image, because of the points' distance from its edges.
      if (sums[center + first[n]!]! < sums[center + second[n]!]!) {
        words[at * DESCRIPTOR_WORDS + (n >>> 5)]! |= 1 << (n & 31);
      }
    }
  }
  return words;
}
