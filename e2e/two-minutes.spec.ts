import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "@playwright/test";
import { NIGHTLY } from "./support/is-exhaustive.ts";
import { confirmAction, signIn } from "./support/ui-actions.ts";
import { takeDocsScreenshot } from "./support/docs-screenshots.ts";
import { seeProofByKeys } from "./support/review.ts";
import { samples } from "./support/samples.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { type RunningServer, expect, test } from "./support/server.ts";
import { createUser } from "./support/users.ts";

/* The README's two-minute path through the demo event. `script/update-docs-screenshots` takes the screenshots of the docs on it. */

test.use({ serverArgs: ["--demo"] });

// journey.spec.ts goes from photos to the report's table in each run, and help.spec.ts takes the tour of the demo event.
test(
  "the README's two minutes: from the demo event to the report's table",
  { tag: NIGHTLY },
  async ({ page, browser, server }) => {
    await signIn(page);
    // The first sign-in starts the tour.
    await page.getByRole("dialog", { name: "Welcome to Precount" }).getByRole("button", { name: "Skip" }).click();
    await page.getByRole("link", { name: "Demo event" }).click();
    await expect(page.getByRole("button", { name: "Processed 1" })).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole("button", { name: "Pending 7" })).toBeVisible({ timeout: 60_000 });
    await takeDocsScreenshot(page, "event");

    await page.getByRole("link", { name: "0108.jpg", exact: true }).click();
    await expect(page.getByRole("img", { name: /^Photo / })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(focusedField(page)).toBeVisible();
    await takeDocsScreenshot(page, "review");
    await takeDocsScreenshot(page, "phone", { width: 390, height: 844 });
    await reviewAll(page);

    await page.getByRole("link", { name: "Demo event" }).click();
    await expect(page.getByRole("button", { name: "Approved 8" })).toBeVisible();
    await seeBlindCount(browser, server);

    await confirmAction(page, "Complete");
    await expect(page.getByRole("heading", { name: "Precount report – Demo event – v1" })).toBeVisible();
    await takeDocsScreenshot(page, "report");

    await page.getByRole("button", { name: "Download Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download", exact: true }).click(),
    ]);
    const rows = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(rows).toHaveLength(1 + 72);
    expect(rows).toContain('"108",,"03","809167","707"');
  },
);

/** The demo's blind count is started: another person finds checks there, a fifth of the rows and some photos. */
async function seeBlindCount(browser: Browser, server: RunningServer): Promise<void> {
  const page = await browser.newPage({ baseURL: server.url });
  await signInByApi(page, await createUser(server, "Sam Second"));
  await page.goto("/projects/demo/blind-count");
  // 15 of the 72 rows, and five photos.
  await expect(page.getByRole("button", { name: "Check · 20" })).toBeEnabled();
  await expect(page.getByText("Plan: 20 % of the rows")).toBeVisible();
  await page.context().close();
}

const focusedField = (page: Page): Locator =>
  page.getByRole("textbox", { name: /^(Code|Quantity) of (sticker|shelf)/ }).and(page.locator(":focus"));

/** Enter confirms a doubtful value that is right, and goes on, after the last one to the next photo, and at the end to the proof sheet. */
async function reviewAll(page: Page): Promise<void> {
  const field = focusedField(page);
  const validate = page.getByRole("button", { name: "Validate", exact: true }).and(page.locator(":focus"));
  const end = page.getByText("No other photo to review.");
  const sheet = page.getByRole("button", { name: /^(Approve these \d|Show the rest)/ }).and(page.locator(":focus"));
  for (;;) {
    await expect(field.or(validate).or(sheet).or(end).first()).toBeVisible();
    if (await end.isVisible()) return;
    if (await field.isHidden()) await seeProofByKeys(page);
    if (await field.isVisible()) await correct(field);
    const before = await focusedElement(page);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await end.isVisible()) || (await focusedElement(page)) !== before).toBe(true);
  }
}

/** Types the true value into the field if another one was read. */
async function correct(field: Locator): Promise<void> {
  const label = (await field.getAttribute("aria-label")) ?? "";
  if (label.includes("shelf")) throw new Error(`The samples have no doubtful shelf: ${label}`);
  const isCode = label.startsWith("Code");
  const card = field.locator("xpath=ancestor::*[.//input[starts-with(@aria-label,'Code of')]][1]");
  const code = await card.getByRole("textbox", { name: /^Code of/ }).inputValue();
  const truth = samples
    .flatMap(({ results }) => results)
    .find((result) => result.label === "sticker" && result.code === code);
  expect(truth, `a sticker with the code ${code}`).toBeDefined();
  const value = (isCode ? truth?.code : truth?.quantity) ?? "";
  if ((await field.inputValue()) !== value) await field.fill(value);
}

/** Says which element of which photo has the focus. */
const focusedElement = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement, body } = document;
    const index = [...body.querySelectorAll("input, button")].findIndex((element) => element === activeElement);
    const sheet = body.querySelector("[data-more] article")?.getAttribute("aria-label") ?? "";
    return `${location.href} ${sheet} ${index} ${activeElement?.getAttribute("aria-label") ?? ""}`;
  });
