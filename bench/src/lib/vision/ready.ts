import { ForkedProcess } from "@precount/forked-process";
import { PhotoProcess } from "@precount/photos";
import type { TruePhoto } from "@precount/vision";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Competitor, GENEROUS_LIMITS } from "./competitor.ts";
import { type TextLine, stickersByText, stickersByTruth } from "./ready-lines.ts";

const NOTES = [
  "ready: @gutenye/ocr-node with its defaults, threads by ONNX Runtime's intraOpNumThreads. It returns lines of text that",
  "  it joins across the photo, but no stickers and no shelves. Its figures are the most favorable interpretation: a",
  "  code counts anywhere on the photo, a quantity in any line that touches its sticker, the shelf counts as right. So",
  "  precision, recall and row are not comparable. 'ready, own output' has boxes estimated from its text.",
  "  HEIC and rotated photos, which it cannot open or does not rotate, are converted before the measurement.",
];

/** `@gutenye/ocr-node`, an existing OCR pipeline. */
export function readyCompetitor(): Competitor {
  const photos = new PhotoProcess();
  let folder: string | undefined;

  /** The library reads JPEG and similar formats as stored; other formats are converted to an upright copy. */
  async function prepare(photo: TruePhoto): Promise<TruePhoto> {
    const facts = await photos.probe(photo.path);
    if (!facts.ok || (facts.format !== "heic" && ["unknown", "normal"].includes(facts.orientation))) return photo;
    folder ??= await mkdtemp(join(tmpdir(), "precount-bench-"));
    const out = join(folder, `${photo.image}.jpg`);
    await photos.render(photo.path, { rotation: "none", width: 0, quality: 95, out });
    return { ...photo, path: out };
  }

  return {
    name: "ready",
    notes: NOTES,
    prepare,
    start(threads) {
      const child = new ForkedProcess({
        script: new URL("./ready-child.ts", import.meta.url),
        // ForkedProcess limits glibc's malloc arenas for our models; 0 restores glibc's default.
        env: { BENCH_THREADS: String(threads), MALLOC_ARENA_MAX: "0" },
        concurrency: 1,
        ...GENEROUS_LIMITS,
      });
      return {
        get pid() {
          return child.pid;
        },
        read: async ({ path, results }) => {
          const lines = (await child.call("read", { path }, GENEROUS_LIMITS)) as TextLine[]; // as the child's `read` has it
          return { found: stickersByTruth(results, lines), unaided: stickersByText(lines) };
        },
        close: () => child.close(),
      };
    },
    finish: async () => {
      await photos.close();
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
