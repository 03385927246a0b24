import {
  type Prediction,
  detectionOptionsSchema,
  readCodesOf,
  toItemCodes,
  toPrediction,
  withItemList,
} from "@precount/domain";
import { type Detection, type TruePhoto, matchResults, toFoundResults } from "@precount/vision";
import { seededRandom } from "../lists/random.ts";

/** The number of items in the list, as of a large supermarket. */
const ITEM_COUNT = 20_000;
const THRESHOLDS = detectionOptionsSchema.parse({});

/** A found sticker and its true code. */
export type ReadCode = { prediction: Prediction; truth: string };

export interface ItemListFigures {
  readCodes: number;
  /** Wrong codes that are not doubtful, without and with the list. */
  validButWrongWithout: number;
  validButWrongWith: number;
  /** The share of them that the list finds. */
  found: number;
  /** Right codes that are wrong with the list, and right certain codes that become doubtful. */
  lost: number;
  newlyDoubtful: number;
  /** Doubtful codes that the list replaced, and those of them that are right. */
  proposed: number;
  proposedRight: number;
}

/** The stickers of a photo that were found. */
export function readCodesIn(photo: TruePhoto, detections: readonly Detection[]): ReadCode[] {
  const found = toFoundResults(detections).map((result, i) => Object.assign(result, { detection: detections[i]! }));
  return [...matchResults(photo.results, found)].flatMap(([truth, { detection }]) =>
    truth.label === "sticker" ? [{ prediction: toPrediction(detection, THRESHOLDS), truth: truth.code }] : [],
  );
}

/** Random codes that include the true ones. */
function drawList(codes: readonly ReadCode[], seed: number): Set<string> {
  const random = seededRandom(seed);
  const list = new Set(codes.map(({ truth }) => truth));
  while (list.size < ITEM_COUNT) list.add(String(Math.floor(random() * 1_000_000)).padStart(6, "0"));
  return list;
}

/** Compares the readings with and without an item list. */
export function itemListFigures(codes: readonly ReadCode[], seed: number): ItemListFigures {
  const list = drawList(codes, seed);
  const compared = codes.map(({ prediction, truth }) => {
    const itemCodes = toItemCodes(readCodesOf([prediction]), list, list.size);
    return { before: prediction.code, after: withItemList(prediction, itemCodes).code, truth };
  });
  const count = (is: (sticker: (typeof compared)[number]) => boolean): number => compared.filter(is).length;
  const without = count(({ before, truth }) => before.pattern !== null && before.value !== truth);
  const rest = count(({ after, truth }) => after.pattern !== null && after.value !== truth);
  return {
    readCodes: codes.length,
    validButWrongWithout: without,
    validButWrongWith: rest,
    found: without === 0 ? 1 : Math.round((1 - rest / without) * 10_000) / 10_000,
    lost: count(({ before, after, truth }) => before.value === truth && after.value !== truth),
    newlyDoubtful: count(
      ({ before, after, truth }) => before.value === truth && before.pattern !== null && after.pattern === null,
    ),
    proposed: count(({ after }) => after.listing === "proposed"),
    proposedRight: count(({ after, truth }) => after.listing === "proposed" && after.value === truth),
  };
}
