import type { Locator, Page } from "@playwright/test";
import { mutate } from "./support/api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventWithPhotos } from "./support/review.ts";
import { openApp, openScreen } from "./support/open-screen.ts";
import { giveRejectReason, uploadPhotos } from "./support/ui-actions.ts";
import { createUser } from "./support/users.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test.setTimeout(240_000);

/** Small, and not named after one of the event's areas. */
const PHOTOS = createSmallPhotos(1).map((photo) => Object.assign(photo, { name: "0101.jpg" }));

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

async function fromMenu(page: Page, verb: string): Promise<void> {
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: new RegExp(`^${verb}`) }).click();
}

/** Confirms the dialog; its text is fixed by the specification. */
async function answer(page: Page, verb: string): Promise<void> {
  const question = page.getByRole("dialog").filter({ hasText: `Are you sure to ${verb.toLowerCase()} this project?` });
  await question.getByRole("button", { name: verb, exact: true }).click();
  await expect(question).toBeHidden();
}

/** The button is disabled and its tooltip gives the reason. */
async function expectDisabled(page: Page, verb: string, reason: string): Promise<void> {
  await expect(button(page, verb)).toHaveAttribute("aria-disabled", "true");
  await button(page, verb).hover();
  await expect(page.getByRole("tooltip").filter({ hasText: reason })).toBeVisible();
  await page.mouse.move(0, 0);
}

const titled = (page: Page, status: string): Locator =>
  page.getByRole("main").locator("h1").locator("..").getByText(status, { exact: true });

