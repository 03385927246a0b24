import type { Page } from "playwright-core";
import { percentile } from "../percentile.ts";
import { type Spot, middleOf, photoOf } from "./photo.ts";

/** The Event Timing API reports events longer than this and rounds to 8 ms. */
const MIN_REPORTED_MS = 16;

export type InteractionFigures = {
  /** 98th percentile of the time from an interaction to the next paint. */
  inpP98Ms: number;
  inpMaxMs: number;
  interactions: number;
};

/** A person edits results: types, confirms, nudges, moves, draws, undoes. */
export async function measureInteractions(page: Page, labels: readonly string[]): Promise<InteractionFigures> {
  await page.evaluate(observe, MIN_REPORTED_MS);
  for (const [n, label] of labels.entries()) {
    await typeCode(page, label, String(200_000 + n));
    await nudge(page);
  }
  for (const label of labels.slice(0, 5)) await move(page, label);
  for (let n = 0; n < 4; n++) await draw(page, n);
  for (let n = 0; n < 3; n++) await page.keyboard.press("Control+z");
  for (let n = 0; n < 3; n++) await page.keyboard.press("Control+Shift+Z");
  await page.getByRole("status", { name: "Saving", exact: true }).getByText("Saved").waitFor();
  const { durations, count } = await page.evaluate(observed);
  const quick = Array.from({ length: Math.max(0, count - durations.length) }, () => MIN_REPORTED_MS);
  const all = [...durations, ...quick];
  return { inpP98Ms: percentile(all, 0.98), inpMaxMs: Math.max(...all), interactions: all.length };
}

/** Selects a box in the fitted photo and returns its position. */
async function choose(page: Page, label: string): Promise<Spot> {
  await photoOf(page).focus();
  await page.keyboard.press("0");
  const at = await middleOf(photoOf(page).getByRole("button", { name: new RegExp(`^${label},`) }));
  await page.mouse.click(at.x, at.y);
  return at;
}

/** Selects a box, focuses its field, types six digits and presses Enter. */
async function typeCode(page: Page, label: string, code: string): Promise<void> {
  await choose(page, label);
  const field = page.getByRole("textbox", { name: `Code of ${label.toLowerCase()}`, exact: true });
  await field.click();
  await page.keyboard.type(code, { delay: 40 });
  await page.keyboard.press("Enter");
}

async function nudge(page: Page): Promise<void> {
  await photoOf(page).focus();
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight"]) await page.keyboard.press(key, { delay: 30 });
}

async function move(page: Page, label: string): Promise<void> {
  const at = await choose(page, label);
  await page.mouse.down();
  await page.mouse.move(at.x + 4, at.y + 4, { steps: 8 });
  await page.mouse.up();
}

async function draw(page: Page, n: number): Promise<void> {
  const at = await middleOf(photoOf(page));
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await page.mouse.move(at.x + 40 * n, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40 * n + 30, at.y + 20, { steps: 6 });
  await page.mouse.up();
}

type Observing = { benchInteractions?: Map<number, number> };

/** Runs in the page: records the longest event of each interaction. */
function observe(durationThreshold: number): void {
  const interactions = new Map<number, number>();
  (globalThis as Observing).benchInteractions = interactions;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Only entries of type 'event' are observed.
      const { interactionId, duration } = entry as PerformanceEventTiming;
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: "event", durationThreshold } as PerformanceObserverInit); // TypeScript does not know the threshold
}

async function observed(): Promise<{ durations: number[]; count: number }> {
  // Entries are reported a moment after their paint.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const durations = [...((globalThis as Observing).benchInteractions ?? new Map<number, number>()).values()];
  return { durations, count: performance.interactionCount };
}
