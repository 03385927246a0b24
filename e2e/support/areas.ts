import { AREA_STATUS_TITLES, type AreaStatus } from "@precount/domain";
import { type Locator, type Page, expect } from "@playwright/test";
import { openApp } from "./open-screen.ts";
import { createSmallPhotos } from "./photos.ts";
import { signInByApi, createEventByApi, uploadPhotosByApi } from "./prepare-by-api.ts";
import { mutate } from "./api.ts";

/** The tile of an area, optionally only with this status. */
export const tile = (page: Page, number: number, status?: AreaStatus): Locator =>
  page.getByRole("button", {
    name: new RegExp(`^Area ${number}, ${status === undefined ? "" : `${AREA_STATUS_TITLES[status]}$`}`),
  });

/** The legend's button for a status. */
export const legend = (page: Page, status: AreaStatus): Locator =>
  page.getByRole("group", { name: "Status" }).getByRole("button", { name: AREA_STATUS_TITLES[status] });

/** Fills and submits the range dialog. */
export async function submitRange(
  page: Page,
  verb: "Add" | "Void" | "Restore" | "Delete",
  from: string,
  to: string,
): Promise<void> {
  const dialog = page.getByRole("dialog", { name: `${verb} areas` });
  if (!(await dialog.isVisible())) {
    const name = `${verb} areas`;
    const inMenu = verb === "Restore" || verb === "Delete";
    if (inMenu) await page.getByRole("button", { name: "More about areas" }).click();
    await page
      .getByRole(inMenu ? "menuitem" : "button", { name })
      .first()
      .click();
  }
  await dialog.getByRole("textbox", { name: "From" }).fill(from);
  await dialog.getByRole("textbox", { name: "To", exact: true }).fill(to);
  await dialog.getByRole("button", { name: verb, exact: true }).click();
}

/** Adds a range and waits for its notification. */
export async function addAreas(page: Page, from: number, to: number): Promise<void> {
  await submitRange(page, "Add", String(from), String(to));
  await expect(page.getByText(`Areas ${from}–${to} successfully created`)).toBeVisible();
}

/** Signs in and creates an event with areas 1 to `areas`; the first `photos` areas have a detected photo. Ends on the grid. */
export async function createEventWithAreas(
  page: Page,
  name: string,
  { areas, photos }: { areas: number; photos: number },
): Promise<string> {
  await signInByApi(page);
  const slug = await createEventByApi(page, name);
  await mutate(page, "area.createRange", { project: { slug }, from: 1, to: areas });
  // A photo named `01.jpg` is linked to area 1.
  await uploadPhotosByApi(page, slug, createSmallPhotos(photos));
  await openApp(page, `/projects/${slug}/areas`);
  await expect(tile(page, 1)).toBeVisible();
  return slug;
}

/** Voids single areas, to create gaps in the numbers. */
export async function voidEach(page: Page, slug: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    await mutate(page, "area.voidRange", { project: { slug }, from: number, to: number });
  }
}
