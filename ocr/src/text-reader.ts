import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Box } from "@precount/domain";
import { ModelFilesError, OnnxNetwork, checkWeightFiles } from "@precount/inference";
import type { Pixels } from "@precount/photos";
import { type Glyph, confidenceOf, textOf } from "./ctc.ts";
import { type TextLine, detectLines } from "./detect-lines.ts";
import { PP_OCR_V4 } from "./pp-ocr-v4.ts";
import { type LetterHead, Recognizer } from "./recognizer.ts";
import { restoreLetters } from "./restore-letters.ts";

/** Latin letters with accents, digits and the punctuation of Western print. */
const LATIN = /^[\u0020-\u024f\u2010-\u2026\u20ac]$/;
const HAN = /\p{Script=Han}/u;
/** Below this share of an image's characters, Han characters are misread strokes (一 for a dash), not Chinese text. */
const MIN_HAN_SHARE = 0.1;

/** A recognized line of text. */
export interface ReadText {
  text: string;
  /** Mean probability of its characters, 0–1. */
  confidence: number;
  /** The characters with their positions, 0–1 along the box. */
  glyphs: Glyph[];
}

/** Finds and reads printed text of any kind. */
export interface TextReader {
  /** Finds lines of text, in pixels of `image`. The network sees the image reduced to at most `maxPixels`. */
  findLines(image: Pixels, maxPixels: number): Promise<TextLine[]>;
  /** Reads the text in each box, in the order of `boxes`. */
  readBoxes(image: Pixels, boxes: readonly Box[]): Promise<ReadText[]>;
  /** Frees both networks. */
  close(): Promise<void>;
}

/** Longer lines are compressed horizontally. About 60 letters fit at full width. */
const MAX_LINE_WIDTH_PX = 1280;
const MAX_LONG_EDGE_PX = 4096;
/** A small batch limits memory: lines of text are longer than the codes on stickers. */
const BATCH_SIZE = 4;

/**
 * Loads PP-OCRv4's two networks and our letter head. PP-OCRv4 reads Latin letters, digits and keyboard punctuation, and few
 * accented letters (ä, ü, é, è, à, á, í, ó, ú); the letter head adds the letters of most European languages.
 * @param threads threads that ONNX Runtime uses for one run
 * @throws ModelFilesError when the weight files are missing or were changed
 */
export async function openTextReader(threads: number): Promise<TextReader> {
  const { detector, reader, keys, letterHead } = await loadNetworks(threads);
  const { recognitionHeightPx: heightPx } = PP_OCR_V4;
  const options = { heightPx, maxWidthPx: MAX_LINE_WIDTH_PX, batch: BATCH_SIZE, letterHead };
  const recognizer = new Recognizer(reader, keys, options, LATIN);
  return {
    findLines: (image, maxPixels) =>
      detectLines(detector, image, { ...PP_OCR_V4.detect, longEdgePx: MAX_LONG_EDGE_PX, mostPixels: maxPixels }),
    readBoxes: async (image, boxes) => {
      const readings = await recognizer.read(image, boxes);
      const chars = readings.flatMap((reading) => reading.glyphs.map((glyph) => glyph.char));
      const isChinese = chars.filter((char) => HAN.test(char)).length >= MIN_HAN_SHARE * chars.length;
      return readings.map((reading) => {
        const glyphs = isChinese ? reading.glyphs : restoreLetters(reading.expected, reading.letters);
        return { text: textOf(glyphs), confidence: confidenceOf(glyphs), glyphs };
      });
    },
    close: async () => {
      await detector.close();
      await reader.close();
    },
  };
}

interface Loaded {
  detector: OnnxNetwork;
  reader: OnnxNetwork;
  keys: string;
  letterHead: LetterHead;
}

async function loadNetworks(threads: number): Promise<Loaded> {
  const files = await checkWeightFiles({ name: "PP-OCRv4", folder: import.meta.dirname }, PP_OCR_V4.weights);
  const { output, weights } = PP_OCR_V4.letters;
  const letters = await checkWeightFiles({ name: "letters", folder: dirname(import.meta.dirname) }, weights);
  const { detector, reader, keys } = files;
  if (!detector || !reader || !keys || !letters["head"] || !letters["keys"]) {
    throw new ModelFilesError("PP-OCRv4 needs a detector, a reader, a letter head and two key files.");
  }
  return {
    detector: await OnnxNetwork.load(detector, { threads }),
    reader: await OnnxNetwork.load(reader, { threads, part: letters["head"] }),
    keys: await readFile(keys, "utf8"),
    letterHead: { output, keys: await readFile(letters["keys"], "utf8") },
  };
}
