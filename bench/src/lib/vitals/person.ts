import type { Locator, Page } from "playwright-core";

/**
 * Idle time, milliseconds. Looking up an element by its role runs in the page and would be measured as slowness of
 * the page.
 */
const REST_MS = 400;
const FIRST_SCREEN_MS = 3000;

const rest = (page: Page): Promise<void> => page.waitForTimeout(REST_MS);

/** Opens an address and waits without interaction until its first screen has loaded. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForTimeout(FIRST_SCREEN_MS);
}

/** Clicks at the position of an element with the mouse. */
export async function press(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("The element to press is not visible.");
  await rest(page);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 30 });
  await rest(page);
}

/** Types into the focused element at a person's speed. */
export async function type(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words, { delay: 60 });
  await rest(page);
}

export async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await rest(page);
}
