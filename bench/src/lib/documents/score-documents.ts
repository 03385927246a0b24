import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type CorpusDocument,
  type DocumentScore,
  type Tally,
  scoreDocument,
  share,
  sumOf,
} from "@precount/documents/testing";
import type { DocumentStructure } from "@precount/domain";
import type { Reader } from "./reader.ts";

export interface CorpusFigures {
  ruled: number;
  unruled: number;
  lines: number;
  /** Tables on scanned pages only; they are also counted in `ruled` and `unruled`. */
  scanned: number;
  tables: number;
  cells: number;
}

const NOTHING: DocumentStructure = { kind: "pdf", pages: [], problems: [] };

/** Scores a reader on documents with known truth; calls `tell` for each document. */
export async function scoreDocuments(
  documents: AsyncIterable<CorpusDocument>,
  reader: Reader,
  folder: string,
  tell: (score: DocumentScore) => void,
): Promise<CorpusFigures> {
  const scores: { score: DocumentScore; document: CorpusDocument }[] = [];
  for await (const document of documents) {
    const path = join(folder, "document.pdf");
    await writeFile(path, document.pdf);
    const found = await reader.read(path).catch(() => NOTHING);
    const score = scoreDocument(document.truth, found, reader.leniency);
    scores.push({ score, document });
    tell(score);
  }
  const all = scores.map(({ score }) => score);
  const scanned = scores.filter(({ document }) => document.truth.source === "scanned").map(({ score }) => score);
  const tables = scores.flatMap(({ document }) => document.truth.tables);
  return {
    ruled: figure(sumOf(all, "ruled")),
    unruled: figure(sumOf(all, "unruled")),
    lines: figure(sumOf(all, "lines")),
    scanned: figure(plus(sumOf(scanned, "ruled"), sumOf(scanned, "unruled"))),
    tables: tables.length,
    cells: tables.flatMap(({ cells }) => cells).length,
  };
}

const figure = (tally: Tally): number => Number(share(tally).toFixed(4));
const plus = (a: Tally, b: Tally): Tally => ({ right: a.right + b.right, of: a.of + b.of });
