import type { Page } from "playwright-core";
import { percentile } from "./percentile.ts";

export type ScrollFigures = {
  frameMs: number;
  frameP95Ms: number;
  imageMs: number;
  imageP95Ms: number;
  images: number;
};

type Given = {
  /** A CSS selector of the element that scrolls. */
  scroller: string;
  pixelsPerFrame: number;
  frames: number;
};

/** Scrolls a list of images and measures its frames, and the time from the element of an item (`data-index`) to the pixels of its image. */
export async function scrollImages(page: Page, given: Given): Promise<ScrollFigures> {
  const { frames, images, missing } = await page.evaluate(scrollInPage, given);
  if (missing > 0) throw new Error(`${missing} images did not load.`);
  return {
    frameMs: percentile(frames, 0.5),
    frameP95Ms: percentile(frames, 0.95),
    imageMs: percentile(images, 0.5),
    imageP95Ms: percentile(images, 0.95),
    images: images.length,
  };
}

/** Runs in the page. An image that is scrolled away before it arrives is not counted. */
async function scrollInPage({ scroller: selector, pixelsPerFrame, frames: count }: Given) {
  const scroller = document.querySelector(selector);
  if (!scroller) throw new Error(`There is no ${selector}.`);
  const images: number[] = [];
  let missing = 0;
  const pending = new Set<Node>();
  const addedAt = new WeakMap<Element, number>();
  const observer = new MutationObserver((changes) => {
    const now = performance.now();
    for (const change of changes) {
      for (const node of change.addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches("[data-index]")) addedAt.set(node, now);
        for (const item of node.querySelectorAll("[data-index]")) addedAt.set(item, now);
        const added = node instanceof HTMLImageElement ? [node] : node.querySelectorAll("img");
        for (const image of added) {
          const item = image.closest("[data-index]");
          // An image outside the items, or of an item that was there before.
          if (item === null || !addedAt.has(item)) continue;
          const startedAt = addedAt.get(item) ?? now;
          // React may create an element in an earlier task than it inserts it: its image has arrived, and no event follows.
          if (image.complete && image.naturalWidth > 0) {
            images.push(now - startedAt);
            continue;
          }
          pending.add(image);
          image.addEventListener("load", () => {
            if (image.isConnected) images.push(performance.now() - startedAt);
            pending.delete(image);
          });
          image.addEventListener("error", () => {
            missing += 1;
            pending.delete(image);
          });
        }
      }
    }
  });
  observer.observe(scroller, { childList: true, subtree: true });
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, where outer functions are missing
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const frames: number[] = [];
  await frame();
  let before = performance.now();
  for (let n = 0; n < count; n++) {
    scroller.scrollTop += pixelsPerFrame;
    await frame();
    const now = performance.now();
    frames.push(now - before);
    before = now;
  }
  // The last images arrive.
  const deadline = performance.now() + 10_000;
  while ([...pending].some((image) => image.isConnected) && performance.now() < deadline) await frame();
  missing += [...pending].filter((image) => image.isConnected).length;
  observer.disconnect();
  return { frames, images, missing };
}
