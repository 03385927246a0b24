import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PrintedTruth } from "./adjacency.ts";

const FOLDER = join(import.meta.dirname, "../../../fixtures/printed");

export interface PrintedDocument {
  path: string;
  truth: PrintedTruth;
}

/** The printed documents of one half, or of both, whose names contain `only`. */
export async function* printedCorpus(half: "dev" | "heldOut" | "both", only = ""): AsyncGenerator<PrintedDocument> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".json")).toSorted();
  for (const name of names) {
    const isHeldOut = name.startsWith("h-");
    if (!name.includes(only) || (half !== "both" && isHeldOut !== (half === "heldOut"))) continue;
    // make-printed.ts writes this type.
    const truth = JSON.parse(await readFile(join(FOLDER, name), "utf8")) as PrintedTruth;
    yield { path: join(FOLDER, name.replace(".json", ".pdf")), truth };
  }
}
