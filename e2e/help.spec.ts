import { expectNoSeriousViolationsInBothThemes } from "./support/axe.ts";
import { signInByApi, createEventByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { mutate } from "./support/api.ts";
import { samplePaths } from "./support/samples.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test("? opens the help of the current screen by key and by button, and Escape restores the focus", async ({ page }) => {
  await signInByApi(page);
  const slug = await createEventByApi(page, "Asked about");
  await page.goto(`/projects/${slug}/areas`);
  const help = page.getByRole("dialog");
  const search = page.getByRole("searchbox", { name: "Search areas" });
  const add = page.getByRole("button", { name: "Add areas" }).first();

  await test.step("does not open while typing", async () => {
    await search.fill("1");
    await page.keyboard.press("?");
    await expect(search).toHaveValue("1?");
    await expect(help).toBeHidden();
    await search.fill("");
  });

  await test.step("opens by its key and returns the focus", async () => {
    await add.focus();
    await page.keyboard.press("?");
    await expect(help).toHaveAccessibleName("Help: Ranges Control");
    await expect(help.getByRole("listitem").filter({ hasText: "Move between tiles" })).toBeVisible();
    await expect(help.getByText("it counts as accounted for", { exact: false })).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(add).toBeFocused();
  });

  await test.step("opens while a choice has the focus", async () => {
    await page.getByRole("radio", { name: "Ranges Control" }).focus();
    await page.keyboard.press("?");
    await expect(help).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
  });

  await test.step("opens by its button on another screen", async () => {
    await page.getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    const button = page.getByRole("button", { name: "Help" });
    await button.click();
    await expect(help).toHaveAccessibleName("Help: Home");
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test("the sign-in page explains what to do when signing in fails", async ({ page }) => {
  await page.goto("/login");
  await page.getByText("Help with signing in").click();
  await expect(page.getByText("Ask an admin for a new link.", { exact: false })).toBeVisible();
  await expectNoSeriousViolationsInBothThemes(page);
});

test("the first sign-in starts the tour of the demo event once, and it can be started again", async ({ page }) => {
  await signInByApi(page);
  // An event as `--demo` creates it, with one of its photos.
  const slug = await createEventByApi(page, "Demo");
  await uploadPhotosByApi(page, slug, samplePaths.slice(0, 1));
  const card = page.getByRole("dialog");

  await test.step("leads through all pages with Enter only", async () => {
    await page.goto("/");
    for (const [title, path] of STEPS) {
      await expect(card).toHaveAccessibleName(title);
      await expect(page).toHaveURL(path);
      await expect(card.getByRole("button", { name: /^(Next|Done)$/ })).toBeFocused();
      if (title === "Doubtful values first") await expectNoSeriousViolationsInBothThemes(page);
      await page.keyboard.press("Enter");
    }
    await expect(card).toBeHidden();
  });

  await test.step("does not start again on its own", async () => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Demo" })).toBeVisible();
    await expect(card).toBeHidden();
  });

  await test.step("starts again on request; Escape leaves it", async () => {
    await page.getByRole("button", { name: /^User menu of/ }).click();
    await page.getByRole("menuitem", { name: "Show me around" }).click();
    await expect(card).toHaveAccessibleName("Welcome to Precount");
    await card.getByRole("button", { name: "Next" }).click();
    await expect(card).toHaveAccessibleName("Every count is an event");
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    // The controls behind it can be used again.
    await page.getByRole("row").getByRole("link", { name: "Demo" }).click();
    await expect(page).toHaveURL(/\/projects\/demo\/eventImages\?page=1&pageSize=10$/);
  });

  await test.step("does not interrupt a user who has already moved on", async () => {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("tour.")) localStorage.removeItem(key);
    });
    const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/project\.fetchProjectWithImages/, async (route) => {
      await isHeld;
      await route.continue();
    });
    const asked = page.waitForRequest(/project\.fetchProjectWithImages/);
    await page.goto("/");
    await asked;
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Events" }).click();
    const answered = page.waitForResponse(/project\.fetchProjectWithImages/);
    goOn();
    await answered;
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page).toHaveURL(/\/projects\/create$/);
    await expect(card).toBeHidden();
  });
  // The tour is not offered again.
  await mutate(page, "project.discardProject", { slug });
});

const PHOTO = /\/eventImages\/images\/[a-z0-9]{24}/;
/** Each tour step and the element it points to. */
const STEPS: readonly (readonly [string, RegExp])[] = [
  ["Welcome to Precount", /:\d+\/$/],
  ["Every count is an event", /\/projects\?/],
  ["Its photos", /\/projects\/demo\/eventImages/],
  ["Doubtful values first", PHOTO],
  ["Correct what is wrong", PHOTO],
  ["Validate and continue", PHOTO],
  ["No area is missed", /\/projects\/demo\/areas/],
  ["Complete makes the report", /\/projects\/demo\/eventImages/],
];
