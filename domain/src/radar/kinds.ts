/** Increase it with every change of a rule or a likelihood: stored findings are then computed again. */
export const RADAR_RULES_VERSION = 3;

/**
 * The subject of a finding. `code`: all stickers of one code. `image`: one photo. `area`: one area. `pair`: two results that may show the
 * same sticker.
 */
export type FindingScope = "code" | "image" | "area" | "pair";

/** The data that a kind compares with; without it the kind finds nothing. */
export type FindingNeed = "items" | "previous" | null;

type FindingKindRow = {
  title: string;
  scope: FindingScope;
  needs: FindingNeed;
  /**
   * The probability that a clear case is an error in the count. The values are assumptions, chosen on drawn events
   * (ADR-030): goods are sold out, books are wrong and new articles arrive without an error in the count.
   */
  likelihood: number;
  /** The first thing that a person should check. */
  advice: string;
};

/**
 * The kinds of findings. A new kind needs a row here, a description in describe-finding.ts, and a rule that returns findings of it
 * (code-rules.ts, area-rules.ts, pair-rules.ts).
 */
export const FINDING_KINDS = {
  unknownCode: {
    title: "Unknown code",
    scope: "code",
    needs: "items",
    likelihood: 0.85,
    advice: "Compare the code with the photo.",
  },
  inactiveCode: {
    title: "Inactive code",
    scope: "code",
    needs: "items",
    likelihood: 0.4,
    advice: "Compare the code with the photo.",
  },
  digitSlip: {
    title: "Digit slip",
    scope: "code",
    needs: "items",
    likelihood: 0.9,
    advice: "Compare the quantity with the photo.",
  },
  farFromExpected: {
    title: "Far from expected",
    scope: "code",
    needs: "items",
    likelihood: 0.5,
    advice: "Check the quantities of this code.",
  },
  farFromLastCount: {
    title: "Far from the last count",
    scope: "code",
    needs: null,
    likelihood: 0.3,
    advice: "Check the quantities of this code.",
  },
  farFromOthers: {
    title: "Unlike other stickers of the code",
    scope: "code",
    needs: null,
    likelihood: 0.6,
    advice: "Compare the quantity with the photo.",
  },
  distantAreas: {
    title: "Code in distant areas",
    scope: "code",
    needs: null,
    likelihood: 0.6,
    advice: "Check the code and the area of the photo.",
  },
  notCounted: {
    title: "Expected but not counted",
    scope: "code",
    needs: "items",
    likelihood: 0.35,
    advice: "Look for the article, or for a photo that is missing.",
  },
  noStickers: {
    title: "Shelves without stickers",
    scope: "image",
    needs: null,
    likelihood: 0.6,
    advice: "Check whether the stickers are missing on the shelf or were not found in the photo.",
  },
  unusualArea: {
    title: "Unusual number of stickers",
    scope: "area",
    needs: null,
    likelihood: 0.6,
    advice: "Check whether the photo shows the whole area, and only this area.",
  },
  voidedArea: {
    title: "Voided area had stock",
    scope: "area",
    needs: "previous",
    likelihood: 0.5,
    advice: "Check whether the area is really empty.",
  },
  stickerInTwoPhotos: {
    title: "Sticker in two photos",
    scope: "pair",
    needs: null,
    likelihood: 0.9,
    advice: "Compare the two photos, and decide whether the sticker counts once.",
  },
} as const satisfies Record<string, FindingKindRow>;

export type FindingKind = keyof typeof FINDING_KINDS;
export const FINDING_KIND_NAMES = Object.keys(FINDING_KINDS) as FindingKind[];
