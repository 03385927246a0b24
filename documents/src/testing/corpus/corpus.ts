import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PAPERS } from "../libreoffice/papers.ts";
import { DEV_HALF } from "./dev-half.ts";
import { HELD_OUT_HALF } from "./held-out-half.ts";
import { randomRecipe } from "./random-recipe.ts";
import { prepare } from "./recipe.ts";
import type { CorpusDocument, DocumentTruth } from "./truth.ts";

type Half = "dev" | "heldOut";

const FIXTURES = join(import.meta.dirname, "../../../fixtures/libreoffice");

/** The documents of one half whose names contain `only` or pass it: drawn here, and written by LibreOffice. */
export async function* corpus(
  half: Half,
  only: string | ((name: string) => boolean) = "",
): AsyncGenerator<CorpusDocument> {
  const isWanted = typeof only === "string" ? (name: string) => name.includes(only) : only;
  for (const recipe of half === "dev" ? DEV_HALF : HELD_OUT_HALF) {
    if (isWanted(recipe.name)) yield await prepare(recipe);
  }
  for (const { name } of PAPERS.filter((paper) => paper.half === half)) {
    // make-fixtures.ts writes this type.
    const truth = JSON.parse(await readFile(join(FIXTURES, `${name}.json`), "utf8")) as DocumentTruth;
    if (isWanted(truth.name)) yield { truth, pdf: await readFile(join(FIXTURES, `${name}.pdf`)) };
  }
}

/** Random documents, one for each seed from `firstSeed` on. */
export async function* chanceDocuments(firstSeed: number, count: number): AsyncGenerator<CorpusDocument> {
  for (let seed = firstSeed; seed < firstSeed + count; seed++) yield await prepare(randomRecipe(seed));
}
