import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Page, expect } from "@playwright/test";
import type { Project } from "@precount/domain";
import { fetchImages, mutate, sessionHeaders } from "./api.ts";
import { isAppLoaded } from "./open-screen.ts";
import { ADMIN } from "./server.ts";

/*
 * Prepares data through the API with the session of the signed-in page. Preparing it through the screens would take most of a browser
 * test's time, and the screens have their own tests.
 */

/**
 * Signs in without the login page: stores the same session that the login page would store. Does nothing if the page has loaded the app
 * with a session of this user.
 * @param url of the server, if the page's context has no base URL
 */
export async function signInByApi(page: Page, { email, password } = ADMIN, url = ""): Promise<void> {
  if ((await isAppLoaded(page)) && (await signedInAs(page)) === email) return;
  const data = { email, password, remember: url !== "" };
  const response = await page.request.post(`${url}/trpc/user.login`, { data });
  const { result }: { result?: { data: { session: { id: string } } } } = await response.json();
  if (!result) throw new Error(`user.login: ${response.status()}`);
  // A small file of the app's origin gives access to its local storage.
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((id) => localStorage.setItem("session", id), result.data.session.id);
}

/** The address of the user whose session the page has, or null. */
async function signedInAs(page: Page): Promise<string | null> {
  const response = await page.request.get("/trpc/user.getAuthUser", { headers: await sessionHeaders(page) });
  const { result }: { result?: { data: { email: string } } } = await response.json();
  return result?.data.email ?? null;
}

export type Photo = string | { name: string; mimeType: string; buffer: Buffer };

/** Creates an event and returns its slug. */
export const createEventByApi = async (page: Page, name: string): Promise<string> =>
  (await mutate<Project>(page, "project.createProject", { name })).slug;

/** Uploads photos (paths or files) to an event and waits until all are detected. */
export async function uploadPhotosByApi(page: Page, slug: string, photos: readonly Photo[]): Promise<void> {
  const headers = await sessionHeaders(page);
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
