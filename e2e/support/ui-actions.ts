import { type Page, expect } from "@playwright/test";
import type { SmallPhoto } from "./photos.ts";
import { ADMIN } from "./server.ts";

/** Signs in on the login page. */
export async function signIn(page: Page, { email, password } = ADMIN): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Login successful, welcome back")).toBeVisible();
}

/** Creates an event through the UI; ends on its image list. */
export async function createEvent(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await page.getByRole("button", { name: "Create Event" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Project successfully created")).toBeVisible();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** Uploads files on the upload page and waits for all of them. */
export async function uploadPhotos(page: Page, photos: string[] | SmallPhoto[]): Promise<void> {
  await page.getByRole("button", { name: "Upload Images" }).click();
  await page.getByLabel("Photos").setInputFiles(photos);
  await expect(page.getByText(`${photos.length} of ${photos.length} uploaded`)).toBeVisible({ timeout: 60_000 });
}

/** Presses an action's button and confirms its dialog. */
export async function confirmAction(page: Page, verb: string): Promise<void> {
  await page.getByRole("button", { name: verb, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: verb, exact: true }).click();
}

/** Chooses why photos are rejected. */
export const giveRejectReason = (page: Page, reason = "Blurred"): Promise<void> =>
  page
    .getByRole("dialog", { name: /rejected\?$/ })
    .getByRole("button", { name: reason })
    .click();
