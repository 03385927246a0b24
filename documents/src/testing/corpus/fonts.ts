import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import Pdf from "pdfkit";
import type { Face } from "./marks.ts";

const folder = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");

/** What pdfkit wants to hear for a face: the name of one of PDF's own, else the font's file. */
export const fontOf = (face: Face): string => (face.startsWith("DejaVu") ? join(folder, `${face}.ttf`) : face);

const ruler = new Pdf({ autoFirstPage: false });

/** Points from the start of a text to its end. */
export function widthOf(text: string, face: Face, size: number, spacing = 0): number {
  return ruler.font(fontOf(face)).fontSize(size).widthOfString(text, { characterSpacing: spacing });
}

/** The words of a text in lines of at most that width; a word that is longer alone stands alone. */
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
