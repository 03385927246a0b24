import type { Box, Rect } from "@precount/domain";
import type { Pixels } from "@precount/photos";
import type { Network } from "@precount/inference";
import type { NumberDescription, StickerDescription } from "../adaptation/stored-sticker.ts";
import type { NumberField } from "../precount/combine.ts";
import { readUpright } from "../precount/read-boxes.ts";
import { numbersToReread, readNumbers } from "../precount/read-fields.ts";
import type { BoxSettings } from "../precount/read.ts";

/** Both readers, opened with their feature outputs. */
export interface FeatureReaders {
  reader: Network;
  field: Network;
}

/** Reads a sticker with both networks, as a photo's stickers are read, and returns their outputs. */
export async function describeSticker(
  { reader, field }: FeatureReaders,
  picture: Pixels,
  { x, y, width, height, angle = 0 }: Rect,
  settings: BoxSettings,
): Promise<StickerDescription> {
  const found: Box = { cx: x + width / 2, cy: y + height / 2, width, height, angle };
  const [read] = await readUpright(reader, picture, [{ label: "sticker", score: 1, box: found }], settings);
  const { answer } = read!; // one answer per box
  const numbers = numbersToReread(read!, settings);
  const readings = await readNumbers(field, picture, numbers, settings.field);
  const numberOf = (name: NumberField): NumberDescription => {
    const reading = readings[numbers.findIndex((number) => number.field === name)];
    return {
      written: reading?.written ?? answer[name].written,
      second: reading ? { slots: reading.slots, features: featuresOf(reading) } : null,
    };
  };
  return { slots: answer.slots, features: featuresOf(answer), code: numberOf("code"), quantity: numberOf("quantity") };
}

function featuresOf({ features }: { features: Float32Array | null }): Float32Array {
  if (!features) throw new Error("The networks were opened without their feature output.");
  return features;
}
