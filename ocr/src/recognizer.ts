import type { Box } from "@precount/domain";
import type { OnnxNetwork } from "@precount/inference";
import { type Pixels, rectify } from "@precount/photos";
import { type Glyph, decodeCtc } from "./ctc.ts";

/** The readings of one crop: `glyphs` with all characters allowed, `expected` with only the expected ones. */
export interface LineReading {
  glyphs: Glyph[];
  expected: Glyph[];
}

export interface RecognizerOptions {
  heightPx: number;
  /** Longer lines are compressed horizontally to this width. */
  maxWidthPx: number;
  batch: number;
}

/** Normalizes a full-width or circled digit to the plain one (NFKC), unless that gives several characters. */
function plainChar(char: string): string {
  const plain = char.normalize("NFKC");
  return Array.from(plain).length === 1 ? plain : char;
}

/** Reads rectified crops with PP-OCR's recognition network, in batches of similar width. */
export class Recognizer {
  readonly #network: OnnxNetwork;
  readonly #alphabet: readonly string[];
  readonly #expectedClasses: readonly number[];
  readonly #options: RecognizerOptions;

  /**
   * @param keys the contents of the network's key file: one character per line
   * @param expected matches the expected characters
   */
  constructor(network: OnnxNetwork, keys: string, options: RecognizerOptions, expected = /^[0-9]$/) {
    this.#network = network;
    // Class 0 is the blank and the last class is the space; the key file contains neither.
    this.#alphabet = [
      "",
      ...keys
        .replace(/\r?\n$/, "")
        .split(/\r?\n/)
        .map(plainChar),
      " ",
    ];
    this.#expectedClasses = this.#alphabet.flatMap((char, i) => (expected.test(char) ? [i] : []));
    this.#options = options;
  }

  /** Reads the lines under `boxes`, in their order. Throws when the network does not fit the key file. */
  async read(image: Pixels, boxes: readonly Box[]): Promise<LineReading[]> {
    const widths = boxes.map((box) => this.#inputWidth(box));
    const order = boxes.map((_, i) => i).toSorted((a, b) => (widths[a] ?? 0) - (widths[b] ?? 0) || a - b);
    const readings: LineReading[] = [];
    for (let from = 0; from < order.length; from += this.#options.batch) {
      const batch = order.slice(from, from + this.#options.batch);
      const answers = await this.#readBatch(
        image,
        batch.flatMap((i) => boxes[i] ?? []),
        batch.map((i) => widths[i] ?? 0),
      );
      batch.forEach((i, k) => {
        const answer = answers[k];
        if (answer) readings[i] = answer;
      });
    }
    return readings;
  }

  #inputWidth(box: Box): number {
    const { heightPx, maxWidthPx } = this.#options;
    return Math.round(Math.min(maxWidthPx, Math.max(heightPx / 2, (heightPx * box.width) / Math.max(1, box.height))));
  }

  async #readBatch(image: Pixels, boxes: readonly Box[], widths: readonly number[]): Promise<LineReading[]> {
    const { heightPx } = this.#options;
    const width = Math.ceil(Math.max(...widths) / 8) * 8;
    const plane = heightPx * width;
    // Zero is medium gray, the padding of the network's training.
    const input = new Float32Array(boxes.length * 3 * plane);
    boxes.forEach((box, n) => {
      const own = widths[n] ?? 0;
      const crop = rectify(image, box, own, heightPx);
      for (let c = 0; c < 3; c++) {
        const to = (n * 3 + c) * plane;
        for (let y = 0; y < heightPx; y++) {
          for (let x = 0; x < own; x++) {
            input[to + y * width + x] = (crop.data[(y * own + x) * 3 + 2 - c] ?? 0) / 127.5 - 1;
          }
        }
      }
    });
    const { data, shape } = await this.#network.run(input, [boxes.length, 3, heightPx, width]);
    const [, count = 0, size = 0] = shape;
    if (size !== this.#alphabet.length)
      throw new Error(`the reader has ${size} classes, its key file ${this.#alphabet.length}`);
    return boxes.map((_, n) => {
      const steps = { data, offset: n * count * size, count, size };
      // Convert positions in the padded crop to positions in the line.
      const own = (glyph: Glyph): Glyph => ({ ...glyph, at: (glyph.at * width) / (widths[n] ?? width) });
      return {
        glyphs: decodeCtc(steps, this.#alphabet).map(own),
        expected: decodeCtc(steps, this.#alphabet, this.#expectedClasses).map(own),
      };
    });
  }
}
