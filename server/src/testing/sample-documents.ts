import { strToU8, zipSync } from "fflate";
import Pdf from "pdfkit";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const row = (cells: readonly string[]): string =>
  `<w:tr>${cells.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join("")}</w:tr>`;

/** A small Word document: a line of text, then a table. */
export function sampleDocx(line: string, table: readonly (readonly string[])[]): Uint8Array {
  const grid = (table[0] ?? []).map(() => "<w:gridCol/>").join("");
  const body = `${paragraph(line)}<w:tbl><w:tblGrid>${grid}</w:tblGrid>${table.map(row).join("")}</w:tbl>`;
  return zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    "word/document.xml": strToU8(`<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`),
  });
}
/** A PDF with this many pages, each with a ruled table of `rows` rows. */
export async function samplePdf(pages: number, rows: number): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false, size: "A4", margin: 40 });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  pdf.on("end", resolve);
  for (let page = 1; page <= pages; page++) {
    pdf.addPage().fontSize(9);
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < 6; c++) {
        pdf.rect(40 + c * 85, 40 + r * 18, 85, 18).stroke();
        pdf.text(`${page}-${r}-${c}`, 44 + c * 85, 44 + r * 18, { lineBreak: false });
      }
    }
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
