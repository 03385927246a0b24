import { type Detection, matchResults, toFoundResults, type TruePhoto } from "@precount/vision";

/** One true sticker and the model's reading of it. */
export interface StickerOutcome {
  family: TruePhoto["family"];
  /** Width on a photo of 4032 pixels, pixels. */
  widthPx: number;
  isFound: boolean;
  code: boolean;
  quantity: boolean;
  row: boolean;
  /** Called valid at the specification's default thresholds. */
  certain: boolean;
  confidences: { field: "code" | "quantity"; confidence: number; right: boolean }[];
  /** Its handwritten numbers whose height is known. */
  handwritten: { field: "code" | "quantity"; heightPx: number; right: boolean }[];
}

export interface PhotoOutcome {
  family: TruePhoto["family"];
  stickers: StickerOutcome[];
  /** Found stickers that match no true one. */
  falseStickers: number;
  falseCertain: number;
  shelves: { found: number; true: number; matched: number; code: number };
}

const REFERENCE_PX = 4032;
const HANDWRITTEN = { print: [], mixed: ["quantity"], hand: ["code", "quantity"] } as const;

/** Compares one photo's detections with its truth. */
export function outcomeOf(photo: TruePhoto, detections: readonly Detection[]): PhotoOutcome {
  const found = toFoundResults(detections).map((result, i) => Object.assign(result, { detection: detections[i]! }));
  const matches = new Map(matchResults(photo.results, found));
  const used = new Set(matches.values());
  const scale = REFERENCE_PX / Math.max(photo.width, photo.height);
  const stickers = photo.results
    .filter(({ label }) => label === "sticker")
    .map((truth): StickerOutcome => {
      const match = matches.get(truth);
      const code = match?.code === truth.code;
      const quantity = match?.quantity === truth.quantity;
      return {
        family: photo.family,
        widthPx: truth.rect.width * scale,
        isFound: match !== undefined,
        code: match !== undefined && code,
        quantity: match !== undefined && quantity,
        row: match !== undefined && code && quantity && match.shelfCode === truth.shelfCode,
        certain: match?.valid ?? false,
        confidences: match
          ? [
              { field: "code", confidence: match.detection.code.confidence, right: code },
              { field: "quantity", confidence: match.detection.quantity?.confidence ?? 0, right: quantity },
            ]
          : [],
        handwritten: HANDWRITTEN[photo.family].flatMap((field) => {
          const heightPx = truth[`${field}Px`];
          const right = match !== undefined && (field === "code" ? code : quantity);
          return heightPx === undefined ? [] : [{ field, heightPx, right }];
        }),
      };
    });
  const extra = found.filter((result) => result.label === "sticker" && !used.has(result));
  const shelves = photo.results.filter(({ label }) => label === "shelf");
  const matched = shelves.filter((shelf) => matches.has(shelf));
  return {
    family: photo.family,
    stickers,
    falseStickers: extra.length,
    falseCertain: extra.filter(({ valid }) => valid).length,
    shelves: {
      found: found.filter(({ label }) => label === "shelf").length,
      true: shelves.length,
      matched: matched.length,
      code: matched.filter((shelf) => matches.get(shelf)?.code === shelf.code).length,
    },
  };
}
