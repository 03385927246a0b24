import { readFile } from "node:fs/promises";
import { type Download, type Page, chromium } from "@playwright/test";
import { isResultValid, makePatch } from "@precount/domain";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { CHROMIUM, QUIET_ARGS } from "./support/chromium.ts";
import { confirmAction } from "./support/ui-actions.ts";
import { mutate } from "./support/api.ts";
import { openScreen } from "./support/open-screen.ts";
import { createEventByApi } from "./support/prepare-by-api.ts";
import { createEventWithPhotos, pushPatches, fetchOnlyImage } from "./support/review.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { expect, testWithFakeModel as testInShell } from "./support/server.ts";

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

test.setTimeout(240_000);

const PHOTOS = createSmallPhotos(1);
const NAME = "01.jpg";

/** Creates an event with one image whose results are all valid; ends on the image list, ready to complete. */
async function readyEvent(page: Page, name: string, slug: string): Promise<void> {
  await createEventWithPhotos(page, name, PHOTOS);
  const [detection] = (await fetchOnlyImage(page, slug)).detections;
  const patches = (detection?.results ?? []).flatMap((result, index) => {
    if (isResultValid(result)) return [];
    return result.label === "shelf"
      ? [makePatch.code(index, "01")]
      : [makePatch.code(index, "012345"), makePatch.quantity(index, "3")];
  });
  if (patches.length > 0) await pushPatches(page, detection?.sid ?? "", patches);
  await mutate(page, "imageDetection.validateImageDetection", { sid: detection?.sid });
  await expect(page.getByText("Approved", { exact: true }).first()).toBeVisible();
}

async function complete(page: Page): Promise<void> {
  await confirmAction(page, "Complete");
  await expect(page.getByRole("heading", { name: /^Precount report/ })).toBeVisible();
}

/** Opens a link in another browser, without an account. */
async function openOnPhone(page: Page, url: string): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 } });
  if (!context) throw new Error("the page has no browser");
  const phone = await context.newPage();
  await phone.goto(url);
  return phone;
}

async function textOf(download: Download): Promise<string> {
  return (await readFile(await download.path(), "utf8")).replace("\uFEFF", "");
}

