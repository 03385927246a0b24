import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Orientation, type Rotation, effectiveOrientation } from "@precount/domain";
import type { PhotoProcess } from "@precount/photos";
import type { BlobStore } from "./blob-store.ts";
import { asStorageError } from "./blob-store.ts";
import type { DerivedPictures, PictureWidth } from "./derived-pictures.ts";

/** What of an image row decides how its pictures look. */
export interface PictureSource {
  sha256: string;
  orientation: Orientation;
  rotation: Rotation;
}

/** WebP quality by width: the thumbnail may be coarse, on the review picture people read handwriting. */
const QUALITY: Readonly<Record<PictureWidth, number>> = { 320: 70, 2048: 80, 0: 85 };

/** Upright WebP pictures of photos, each made once and kept; who asks while one is being made waits for it. */
export class PictureMaker {
  readonly #blobs: BlobStore;
  readonly #derived: DerivedPictures;
  readonly #photos: PhotoProcess;
  readonly #making = new Map<string, Promise<void>>();

  constructor(blobs: BlobStore, derived: DerivedPictures, photos: PhotoProcess) {
    this.#blobs = blobs;
    this.#derived = derived;
    this.#photos = photos;
  }

  /** The path of the finished picture. Throws BlobMissingError, StorageError, or ProcessError with a sentence. */
  async ensure(source: PictureSource, width: PictureWidth): Promise<string> {
    const path = this.#derived.pathOf(source.sha256, effectiveOrientation(source.orientation, source.rotation), width);
    if (await exists(path)) return path;
    let making = this.#making.get(path);
    if (!making) {
      making = this.#make(source, width, path).finally(() => this.#making.delete(path));
      this.#making.set(path, making);
    }
    await making;
    return path;
  }

  async #make(source: PictureSource, width: PictureWidth, out: string): Promise<void> {
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
