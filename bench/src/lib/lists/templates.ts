import {
  type Patch,
  type Prediction,
  type ReportRow,
  applyPatches,
  imageRows,
  makePatch,
  patternOf,
} from "@precount/domain";
import { countColumns } from "@precount/server";
import { drawPredictions } from "../predictions.ts";
import { NO_PHOTO } from "../seed.ts";

/** Templates of an image in the database: a detection with its patches, the derived counts and report rows. */
export type Template = {
  kind: TemplateKind;
  predictions: Prediction[];
  patches: Patch[];
  counts: ReturnType<typeof countColumns>;
  rows: Pick<ReportRow, "shelfCode" | "code" | "quantity">[];
};

/**
 * `doubtful`: fresh from the model with doubtful values. `clean`: no doubtful values. `reviewed`: a person typed the
 * doubtful values. `big`: reviewed, in the big event.
 */
export type TemplateKind = "doubtful" | "clean" | "reviewed" | "big";

const LABELS = { stickers: 20, shelves: 2 };
const SKUS = 20_000;

/** A few codes are frequent, most are rare. */
const skuOf = (dice: number): string => String(100_000 + Math.floor(SKUS * dice ** 2)).padStart(6, "0");

/** Built with the real rules, so that the rows match what the program would write. */
export function makeTemplate(kind: TemplateKind, random: () => number): Template {
  const drawn = drawPredictions(NO_PHOTO, LABELS).map((prediction): Prediction => {
    const { label, rect, confidence, code, quantity, values } = prediction;
    if (label === "shelf") return prediction;
    const value = skuOf(random());
    const sure = { value, pattern: patternOf(label, "code", value), confidence: 0.95 };
    return { label, rect, confidence, code: kind === "clean" ? sure : { ...code, value }, quantity, values };
  });
  const isReviewed = kind === "reviewed" || kind === "big";
  const patches = isReviewed
    ? drawn.flatMap(({ code }, index) => (code.pattern === null ? [makePatch.code(index, skuOf(random()))] : []))
    : [];
  const results = applyPatches(drawn, patches);
  const photo = { sid: "", name: "", areaCode: null, bayCode: null, shelfCode: null, results };
  const rows = imageRows(photo).map(({ shelfCode, code, quantity }) => ({ shelfCode, code, quantity }));
  return { kind, predictions: drawn, patches, counts: countColumns(drawn, results), rows };
}
