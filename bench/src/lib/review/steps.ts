import type { Page, Route } from "playwright-core";
import { percentile } from "../percentile.ts";
import type { SeededImage } from "../seed.ts";
import { openImage } from "./photo.ts";

export type StepFigures = { warmMs: number; warmP95Ms: number; coldMs: number; coldP95Ms: number };

/** Minimum viewing time of a photo, in which the next one is prefetched. */
const LOOK_MS = 1500;
const NEXT = "Shift+ArrowRight";

/**
 * Time from the key press until the next photo is painted with all boxes: once with time to prefetch it, once with
 * its requests held back until the key press.
 * @param images in review order; each is stepped to once
 * @param boxes number of boxes of each image
 */
export async function measureSteps(
  page: Page,
  slug: string,
  images: readonly SeededImage[],
  boxes: number,
): Promise<StepFigures> {
  const [first, ...others] = images;
  if (!first) throw new Error("There are no images.");
  await openImage(page, slug, first);
  const half = Math.floor(others.length / 2);
  const warm: number[] = [];
  for (const image of others.slice(0, half)) {
    await page.waitForTimeout(LOOK_MS);
    warm.push(await step(page, image, boxes));
  }
  const cold = await coldSteps(page, slug, others.slice(half - 1), boxes);
  return {
    warmMs: percentile(warm, 0.5),
    warmP95Ms: percentile(warm, 0.95),
    coldMs: percentile(cold, 0.5),
    coldP95Ms: percentile(cold, 0.95),
  };
}

/**
 * Steps to the next image. Returns milliseconds from the key press to its paint.
 * @param onPress called when the page has received the key
 */
export async function step(
  page: Page,
  image: SeededImage,
  boxes: number,
  onPress: () => void = () => undefined,
): Promise<number> {
  await page.evaluate(watchKey, { alt: `Photo ${image.name}`, boxes });
  await page.keyboard.press(NEXT);
  onPress();
  return page.evaluate(shownAfter);
}

async function coldSteps(page: Page, slug: string, images: readonly SeededImage[], boxes: number): Promise<number[]> {
  const held = new Map<string, (() => void)[]>();
  const sidIn = (url: string): string | undefined =>
    [...held.keys()].find((sid) => decodeURIComponent(url).includes(sid));
  const hold = async (route: Route): Promise<void> => {
    const sid = sidIn(route.request().url());
    if (sid !== undefined) await new Promise<void>((resolve) => held.get(sid)?.push(resolve));
    await route.continue();
  };
  const release = (sid: string): void => {
    for (const go of held.get(sid) ?? []) go();
    held.delete(sid);
  };
  for (const { sid } of images.slice(1)) held.set(sid, []);
  await page.route((url) => sidIn(url.href) !== undefined, hold);
  const [first, ...others] = images;
  if (first) await openImage(page, slug, first);
  const times: number[] = [];
  for (const image of others) {
    await page.waitForTimeout(LOOK_MS);
    times.push(await step(page, image, boxes, () => release(image.sid)));
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return times;
}

type Watching = { benchShown?: Promise<number> };

/**
 * Runs in the page: from the key press on, waits until the browser has painted the photo (Element Timing) and all
 * boxes exist.
 */
function watchKey({ alt, boxes }: { alt: string; boxes: number }): void {
  const TIMING = "elementtiming";
  const watch = (pressedAt: number): Promise<number> =>
    new Promise((resolve) => {
      // Element Timing reports elements that are in the document before their first paint.
      const marking = new MutationObserver(() => {
        for (const image of document.images) if (image.alt === alt) image.setAttribute(TIMING, alt);
      });
      marking.observe(document, { childList: true, subtree: true });
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, so it cannot use outer functions
      const isThere = (): boolean => document.querySelectorAll("section [data-index]").length >= boxes;
      const done = (paintedAt: number): void => {
        if (!isThere()) return void requestAnimationFrame(done);
        marking.disconnect();
        painting.disconnect();
        resolve(paintedAt - pressedAt);
      };
      const painting = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { identifier, renderTime } = entry as PerformanceElementTiming; // the one type it observes
          if (identifier === alt) done(renderTime);
        }
      });
      painting.observe({ type: "element", buffered: true });
    });
  const hear = ({ code, timeStamp }: KeyboardEvent): void => {
    if (code !== "ArrowRight") return;
    removeEventListener("keydown", hear, true);
    (globalThis as Watching).benchShown = watch(timeStamp);
  };
  addEventListener("keydown", hear, true);
}

/** Not in TypeScript's DOM types yet: https://w3c.github.io/element-timing/ */
type PerformanceElementTiming = PerformanceEntry & { identifier: string; renderTime: number };

const shownAfter = (): Promise<number> =>
  (globalThis as Watching).benchShown ?? Promise.reject(new Error("The page received no key."));
