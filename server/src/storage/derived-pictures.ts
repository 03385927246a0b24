import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Orientation } from "@precount/domain";

/** Widths of the pictures that are made once per photo: a thumbnail and the review picture, pixels. */
export const PREVIEW_WIDTHS_PX = [2048, 320] as const;
/** What a browser may ask for; 0 is the photo's own width. */
export type PictureWidth = (typeof PREVIEW_WIDTHS_PX)[number] | 0;

/** Pictures that can be made again from the photo at any time: DATA_DIR/derived/<sha256>/<orientation>-<w>.webp. */
export class DerivedPictures {
  readonly #folder: string;
  constructor(dataDir: string) {
    this.#folder = join(dataDir, "derived");
  }

  folderOf(sha256: string): string {
    return join(this.#folder, sha256);
  }

  /** The turned photo is another file, so that nothing cached ever changes. */
  pathOf(sha256: string, orientation: Orientation, width: PictureWidth): string {
    return join(this.folderOf(sha256), `${orientation}-${width === 0 ? "full" : width}.webp`);
  }

  async delete(sha256: string): Promise<void> {
    await rm(this.folderOf(sha256), { recursive: true, force: true });
  }

  /** Every photo that has pictures. */
  async list(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }
}
