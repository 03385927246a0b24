import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { contextOf, withBrowser } from "./lib/browser.ts";
import { seedWall } from "./lib/crop-wall/seed-wall.ts";
import { scrollImages } from "./lib/scroll-images.ts";
import { withStack } from "./lib/stack.ts";

const SLUG = "wall";
/** At 60 frames a second, reading speed and a quick search. */
const SPEEDS = { slow: 12, fast: 60 } as const;
const SCROLLED = { scroller: '[role="listbox"]', frames: 600 };

/**
 * The crop wall of an event with `--stickers N` (20,000) in Chromium on the real server: the time until all are listed (`listedMs`),
 * and while scrolling slowly and fast the frames and the arrival of crops.
 */
export async function cropWall(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({ args: [...argv], options: { stickers: { type: "string", default: "20000" } } });
  const stickers = Number(values.stickers);
  return withStack(async (stack) => {
    await seedWall(stack, SLUG, stickers);
    return withBrowser(async (browser) => {
      const context = await contextOf(browser, stack.url, stack.client);
      const page = await context.newPage();
      const startedAt = performance.now();
      await page.goto(`/projects/${SLUG}/crops`);
      await page.getByText(`${stickers.toLocaleString("en-GB")} stickers`, { exact: true }).waitFor();
      const listedMs = Math.round(performance.now() - startedAt);
      const slow = await scrollImages(page, { ...SCROLLED, pixelsPerFrame: SPEEDS.slow });
      const fast = await scrollImages(page, { ...SCROLLED, pixelsPerFrame: SPEEDS.fast });
      const { frameP95Ms, imageP95Ms: cropP95Ms } = slow;
      return { stickers, listedMs, frameP95Ms, cropP95Ms, slow, fast, load: loadavg().map((load) => load.toFixed(1)) };
    });
  });
}
