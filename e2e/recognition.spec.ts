import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type Rect, type Result, roundRect } from "@precount/domain";
import { createEventWithPhotos, openPhoto } from "./support/review.ts";
import { fetchImage, fetchImages } from "./support/api.ts";
import { samplePaths, samples } from "./support/samples.ts";
import { expect, test } from "./support/server.ts";

/** A detection and previews of a 12-megapixel photo on two cores take a while. */
test.setTimeout(240_000);

const SLUG = "drawn";
/** Size of the sample photo, pixels. */
const PHOTO = { width: 4032, height: 3024 };

async function storedResults(page: Page): Promise<Result[]> {
  const [row] = await fetchImages(page, SLUG);
  return (await fetchImage(page, SLUG, row?.sid ?? "")).detections[0]?.results ?? [];
}

/** Draws a box around a sticker, slightly larger than the sticker. */
async function draw(page: Page, picture: Locator, { x, y, width, height }: Rect): Promise<void> {
  await page.getByRole("button", { name: "Draw Sticker", exact: true }).click();
  const place = await picture.boundingBox();
  if (!place) throw new Error("The photo is not on the screen.");
  const scale = place.width / PHOTO.width;
  const at = (px: number, py: number): [number, number] => [place.x + px * scale, place.y + py * scale];
  await page.mouse.move(...at(x - 6, y - 4));
  await page.mouse.down();
  await page.mouse.move(...at(x + width / 2, y + height / 2));
  await page.mouse.move(...at(x + width + 6, y + height + 4));
  await page.mouse.up();
}

test("S4.20 S8.07 a drawn sticker is read, empty values are filled in, and one undo reverts everything", async ({
  page,
  context,
  server,
}) => {
  await createEventWithPhotos(page, "Drawn", samplePaths.slice(0, 1));
  await openPhoto(page, "0101.jpg");

  const photo = page.getByRole("region", { name: "Photo with results" });
  const picture = photo.getByRole("img", { name: "Photo 0101.jpg" });
  await expect(picture).toBeVisible();
  const panel = page.getByRole("region", { name: "Labels" });
  const found = (await storedResults(page)).length;
  const card = (index: number): Locator => panel.getByRole("article", { name: new RegExp(`^Sticker ${index + 1},`) });
  const field = (name: "Code" | "Quantity", index: number): Locator =>
    panel.getByRole("textbox", { name: `${name} of sticker ${index + 1}`, exact: true });
  // Stickers that are almost upright, so that an unrotated box contains them.
  const stickers = (samples[0]?.results ?? [])
    .filter(({ label, rect }) => label === "sticker" && [0, 360].some((turn) => Math.abs((rect.angle ?? 0) - turn) < 4))
    .map(({ code, quantity = "", rect }) => ({ code, quantity, rect: roundRect(rect) }));
  const [first, second, third] = stickers;
  if (!first || !second || !third) throw new Error("The sample has no three upright stickers.");

  // A drawn sticker is not doubtful, so it would leave the list of doubtful ones.
  await panel.getByText(/^All \d+/).click();

  await test.step("fills in the values and saves them", async () => {
    await draw(page, picture, first.rect);
    await expect(field("Code", found)).toHaveValue(first.code);
    await expect(field("Quantity", found)).toHaveValue(first.quantity);
    await expect
      .poll(async () => (await storedResults(page))[found]?.code)
      .toMatchObject({ value: first.code, confidence: expect.any(Number) });
    await expect(page.getByRole("status", { name: "Saving", exact: true })).toHaveText("Saved");
  });

  await test.step("one undo removes box and values, one redo restores both", async () => {
    await page.keyboard.press("Control+z");
    await expect(card(found)).toHaveCount(0);
    await page.keyboard.press("Control+Shift+z");
    await expect(field("Code", found)).toHaveValue(first.code);
  });

  await test.step("a value typed during the recognition is kept", async () => {
    await context.setOffline(true);
    await draw(page, picture, second.rect);
    await expect(card(found + 1).getByText("Read later")).toBeVisible();
    await field("Quantity", found + 1).fill("77");
    await field("Quantity", found + 1).press("Enter");
    await context.setOffline(false);
    await expect(field("Code", found + 1)).toHaveValue(second.code);
    await expect(field("Quantity", found + 1)).toHaveValue("77");
    await expect
      .poll(async () => (await storedResults(page))[found + 1]?.quantity)
      .toEqual({ value: "77", pattern: expect.any(String) });
  });

  await test.step("everything is there after a reload", async () => {
    await page.reload();
    await panel.getByText(/^All \d+/).click();
    await expect(field("Code", found)).toHaveValue(first.code);
    await expect(field("Quantity", found + 1)).toHaveValue("77");
  });

  await test.step("a failed recognition shows the specified message and keeps the box", async () => {
    await rm(join(server.dataDir, "blobs"), { recursive: true });
    await draw(page, picture, third.rect);
    await expect(page.getByText(/^Failed to recognize sticker text with error: .*file is missing/)).toBeVisible();
    await expect(card(found + 2).getByRole("button", { name: `Read sticker ${found + 3}` })).toBeVisible();
    await field("Code", found + 2).fill(third.code);
    await field("Code", found + 2).press("Enter");
    await expect.poll(async () => (await storedResults(page))[found + 2]?.code.value).toBe(third.code);
  });
});
