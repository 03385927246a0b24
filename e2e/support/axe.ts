import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

/** Nothing that would keep somebody from using the page as it is now. */
export async function expectNothingSerious(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** The same in the light and in the dark, which is what the page is left in as it was: light. */
export async function expectNothingSeriousInBoth(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect.poll(() => page.evaluate(brightness)).toBe(colorScheme);
    await expectNothingSerious(page);
  }
}

/** What the page shows now, by the colour of its own ground; it follows the system's wish a moment later. */
function brightness(): "light" | "dark" {
  const [red = 0, green = 0, blue = 0] =
    getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
  return red + green + blue > 3 * 128 ? "light" : "dark";
}
