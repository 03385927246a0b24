import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

type Asked = Parameters<AxeBuilder["options"]>[0];

/** Expects no serious accessibility violations in the current theme. */
export const expectNoSeriousViolations = (page: Page): Promise<void> => expectNoViolations(page, {});

/** Expects none in the light and dark themes. The dark theme only changes colors. Ends in the light theme. */
export async function expectNoSeriousViolationsInBothThemes(page: Page): Promise<void> {
  await switchTheme(page, "dark");
  await expectNoViolations(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  await switchTheme(page, "light");
  await expectNoSeriousViolations(page);
}

async function expectNoViolations(page: Page, asked: Asked): Promise<void> {
  // AxeBuilder evaluates axe's source twice for each analysis. Once for each document is enough.
  const hasAxe = await page.evaluate(() => "axe" in globalThis);
  const axe = new AxeBuilder(hasAxe ? { page, axeSource: "void 0" } : { page })
    // Violations only. Legacy mode opens no second page for cross-origin frames, which the app does not have.
    .options({ ...asked, resultTypes: ["violations"] })
    .setLegacyMode();
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

async function switchTheme(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // The app follows the system's color scheme a moment later.
  await expect.poll(() => page.evaluate(currentTheme)).toBe(colorScheme);
}

/** The current theme, judged by the background and text colors, which change one after the other. */
function currentTheme(): "light" | "dark" | "between" {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- an outer function does not exist in the page
  const isBright = (colour: string): boolean => {
    const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
    return red + green + blue > 3 * 128;
  };
  const ground = isBright(getComputedStyle(document.body).backgroundColor);
  const letters = isBright(getComputedStyle(document.querySelector(".ant-app") ?? document.body).color);
  if (ground === letters) return "between";
  return ground ? "light" : "dark";
}