test("S2.07 S2.09 S2.10 S2.11 S2.20 S2.32 S4.01 S4.02 S4.03 S4.04 S4.05 S4.06 S4.08 S5.08 S6.03 S6.04 S8.10 S8.12 an event goes from preview to the archive and back, with a confirmation for each step", async ({
  page,
  browser,
  server,
}) => {
  await signInByApi(page);

  await test.step("creates an event; the slug placeholder comes from the name, and only admins see a preview event", async () => {
    await openApp(page, "/projects/create");
    await button(page, "Create").click();
    await expect(page.getByText("Please enter an event name")).toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill("  Night Count #7 ");
    await expect(page.getByRole("textbox", { name: "Slug" })).toHaveAttribute("placeholder", "night-count-7");
    await page.getByRole("textbox", { name: "Slug" }).fill("Night Count");
    await expect(page.getByText("Slug must contain only lowercase letters, numbers, and hyphens")).toBeVisible();
    await page.getByRole("textbox", { name: "Slug" }).fill("");
    await page.getByRole("checkbox", { name: "Start as preview" }).check();
    await expectNoSeriousViolations(page);
    await button(page, "Create").click();
    await expect(page.getByText("Project successfully created")).toBeVisible();
    await expect(page).toHaveURL(/\/projects\/night-count-7\/eventImages\?/);
    await expect(titled(page, "Preview")).toBeVisible();
  });

  const bea = await browser.newContext({ baseURL: server.url });
  const cleo = await bea.newPage();
  await signInByApi(cleo, await createUser(server, "Cleo Reed"));

  await test.step("a regular user does not see it and cannot create events", async () => {
    await cleo.goto("/projects/night-count-7");
    await expect(cleo.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
    await openScreen(cleo, "/projects");
    await expect(cleo.getByRole("button", { name: /Create Event$/ })).toHaveAttribute("aria-disabled", "true");
    await expect(cleo.getByText("Night Count #7")).toHaveCount(0);
  });

  await test.step("once activated, every user sees it; admin-only actions give their reason", async () => {
    await fromMenu(page, "Activate");
    await expect(page.getByText("Project successfully activated")).toBeVisible();
    await expect(titled(page, "Active")).toBeVisible();
    // The event's address redirects to the tab and page of its search parameters.
    await openScreen(cleo, "/projects/night-count-7?tab=areas&page=2&pageSize=60");
    await expect(cleo).toHaveURL(/\/projects\/night-count-7\/areas\?/);
    await openScreen(cleo, "/projects/night-count-7?tab=shelves");
    await expect(cleo).toHaveURL(/\/projects\/night-count-7\/eventImages/);
    await openScreen(cleo, "/projects/night-count-7");
    await expect(cleo.getByRole("heading", { name: "Night Count #7" })).toBeVisible();
    await button(cleo, "More actions").click();
    const remove = cleo.getByRole("menuitem", { name: /^Delete/ });
    await expect(remove).toHaveAttribute("aria-disabled", "true");
    await expect(remove).toContainText("Only an admin may do this.");
    await cleo.keyboard.press("Escape");
  });

  await test.step("it cannot be completed without images or with an open image", async () => {
    await expectDisabled(page, "Complete", "This event has no photos yet.");
    await uploadPhotos(page, PHOTOS);
    await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toHaveText(
      /Events.*Night Count #7.*Event Images.*Upload Images/,
    );
    await page.getByRole("link", { name: "Back to Night Count #7" }).click();
    await expectDisabled(page, "Complete", "1 image still to approve or reject.");
    await page.getByRole("link", { name: "1 image still to approve or reject" }).click();
    await expect(page).toHaveURL(/status=uploaded,processed,pending/);
    await expect(page.getByRole("link", { name: "0101.jpg", exact: true })).toBeVisible();
    await mutate(page, "area.createRange", { project: { slug: "night-count-7" }, from: 1, to: 3 });
    await button(page, "More actions").click();
    // PD-68: Archive is not offered in Complete's place.
    await expect(page.getByRole("menuitem", { name: /^Archive/ })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /^Delete/ })).toContainText(
      "This event has 1 photo: only an event without photos can be deleted.",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("an action in a stale tab is refused with a message and changes nothing", async () => {
    await fromMenu(page, "Discard");
    await answer(page, "Discard");
    await expect(page.getByText("Project successfully discarded")).toBeVisible();
    await expect(titled(cleo, "Discarded")).toBeVisible();
    await expect(cleo.getByRole("button", { name: /Upload Images$/ })).toHaveAttribute("aria-disabled", "true");
    await button(cleo, "Reopen").click();
    await answer(cleo, "Reopen");
    await expect(cleo.getByText("Project successfully reopened")).toBeVisible();
    await expect(titled(page, "Active")).toBeVisible();
  });

  await test.step("it is completed after its image was rejected: confirmation, message, report", async () => {
    await page.getByRole("link", { name: "0101.jpg", exact: true }).click();
    await expect(page.getByRole("img", { name: "Photo 0101.jpg" })).toBeVisible();
    await page.getByRole("button", { name: "Reject", exact: true }).last().click();
    await giveRejectReason(page);
    await expect(page.getByText("Image successfully rejected")).toBeVisible();
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Events" }).click();
    const row = page.getByRole("row").filter({ hasText: "Night Count #7" });
    await expect(row).toContainText("Active");
    await expect(row).toContainText("100 %");
    await row.getByRole("link", { name: "Night Count #7" }).click();
    await button(page, "Complete").click();
    await answer(page, "Complete");
    await expect(page.getByText("Project successfully completed")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Precount report – Night Count #7 – v1" })).toBeVisible();
  });

  await test.step("an archived event is read-only under every address", async () => {
    await openScreen(page, "/projects/night-count-7");
    await expect(titled(page, "Completed")).toBeVisible();
    await fromMenu(page, "Archive");
    await answer(page, "Archive");
    await expect(page.getByText("Project successfully archived")).toBeVisible();
    await expect(page).toHaveURL(/\/archives\/night-count-7\?/);
    await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toContainText("Archives");
    await expectNoSeriousViolations(page);
    await page.getByRole("link", { name: "0101.jpg", exact: true }).click();
    await expect(page).toHaveURL(/\/archives\/night-count-7\/images\/[a-z0-9]{24}/);
    await expect(page.getByRole("img", { name: "Photo 0101.jpg" })).toBeVisible();
    const recover = page.getByRole("button", { name: /^(Reject|Recover)/ }).last();
    await expect(recover).toHaveAttribute("aria-disabled", "true");
    // Its areas, their gap list and their wall view stay readable.
    await openScreen(page, "/projects/night-count-7/areas");
    await expect(page).toHaveURL(/\/archives\/night-count-7\/areas(\?|$)/);
    await page.getByRole("button", { name: /^Area 2, Not taken/ }).click();
    await expect(page.getByRole("button", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await button(page, "More about areas").click();
    await page.getByRole("menuitem", { name: "Gap list" }).click();
    await expect(page).toHaveURL(/\/archives\/night-count-7\/areas\/gaps$/);
    await expect(page.getByRole("listitem").filter({ hasText: "1–3" })).toContainText("3 areas");
    await openScreen(page, "/archives/night-count-7/areas");
    await button(page, "More about areas").click();
    await page.getByRole("menuitem", { name: "Wall view" }).click();
    await expect(page).toHaveURL("/projects/night-count-7/areas/wall");
    await expect(page.getByText("areas accounted for")).toContainText("0 of 3");
    await openScreen(page, "/archives");
    await page.getByRole("link", { name: "Night Count #7" }).click();
    await expect(page).toHaveURL(/\/archives\/night-count-7\?/);
  });

  await test.step("recovering restores its status", async () => {
    await button(page, "Recover").click();
    await answer(page, "Recover");
    await expect(page.getByText("Project successfully recovered")).toBeVisible();
    await expect(page).toHaveURL(/\/projects\/night-count-7\/eventImages/);
    await expect(titled(page, "Completed")).toBeVisible();
  });
  await bea.close();
});

test("S4.07 S8.10 an event without images is deleted, and its address shows the 404 page", async ({ page }) => {
  await createEventWithPhotos(page, "Mistake", []);
  await fromMenu(page, "Delete");
  await answer(page, "Delete");
  await expect(page.getByText("Project successfully deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/projects\?page=1&pageSize=10$/);
  await openScreen(page, "/projects/mistake");
  await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
});
