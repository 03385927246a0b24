import { readFile } from "node:fs/promises";
import type { Alternative, Rect } from "@precount/domain";
import { boxToRect } from "../box-to-rect.ts";
import type { Detection, DetectOptions, DetectionModel, ModelInfo, UprightPhoto } from "../model.ts";
import { OnnxNetwork } from "@precount/inference";
import { detectLines, Recognizer, type TextLine } from "@precount/ocr";
import { inReadingOrder, judge } from "../reading.ts";
import type { PpocrManifest } from "../manifest.ts";
import type { DigitReading } from "./digits.ts";
import { type ShelfTag, findShelves } from "./find-shelves.ts";
import { type Sticker, findStickers } from "./find-stickers.ts";

/** Lines of a label are no flatter, no squarer and no further askew; others are not worth reading. */
const MOST_ANGLE = 40;
const MOST_ASPECT = 14;

/** The baseline: PP-OCRv4 as it comes, and rules about what a label looks like. No training. */
export class PpocrModel implements DetectionModel {
  readonly info: ModelInfo;
  readonly #manifest: PpocrManifest;
  readonly #detector: OnnxNetwork;
  readonly #reader: OnnxNetwork;
  readonly #recognizer: Recognizer;

  private constructor(
    info: ModelInfo,
    manifest: PpocrManifest,
    detector: OnnxNetwork,
    reader: OnnxNetwork,
    keys: string,
  ) {
    this.info = info;
    this.#manifest = manifest;
    this.#detector = detector;
    this.#reader = reader;
    this.#recognizer = new Recognizer(reader, keys, manifest.recognise);
  }

  /** @param files paths of the manifest's weights by their role */
  static async load(
    info: ModelInfo,
    manifest: PpocrManifest,
    files: Record<"detector" | "reader" | "keys", string>,
    threads: number,
  ): Promise<PpocrModel> {
    const detector = await OnnxNetwork.load(files.detector, { threads });
    const reader = await OnnxNetwork.load(files.reader, { threads });
    return new PpocrModel(info, manifest, detector, reader, await readFile(files.keys, "utf8"));
  }

  async detect(photo: UprightPhoto, options: DetectOptions): Promise<Detection[]> {
    const lines = (await detectLines(this.#detector, photo, this.#manifest.detect)).filter((line) => isReadable(line));
    const readings = await this.#recognizer.read(photo, lines);
    const read = lines.flatMap((line, i) => (readings[i] ? [{ line, reading: readings[i] }] : []));
    const stickers = withoutTwins(await findStickers(photo, read, this.#recognizer));
    const shelves = findShelves(
      photo,
      read,
      stickers.map(({ box }) => box),
    );
    const found = [
      ...shelves.map((tag) => toShelf(tag, photo, options)),
      ...stickers.map((sticker) => toSticker(sticker, photo, options)),
    ];
    return found
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, options.limit)
      .toSorted(inReadingOrder);
  }

  async close(): Promise<void> {
    await this.#detector.close();
    await this.#reader.close();
  }
}

const isReadable = (line: TextLine): boolean =>
  Math.abs(line.angle) <= MOST_ANGLE && line.width <= MOST_ASPECT * line.height && line.height >= 8;

/** One label read twice (a line seen in two parts): the surer one stays. */
function withoutTwins(stickers: readonly Sticker[]): Sticker[] {
  const kept: Sticker[] = [];
  for (const sticker of stickers.toSorted((a, b) => b.code.confidence - a.code.confidence)) {
    const near = (other: Sticker) =>
      Math.hypot(other.box.cx - sticker.box.cx, other.box.cy - sticker.box.cy) <
      Math.min(other.box.height, sticker.box.height) / 2;
    if (!kept.some(near)) kept.push(sticker);
  }
  return kept;
}

const candidates = (field: "code" | "quantity", reads: readonly DigitReading[]): Alternative[] =>
  reads.map(({ value, confidence }) => ({ field, value, confidence }));

function toSticker(sticker: Sticker, photo: UprightPhoto, options: DetectOptions): Detection {
  const { code, quantity } = sticker;
  return {
    label: "sticker",
    rect: boxToRect(sticker.box, photo),
    confidence: Math.min(1, sticker.score * (0.5 + 0.5 * code.confidence)),
    code: judge("sticker", "code", code, options),
    ...(quantity ? { quantity: judge("sticker", "quantity", quantity, options) } : {}),
    values: [
      ...candidates("code", [code, ...secondThoughts(code)]),
      ...candidates("quantity", [...(quantity ? [quantity] : []), ...sticker.alternatives]),
    ],
  };
}

/** The code with its most doubtful digit as the runner-up. */
function secondThoughts({ glyphs, value, confidence }: DigitReading): DigitReading[] {
  return glyphs
    .flatMap(({ probability, second }, i) => {
      if (!second || second.probability < 0.02) return [];
      const other = value.slice(0, i) + second.char + value.slice(i + 1);
      return [
        { value: other, confidence: confidence - (probability - second.probability) / glyphs.length, glyphs: [] },
      ];
    })
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, 2);
}

function toShelf(tag: ShelfTag, photo: UprightPhoto, options: DetectOptions): Detection {
  const factor = photo.fullHeight / photo.height;
  const y = Math.max(0, Math.round(tag.top * factor));
  const rect: Rect = {
    x: 0,
    y,
    width: photo.fullWidth,
    height: Math.max(1, Math.min(photo.fullHeight, Math.round(tag.bottom * factor)) - y),
    angle: 0,
  };
  const read = { value: tag.code, confidence: tag.confidence, glyphs: [] };
  return {
    label: "shelf",
    rect,
    confidence: Math.min(1, tag.score * (0.5 + 0.5 * tag.confidence)),
    code: judge("shelf", "code", read, options),
    values: [{ field: "code", value: tag.code, confidence: tag.confidence }],
  };
}
