import { createRequire } from "node:module";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type TableEdit, documentStructureSchema, pageWordsSchema } from "@precount/domain";
import Pdf from "pdfkit";
import { GlobalFonts, createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isForAPerson, saysWhatToDo } from "./testing/hostile/words.ts";
import { DocumentProcess } from "./document-process.ts";
import { paragraph, wordFile, wordParts } from "./testing/word-file.ts";

let folder: string;
const documents = new DocumentProcess();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-documents-"));
});
afterAll(async () => {
  await documents.close();
  await rm(folder, { recursive: true });
});

const row = (...cells: string[]) => `<w:tr>${cells.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join("")}</w:tr>`;
const NOTE = wordFile(
  wordParts(`${paragraph("Delivery note")}<w:tbl>${row("Code", "Qty")}${row("000042", "7")}</w:tbl>`),
);

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** An OLE container with one entry. Word stores documents with a password in such a container. */
function ole(name: string): Buffer {
  const bytes = Buffer.alloc(1024);
  Buffer.from("D0CF11E0A1B11AE1", "hex").copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.write(name, 512 + 128, "utf16le");
  return bytes;
}

test("PD-49: reads a Word document in the child", async () => {
  const outDir = await mkdtemp(join(folder, "out-"));
  const answer = await documents.read({ path: await file("note.pdf", NOTE), outDir });
  expect(answer).toMatchObject({ kind: "docx", pageCount: 1, problems: [] });
  expect(answer.outputs.map(({ fileName }) => fileName)).toEqual([
    "text.md",
    "structure.json",
    "table-1.csv",
    "tables.xlsx",
  ]);
  expect(await readFile(join(outDir, "text.md"), "utf8")).toContain("| 000042 | 7 |");
});

test("an extract reports what could not be read", async () => {
  const chart = "<w:r><w:drawing><a:graphic><a:graphicData><c:chart/></a:graphicData></a:graphic></w:drawing></w:r>";
  const path = await file("chart.docx", wordFile(wordParts(`${paragraph("Sold")}<w:p>${chart}</w:p>`)));
  const { contents, problems } = await documents.extract({ path, format: "csv", orientation: "none" });
  expect(contents).toContain("Sold");
  expect(problems).toEqual([expect.stringContaining("charts or diagrams")]);
});

test("PD-52: extracts tables as CSV and as JSON", async () => {
  const path = await file("extract.docx", NOTE);
  const csv = await documents.extract({ path, format: "csv", orientation: "none" });
  expect(csv.contents).toBe('\uFEFF"Code","Qty"\r\n"000042","7"\r\n');
  const json = await documents.extract({ path, format: "json", orientation: "none" });
  expect(JSON.parse(json.contents)).toEqual({
    tables: [
      {
        rows: [
          ["Code", "Qty"],
          ["000042", "7"],
        ],
      },
    ],
    text: ["Delivery note"],
  });
  const empty = await file("empty.docx", wordFile(wordParts("<w:p/>")));
  await expect(documents.extract({ path: empty, format: "json", orientation: "none" })).rejects.toThrow(
    /No text was found/,
  );
  const plain = await file("plain.docx", wordFile(wordParts(paragraph("one") + paragraph("two"))));
  const lines = await documents.extract({ path: plain, format: "csv", orientation: "none" });
  expect(lines.contents).toBe('\uFEFF"one"\r\n"two"\r\n');
});

test("PD-49: reads the tables of a PDF", async () => {
  const pdf = new Pdf({ margin: 72 });
  pdf.text("Delivery note");
  pdf.table({
    data: [
      ["Code", "Qty"],
      ["000042", "7"],
    ],
  });
  pdf.end();
  const path = await file("note.docx", await buffer(pdf));
  const answer = await documents.read({ path, outDir: await mkdtemp(join(folder, "out-")) });
  expect(answer).toMatchObject({ kind: "pdf", pageCount: 1, problems: [] });
  const { contents } = await documents.extract({ path, format: "csv", orientation: "none" });
  expect(contents).toBe('\uFEFF"Code","Qty"\r\n"000042","7"\r\n');
});

test.each([
  ["empty.docx", "", /The file is empty/],
  ["text.pdf", "Delivery note", /neither a PDF nor a Word document/],
  ["old.docx", Buffer.from("D0CF11E0A1B11AE1", "hex"), /Word 97–2003/],
  ["locked.docx", ole("EncryptedPackage"), /protected by a password/],
  ["photo.docx", Buffer.from("FFD8FFE000104A46494600", "hex"), /picture/],
])("S5.10 rejects %s with a message, and reads the next document", async (name, bytes, words) => {
  const path = await file(name, bytes);
  const outDir = await mkdtemp(join(folder, "out-"));
  const error = await documents.read({ path, outDir }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "failed", message: expect.stringMatching(words) as string });
  expect(error).toSatisfy(({ message }: Error) => isForAPerson(message) && saysWhatToDo(message));
});

