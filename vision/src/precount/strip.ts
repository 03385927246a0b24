/** The strip of a photo that shows one number of a sticker. */
import type { Box } from "@precount/domain";
import { type Pixels, fromBoxFrame } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { fitCrop } from "./crop.ts";
import { type BoxSettings, type FieldPlace, shownPart } from "./read.ts";

/** Least sides of a number's place, pixels of the crop or strip. */
const MIN_SIDE_PX = 4;

type StripSettings = PrecountManifest["field"];
/** The place of a number in a crop or strip, as shares of its sides. */
export type Place = Pick<FieldPlace, "cx" | "cy" | "width" | "height">;

/** The box in the photo of a number that the reader found at `place` in the crop of the sticker's `box`. */
export const numberBox = (box: Box, place: Place, { read }: Pick<BoxSettings, "read">): Box =>
  boxAt(place, shownPart(box, read.look), read);

/** Converts a place in a crop or strip, which shows the part `shown` of the photo, to a box in the photo. */
function boxAt(place: Place, shown: Box, { widthPx, heightPx }: { widthPx: number; heightPx: number }): Box {
  const scale = Math.min(widthPx / shown.width, heightPx / shown.height);
  const right = ((place.cx - 0.5) * widthPx) / scale;
  const down = ((place.cy - 0.5) * heightPx) / scale;
  const { x: cx, y: cy } = fromBoxFrame(shown, right, down);
  const width = Math.max(MIN_SIDE_PX, place.width * widthPx) / scale;
  const height = Math.max(MIN_SIDE_PX, place.height * heightPx) / scale;
  return { cx, cy, width, height, angle: shown.angle };
}

/** The part of the photo that a strip shows of a number. */
function shownByStrip(number: Box, { margin }: StripSettings): Box {
  const around = 2 * margin * number.height;
  return { ...number, width: number.width + around, height: number.height + around };
}

/** The strip of the photo that shows a number. */
export const stripOf = (photo: Pixels, number: Box, settings: StripSettings): Pixels =>
  fitCrop(photo, shownByStrip(number, settings), settings);

/** The box in the photo of a number that the field reader found at `place` in the strip of `number`. */
export const closerBox = (number: Box, place: Place, settings: StripSettings): Box =>
  boxAt(place, shownByStrip(number, settings), settings);
