import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readDocument } from "../read-document.ts";
import { sniffDocument } from "../sniff.ts";
import { BROKEN, WITHOUT_END } from "../testing/odd/broken.ts";
import { ODD_LINES, ODD_PAGE } from "../testing/odd/odd-page.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/odd");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-odd-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function linesOf(path: string, expected: unknown[] = []): Promise<string[]> {
  const { pages, problems } = await readDocument(path, await sniffDocument(path), { orientation: "none" });
  expect(problems).toEqual(expected);
  return pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ("lines" in block ? block.lines.map(({ text }) => text) : [])),
  );
}

// Written by qpdf (testing/odd/make-odd.ts).
describe("PD-49: reads a valid PDF of an unusual kind:", async () => {
  const names = (await readdir(FIXTURES)).filter((name) => name.endsWith(".pdf") && name !== "locked.pdf");
  test("there are ten kinds", () => expect(names).toHaveLength(10));
  test.each(names)("%s", async (name) => {
    expect(await linesOf(join(FIXTURES, name))).toEqual(ODD_LINES);
  });
});

describe("PD-49: reads a PDF with a fault that poppler repairs:", () => {
  test.each(Object.entries(BROKEN))("%s", async (_, bytes) => {
    const path = join(folder, "broken.pdf");
    await writeFile(path, bytes);
    expect(await linesOf(path)).toEqual(ODD_LINES);
  });
});

test.each(Object.entries(WITHOUT_END))("PD-49: reads a PDF without its end, and says so: %s", async (_, bytes) => {
  const path = join(folder, "cut.pdf");
  await writeFile(path, bytes);
  expect(
    await linesOf(path, [expect.stringMatching(/^The end of this PDF is missing, .* upload it again\.$/)]),
  ).toEqual(ODD_LINES);
});

test("PD-49: reads the pages of a PDF that announces more, and names the missing ones", async () => {
  const path = join(folder, "count.pdf");
  await writeFile(path, ODD_PAGE.toString("latin1").replace("/Count 1", "/Count 3"), "latin1");
  const { pages, problems } = await readDocument(path, "pdf", { orientation: "none" });
  expect(pages[0]?.blocks).not.toEqual([]);
  expect(problems).toEqual([
    "Pages 2–3 could not be read: damaged, or too much for one page. Print the document as a new PDF and upload that.",
  ]);
});

test("asks for a PDF without its password", async () => {
  const path = join(FIXTURES, "locked.pdf");
  expect((await readFile(path)).toString("latin1")).toContain("/Encrypt");
  await expect(readDocument(path, "pdf", { orientation: "none" })).rejects.toThrow(
    "This PDF is encrypted: it is protected by a password. Open it with the password, save it without one and upload it again.",
  );
});