test("S2.19 S2.52 S4.05 S7.17 a report with export columns, versions and print view", async ({ page, context }) => {
  await readyEvent(page, "Paper count", "paper-count");
  await complete(page);
  await expect(page.getByRole("heading", { name: "Precount report – Paper count – v1" })).toBeVisible();
  await expectNoSeriousViolations(page);

  await test.step("PD-142 each row shows its sticker, which opens in its photo", async () => {
    const sticker = page.getByRole("link", { name: /^Sticker \d{6}, quantity \d+, in / }).first();
    const code = /\d{6}/.exec((await sticker.getByRole("img").getAttribute("alt")) ?? "")?.[0] ?? "";
    await page.getByRole("searchbox", { name: "Search codes and descriptions" }).fill(code);
    await expect(page.getByText("Matching rows")).toBeVisible();
    await sticker.click();
    await expect(page).toHaveURL(/\/images\/[a-z0-9]+\?.*detection=\d+/);
    await page.goBack();
    await expect(page.getByText("Matching rows")).toBeVisible();
    await page.getByRole("tab", { name: "Areas" }).click();
    await page.getByRole("button", { name: "Without an area" }).click();
    await expect(page).toHaveURL(/area=none/);
    await page.getByRole("tab", { name: "Areas" }).click();
    await page.getByRole("tab", { name: /^Rows/ }).click();
  });

  let exported = { name: "", text: "" };
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
    expect(download.suggestedFilename()).toMatch(/^Precount report – Paper count – v1 – (\w{4}-){3}\w{4}\.csv$/);
    const text = await textOf(download);
    expect(text.split("\r\n")[0]).toBe("Quantity,Area,Aisle/Bay,SKU");
    exported = { name: download.suggestedFilename(), text };
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

  await test.step("verifies the export, a changed copy of it, and the close code", async () => {
    const report = new URL(page.url()).pathname;
    const sealFile = await page.getByRole("link", { name: "Seal file" }).getAttribute("href");
    expect(await (await page.request.get(sealFile ?? "")).json()).toMatchObject({ format: "precount-seal-file/1" });
    await page.getByRole("link", { name: "Verify" }).click();
    await expect(page.getByText(/Unchanged since .* version 1, completed by/)).toBeVisible();
    const choose = async (text: string): Promise<void> => {
      const buffer = Buffer.from(`\uFEFF${text}`);
      await page.getByLabel("Exported reports").setInputFiles({ name: exported.name, mimeType: "text/csv", buffer });
    };
    await choose(exported.text);
    await expect(
      page.getByRole("main").getByText(/^Unchanged since .*, version 1, signed by installation/),
    ).toBeVisible();
    await choose(exported.text.replace(/"(\d)(\d*)"/, '"9$1$2"'));
    await expect(page.getByRole("main").getByText(/^Changed: 1 value or row differs/)).toBeVisible();
    await expectNoSeriousViolations(page);
    await openScreen(page, report);
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

  await test.step("PD-146 the acceptance stays with the report", async () => {
    await page.getByRole("button", { name: "Accept report" }).click();
    const dialog = page.getByRole("dialog", { name: "Accept report" });
    await dialog.getByLabel("Name of the person who accepts").fill("Store manager");
    await expectNoSeriousViolations(page);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const acceptance = page.getByRole("region", { name: "Acceptance" }).getByRole("listitem");
    await expect(acceptance).toContainText("Accepted by Store manager");
    await page.reload();
    await expect(acceptance, "Enter twice is one acceptance").toHaveCount(1);
  });

  await test.step("PD-144 a controller opens a sticker on a phone, until the link is revoked", async () => {
    await page.getByRole("button", { name: "Evidence links" }).click();
    const dialog = page.getByRole("dialog", { name: "Evidence links" });
    await dialog.getByLabel("Who gets the link").fill("Controller");
    await dialog.getByLabel("Passcode (optional)").fill("shelf-passcode");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.getByRole("textbox", { name: "Evidence link" }).inputValue();
    await expectNoSeriousViolations(page);
    const phone = await openOnPhone(page, url.replace(/#.*/, "#pe_expired"));
    await expect(phone.getByRole("alert")).toContainText("Ask for a new one");
    const tryAgain = async (call: RegExp, act: () => Promise<unknown>): Promise<void> => {
      await phone.route(call, (route) => route.abort());
      await act();
      await expect(phone.getByRole("alert")).toContainText("The server could not be reached.");
      await phone.unroute(call);
      await phone.getByRole("button", { name: "Try again" }).click();
    };
    await tryAgain(/evidence\.open/, () => phone.goto(url.replace("#", "?page=1#")));
    await phone.getByLabel("Passcode").fill("shelf-passcode");
    await phone.getByRole("button", { name: "Show the report" }).click();
    const stickers = phone.getByRole("region", { name: "Stickers" });
    await expect(stickers).toBeVisible();
    await tryAgain(/evidence\.getReport/, () => phone.reload());
    await tryAgain(/evidence\.getSticker/, () => stickers.getByRole("listitem").first().getByRole("button").click());
    await expect(phone.getByRole("img", { name: NAME })).toBeVisible();
    await expect(phone.getByRole("heading", { name: "History" })).toBeVisible();
    expect(phone.url()).not.toContain("pe_");
    await expectNoSeriousViolations(phone);
    // Back leads to the list that the sticker was opened from, not to the page before the report.
    await phone.goBack();
    await expect(stickers).toBeVisible();
    await expect(phone).toHaveURL(/\?page=1$/);
    await phone.goForward();
    await expect(phone.getByRole("heading", { name: "History" })).toBeVisible();
    await dialog.getByRole("button", { name: "Revoke Controller" }).click();
    const question = page.getByRole("dialog", { name: "Are you sure to revoke this evidence link?" });
    await question.getByRole("button", { name: "Revoke" }).click();
    await expect(dialog.getByText("Revoked")).toBeVisible();
    await phone.getByRole("button", { name: "All stickers" }).click();
    await phone.getByLabel("Search codes and descriptions").fill("123");
    await expect(phone.getByRole("alert"), "on the open page").toContainText("no longer valid");
    await phone.reload();
    await expect(phone.getByRole("alert"), "after a reload").toContainText("no longer valid");
    await phone.context().close();
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  await test.step("PD-155 PD-157 the event's history, its figures at two moments, and the history of a label", async () => {
    const report = new URL(page.url()).pathname;
    await openScreen(page, "/projects/paper-count/history?kinds=event");
    const newest = page.getByRole("list", { name: "Timeline" }).getByRole("listitem").first();
    await expect(newest).toContainText("accepts version 1 of the report");
    const showOnly = newest.getByRole("button", { name: /^Show only/ });
    const name = await showOnly.innerText();
    await showOnly.click();
    await expect(page).toHaveURL(/person=/);
    const person = page.getByRole("combobox", { name: "Person" });
    await openScreen(page, "/projects/paper-count/history?kinds=event");
    await expect(page).not.toHaveURL(/person=/);
    await person.click();
    await person.fill(name);
    await expect(page.getByTitle(name, { exact: true })).toBeVisible();
    await person.press("Enter");
    await expect(page).toHaveURL(/person=/);
    await page.getByRole("tab", { name: "Compare moments" }).click();
    await expect(page.getByRole("row", { name: "Approved 0 1 +1" })).toBeVisible();
    await expect(page.getByText(/^Added \d+$/)).toBeVisible();
    await page.getByRole("slider", { name: "From" }).press("End");
    await expect(page.getByRole("row", { name: "Approved 1 1 0" })).toBeVisible();
    await expect(page.getByText("The report would have had the same rows at both moments.")).toBeVisible();
    await expectNoSeriousViolations(page);
    await openScreen(page, "/projects/paper-count/history?kinds=validation");
    await newest.getByRole("link", { name: NAME }).click();
    await page
      .getByRole("button", { name: /^History of / })
      .first()
      .click();
    const steps = page.getByRole("dialog").getByRole("listitem");
    await expect(steps.first()).toContainText("read by");
    await expect(steps.last()).toContainText("Validated");
    await openScreen(page, report);
  });

  await test.step("S4.05 reopening and completing again keeps both versions", async () => {
    await page.getByRole("link", { name: "Paper count" }).last().click();
    await confirmAction(page, "Reopen");
    await expect(page.getByText("Project successfully reopened")).toBeVisible();
    await complete(page);
    await expect(page.getByRole("heading", { name: /v2$/ })).toBeVisible();
    const versions = page.getByRole("navigation", { name: "Versions" });
    await expect(versions.getByRole("link")).toHaveText(["Version 2", "Version 1"]);
    await page.getByRole("tab", { name: "Compare" }).click();
    await expect(page.getByText("Both versions have the same rows.")).toBeVisible();
    await expectNoSeriousViolations(page);
    await versions.getByRole("link", { name: "Version 1" }).click();
    await expect(page.getByText("This is version 1. The newest is version 2.")).toBeVisible();
    await expect(page.getByRole("heading", { name: /v1$/ })).toBeVisible();
    await expectNoSeriousViolations(page);
  });

  await test.step("the report does not exist under another event's address", async () => {
    const path = new URL(page.url()).pathname;
    await createEventByApi(page, "Another");
    await openScreen(page, path.replace("paper-count", "another"));
    await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
    await openScreen(page, "/projects/paper-count/reports/nonsense");
    await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
  });
  expect(context.pages()).toHaveLength(1);
});
