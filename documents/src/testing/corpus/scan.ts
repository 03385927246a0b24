import { buffer } from "node:stream/consumers";
import { GlobalFonts, createCanvas } from "@napi-rs/canvas";
import Pdf from "pdfkit";
import sharp from "sharp";
import type { Random } from "../random.ts";
import { fontOf } from "./fonts.ts";
import type { DrawnPage, Mark } from "./marks.ts";

export interface ScanOptions {
  dotsPerInch: number;
  /** Rotation in degrees clockwise; a few tenths are typical of a scanner. */
  skew: number;
  /** Maximum noise in levels of 255. */
  noise: number;
  quality: number;
}

/** Pages as scanned images, slightly rotated and noisy. Supports only DejaVu's faces. */
export async function scanPdf(pages: DrawnPage[], random: Random, options: ScanOptions): Promise<Uint8Array> {
  const doc = new Pdf({ autoFirstPage: false, info: { CreationDate: new Date(0) } });
  const bytes = buffer(doc);
  for (const page of pages) {
    doc.addPage({ size: [page.width, page.height], margin: 0 });
    doc.image(await photograph(page, random, options), 0, 0, { width: page.width, height: page.height });
  }
  doc.end();
  return bytes;
}

async function photograph({ width, height, marks }: DrawnPage, random: Random, options: ScanOptions): Promise<Buffer> {
  const scale = options.dotsPerInch / 72;
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext("2d");
  context.fillStyle = "#fbfaf6";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate(width / 2, height / 2);
  context.rotate((options.skew * Math.PI) / 180);
  context.translate(-width / 2, -height / 2);
  for (const mark of marks) paint(context, mark);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const grey = new Uint8Array(canvas.width * canvas.height);
  for (let at = 0; at < grey.length; at++) {
    grey[at] = Math.max(0, Math.min(255, (pixels[at * 4 + 1] ?? 0) + (random.next() * 2 - 1) * options.noise));
  }
  const raw = { width: canvas.width, height: canvas.height, channels: 1 as const };
  return sharp(grey, { raw }).blur(0.5).jpeg({ quality: options.quality }).toBuffer();
}

type Context = ReturnType<ReturnType<typeof createCanvas>["getContext"]>;

function paint(context: Context, mark: Mark): void {
  context.strokeStyle = "#1a1a1a";
  context.fillStyle = "#1a1a1a";
  if (mark.kind === "line") {
    context.lineWidth = mark.width;
    context.setLineDash(mark.how === "dashed" ? [2, 2] : []);
    context.beginPath();
    context.moveTo(mark.x1, mark.y1);
    context.lineTo(mark.x2, mark.y2);
    context.stroke();
    return;
  }
  if (mark.kind === "box") {
    if (mark.fill !== null) {
      context.fillStyle = mark.fill;
      context.fillRect(mark.x, mark.y, mark.width, mark.height);
    }
    if (mark.stroke === null) return;
    context.setLineDash([]);
    context.lineWidth = mark.stroke;
    context.strokeRect(mark.x, mark.y, mark.width, mark.height);
    return;
  }
  if (!GlobalFonts.has(mark.face)) GlobalFonts.registerFromPath(fontOf(mark.face), mark.face);
  context.font = `${mark.size}px "${mark.face}"`;
  context.fillText(mark.text, mark.x, mark.y);
}
