import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PrintedTruth } from "./adjacency.ts";

const FIXTURES = join(import.meta.dirname, "../../../fixtures");

export interface PrintedDocument {
  path: string;
  truth: PrintedTruth;
}

/** The documents of one half of a printed corpus, or of both, whose names contain `only`. */
export async function* printedCorpus(
  half: "dev" | "heldOut" | "both",
  only = "",
  corpus: "printed" | "reports" = "printed",
): AsyncGenerator<PrintedDocument> {
  const folder = join(FIXTURES, corpus);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();
  for (const name of names) {
    const isHeldOut = name.startsWith("h-");
    if (!name.includes(only) || (half !== "both" && isHeldOut !== (half === "heldOut"))) continue;
    // make-printed.ts and make-reports.ts write this type.
    const truth = JSON.parse(await readFile(join(folder, name), "utf8")) as PrintedTruth;
    yield { path: join(folder, name.replace(".json", ".pdf")), truth };
  }
}
