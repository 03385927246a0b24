import type { Box } from "@precount/domain";
import type { Network } from "@precount/inference";
import { type Pixels, fromBoxFrame } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { cutCrop, fitCrop } from "./crop.ts";
import { CLASSES, firstSlotFilled } from "./values.ts";

const SLOTS = 12;
const DIGIT_OUTPUTS = SLOTS * CLASSES;
/** Numbers that the reader answers for one crop: probabilities of the slots, then its flags. */
export const outputsOf = ({ contract }: Pick<PrecountManifest, "contract">): number =>
  DIGIT_OUTPUTS + (contract === 2 ? 1 : 2);

export type ReadSettings = PrecountManifest["read"];
export type Look = ReadSettings["look"];

export interface Answer {
  /** 12 × 11 probabilities: code, then quantity. */
  slots: Float32Array;
  /** 0–1: that the crop is upside down, so that its slots are meaningless. */
  upsideDown: number;
  /** 0–1: that the crop shows a sticker or a shelf tag. */
  paper: number;
}

/** A box as `look` shows it, cut out of the photo and set upright at the reader's size. */
export function cropOf(photo: Pixels, box: Box, settings: ReadSettings, look: Look = settings.look): Pixels {
  const { widthPx, heightPx, fill } = settings;
  const width = box.width * look.growWidth;
  const height = box.height * look.growHeight;
  const { x: cx, y: cy } = fromBoxFrame(box, look.right * box.width, look.down * box.height);
  const shown = { cx, cy, width, height, angle: box.angle };
  return fill === undefined
    ? cutCrop(photo, shown, widthPx, heightPx)
    : fitCrop(photo, shown, { widthPx, heightPx, fill });
}

/** Reads all crops in batches. */
export async function read(network: Network, crops: readonly Pixels[], settings: ReadSettings): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < crops.length; start += settings.batch) {
    const part = crops.slice(start, start + settings.batch);
    const { data } = await network.run(toInput(part, settings), [part.length, 3, settings.heightPx, settings.widthPx]);
    const outputs = data.length / part.length;
    for (let i = 0; i < part.length; i++) {
      const row = data.slice(i * outputs, (i + 1) * outputs);
      const slots = row.subarray(0, DIGIT_OUTPUTS);
      const [upsideDown = 0, paper = firstSlotFilled(slots)] = row.subarray(DIGIT_OUTPUTS);
      answers.push({ slots, upsideDown, paper });
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
