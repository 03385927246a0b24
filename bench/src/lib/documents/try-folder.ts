import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { DocumentProcess } from "@precount/documents";
import { withPeak } from "./peak-memory.ts";

export interface Tried {
  path: string;
  /** Outcome of the task. Any other value than these must never occur. */
  status: "processed" | "with errors" | "refused";
  /** The message that a person would see. */
  words: string[];
  seconds: number;
  peakMb: number;
  tables: number;
  pages: number;
}

/** All PDF and Word documents below a folder, sorted by name. */
export async function documentsIn(folder: string): Promise<string[]> {
  if (!(await stat(folder)).isDirectory()) return [folder];
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => [".pdf", ".docx"].includes(extname(name).toLowerCase()))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Reads one document like a task and returns the outcome. */
export async function tryDocument(documents: DocumentProcess, path: string): Promise<Tried> {
  const outDir = await mkdtemp(join(tmpdir(), "precount-try-"));
  const before = performance.now();
  const { answer, peakMb } = await withPeak(
    () => documents.pid,
    () =>
      documents.read({ path, outDir }).then(
        (read) => ({ read, error: undefined }),
        (error: unknown) => ({ read: undefined, error }),
      ),
  );
  await rm(outDir, { recursive: true, force: true });
  const { read, error } = answer;
  const problems = read?.problems ?? [error instanceof Error ? error.message : String(error)];
  return {
    path,
    status: read === undefined ? "refused" : problems.length > 0 ? "with errors" : "processed",
    words: problems,
    seconds: Number(((performance.now() - before) / 1000).toFixed(1)),
    peakMb,
    tables: read?.outputs.filter(({ fileType }) => fileType === "csv").length ?? 0,
    pages: read?.pageCount ?? 0,
  };
}
