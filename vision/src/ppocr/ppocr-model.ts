import { readFile } from "node:fs/promises";
import type { Alternative, Rect } from "@precount/domain";
import { OnnxNetwork } from "@precount/inference";
import { Recognizer, type TextLine, detectLines } from "@precount/ocr";
import { boxToRect } from "../box-to-rect.ts";
import type { PpocrManifest } from "../manifest.ts";
import type { Detection, DetectOptions, DetectionModel, ModelInfo, UprightPhoto } from "../model.ts";
import { inReadingOrder, judge } from "../reading.ts";
import { type FoundShelfTag, findShelves } from "./find-shelves.ts";
import { type FoundSticker, findStickers } from "./find-stickers.ts";

/** Lines outside these limits are not read: they are text on packages, not on stickers or tags. */
const MAX_ANGLE_DEGREES = 40;
const MAX_ASPECT_RATIO = 14;
const MIN_LINE_HEIGHT_PX = 8;

/** The baseline model: PP-OCRv4 without further training, and a few rules about stickers (ADR-024). */
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

  /** @param files absolute paths of the manifest's weight files by role */
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
    const lines = (await detectLines(this.#detector, photo, this.#manifest.detect)).filter(isReadable);
    const readings = await this.#recognizer.read(photo, lines);
    const readLines = lines.flatMap((line, i) => (readings[i] ? [{ line, reading: readings[i] }] : []));
    const longEdgePx = Math.max(photo.width, photo.height);
    const stickers = findStickers(longEdgePx, readLines);
    const boxes = stickers.map(({ box }) => box);
    const detections = [
      ...findShelves(longEdgePx, readLines, boxes).map((tag) => shelfDetection(tag, photo, options)),
      ...stickers.map((sticker) => stickerDetection(sticker, photo, options)),
    ];
    return detections
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
  Math.abs(line.angle) <= MAX_ANGLE_DEGREES &&
  line.width <= MAX_ASPECT_RATIO * line.height &&
  line.height >= MIN_LINE_HEIGHT_PX;

function stickerDetection(sticker: FoundSticker, photo: UprightPhoto, options: DetectOptions): Detection {
  const { code, quantities } = sticker;
  const [quantity] = quantities;
  const alternatives = quantities.map(({ value, confidence }): Alternative => ({
    field: "quantity",
    value,
    confidence,
  }));
  return {
    label: "sticker",
    rect: boxToRect(sticker.box, photo),
    confidence: Math.min(1, sticker.score * (0.5 + 0.5 * code.confidence)),
    code: judge("sticker", "code", code, options),
    ...(quantity ? { quantity: judge("sticker", "quantity", quantity, options) } : {}),
    values: [{ field: "code", value: code.value, confidence: code.confidence }, ...alternatives],
  };
}

/** A shelf's rect spans the photo's width. */
function shelfDetection(tag: FoundShelfTag, photo: UprightPhoto, options: DetectOptions): Detection {
  const factor = photo.fullHeight / photo.height;
  const y = Math.max(0, Math.round(tag.top * factor));
  const bottom = Math.min(photo.fullHeight, Math.round(tag.bottom * factor));
  const rect: Rect = { x: 0, y, width: photo.fullWidth, height: Math.max(1, bottom - y), angle: 0 };
  const read = { value: tag.code, confidence: tag.confidence };
  return {
    label: "shelf",
    rect,
    confidence: Math.min(1, tag.score * (0.5 + 0.5 * tag.confidence)),
    code: judge("shelf", "code", read, options),
    values: [{ field: "code", ...read }],
  };
}
