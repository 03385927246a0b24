import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import Pdf from "pdfkit";
import type { Face } from "./marks.ts";

const folder = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");

/** pdfkit's name for a face: a standard PDF font, or a font file. */
export const fontOf = (face: Face): string => (face.startsWith("DejaVu") ? join(folder, `${face}.ttf`) : face);

const ruler = new Pdf({ autoFirstPage: false });

/** The width of a text in points. */
export function widthOf(text: string, face: Face, size: number, spacing = 0): number {
  return ruler.font(fontOf(face)).fontSize(size).widthOfString(text, { characterSpacing: spacing });
}

/** Wraps a text to a width. A longer word has its own line. */
export function wrap(text: string, face: Face, size: number, width: number, spacing = 0): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, face, size, spacing) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export const bold = (face: Face): Face => {
  if (face.endsWith("-Bold")) return face;
  if (face === "Times-Roman") return "Times-Bold";
  return `${face}-Bold` as Face; // each of the others has its bold under this name
};
