import type { Box } from "@precount/domain";
import type { Floats, OnnxNetwork } from "@precount/inference";
import { type Pixels, rectify } from "@precount/photos";
import { type Glyph, type Steps, decodeCtc } from "./ctc.ts";
import { classWeights, weighted } from "./page-letters.ts";

/** The readings of one crop. */
export interface LineReading {
  /** The reading with all characters allowed. */
  glyphs: Glyph[];
  /** The reading with only the expected characters allowed. */
  expected: Glyph[];
  /** The reading of the letter head, for which the lines are one page; empty without a letter head. */
  letters: Glyph[];
}

/** A further output of the network that reads the same crops with another alphabet. */
export interface LetterHead {
  output: string;
  /** The contents of its key file: one character per line. */
  keys: string;
}

export interface RecognizerOptions {
  heightPx: number;
  /** Longer lines are compressed horizontally to this width. */
  maxWidthPx: number;
  batch: number;
  letterHead?: LetterHead;
}

/** Normalizes a full-width or circled digit to the plain one (NFKC), unless that gives several characters. */
function plainChar(char: string): string {
  const plain = char.normalize("NFKC");
  return Array.from(plain).length === 1 ? plain : char;
}

/** The characters in a key file. */
const keysIn = (keys: string): string[] => keys.replace(/\r?\n$/, "").split(/\r?\n/);

/** Reads rectified crops with PP-OCR's recognition network, in batches of similar width. */
export class Recognizer {
  readonly #network: OnnxNetwork;
  readonly #alphabet: readonly string[];
  readonly #expectedClasses: readonly number[];
  readonly #letters: readonly string[];
  readonly #options: RecognizerOptions;

  /**
   * @param keys the contents of the network's key file: one character per line
   * @param expected matches the expected characters
   */
  constructor(network: OnnxNetwork, keys: string, options: RecognizerOptions, expected = /^[0-9]$/) {
    this.#network = network;
    // Class 0 is the blank and the last class is the space; the key file contains neither.
    this.#alphabet = ["", ...keysIn(keys).map(plainChar), " "];
    this.#letters = ["", ...keysIn(options.letterHead?.keys ?? "")];
    this.#expectedClasses = this.#alphabet.flatMap((char, i) => (expected.test(char) ? [i] : []));
    this.#options = options;
  }

  /** Reads the lines of a page under `boxes`, in their order. Throws when the network does not fit the key file. */
  async read(image: Pixels, boxes: readonly Box[]): Promise<LineReading[]> {
    const widths = boxes.map((box) => this.#inputWidth(box));
    const order = boxes.map((_, i) => i).toSorted((a, b) => (widths[a] ?? 0) - (widths[b] ?? 0) || a - b);
    const lines: Line[] = [];
    for (let from = 0; from < order.length; from += this.#options.batch) {
      const batch = order.slice(from, from + this.#options.batch);
      const answers = await this.#readBatch(
        image,
        batch.flatMap((i) => boxes[i] ?? []),
        batch.map((i) => widths[i] ?? 0),
      );
      batch.forEach((i, k) => {
        const answer = answers[k];
        if (answer) lines[i] = answer;
      });
    }
    const weights = classWeights(
      lines.flatMap(({ letterSteps }) => letterSteps ?? []),
      this.#letters,
    );
    return lines.map(({ glyphs, expected, letterSteps, share }) => ({
      glyphs,
      expected,
      letters: letterSteps ? decodeCtc(weighted(letterSteps, weights), this.#letters).map(inLine(share)) : [],
    }));
  }

  #inputWidth(box: Box): number {
    const { heightPx, maxWidthPx } = this.#options;
    return Math.round(Math.min(maxWidthPx, Math.max(heightPx / 2, (heightPx * box.width) / Math.max(1, box.height))));
  }

  async #readBatch(image: Pixels, boxes: readonly Box[], widths: readonly number[]): Promise<Line[]> {
    const { heightPx, letterHead } = this.#options;
    const width = Math.ceil(Math.max(...widths) / 8) * 8;
    const input = drawInput(image, boxes, widths, width, heightPx);
    const outputs = await this.#network.runAll(input, [boxes.length, 3, heightPx, width]);
    const letters = letterHead && outputs[letterHead.output];
    const [found] = Object.entries(outputs).flatMap(([name, output]) => (name === letterHead?.output ? [] : [output]));
    if (!found) throw new Error("the reader has no output");
    return boxes.map((_, n) => {
      const steps = stepsOf(found, n, this.#alphabet);
      const share = (widths[n] ?? width) / width;
      return {
        glyphs: decodeCtc(steps, this.#alphabet).map(inLine(share)),
        expected: decodeCtc(steps, this.#alphabet, this.#expectedClasses).map(inLine(share)),
        letterSteps: letters ? stepsOf(letters, n, this.#letters) : null,
        share,
      };
    });
  }
}

/** A line without the letter head's reading, which needs all lines of the page. */
interface Line extends Omit<LineReading, "letters"> {
  letterSteps: Steps | null;
  /** The line's share of the width of its padded crop. */
  share: number;
}

/** Converts positions in the padded crop to positions in the line. */
const inLine =
  (share: number) =>
  (glyph: Glyph): Glyph => ({ ...glyph, at: glyph.at / share });

/** The class probabilities of one line of a batch. Throws when the network does not fit the key file. */
function stepsOf({ data, shape }: Floats, line: number, alphabet: readonly string[]): Steps {
  const [, count = 0, size = 0] = shape;
  if (size !== alphabet.length) throw new Error(`the reader has ${size} classes, its key file ${alphabet.length}`);
  return { data, offset: line * count * size, count, size };
}

/** The network's input: the crops in planes B, G, R, each padded to `width`. */
function drawInput(
  image: Pixels,
  boxes: readonly Box[],
  widths: readonly number[],
  width: number,
  height: number,
): Float32Array {
  const plane = height * width;
  // Zero is medium gray, the padding of the network's training.
  const input = new Float32Array(boxes.length * 3 * plane);
  boxes.forEach((box, n) => {
    const own = widths[n] ?? 0;
    const crop = rectify(image, box, own, height);
    for (let c = 0; c < 3; c++) {
      const to = (n * 3 + c) * plane;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < own; x++) {
          input[to + y * width + x] = (crop.data[(y * own + x) * 3 + 2 - c] ?? 0) / 127.5 - 1;
        }
      }
    }
  });
  return input;
}
