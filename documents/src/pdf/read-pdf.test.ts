import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentStructure, gridOf, tablesOf } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OnePage, onePage, rawPdf, shown, stream } from "../testing/hostile/raw-pdf.ts";
import type { PageContent } from "../layout/page-content.ts";
import type { PdfPage } from "./open.ts";
import { readPdf, type ReadPdfOptions, type RecognizedPage } from "./read-pdf.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-pdf-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function readBytes(bytes: Buffer, options?: ReadPdfOptions): Promise<DocumentStructure> {
  const path = join(folder, "document.pdf");
  await writeFile(path, bytes);
  return readPdf(path, options);
}
const read = (page: OnePage): Promise<DocumentStructure> => readBytes(onePage(page));
const groupIntoLines = ({ pages }: DocumentStructure): string[] =>
  pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ("lines" in block ? block.lines.map(({ text }) => text) : [])),
  );

/** A table with two rows and columns and a box around each cell. */
const table = [
  ["Code", 100, 700],
  ["Qty", 200, 700],
  ["000123", 100, 670],
  ["12", 200, 670],
]
  .map(([text, x, y]) => `${Number(x) - 10} ${Number(y) - 10} 100 30 re S ${shown(String(text), Number(x), Number(y))}`)
  .join("");
const grid = [
  ["Code", "Qty"],
  ["000123", "12"],
];

describe("reads a rotated page upright, with its places:", () => {
  // How the drawing is rotated on the page (x' = a·x + c·y + e), so that it is displayed upright.
  const turned = { 90: "0 1 -1 0 842 0", 180: "-1 0 0 -1 595 842", 270: "0 -1 1 0 0 595" };
  test.each([
    ["as drawn", { content: table }],
    ["/Rotate 90", { content: `${turned[90]} cm ${table}`, mediaBox: "[0 0 842 595]", page: "/Rotate 90" }],
    ["/Rotate 180", { content: `${turned[180]} cm ${table}`, page: "/Rotate 180" }],
    ["/Rotate 270", { content: `${turned[270]} cm ${table}`, mediaBox: "[0 0 842 595]", page: "/Rotate 270" }],
    ["drawn sideways alone", { content: `${turned[90]} cm ${table}`, mediaBox: "[0 0 842 595]" }],
    ["drawn upside down alone", { content: `${turned[180]} cm ${table}` }],
    ["a corner that is not at 0, 0", { content: `1 0 0 1 -30 50 cm ${table}`, mediaBox: "[-30 50 565 892]" }],
  ])("%s", async (_, page) => {
    const structure = await read(page);
    expect(structure.pages[0]?.size).toEqual({ width: 595, height: 842 });
    const [found] = tablesOf(structure);
    expect(found && gridOf(found)).toEqual(grid);
    const place = found?.cells[0]?.place;
    expect(place?.x).toBeCloseTo(90, 0);
    expect(place?.y).toBeCloseTo(122, 0);
    expect(place?.width).toBeCloseTo(100, 0);
  });
});

test("straightens a skewed table", async () => {
  const [cos, sin] = [Math.cos(0.05), Math.sin(0.05)];
  const [found] = tablesOf(await read({ content: `${cos} ${sin} ${-sin} ${cos} 40 -10 cm ${table}` }));
  expect(found && gridOf(found)).toEqual(grid);
});

