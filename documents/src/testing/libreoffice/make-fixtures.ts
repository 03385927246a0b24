/**
 * Recreates documents/fixtures/libreoffice: documents by LibreOffice, with the places of their words by poppler. Needs both (Debian:
 * libreoffice-writer, libreoffice-calc, poppler-utils, fonts-liberation). Run it with `node`, then check the diff.
 */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TrueCell } from "../corpus/truth.ts";
import { type Paper, PAPERS, cellsOf } from "./papers.ts";
import { writePaper } from "./write-paper.ts";

const FOLDER = join(import.meta.dirname, "../../../fixtures/libreoffice");

interface SeenWord {
  page: number;
  text: string;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The words in file order, which is the order of the cells. */
function wordsOf(pdf: string): SeenWord[] {
  const xml = execFileSync("pdftotext", ["-bbox", pdf, "-"], { encoding: "utf8" });
  let page = 0;
  const words: SeenWord[] = [];
  for (const [, isPage, x1, y1, x2, y2, text = ""] of xml.matchAll(
    /(<page )|<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g,
  )) {
    if (isPage) page += 1;
    else
      words.push({
        page,
        text: text.replaceAll("&lt;", "<").replaceAll("&amp;", "&"),
        x1: Number(x1),
        y1: Number(y1),
        x2: Number(x2),
        y2: Number(y2),
      });
  }
  return words;
}

const tenth = (points: number): number => Math.round(points * 10) / 10;

/** The maximum distance in points from a cell's word to its next word, on the same or the next line. */
const NEAR = 16;

/** The distance of a word from the expected place of a cell's next word; null when it belongs to another cell. */
function distance(first: SeenWord, before: SeenWord, word: SeenWord): number | null {
  if (word.page !== before.page) return null;
  const onLine = Math.hypot(word.x1 - before.x2 - 3, word.y1 - before.y1);
  const onNext = Math.hypot(Math.min(NEAR, Math.abs(word.x1 - first.x1)), word.y1 - before.y2);
  const least = Math.min(onLine, onNext);
  return least <= NEAR ? least : null;
}

/** Finds each cell's place: the first unused words with its text. */
function truthOf(paper: Paper, words: SeenWord[]): TrueCell[] {
  const used = new Set<SeenWord>();
  const take = (text: string): SeenWord[] => {
    const [start = "", ...rest] = text.split(" ");
    for (const first of words.filter((word) => word.text === start && !used.has(word))) {
      const found = [first];
      for (const next of rest) {
        const before = found.at(-1) ?? first;
        const near = words.filter(
          (word) =>
            word.text === next && !used.has(word) && !found.includes(word) && distance(first, before, word) !== null,
        );
        const [nearest] = near.toSorted(
          (a, b) => (distance(first, before, a) ?? 0) - (distance(first, before, b) ?? 0),
        );
        if (!nearest) break;
        found.push(nearest);
      }
      if (found.length <= rest.length) continue;
      for (const word of found) used.add(word);
      return found;
    }
    throw new Error(`${paper.name}: “${text}” is not in the PDF as it should be.`);
  };
  for (const line of paper.before) take(line);
  return cellsOf(paper).map(({ row, column, rowSpan, columnSpan, text }): TrueCell => {
    if (text === "") return { page: 1, row, column, rowSpan, columnSpan, text, textPlace: null, box: null };
    const seen = take(text);
    const [x, y] = [Math.min(...seen.map(({ x1 }) => x1)), Math.min(...seen.map(({ y1 }) => y1))];
    const [right, bottom] = [Math.max(...seen.map(({ x2 }) => x2)), Math.max(...seen.map(({ y2 }) => y2))];
    return {
      page: seen[0]?.page ?? 1,
      row,
      column,
      rowSpan,
      columnSpan,
      text,
      box: null,
      textPlace: { x: tenth(x), y: tenth(y), width: tenth(right - x), height: tenth(bottom - y) },
    };
  });
}

/** Calc prints the sheet's name in the header and the page number in the footer. */
const linesOf = ({ made, before, after }: Paper, pages: number): string[] =>
  made === "calc"
    ? Array.from({ length: pages }, (_, at) => ["Sheet1", `Page ${at + 1}`]).flat()
    : [...before, ...after];

const work = await mkdtemp(join(tmpdir(), "precount-fixtures-"));
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const paper of PAPERS) {
  const { extension, text } = writePaper(paper);
  const source = join(work, `${paper.name}.${extension}`);
  await writeFile(source, text);
  const from = paper.made === "calc" ? "calc_pdf_Export" : "writer_pdf_Export";
  execFileSync("soffice", [
    `-env:UserInstallation=file://${work}/office`,
    "--headless",
    "--convert-to",
    `pdf:${from}`,
    "--outdir",
    work,
    source,
  ]);
  const pdf = join(FOLDER, `${paper.name}.pdf`);
  await rename(join(work, `${paper.name}.pdf`), pdf).catch(() =>
    execFileSync("cp", [join(work, `${paper.name}.pdf`), pdf]),
  );
  const cells = truthOf(paper, wordsOf(pdf));
  const truth = {
    name: `LibreOffice: ${paper.name}`,
    source: "text",
    tables: [{ basis: paper.borders === "all" ? "ruled" : "unruled", cells }],
    lines: linesOf(paper, Math.max(...cells.map(({ page }) => page))),
  };
  await writeFile(join(FOLDER, `${paper.name}.json`), `${JSON.stringify(truth)}\n`);
}
await rm(work, { recursive: true });
