import { type Locator, type Page, expect } from "@playwright/test";
import type { Image, Patch } from "@precount/domain";
import { signInByApi, createEventByApi, type Photo, uploadPhotosByApi } from "./prepare-by-api.ts";
import { fetchImage, fetchImages, mutate } from "./api.ts";

/** Signs in and creates an event with these photos, all detected. Opens the image list and returns the slug. */
export async function createEventWithPhotos(page: Page, name: string, photos: readonly Photo[]): Promise<string> {
  await signInByApi(page);
  const slug = await createEventByApi(page, name);
  await uploadPhotosByApi(page, slug, photos);
  await page.goto(`/projects/${slug}/eventImages`);
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
