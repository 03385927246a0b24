import { type Random, seededRandom } from "../random.ts";
import type { Face } from "./marks.ts";
import { type ScanOptions, scanPdf } from "./scan.ts";
import { Sheet, type SheetOptions } from "./sheet.ts";
import { FIELDS, type Field, type FieldName, type Language, prose, rowsOf } from "./shop.ts";
import { type CellSpec, type Rules, type TableSpec, type TableStyle, basisOf } from "./table-spec.ts";
import type { CorpusDocument } from "./truth.ts";
import { type PdfOptions, writePdf } from "./write-pdf.ts";

export interface TableRecipe {
  fields: readonly FieldName[];
  rows: number;
  rules: Rules;
  style?: Partial<TableStyle>;
  language?: Language;
  /** Headings over several columns: title, first column, number of columns. */
  groups?: readonly (readonly [string, number, number])[];
  /** Whether titles have two lines. */
  hasTallHead?: boolean;
  /** No header at all. */
  isHeadless?: boolean;
  /** Whether the first column's cells are merged over two to four rows. */
  isMerged?: boolean;
  /** Whether there is a last row whose first cells are merged. */
  hasTotal?: boolean;
}

export type Part =
  | { heading: string }
  | { line: string; spacing?: number }
  | { prose: number }
  | { columns: number; sentences: number }
  | { items: number; numbered?: boolean }
  | { table: TableRecipe }
  | { pair: readonly [TableRecipe, TableRecipe]; gap: number };

export interface Recipe {
  name: string;
  seed: number;
  sheet?: SheetOptions;
  pdf?: PdfOptions;
  /** Makes scanned pages instead of a text layer. */
  scan?: ScanOptions;
  parts: readonly Part[];
}

/** Makes the document of a recipe; always the same bytes and truth. */
export async function prepare({ name, seed, sheet: options = {}, pdf, scan, parts }: Recipe): Promise<CorpusDocument> {
  const random = seededRandom(seed);
  const sheet = new Sheet(options);
  for (const part of parts) write(sheet, part, random, options.face ?? "Helvetica");
  const { pages, tables, lines } = sheet.finish();
  return {
    truth: { name, source: scan ? "scanned" : "text", tables, lines },
    pdf: scan ? await scanPdf(pages, random, scan) : await writePdf(pages, random, pdf),
  };
}

function write(sheet: Sheet, part: Part, random: Random, face: Face): void {
  if ("heading" in part) sheet.heading(part.heading);
  else if ("line" in part) sheet.line(part.line, { spacing: part.spacing ?? 0 }).skip(6);
  else if ("prose" in part) sheet.paragraph(prose(random, part.prose));
  else if ("columns" in part) {
    sheet.columns(Array.from({ length: part.columns }, () => prose(random, part.sentences)));
  } else if ("items" in part) {
    const texts = Array.from({ length: part.items }, () => prose(random, 1));
    sheet.items(texts, (at) => (part.numbered ? `${at + 1}.` : "•"));
  } else if ("table" in part) sheet.table(tableOf(part.table, random, face));
  else sheet.tables2(tableOf(part.pair[0], random, face), tableOf(part.pair[1], random, face), part.gap);
}

function tableOf(recipe: TableRecipe, random: Random, face: Face): TableSpec {
  const fields: Field[] = recipe.fields.map((name) => FIELDS[name]);
  const style: TableStyle = {
    face,
    size: random.int(14, 20) / 2,
    padX: random.int(8, 14) / 2,
    padY: random.int(4, 8) / 2,
    rules: recipe.rules,
    ruleWidth: random.pick([0.25, 0.5, 0.75, 1]),
    headFill: random.chance(0.3) ? "#dddddd" : null,
    headBold: random.chance(0.7),
    vertical: random.pick(["top", "middle"]),
    lettering: "whole",
    spacing: 0,
    groupLine: true,
    ...recipe.style,
  };
  const body = rowsOf(recipe.fields, recipe.rows, random, recipe.language ?? "en");
  if (recipe.isMerged) mergeFirst(body, random);
  if (recipe.hasTotal) body.push(totalRow(recipe.fields, random));
  const columns = fields.map(({ align, maxWidth }) => ({ align, ...(maxWidth === undefined ? {} : { maxWidth }) }));
  return { columns, head: recipe.isHeadless ? [] : headOf(recipe, fields), body, style };
}

/** The second lines of titles, by column. */
const HINTS = ["(no.)", "of goods", "(count)", "per unit", "in shop"];

function headOf({ groups = [], hasTallHead, rules }: TableRecipe, fields: Field[]): CellSpec[][] {
  const titles = fields.map(({ title }, at) =>
    hasTallHead && at % 2 === 0 ? `${title}\n${HINTS[at % HINTS.length]}` : title,
  );
  if (groups.length === 0) return [titles.map((text) => ({ text }))];
  const isEnclosed = basisOf(rules) === "ruled";
  const [first, second]: [CellSpec[], CellSpec[]] = [[], []];
  for (let at = 0; at < fields.length; at++) {
    const text = titles[at] ?? "";
    const group = groups.find(([, from, count]) => at >= from && at < from + count);
    if (group?.[1] === at) first.push({ text: group[0], columnSpan: group[2], align: "center" });
    // Without rulings nothing shows that a title spans two rows, so it is in the lower one.
    if (!group && isEnclosed) first.push({ text, rowSpan: 2 });
    if (!group && !isEnclosed) first.push({ text: "" });
    if (group || !isEnclosed) second.push({ text });
  }
  return [first, second];
}

function mergeFirst(body: CellSpec[][], random: Random): void {
  for (let row = 0; row < body.length;) {
    const rowSpan = Math.min(random.int(2, 4), body.length - row);
    const [first] = body[row] ?? [];
    if (first) first.rowSpan = rowSpan;
    for (const line of body.slice(row + 1, row + rowSpan)) line.shift();
    row += rowSpan;
  }
}

function totalRow(names: readonly FieldName[], random: Random): CellSpec[] {
  const columnSpan = names.length - 1;
  const field: Field = FIELDS[names.at(-1) ?? "quantity"];
  return [{ text: "Total", columnSpan, align: "right" }, { text: field.value(random, 0, "en") }];
}
