import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { OrientationOverride } from "@precount/domain";
import { openPhoto, unreadableError } from "./photo.ts";
import { makeUpright } from "./upright.ts";

/** The maximum width and height of a WebP. */
const WEBP_MAX_EDGE_PX = 16_383;

export interface RenderOptions {
  rotation: OrientationOverride;
  /** Width of the upright image in pixels; 0 for the photo's own width. Photos are never enlarged. */
  width: number;
  /** Encoder quality, 1–100. */
  quality: number;
  /** WebP by default. JPEG is for files that any program must be able to read. */
  format?: "webp" | "jpeg";
  /** The output path. It must be on its final file system, because the file is renamed into place. */
  out: string;
}

export interface Rendered {
  width: number;
  height: number;
  sizeBytes: number;
}

/**
 * Writes the upright image without metadata (no location, no camera). Writes atomically: to a temporary file beside `out`,
 * which is synced and then renamed.
 */
export async function renderPhoto(path: string, options: RenderOptions): Promise<Rendered> {
  const { rotation, width, quality, format = "webp", out } = options;
  const photo = await openPhoto(path, rotation);
  const temporary = `${out}.${randomUUID()}.tmp`;
  const bounds = { width: Math.min(width || WEBP_MAX_EDGE_PX, WEBP_MAX_EDGE_PX), height: WEBP_MAX_EDGE_PX };
  try {
    const upright = makeUpright(photo.pixels, photo.orientation, bounds);
    // Effort 2 takes a third of the default's time for 4 % more bytes.
    const written = format === "jpeg" ? upright.jpeg({ quality }) : upright.webp({ quality, effort: 2 });
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
