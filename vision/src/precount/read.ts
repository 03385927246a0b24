import type { Box } from "../image/box.ts";
import { type Pixels, rectify } from "../image/rectify.ts";
import type { PrecountManifest } from "../manifest.ts";
import type { Network } from "../onnx.ts";
import { CLASSES } from "./values.ts";

const SLOTS = 12;
/** Of one crop: SLOTS × CLASSES probabilities, and behind them that it stands on its head. */
export const OUTPUTS = SLOTS * CLASSES + 1;

type ReadSettings = PrecountManifest["read"];

export interface Answer {
  /** 12 × 11 probabilities: code, then quantity. */
  slots: Float32Array;
  /** 0–1: that the crop stands on its head; its slots mean nothing then. */
  upsideDown: number;
}

/** A box, a little grown, cut out of the photo and set upright at the reader's size. */
export function cropOf(photo: Pixels, box: Box, settings: ReadSettings): Pixels {
  const { widthPx, heightPx, growWidth, growHeight, mostSamples } = settings;
  const grown = { ...box, width: box.width * growWidth, height: box.height * growHeight };
  const step = Math.max(grown.width / widthPx, grown.height / heightPx);
  const taps = Math.min(mostSamples, Math.max(1, Math.ceil(step - 0.1)));
  return rectify(photo, grown, widthPx, heightPx, taps);
}

/** Turned by half. */
export function turned({ data, width, height }: Pixels): Pixels {
  const out = new Uint8Array(data.length);
  for (let i = 0, j = data.length - 3; j >= 0; i += 3, j -= 3) {
    out[i] = data[j]!;
    out[i + 1] = data[j + 1]!;
    out[i + 2] = data[j + 2]!;
  }
  return { data: out, width, height };
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
