/** A recognized character of a line. `second` is the runner-up among the allowed classes. */
export interface Glyph {
  char: string;
  probability: number;
  /** Position along the crop, 0–1. */
  at: number;
  second?: { char: string; probability: number };
}

/** The class probabilities of a line: `count` steps of `size` classes each, from `offset`. */
export interface Steps {
  data: Float32Array;
  offset: number;
  count: number;
  size: number;
}

/** The class of a step without a character. */
export const BLANK = 0;

/**
 * Greedy CTC decoding: the best class of every time step, without repeats and blanks. Classes of the same character count
 * as one.
 * @param alphabet the character of each class; class 0 is the blank
 * @param classes the allowed classes; all when omitted. Probabilities stay relative to all classes, so that an unlikely
 * reading has a low confidence
 */
export function decodeCtc(steps: Steps, alphabet: readonly string[], classes?: readonly number[]): Glyph[] {
  const glyphs: Glyph[] = [];
  let previous = BLANK;
  for (let t = 0; t < steps.count; t++) {
    const row = steps.offset + t * steps.size;
    const [best, second] = bestTwo(steps.data, row, steps.size, classes);
    const probability = steps.data[row + best] ?? 0;
    // Two classes may be one character (full-width and plain); together they are one occurrence.
    const isRepeat = best === previous || alphabet[best] === alphabet[previous];
    if (best !== BLANK && !isRepeat) {
      const glyph: Glyph = { char: alphabet[best] ?? "", probability, at: (t + 0.5) / steps.count };
      if (classes && second !== BLANK) {
        glyph.second = { char: alphabet[second] ?? "", probability: steps.data[row + second] ?? 0 };
      }
      glyphs.push(glyph);
    } else if (best !== BLANK) {
      const last = glyphs.at(-1);
      if (last && probability > last.probability) last.probability = probability;
    }
    previous = best;
  }
  return glyphs;
}

function bestTwo(data: Float32Array, row: number, size: number, classes?: readonly number[]): [number, number] {
  let best = BLANK;
  let second = BLANK;
  const consider = (k: number) => {
    const value = data[row + k] ?? 0;
    if (value > (data[row + best] ?? 0)) {
      second = best;
      best = k;
    } else if (k !== best && (second === BLANK || value > (data[row + second] ?? 0))) second = k;
  };
  if (classes) classes.forEach(consider);
  else for (let k = 1; k < size; k++) consider(k);
  return [best, second];
}

/** The glyphs' text. */
export const textOf = (glyphs: readonly Glyph[]): string => glyphs.map((glyph) => glyph.char).join("");

/** The mean probability of the glyphs, 0–1; 0 for none. */
export const confidenceOf = (glyphs: readonly Glyph[]): number =>
  glyphs.length === 0 ? 0 : glyphs.reduce((sum, glyph) => sum + glyph.probability, 0) / glyphs.length;
