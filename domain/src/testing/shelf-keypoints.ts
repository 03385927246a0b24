import { DESCRIPTOR_WORDS, type Keypoints } from "../duplicates/keypoints.ts";

/** A long drawn shelf as keypoints: 600 points with random descriptors, 8000 × 3000 pixels. */
export type Shelf = { x: number[]; y: number[]; descriptors: number[] };

/** Deterministic random numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function drawShelf(seed: number, count = 600): Shelf {
  const random = randomNumbers(seed);
  return {
    x: Array.from({ length: count }, () => random() * 8000),
    y: Array.from({ length: count }, () => random() * 3000),
    descriptors: Array.from({ length: count * DESCRIPTOR_WORDS }, () => Math.floor(random() * 2 ** 32)),
  };
}

/** The keypoints of a photo of the shelf from `left` on, 4000 × 3000 pixels, with errors of a few pixels and bits. */
export function photographShelf(shelf: Shelf, left: number, seed: number): Keypoints {
  const random = randomNumbers(seed);
  const seen = shelf.x.flatMap((x, i) => (x >= left && x < left + 4000 && random() < 0.8 ? [i] : []));
  const jitter = (): number => (random() - 0.5) * 12;
  return {
    x: Uint16Array.from(seen, (i) => Math.max(0, shelf.x[i]! - left + jitter())),
    y: Uint16Array.from(seen, (i) => Math.max(0, shelf.y[i]! + jitter())),
    descriptors: Uint32Array.from(
      seen.flatMap((i) =>
        // Each word has one wrong bit, as from another light.
        shelf.descriptors.slice(i * DESCRIPTOR_WORDS, (i + 1) * DESCRIPTOR_WORDS).map((word) => {
          const flipped = word ^ (1 << Math.floor(random() * 32));
          return flipped >>> 0;
        }),
      ),
    ),
  };
}
