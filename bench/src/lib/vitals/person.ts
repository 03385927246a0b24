import type { Locator, Page } from "playwright-core";

/**
 * Milliseconds in which nothing is asked of the page. To look for an element by its role, or to see whether one can be pressed, runs
 * in the page itself, and would be timed as the page's own slowness.
 */
const REST_MS = 400;
const FIRST_SCREEN_MS = 3000;

const rest = (page: Page): Promise<void> => page.waitForTimeout(REST_MS);

/** Looks at an address, and touches nothing until its first screen has had the time to come. */
export async function comeTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForTimeout(FIRST_SCREEN_MS);
}

/** Presses where something is seen, as a hand does. */
export async function press(page: Page, what: Locator): Promise<void> {
  await what.waitFor();
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (!box) throw new Error("It is not there to be pressed.");
  await rest(page);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 30 });
  await rest(page);
}

/** Into whatever has the focus, as fast as a person types. */
export async function type(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words, { delay: 60 });
  await rest(page);
}

export async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await rest(page);
}
