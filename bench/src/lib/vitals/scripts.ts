import type { Page } from "playwright-core";

/** The scripts that a page has fetched so far, each with its compressed transfer size in bytes. */
export const scriptsOf = async (page: Page): Promise<Map<string, number>> =>
  new Map(
    await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry): entry is PerformanceResourceTiming => new URL(entry.name).pathname.endsWith(".js"))
        .map(({ name, encodedBodySize }): [string, number] => [new URL(name).pathname, encodedBodySize]),
    ),
  );

/** kB (of 1,000 bytes) in `scripts` that are not among `known`. */
export const kbBeyond = (scripts: ReadonlyMap<string, number>, known: ReadonlyMap<string, number>): number =>
  Math.round([...scripts].filter(([path]) => !known.has(path)).reduce((sum, [, bytes]) => sum + bytes, 0) / 100) / 10;
