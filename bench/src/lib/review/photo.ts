import type { Locator, Page } from "playwright-core";

/** The review's photo. */
export const photoOf = (page: Page): Locator => page.getByRole("region", { name: "Photo with results" });

/** Opens an image by its address and waits until its photo and boxes are shown. */
export async function openImage(page: Page, slug: string, { sid, name }: { sid: string; name: string }): Promise<void> {
  await page.goto(`/projects/${slug}/eventImages/images/${sid}`);
  await photoOf(page)
    .getByRole("img", { name: `Photo ${name}` })
    .waitFor();
  await photoOf(page).getByRole("button").first().waitFor({ state: "attached" });
}

export type Spot = { x: number; y: number };

/** Center of the element, where the mouse moves to. */
export async function middleOf(locator: Locator): Promise<Spot> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Not on the screen: ${String(locator)}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
