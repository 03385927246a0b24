import { createCanvas } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** RGBA pixels, row by row from the top. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Renders a PDF's pages and extracts their text. */
export async function renderPdf(pdf: Uint8Array, dotsPerInch: number): Promise<{ pages: Pixels[]; texts: string[][] }> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pages: Pixels[] = [];
  const texts: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dotsPerInch / 72 });
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext("2d");
    // A canvas of another library that is compatible with the browser's.
    await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
    const { data } = context.getImageData(0, 0, width, height);
    pages.push({ data: new Uint8ClampedArray(data), width, height });
    const { items } = await page.getTextContent();
    texts.push(items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item.str] : [])));
  }
  await task.destroy();
  return { pages, texts };
}

/** Encodes as JPEG with this quality (1–100). */
export async function toJpeg({ data, width, height }: Pixels, quality: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  image.data.set(data);
  context.putImageData(image, 0, 0);
  return canvas.encode("jpeg", quality);
}
