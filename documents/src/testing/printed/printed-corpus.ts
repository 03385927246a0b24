import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PrintedTruth } from "./adjacency.ts";

const FIXTURES = join(import.meta.dirname, "../../../fixtures");

export interface PrintedDocument {
  path: string;
  truth: PrintedTruth;
}

/** Every nth document of one half of a printed corpus, or of both, whose names contain `only`. */
export async function* printedCorpus(
  half: "dev" | "heldOut" | "both",
  only = "",
  { corpus = "printed", every = 1 }: { corpus?: "printed" | "reports"; every?: number } = {},
): AsyncGenerator<PrintedDocument> {
  const folder = join(FIXTURES, corpus);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();
  const isWanted = (name: string): boolean =>
    name.includes(only) && (half === "both" || name.startsWith("h-") === (half === "heldOut"));
  for (const [at, name] of names.filter(isWanted).entries()) {
    if (at % every !== 0) continue;
    // make-printed.ts and make-reports.ts write this type.
    const truth = JSON.parse(await readFile(join(folder, name), "utf8")) as PrintedTruth;
    yield { path: join(folder, name.replace(".json", ".pdf")), truth };
  }
}
