import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PrintedTruth } from "../printed/adjacency.ts";
import { readTruth } from "./read-truth.ts";

export const REAL_FOLDER = join(import.meta.dirname, "../../../fixtures/real");
/** The folder of the documents that fetch-real.ts takes from Debian packages. Git ignores it. */
export const FETCHED_FOLDER = join(REAL_FOLDER, "fetched");

export interface RealDocument {
  path: string;
  truth: PrintedTruth;
  /** Whether the document is in the repository; others are fetched by fetch-real.ts. */
  isCommitted: boolean;
}

/** The documents of other authors with truth made by hand, whose names contain `only`. Skips those that were not fetched. */
export async function* realCorpus(only = ""): AsyncGenerator<RealDocument> {
  const names = (await readdir(REAL_FOLDER)).filter((name) => name.endsWith(".txt")).toSorted();
  for (const fileName of names) {
    const name = fileName.replace(".txt", "");
    const truth = readTruth(name, await readFile(join(REAL_FOLDER, fileName), "utf8"));
    const isCommitted = truth.packagePage === null;
    const path = join(isCommitted ? REAL_FOLDER : FETCHED_FOLDER, `${name}.pdf`);
    if (name.includes(only) && existsSync(path)) yield { path, truth, isCommitted };
  }
}
