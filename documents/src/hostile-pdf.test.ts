import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, asyncProperty } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DocumentProcess } from "./document-process.ts";
import { DEV_HALF } from "./testing/corpus/dev-half.ts";
import { prepare } from "./testing/corpus/recipe.ts";
import { HOSTILE_CASES } from "./testing/hostile/cases.ts";
import { changed, changes } from "./testing/hostile/mutations.ts";
import { isForAPerson } from "./testing/hostile/words.ts";

// What no document may take; each takes far less.

let folder: string;
const documents = new DocumentProcess();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-hostile-"));
});
afterAll(async () => {
  await documents.close();
  await rm(folder, { recursive: true });
});

interface End {
  /** All that was told a person. */
  words: string[];
  /** What of it is no sentence for a person; never anything. */
  jargon: string[];
  /** Null when it was refused. */
  text: string | null;
}

/** Reads it as a task would. */
async function end(bytes: Uint8Array): Promise<End> {
  const path = join(folder, "document.pdf");
  await writeFile(path, bytes);
  const outDir = await mkdtemp(join(folder, "out-"));
  const { words, text } = await documents.read({ path, outDir }).then(
    async ({ problems }) => ({ words: problems, text: await readFile(join(outDir, "text.md"), "utf8") }),
    (error: Error) => ({ words: [error.message], text: null }),
  );
  return { words, text, jargon: words.filter((word) => !isForAPerson(word)) };
}

describe("a hostile PDF ends in its text or in a sentence that says why not:", () => {
  test.each(HOSTILE_CASES.filter(({ isSlow }) => !isSlow))("$name", async ({ bytes, ends, says, reads }) => {
    const { words, text, jargon } = await end(await bytes());
    expect(jargon).toEqual([]);
    expect(ends === "either" ? ["read", "refused"] : [ends]).toContain(text === null ? "refused" : "read");
    expect(words.join(" ")).toMatch(says ?? /(?:)/);
    expect(text ?? "").toMatch(reads ?? /(?:)/);
  });
});

test("a PDF cut off anywhere ends so too", async () => {
  const { pdf } = await prepare(recipe("stock report, grouped header, grid"));
  for (let share = 0.05; share < 1; share += 0.1) {
    const { words, text, jargon } = await end(pdf.subarray(0, Math.floor(pdf.length * share)));
    expect(jargon).toEqual([]);
    expect(text !== null || words.length === 1).toBe(true);
  }
});

test("a PDF with damage anywhere ends so too", async () => {
  // In a font of PDF's own: letters that nobody can tell any more are read from the picture, which takes seconds.
  const { pdf } = await prepare(recipe("two grids side by side"));
  const ends: End[] = [];
  await assert(
    asyncProperty(changes, async (of) => {
      const ended = await end(changed(pdf, of));
      ends.push(ended);
      expect(ended.jargon).toEqual([]);
    }),
    { numRuns: 40, seed: 8 },
  );
  // The damage must not be such that nothing but the door is tried.
  expect(ends.filter(({ text }) => text !== null).length).toBeGreaterThan(10);
});

function recipe(name: string): (typeof DEV_HALF)[number] {
  const found = DEV_HALF.find((one) => one.name.startsWith(name));
  if (!found) throw new Error(`the corpus has no ${name}`);
  return found;
}
