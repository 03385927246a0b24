import type { Box, Rect } from "@precount/domain";
import type { Pixels } from "@precount/photos";
import type { Network } from "@precount/inference";
import type { SeenNumber, SeenSticker } from "../adaptation/stored-sticker.ts";
import { FIELDS, type NumberField } from "../precount/combine.ts";
import { readUpright } from "../precount/read-boxes.ts";
import { isWorthSecondLook, readStrips, stripOf } from "../precount/read-fields.ts";
import type { Answer, BoxSettings, FieldPlace } from "../precount/read.ts";
import { normal, randomOf } from "./random.ts";

/** Both readers, opened with their feature outputs. */
export interface FeatureReaders {
  reader: Network;
  field: Network;
}

export interface DescribedBox {
  /** Pixels of the crop. */
  box: Rect;
  /** Names the sticker: further strips of it are displaced at random, but equal in each run. */
  key: string;
  /** Strips of each number beyond the one that is read. */
  moreStrips: number;
}

/** Reads a sticker with both networks, as a photo's stickers are read, and returns what the networks saw. */
export async function describeSticker(
  { reader, field }: FeatureReaders,
  picture: Pixels,
  { box: rect, key, moreStrips }: DescribedBox,
  settings: BoxSettings,
): Promise<SeenSticker> {
  const { x, y, width, height, angle = 0 } = rect;
  const found: Box = { cx: x + width / 2, cy: y + height / 2, width, height, angle };
  const [read] = await readUpright(reader, picture, [{ label: "sticker", score: 1, box: found }], settings);
  const { item, answer } = read!; // one answer per box
  const random = randomOf(key);
  const numbers = FIELDS.map((name) => {
    if (!isWorthSecondLook(answer, name, settings)) return { name, strips: [] };
    const strips = [stripOf(picture, item.box, answer[name], settings)];
    for (let i = 0; i < moreStrips; i += 1) {
      const [box, place] = displaced(item.box, answer[name], settings, random);
      strips.push(stripOf(picture, box, place, settings));
    }
    return { name, strips };
  });
  const readings = await readStrips(
    field,
    numbers.flatMap(({ strips }) => strips),
    settings.field,
  );
  const seen = numbers.map(({ name, strips }): [NumberField, SeenNumber] => {
    const own = readings.splice(0, strips.length);
    const [first] = own;
    return [name, { written: answer[name].written, second: first?.slots ?? null, strips: own.map(featuresOf) }];
  });
  const { code, quantity } = Object.fromEntries(seen) as Record<NumberField, SeenNumber>; // one entry for each field
  return { slots: answer.slots, features: featuresOf(answer), code, quantity };
}

function featuresOf({ features }: Pick<Answer, "features">): Float32Array {
  if (!features) throw new Error("The networks were opened without their feature output.");
  return features;
}

/** Standard deviations of the errors with which a reader places a number: in its heights, in logarithms of its sides, in degrees. */
const SHIFT = 0.06;
const GROWTH = 0.06;
const TURN = 0.8;

/** A number's place with a small error. Shares of the crop have different lengths along x and y. */
function displaced(box: Box, place: FieldPlace, { read }: BoxSettings, random: () => number): [Box, FieldPlace] {
  const heightPx = place.height * read.heightPx;
  const moved: FieldPlace = {
    ...place,
    cx: place.cx + (SHIFT * normal(random) * heightPx) / read.widthPx,
    cy: place.cy + (SHIFT * normal(random) * heightPx) / read.heightPx,
    width: place.width * Math.exp(GROWTH * normal(random)),
    height: place.height * Math.exp(GROWTH * normal(random)),
  };
  return [{ ...box, angle: box.angle + TURN * normal(random) }, moved];
}
