import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepare } from "@precount/documents/testing";
import { withPeak } from "./peak-memory.ts";
import type { Reader } from "./reader.ts";

const PAGES = 100;
/** Tables of every kind that fill two pages each. */
const RULES = ["grid", "zebra", "rows", "cells", "none"] as const;
const ROWS = 98;

/** Writes a PDF of a hundred pages full of tables and returns its path. */
export async function hundredPages(folder: string): Promise<string> {
  const { pdf, truth } = await prepare({
    name: "a hundred pages",
    seed: 100,
    parts: Array.from({ length: PAGES / 2 }, (_, at) => ({
      table: {
        fields: ["position", "code", "article", "shelf", "quantity", "price"] as const,
        rows: ROWS,
        // The index is taken modulo the list's length.
        rules: RULES[at % RULES.length] ?? "grid",
        style: { size: 8, padY: 2.5 },
      },
    })),
  });
  const last = Math.max(...truth.tables.flatMap(({ cells }) => cells.map(({ page }) => page)));
  if (last !== PAGES) throw new Error(`The document for timing has ${last} pages instead of ${PAGES}.`);
  const path = join(folder, "hundred-pages.pdf");
  await writeFile(path, pdf);
  return path;
}

export interface Speed {
  seconds: number;
  pagesPerSecond: number;
  peakMb: number;
}

/** Reads the hundred pages on one core, including the start of the process. */
export async function timed(reader: Reader, path: string): Promise<Speed> {
  const before = performance.now();
  const { peakMb } = await withPeak(
    () => reader.pid(),
    () => reader.read(path),
  );
  const seconds = (performance.now() - before) / 1000;
  return { seconds: Number(seconds.toFixed(2)), pagesPerSecond: Number((PAGES / seconds).toFixed(1)), peakMb };
}

/** Pins this process and its future children to the first core. */
export function keepToOneCore(): void {
  execFileSync("taskset", ["-a", "-p", "-c", "0", String(process.pid)]);
}
