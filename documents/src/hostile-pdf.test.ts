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
import { IS_EXHAUSTIVE } from "./testing/is-exhaustive.ts";
import { isForAPerson, saysWhatToDo } from "./testing/hostile/words.ts";

// Limits for every document; all need far less.

/** `script/test-nightly` damages more documents. */
const RUNS = IS_EXHAUSTIVE ? 40 : 6;

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
  /** All messages for a person. */
  words: string[];
  /** The messages that are no plain sentences or do not say what to do; expected to be empty. */
  jargon: string[];
  /** The text read; null when the document was rejected. */
  text: string | null;
}

/** Reads a PDF as a task does. */
async function end(bytes: Uint8Array): Promise<End> {
  const path = join(folder, "document.pdf");
  await writeFile(path, bytes);
  const outDir = await mkdtemp(join(folder, "out-"));
  const { words, text } = await documents.read({ path, outDir }).then(
    async ({ problems }) => ({ words: problems, text: await readFile(join(outDir, "text.md"), "utf8") }),
    (error: Error) => ({ words: [error.message], text: null }),
  );
  return { words, text, jargon: words.filter((word) => !isForAPerson(word) || !saysWhatToDo(word)) };
}

describe("a hostile PDF is read or rejected with a message:", () => {
  test.each(HOSTILE_CASES.filter(({ isSlow }) => !isSlow))("$name", async ({ bytes, ends, says, reads }) => {
    const { words, text, jargon } = await end(await bytes());
    expect(jargon).toEqual([]);
    expect(ends === "either" ? ["read", "refused"] : [ends]).toContain(text === null ? "refused" : "read");
    expect(words.join(" ")).toMatch(says ?? /(?:)/);
    expect(text ?? "").toMatch(reads ?? /(?:)/);
  });
});

test("a truncated PDF is read or rejected with a message", async () => {
  const { pdf } = await prepare(recipe("stock report, grouped header, grid"));
  for (let share = 0.05; share < 1; share += IS_EXHAUSTIVE ? 0.1 : 0.4) {
    const { words, text, jargon } = await end(pdf.subarray(0, Math.floor(pdf.length * share)));
    expect(jargon).toEqual([]);
    expect(text !== null || words.length === 1).toBe(true);
  }
});

test("a damaged PDF is read or rejected with a message", async () => {
  // With a standard PDF font, because unknown characters trigger text recognition, which takes seconds.
  const { pdf } = await prepare(recipe("two grids side by side"));
  const ends: End[] = [];
  await assert(
    asyncProperty(changes, async (of) => {
      const ended = await end(changed(pdf, of));
      ends.push(ended);
      expect(ended.jargon).toEqual([]);
    }),
    { numRuns: RUNS, seed: 8 },
  );
  // Some documents must still be read, or the damage would only test opening.
  expect(ends.filter(({ text }) => text !== null).length).toBeGreaterThan(RUNS / 4);
});

function recipe(name: string): (typeof DEV_HALF)[number] {
  const found = DEV_HALF.find((one) => one.name.startsWith(name));
  if (!found) throw new Error(`the corpus has no ${name}`);
  return found;
}
