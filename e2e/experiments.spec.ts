import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AnalysisResponse, clampRect } from "@precount/domain";
import type { Page } from "@playwright/test";
import { mutate } from "./support/api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { docxOf, pdfOf } from "./support/documents.ts";
import { signIn } from "./support/ui-actions.ts";
import { samplePaths, samples, trueResultAt } from "./support/samples.ts";
import { expect, test } from "./support/server.ts";

const [PHOTO = ""] = samplePaths;
const [truth] = samples;
const HEIC = join(import.meta.dirname, "../photos/test-data/heic/iphone_13_pro_max.HEIC");
const TURNED = join(import.meta.dirname, "../photos/test-data/orientation/Portrait_6.jpg");
const TABLE = [
  ["Code", "Quantity", "Shelf"],
  ["012345", "12", "01"],
  ["067890", "3", "<b>02</b>"],
];

async function openExperiment(page: Page, name: string): Promise<void> {
  await signIn(page);
  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

test("S2.27 S2.28 S2.57 S4.21 S5.12 S5.15 S7.12 S8.04 S8.12 S9.03 the sticker experiment runs a model on one photo", async ({
  page,
  context,
}) => {
  await openExperiment(page, "Stickers");
  const photo = page.getByRole("region", { name: "Photo with results" });
  const file = page.getByLabel("Photo", { exact: true });
  const analyze = page.getByRole("button", { name: "Analyze" });

  await test.step("does not offer a retired model, and selects the only other one", async () => {
    await page.goto("/models");
    await page.getByRole("button", { name: "Actions for PP-OCRv4 baseline" }).click();
    await page.getByRole("menuitem", { name: "Change status to Retired" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change status" }).click();
    await expect(page.getByText("Model successfully updated")).toBeVisible();
    await page.goto("/experiments/stickers");
    await expect(page.getByTitle("Precount", { exact: true })).toBeVisible();
    await page.getByRole("combobox", { name: "Model" }).click();
    await expect(page.getByRole("option")).toHaveCount(1);
    await expect(page.getByTitle(/PP-OCRv4/)).toBeHidden();
    await page.keyboard.press("Escape");
    // Other tests use the same server and expect the model to be active.
    await mutate(page, "model.setModelStatus", { sid: "pp0crv4base1ine0precount", status: null });
    // With two models, the person chooses.
    await page.reload();
  });

  await test.step("validates the form and previews the photo upright", async () => {
    await expect(page.getByRole("navigation").getByText("Test Page")).toBeVisible();
    await analyze.click();
    await expect(page.getByText("Please select a model first!")).toBeVisible();
    await expect(page.getByText("Please choose a photo")).toBeVisible();
    await file.setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("012345") });
    await expect(page.getByText("This is not an image file.")).toBeVisible();
    // Stored rotated: the file is 1800 × 1200.
    await file.setInputFiles(TURNED);
    const preview = photo.getByRole("img", { name: "Photo Portrait_6.jpg" });
    // The element is there before the picture is loaded.
    await expect
      .poll(async () => {
        const box = await preview.boundingBox();
        return Math.abs((box?.height ?? 0) / (box?.width ?? 1) - 1.5);
      })
      .toBeLessThan(0.05);
    const shown = await preview.boundingBox();
    await page.getByRole("combobox", { name: "Rotation" }).click();
    await page.getByTitle("180°").click();
    await expect
      .poll(
        async () =>
          ((await photo.getByRole("img", { name: /^Photo/ }).boundingBox())?.width ?? 0) > (shown?.width ?? 0),
      )
      .toBe(true);
    await page.getByRole("combobox", { name: "Rotation" }).click();
    await page.getByTitle("Automatic").click();
  });

  await test.step("draws the results on the photo and lists them with their confidence", async () => {
    await file.setInputFiles(PHOTO);
    await page.getByRole("combobox", { name: "Model" }).click();
    await page.getByTitle("Precount", { exact: true }).click();
    await page.getByText("Advanced options").click();
    await expect(page.getByLabel("Maximum detections")).toHaveValue("100");
    await expect(page.getByLabel("Code confidence threshold")).toHaveValue("0.7");
    await expect(page.getByLabel("Quantity confidence threshold")).toHaveValue("0.4");
    const [answer] = await Promise.all([page.waitForResponse("**/api/analyze"), analyze.click()]);
    const { detections, image }: AnalysisResponse = await answer.json();
    await expect(page.getByText(/^Analysis completed in (\d+(m|s|ms) ?)+$/)).toBeVisible();
    if (!truth) throw new Error("There is no sample.");
    expect(detections.filter((found) => trueResultAt(truth, found)?.code === found.code.value).length).toBe(
      truth.results.length,
    );
    expect(detections.map(({ rect, label }) => clampRect(rect, image.size, label))).toEqual(
      detections.map(({ rect }) => rect),
    );
    await expect(page.getByText(`${detections.length} labels`)).toBeVisible();
    const boxes = photo.getByRole("button", { name: /^(Sticker|Shelf) \d+, code/ });
    await expect(boxes).toHaveCount(detections.length);
    const at = detections.findIndex(({ label }) => label === "sticker");
    const code = detections[at]?.code.value ?? "";
    await expect(page.getByRole("row").filter({ hasText: code })).toContainText(/Valid.*%.*%.*%/);
    await photo.getByRole("button", { name: new RegExp(`code ${code}`) }).press("Enter");
    await expect(photo.getByRole("button", { name: new RegExp(`code ${code}`) })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expectNoSeriousViolations(page);
  });

  await test.step("keeps the results while options change and after a failure, with a message", async () => {
    await page.getByLabel("Maximum detections").fill("1");
    await expect(page.getByText("Settings changed: press Analyze")).toBeVisible();
    await context.setOffline(true);
    await analyze.click();
    await expect(page.getByRole("alert").filter({ hasText: "The server encountered an error!" })).toBeVisible();
    await context.setOffline(false);
    await analyze.click();
    await expect(page.getByText("1 label", { exact: true })).toBeVisible();
    await expect(page.getByText("Settings changed: press Analyze")).toBeHidden();
    await file.setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") });
    await analyze.click();
    await expect(page.getByRole("alert").filter({ hasText: "not a photo" })).toBeVisible();
    await expect(page.getByText("1 label", { exact: true })).toBeVisible();
  });

  await test.step("analyzes a HEIC file that the browser cannot show; Cancel stops an analysis", async () => {
    await file.setInputFiles(HEIC);
    await expect(page.getByText("This browser cannot show this file.")).toBeVisible();
    await analyze.click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Cancel" })).toBeHidden();
    await analyze.click();
    await expect(page.getByText("3024 × 4032 pixels")).toBeVisible();
  });
});

test("S2.28 S2.58 S7.13 the extract experiment reads an image, a PDF and a Word document as CSV and JSON", async ({
  page,
}) => {
  const pdf = await pdfOf(page.context(), "sheet.pdf", "Count sheet", TABLE);
  await openExperiment(page, "Extracts");
  const contents = page.getByRole("region", { name: "Contents" });
  const file = page.getByLabel("File", { exact: true });
  const extract = page.getByRole("button", { name: "Extract" });

  await test.step("reads a PDF as CSV: table, text and download", async () => {
    await extract.click();
    await expect(page.getByText("Please choose a file")).toBeVisible();
    await file.setInputFiles(pdf);
    await extract.click();
    await expect(contents.getByRole("cell")).toHaveText([
      "Code",
      "Quantity",
      "Shelf",
      "012345",
      "12",
      "01",
      "067890",
      "3",
      "02",
    ]);
    await expect(contents.getByText(/^\d+ms$/)).toBeVisible();
    await expectNoSeriousViolations(page);
    await contents.getByText("CSV").click();
    await expect(contents.getByLabel("Contents")).toContainText('"012345","12","01"');
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      contents.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("sheet.csv");
    expect(await readFile(await download.path(), "utf8")).toContain('"012345","12","01"\r\n');
  });

  await test.step("reads a Word document as JSON; text that looks like HTML stays text", async () => {
    const escaped = TABLE.map((row) => row.map((cell) => cell.replaceAll("<", "&lt;")));
    await file.setInputFiles(docxOf("sheet.docx", "Count sheet", escaped));
    await page.getByText("JSON").click();
    await extract.click();
    await expect(contents.getByLabel("Contents")).toContainText('"<b>02</b>"');
    await contents.getByText("Table", { exact: true }).click();
    await expect(contents.getByRole("cell", { name: "<b>02</b>" })).toBeVisible();
  });

  await test.step("rotates a sideways image of a table before reading it", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const picture = await lyingTable(page);
    await file.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: picture });
    await page.getByText("CSV").first().click();
    await page.getByRole("combobox", { name: "Orientation" }).click();
    await page.getByTitle("90° clockwise").click();
    await extract.click();
    await expect(contents.getByText("photo.png")).toBeVisible({ timeout: 60_000 });
    for (const code of ["Code", "012345", "067890"])
      await expect(contents.getByRole("cell", { name: code, exact: true })).toBeVisible();
  });

  await test.step("refuses other files with a message", async () => {
    await file.setInputFiles({ name: "x.pdf", mimeType: "application/pdf", buffer: Buffer.from("nothing") });
    await extract.click();
    await expect(page.getByRole("alert")).toContainText("neither an image nor a PDF or Word document");
  });

  await test.step("PD-178 an ended session asks to sign in over the form", async () => {
    await page.context().clearCookies();
    await extract.click();
    await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
    await expect(page).toHaveURL(/\/experiments\/extracts$/);
  });
});

/** A photographed table rotated by 90 degrees: its first line runs upwards. */
async function lyingTable(page: Page): Promise<Buffer> {
  const maker = await page.context().newPage();
  await maker.setViewportSize({ width: 900, height: 1200 });
  const rows = TABLE.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  await maker.setContent(
    `<style>body{margin:0;background:#fff}table{position:absolute;left:100px;top:1100px;transform-origin:0 0;transform:rotate(-90deg);border-collapse:collapse;font:36px sans-serif}td{border:2px solid #000;padding:24px 60px}</style><table>${rows}</table>`,
  );
  const picture = await maker.screenshot({ type: "png" });
  await maker.close();
  return picture;
}
