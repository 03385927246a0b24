import type { Box } from "@precount/domain";
import { toPhoto } from "../image/box.ts";
import type { Pixels } from "../image/rectify.ts";
import type { PrecountManifest } from "../manifest.ts";
import type { Network } from "../network.ts";
import { cutCrop } from "./crop.ts";
import { CLASSES } from "./values.ts";

const SLOTS = 12;
/** Of one crop: SLOTS × CLASSES probabilities, and behind them that it stands on its head. */
export const OUTPUTS = SLOTS * CLASSES + 1;

export type ReadSettings = PrecountManifest["read"];
export type Look = ReadSettings["look"];

export interface Answer {
  /** 12 × 11 probabilities: code, then quantity. */
  slots: Float32Array;
  /** 0–1: that the crop stands on its head; its slots mean nothing then. */
  upsideDown: number;
}

/** A box as `look` shows it, cut out of the photo and set upright at the reader's size. */
export function cropOf(photo: Pixels, box: Box, settings: ReadSettings, look: Look = settings.look): Pixels {
  const { widthPx, heightPx } = settings;
  const width = box.width * look.growWidth;
  const height = box.height * look.growHeight;
  const { x: cx, y: cy } = toPhoto(box, look.right * box.width, look.down * box.height);
  return cutCrop(photo, { cx, cy, width, height, angle: box.angle }, widthPx, heightPx);
}

/** Reads all crops, a few at a time. */
export async function read(network: Network, crops: readonly Pixels[], settings: ReadSettings): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < crops.length; start += settings.batch) {
    const part = crops.slice(start, start + settings.batch);
    const { data } = await network.run(toInput(part, settings), [part.length, 3, settings.heightPx, settings.widthPx]);
    for (let i = 0; i < part.length; i++) {
      const row = data.slice(i * OUTPUTS, (i + 1) * OUTPUTS);
      answers.push({ slots: row.subarray(0, OUTPUTS - 1), upsideDown: row[OUTPUTS - 1]! });
    }
  }
  return answers;
}

/** Planes R, G, B in 0..1 of each crop. */
function toInput(crops: readonly Pixels[], { widthPx, heightPx }: ReadSettings): Float32Array {
  const plane = widthPx * heightPx;
  const input = new Float32Array(crops.length * 3 * plane);
  for (const [n, { data }] of crops.entries()) {
    for (let i = 0, from = 0, to = n * 3 * plane; i < plane; i++, to++) {
      input[to] = data[from++]! / 255;
      input[to + plane] = data[from++]! / 255;
      input[to + 2 * plane] = data[from++]! / 255;
    }
  }
  return input;
}
