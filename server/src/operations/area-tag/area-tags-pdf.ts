import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setImmediate } from "node:timers/promises";
import { type AreaTagFormat, areaTagPositions, areaTagsPerPage, areaTagCode } from "@precount/domain";
import { create as openFont } from "fontkit";
import Pdf from "pdfkit";
import { code128Modules, qrModules } from "./code-modules.ts";
import { NAME_FONT, NUMBER_FONT, POINTS_PER_MM, drawAreaTag } from "./draw-area-tag.ts";
import { layOutAreaTag } from "./area-tag-layout.ts";
import { printable } from "./name-line.ts";

export interface AreaTagsContent {
  event: { name: string; slug: string };
  format: AreaTagFormat;
  /** The areas, in the order of the tags. */
  numbers: readonly number[];
}

const resolve = createRequire(import.meta.url).resolve;
/** Latin, Greek, Cyrillic, Arabic, Hebrew and more; not the scripts of East and South Asia (ADR-013). */
const fontPath = (name: string): string => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

/**
 * Area tags as a PDF. It yields pages as they are finished and lets other requests run after each tag. Lengths on paper are exact when
 * printed at 100 %.
 */
export async function* areaTagsPdf({ event, format, numbers }: AreaTagsContent): AsyncGenerator<Buffer> {
  const [nameFont, numberFont] = await Promise.all(
    ["DejaVuSans", "DejaVuSans-Bold"].map((name) => readFile(fontPath(name))),
  );
  if (!nameFont || !numberFont) throw new Error("a font is missing");
  const coverage = openFont(nameFont);
  const eventName = printable(event.name, event.slug, (codePoint) =>
    "hasGlyphForCodePoint" in coverage ? coverage.hasGlyphForCodePoint(codePoint) : false,
  );
  const { page } = format;
  const pdf = new Pdf({
    size: [page.widthMm * POINTS_PER_MM, page.heightMm * POINTS_PER_MM],
    margin: 0,
    autoFirstPage: false,
    info: { Title: `${eventName} – area sheets` },
  });
  pdf.registerFont(NAME_FONT, nameFont).registerFont(NUMBER_FONT, numberFont);
  const places = areaTagPositions(format);
  for (const [i, number] of numbers.entries()) {
    const at = i % areaTagsPerPage(format);
    if (at === 0) {
      yield* finishedChunks(pdf);
      pdf.addPage();
      pdf.scale(POINTS_PER_MM);
    }
    const text = areaTagCode(number);
    const [qr, code128] = await Promise.all([qrModules(text), code128Modules(text)]);
    const layout = layOutAreaTag(format, { qrModules: qr.columns, code128Modules: code128.columns });
    const { xMm, yMm } = places[at] ?? { xMm: 0, yMm: 0 };
    pdf.save().translate(xMm, yMm);
    drawAreaTag(pdf, layout, { number, eventName, qr, code128 });
    pdf.restore();
    await setImmediate();
  }
  pdf.end();
  // A PDF document is a readable stream of bytes.
  for await (const chunk of pdf) yield chunk as Buffer;
}

/** The bytes that are finished so far. */
function* finishedChunks(pdf: PDFKit.PDFDocument): Generator<Buffer> {
  // A PDF document is a readable stream of bytes.
  for (let chunk = pdf.read() as Buffer | null; chunk !== null; chunk = pdf.read() as Buffer | null) yield chunk;
}
