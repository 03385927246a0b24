/** Forked child that runs `tesseract.js` offline on crops of the true stickers. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Rect } from "@precount/domain";
import { serveCalls } from "@precount/forked-process";
import { decodeUpright, type Pixels, rectify } from "@precount/photos";
import { PSM, createScheduler, createWorker } from "tesseract.js";

export interface ReadWord {
  text: string;
  /** 0–1. */
  confidence: number;
}

const threads = Number(process.env["BENCH_THREADS"]) || 1;
/** Height of the crops: more pixels do not improve the reading of drawn stickers and are slower. */
const CROP_HEIGHT_PX = 120;

// The LSTM data that the library downloads by default.
const eng = createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json");
const langPath = join(dirname(eng), "4.0.0_best_int");

/** The library is single-threaded, so several workers share the crops. */
async function start() {
  const scheduler = createScheduler();
  for (let i = 0; i < threads; i++) {
    const worker = await createWorker("eng", undefined, { langPath, gzip: true, cacheMethod: "none" });
    // Also tried: sparse text and single column, digits only and all letters. This setting read most drawn stickers.
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, debug_file: "/dev/null" });
    scheduler.addWorker(worker);
  }
  return scheduler;
}
const scheduler = start();

/** The words of each sticker in reading order. */
async function read({ path, rects }: { path: string; rects: Rect[] }): Promise<ReadWord[][]> {
  const photo = await decodeUpright(path, "none");
  const ready = await scheduler;
  return Promise.all(
    rects.map(async (rect) => {
      const { data } = await ready.addJob("recognize", toPpm(crop(photo, rect)), {}, { blocks: true });
      const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
      return lines.flatMap(({ words }) =>
        words.map(({ text, confidence }) => ({ text, confidence: confidence / 100 })),
      );
    }),
  );
}

function crop(photo: Pixels, { x, y, width, height, angle = 0 }: Rect): Pixels {
  const box = { cx: x + width / 2, cy: y + height / 2, width, height, angle };
  return rectify(photo, box, Math.round((CROP_HEIGHT_PX * width) / height), CROP_HEIGHT_PX);
}

/** Netpbm's PPM format: a header with the size, then the pixels. */
const toPpm = ({ data, width, height }: Pixels): Buffer =>
  Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`, "latin1"), data]);

serveCalls({ read });
