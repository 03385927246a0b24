import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepare } from "@precount/documents/testing";
import { withPeak } from "./peak-memory.ts";
import type { Reader } from "./reader.ts";

const PAGES = 100;
/** Tables that fill two pages each, of every kind. */
const RULES = ["grid", "zebra", "rows", "cells", "none"] as const;
const ROWS = 98;

/** A PDF of a hundred pages full of tables: where it was written. */
export async function hundredPages(folder: string): Promise<string> {
  const { pdf, truth } = await prepare({
    name: "a hundred pages",
    seed: 100,
    parts: Array.from({ length: PAGES / 2 }, (_, at) => ({
      table: {
        fields: ["position", "code", "article", "shelf", "quantity", "price"] as const,
        rows: ROWS,
        // The modulus stays within the list.
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

/** Reads the hundred pages on one core, what its process needs to start included. */
export async function timed(reader: Reader, path: string): Promise<Speed> {
  const before = performance.now();
  const { peakMb } = await withPeak(
    () => reader.pid(),
    () => reader.read(path),
  );
  const seconds = (performance.now() - before) / 1000;
  return { seconds: Number(seconds.toFixed(2)), pagesPerSecond: Number((PAGES / seconds).toFixed(1)), peakMb };
}

/** Holds this process, and those that it starts from now on, to the first core. */
export function keepToOneCore(): void {
  execFileSync("taskset", ["-a", "-p", "-c", "0", String(process.pid)]);
}
