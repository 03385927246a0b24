import { readFile } from "node:fs/promises";
import { type Download, type Page, chromium } from "@playwright/test";
import { isResultValid, makePatch } from "@precount/domain";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { CHROMIUM, QUIET_ARGS } from "./support/chromium.ts";
import { confirmAction, createEvent } from "./support/ui-actions.ts";
import { createEventWithPhotos, openPhoto, pushPatches, fetchOnlyImage } from "./support/review.ts";
import { samplePaths, samples } from "./support/samples.ts";
import { expect, test as testInShell } from "./support/server.ts";

/** Needs the full browser: the headless shell keeps the empty tab of a download. `launchOptions` would start another server too. */
const test = testInShell.extend({
  context: async ({ server }, provide) => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...QUIET_ARGS] });
    const context = await browser.newContext({ baseURL: server.url });
    server.secrets.watch(context);
    await provide(context);
    await server.secrets.keep(context);
    await browser.close();
  },
});

/** Detects an 8-megapixel photo and approves it twice. */
test.setTimeout(240_000);

const [PHOTO = ""] = samplePaths;
const NAME = samples[0]?.image ?? "";

/** Creates an event with one image whose results are all valid; ends on the image list, ready to complete. */
async function readyEvent(page: Page, name: string, slug: string): Promise<void> {
  await createEventWithPhotos(page, name, [PHOTO]);
  const [detection] = (await fetchOnlyImage(page, slug)).detections;
  const patches = (detection?.results ?? []).flatMap((result, index) => {
    if (isResultValid(result)) return [];
    return result.label === "shelf"
      ? [makePatch.code(index, "01")]
      : [makePatch.code(index, "012345"), makePatch.quantity(index, "3")];
  });
  if (patches.length > 0) await pushPatches(page, detection?.sid ?? "", patches);
  await openPhoto(page, NAME);
  await page.getByRole("button", { name: "Validate" }).click();
  await expect(page.getByRole("button", { name: "Unlock Detections" })).toBeVisible();
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByText("Approved", { exact: true }).first()).toBeVisible();
}

async function complete(page: Page): Promise<void> {
  await confirmAction(page, "Complete");
  await expect(page.getByRole("heading", { name: /^Precount report/ })).toBeVisible();
}

async function textOf(download: Download): Promise<string> {
  return (await readFile(await download.path(), "utf8")).replace("\uFEFF", "");
}

test("S2.19 S2.52 S4.05 S7.17 a report with export columns, versions and print view", async ({ page, context }) => {
  await readyEvent(page, "Paper count", "paper-count");
  await complete(page);
  await expect(page.getByRole("heading", { name: "Precount report – Paper count – v1" })).toBeVisible();
  await expectNoSeriousViolations(page);

  await test.step("fields and their order are chosen and remembered", async () => {
    await page.getByRole("button", { name: "Download Export" }).click();
    const dialog = page.getByRole("dialog", { name: "Download Export" });
    await dialog.getByRole("checkbox", { name: "Shelf" }).uncheck();
    // With the keyboard: the button keeps the focus while its field moves.
    const up = dialog.getByRole("button", { name: "Move Quantity up" });
    for (let place = 0; place < 4; place += 1) await up.press("Enter");
    await expect(up).toBeFocused();
    await expect(dialog.getByRole("listitem").first()).toContainText("Quantity");
    await expectNoSeriousViolations(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: "Download", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Precount report – Paper count – v1.csv");
    expect((await textOf(download)).split("\r\n")[0]).toBe("Quantity,Area,Aisle/Bay,SKU");
    await page.reload();
    await page.getByRole("button", { name: "Download Export" }).click();
    await expect(dialog.getByRole("listitem").first()).toContainText("Quantity");
    await expect(dialog.getByRole("checkbox", { name: "Shelf" })).not.toBeChecked();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("shows totals per SKU and exceptions in tabs", async () => {
    await page.getByRole("tab", { name: /^SKU totals/ }).click();
    await expect(page.getByRole("columnheader", { name: "Places" })).toBeVisible();
    const code =
      (await page
        .getByRole("cell", { name: /^\d{6}$/ })
        .first()
        .textContent()) ?? "";
    await page.getByRole("searchbox", { name: "Search SKUs" }).fill(code);
    await expect(page.getByText("1–1 of 1")).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.getByRole("tab", { name: /^Exceptions/ }).click();
    await expect(page).toHaveURL(/view=exceptions/);
    await page.getByRole("tab", { name: /^Rows/ }).click();
  });

  await test.step("prints the complete report without the app's layout", async () => {
    await page.emulateMedia({ media: "print" });
    const sheet = page.getByRole("heading", { name: "Totals per SKU" });
    await expect(sheet).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await page.emulateMedia({ media: "screen" });
    await expect(sheet).toBeHidden();
  });

  await test.step("S4.05 reopening and completing again keeps both versions", async () => {
    await page.getByRole("link", { name: "Paper count" }).last().click();
    await confirmAction(page, "Reopen");
    await expect(page.getByText("Project successfully reopened")).toBeVisible();
    await complete(page);
    await expect(page.getByRole("heading", { name: /v2$/ })).toBeVisible();
    const versions = page.getByRole("navigation", { name: "Versions" });
    await expect(versions.getByRole("link")).toHaveText(["Version 2", "Version 1"]);
    await versions.getByRole("link", { name: "Version 1" }).click();
    await expect(page.getByText("This is version 1. The newest is version 2.")).toBeVisible();
    await expect(page.getByRole("heading", { name: /v1$/ })).toBeVisible();
    await expectNoSeriousViolations(page);
  });

  await test.step("the report does not exist under another event's address", async () => {
    const path = new URL(page.url()).pathname;
    await page.goto("/");
    await createEvent(page, "Another");
    await page.goto(path.replace("paper-count", "another"));
    await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
    await page.goto("/projects/paper-count/reports/nonsense");
    await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
  });
  expect(context.pages()).toHaveLength(1);
});
