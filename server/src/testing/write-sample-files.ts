/**
 * For tests of commands: `write-sample-files.ts FOLDER` writes `delivery-note.pdf`, a page with a table, `count-sheet.jpg`, a photo of such
 * a page, and `0012.jpg`, a sample photo in half its size, at which the model reads it.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { decodeUpright, writePreviews } from "@precount/photos";
import { renderPdf, toJpeg } from "./render-pdf.ts";
import { samplePdf } from "./sample-documents.ts";

const [folder = ""] = process.argv.slice(2);
await writeFile(join(folder, "delivery-note.pdf"), await samplePdf(1, 12));
const { pages } = await renderPdf(await samplePdf(1, 9), 150);
for (const page of pages) await writeFile(join(folder, "count-sheet.jpg"), await toJpeg(page, 90));
const photo = await decodeUpright(join(import.meta.dirname, "../../../samples/0108.jpg"), "none");
await writePreviews(photo, [{ width: 2016, quality: 90, out: join(folder, "0012.jpg") }]);
