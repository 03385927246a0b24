import { join } from "node:path";
import type { Pixels } from "@precount/photos";
import sharp from "sharp";
import type { PageOutput } from "../document-process.ts";

/** Small print stays readable. A page takes about 100 kB. */
const LONG_EDGE_PX = 1400;
/** Effort 0 takes a fraction of the time of the default, for somewhat larger files. */
const PICTURE = { quality: 75, effort: 0 };

/** Writes the pictures of pages into a folder while a document is read. */
export class PageWriter {
  readonly written: PageOutput[] = [];
  readonly #outDir: string;

  constructor(outDir: string) {
    this.#outDir = outDir;
  }

  async write(number: number, { data, width, height }: Pixels): Promise<void> {
    const path = join(this.#outDir, `page-${number}.webp`);
    const size = await sharp(data, { raw: { width, height, channels: 3 } })
      .resize({ width: LONG_EDGE_PX, height: LONG_EDGE_PX, fit: "inside", withoutEnlargement: true })
      .webp(PICTURE)
      .toFile(path);
    this.written.push({ number, path, width: size.width, height: size.height });
  }
}
