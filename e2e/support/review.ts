import { type Locator, type Page, expect } from "@playwright/test";
import type { Image, Patch } from "@precount/domain";
import { beSignedIn, makeEvent, type Photo, sendPhotos } from "./prepare.ts";
import { fetchImage, fetchImages, mutate } from "./rpc.ts";

/** Signs in, and has an event with these photos, each of them looked at. Ends on its list; gives its slug. */
export async function eventWithPhotos(page: Page, name: string, photos: readonly Photo[]): Promise<string> {
  await beSignedIn(page);
  const slug = await makeEvent(page, name);
  await sendPhotos(page, slug, photos);
  await page.goto(`/projects/${slug}/eventImages`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  return slug;
}

/** Opens a photo of the list; resolves when it is there. */
export async function openPhoto(page: Page, name: string): Promise<Locator> {
  await page.getByRole("link", { name, exact: true }).click();
  const photo = page.getByRole("region", { name: "Photo with results" });
  await expect(photo.getByRole("img", { name: `Photo ${name}` })).toBeVisible();
  return photo;
}

/** The event's only photo, as the server has it. */
export async function theImage(page: Page, slug: string): Promise<Image> {
  const [row] = await fetchImages(page, slug);
  return fetchImage(page, slug, row?.sid ?? "");
}

/** Writes many patches at once, which no hand does: to have a detection with so many labels. */
export async function pushPatches(page: Page, sid: string, patches: readonly Patch[]): Promise<void> {
  await mutate(page, "imageDetection.pushImageDetectionPatches", { sid, patches });
}
