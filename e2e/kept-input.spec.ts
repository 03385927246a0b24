import { createEventWithAreas } from "./support/areas.ts";
import { pdfOf } from "./support/documents.ts";
import { openScreen } from "./support/open-screen.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { createEventWithPhotos } from "./support/review.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";
import { endSessionAt, endSessionAtNextChange, signInOverPage } from "./support/sign-in-again.ts";

test("PD-178 the forms of area sheets, labeled images and detections stay over an ended session", async ({ page }) => {
  const slug = await createEventWithAreas(page, "Kept input", { areas: 30, photos: 1 });

  await test.step("the PDF of the area sheets opens after the sign-in", async () => {
    await page.getByRole("button", { name: "More about areas" }).click();
    await page.getByRole("menuitem", { name: "Print area sheets" }).click();
    const sheets = page.getByRole("dialog", { name: "Print area sheets" });
    await expect(sheets.getByRole("textbox", { name: "From" })).toBeFocused();
    await sheets.getByRole("textbox", { name: "From" }).fill("10");
    await endSessionAt(page, /getAuthUser|areas\/sheets/);
    const opened = page.context().waitForEvent("page");
    await sheets.getByRole("button", { name: "Open PDF" }).click();
    await expect(sheets.getByRole("textbox", { name: "From" })).toHaveValue("10");
    await signInOverPage(page);
    await (await opened).close();
    await expect(sheets).toBeHidden();
  });

  await test.step("the chosen export is downloaded after the sign-in", async () => {
    await openScreen(page, `/projects/${slug}/dataset`);
    await page.getByRole("radio", { name: "Links" }).check();
    await endSessionAt(page, /getAuthUser|dataset\/download/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    await signInOverPage(page);
    await expect(page.getByRole("radio", { name: "Links" })).toBeChecked();
    await download;
  });

  await test.step("the chosen COCO file is imported after the sign-in", async () => {
    const coco = {
      images: [{ id: 1, file_name: "01.jpg", width: 1200, height: 1800 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [10, 20, 100, 50] }],
      categories: [{ id: 1, name: "sticker" }],
    };
    const buffer = Buffer.from(JSON.stringify(coco));
    await page.getByLabel("COCO file").setInputFiles({ name: "boxes.json", mimeType: "application/json", buffer });
    await endSessionAt(page, /dataset\/import/);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await signInOverPage(page);
    await expect(page.getByText("Imported 1 box on 1 image.")).toBeVisible();
  });

  await test.step("the options of a detection are kept, and it is queued after the sign-in", async () => {
    await openScreen(page, `/projects/${slug}/eventImages`);
    await page.getByRole("link", { name: "01.jpg", exact: true }).click();
    await page.getByRole("button", { name: /^Detections/ }).click();
    await page.getByRole("button", { name: "Detect Objects" }).click();
    const detect = page.getByRole("dialog", { name: "Detect Objects" });
    await expect(detect.getByRole("combobox", { name: "Model" })).toBeFocused();
    await detect.getByRole("combobox", { name: "Model" }).click();
    await page.locator(".ant-select-dropdown").getByTitle("Fake model").click();
    await detect.getByRole("button", { name: "Advanced options" }).click();
    await detect.getByLabel("Maximum detections").fill("1");
    await endSessionAtNextChange(page);
    await detect.getByRole("button", { name: "Detect Objects" }).click();
    await signInOverPage(page);
    await expect(page.getByText("Image detection properly generated")).toBeVisible();
  });
});

test("PD-178 Analyze and the detection of many images keep the chosen model over an ended session", async ({
  page,
}) => {
  await createEventWithPhotos(page, "Kept models", createSmallPhotos(2));
  const choose = async (name: string): Promise<void> => {
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByRole("combobox", { name: "Model" })).toBeFocused();
    await dialog.getByRole("combobox", { name: "Model" }).click();
    await page.locator(".ant-select-dropdown:visible").getByTitle("Fake model").click();
    await endSessionAtNextChange(page);
    await dialog.getByRole("button", { name }).click();
    await signInOverPage(page);
    await expect(dialog).toBeHidden();
  };
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Analyze" }).click();
  await choose("Analyze");
  await expect(page.getByText(/2 queued, 0 skipped/)).toBeVisible();

  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("button", { name: "Detect Objects", exact: true }).click();
  await choose("Detect Objects");
  await expect(page.getByText(/^2 images queued|could be queued|1 queued, 1 failed/)).toBeVisible();
});

test("PD-178 an experiment keeps its file over an ended session and runs after the sign-in", async ({ page }) => {
  const pdf = await pdfOf(page.context(), "sheet.pdf", "Count sheet", [["Code"], ["012345"]]);
  await signInByApi(page);
  await page.goto("/experiments/extracts");
  await page.getByLabel("File", { exact: true }).setInputFiles(pdf);
  await endSessionAt(page, /gpt\/vision/);
  await page.getByRole("button", { name: "Extract" }).click();
  await signInOverPage(page);
  await expect(page.getByRole("cell", { name: "012345" })).toBeVisible();
});
