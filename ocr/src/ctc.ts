/** A character of a line with its probability, the time step it stands at, and the runner-up among those expected. */
export interface Glyph {
  char: string;
  probability: number;
  /** 0–1 along the crop. */
  at: number;
  second?: { char: string; probability: number };
}

const BLANK = 0;

/**
 * Greedy CTC: the best class of every step, repeats and blanks dropped; classes of one character count as one.
 * `classes` limits what may be said; the probabilities stay those among all classes, so an unlikely reading is
 * seen as one.
 * @param steps rows of class probabilities, `count` of them, each `size` long, from `offset`
 */
export function decodeCtc(
  steps: { data: Float32Array; offset: number; count: number; size: number },
  alphabet: readonly string[],
  classes?: readonly number[],
): Glyph[] {
  const glyphs: Glyph[] = [];
  let previous = BLANK;
  for (let t = 0; t < steps.count; t++) {
    const row = steps.offset + t * steps.size;
    const [best, second] = bestTwo(steps.data, row, steps.size, classes);
    const probability = steps.data[row + best] ?? 0;
    // Two classes may stand for one character (full-width and plain): the same stroke, not another.
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
  const look = (k: number) => {
    const value = data[row + k] ?? 0;
    if (value > (data[row + best] ?? 0)) {
      second = best;
      best = k;
    } else if (k !== best && (second === BLANK || value > (data[row + second] ?? 0))) second = k;
  };
  if (classes) classes.forEach(look);
  else for (let k = 1; k < size; k++) look(k);
  return [best, second];
}

export const textOf = (glyphs: readonly Glyph[]): string => glyphs.map((glyph) => glyph.char).join("");

/** The mean probability: one doubtful digit of six lowers it by a sixth of its doubt. */
export const confidenceOf = (glyphs: readonly Glyph[]): number =>
  glyphs.length === 0 ? 0 : glyphs.reduce((sum, glyph) => sum + glyph.probability, 0) / glyphs.length;
