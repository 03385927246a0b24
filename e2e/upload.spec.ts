import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { PHOTO_ACCEPT } from "@precount/domain";
import { dropFiles } from "./support/drop-files.ts";
import { fetchImages, mutate } from "./support/api.ts";
import { createEventWithPhotos } from "./support/review.ts";
import { ADMIN, expect, testWithFakeModel as test } from "./support/server.ts";

const PHOTO = join(import.meta.dirname, "../photos/test-data/orientation/Portrait_6.jpg");

async function choose(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  await page.getByLabel("Photos").setInputFiles(files.map((file) => ({ ...file, mimeType: "image/jpeg" })));
}

test("S2.53 S8.08 bad files show their reasons, a good one is uploaded, a duplicate is stored once", async ({
  page,
}) => {
  const photo = await readFile(PHOTO);
  const hostile = `<img src=x onerror=document.title='owned'>${"ä".repeat(220)}.jpg`;
  await createEventWithPhotos(page, "Rubbish", []);
  await page.getByRole("button", { name: "Upload Images" }).click();
  await expect(page.getByText("Do not upload company data.")).toBeVisible();
  await expect(page.getByLabel("Photos")).toHaveAttribute("accept", PHOTO_ACCEPT);
  await expect(page.getByLabel("Photos")).toHaveAttribute("multiple", "");

  await choose(page, [
    { name: "empty.jpg", buffer: Buffer.alloc(0) },
    { name: "truncated.jpg", buffer: photo.subarray(0, photo.length / 2) },
    { name: "page.jpg", buffer: Buffer.from("<!doctype html><script>document.title='owned'</script>") },
    { name: "drawing.jpg", buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') },
    { name: hostile, buffer: photo },
  ]);
  for (const [name, reason] of [
    ["empty.jpg", "The file is empty."],
    ["truncated.jpg", "the end of the file is missing"],
    ["page.jpg", "not a photo"],
    ["drawing.jpg", "not a photo"],
  ] as const) {
    const row = page.getByRole("listitem").filter({ hasText: `${name} file upload failed.` });
    await expect(row).toContainText(reason);
  }
  await expect(page.getByText(`${hostile} file uploaded successfully.`)).toBeVisible();

  // Dropped, several at once: bytes after the end of the JPEG make another photo.
  await dropFiles(page.getByRole("button", { name: "Drop photos here, or choose them" }), [
    { name: "again.jpg", mimeType: "image/jpeg", buffer: photo },
    { name: "dropped.jpg", mimeType: "image/jpeg", buffer: Buffer.concat([photo, Buffer.from([1])]) },
  ]);
  await expect(page.getByRole("listitem").filter({ hasText: "again.jpg" })).toContainText("already in this event");
  await expect(page.getByText("dropped.jpg file uploaded successfully.")).toBeVisible();
  const images = await fetchImages(page, "rubbish");
  expect(images).toHaveLength(2);
  await page.getByRole("link", { name: "Back to Rubbish" }).click();
  await expect(page.getByRole("link", { name: "<img src=x onerror" })).toBeVisible();
  await expect(page).toHaveTitle(/Precount/);
});

test("S2.53 a lost connection is reported, and Retry finishes the upload", async ({ page, context }) => {
  await createEventWithPhotos(page, "Tunnel", []);
  await page.getByRole("button", { name: "Upload Images" }).click();
  await context.setOffline(true);
  await page.getByLabel("Photos").setInputFiles(PHOTO);
  await expect(page.getByText("Portrait_6.jpg file upload failed.")).toBeVisible();
  await expect(page.getByText("The connection was lost.")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Retry Portrait_6.jpg" }).click();
  await expect(page.getByText("Portrait_6.jpg file uploaded successfully.")).toBeVisible();
});

test("S2.53 uploads continue on other screens; the header shows progress, and logging out asks first", async ({
  page,
}) => {
  const photo = await readFile(PHOTO);
  await createEventWithPhotos(page, "Meanwhile", []);
  await page.getByRole("button", { name: "Upload Images" }).click();
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/images/upload/**", async (route) => {
    await isLetGo;
    await route.continue();
  });
  // Bytes after the end of the JPEG change its hash but not its pixels.
  await choose(
    page,
    [1, 2, 3, 4].map((at) => ({ name: `${at}.jpg`, buffer: Buffer.concat([photo, Buffer.from([at])]) })),
  );
  await expect(page.getByText("Uploads continue while you use other screens.")).toBeVisible();

  await page.getByRole("link", { name: "Back to Meanwhile" }).click();
  const mark = page.getByRole("button", { name: "0 of 4 uploaded" });
  await expect(mark).toBeVisible();
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await mark.click();
  await expect(page.getByRole("listitem").filter({ hasText: "4.jpg" })).toBeVisible();
  await expect(mark).toHaveCount(0);

  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.getByRole("dialog", { name: "Log out while photos are being uploaded?" }).getByText("Stay").click();
  await page.getByRole("link", { name: "Back to Meanwhile" }).click();
  letGo();
  await expect(page.getByText("4 photos are uploaded.")).toBeVisible();
  await expect(page.getByRole("link", { name: "4.jpg" })).toBeVisible();
  await expect(page.getByRole("button", { name: /of 4 uploaded/ })).toHaveCount(0);
});

test("photos whose event is gone are reported with the reason on every screen, and listed", async ({ page }) => {
  const photo = await readFile(PHOTO);
  const slug = await createEventWithPhotos(page, "Short-lived", []);
  await page.getByRole("button", { name: "Upload Images" }).click();
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/images/upload/**", async (route) => {
    await isLetGo;
    await route.continue();
  });
  await choose(page, [
    { name: "1.jpg", buffer: photo },
    { name: "2.jpg", buffer: Buffer.concat([photo, Buffer.from([2])]) },
  ]);
  await expect(page.getByText("Uploads continue while you use other screens.")).toBeVisible();
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await mutate(page, "project.deleteProject", { slug });
  letGo();
  await expect(
    page.getByText(/^0 photos are uploaded\. 2 failed: .*does not exist.*\. Use the upload button/),
  ).toBeVisible();
  await page.getByRole("button", { name: "2 of 2 not uploaded" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "2.jpg" })).toContainText("does not exist");
});

test("S6.06 an upload after the end of the session leads to /logout and back after signing in", async ({
  page,
  context,
}) => {
  await createEventWithPhotos(page, "Overtime", []);
  await page.getByRole("button", { name: "Upload Images" }).click();
  await expect(page.getByText("Do not upload company data.")).toBeVisible();
  await context.clearCookies();
  const photo = await readFile(PHOTO);
  // More than are sent at once: neither an answer nor a question keeps the user on the page.
  await choose(
    page,
    [1, 2, 3, 4].map((at) => ({ name: `${at}.jpg`, buffer: Buffer.concat([photo, Buffer.from([at])]) })),
  );
  await expect(page).toHaveURL(/\/logout$/);
  await page.getByRole("button", { name: "Back to login" }).click();
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/projects/overtime/eventImages/upload");
});
