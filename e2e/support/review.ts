import { type Locator, type Page, expect } from "@playwright/test";
import type { Image, Patch } from "@precount/domain";
import { openApp } from "./open-screen.ts";
import { signInByApi, createEventByApi, type Photo, uploadPhotosByApi } from "./prepare-by-api.ts";
import { fetchImage, fetchImages, mutate } from "./api.ts";

/** Signs in and creates an event with these photos, all detected. Opens no screen and returns the slug. */
export async function prepareEventWithPhotos(page: Page, name: string, photos: readonly Photo[]): Promise<string> {
  await signInByApi(page);
  const slug = await createEventByApi(page, name);
  await uploadPhotosByApi(page, slug, photos);
  return slug;
}

/** Prepares an event with these photos and opens its image list. Returns the slug. */
export async function createEventWithPhotos(page: Page, name: string, photos: readonly Photo[]): Promise<string> {
  const slug = await prepareEventWithPhotos(page, name, photos);
  await openApp(page, `/projects/${slug}/eventImages`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  return slug;
}

/** Opens an image from the list and waits until it is shown. */
export async function openPhoto(page: Page, name: string): Promise<Locator> {
  await page.getByRole("link", { name, exact: true }).click();
  const photo = page.getByRole("region", { name: "Photo with results" });
  await expect(photo.getByRole("img", { name: `Photo ${name}` })).toBeVisible();
  return photo;
}

/** The only image of an event, from the server. */
export async function fetchOnlyImage(page: Page, slug: string): Promise<Image> {
  const [row] = await fetchImages(page, slug);
  return fetchImage(page, slug, row?.sid ?? "");
}

/** Pushes many patches in one call, to create a detection with many results. */
export async function pushPatches(page: Page, sid: string, patches: readonly Patch[]): Promise<void> {
  await mutate(page, "imageDetection.pushImageDetectionPatches", { sid, patches });
}

/** Presses Enter until all of the proof has been on the screen; the next Enter approves. Works for the sheet of many photos too. */
export async function seeProofByKeys(page: Page): Promise<void> {
  const proof = page.locator("[data-more]");
  // From the list of all results, the first Enter on Validate opens the proof.
  const isOpen = await proof
    .or(page.getByRole("region", { name: "Proof" }))
    .first()
    .isVisible();
  if (!isOpen) await page.keyboard.press("Enter");
  await expect(proof).toBeVisible();
  const bottom = (): Promise<number> => proof.evaluate((element) => element.scrollTop + element.clientHeight);
  while ((await proof.getAttribute("data-more")) === "true") {
    const before = await bottom();
    await expectCrops(page);
    await page.keyboard.press("Enter");
    await expect.poll(bottom).toBeGreaterThan(before);
    // The attribute follows the scrolling in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await expectCrops(page);
}

/** The sheet's button waits for the crops on the screen. */
export const expectCrops = (page: Page): Promise<void> => expect(page.locator(".ant-btn-loading")).toHaveCount(0);

/** Scrolls the proof to its end, as with the wheel. */
export async function scrollProof(page: Page): Promise<void> {
  const proof = page.locator("[data-more]");
  await proof.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(proof).toHaveAttribute("data-more", "false");
}

/** Validates the photo by the mouse, after its proof has been on the screen, and stays on it. */
export async function validateByMouse(page: Page): Promise<void> {
  const proof = page.locator("[data-more]");
  const button = page.getByRole("button", { name: "Validate", exact: true });
  if (!(await proof.isVisible())) await button.click();
  await scrollProof(page);
  await button.click();
  await expect(page.getByRole("button", { name: "Unlock Detections" })).toBeVisible();
}
