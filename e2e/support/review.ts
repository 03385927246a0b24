import { type Locator, type Page, expect } from "@playwright/test";
import type { Image, Patch } from "@precount/domain";
import { createEvent, signIn, uploadPhotos } from "./person.ts";
import { fetchImage, fetchImages } from "./rpc.ts";

/** Signs in, makes an event with these photos, and waits until each has been looked at. Ends on the list. */
export async function eventWithPhotos(page: Page, name: string, paths: string[]): Promise<void> {
  await signIn(page);
  await createEvent(page, name);
  await uploadPhotos(page, paths);
  await page.getByRole("link", { name: `Back to ${name}` }).click();
  await expect(page.getByText(/^(Processed|Pending)$/)).toHaveCount(paths.length, { timeout: 120_000 });
}

/** Opens a photo of the list; resolves when it is there. */
export async function openPhoto(page: Page, name: string): Promise<Locator> {
  await page.getByRole("link", { name, exact: true }).click();
  const photo = page.getByRole("region", { name: "Photo with its labels" });
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
  const session = await page.evaluate(() => localStorage.getItem("session"));
  const response = await page.request.post("/trpc/imageDetection.pushImageDetectionPatches", {
    headers: { "x-session-id": session ?? "" },
    data: { sid, patches },
  });
  expect(response.status(), (await response.text()).slice(0, 500)).toBe(200);
}
