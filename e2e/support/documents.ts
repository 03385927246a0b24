import type { BrowserContext } from "@playwright/test";
import { strToU8, zipSync } from "fflate";

type Table = readonly (readonly string[])[];
type File = { name: string; mimeType: string; buffer: Buffer };

const rows = (table: Table, cell: (text: string) => string, row: (cells: string) => string): string =>
  table.map((cells) => row(cells.map(cell).join(""))).join("");

/** A one-page PDF printed by Chromium: a line of text, then a ruled table. */
export async function pdfOf(context: BrowserContext, name: string, line: string, table: Table): Promise<File> {
  const page = await context.newPage();
  const body = rows(
    table,
    (text) => `<td>${text}</td>`,
    (cells) => `<tr>${cells}</tr>`,
  );
  await page.setContent(
    `<style>td{border:1px solid #000;padding:4px 12px}table{border-collapse:collapse}</style><p>${line}</p><table>${body}</table>`,
  );
  const buffer = await page.pdf({ format: "A4" });
  await page.close();
  return { name, mimeType: "application/pdf", buffer };
}

const OFFICE = "http://schemas.openxmlformats.org";
const DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** The same content as a Word document. */
export function docxOf(name: string, line: string, table: Table): File {
  const body = rows(
    table,
    (text) => `<w:tc>${paragraph(text)}</w:tc>`,
    (cells) => `<w:tr>${cells}</w:tr>`,
  );
  const grid = (table[0] ?? []).map(() => "<w:gridCol/>").join("");
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${DOCUMENT}.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${paragraph(line)}<w:tbl><w:tblGrid>${grid}</w:tblGrid>${body}</w:tbl></w:body></w:document>`,
  };
  const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
  return { name, mimeType: DOCUMENT, buffer: Buffer.from(zipped) };
}

/** A ZIP file named .docx that is not a Word document: only its content shows that. */
export const zipNamedDocx = (name: string): File => ({
  name,
  mimeType: DOCUMENT,
  buffer: Buffer.from(zipSync({ "hello.txt": strToU8("hello") })),
});
