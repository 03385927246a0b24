import { type Random, seededRandom } from "../random.ts";
import type { Face } from "./marks.ts";
import type { Part, Recipe, TableRecipe } from "./recipe.ts";
import { FIELDS, type FieldName, type Language } from "./shop.ts";
import { type Rules, basisOf } from "./table-spec.ts";
import type { PdfOptions } from "./write-pdf.ts";

const RULES: readonly Rules[] = [
  ...(["grid", "cells", "filled", "dashed", "frame", "double", "open"] as const),
  ...(["columns", "rows", "booktabs", "headline", "zebra", "none"] as const),
];
const FACES: readonly Face[] = [
  "Helvetica",
  "Times-Roman",
  "Courier",
  "DejaVuSans",
  "DejaVuSerif",
  "DejaVuSansCondensed",
];
const PDFS: readonly PdfOptions[] = [
  { turn: 270, rotate: 90 },
  { turn: 90, rotate: 270 },
  { turn: 180, rotate: 180 },
  { turn: 90 },
  { origin: [30, -50] },
  { isShuffled: true },
];
/** Greek and Cyrillic are not in PDF's own fonts, nor are the Polish letters. */
const WIDE_LANGUAGES: readonly Language[] = ["en", "de", "fr", "pl", "el", "ru"];
const LANGUAGES: readonly Language[] = ["en", "de", "fr"];
// TypeScript types the keys as strings.
const NAMES = Object.keys(FIELDS) as FieldName[];
/** The first two columns are never empty, so that every row is identifiable. */
const FIRST: readonly FieldName[] = ["position", "code", "ean", "shelf", "date"];
const SECOND: readonly FieldName[] = ["article", "longArticle", "store"];

/** A random document, which no reader was tuned to. */
export function randomRecipe(seed: number): Recipe {
  const random = seededRandom(seed * 7919);
  const face = random.pick(FACES);
  const isWide = random.chance(0.3);
  const lettering = random.chance(0.2) ? random.pick(["glyphs", "runs"] as const) : "whole";
  const table = (): Part => ({ table: tableRecipe(random, face, isWide) });
  const text = (): Part =>
    random.pick<Part>([{ prose: random.int(1, 4) }, { heading: "Counting" }, { items: random.int(2, 5) }]);
  // Not above a table: it would be ambiguous whether a narrow table is in the first column or below both.
  const columns = (): Part => ({ columns: random.int(2, 3), sentences: random.int(3, 8) });
  const parts = [
    text(),
    ...(random.chance(0.9) ? [table()] : []),
    text(),
    ...(random.chance(0.3) ? [table(), text()] : []),
    ...(random.chance(0.3) ? [columns()] : []),
  ];
  return {
    name: `by chance ${seed}`,
    seed,
    sheet: {
      face,
      size: random.int(8, 11),
      lettering,
      ...(isWide ? { width: 842, height: 595 } : {}),
      ...(random.chance(0.4) ? { footer: (page: number) => `Page ${page}` } : {}),
      ...(random.chance(0.2) ? { header: () => "Autumn count" } : {}),
    },
    ...(random.chance(0.35) ? { pdf: random.pick(PDFS) } : {}),
    parts,
  };
}

function tableRecipe(random: Random, face: Face, isWide: boolean): TableRecipe {
  const rules = random.pick(RULES);
  const first = random.pick(FIRST);
  const second = random.pick(SECOND);
  const others = random.shuffle(
    NAMES.filter((name) => name !== first && !SECOND.includes(name) && name !== "longArticle"),
  );
  const fields = [first, second, ...others.slice(0, random.int(1, isWide ? 4 : 3))];
  const isEnclosed = basisOf(rules) === "ruled";
  const groups = random.chance(0.15) && fields.length >= 4 ? [["Together", 2, 2] as const] : [];
  return {
    fields,
    rows: random.chance(0.2) ? random.int(40, 90) : random.int(4, 25),
    rules,
    groups,
    language: random.pick(face.startsWith("DejaVu") ? WIDE_LANGUAGES : LANGUAGES),
    hasTallHead: groups.length === 0 && random.chance(0.15),
    isHeadless: isEnclosed && random.chance(0.1),
    hasTotal: isEnclosed && random.chance(0.15),
    style: { size: random.int(14, 20) / 2, padX: random.int(8, 14) / 2, padY: random.int(4, 8) / 2 },
  };
}
