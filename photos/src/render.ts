import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { OrientationOverride } from "@precount/domain";
import sharp, { type Sharp } from "sharp";
import { openPhoto, unreadableError } from "./photo.ts";
import { type UprightPixels, makeUpright } from "./upright.ts";

/** The maximum width and height of a JPEG. */
const JPEG_MAX_EDGE_PX = 65_535;

export interface PreviewOptions {
  /** Width of the upright image in pixels; 0 for the photo's own width. Photos are never enlarged. */
  width: number;
  /** Encoder quality, 1–100. */
  quality: number;
  /** The output path. It must be on its final file system, because the file is renamed into place. */
  out: string;
}
export interface RenderOptions extends PreviewOptions {
  rotation: OrientationOverride;
}

export interface Rendered {
  width: number;
  height: number;
  sizeBytes: number;
}

/** Writes the upright image as a JPEG without metadata (no location, no camera). */
export async function renderPhoto(path: string, { rotation, ...options }: RenderOptions): Promise<Rendered> {
  const photo = await openPhoto(path, rotation);
  return writeJpeg(makeUpright(photo.pixels, photo.orientation, boundsOf(options.width)), options);
}

/** Writes previews of a decoded photo, the largest first. Each is reduced from the one before, which has fewer pixels to read. */
export async function writePreviews(photo: UprightPixels, previews: readonly PreviewOptions[]): Promise<void> {
  let { data, width, height }: Pick<UprightPixels, "data" | "width" | "height"> = photo;
  for (const preview of previews.toSorted((a, b) => b.width - a.width)) {
    const reduced = await fromPixels(data, width, height)
      .resize({ ...boundsOf(preview.width), fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    ({ data } = reduced);
    ({ width, height } = reduced.info);
    await writeJpeg(fromPixels(data, width, height), preview);
  }
}

const fromPixels = (data: Uint8Array, width: number, height: number): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });

const boundsOf = (width: number): { width: number; height: number } => ({
  width: Math.min(width || JPEG_MAX_EDGE_PX, JPEG_MAX_EDGE_PX),
  height: JPEG_MAX_EDGE_PX,
});

/** Writes atomically: to a temporary file beside `out`, which is synced and then renamed. Creates the folder. */
async function writeJpeg(image: Sharp, { quality, out }: PreviewOptions): Promise<Rendered> {
  const temporary = `${out}.${randomUUID()}.tmp`;
  await mkdir(dirname(out), { recursive: true });
  try {
    // Optimal Huffman tables would save 2 % of the bytes and double the encoder's time (ADR-052).
    const written = image.jpeg({ quality, optimiseCoding: false });
    const info = await written.toFile(temporary).catch((error: unknown) => {
      throw isDiskError(error) ? error : unreadableError(error);
    });
    await syncToDisk(temporary);
    await rename(temporary, out);
    await syncToDisk(dirname(out));
    return { width: info.width, height: info.height, sizeBytes: info.size };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const isDiskError = (error: unknown): boolean =>
  error instanceof Error && /no space|unable to open for write|permission|ENOSPC|EROFS/i.test(error.message);

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