/** Draws a table of two columns in black on white, with rows of 10 mm at 220 dpi. */
function drawnTable(rows: readonly (readonly [string, string])[]): Buffer {
  GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"), "Sans");
  const canvas = createCanvas(900, 120 + rows.length * 90);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "black";
  context.font = "40px Sans";
  context.lineWidth = 3;
  for (const [at, cells] of rows.entries()) {
    for (const [column, text] of cells.entries()) {
      context.strokeRect(60 + column * 390, 60 + at * 90, 390, 90);
      context.fillText(text, 90 + column * 390, 120 + at * 90);
    }
  }
  return canvas.toBuffer("image/png");
}

const SHELF = [
  ["Article", "Pieces"],
  ["000042", "17"],
  ["230017", "208"],
] as const;
const SHELF_CSV = `\uFEFF${SHELF.map((cells) => cells.map((text) => `"${text}"`).join(",")).join("\r\n")}\r\n`;

test("PD-52: reads a rotated image of a table, and the same table in a scanned PDF", async () => {
  const picture = drawnTable(SHELF);
  const lying = await file("lying.png", await sharp(picture).rotate(270).toBuffer());
  const answer = await documents.extract({ path: lying, format: "csv", orientation: "rotate90CW" });
  expect(answer.contents).toBe(SHELF_CSV);

  const scan = await file("scan.pdf", await scanned(picture, [900, 390]));
  const outDir = await mkdtemp(join(folder, "out-"));
  expect(await documents.read({ path: scan, outDir })).toMatchObject({ kind: "pdf", problems: [] });
  expect(await readFile(join(outDir, "table-1.csv"), "utf8")).toBe(SHELF_CSV);

  // Mirrored and rotated: transverse is its own inverse.
  const mirrored = await sharp(picture).flop().rotate(90).toBuffer();
  const mirroredScan = await file("mirrored.pdf", await scanned(mirrored, [390, 900]));
  const restored = await documents.extract({ path: mirroredScan, format: "csv", orientation: "transverse" });
  expect(restored.contents).toBe(SHELF_CSV);
});

/** A PDF whose page is an image at 220 dpi. */
function scanned(picture: Buffer, size: readonly [number, number]): Promise<Buffer> {
  const [width, height] = size.map((px) => (px * 72) / 220) as [number, number];
  const pdf = new Pdf({ size: [width, height], margin: 0 });
  pdf.image(picture, 0, 0, { width });
  pdf.end();
  return buffer(pdf);
}

/** A PDF of pages with a small table each; the second page lies on its side. */
function pagesWithTables(count: number): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false });
  for (let page = 1; page <= count; page += 1) {
    pdf.addPage({ size: [300, 200], margin: 0 });
    if (page === 2) pdf.rotate(90, { origin: [150, 100] });
    for (const [at, text] of ["Code", "Units", `00000${page}`, "12"].entries()) {
      const [x, y] = [60 + (at % 2) * 80, 50 + Math.floor(at / 2) * 20];
      pdf
        .rect(x, y, 80, 20)
        .stroke()
        .text(text, x + 4, y + 5, { lineBreak: false });
    }
  }
  pdf.end();
  return buffer(pdf);
}

