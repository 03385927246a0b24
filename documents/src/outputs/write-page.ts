import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PageWord, pageWordsSchema } from "@precount/domain";
import type { Pixels } from "@precount/photos";
import sharp from "sharp";
import type { PageOutput } from "../document-process.ts";
import type { PageContent, Word } from "../layout/page-content.ts";

/** Small print stays readable. A page takes about 100 kB. */
const LONG_EDGE_PX = 1400;
/** Effort 0 takes a fraction of the time of the default, for somewhat larger files. */
const PICTURE = { quality: 75, effort: 0 };

/** Writes the pictures and words of pages into a folder while a document is read. */
export class PageWriter {
  readonly written: PageOutput[] = [];
  readonly #outDir: string;

  constructor(outDir: string) {
    this.#outDir = outDir;
  }

  async write({ number, words }: PageContent, { data, width, height }: Pixels): Promise<void> {
    const path = join(this.#outDir, `page-${number}.webp`);
    const size = await sharp(data, { raw: { width, height, channels: 3 } })
      .resize({ width: LONG_EDGE_PX, height: LONG_EDGE_PX, fit: "inside", withoutEnlargement: true })
      .webp(PICTURE)
      .toFile(path);
    const wordsPath = await this.#writeWords(number, words);
    this.written.push({ number, path, width: size.width, height: size.height, wordsPath });
  }

  async #writeWords(number: number, words: readonly Word[]): Promise<string | null> {
    const { success, data } = pageWordsSchema.safeParse(words.map(toPageWord));
    if (!success) return null;
    const path = join(this.#outDir, `page-${number}-words.json`);
    await writeFile(path, JSON.stringify(data));
    return path;
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;

const toPageWord = ({ text, place: { x, y, width, height }, confidence }: Word): PageWord => [
  text,
  round(x),
  round(y),
  round(width),
  round(height),
  round(confidence),
];
