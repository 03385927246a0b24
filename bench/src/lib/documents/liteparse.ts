import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { LiteParse } from "@llamaindex/liteparse";
import { joinedPages } from "./joined.ts";
import type { Reader } from "./reader.ts";

const LETTERS = "@tesseract.js-data/eng";

/** @llamaindex/liteparse (PDFium and Tesseract in Rust), the best library tried: ADR-015. */
export async function liteparseReader({ ocr = true } = {}): Promise<Reader> {
  const tessdataPath = await mkdtemp(join(tmpdir(), "precount-bench-tessdata-"));
  const folder = dirname(createRequire(import.meta.url).resolve(`${LETTERS}/package.json`));
  const letters = await readFile(join(folder, "4.0.0_best_int/eng.traineddata.gz"));
  await writeFile(join(tessdataPath, "eng.traineddata"), gunzipSync(letters));
  const parser = new LiteParse({
    outputFormat: "markdown",
    extractBlocks: true,
    keepHeadersFooters: true,
    ocrEnabled: ocr,
    ocrFailureFatal: false,
    ocrLanguage: "eng",
    tessdataPath,
    // Our reader is limited to one core too when it is timed.
    numWorkers: 1,
    quiet: true,
  });
  return {
    name: "liteparse",
    leniency: { places: false, spans: false },
    pid: () => process.pid,
    close: () => rm(tessdataPath, { recursive: true, force: true }),
    async read(path) {
      const { pages } = await parser.parse(path);
      return joinedPages(
        pages.map(({ blocks = [] }) => ({
          tables: blocks.flatMap(({ kind, header = [], rows = [] }) =>
            kind === "table"
              ? [[...(header.length > 0 ? [header] : []), ...rows].map((row) => row.map(({ text }) => text))]
              : [],
          ),
          text: blocks.map(textOf).join("\n"),
        })),
      );
    },
  };
}

interface Block {
  text?: string;
  marker?: string;
  lines?: string[];
}

const textOf = ({ text, marker, lines = [] }: Block): string => [marker, text, ...lines].filter(Boolean).join(" ");
