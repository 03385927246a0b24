import type { Page } from "@playwright/test";
import type { Area, Image, ImageListItem } from "@precount/domain";

/** Queries the server with the page's session, to know the expected content of a screen. */
export async function query<Output>(page: Page, procedure: string, input: unknown): Promise<Output> {
  const response = await page.request.get(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
    headers: await sessionHeaders(page),
  });
  const body: { result?: { data: Output } } = await response.json();
  if (!body.result) throw new Error(`${procedure}: ${response.status()} ${JSON.stringify(body)}`);
  return body.result.data;
}

/** Calls a mutation with the page's session, to prepare data outside the test's subject. */
export async function mutate<Output>(page: Page, procedure: string, input: unknown): Promise<Output> {
  const response = await page.request.post(`/trpc/${procedure}`, { headers: await sessionHeaders(page), data: input });
  const body: { result?: { data: Output } } = await response.json();
  if (!body.result) throw new Error(`${procedure}: ${response.status()} ${JSON.stringify(body)}`);
  return body.result.data;
}

/** The page's session header, as its own requests send it. */
export const sessionHeaders = async (page: Page): Promise<{ "x-session-id": string }> => ({
  "x-session-id": (await page.evaluate(() => localStorage.getItem("session"))) ?? "",
});

/** @param search as in the search field above the list */
export const fetchImages = async (page: Page, slug: string, search = ""): Promise<ImageListItem[]> =>
  (await query<{ images: ImageListItem[] }>(page, "project.fetchProjectWithImages", { slug, search, pageSize: 30 }))
    .images;

export const fetchAreas = (page: Page, slug: string): Promise<Area[]> =>
  query(page, "area.fetchAllAreasWithStatus", { project: { slug } });

/** Counts an event's images and the different areas they belong to. */
export async function countImages(page: Page, slug: string): Promise<{ images: number; areas: number }> {
  const { images, total } = await query<{ images: ImageListItem[]; total: number }>(
    page,
    "project.fetchProjectWithImages",
    { slug, pageSize: 200 },
  );
  return { images: total, areas: new Set(images.map(({ areaCode }) => areaCode)).size };
}

export const fetchImage = (page: Page, projectSlug: string, imageSid: string): Promise<Image> =>
  query(page, "image.getProjectImage", { projectSlug, imageSid });
