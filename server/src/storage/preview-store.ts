import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Orientation } from "@precount/domain";

/** Widths of the stored previews in pixels: the review view and the thumbnail. */
export const PREVIEW_WIDTHS_PX = [2048, 320] as const;
/** Widths that a browser may request; 0 means the photo's own width. */
export type PreviewWidth = (typeof PREVIEW_WIDTHS_PX)[number] | 0;

/**
 * A cache of previews: DATA_DIR/derived/<sha256>/<orientation>-<width>.jpg. A preview can be rendered again at any time. Earlier
 * versions wrote WebP files, which are still used.
 */
export class PreviewStore {
  readonly #folder: string;
  constructor(dataDir: string) {
    this.#folder = join(dataDir, "derived");
  }

  folderOf(sha256: string): string {
    return join(this.#folder, sha256);
  }

  /** The orientation is part of the name: a rotated photo has other files, so a cached file never changes. */
  pathOf(sha256: string, orientation: Orientation, width: PreviewWidth): string {
    return join(this.folderOf(sha256), `${orientation}-${width === 0 ? "full" : width}.jpg`);
  }

  /** The path of a stored preview; null without one. */
  async find(sha256: string, orientation: Orientation, width: PreviewWidth): Promise<string | null> {
    const path = this.pathOf(sha256, orientation, width);
    if (await exists(path)) return path;
    const earlier = path.replace(/jpg$/, "webp");
    return (await exists(earlier)) ? earlier : null;
  }

  async delete(sha256: string): Promise<void> {
    await rm(this.folderOf(sha256), { recursive: true, force: true });
  }

  /** sha256s of all photos with stored previews. */
  async list(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
