import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Page, expect } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { IS_EXHAUSTIVE } from "./is-exhaustive.ts";

/** The short file: a page needs a third less time to load it than the one that `axe.source` holds. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules whose violations axe rates as minor or moderate. They take a third of an analysis, and their violations are not reported here. */
const NOT_SERIOUS: readonly string[] = [
  "aria-allowed-role",
  "aria-deprecated-role",
  "empty-heading",
  "empty-table-header",
  "focus-order-semantics",
  "form-field-multiple-labels",
  "heading-order",
  "hidden-content",
  "html-xml-lang-mismatch",
  "image-redundant-alt",
  "landmark-banner-is-top-level",
  "landmark-contentinfo-is-top-level",
  "landmark-main-is-top-level",
  "landmark-no-duplicate-banner",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "landmark-unique",
  "meta-viewport",
  "meta-viewport-large",
  "no-autoplay-audio",
  "page-has-heading-one",
  "presentation-role-conflict",
  "region",
  "scope-attr-valid",
  "server-side-image-map",
  "skip-link",
  "table-duplicate-name",
];

const EVERY_SERIOUS_RULE: RunOptions = {
  rules: Object.fromEntries(NOT_SERIOUS.map((id) => [id, { enabled: false }])),
};
const CONTRAST_RULE: RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** Expects no serious accessibility violations in the current theme. */
export const expectNoSeriousViolations = (page: Page): Promise<void> => expectNoViolations(page, EVERY_SERIOUS_RULE);

/** Expects none in the dark theme, which only changes colors. Ends in the light theme. */
export async function expectNoSeriousViolationsInDark(page: Page): Promise<void> {
  await switchTheme(page, "dark");
  await expectNoViolations(page, CONTRAST_RULE);
  await switchTheme(page, "light");
}

/**
 * Expects none in the light theme and, in `script/test-nightly`, in the dark one. Each run tests the dark theme on the most colorful
 * screens (every-route.spec.ts).
 */
export async function expectNoSeriousViolationsInBothThemes(page: Page): Promise<void> {
  if (IS_EXHAUSTIVE) await expectNoSeriousViolationsInDark(page);
  await expectNoSeriousViolations(page);
}

/** Runs axe in the page, which has no frames. */
async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  // Loading axe takes longer than an analysis, so each document loads it once.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const serious = await page.evaluate(async (asked) => {
    const { run } = Reflect.get(globalThis, "axe") as typeof axe; // AXE
    const { violations } = await run({ ...asked, resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, options);
  expect(serious).toEqual([]);
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
