import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Page, expect } from "@playwright/test";
import type { Project } from "@precount/domain";
import { fetchImages, mutate, sessionOf } from "./rpc.ts";

/*
 * What a test begins with, made by the signed-in page's session without the screens: they have tests of their own, and most of a
 * browser test's time would go into them.
 */

export type Photo = string | { name: string; mimeType: string; buffer: Buffer };

/** An event; gives its slug. */
export const makeEvent = async (page: Page, name: string): Promise<string> =>
  (await mutate<Project>(page, "project.createProject", { name })).slug;

/** Photos for an event; resolves when each has been looked at. Files by their paths. */
export async function sendPhotos(page: Page, slug: string, photos: readonly Photo[]): Promise<void> {
  const headers = await sessionOf(page);
  for (const photo of photos) {
    const file =
      typeof photo === "string"
        ? { name: basename(photo), mimeType: "image/jpeg", buffer: await readFile(photo) }
        : photo;
    const response = await page.request.post(`/api/projects/${slug}/images/upload`, { headers, multipart: { file } });
    expect(response.status(), (await response.text()).slice(0, 500)).toBe(200);
  }
  const lookedAt = async (): Promise<number> =>
    (await fetchImages(page, slug)).filter(({ status }) => status !== "uploaded").length;
  await expect.poll(lookedAt, { timeout: 120_000 }).toBe(photos.length);
}
