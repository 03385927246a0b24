import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Orientation, type Rotation, effectiveOrientation } from "@precount/domain";
import type { PhotoProcess } from "@precount/photos";
import type { BlobStore } from "./blob-store.ts";
import { asStorageError } from "./blob-store.ts";
import type { PreviewStore, PreviewWidth } from "./preview-store.ts";

/** The columns of an image that determine its previews. */
export interface PreviewSource {
  sha256: string;
  orientation: Orientation;
  rotation: Rotation;
}

/** WebP quality by width. The review preview must keep handwriting legible; the thumbnail may be coarse. */
const QUALITY: Readonly<Record<PreviewWidth, number>> = { 320: 70, 2048: 80, 0: 85 };

/** Renders upright WebP previews. Each preview is rendered once; concurrent requests share the same rendering. */
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
    const path = this.#previews.pathOf(source.sha256, effectiveOrientation(source.orientation, source.rotation), width);
    if (await exists(path)) return path;
    let rendering = this.#pending.get(path);
    if (!rendering) {
      rendering = this.#render(source, width, path).finally(() => this.#pending.delete(path));
      this.#pending.set(path, rendering);
    }
    await rendering;
    return path;
  }

  async #render(source: PreviewSource, width: PreviewWidth, out: string): Promise<void> {
    const photo = await this.#blobs.path(source.sha256);
    try {
      await mkdir(dirname(out), { recursive: true });
      await this.#photos.render(photo, { rotation: source.rotation, width, quality: QUALITY[width], out });
    } catch (error) {
      throw asStorageError(error);
    }
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
