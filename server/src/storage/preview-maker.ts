import { type Orientation, type Rotation, effectiveOrientation } from "@precount/domain";
import type { PhotoProcess, PreviewOptions } from "@precount/photos";
import type { BlobStore } from "./blob-store.ts";
import { asStorageError } from "./blob-store.ts";
import { PREVIEW_WIDTHS_PX, type PreviewStore, type PreviewWidth } from "./preview-store.ts";

/** The columns of an image that determine its previews. */
export interface PreviewSource {
  sha256: string;
  orientation: Orientation;
  rotation: Rotation;
}

/**
 * JPEG quality by width. The review preview must keep handwriting legible; the thumbnail may be coarse. A WebP of the same quality has a
 * fifth fewer bytes, but takes ten times as long to encode (ADR-052).
 */
const QUALITY: Readonly<Record<PreviewWidth, number>> = { 320: 75, 2048: 75, 0: 85 };

/** Renders upright previews. Each preview is rendered once; concurrent requests share the same rendering. */
export class PreviewMaker {
  readonly #blobs: BlobStore;
  readonly #previews: PreviewStore;
  readonly #photos: PhotoProcess;
  readonly #pending = new Map<string, Promise<void>>();

  constructor(blobs: BlobStore, previews: PreviewStore, photos: PhotoProcess) {
    this.#blobs = blobs;
    this.#previews = previews;
    this.#photos = photos;
  }

  /** The path of the finished preview. Throws BlobMissingError, StorageError, or ProcessError with a message for users. */
  async ensure(source: PreviewSource, width: PreviewWidth): Promise<string> {
    const orientation = orientationOf(source);
    const stored = await this.#previews.find(source.sha256, orientation, width);
    if (stored !== null) return stored;
    const path = this.#previews.pathOf(source.sha256, orientation, width);
    let rendering = this.#pending.get(path);
    if (!rendering) {
      rendering = this.#render(source, width, path).finally(() => this.#pending.delete(path));
      this.#pending.set(path, rendering);
    }
    await rendering;
    return path;
  }

  /** The previews that are kept of an image and are not stored yet, for a process that has decoded the photo. */
  async listMissing(source: PreviewSource): Promise<PreviewOptions[]> {
    const orientation = orientationOf(source);
    const missing: PreviewOptions[] = [];
    for (const width of PREVIEW_WIDTHS_PX) {
      if ((await this.#previews.find(source.sha256, orientation, width)) !== null) continue;
      const out = this.#previews.pathOf(source.sha256, orientation, width);
      missing.push({ width, quality: QUALITY[width], out });
    }
    return missing;
  }

  async #render(source: PreviewSource, width: PreviewWidth, out: string): Promise<void> {
    const photo = await this.#blobs.path(source.sha256);
    try {
      await this.#photos.render(photo, { rotation: source.rotation, width, quality: QUALITY[width], out });
    } catch (error) {
      throw asStorageError(error);
    }
  }
}

const orientationOf = (source: PreviewSource): Orientation => effectiveOrientation(source.orientation, source.rotation);
