import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Download, Page } from "@playwright/test";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { createEventByApi, signInByApi } from "./support/prepare-by-api.ts";
import { createEventWithPhotos } from "./support/review.ts";
import { openApp, openScreen } from "./support/open-screen.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

const FOLDER = join(import.meta.dirname, "../photos/test-data/orientation");
const PHOTOS = ["Portrait_1.jpg", "Portrait_2.jpg", "Portrait_3.jpg"];

/** Chooses a menu entry that downloads a file in a new tab and returns the file. */
async function downloaded(page: Page, menu: string, item: string): Promise<Download> {
  await page.getByRole("button", { name: menu }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: item }).click(),
  ]);
  return download;
}

test("S2.15 S9.11 S7.17 statistics of an event's images with downloads", async ({ page }) => {
  await createEventWithPhotos(
    page,
    "Figures",
    PHOTOS.map((name) => join(FOLDER, name)),
  );
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Image statistics" }).click();
  await expect(page).toHaveURL(/\/projects\/figures\/eventImages\/stats/);
  await expect(page.getByRole("heading", { name: "Image statistics" })).toBeVisible();
  for (const name of PHOTOS) await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "All 3 images" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Codes with leading zero" })).toBeAttached();
  // The header and the body are tables of their own.
  const tables = page.locator("table").filter({ hasNot: page.locator("caption") });
  for (const table of await tables.all()) await expect(table).toHaveCSS("width", "2200px");
  await expectNoSeriousViolations(page);

  const names = page.getByRole("columnheader", { name: "Name", description: "sortable" });
  await names.click();
  await names.click();
  await expect(page).toHaveURL(/sort=-name/);
  await page.reload();
  const photos = page.getByRole("row").filter({ hasText: ".jpg" });
  await expect(photos.first()).toContainText("Portrait_3.jpg");
  await page.getByRole("searchbox", { name: "Search images" }).fill("_2");
  await expect(page.getByRole("row").filter({ hasText: "1 matching image" })).toBeVisible();
  await expect(page).toHaveURL(/search=_2/);

  const stats = await downloaded(page, "Download statistics", "CSV");
  expect(stats.suggestedFilename()).toBe("Figures – image statistics.csv");
  expect((await readFile(await stats.path(), "utf8")).trimEnd().split("\r\n")).toHaveLength(4);
  expect((await downloaded(page, "Download labels", "XLSX")).suggestedFilename()).toBe("Figures – labels.xlsx");

  await page.getByRole("link", { name: "Back to Figures" }).click();
  const archive = await downloaded(page, "More actions", "Download photos");
  expect(archive.suggestedFilename()).toBe("Figures – photos.zip");
  const bytes = await readFile(await archive.path());
  for (const name of [...PHOTOS, "manifest.csv"]) expect(bytes.includes(name), name).toBe(true);
});

test("S2.15 an event without images explains what to do first", async ({ page }) => {
  await signInByApi(page);
  await createEventByApi(page, "Nothing yet");
  await openApp(page, "/projects/nothing-yet/eventImages/stats");
  await expect(page.getByText("There are no photos in this event yet.")).toBeVisible();
  await openScreen(page, "/projects/no-such-event/eventImages/stats");
  await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
});
