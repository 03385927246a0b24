import { readFile } from "node:fs/promises";
import { PDFParse } from "pdf-parse";
import { joinedPages } from "./joined.ts";
import type { Reader } from "./reader.ts";

/** pdf-parse 2 (pdf.js), the most downloaded library; finds ruled tables only. */
export function pdfParseReader(): Reader {
  return {
    name: "pdf-parse",
    leniency: { places: false, spans: false },
    pid: () => process.pid,
    close: () => Promise.resolve(),
    async read(path) {
      const parser = new PDFParse({ data: new Uint8Array(await readFile(path)) });
      try {
        const tables = await parser.getTable();
        const text = await parser.getText();
        return joinedPages(
          text.pages.map((page) => ({
            tables: tables.pages.filter(({ num }) => num === page.num).flatMap((found) => found.tables),
            text: page.text,
          })),
        );
      } finally {
        await parser.destroy();
      }
    },
  };
}
