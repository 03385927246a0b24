import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { SUCCESS } from "@precount/domain";
import { confirmAction, signIn } from "./support/ui-actions.ts";
import { takeDocsScreenshot } from "./support/docs-screenshots.ts";
import { expect, test } from "./support/server.ts";

/* The README's way through the demo event. `script/update-docs-screenshots` takes the pages' pictures on it. */

test.use({ serverArgs: ["--demo"] });

test("the README's two minutes: from the demo event to the report's table", async ({ page }) => {
  await signIn(page);
  // The first sign-in starts the tour.
  await page.getByRole("dialog", { name: "Welcome to Precount" }).getByRole("button", { name: "Skip" }).click();
  await page.getByRole("link", { name: "Demo event" }).click();
  for (const waiting of ["Processed 1", "Pending 7"])
    await expect(page.getByRole("button", { name: waiting })).toBeVisible({ timeout: 120_000 });
  await takeDocsScreenshot(page, "event");

  await correctDoubtful(page);

  // The other photos have only certain values and are validated at once.
  await page.getByRole("link", { name: "Demo event" }).click();
  await page.getByRole("button", { name: "Pending 7" }).click();
  await expect(page.getByRole("link", { name: "0108.jpg", exact: true })).toBeHidden();
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("region", { name: "Selected images" }).getByRole("button", { name: "Validate" }).click();
  await expect(page.getByRole("button", { name: "Approved 8" })).toBeVisible();

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
});

/** Reviews the first photo: Enter moves from the most doubtful value to the last one. */
async function correctDoubtful(page: Page): Promise<void> {
  const inHand = page.locator(":focus");
  await page.getByRole("link", { name: "0108.jpg", exact: true }).click();
  await expect(page.getByRole("img", { name: /^Photo / })).toBeVisible();
  await page.keyboard.press("Enter");
  const quantity = page.getByRole("textbox", { name: "Quantity of sticker" }).and(inHand);
  await quantity.fill("707");
  await takeDocsScreenshot(page, "review");
  await takeDocsScreenshot(page, "phone", { width: 390, height: 844 });
  await quantity.press("Enter");
  // Smeared too, but read correctly: Enter confirms it.
  const code = page.getByRole("textbox", { name: "Code of sticker" }).and(inHand);
  await expect(code).toHaveValue("712255");
  await code.press("Enter");
  await expect(page.getByRole("button", { name: "Validate", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(SUCCESS.detectionValidated)).toBeVisible();
}
