import type { Page } from "@playwright/test";
import { firstPasswordExpiry } from "@precount/domain";
import { expectNoSeriousViolationsInBothThemes } from "./support/axe.ts";
import { fetchImages, mutate } from "./support/api.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventByApi, signInByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { openScreen } from "./support/open-screen.ts";
// The cards are the newest events of the installation, which this test creates.
import { expect, testWithFakeModel as test } from "./support/server.ts";
import { signIn } from "./support/ui-actions.ts";
import { createUser } from "./support/users.ts";

/** The card of an event, as the list item with its heading. */
const cardOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("home leads to the next photo with one key, and each event has one button for what is next", async ({ page }) => {
  await signInByApi(page);
  const slug = await createEventByApi(page, "Night count");
  await mutate(page, "area.createRange", { project: { slug }, from: 1, to: 5 });
  await uploadPhotosByApi(page, slug, createSmallPhotos(3));
  await createEventByApi(page, "Empty count");
  await page.goto("/");
  const card = cardOf(page, "Night count");

  await test.step("a card shows progress, photos and doubts", async () => {
    await expect(card.getByRole("list", { name: "Progress of Night count" })).toHaveText("3 to review2 not taken");
    await expect(card.getByRole("list", { name: "Newest photos" }).getByRole("listitem")).toHaveCount(3);
    await expect(card.getByText("No doubtful labels")).toBeVisible();
    await expect(card.getByRole("button")).toHaveText("Review next (3)");
    await expect(cardOf(page, "Empty count").getByRole("button")).toHaveText("Take photos");
    await expectNoSeriousViolationsInBothThemes(page);
  });

  await test.step("the list of events shows photos and areas too, and a photo opens from it", async () => {
    await openScreen(page, "/projects");
    const row = page.getByRole("row", { name: /Night count/ });
    await expect(row.getByRole("list", { name: "Newest photos" }).getByRole("listitem")).toHaveCount(3);
    await expect(row.getByText("0 of 5 areas accounted for")).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page);
    await row
      .getByRole("link", { name: /^Open / })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/projects/${slug}/eventImages/images/[a-z0-9]+`));
    await openScreen(page, "/");
    await expect(card.getByRole("button")).toHaveText("Review next (3)");
  });

  await test.step("G opens the photo to review next", async () => {
    await page.keyboard.press("g");
    await expect(page).toHaveURL(new RegExp(`/projects/${slug}/eventImages/images/[a-z0-9]+`));
    await expect(page.getByRole("button", { name: /^Validate/ })).toBeVisible();
  });

  await test.step("when nothing waits for review, the areas without a photo are next", async () => {
    const images = await fetchImages(page, slug);
    await mutate(page, "image.rejectImages", { images: images.map(({ sid }) => ({ sid })), reason: "blurred" });
    await openScreen(page, "/");
    await expect(card.getByRole("button")).toHaveText("Take photos");
    await mutate(page, "area.voidRange", { project: { slug }, from: 1, to: 5, reason: null });
    await page.goto("/");
    await expect(card.getByRole("button")).toHaveText("Complete");
    await expect(card.getByRole("table")).toBeAttached();
    await card.getByRole("button").click();
    await expect(page).toHaveURL(new RegExp(`/projects/${slug}/eventImages`));
  });

  await test.step("a report is listed with its totals", async () => {
    await mutate(page, "project.completeProject", { slug });
    await openScreen(page, "/");
    const reports = page.getByRole("region", { name: "Latest reports" });
    await expect(reports.getByRole("link", { name: "Night count v1" })).toBeVisible();
    await expect(reports).toContainText("Rows 0");
    await expectNoSeriousViolationsInBothThemes(page);
  });
});

const FIRST_DAY = new Date("2020-01-01T12:00:00Z");

test("home asks to replace a generated password until it is done, and an expired one does not sign in", async ({
  page,
  server,
}) => {
  const expiresAt = firstPasswordExpiry(new Date());
  const admin = await createUser(server, "Hedy Lamarr", { passwordExpiresAt: expiresAt });
  await signIn(page, admin);
  const notice = page.getByRole("alert").filter({ hasText: "Your generated password" });
  const day = expiresAt.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  await expect(notice).toHaveText(`Your generated password expires on ${day}.Change password`);
  await expectNoSeriousViolationsInBothThemes(page);

  await notice.getByRole("link", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill(admin.password);
  await page.getByLabel("New password").fill("Other-photos-2027");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password successfully changed")).toBeVisible();
  await openScreen(page, "/");
  await expect(page.getByRole("heading", { name: "Welcome, Hedy Lamarr" })).toBeVisible();
  await expect(notice).toHaveCount(0);

  const late = await createUser(server, "Mary Sears", { passwordExpiresAt: firstPasswordExpiry(FIRST_DAY) });
  await page.goto("/logout");
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(late.email);
  await page.getByLabel("Password", { exact: true }).fill(late.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText(/^This password has expired: /);
  await expect(alert).toContainText(` precount user password-link ${late.email}`);
  await expectNoSeriousViolationsInBothThemes(page);
  await expect(page).toHaveURL(/\/login$/);
});
