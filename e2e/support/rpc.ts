import type { Page } from "@playwright/test";
import type { Image, ImageListItem } from "@precount/domain";

/** Asks the server with the page's own session: to know what a person should see, never to act. */
async function query<Output>(page: Page, procedure: string, input: unknown): Promise<Output> {
  const session = await page.evaluate(() => localStorage.getItem("session"));
  const response = await page.request.get(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
    headers: { "x-session-id": session ?? "" },
  });
  const body: { result?: { data: Output } } = await response.json();
  if (!body.result) throw new Error(`${procedure}: ${response.status()} ${JSON.stringify(body)}`);
  return body.result.data;
}

export const fetchImages = async (page: Page, slug: string): Promise<ImageListItem[]> =>
  (await query<{ images: ImageListItem[] }>(page, "project.fetchProjectWithImages", { slug, pageSize: 30 })).images;

export const fetchImage = (page: Page, projectSlug: string, imageSid: string): Promise<Image> =>
  query(page, "image.getProjectImage", { projectSlug, imageSid });
