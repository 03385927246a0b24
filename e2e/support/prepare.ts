import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Page, expect } from "@playwright/test";
import type { Project } from "@precount/domain";
import { fetchImages, mutate, sessionOf } from "./rpc.ts";
import { ADMIN } from "./server.ts";

/*
 * What a test begins with, made by the signed-in page's session without the screens: they have tests of their own, and most of a
 * browser test's time would go into them.
 */

/**
 * Signs in without the login page, and shows nothing yet: a session as that page would have got and kept it.
 * @param url of the server, where the page's browser was not told of it
 */
export async function beSignedIn(page: Page, { email, password } = ADMIN, url = ""): Promise<void> {
  const data = { email, password, remember: url !== "" };
  const response = await page.request.post(`${url}/trpc/user.login`, { data });
  const { result }: { result?: { data: { session: { id: string } } } } = await response.json();
  if (!result) throw new Error(`user.login: ${response.status()}`);
  // The least that is of the app's origin.
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((id) => localStorage.setItem("session", id), result.data.session.id);
}

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
