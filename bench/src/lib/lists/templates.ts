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

/** What a photo may look like in the database: a detection with its log, the counts and the report's rows that follow. */
export type Template = {
  kind: TemplateKind;
  predictions: Prediction[];
  patches: Patch[];
  counts: ReturnType<typeof countColumns>;
  rows: Pick<ReportRow, "shelfCode" | "code" | "quantity">[];
};

/** `doubtful`: as a model leaves a photo. `clean`: nothing to do. `reviewed`: somebody typed what was doubtful. `big`: reviewed, of the big event. */
export type TemplateKind = "doubtful" | "clean" | "reviewed" | "big";

const LABELS = { stickers: 20, shelves: 2 };
const SKUS = 20_000;

/** A few goods are everywhere, most are rare. */
const skuOf = (dice: number): string => String(100_000 + Math.floor(SKUS * dice ** 2)).padStart(6, "0");

/** All through the real rules, so that no row says what the program would not have written. */
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
