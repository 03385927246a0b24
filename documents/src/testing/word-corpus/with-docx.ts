import {
  AlignmentType,
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";
import type { WordPart, WordTable } from "./spec.ts";

const LEVELS = {
  numbers: [
    { format: LevelFormat.DECIMAL, text: "%1." },
    { format: LevelFormat.LOWER_LETTER, text: "%2)" },
    { format: LevelFormat.LOWER_ROMAN, text: "(%3)" },
  ],
  bullets: ["•", "○", "▪"].map((text) => ({ format: LevelFormat.BULLET, text })),
};

/** The marker of a list item in documents of this writer. */
export function docxMarker(kind: "numbers" | "bullets", depth: number, n: number): string {
  if (kind === "bullets") return ["•", "○", "▪"][depth] ?? "";
  const counts = [
    `${n}.`,
    `${"abcdefghi"[n - 1]})`,
    `(${["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][n - 1]})`,
  ];
  return counts[depth] ?? "";
}

const HEADINGS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];

/** Writes parts as a Word document with the library `docx`. */
export async function writeWithDocx(parts: readonly WordPart[]): Promise<Uint8Array> {
  const config = Object.entries(LEVELS).map(([reference, levels]) => ({
    reference,
    levels: levels.map((level, at) => ({ level: at, alignment: AlignmentType.START, ...level })),
  }));
  const children = parts.flatMap((part, at) => blocksOf(part, at));
  return Packer.toBuffer(new Document({ numbering: { config }, sections: [{ children }] }));
}

function blocksOf(part: WordPart, at: number): (Paragraph | Table)[] {
  if ("heading" in part)
    return [new Paragraph({ text: part.heading, heading: HEADINGS[part.level - 1] ?? HeadingLevel.HEADING_6 })];
  if ("table" in part) return [tableOf(part.table)];
  if ("lines" in part)
    return [
      new Paragraph({ children: part.lines.map((text, line) => new TextRun({ text, break: line > 0 ? 1 : 0 })) }),
    ];
  return part.items.map(
    ({ depth, text }) => new Paragraph({ text, numbering: { reference: part.list, level: depth, instance: at } }),
  );
}

function tableOf({ rows, headerRows, cells }: WordTable): Table {
  return new Table({
    rows: Array.from(
      { length: rows },
      (_, row) =>
        new TableRow({
          tableHeader: row < headerRows,
          children: cells
            .filter((cell) => cell.row === row)
            .map(({ rowSpan, columnSpan, lines, inner }) => {
              const texts = lines.map((text) => new Paragraph(text));
              const children = inner ? [...texts, tableOf(inner), new Paragraph("")] : texts;
              return new TableCell({
                rowSpan,
                columnSpan,
                children: children.length > 0 ? children : [new Paragraph("")],
              });
            }),
        }),
    ),
  });
}
