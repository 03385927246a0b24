import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gridOf, tablesOf } from "@precount/domain";
import Pdf from "pdfkit";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OpenPdf } from "../pdf/open.ts";
import { readDocument } from "../read-document.ts";
import { IS_EXHAUSTIVE } from "../testing/is-exhaustive.ts";
import { renderPage } from "./render-page.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-sideways-"));
});
afterAll(() => rm(folder, { recursive: true }));

const DPI = 200;
/** Three-digit numbers in small print: no text is long enough to show the direction of its line. */
const ROWS = Array.from({ length: IS_EXHAUSTIVE ? 24 : 12 }, (_, row) =>
  Array.from({ length: 9 }, (__, column) => String(100 + ((row * 7919 + column * 104_729) % 900))),
);
const [ROW_HEIGHT, COLUMN_WIDTH, FONT_SIZE] = [12, 34, 7];

/** The page as a grayscale picture, slightly blurred, as a scanner stores it. */
async function picture(): Promise<Buffer> {
  const pdf = new Pdf({ size: [400, 400], margin: 0 });
  for (const [row, cells] of ROWS.entries()) {
    for (const [column, text] of cells.entries()) {
      const [x, y] = [40 + column * COLUMN_WIDTH, 50 + row * ROW_HEIGHT];
      pdf.lineWidth(0.7).rect(x, y, COLUMN_WIDTH, ROW_HEIGHT).stroke();
      pdf.fontSize(FONT_SIZE).text(text, x + 4, y + 3, { lineBreak: false });
    }
  }
  pdf.end();
  const open = await OpenPdf.open(await buffer(pdf));
  const { data, width, height } = await open.withPage(1, (page) => renderPage(page, DPI));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .grayscale()
    .blur(0.6)
    .png()
    .toBuffer();
}

/** A PDF that consists of the picture, turned clockwise. */
async function scan(degrees: number): Promise<string> {
  const image = await sharp(await picture())
    .rotate(degrees)
    .jpeg({ quality: 60 })
    .toBuffer();
  const pdf = new Pdf({ size: [400, 400], margin: 0 });
  pdf.image(image, 0, 0, { width: 400 });
  pdf.end();
  const path = join(folder, `${degrees}.pdf`);
  await writeFile(path, await buffer(pdf));
  return path;
}

/** Each page takes seconds. A photo turned by 270 degrees is in photographed.test.ts; `script/test-nightly` reads all directions. */
const DIRECTIONS = IS_EXHAUSTIVE ? [0, 90, 180, 270] : [90];

test.each(DIRECTIONS)(
  "PD-105: reads a scanned page of numbers that is turned by %i degrees",
  async (degrees) => {
    const structure = await readDocument(await scan(degrees), "pdf", { orientation: "none" });
    const found = new Set(tablesOf(structure).flatMap((table) => gridOf(table).map((row) => row.join(" "))));
    const missing = ROWS.map((row) => row.join(" ")).filter((row) => !found.has(row));
    // Compared so that a failure shows the misread rows.
    expect(missing.length <= 1 ? [] : missing).toEqual([]);
  },
  60_000,
);
