import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

type Asked = Parameters<AxeBuilder["options"]>[0];

/** Nothing that would keep somebody from using the page as it is now. */
export const expectNothingSerious = (page: Page): Promise<void> => expectNothing(page, {});

/** The same in the light and in the dark, which changes colours only. The page is left in the light, as it was. */
export async function expectNothingSeriousInBoth(page: Page): Promise<void> {
  await show(page, "dark");
  await expectNothing(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  await show(page, "light");
  await expectNothingSerious(page);
}

async function expectNothing(page: Page, asked: Asked): Promise<void> {
  // Without lists of what is right, and (legacy) without another page to gather what frames of other origins have: there are none.
  const axe = new AxeBuilder({ page }).options({ ...asked, resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

async function show(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // It follows the system's wish a moment later.
  await expect.poll(() => page.evaluate(brightness)).toBe(colorScheme);
}

/** What the page shows now, by the colour of its own ground and of the letters on it, which follow one after the other. */
function brightness(): "light" | "dark" | "between" {
  // Runs in the page: all that it needs is inside.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- as above
  const isBright = (colour: string): boolean => {
    const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
    return red + green + blue > 3 * 128;
  };
  const ground = isBright(getComputedStyle(document.body).backgroundColor);
  const letters = isBright(getComputedStyle(document.querySelector(".ant-app") ?? document.body).color);
  if (ground === letters) return "between";
  return ground ? "light" : "dark";
}
