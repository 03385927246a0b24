import type { Page } from "playwright-core";
import { contextOf, withBrowser } from "./lib/browser.ts";
import { drawPredictions } from "./lib/predictions.ts";
import { type FrameFigures, UNLIMITED_FRAMES, measureFrames } from "./lib/review/frames.ts";
import { measureInteractions } from "./lib/review/interactions.ts";
import { measureMemory } from "./lib/review/memory.ts";
import { openImage } from "./lib/review/photo.ts";
import { measureSteps } from "./lib/review/steps.ts";
import { type SeededImage, seedEvent } from "./lib/seed.ts";
import { type Stack, withStack } from "./lib/stack.ts";

const MANY = { stickers: 980, shelves: 20 };
/** Typical number of results in a photo of a bay. */
const USUAL = { stickers: 56, shelves: 4 };
const STEPS = 24;
const IN_A_ROW = 301;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const round = (ms: number): number => Math.round(10 * ms) / 10;

/**
 * Measures the review in a real browser on the real server with photos of 12 megapixels. Part names (`frames`,
 * `editing`, `steps`, `memory`) select what is measured.
 */
export async function review(argv: readonly string[]): Promise<Record<string, unknown>> {
  const parts = Object.keys(PARTS).filter((name) => argv.length === 0 || argv.includes(name));
  return withStack(async (stack) => {
    const figures: Record<string, unknown> = {};
    for (const name of parts) Object.assign(figures, await PARTS[name as keyof typeof PARTS](stack)); // the keys come from the same object
    return figures;
  });
}

const PARTS = { frames, editing, steps, memory };

/** Each part uses its own event, so that no part sees changes of another. */
const seedMany = (stack: Stack, slug: string): Promise<SeededImage[]> =>
  seedEvent(stack, slug, 1, (_, photo) => drawPredictions(photo, MANY));
const seedUsual = (stack: Stack, slug: string, count: number): Promise<SeededImage[]> =>
  seedEvent(stack, slug, count, (_, photo) => drawPredictions(photo, USUAL));

async function frames(stack: Stack): Promise<Record<string, number>> {
  const [image] = await seedMany(stack, "frames");
  const { pan, zoom, drag } = await withPage(stack, UNLIMITED_FRAMES, async (page): Promise<FrameFigures> => {
    if (image) await openImage(page, "frames", image);
    await page.waitForLoadState("networkidle");
    return measureFrames(page, "Sticker 500");
  });
  print(
    `1,000 results, a frame: pan ${round(pan.ms)} ms (p95 ${round(pan.p95Ms)}), zoom ${round(zoom.ms)} ms ` +
      `(p95 ${round(zoom.p95Ms)}), a box dragged ${round(drag.ms)} ms (p95 ${round(drag.p95Ms)})`,
  );
  return {
    frameMs: round(Math.max(pan.ms, zoom.ms)),
    frameP95Ms: round(Math.max(pan.p95Ms, zoom.p95Ms)),
    panMs: round(pan.ms),
    zoomMs: round(zoom.ms),
    dragMs: round(drag.ms),
    dragP95Ms: round(drag.p95Ms),
  };
}

async function editing(stack: Stack): Promise<Record<string, number>> {
  const [image] = await seedMany(stack, "editing");
  const labels = Array.from({ length: 12 }, (_, n) => `Sticker ${25 + 75 * n}`);
  const figures = await withPage(stack, [], async (page) => {
    if (image) await openImage(page, "editing", image);
    await page.waitForLoadState("networkidle");
    return measureInteractions(page, labels);
  });
  print(
    `${figures.interactions} interactions, to the next paint: p98 ${figures.inpP98Ms} ms, longest ${figures.inpMaxMs} ms`,
  );
  return figures;
}

async function steps(stack: Stack): Promise<Record<string, number>> {
  const images = await seedUsual(stack, "steps", 2 * STEPS);
  const boxes = USUAL.stickers + USUAL.shelves;
  const figures = await withPage(stack, [], (page) => measureSteps(page, "steps", images, boxes));
  print(
    `next image: fetched before ${round(figures.warmMs)} ms (p95 ${round(figures.warmP95Ms)}), ` +
      `not fetched ${round(figures.coldMs)} ms (p95 ${round(figures.coldP95Ms)})`,
  );
  return {
    nextWarmMs: round(figures.warmMs),
    nextWarmP95Ms: round(figures.warmP95Ms),
    nextColdMs: round(figures.coldMs),
    nextColdP95Ms: round(figures.coldP95Ms),
  };
}

async function memory(stack: Stack): Promise<Record<string, number>> {
  const images = await seedUsual(stack, "memory", IN_A_ROW);
  const boxes = USUAL.stickers + USUAL.shelves;
  return withPage(stack, [], (page) => measureMemory(page, "memory", images, boxes, print));
}

const withPage = <T>(stack: Stack, args: readonly string[], use: (page: Page) => Promise<T>): Promise<T> =>
  withBrowser(async (browser) => use(await (await contextOf(browser, stack.url, stack.client)).newPage()), args);
