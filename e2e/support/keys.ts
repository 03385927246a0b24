import { type Page, expect } from "@playwright/test";

/** The accessible name of the focused element and whether its focus is visible. */
const focused = (page: Page): Promise<{ name: string; hasVisibleFocus: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return {
      name: (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim(),
      hasVisibleFocus: element?.matches(":focus-visible") === true,
    };
  });

export const focusedName = async (page: Page): Promise<string> => (await focused(page)).name;

/** Presses Tab until the element with this name has the focus. Checks that the focus is visible at every step. */
export async function tabTo(
  page: Page,
  name: string,
  key: "Tab" | "Shift+Tab" = "Tab",
  maxPresses = 60,
): Promise<void> {
  const passed: string[] = [];
  while (passed.at(-1) !== name) {
    expect(
      passed.length,
      `'${name}' was not reached by ${maxPresses} presses of ${key}: ${passed.join(" · ")}`,
    ).toBeLessThan(maxPresses);
    await page.keyboard.press(key);
    const { name: focusedElement, hasVisibleFocus } = await focused(page);
    expect(hasVisibleFocus, `the focus on '${focusedElement}' is visible`).toBe(true);
    passed.push(focusedElement);
  }
}