const form = (content: string, resources: string): Buffer =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 900 900] /Matrix [1 0 0 1 10 20] /Resources << ${resources} >>`,
    content,
  );

test("places drawings in nested forms correctly", async () => {
  const structure = await read({
    content: "/Outer Do",
    resources: "/XObject << /Outer 6 0 R >>",
    more: [form("/Inner Do", "/XObject << /Inner 7 0 R >>"), form(table, "/Font << /F1 5 0 R >>")],
  });
  expect(tablesOf(structure).map(gridOf)).toEqual([grid]);
  expect(tablesOf(structure)[0]?.place).toMatchObject({ x: 110 });
});

test("reads thin filled boxes as rulings and ignores white ones", async () => {
  const thin = [660, 690, 720].map((y) => `90 ${y} 200 0.6 re f `).join("");
  const upright = [90, 190, 290].map((x) => `${x} 660 0.6 60 re f `).join("");
  const white = "1 g 130 660 0.6 60 re f 90 675 200 0.6 re f 0 g ";
  const text = table.replaceAll(/\d+ \d+ 100 30 re S/gu, "");
  const found = tablesOf(await read({ content: thin + upright + white + text }));
  expect(found.map(gridOf)).toEqual([grid]);
});

test.each([
  ["sloping", (at: number) => `${(at * 7) % 500} ${(at * 13) % 600} l `],
  ["horizontal and vertical", (at: number) => `${at % 500} 100 m ${at % 500} 600 l `],
])("reads the text of a page with 140,000 %s lines in one path", async (_, line) => {
  const lines = Array.from({ length: 140_000 }, (__, at) => line(at)).join("");
  const structure = await read({ content: `0 0 m ${lines} S ${shown("Store map", 72, 750)}` });
  expect(structure.problems).toEqual([]);
  expect(groupIntoLines(structure)).toEqual(["Store map"]);
});

test("groups single letters into words by their gaps", async () => {
  // At the positions of 12-point Helvetica; the gap between words is a third narrower than its space.
  const [xs, text] = [[72, 78, 84.7, 91.3, 98, 103.6, 106.3], "countit"];
  const letters = xs.map((x, at) => shown(text[at] ?? "", x, 700)).join("");
  expect(groupIntoLines(await read({ content: letters }))).toEqual(["count it"]);
});

test("reads filled-in form fields", async () => {
  const appearance = stream(
    "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 5 0 R >> >>",
    shown("Northfield", 2, 5),
  );
  const widget =
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (store) /Rect [72 600 272 620] /AP << /N 7 0 R >> /F 4 >>";
  const structure = await read({ content: shown("Store:"), page: "/Annots [6 0 R]", more: [widget, appearance] });
  expect(groupIntoLines(structure)).toEqual(["Store:", "Northfield"]);
});

test("reads the shown part of a long text that scrolls in its form field", async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `(Line ${at}) Tj 0 -16 Td`).join(" ");
  const appearance = stream(
    "/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /F1 5 0 R >> >>",
    `q 1 1 198 38 re W n BT /F1 12 Tf 2 26 Td ${lines} ET Q`,
  );
  const widget = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (note) /Rect [72 600 272 640] /AP << /N 7 0 R >> /F 4 >>";
  const structure = await read({
    content: `${shown("Note:", 72, 700)} ${shown("Total", 72, 500)}`,
    page: "/Annots [6 0 R]",
    more: [widget, appearance],
  });
  expect(structure.problems).toEqual([]);
  expect(groupIntoLines(structure)).toEqual(["Note:", "Line 0", "Line 1", "Total"]);
});

describe("comments", () => {
  const rows = ["Tomato soup", "Green tea", "Basmati rice", "Sea salt"].map(
    (name, at) =>
      shown(`01234${at}`, 72, 700 - at * 16) + shown(name, 150, 700 - at * 16) + shown("12", 320, 700 - at * 16),
  );
  const readWith = (rect: string, content = rows.join("")) =>
    read({
      content,
      page: "/Annots [6 0 R]",
      more: [
        `<< /Type /Annot /Subtype /FreeText /Rect [${rect}] /AP << /N 7 0 R >> /F 4 >>`,
        stream(
          "/Type /XObject /Subtype /Form /BBox [0 0 130 20] /Resources << /Font << /F1 5 0 R >> >>",
          shown("Checked by Ann", 2, 5),
        ),
      ],
    });

  test.each([
    ["in a row", "200 679 330 699"],
    ["between two rows", "160 671 290 691"],
  ])("reads a comment that covers a table after it: %s", async (_, rect) => {
    const { pages } = await readWith(rect);
    const [table, comment] = pages[0]?.blocks ?? [];
    expect(table?.kind === "table" && table.cells.map(({ text }) => text)).toEqual([
      "012340",
      "Tomato soup",
      "12",
      "012341",
      "Green tea",
      "12",
      "012342",
      "Basmati rice",
      "12",
      "012343",
      "Sea salt",
      "12",
    ]);
    expect(comment).toMatchObject({ kind: "paragraph", lines: [{ text: "Checked by Ann" }] });
  });

  test("reads a comment that is typed onto a line of a form with it", async () => {
    const form = shown("Signed: ____________________", 72, 700);
    expect(groupIntoLines(await readWith("120 695 250 715", form))[0]).toMatch(/^Signed:.*Checked by Ann/);
  });
});

test("skips pages beyond the limit and reports it", async () => {
  const kids = [4, 5, 6].map((number) => `${number} 0 R`).join(" ");
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>";
  const pdf = rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count 3 >>`,
    "null",
    page,
    page,
    page,
  ]);
  const { pages, problems } = await readBytes(pdf, { maxPages: 2 });
  expect(pages).toHaveLength(2);
  expect(problems).toEqual(["This PDF has 3 pages; only the first 2 were read. Split it and upload the rest."]);
});

