import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { confirmAction, createEvent, signIn, uploadPhotos } from "./support/ui-actions.ts";
import { fetchImage, fetchImages } from "./support/api.ts";
import { validateByMouse } from "./support/review.ts";
import { type TruePhoto, samplePaths, samples, trueResultAt } from "./support/samples.ts";
import { expect, test } from "./support/server.ts";

const SLUG = "spring-count";
/** A camera photo and an iPhone photo. */
const PHOTOS = samples.filter(({ image }, n) => n < 1 || image.endsWith(".heic"));
const PATHS = samplePaths.filter((path) => PHOTOS.some(({ image }) => path.endsWith(image)));
/** Well-formed codes that are on no photo. */
const MISTYPED = { sticker: "987654", shelf: "987" } as const;

/** Photos of 8–12 megapixels with previews on two cores, and a review of every result. */
test.setTimeout(300_000);

test("S2.10 S2.14 S2.19 S4.04 from photos to the precount report", async ({ page }) => {
  await signIn(page);
  await createEvent(page, "Spring count");

  await uploadPhotos(page, PATHS);
  for (const { image } of PHOTOS) {
    await expect(page.getByText(`${image} file uploaded successfully.`)).toBeVisible();
  }
  await page.getByRole("link", { name: "Back to Spring count" }).click();

  // The page shows the progress of the detection without a reload.
  for (const { image } of PHOTOS) {
    const row = page.getByRole("row").filter({ hasText: image });
    await expect(row.getByText(/^(Processed|Pending)$/)).toBeVisible({ timeout: 120_000 });
  }

  for (const photo of PHOTOS) await review(page, photo);

  await expect(page.getByRole("button", { name: "Complete", exact: true })).toBeEnabled();
  await confirmAction(page, "Complete");
  await expect(page.getByText("Project successfully completed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Precount report – Spring count – v1" })).toBeVisible();

  expect(await downloadCsv(page)).toEqual(expectedCsv());
});

/**
 * Opens a photo, corrects every result and validates. Ends on the image list. The first code is first changed to a wrong value, so
 * that at least one value is corrected even if the model reads everything correctly.
 */
async function review(page: Page, photo: TruePhoto): Promise<void> {
  await page.getByRole("link", { name: photo.image, exact: true }).click();
  const panel = page.getByRole("region", { name: "Labels" });
  await panel.getByText(/^All \d+/).click();
  const row = (await fetchImages(page, SLUG)).find(({ name }) => name === photo.image);
  const image = await fetchImage(page, SLUG, row?.sid ?? "");
  const results = image.detections[0]?.results ?? [];

  for (const [index, result] of results.entries()) {
    const truth = trueResultAt(photo, result);
    const title = `${result.label === "sticker" ? "Sticker" : "Shelf"} ${index + 1}`;
    if (truth === null) {
      await panel.getByRole("button", { name: `Delete ${title.toLowerCase()}`, exact: true }).click();
      continue;
    }
    const card = panel.getByRole("article", { name: new RegExp(`^${title},`) });
    const fields = [
      ["Code", result.code, truth.code],
      ["Quantity", result.quantity, truth.quantity],
    ] as const;
    for (const [name, reading, right] of fields) {
      if (right === undefined || reading === undefined) continue;
      const isMistyped = index === 0 && name === "Code";
      if (reading.value === right && reading.pattern !== null && !isMistyped) continue;
      const field = card.getByRole("textbox", { name: `${name} of ${title.toLowerCase()}` });
      for (const typed of isMistyped ? [MISTYPED[result.label], right] : [right]) {
        // Enter after the last doubtful value shows the proof in place of the cards.
        await panel.getByText(/^All \d+/).click();
        await field.fill(typed);
        await field.press("Enter");
      }
    }
  }
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await validateByMouse(page);
  await page.getByRole("link", { name: "Spring count" }).first().click();
  const approved = page.getByRole("row").filter({ hasText: photo.image });
  await expect(approved.getByText("Approved")).toBeVisible();
}

async function downloadCsv(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Download Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download", exact: true }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF"), "a byte order mark, so that spreadsheets read UTF-8").toBe(true);
  const [header, ...rows] = text.slice(1).trimEnd().split("\r\n");
  expect(header).toBe("Area,Aisle/Bay,Shelf,SKU,Quantity");
  return rows.toSorted();
}

/** The true report rows of the photos. The event has no areas, so there is no area code. */
function expectedCsv(): string[] {
  const stickers = PHOTOS.flatMap(({ results }) => results.filter(({ label }) => label === "sticker"));
  return stickers.map(({ code, quantity, shelfCode }) => `,,"${shelfCode}","${code}","${quantity}"`).toSorted();
}
