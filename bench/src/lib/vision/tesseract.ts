import { ForkedProcess } from "@precount/forked-process";
import { DEFAULT_DETECT_OPTIONS, type FoundResult, type ScoredResult } from "@precount/vision";
import { type Competitor, GENEROUS_LIMITS } from "./competitor.ts";
import { isCode, isQuantity, numbersIn } from "./numbers.ts";
import type { ReadWord } from "./tesseract-child.ts";

const NOTES = [
  "tesseract: tesseract.js reads upright crops of the true boxes, so its precision and recall are 1 by construction,",
  "  and the shelf is taken as right. Its time is that of reading alone; two threads are two workers.",
];

/** A true sticker with its reading: the first six-digit number is the code, the next number the quantity. */
export function toFound(sticker: ScoredResult, words: readonly ReadWord[]): FoundResult {
  const numbers = words.flatMap(({ text, confidence }) =>
    numbersIn(text).map(({ digits }) => ({ value: digits, confidence })),
  );
  const at = numbers.findIndex(({ value }) => isCode(value));
  const code = numbers[at];
  const quantity = numbers.find(({ value }, i) => i > at && isQuantity(value));
  const { codeConfidence, quantityConfidence } = DEFAULT_DETECT_OPTIONS;
  const valid = (code?.confidence ?? 0) >= codeConfidence && (quantity?.confidence ?? 0) >= quantityConfidence;
  return { ...sticker, code: code?.value ?? "", quantity: quantity?.value, valid };
}

/** `tesseract.js` with the true sticker positions given. */
export const tesseractCompetitor = (): Competitor => ({
  name: "tesseract",
  notes: NOTES,
  start(threads) {
    const child = new ForkedProcess({
      script: new URL("./tesseract-child.ts", import.meta.url),
      env: { BENCH_THREADS: String(threads) },
      concurrency: 1,
      ...GENEROUS_LIMITS,
    });
    return {
      get pid() {
        return child.pid;
      },
      read: async ({ path, results }) => {
        const stickers = results.filter(({ label }) => label === "sticker");
        const rects = stickers.map(({ rect }) => rect);
        const words = (await child.call("read", { path, rects }, GENEROUS_LIMITS)) as ReadWord[][]; // as the child's `read`
        return { found: stickers.map((sticker, i) => toFound(sticker, words[i] ?? [])) };
      },
      close: () => child.close(),
    };
  },
});
