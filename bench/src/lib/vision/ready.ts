import { ForkedProcess } from "@precount/forked-process";
import { PhotoProcess } from "@precount/photos";
import type { TruePhoto } from "@precount/vision";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Competitor, UNHURRIED } from "./competitor.ts";
import { type TextLine, stickersByText, stickersGranted } from "./ready-lines.ts";

const NOTES = [
  "ready: @gutenye/ocr-node as it comes, threads by ONNX runtime's intraOpNumThreads. It gives lines of text, joined",
  "  across the photo, and neither stickers nor shelves. Its figures are the most its text can be given credit for: a",
  "  code counts wherever it stands, a quantity in any line that touches its sticker, the shelf is taken as right. So",
  "  precision, recall and row do not compare with the others'. 'ready, by itself' has boxes guessed from its text.",
  "  HEIC and turned photos, which it cannot open or does not turn, are made upright before the clock starts.",
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
    const out = join(folder, `${photo.image}.webp`);
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
        ...UNHURRIED,
      });
      return {
        get pid() {
          return child.pid;
        },
        read: async ({ path, results }) => {
          const lines = (await child.call("read", { path }, UNHURRIED)) as TextLine[]; // as the child's `read` has it
          return { found: stickersGranted(results, lines), unaided: stickersByText(lines) };
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