test("PD-109: reports each page, and keeps the pages that were read when it is stopped", async () => {
  const path = await file("pages.pdf", await pagesWithTables(4));
  const seen: unknown[] = [];
  const outDir = await mkdtemp(join(folder, "out-"));
  const whole = await documents.read({ path, outDir }, undefined, { onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([1, 2, 3, 4].map((page) => ({ page, pageCount: 4 })));
  expect(whole.problems).toEqual([]);

  const stop = new AbortController();
  const later = await mkdtemp(join(folder, "out-"));
  stop.abort();
  const none = await documents.read({ path, outDir: later }, undefined, { stopSignal: stop.signal });
  expect(none).toMatchObject({ problems: ["Canceled before a page was read. Press Retry to read it."], pages: [] });

  const [half, outDirOfHalf] = [new AbortController(), await mkdtemp(join(folder, "out-"))];
  const scan = await file("scans.pdf", await scannedPages(drawnTable(SHELF), 3));
  const stopped = await documents.read({ path: scan, outDir: outDirOfHalf }, undefined, {
    // The page takes more than a second, so the message arrives before the next page.
    onProgress: () => half.abort(),
    stopSignal: half.signal,
  });
  expect(stopped.problems).toEqual([
    "Canceled after page 1 of 3. Page 1 was read and is kept. Press Retry to read all pages.",
  ]);
  expect(stopped.outputs.map(({ fileName }) => fileName)).toContain("table-1.csv");
});

test("PD-110: gives a picture of each page, upright like the places of its cells", async () => {
  const path = await file("pictures.pdf", await pagesWithTables(2));
  const outDir = await mkdtemp(join(folder, "out-"));
  const { pages } = await documents.read({ path, outDir });
  expect(pages.map(({ number, width, height }) => [number, width > height])).toEqual([
    [1, true],
    [2, false],
  ]);
  const structure = documentStructureSchema.parse(JSON.parse(await readFile(join(outDir, "structure.json"), "utf8")));
  for (const { path: picture, number, width } of pages) {
    const { size, blocks } = structure.pages[number - 1] ?? {};
    const place = blocks?.[0]?.place ?? { x: 0, y: 0, width: 1, height: 1 };
    const scale = width / (size?.width ?? 1);
    const [left, top] = [Math.round(place.x * scale) - 3, Math.round(place.y * scale) - 3];
    const box = { left, top, width: Math.round(place.width * scale) + 6, height: Math.round(place.height * scale) + 6 };
    const cut = await sharp(picture).extract(box).greyscale().raw().toBuffer();
    const whole = await sharp(picture).greyscale().raw().toBuffer();
    // All ink is in the table.
    expect(ink(cut)).toBeGreaterThan(1000);
    expect(ink(cut)).toBeGreaterThan(0.99 * ink(whole));
  }
});

/** The number of dark pixels. */
const ink = (gray: Buffer): number => gray.filter((level) => level < 128).length;

/** A PDF of several scanned pages. */
function scannedPages(picture: Buffer, count: number): Promise<Buffer> {
  const pdf = new Pdf({ autoFirstPage: false });
  for (let page = 0; page < count; page += 1) {
    pdf.addPage({ size: [295, 128], margin: 0 }).image(picture, 0, 0, { width: 295 });
  }
  pdf.end();
  return buffer(pdf);
}

test("PD-111: writes the outputs again with a table that a person has cut", async () => {
  const path = await file("cut.pdf", await pagesWithTables(1));
  const { pages } = await documents.read({ path, outDir: await mkdtemp(join(folder, "out-")) });
  const stored: unknown = JSON.parse(await readFile(pages[0]?.wordsPath ?? "", "utf8"));
  const words = [{ page: 1, words: pageWordsSchema.parse(stored) }];
  const structurePath = join(dirname(pages[0]?.path ?? ""), "structure.json");
  const cut = { kind: "cut" as const, table: 0, page: 1, columns: [55, 225], rows: [45, 70, 95], merged: [] };
  const rewrite = async (edits: readonly TableEdit[]) =>
    documents.rewrite({ structurePath, edits, words, outDir: await mkdtemp(join(folder, "out-")) });
  const csvOf = async (edits: readonly TableEdit[]) => {
    const csv = (await rewrite(edits)).find(({ fileName }) => fileName === "table-1.csv");
    return readFile(csv?.path ?? "", "utf8");
  };
  expect(await csvOf([cut])).toBe('\uFEFF"Code Units"\r\n"000001 12"\r\n');
  // Without edits the outputs are as they were read.
  expect(await csvOf([])).toBe('\uFEFF"Code","Units"\r\n"000001","12"\r\n');
  await expect(rewrite([cut, { ...cut, table: 1 }])).rejects.toThrow("There is no such table on this page.");
});

test("a document that exceeds the time or memory or crashes the child fails alone, with a message", async () => {
  const outDir = await mkdtemp(join(folder, "out-"));
  const path = await file("again.docx", NOTE);
  const hasty = new DocumentProcess({ timeoutMs: 1 });
  await expect(hasty.read({ path, outDir })).rejects.toMatchObject({
    kind: "timeout",
    message: expect.stringMatching(/longer than 0 s to read/) as string,
  });
  await hasty.close();
  const small = new DocumentProcess({ rssLimitBytes: 1 });
  const long = await file("long.docx", wordFile(wordParts(paragraph("line").repeat(100_000))));
  await expect(small.read({ path: long, outDir })).rejects.toMatchObject({
    kind: "memory",
    message: expect.stringMatching(/more memory/) as string,
  });
  await small.close();

  const reading = documents.read({ path, outDir });
  process.kill(documents.pid ?? 0, "SIGKILL");
  await expect(reading).rejects.toMatchObject({
    kind: "crashed",
    message: expect.stringMatching(/crashed on this document/) as string,
  });
  expect(await documents.read({ path, outDir: await mkdtemp(join(folder, "out-")) })).toMatchObject({ kind: "docx" });
});
