import { contextOf, withBrowser } from "../browser.ts";
import { percentile } from "../percentile.ts";
import type { Stack } from "../stack.ts";
import { BIG_SLUG } from "./years.ts";

const TIMES = 7;
/** An element that is visible once the page has content. */
const PAGES = [
  { name: "dashboard", path: "/", drawn: '[aria-label="Object Detections"]' },
  { name: "events", path: "/projects", drawn: "tbody tr:nth-child(5)" },
  { name: "archives", path: "/archives", drawn: "tbody tr:nth-child(5)" },
  { name: "bigEvent", path: `/projects/${BIG_SLUG}/eventImages`, drawn: "tbody tr:nth-child(5)" },
];

/** Time from navigation to content in a real browser with a warm cache; medians, milliseconds. */
export async function measureFirstPages(stack: Stack): Promise<Record<string, number>> {
  return withBrowser(async (browser) => {
    const page = await (await contextOf(browser, stack.url, stack.client)).newPage();
    const figures: Record<string, number> = {};
    for (const { name, path, drawn } of PAGES) {
      const times: number[] = [];
      for (let n = 0; n <= TIMES; n++) {
        const startedAt = performance.now();
        await page.goto(path, { waitUntil: "commit" });
        await page.locator(drawn).first().waitFor();
        // The first visit also downloads the scripts.
        if (n > 0) times.push(performance.now() - startedAt);
      }
      figures[name] = Math.round(percentile(times, 0.5));
    }
    return figures;
  });
}
