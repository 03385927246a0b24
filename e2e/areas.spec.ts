import type { Browser, Locator, Page } from "@playwright/test";
import { AREA_STATUSES, areaCan } from "@precount/domain";
import { NIGHTLY } from "./support/is-exhaustive.ts";
import { fetchImage, fetchImages, mutate } from "./support/api.ts";
import { createEventByApi, signInByApi } from "./support/prepare-by-api.ts";
import { createEventWithPhotos } from "./support/review.ts";
import { addAreas, createEventWithAreas, legend, submitRange, tile } from "./support/areas.ts";
import { expectNoSeriousViolations, expectNoSeriousViolationsInBothThemes } from "./support/axe.ts";
import { endSessionAtNextChange, signInOverPage } from "./support/sign-in-again.ts";
import { openApp, openScreen } from "./support/open-screen.ts";
import { createUser } from "./support/users.ts";
import { type RunningServer, expect, testWithFakeModel as test } from "./support/server.ts";

test.setTimeout(240_000);

const card = (page: Page, number: number): Locator => page.getByRole("dialog", { name: `Area ${number}`, exact: true });
const tiles = (page: Page): Locator =>
  page.getByRole("list", { name: "Areas" }).getByRole("button", { name: /^Area \d+,/ });

/** Opens the card of an area and presses one of its buttons. */
async function runAreaAction(page: Page, number: number, verb: string): Promise<void> {
  await tile(page, number).click();
  await card(page, number).getByRole("button", { name: verb, exact: true }).click();
}

/** A page in another browser, for a second person. */
async function openAsOtherUser(browser: Browser, server: RunningServer, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await signInByApi(page, await createUser(server, name));
  return page;
}

test("S2.49 S5.14 S8.02 S8.13 ranges are validated, added and voided, with their notifications", async ({ page }) => {
  await createEventWithPhotos(page, "Ranges of areas", []);
  await page.getByText("Ranges Control", { exact: true }).click();
  await expect(page).toHaveURL(/\/projects\/ranges-of-areas\/areas/);
  await expect(page.getByText(/^No areas yet\./)).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "Add areas" });
  for (const [from, to, message] of [
    ["", "5", "Please enter area start"],
    ["5", "", "Please enter area finish"],
    ["10", "1", "Areas finish should be grater then area start"],
    ["0", "5", "Please enter area start"],
    ["1.5", "5", "Please enter area start"],
    ["1", "1000000000", "Please enter area finish"],
    ["1", "1000000", "At most 5000 areas at a time"],
    ["=1+1", "<b>", "Please enter area start"],
  ] as const) {
    await test.step(`${from} to ${to}: ${message}`, async () => {
      await submitRange(page, "Add", from, to);
      await expect(dialog.getByText(message)).toBeVisible();
    });
  }

  await expectNoSeriousViolations(page);

  await test.step("a network failure shows an error and keeps the range for another try", async () => {
    await page.route(/area\.createRange/, (route) => route.abort());
    await submitRange(page, "Add", "1", "60");
    const error = page.getByRole("alert").filter({ hasText: /^Error/ });
    await expect(error).toContainText("Error: The server could not be reached.");
    await page.unroute(/area\.createRange/);
  });

  await submitRange(page, "Add", "1", "60");
  const notice = page.getByText("Areas 1–60 successfully created");
  await expect(notice).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(tiles(page)).toHaveCount(48);
  await submitRange(page, "Add", "1", "60");
  await expect(page.getByText("0 Areas created")).toBeVisible();
  await submitRange(page, "Add", "58", "63");
  await expect(page.getByText("Areas 61–63 successfully created")).toBeVisible();
  await submitRange(page, "Void", "62", "70");
  await expect(page.getByText("Areas 62, 63 successfully voided")).toBeVisible();
  await submitRange(page, "Void", "62", "70");
  await expect(page.getByText("0 Areas voided")).toBeVisible();
  await expect(legend(page, "voided")).toContainText("2");

  await test.step("a range is restored, and a mistaken one deleted", async () => {
    await submitRange(page, "Restore", "63", "70");
    await expect(page.getByText("Areas 63 successfully restored")).toBeVisible();
    await expect(legend(page, "voided")).toContainText("1");
    await submitRange(page, "Delete", "55", "63");
    await expect(page.getByText("Areas 55–63 successfully deleted")).toBeVisible();
    await expect(legend(page, "not_taken")).toContainText("54");
  });
});

