import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Box } from "@precount/domain";
import type { Pixels } from "../image/rectify.ts";
import { ManifestError, MODELS_DIR, readModelFolder } from "../manifest.ts";
import { OnnxNetwork } from "../onnx.ts";
import { type Glyph, confidenceOf, textOf } from "./ctc.ts";
import { type TextLine, detectLines } from "./detect-lines.ts";
import { Recogniser } from "./recognise.ts";

/** What Western print is made of. */
const LATIN = /^[\u0020-\u024f\u2010-\u2026\u20ac]$/;
const HAN = /\p{Script=Han}/u;
/** Fewer of them than this share of a picture's characters are mistaken strokes (一 for a dash), not Chinese. */
const LEAST_HAN = 0.1;

/** A run of text as read. */
export interface ReadText {
  text: string;
  /** Mean probability of its characters, 0–1. */
  confidence: number;
  /** Each with its place, 0–1 along the box. */
  glyphs: Glyph[];
}

/** Finds and reads printed text of any kind: what the baseline model knows beyond stickers. */
export interface TextReader {
  /** Lines of text in the picture's pixels, looked for in at most `mostPixels` of it. */
  findLines(picture: Pixels, mostPixels: number): Promise<TextLine[]>;
  /** What stands in each of the boxes, in their order. */
  readBoxes(picture: Pixels, boxes: readonly Box[]): Promise<ReadText[]>;
  close(): Promise<void>;
}

/** Longer lines are squeezed: about 60 letters at full width. */
const MOST_WIDTH_PX = 1280;
const LONGEST_EDGE_PX = 4096;
/** Few, for memory: lines are longer than stickers' codes. */
const BATCH = 4;

/**
 * Opens PP-OCRv4's two networks for text in general. It reads Latin letters, digits and the signs of a keyboard; of the
 * accented letters only those that stand in its key file (ä, ü, é, è, à, á, í, ó, ú, but no ö, ß, ç, ñ, å, ø, Ä, Ö, €).
 * Throws ManifestError where the weights are missing or not the ones known.
 */
export async function openTextReader(threads: number): Promise<TextReader> {
  const { manifest, files } = await readModelFolder(join(MODELS_DIR, "ppocr"));
  const { detector: detectorFile, reader: readerFile, keys } = files;
  if (manifest.backend !== "ppocr" || !detectorFile || !readerFile || !keys) {
    throw new ManifestError(`Model ${manifest.name} cannot read text: restore vision/models/ppocr.`);
  }
  const detector = await OnnxNetwork.load(detectorFile, { threads });
  const reader = await OnnxNetwork.load(readerFile, { threads });
  const options = { ...manifest.recognise, batch: BATCH, maxWidthPx: MOST_WIDTH_PX };
  const recogniser = new Recogniser(reader, await readFile(keys, "utf8"), options, LATIN);
  return {
    findLines: (picture, mostPixels) =>
      detectLines(detector, picture, { ...manifest.detect, longEdgePx: LONGEST_EDGE_PX, mostPixels }),
    readBoxes: async (picture, boxes) => {
      const readings = await recogniser.read(picture, boxes);
      const chars = readings.flatMap((reading) => reading.glyphs.map((glyph) => glyph.char));
      const isChinese = chars.filter((char) => HAN.test(char)).length >= LEAST_HAN * chars.length;
      return readings.map((reading) => {
        const glyphs = isChinese ? reading.glyphs : reading.expected;
        return { text: textOf(glyphs), confidence: confidenceOf(glyphs), glyphs };
      });
    },
    close: async () => {
      await detector.close();
      await reader.close();
    },
  };
}
