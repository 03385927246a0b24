import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { AREA_TAG_FORMATS, type AreaTagFormat, areaTagsPerPage, areaTagCode } from "@precount/domain";
import { PhotoProcess } from "@precount/photos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shot, photograph } from "../../testing/photograph.ts";
import { type Pixels, renderPdf, toJpeg } from "../../testing/render-pdf.ts";
import { IS_EXHAUSTIVE } from "../../testing/run-count.ts";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { code128Modules, qrModules } from "./code-modules.ts";
import { MIN_MODULE_MM, layOutAreaTag } from "./area-tag-layout.ts";
import { areaTagsPdf } from "./area-tags-pdf.ts";

// Rendering, photographing and decoding whole pages takes long on two busy cores.

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
// The product's limit of 20 s would measure how busy the machine is.
const photos = new PhotoProcess({ codesTimeoutMs: 110_000 });
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await photos.close();
  await folder.remove();
});

/** The codes in a photo, read by the same process as uploaded photos. */
async function read(picture: Pixels): Promise<{ qr: string[]; code128: string[] }> {
  const path = join(folder.path, "photo.jpg");
  await writeFile(path, await toJpeg(picture, 70));
  const codes = await photos.readCodes(path);
  const texts = (format: string) => codes.filter((code) => code.format === format).map(({ text }) => text);
  return { qr: texts("QRCode").toSorted(), code128: texts("Code128").toSorted() };
}

const EVENT = { name: "Spring count 2026", slug: "spring-count-2026" };
/** A full page of numbers of every length. */
const numbersFor = (format: AreaTagFormat): number[] =>
  Array.from(
    { length: areaTagsPerPage(format) },
    (_, i) => [7, 42, 412, 1234, 20_000, 654_321, 999_999_000][i % 7]! + i,
  ); // the array has seven numbers
const pdfOf = (format: AreaTagFormat, numbers: readonly number[], event = EVENT): Promise<Buffer> =>
  buffer(areaTagsPdf({ event, format, numbers }));

/** A page at an angle, half of it in the shadow of a shelf. */
const SHOT: Omit<Shot, "width" | "height"> = {
  corners: [
    [0.05, 0.04],
    [0.93, 0.09],
    [0.97, 0.96],
    [0.02, 0.9],
  ],
  blurPx: 1,
  light: [0.45, 1],
  noise: 14,
  seed: 1,
};

/** The formats with the smallest tags on A4 and Letter. */
const SMALLEST: ReadonlySet<string> = new Set(["l7160", "5160"]);
/** The one with the smaller codes. `script/test-nightly` photographs all formats. */
const PHOTOGRAPHED = "5160";

describe.each(AREA_TAG_FORMATS)("$title", (format) => {
  const isPhotographed = IS_EXHAUSTIVE || format.key === PHOTOGRAPHED;
  it(`every code is read back from the printed page${isPhotographed ? ", and from a photo of it" : ""}`, async () => {
    const numbers = numbersFor(format);
    const expected = numbers.map(areaTagCode).toSorted();
    // A printer's resolution. The codes of larger tags are read at half of it, which takes a quarter of the time.
    const dpi = isPhotographed || SMALLEST.has(format.key) ? 300 : 150;
    const { pages, texts } = await renderPdf(await pdfOf(format, numbers), dpi);
    expect(pages).toHaveLength(1);
    const page = pages[0]!; // the length was checked above
    expect(page.width).toBeCloseTo((format.page.widthMm / 25.4) * dpi, -1);
    for (const number of numbers) expect(texts[0]).toContain(String(number));
    const hasBars = format.key !== "5160";
    expect(await read(page)).toEqual({ qr: expected, code128: hasBars ? expected : [] });
    if (!isPhotographed) return;
    // Half the pixels of the smallest phone camera: a higher resolution is easier to decode.
    const shot = photograph(page, { ...SHOT, width: 1860, height: 2631 });
    expect((await read(shot)).qr).toEqual(expected);
  });

  it.each([1, 123_456, 999_999_999])("area %i: modules are large enough for printers and scanners", async (number) => {
    const [qr, code128] = await Promise.all([qrModules(areaTagCode(number)), code128Modules(areaTagCode(number))]);
    const layout = layOutAreaTag(format, { qrModules: qr.columns, code128Modules: code128.columns });
    expect(layout.qr.moduleMm).toBeGreaterThanOrEqual(MIN_MODULE_MM.qr);
    expect(layout.code128?.moduleMm ?? 1).toBeGreaterThanOrEqual(MIN_MODULE_MM.code128);
    // The whole code with its quiet zones is on the tag and overlaps nothing else.
    const boxes = [layout.number, layout.qr, layout.name, ...(layout.code128 ? [layout.code128] : [])];
    for (const [i, box] of boxes.entries()) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(format.paddingMm - 1e-9);
      expect(box.x + box.width).toBeLessThanOrEqual(format.tag.widthMm - format.paddingMm + 1e-9);
      expect(box.y + box.height).toBeLessThanOrEqual(format.tag.heightMm - format.paddingMm + 1e-9);
      for (const other of boxes.slice(i + 1)) {
        const apartX = box.x + box.width <= other.x + 1e-9 || other.x + other.width <= box.x + 1e-9;
        const apartY = box.y + box.height <= other.y + 1e-9 || other.y + other.height <= box.y + 1e-9;
        expect(apartX || apartY).toBe(true);
      }
    }
  });
});
