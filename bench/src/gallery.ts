import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { contextOf, withBrowser } from "./lib/browser.ts";
import { drawPredictions } from "./lib/predictions.ts";
import { scrollImages } from "./lib/scroll-images.ts";
import { seedEvent } from "./lib/seed.ts";
import { withStack } from "./lib/stack.ts";

const SLUG = "gallery";
const RESULTS = { stickers: 12, shelves: 3 };
/** Every third photo has a doubtful sticker, whose box is drawn on it. */
const DOUBTFUL_EVERY = 3;
/** At 60 frames a second, looking at the photos and a quick search. */
const SPEEDS = { slow: 12, fast: 60 } as const;
const SCROLLED = { scroller: "#content", frames: 600 };

/**
 * The gallery of an event with `--photos N` (5,000) in Chromium on the real server: the time until the first photos are listed (`listedMs`), and
 * while scrolling slowly and fast the frames and the arrival of photos.
 */
export async function gallery(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({ args: [...argv], options: { photos: { type: "string", default: "5000" } } });
  const photos = Number(values.photos);
  return withStack(async (stack) => {
    await seedEvent(stack, SLUG, photos, (place, photo) =>
      drawPredictions(photo, RESULTS, (n) => n === 0 && place % DOUBTFUL_EVERY === 0),
    );
    return withBrowser(async (browser) => {
      const context = await contextOf(browser, stack.url, stack.client);
      const page = await context.newPage();
      await page.goto(`/projects/${SLUG}/eventImages`);
      const startedAt = performance.now();
      await page.getByText("Gallery", { exact: true }).click();
      await page.getByRole("list", { name: "Images" }).getByRole("listitem").first().waitFor();
      const listedMs = Math.round(performance.now() - startedAt);
      const slow = await scrollImages(page, { ...SCROLLED, pixelsPerFrame: SPEEDS.slow });
      const fast = await scrollImages(page, { ...SCROLLED, pixelsPerFrame: SPEEDS.fast });
      const { frameP95Ms, imageP95Ms } = slow;
      return { photos, listedMs, frameP95Ms, imageP95Ms, slow, fast, load: loadavg().map((load) => load.toFixed(1)) };
    });
  });
}
