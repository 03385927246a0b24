import type { Locator, Page } from "@playwright/test";
import { createEventWithAreas } from "./support/areas.ts";
import { pdfOf } from "./support/documents.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventByApi, signInByApi } from "./support/prepare-by-api.ts";
import { createEventWithPhotos, openPhoto } from "./support/review.ts";
import { openApp } from "./support/open-screen.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";
import { endSessionAt, endSessionAtNextChange, signInOverPage } from "./support/sign-in-again.ts";

/** A dialog opens with the focus on its first field. */
async function chooseFakeModel(page: Page, dialog: Locator): Promise<void> {
  const model = dialog.getByRole("combobox", { name: "Model" });
  await expect(model).toBeFocused();
  await model.click();
  await page.locator(".ant-select-dropdown:visible").getByTitle("Fake model").click();
}

test("PD-178 the PDF of area sheets opens after the sign-in over its form", async ({ page }) => {
  await createEventWithAreas(page, "Kept sheets", { areas: 30, photos: 0 });
  await page.getByRole("button", { name: "More about areas" }).click();
  await page.getByRole("menuitem", { name: "Print area sheets" }).click();
  const sheets = page.getByRole("dialog", { name: "Print area sheets" });
  const from = sheets.getByRole("textbox", { name: "From" });
  await expect(from).toBeFocused();
  await from.fill("10");
  await endSessionAt(page, /getAuthUser|areas\/sheets/);
  const download = page.waitForEvent("download");
  await sheets.getByRole("button", { name: "Open PDF" }).click();
  await signInOverPage(page);
  await download;
  await expect(sheets).toBeHidden();
});

test("PD-178 the chosen export of labeled images is downloaded after the sign-in", async ({ page }) => {
  const slug = await createEventWithPhotos(page, "Kept export", createSmallPhotos(1));
  await openApp(page, `/projects/${slug}/dataset`);
  const links = page.getByRole("radio", { name: "Links" });
  await links.check();
  await endSessionAt(page, /getAuthUser|dataset\/download/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await signInOverPage(page);
  await download;
  await expect(links).toBeChecked();
});

test("PD-178 the chosen COCO file is imported after the sign-in", async ({ page }) => {
  await signInByApi(page);
  const slug = await createEventByApi(page, "Kept boxes");
  await openApp(page, `/projects/${slug}/dataset`);
  const buffer = Buffer.from("{}");
  await page.getByLabel("COCO file").setInputFiles({ name: "boxes.json", mimeType: "application/json", buffer });
  await endSessionAt(page, /dataset\/import/);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await signInOverPage(page);
  // The server has read the file.
  await expect(page.getByRole("alert").filter({ hasText: "This is not a COCO file" })).toBeVisible();
});

test("PD-178 a detection with the chosen options is queued after the sign-in", async ({ page }) => {
  await createEventWithPhotos(page, "Kept options", createSmallPhotos(1));
  await openPhoto(page, "01.jpg");
  await page.getByRole("button", { name: /^Detections/ }).click();
  await page.getByRole("button", { name: "Detect Objects" }).click();
  const detect = page.getByRole("dialog", { name: "Detect Objects" });
  await chooseFakeModel(page, detect);
  await detect.getByRole("button", { name: "Advanced options" }).click();
  await detect.getByLabel("Maximum detections").fill("1");
  await endSessionAtNextChange(page);
  await detect.getByRole("button", { name: "Detect Objects" }).click();
  await signInOverPage(page);
  await expect(page.getByText("Image detection properly generated")).toBeVisible();
});

for (const name of ["Analyze", "Detect Objects"]) {
  test(`PD-178 ${name} queues all images for the chosen model after the sign-in`, async ({ page }) => {
    await createEventWithPhotos(page, `Kept model for ${name}`, createSmallPhotos(2));
    if (name === "Analyze") {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name }).click();
    } else {
      await page.getByRole("checkbox", { name: "Select this page" }).check();
      await page.getByRole("button", { name, exact: true }).click();
    }
    const dialog = page.getByRole("dialog", { name });
    await chooseFakeModel(page, dialog);
    await endSessionAtNextChange(page);
    await dialog.getByRole("button", { name }).click();
    await signInOverPage(page);
    await expect(page.getByText(/: 2 queued, 0 skipped$|^2 images queued$/)).toBeVisible();
    await expect(dialog).toBeHidden();
  });
}

test("PD-178 an experiment keeps its file over an ended session and runs after the sign-in", async ({ page }) => {
  const pdf = await pdfOf(page.context(), "sheet.pdf", "Count sheet", [["Code"], ["012345"]]);
  await signInByApi(page);
  await openApp(page, "/experiments/extracts");
  await page.getByLabel("File", { exact: true }).setInputFiles(pdf);
  await endSessionAt(page, /gpt\/vision/);
  await page.getByRole("button", { name: "Extract" }).click();
  await signInOverPage(page);
  await expect(page.getByRole("cell", { name: "012345" })).toBeVisible();
});
