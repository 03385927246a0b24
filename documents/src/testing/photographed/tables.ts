import type { ColumnKind } from "./contents.ts";
import { sheetRows } from "./contents.ts";
import { type Shot, photograph } from "./photograph.ts";
import { seededRandom } from "../random.ts";
import { type SheetStyle, drawSheet } from "./sheet.ts";

/** The halves of the corpus: one for development, one for evaluation with other fonts and layouts. */
export type Half = "dev" | "heldOut";

export interface PhotographedTable {
  name: string;
  rows: string[][];
  /** Draws the photo; always the same bytes. */
  photo: () => Promise<Buffer>;
}

interface Plan {
  kinds: ColumnKind[];
  rows: number;
  style: SheetStyle;
  megapixels: 3 | 12;
  isPortrait: boolean;
}

const SIX: ColumnKind[] = ["number", "code", "name", "unit", "quantity", "price"];
const SIX_OTHER: ColumnKind[] = ["place", "ean", "name", "quantity", "date", "note"];
const STYLE: SheetStyle = {
  font: "arimo",
  fontPt: 9,
  rowPt: 19,
  rulings: "full",
  rulePt: 0.75,
  isZebra: false,
  isLandscape: false,
};

const plan = (kinds: ColumnKind[], rows: number, style: Partial<SheetStyle>, more: Partial<Plan> = {}): Plan => ({
  kinds,
  rows,
  style: { ...STYLE, ...style },
  megapixels: 12,
  isPortrait: false,
  ...more,
});

const small = { megapixels: 3 } as const;
const upright = { isPortrait: true } as const;

const PLANS: Record<Half, readonly Plan[]> = {
  dev: [
    plan(SIX, 10, {}),
    plan(SIX_OTHER, 10, { font: "roboto" }, small),
    plan(SIX, 10, { font: "dejavu", fontPt: 8, rulePt: 0.5 }),
    plan(SIX_OTHER, 10, { rulings: "levels" }, small),
    plan(SIX, 10, { rulings: "levels", font: "roboto", rulePt: 0.5 }),
    plan(SIX, 10, { rulings: "frame", font: "dejavu" }, small),
    plan(SIX_OTHER, 10, { rulings: "none", font: "roboto" }),
    plan(SIX, 10, { rulings: "none", isZebra: true }, small),
    plan(SIX, 25, { rowPt: 17 }, upright),
    plan(
      ["code", "name", "quantity"],
      18,
      { font: "dejavu", fontPt: 10, rowPt: 24, rulePt: 1.2 },
      { ...upright, ...small },
    ),
    plan(["number", "ean", "name", "unit", "quantity", "price", "date", "note"], 16, {
      isLandscape: true,
      font: "roboto",
    }),
    plan(["number", "code", "name", "place", "note"], 22, { rulings: "none", rowPt: 16 }, upright),
    plan(SIX, 10, { isZebra: true, rulePt: 1 }, small),
    plan(SIX_OTHER, 10, { font: "dejavu-mono", fontPt: 7.5 }),
    plan(SIX, 20, { font: "carlito", fontPt: 10, rowPt: 17 }, upright),
    plan(["place", "code", "name", "quantity", "note"], 14, { rulings: "levels", font: "dejavu", fontPt: 8 }),
  ],
  heldOut: [
    plan(SIX, 10, { font: "tinos", fontPt: 10 }, small),
    plan(SIX_OTHER, 10, { font: "lato" }),
    plan(SIX_OTHER, 10, { font: "cousine", fontPt: 8, rulePt: 0.5 }, small),
    plan(SIX, 10, { font: "lato", isZebra: true, fontPt: 9.5 }),
    plan(SIX, 12, { font: "tinos", rulings: "levels", fontPt: 10 }),
    plan(SIX_OTHER, 10, { font: "cousine", fontPt: 8, rulings: "frame" }),
    plan(SIX, 11, { font: "lato", rulings: "none" }, small),
    plan(["code", "name", "unit", "quantity", "price"], 20, { font: "tinos", rulings: "none", rowPt: 17 }, upright),
    plan(["number", "code", "name", "quantity", "note", "date"], 30, { font: "lato", fontPt: 8, rowPt: 16 }, upright),
    plan(["place", "ean", "name", "quantity", "price", "note"], 15, { font: "cousine", isLandscape: true, rulePt: 1 }),
  ],
};

const SEEDS: Record<Half, number> = { dev: 100, heldOut: 9000 };
const CODE = { full: "ruled", levels: "levels", frame: "framed", none: "unruled" };

/** Photos of printed tables with known contents: at an angle, unevenly lit and slightly blurred. */
export function photographedTables(half: Half): PhotographedTable[] {
  return PLANS[half].map((one, i) => {
    const seed = SEEDS[half] + i * 17;
    const rows = sheetRows(one.kinds, one.rows, seed);
    const { font, rulings } = one.style;
    return {
      name: `${String(i + 1).padStart(2, "0")}-${CODE[rulings]}-${one.rows}x${one.kinds.length}-${font}-${one.megapixels}mp`,
      rows,
      photo: () => photograph(drawSheet(one.kinds, rows, one.style), shotOf(one, seed + 1)),
    };
  });
}

const GROUND_KINDS = ["wood", "steel", "dark"] as const;

function shotOf({ megapixels, isPortrait, style }: Plan, seed: number): Shot {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + random.next() * (to - from);
  const [long, short] = megapixels === 12 ? [4032, 3024] : [2048, 1536];
  const sharpness = long / 4032;
  return {
    width: isPortrait ? short : long,
    height: isPortrait ? long : short,
    roll: between(-15, 15),
    pitch: between(-25, 25),
    yaw: between(-20, 20),
    fill: between(0.82, 0.95),
    // A landscape photo of a portrait sheet shows only its table.
    aim: random.chance(0.5) || isPortrait === style.isLandscape ? "table" : "sheet",
    ground: random.pick(GROUND_KINDS),
    light: random.chance(0.5) ? [1, between(0.5, 1)] : [between(0.5, 1), 1],
    shadow: random.chance(0.6) ? between(0.2, 0.5) : 0,
    bendPx: random.chance(0.4) ? between(-14, 14) : 0,
    blurPx: between(0.6, 1.6) * (0.5 + sharpness / 2),
    noise: between(4, 14),
    jpegQuality: Math.round(between(72, 92)),
    seed: seed + 1,
  };
}
