import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { CertificateDocument } from "@precount/domain";
import Pdf from "pdfkit";

const resolve = createRequire(import.meta.url).resolve;
const [TEXT, HEADING] = ["DejaVuSans", "DejaVuSans-Bold"] as const;
/** Points. */
const MARGIN = 48;
const SIZES = { title: 16, heading: 11, text: 9 } as const;

/** A certificate as a PDF of A4 pages. Characters that the font lacks are printed as boxes. */
export async function* certificatePdf(document: CertificateDocument): AsyncGenerator<Buffer> {
  const { title, lines, statements, tables, method } = document;
  const pdf = new Pdf({ size: "A4", margin: MARGIN, lang: "en", displayTitle: true, info: { Title: title } });
  for (const name of [TEXT, HEADING]) {
    // oxlint-disable-next-line no-await-in-loop -- two small files
    pdf.registerFont(name, await readFile(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  }
  pdf.font(HEADING, SIZES.title).text(title).moveDown(0.5);
  pdf.font(TEXT, SIZES.text);
  for (const line of lines) pdf.text(line);
  pdf.moveDown().list([...statements], { bulletRadius: 1.5 });
  for (const { title: heading, columns, rows } of tables) {
    writeHeading(pdf, heading);
    const header = columns.map((text) => ({ text, font: { src: HEADING, size: SIZES.text } }));
    pdf.table({ defaultStyle: { border: [0, 0, 0.5, 0], padding: 4 }, data: [header, ...rows] });
    pdf.x = MARGIN;
  }
  writeHeading(pdf, "Method");
  pdf.text(method);
  pdf.end();
  // A PDF document is a readable stream of bytes.
  for await (const chunk of pdf) yield chunk as Buffer;
}

const writeHeading = (pdf: PDFKit.PDFDocument, text: string): void =>
  void pdf.moveDown().font(HEADING, SIZES.heading).text(text).moveDown(0.3).font(TEXT, SIZES.text);