test("S2.17 S2.32 S2.33 S2.46 S2.47 S2.50 S9.01 the grid has statuses, search, legend, pages and keys", async ({
  page,
}) => {
  const slug = await createEventWithAreas(page, "Grid of areas", { areas: 130, photos: 2 });
  const paramsOf = (): string => new URL(page.url()).search;

  await test.step("shows 48 tiles with their statuses", async () => {
    await expect(tile(page, 1, "pending")).toBeVisible();
    await expect(tile(page, 3, "not_taken")).toBeVisible();
    await expect(tiles(page)).toHaveCount(48);
    for (const status of AREA_STATUSES) await expect(legend(page, status)).toBeVisible();
    await expect(legend(page, "not_taken")).toContainText("128");
  });

  await test.step("the legend filters by a status; pressing it again shows all", async () => {
    await legend(page, "pending").click();
    await expect(tiles(page)).toHaveCount(2);
    await expect(legend(page, "pending")).toHaveAttribute("aria-pressed", "true");
    expect(paramsOf()).toContain("status=pending");
    await page.reload();
    await expect(tiles(page)).toHaveCount(2);
    await legend(page, "not_taken").click();
    await expect(legend(page, "pending")).toHaveAttribute("aria-pressed", "false");
    await legend(page, "not_taken").click();
    await expect(tiles(page)).toHaveCount(48);
    expect(paramsOf()).not.toContain("status");
  });

  await test.step("searches by area name", async () => {
    const search = page.getByRole("searchbox", { name: "Search areas" });
    await search.fill("12");
    // Areas 12, 112 and 120 to 129 match.
    await expect(tiles(page)).toHaveCount(12);
    expect(paramsOf()).toContain("search=12");
    await search.fill("<script>");
    await expect(page.getByText("No area matches.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(tiles(page)).toHaveCount(48);
  });

  await test.step("page sizes 36, 48, 60 and 72 are in the address", async () => {
    await page.getByRole("combobox", { name: "Page Size" }).click();
    for (const size of [36, 48, 60, 72]) await expect(page.getByTitle(`${size} / page`).last()).toBeVisible();
    await page.getByTitle("60 / page").click();
    await expect(tiles(page)).toHaveCount(60);
    expect(paramsOf()).toContain("pageSize=60");
    await page.getByRole("listitem", { name: "3", exact: true }).click();
    await expect(tiles(page)).toHaveCount(10);
    expect(paramsOf()).toContain("page=3");
    await openScreen(page, `/projects/${slug}/areas?page=99&pageSize=7`);
    await expect(page).toHaveURL(/page=3/);
    await expect(tile(page, 130)).toBeVisible();
    // The event's address redirects to the tab, page and size of its parameters.
    await openScreen(page, `/projects/${slug}?tab=areas&page=2&pageSize=60`);
    await expect(page).toHaveURL(new RegExp(`/projects/${slug}/areas\\?page=2&pageSize=60$`));
    await expect(tile(page, 61)).toBeVisible();
    await expect(tile(page, 120)).toBeVisible();
    await expect(tiles(page)).toHaveCount(60);
    await openScreen(page, `/projects/${slug}/areas?page=1&pageSize=48`);
  });

  await test.step("arrow keys move between tiles, Page Down to the next page, Enter and Escape open and close", async () => {
    await tile(page, 1).focus();
    await page.keyboard.press("ArrowRight");
    await expect(tile(page, 2)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(tile(page, 14)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(card(page, 14)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card(page, 14)).toBeHidden();
    await expect(tile(page, 14)).toBeFocused();
    await page.keyboard.press("PageDown");
    await expect(tile(page, 49)).toBeFocused();
  });
});

// shell.spec.ts keeps a changed form over an ended session in each run, and blind-count.spec.ts a typed rule.
test(
  "PD-178 the reasons of Void and Reject stay over an ended session and are sent after the sign-in",
  { tag: NIGHTLY },
  async ({ page }) => {
    const slug = await createEventWithAreas(page, "Kept reasons", { areas: 2, photos: 1 });
    await runAreaAction(page, 2, "Void");
    const question = page.getByRole("dialog").filter({ hasText: "Are you sure" });
    await question.getByRole("textbox", { name: "Reason" }).fill("Being rebuilt");
    await endSessionAtNextChange(page);
    await question.getByRole("button", { name: "Void" }).click();
    await signInOverPage(page);
    await expect(page.getByText("Area successfully voided")).toBeVisible();
    await tile(page, 2, "voided").click();
    await expect(card(page, 2)).toContainText("Being rebuilt");

    await openScreen(page, `/projects/${slug}/eventImages`);
    const row = page.getByRole("row").filter({ hasText: "01.jpg" });
    await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    const reasons = page.getByRole("dialog", { name: "Why is this photo rejected?" });
    await reasons.getByRole("button", { name: "Other…" }).click();
    await reasons.getByRole("textbox", { name: "Reason" }).fill("Wrong aisle");
    await endSessionAtNextChange(page);
    await reasons.getByRole("button", { name: "Reject", exact: true }).click();
    await signInOverPage(page);
    await expect(reasons).toBeHidden();
    await expect(row).toContainText("Rejected");
  },
);

test("a refused Void or Reject keeps the typed reason until it is accepted", async ({ page }) => {
  const slug = await createEventWithAreas(page, "Refused reasons", { areas: 2, photos: 1 });
  const [image] = await fetchImages(page, slug);
  const alert = (text: string) => page.locator(".ant-message").filter({ hasText: text }).first();
  await runAreaAction(page, 2, "Void");
  const question = page.getByRole("dialog").filter({ hasText: "Are you sure" });
  const why = question.getByRole("textbox", { name: "Reason" });
  await why.fill("Being rebuilt");
  // Another user is faster.
  await mutate(page, "area.voidRange", { project: { slug }, from: 2, to: 2, reason: "Closed" });
  await question.getByRole("button", { name: "Void" }).click();
  await expect(alert("already voided")).toBeVisible();
  await expect(why).toHaveValue("Being rebuilt");
  await question.getByRole("button", { name: "Cancel" }).click();

  const reasons = page.getByRole("dialog", { name: /^Why (is this photo|are these photos) rejected\?$/ });
  const refused = async (): Promise<void> => {
    await page.getByRole("button", { name: "Reject", exact: true }).first().click();
    await reasons.getByRole("button", { name: "Other…" }).click();
    await reasons.getByRole("textbox", { name: "Reason" }).fill("Wrong aisle");
    await mutate(page, "image.rejectImage", { sid: image?.sid });
    await reasons.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(alert("This image is rejected")).toBeVisible();
    await expect(reasons.getByRole("textbox", { name: "Reason" })).toHaveValue("Wrong aisle");
  };
  const accepted = async (): Promise<void> => {
    await mutate(page, "image.recoverImage", { sid: image?.sid });
    await reasons.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(reasons).toBeHidden();
    const [rejected] = await fetchImages(page, slug);
    expect(rejected?.rejection).toEqual({ reason: "other", note: "Wrong aisle" });
    await mutate(page, "image.recoverImage", { sid: image?.sid });
  };
  await openScreen(page, `/projects/${slug}/eventImages`);
  await page.getByRole("row").filter({ hasText: "01.jpg" }).getByRole("checkbox").check();
  await refused();
  await accepted();
  await openScreen(page, `/projects/${slug}/eventImages/images/${image?.sid ?? ""}`);
  await refused();
  await accepted();
});

test("S2.18 S2.48 S8.10 an area's popover: Drill To, Void and Delete", async ({ page }) => {
  const slug = await createEventWithAreas(page, "Popovers of areas", { areas: 6, photos: 1 });
  const question = page.getByRole("dialog").filter({ hasText: "Are you sure" });

  await test.step("a disabled Drill To shows the rule's reason", async () => {
    await tile(page, 2).click();
    const drill = card(page, 2).getByRole("button", { name: "Drill To" });
    await expect(drill).toHaveAttribute("aria-disabled", "true");
    await drill.hover();
    const outcome = areaCan.drillTo({ imageSid: null });
    await expect(page.getByRole("tooltip").filter({ hasText: outcome.ok ? "" : outcome.reason })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("Drill To opens the photo, and Back returns", async () => {
    await runAreaAction(page, 1, "Drill To");
    await expect(page).toHaveURL(new RegExp(`/projects/${slug}/areas/images/[a-z0-9]{24}`));
    await expect(page.getByRole("img", { name: "Photo 01.jpg" })).toBeVisible();
    await page.getByRole("link", { name: "Ranges Control" }).click();
    await expect(tile(page, 1)).toBeVisible();
  });

  await test.step("Void asks for confirmation, records who and why, and is then disabled", async () => {
    await runAreaAction(page, 3, "Void");
    await expect(question).toContainText("Are you sure to void this area?");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(tile(page, 3, "not_taken")).toBeVisible();
    await runAreaAction(page, 3, "Void");
    await question.getByRole("textbox", { name: "Reason" }).fill("Being <i>rebuilt</i>");
    await question.getByRole("button", { name: "Void" }).click();
    await expect(page.getByText("Area successfully voided")).toBeVisible();
    await tile(page, 3, "voided").click();
    await expect(card(page, 3)).toContainText("Being <i>rebuilt</i>");
    await expectNoSeriousViolations(page);
    await expect(card(page, 3).getByRole("button", { name: "Void", exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await card(page, 3).getByRole("button", { name: "Restore" }).click();
    await expect(tile(page, 3, "not_taken")).toBeVisible();
  });

  await test.step("Delete asks for confirmation and removes the area", async () => {
    await runAreaAction(page, 4, "Delete");
    await expect(question).toContainText("Are you sure to delete this area?");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Area successfully deleted")).toBeVisible();
    await expect(tile(page, 4)).toHaveCount(0);
    await expect(tiles(page)).toHaveCount(5);
  });
});

test("two people see each other's changes without a reload", async ({ page, browser, server }) => {
  const slug = await createEventWithAreas(page, "Areas of two", { areas: 24, photos: 2 });
  const bea = await openAsOtherUser(browser, server, "Beatrix Areas");
  await bea.goto(`/projects/${slug}/areas`);

  await test.step("an approval changes the tile's color and status on the other screen", async () => {
    await expect(tile(page, 1, "pending")).toBeVisible();
    const before = await tile(page, 1).evaluate((element) => getComputedStyle(element).backgroundColor);
    const [image] = await fetchImages(bea, slug, "01.jpg");
    const [detection] = (await fetchImage(bea, slug, image?.sid ?? "")).detections;
    await mutate(bea, "imageDetection.validateImageDetection", { sid: detection?.sid });
    await expect(tile(page, 1, "approved")).toBeVisible();
    expect(await tile(page, 1).evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(before);
    await expect(legend(page, "approved")).toContainText("1");
  });

  await test.step("both void the same range: each area is reported to only one of them", async () => {
    await Promise.all([submitRange(page, "Void", "11", "20"), submitRange(bea, "Void", "11", "20")]);
    for (const person of [page, bea]) {
      await expect(person.getByText(/successfully voided|0 Areas voided/)).toBeVisible();
      await expect(tile(person, 11, "voided")).toBeVisible();
      await expect(legend(person, "voided")).toContainText("10");
    }
    const told = await Promise.all([page, bea].map((person) => person.getByText("0 Areas voided").count()));
    expect(told.filter((count) => count === 1)).toHaveLength(1);
  });
});

// server/src/live/live-areas.test.ts proves in each run that every page is notified about a deleted area.
test(
  "an area that another person deletes leaves its open photo and closes its open popover",
  { tag: NIGHTLY },
  async ({ page, browser, server }) => {
    const slug = await createEventWithAreas(page, "Deleted areas", { areas: 24, photos: 2 });
    const bea = await openAsOtherUser(browser, server, "Bella Areas");
    await bea.goto(`/projects/${slug}/areas`);

    await test.step("deleting an area while its photo is open keeps the photo without an area", async () => {
      await runAreaAction(page, 2, "Drill To");
      await expect(page.getByRole("img", { name: "Photo 02.jpg" })).toBeVisible();
      await runAreaAction(bea, 2, "Delete");
      await bea.getByRole("dialog").filter({ hasText: "Are you sure" }).getByRole("button", { name: "Delete" }).click();
      await expect(bea.getByText("Area successfully deleted")).toBeVisible();
      await expect(page.getByRole("img", { name: "Photo 02.jpg" })).toBeVisible();
      // The page shows it without a reload.
      await page.getByRole("button", { name: "Details" }).click();
      await expect(page.getByRole("button", { name: "Link to an area" })).toBeVisible();
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Ranges Control" }).click();
      await expect(tile(page, 1)).toBeVisible();
      await expect(tile(page, 2)).toHaveCount(0);
    });

    await test.step("closes the open popover of a deleted area", async () => {
      await tile(page, 5).click();
      await expect(card(page, 5)).toBeVisible();
      await runAreaAction(bea, 5, "Delete");
      await bea.getByRole("dialog").filter({ hasText: "Are you sure" }).getByRole("button", { name: "Delete" }).click();
      await expect(tile(page, 5)).toHaveCount(0);
      await expect(card(page, 5)).toBeHidden();
      await addAreas(bea, 30, 33);
      await expect(tile(page, 33)).toBeVisible();
    });
  },
);

// Each run checks the card and the dialog in the light theme, in the tests above.
test(
  "axe finds nothing serious in an area's card and in the range dialog, light and dark",
  { tag: NIGHTLY },
  async ({ page }) => {
    await createEventWithAreas(page, "Looks of areas", { areas: 60, photos: 1 });
    await submitRange(page, "Void", "50", "52");
    await expect(tile(page, 12)).toBeVisible();
    await tile(page, 1).click();
    await expect(card(page, 1).getByText("01.jpg")).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page);
    await page.keyboard.press("Escape");
    await submitRange(page, "Add", "10", "1");
    await expectNoSeriousViolationsInBothThemes(page);
  },
);

test("S8.13 S9.08 a range notification is visible for 30 seconds", async ({ page }) => {
  await signInByApi(page);
  await createEventByApi(page, "Notices of areas");
  await page.clock.install();
  await openApp(page, "/projects/notices-of-areas/areas");
  await submitRange(page, "Add", "1", "7");
  const notice = page.getByText("Areas 1–7 successfully created");
  await expect(notice).toBeVisible();
  await page.clock.fastForward(28_000);
  await expect(tile(page, 7)).toBeVisible();
  await expect(notice).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(notice).toBeHidden();
});