/** A page reader that always returns one word. */
const readScannedPage = ({ number, width, height }: PdfPage): Promise<RecognizedPage> => {
  const words = [{ text: "scanned", place: { x: 72, y: 100, width: 60, height: 12 }, confidence: 0.8 }];
  const content: PageContent = { number, width, height, source: "picture", words, rulings: [], pictures: [] };
  return Promise.resolve({ content, image: null });
};

describe("recognizes the text of a page", () => {
  test.each([
    ["when one covers it", "q 595 0 0 842 0 0 cm /Im Do Q", "scanned"],
    [
      "not when there is text on it",
      `q 595 0 0 842 0 0 cm /Im Do Q ${shown("This text can be read as it is")}`,
      "This text can be read as it is",
    ],
    ["not when it is a small one", "q 60 0 0 80 0 0 cm /Im Do Q", undefined],
  ])("%s", async (_, content, text) => {
    const pixel = stream(
      "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
      "\x80",
    );
    const page = { content, resources: "/XObject << /Im 6 0 R >>", more: [pixel] };
    expect(groupIntoLines(await readBytes(onePage(page), { readScannedPage }))[0]).toBe(text);
  });
});

const SENTENCE =
  "All shelves of this store were counted before the doors were opened again, and each area has been checked twice";
const shifted = SENTENCE.replaceAll(/[a-z]/gu, (letter) =>
  String.fromCodePoint(((letter.charCodeAt(0) - 97 + 9) % 26) + 97),
);

/** A page reader that returns the words of a text. */
const readAs = (text: string): ReadPdfOptions => ({
  readScannedPage: ({ number, width, height }) => {
    const words = text
      .split(" ")
      .map((word, at) => ({ text: word, place: { x: 72, y: 20 * at, width: 60, height: 12 }, confidence: 0.9 }));
    const content: PageContent = { number, width, height, source: "picture", words, rulings: [], pictures: [] };
    return Promise.resolve({ content, image: null });
  },
});

describe("a text layer that looks like no language", () => {
  test.each([
    ["is replaced by the text on the page", shifted, SENTENCE, "picture"],
    ["is kept when the page shows no language either", shifted, shifted, "text"],
    ["is not compared when it is a language", SENTENCE, "another text", "text"],
    ["is not compared when it has few words", "KXJ LTD RWZ", SENTENCE, "text"],
  ])("%s", async (_, layer, page, source) => {
    const { pages } = await readBytes(onePage({ content: shown(layer) }), readAs(page));
    expect(pages[0]?.source).toBe(source);
  });
});

test("reads tabs as spaces", async () => {
  const text = String.raw`Contract\tNo.\t12`;
  expect(groupIntoLines(await read({ content: shown(text) }))).toEqual(["Contract No. 12"]);
});

test("reads characters above U+FFFF as one character", async () => {
  const map = "1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <D842DFB7> <42> <7530> endbfchar";
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>";
  const page = { content: "BT /F2 12 Tf 72 700 Td (AB) Tj ET", resources: "/Font << /F2 6 0 R >>" };
  const toUnicode = stream("", `/CIDInit /ProcSet findresource begin 12 dict begin begincmap ${map} endcmap end end`);
  expect(groupIntoLines(await read({ ...page, more: [font, toUnicode] }))).toEqual(["𠮷田"]);
});

test("PD-106: reports pages with characters that the document does not name", async () => {
  const codes = Array.from({ length: 12 }, (_, at) => `<${(0x41 + at).toString(16)}> <E0${(0x10 + at).toString(16)}>`);
  const map = `1 begincodespacerange <00> <FF> endcodespacerange 12 beginbfchar ${codes.join(" ")} endbfchar`;
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>";
  const toUnicode = stream("", `/CIDInit /ProcSet findresource begin 12 dict begin begincmap ${map} endcmap end end`);
  const read = async (unknown: string): Promise<string[]> => {
    const content = `${shown("Count each shelf and write it down")} BT /F2 12 Tf 72 600 Td (${unknown}) Tj ET`;
    const page = { content, resources: "/Font << /F1 5 0 R /F2 6 0 R >>", more: [font, toUnicode] };
    return (await readBytes(onePage(page))).problems;
  };
  expect(await read("ABCDEFGHIJKL")).toEqual([
    "Some characters of page 1 could not be read, because the document does not say which letters they are. Compare the text with the document.",
  ]);
  expect(await read("AB")).toEqual([]);
});
