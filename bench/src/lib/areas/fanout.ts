import { setTimeout as delay } from "node:timers/promises";
import { contextOf, withBrowser } from "../browser.ts";
import { makePeople } from "../people.ts";
import { percentile } from "../percentile.ts";
import type { Stack } from "../stack.ts";
import { type Screen, now, openGrid, openReader } from "./screens.ts";
import { AREAS_SLUG, type Waiting } from "./seed.ts";

const PEOPLE = 20;
const PAGE_SIZE = 72;
/**
 * Pause between two approvals, like a quick reviewer. Requests of the screens after one approval overlap with the
 * next.
 */
const PACE_MS = 700;

export type FanoutPlan = { screens: number; pages: number; approvals: number };

/**
 * Opens a number of screens, `pages` of them in a real browser, and approves areas through the API one after the
 * other. Measures the time from each call until the last screen has the area's new state, ms.
 */
export async function measureFanout(
  stack: Stack,
  waiting: readonly Waiting[],
  { screens: count, pages, approvals }: FanoutPlan,
): Promise<Record<string, number>> {
  const people = await makePeople(stack, PEOPLE);
  return withBrowser(async (browser) => {
    const grids: Screen[] = [];
    for (let n = 0; n < pages; n++) {
      const context = await contextOf(browser, stack.url, people[n % PEOPLE]?.client ?? stack.client);
      grids.push(await openGrid(await context.newPage(), AREAS_SLUG, PAGE_SIZE));
    }
    const openedAt = performance.now();
    const readers = await Promise.all(
      Array.from({ length: count - pages }, (_, n) =>
        openReader(stack.url, AREAS_SLUG, people[n % PEOPLE]?.client ?? stack.client),
      ),
    );
    const allOpenMs = performance.now() - openedAt;
    const last: number[] = [];
    const pagesLast: number[] = [];
    try {
      for (const area of waiting.slice(0, approvals)) {
        await delay(PACE_MS);
        const drawn = Promise.all(grids.map((grid) => grid.shows(area, "approved")));
        const heard = Promise.all(readers.map((reader) => reader.shows(area, "approved")));
        const startedAt = now();
        const approval = stack.client.call("imageDetection.validateImageDetection", { sid: area.detectionSid });
        const [pageTimes, times] = await Promise.all([drawn, heard, approval]);
        last.push(Math.max(...times, ...pageTimes) - startedAt);
        pagesLast.push(Math.max(...pageTimes) - startedAt);
      }
    } finally {
      for (const screen of [...readers, ...grids]) screen.close();
    }
    return {
      fanoutMs: Math.round(percentile(last, 0.95)),
      fanoutMedianMs: Math.round(percentile(last, 0.5)),
      fanoutMaxMs: Math.round(Math.max(...last)),
      fanoutPagesMs: Math.round(percentile(pagesLast, 0.95)),
      approvals: last.length,
      screens: readers.length + grids.length,
      pages: grids.length,
      allOpenMs: Math.round(allOpenMs),
    };
  });
}
