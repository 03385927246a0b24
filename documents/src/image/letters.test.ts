import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_EXHAUSTIVE } from "../testing/is-exhaustive.ts";
import { scoreLanguages } from "../testing/languages/score-languages.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-letters-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Each page takes seconds, so `script/test-nightly` reads the last ones. `npm run bench -- documents --languages` reads all. */
const PAGES: [name: string, parts: string[]][] = [
  ["pl lato scan", ["Należy", "właściciel"]],
  ["de carlito photo", ["Größere", "weiß", "3,15€"]],
  ["es tinos scan", ["enseñará", "¿Cuántas"]],
];
test.each(IS_EXHAUSTIVE ? PAGES : PAGES.slice(0, 1))(
  "reads the letters that PP-OCR lacks: %s",
  async (name, expected) => {
    const [page] = await scoreLanguages("heldOut", folder, name);
    if (!page) throw new Error(`there is no page ${name}`);
    // Before the letter head, 9 to 15 % were wrong.
    expect(page.errors / page.letters).toBeLessThan(0.03);
    const text = page.rows.join("").replaceAll(" ", "");
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
  },
  60_000,
);

// sideways.test.ts reads a scanned table of numbers in each run.
test.runIf(IS_EXHAUSTIVE)(
  "reads a scanned table of numbers without an error",
  async () => {
    const [page] = await scoreLanguages("heldOut", folder, "numbers tinos scan");
    expect(page?.errors).toBe(0);
  },
  60_000,
);
