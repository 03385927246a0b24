import type { Page } from "playwright-core";
import { contextOf, withBrowser } from "./lib/browser.ts";
import { drawPredictions } from "./lib/predictions.ts";
import { seedEvent } from "./lib/seed.ts";
import { type Stack, withStack } from "./lib/stack.ts";

const SLUG = "keystrokes";
const PHOTOS = 20;
const RESULTS = { stickers: 12, shelves: 3 };
/** Doubtful values of the first photos; the others have none. Sixteen in ten photos. */
const DOUBTS = [2, 2, 2, 2, 2, 2, 1, 1, 1, 1];
/** An upper limit: no review of these photos needs more keys. */
const MAX_KEYS = 200;
const POLL_MS = 20;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Counts the keys of a whole review in a real browser, from the home screen until every photo is approved. Every value that was read is
 * right, so each key is one that confirms, approves or shows more.
 */
export async function keystrokes(): Promise<Record<string, unknown>> {
  return withStack(async (stack) => {
    await seedEvent(stack, SLUG, PHOTOS, (place, photo) =>
      drawPredictions(photo, RESULTS, (n) => n < (DOUBTS[place] ?? 0)),
    );
    // The worker would have set it together with the detection.
    await stack.pool.query("update images set status = 'pending' where stickers_count = valid_stickers_count");
    return withBrowser(async (browser) =>
      countKeys(await (await contextOf(browser, stack.url, stack.client)).newPage(), stack),
    );
  });
}

async function countKeys(page: Page, stack: Stack): Promise<Record<string, unknown>> {
  await page.goto("/");
  await page.getByRole("button", { name: /^Review next \(20\)/ }).waitFor();
  await page.keyboard.press("g");
  await page.waitForURL(/images\//);
  const keys: Record<string, number> = {};
  for (let count = 0; count < MAX_KEYS && (await isTargetOpen(page, stack)); count += 1) {
    const before = await page.evaluate(startPress);
    const kind = await page.evaluate(() => document.activeElement?.getAttribute("data-keys") ?? "sheet");
    await page.keyboard.press("Enter");
    keys[kind] = (keys[kind] ?? 0) + 1;
    // The last approval only shows that no photo is left.
    while ((await openPhotos(stack)) > 0 && !(await page.evaluate(isAnswered, before)))
      await page.waitForTimeout(POLL_MS);
  }
  const review = Object.values(keys).reduce((sum, count) => sum + count, 0);
  print(`1 key from home to the first photo; then ${review} keys for ${PHOTOS} photos: ${JSON.stringify(keys)}`);
  return { homeToFirst: 1, review, photos: PHOTOS, doubts: DOUBTS.reduce((sum, count) => sum + count, 0), keys };
}

/** Waits for an element that takes Enter. @returns false once every photo is approved */
async function isTargetOpen(page: Page, stack: Stack): Promise<boolean> {
  while ((await openPhotos(stack)) > 0) {
    if (await page.evaluate(hasTarget)) return true;
    await page.waitForTimeout(POLL_MS);
  }
  return false;
}

async function openPhotos({ pool }: Stack): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    "select count(*)::int as open from images where status <> 'approved'",
  );
  return rows[0]?.open ?? 0;
}

/** Whether an element has the focus on which Enter confirms, approves or shows more. */
function hasTarget(): boolean {
  const { activeElement } = document;
  if (activeElement?.matches("[data-keys=reading], [data-keys=validate]") === true) return true;
  // The button of a proof sheet, once its photos are on the screen.
  return (
    activeElement?.matches("button:not(.ant-btn-loading)") === true && document.querySelector("[data-more]") !== null
  );
}

/** Notes the element that gets the key. @returns the shown part of a proof */
function startPress(): number {
  Object.assign(globalThis, { pressed: document.activeElement });
  return document.querySelector("[data-more]")?.scrollTop ?? 0;
}

/** Whether a key has moved the focus, or scrolled a proof. The address is not checked, because it changes before the screen. */
const isAnswered = (scrolled: number): boolean =>
  document.activeElement !== (globalThis as { pressed?: Element }).pressed || // noted by startPress
  (document.querySelector("[data-more]")?.scrollTop ?? 0) !== scrolled;
