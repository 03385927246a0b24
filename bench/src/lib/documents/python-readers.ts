import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { joinedPages } from "./joined.ts";
import type { Reader } from "./reader.ts";

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** Prints a list of pages, each with its tables as rows of texts. The argument is the document's path. */
const SCRIPTS = {
  camelot: `
import camelot, json, sys
pages = {}
for table in camelot.read_pdf(sys.argv[1], pages="all", flavor="auto"):
    pages.setdefault(table.page, []).append([[str(c) for c in row] for row in table.df.values.tolist()])
print(json.dumps([pages.get(n, []) for n in range(1, max(pages, default=0) + 1)]))`,
  pdfplumber: `
import json, pdfplumber, sys
with pdfplumber.open(sys.argv[1]) as pdf:
    print(json.dumps([[[[c or "" for c in row] for row in t] for t in p.extract_tables()] for p in pdf.pages]))`,
  tabula: `
import json, sys, tabula
tables = tabula.read_pdf(sys.argv[1], pages="all", output_format="json", silent=True)
pages = {}
for table in tables:
    pages.setdefault(table.get("page_number", table.get("page", 1)), []).append([[c["text"] for c in row] for row in table["data"]])
print(json.dumps([pages.get(n, []) for n in range(1, max(pages, default=0) + 1)]))`,
};

const pagesSchema = z.array(z.array(z.array(z.array(z.string()))));

/**
 * The Python libraries for tables that are installed for `PEER_PYTHON`, or for python3. Each document is read in a process of
 * its own with the library's default settings.
 */
export async function pythonReaders(): Promise<Reader[]> {
  const python = process.env["PEER_PYTHON"] ?? "python3";
  const readers = await Promise.all(
    Object.entries(SCRIPTS).map(async ([name, script]) => {
      const isInstalled = await run(python, ["-c", `import ${name}`]).then(
        () => true,
        () => false,
      );
      return isInstalled ? [readerOf(name, python, script)] : [];
    }),
  );
  return readers.flat();
}

const readerOf = (name: string, python: string, script: string): Reader => ({
  name,
  leniency: { places: false, spans: false },
  pid: () => process.pid,
  close: () => Promise.resolve(),
  async read(path) {
    const { stdout } = await run(python, ["-c", script, path], { maxBuffer: MAX_OUTPUT, timeout: TIMEOUT_MS });
    const lines = stdout.trim().split("\n");
    const pages = pagesSchema.parse(JSON.parse(lines.at(-1) ?? "[]"));
    return joinedPages(pages.map((tables) => ({ tables, text: "" })));
  },
});
