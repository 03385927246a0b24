import { type Page, expect } from "@playwright/test";

/** The accessible name of the focused element and whether its focus is visible. */
const focused = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(() => {
    const one = document.activeElement;
    const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : null;
    return {
      name: (one?.getAttribute("aria-label") ?? label ?? one?.textContent ?? "").trim(),
      isSeen: one?.matches(":focus-visible") === true,
    };
  });

export const focusedName = async (page: Page): Promise<string> => (await focused(page)).name;

/** Presses Tab until the element with this name has the focus. Checks that the focus is visible at every step. */
export async function tabTo(page: Page, name: string, key: "Tab" | "Shift+Tab" = "Tab", most = 60): Promise<void> {
  const passed: string[] = [];
  while (passed.at(-1) !== name) {
    expect(passed.length, `'${name}' is not within ${most} times ${key}: ${passed.join(" · ")}`).toBeLessThan(most);
    await page.keyboard.press(key);
    const one = await focused(page);
    expect(one.isSeen, `one sees that '${one.name}' has the focus`).toBe(true);
    passed.push(one.name);
  }
}
