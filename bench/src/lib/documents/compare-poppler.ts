import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Block, DocumentStructure } from "@precount/domain";
import type { Reader } from "./reader.ts";

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** A document whose share of missing words is higher is listed. */
const MAX_MISSING_SHARE = 0.05;

export interface PopplerFigures {
  documents: number;
  words: number;
  /** The share of pdftotext's words that our reader did not read, in percent. */
  missingPercent: number;
  /** Documents that pdftotext reads and our reader refuses or reads without text. */
  unread: string[];
}

/**
 * Compares the words of the PDFs in a folder with those that poppler's pdftotext reads (`apt-get install poppler-utils`), in
 * any order and without spaces, because the two split lines and words differently.
 */
export async function comparePoppler(
  folder: string,
  reader: Reader,
  tell: (line: string) => void,
): Promise<PopplerFigures> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".pdf")).toSorted();
  const figures: PopplerFigures = { documents: 0, words: 0, missingPercent: 0, unread: [] };
  let missing = 0;
  for (const name of names) {
    const words = await popplerWords(join(folder, name));
    if (words.length === 0) continue;
    const structure = await reader.read(join(folder, name)).catch((error: Error) => error);
    const text = structure instanceof Error ? "" : plainText(structure);
    const lost = words.filter((word) => !text.includes(word));
    figures.documents += 1;
    figures.words += words.length;
    missing += lost.length;
    if (text === "") figures.unread.push(name);
    if (lost.length > MAX_MISSING_SHARE * words.length) {
      const reason = structure instanceof Error ? structure.message : lost.slice(0, 6).join(" ");
      tell(`${name}: ${lost.length} of ${words.length} words missing: ${reason}`);
    }
  }
  figures.missingPercent = Number(((100 * missing) / Math.max(1, figures.words)).toFixed(1));
  return figures;
}

/** The words that pdftotext reads; none when it fails. */
async function popplerWords(path: string): Promise<string[]> {
  const { stdout } = await run("pdftotext", [path, "-"], { maxBuffer: MAX_OUTPUT, timeout: TIMEOUT_MS }).catch(() => ({
    stdout: "",
  }));
  return stdout
    .normalize("NFKC")
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]{2}/u.test(word));
}

function textsOf(block: Block): string[] {
  if (block.kind === "table") return block.cells.map(({ text }) => text);
  if (block.kind === "picture") return [];
  const marker = block.kind === "listItem" ? [block.marker] : [];
  return [...marker, ...block.lines.map(({ text }) => text)];
}

function plainText({ pages }: DocumentStructure): string {
  return pages
    .flatMap(({ blocks }) => blocks.flatMap(textsOf))
    .join(" ")
    .normalize("NFKC")
    .replaceAll(/\s+/gu, "");
}
