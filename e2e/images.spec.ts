import type { Locator, Page } from "@playwright/test";
import { signInByApi } from "./support/prepare-by-api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { rerunDetection } from "./support/rerun-detection.ts";
import { confirmAction, giveRejectReason } from "./support/ui-actions.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { prepareEventWithPhotos } from "./support/review.ts";
import { fetchImages, mutate } from "./support/api.ts";
import { openScreen } from "./support/open-screen.ts";
import { createUser } from "./support/users.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

/*
 * The image list in use: filters, bulk actions, two people. The fake model returns two valid stickers and a shelf for every photo, so
 * the expected content of the list is known.
 */
test.describe.configure({ mode: "serial" });

const SLUG = "photo-list";
const ALL = 23;
const LIST = `/projects/${SLUG}/eventImages`;

test.beforeAll(async ({ browser, server }) => {
  test.setTimeout(300_000);
  const page = await browser.newPage({ baseURL: server.url });
  await prepareEventWithPhotos(page, "Photo list", createSmallPhotos(ALL));
  // One image has doubtful codes.
  const images = await fetchImages(page, SLUG);
  const doubtful = images.find(({ name }) => name === "05.jpg");
  await rerunDetection(page, SLUG, doubtful?.sid ?? "", { codeConfidenceThreshold: 1, quantityConfidenceThreshold: 0 });
  await page.context().close();
});

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
  await page.goto(`${LIST}?sort=name`);
  // A row of the list, or on a touch screen a tile of the gallery.
  await expect(page.getByRole("link", { name: "01.jpg" })).toBeVisible();
});

const chip = (page: Page, name: string): Locator => page.getByRole("button", { name: new RegExp(`^${name} ?\\d+$`) });
const row = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
const box = (page: Page, name: string): Locator => page.getByRole("checkbox", { name: `Select ${name}` });
const bar = (page: Page): Locator => page.getByRole("region", { name: "Selected images" });
const act = (page: Page, verb: string): Promise<void> =>
  bar(page).getByRole("button", { name: verb, exact: true }).click();
/** The sentence above the list that describes the filters. */
const words = (page: Page, text: string): Locator => page.getByText(text, { exact: true });
const notice = (page: Page, title: string): Locator => page.getByRole("status").filter({ hasText: title });
const statusOf = async (page: Page, name: string): Promise<string | undefined> =>
  (await fetchImages(page, SLUG)).find((image) => image.name === name)?.status;

test("S2.30 S9.01 images below the threshold have a filter (PD-12); filters are cleared one by one, invalid ones are ignored", async ({
  page,
}) => {
  await expect(words(page, `${ALL} images`)).toBeVisible();
  await chip(page, "Below threshold").click();
  await expect(page).toHaveURL(/mark=below/);
  await expect(words(page, `1 of ${ALL} images · below threshold`)).toBeVisible();
  await expect(row(page, "05.jpg")).toContainText("Below threshold");
  await expect(page.getByRole("checkbox", { name: /^Select \d/ })).toHaveCount(1);

  await chip(page, "Pending").click();
  await expect(words(page, `0 of ${ALL} images · pending · below threshold`)).toBeVisible();
  await expect(page.getByText("No image matches.")).toBeVisible();
  await chip(page, "Pending").click();
  await expect(row(page, "05.jpg")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(words(page, `${ALL} images`)).toBeVisible();
  await expect(page).not.toHaveURL(/mark=/);

  await openScreen(page, `${LIST}?mark=junk,<b>&status=nonsense&page=-1&pageSize=7&sort=drop`);
  await expect(words(page, `${ALL} images`)).toBeVisible();
  await expect(page.getByText(`1–10 of ${ALL}`)).toBeVisible();
  await page.getByRole("combobox", { name: "Page Size" }).click();
  for (const size of [10, 20, 30]) await expect(page.getByTitle(`${size} / page`).last()).toBeVisible();
  // The chosen size is in the field too.
  await expect(page.getByTitle(/^\d+ \/ page$/)).toHaveCount(4);
  await page.keyboard.press("Escape");
  await openScreen(page, `${LIST}?page=99&pageSize=10`);
  await expect(page.getByText(`21–${ALL} of ${ALL}`)).toBeVisible();
  // Images below the threshold come first in the review order.
  await openScreen(page, `${LIST}?page=1`);
  await expect(page.getByRole("row").nth(1)).toContainText("05.jpg");
});

test("S2.30 S2.32 the address names the page, also a restored one, and an event's address opens the tab and page of its parameters", async ({
  page,
}) => {
  await expect(page).toHaveURL(/\/eventImages\?sort=name&page=1&pageSize=10$/);
  await page.getByRole("listitem", { name: "3", exact: true }).click();
  await expect(page.getByText(`21–${ALL} of ${ALL}`)).toBeVisible();
  await page.goto(LIST);
  await expect(page).toHaveURL(/\/eventImages\?page=3&pageSize=10$/);
  await expect(page.getByText(`21–${ALL} of ${ALL}`)).toBeVisible();
  await page.goto(`/projects/${SLUG}?tab=eventImages&page=2&pageSize=20`);
  await expect(page).toHaveURL(/\/eventImages\?page=2&pageSize=20$/);
  await expect(page.getByText(`21–${ALL} of ${ALL}`)).toBeVisible();
});

test("S2.30 S2.43 L, Back and the breadcrumb lead back to the list as it was left, and the order of its images stays", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  await openScreen(page, `${LIST}?status=pending&sort=-name&page=2&pageSize=10`);
  const link = (name: string): Locator => page.getByRole("link", { name, exact: true });
  const scrolled = (): Promise<number> => page.evaluate(() => document.getElementById("content")?.scrollTop ?? 0);
  const step = page.getByRole("navigation", { name: "Images" });
  const expectList = async (name: string): Promise<void> => {
    await expect(page).toHaveURL(/status=pending/);
    await expect(page).toHaveURL(/sort=-name/);
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(link(name)).toBeFocused();
    await expect.poll(scrolled).toBe(before);
  };
  await link("12.jpg").scrollIntoViewIfNeeded();
  await page.mouse.move(640, 300);
  const before = (await scrolled()) + 60;
  await page.mouse.wheel(0, 60);
  await expect.poll(scrolled).toBe(before);
  await link("12.jpg").click();
  await expect(step).toContainText("12 of 22");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(step).toContainText("13 of 22");
  await expect(page.getByRole("img", { name: "Photo 11.jpg" })).toBeVisible();
  // Rejected, the image leaves the filter; the next photo of the list opens.
  await page.keyboard.press("Shift+X");
  await page.keyboard.press("1");
  await expect(step).toContainText("14 of 22");
  await expect(page.getByRole("img", { name: "Photo 10.jpg" })).toBeVisible();
  await page.keyboard.press("l");
  await expectList("10.jpg");
  await expect(words(page, `21 of ${ALL} images · pending`)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(step).toContainText("14 of 22");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(step).toContainText("15 of 22");
  await page.goBack();
  await expectList("09.jpg");
  await page.keyboard.press("Enter");
  await expect(step).toContainText("15 of 22");
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Event Images" }).click();
  await expectList("09.jpg");
  const rejected = (await fetchImages(page, SLUG)).find(({ name }) => name === "11.jpg");
  expect(rejected?.rejection).toEqual({ reason: "blurred", note: null });
  await mutate(page, "image.recoverImage", { sid: rejected?.sid });
});

test("S4.12 S4.16 bulk actions with the keyboard: select a range, reject, undo, validate with reasons for failures", async ({
  page,
}) => {
  await box(page, "03.jpg").focus();
  await page.keyboard.press("Space");
  await expect(bar(page)).toContainText("1 selected");
  await box(page, "06.jpg").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("4 selected");
  await expectNoSeriousViolations(page);

  await act(page, "Reject");
  await giveRejectReason(page);
  await expect(notice(page, "4 images rejected")).toBeVisible();
  await expect(row(page, "03.jpg")).toContainText("Rejected");
  await expect(row(page, "03.jpg")).toContainText("Blurred");
  await expect(chip(page, "Rejected")).toContainText("4");
  await expect(bar(page)).toBeHidden();
  await expectNoSeriousViolations(page);
  await page.getByRole("button", { name: "Undo" }).dblclick();
  await expect(notice(page, "Undone: 4 images recovered")).toBeVisible();
  // The second click of a double click undoes nothing more.
  await expect(page.getByText("could be recovered")).toHaveCount(0);
  await expect(row(page, "03.jpg")).toContainText("Pending");
  expect(await statusOf(page, "05.jpg")).toBe("processed");

  // Escape clears the selection.
  await box(page, "03.jpg").focus();
  await page.keyboard.press("Space");
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();

  await box(page, "04.jpg").check();
  await box(page, "05.jpg").check();
  await act(page, "Validate");
  await expect(notice(page, "1 approved, 1 failed")).toContainText(
    "05.jpg: 3 results are still invalid: correct or discard them first.",
  );
  await expect(row(page, "04.jpg")).toContainText("Approved");
  // Failed images stay selected.
  await expect(bar(page)).toContainText("1 selected");
  await expect(box(page, "05.jpg")).toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page, "Undone: Image Detection has been invalidated")).toBeVisible();
  await expect(row(page, "04.jpg")).toContainText("Pending");

  // An image that leaves the filter because of another change is no longer selected.
  await openScreen(page, `${LIST}?sort=name&status=pending`);
  await box(page, "03.jpg").check();
  await box(page, "04.jpg").check();
  const [third] = await fetchImages(page, SLUG, "03.jpg");
  await mutate(page, "image.rejectImage", { sid: third?.sid });
  await expect(row(page, "03.jpg")).toHaveCount(0);
  await expect(bar(page)).toContainText("1 selected");
  await mutate(page, "image.recoverImage", { sid: third?.sid });
});

test("S4.12 selects the page, then all matching images; Undo skips images that another user has changed since", async ({
  page,
  browser,
  server,
}) => {
  const second = await browser.newPage({ baseURL: server.url });
  await signInByApi(second, await createUser(server, "Olivia Other"));
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expect(bar(page)).toContainText("10 selected");
  await bar(page)
    .getByRole("button", { name: `Select all ${ALL}` })
    .click();
  await expect(bar(page)).toContainText(`${ALL} selected`);
  await act(page, "Reject");
  await giveRejectReason(page);
  // The notification stays open while the pointer is over it.
  await notice(page, `${ALL} images rejected`).hover();
  const [recovered] = await fetchImages(page, SLUG, "02.jpg");
  await mutate(second, "image.recoverImage", { sid: recovered?.sid });
  await second.context().close();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page, `Undone: ${ALL - 1} recovered, 1 failed`)).toContainText(
    "02.jpg: Its status has changed since then.",
  );
  await expect(chip(page, "Rejected")).toContainText("0");
});

test("S2.13 S4.10 a row's main action follows its status, with the specified messages, and the progress is rounded down", async ({
  page,
}) => {
  await row(page, "07.jpg").getByRole("button", { name: "Validate 07.jpg" }).click();
  await expect(notice(page, "Image Detection has been validated")).toBeVisible();
  await expect(row(page, "07.jpg")).toContainText("Approved");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "07.jpg")).toContainText("Pending");

  await page.getByRole("button", { name: "Actions for 08.jpg" }).click();
  await page.getByRole("menuitem", { name: "Reject" }).click();
  await giveRejectReason(page, "Duplicate");
  await expect(notice(page, "Image successfully rejected")).toBeVisible();
  await page.getByRole("button", { name: "Actions for 10.jpg" }).click();
  await page.getByRole("menuitem", { name: "Reject" }).click();
  await giveRejectReason(page, "Duplicate");
  await expect(chip(page, "Rejected")).toContainText("2");
  // 2 of 23 is 8.7 %.
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Events" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Photo list" })).toContainText("8 %");
  await openScreen(page, `${LIST}?sort=name`);
  await row(page, "10.jpg").getByRole("button", { name: "Recover 10.jpg" }).click();
  await expect(row(page, "10.jpg")).toContainText("Pending");
  await row(page, "08.jpg").getByRole("button", { name: "Recover 08.jpg" }).click();
  await expect(notice(page, "Image successfully recovered")).toBeVisible();
  await row(page, "05.jpg").getByRole("button", { name: "Review 05.jpg" }).click();
  await expect(page).toHaveURL(/images\/[a-z0-9]{24}/);
});

test("a row's menu opens with the keyboard, and the focus moves to the next row when the rejected one leaves the list", async ({
  page,
}) => {
  await openScreen(page, `${LIST}?sort=name&status=pending`);
  const name = await page.getByRole("row").nth(1).getByRole("link").first().textContent();
  const next = await page.getByRole("row").nth(2).getByRole("link").first().textContent();
  const menu = page.getByRole("button", { name: `Actions for ${name}` });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Review" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Review" })).toBeFocused();
  const reject = page.getByRole("menuitem", { name: "Reject" });
  while (!(await reject.evaluate((item) => item === document.activeElement))) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // The key that chose the item must not press a reason.
  await expect(page.getByRole("dialog").getByRole("button", { name: "Blurred" })).toBeFocused();
  await page.keyboard.press("1");
  await expect(row(page, `${name}`)).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Actions for ${next}` })).toBeFocused();
  await openScreen(page, `${LIST}?status=rejected`);
  await page.getByRole("button", { name: `Recover ${name}` }).click();
  await expect(page.getByRole("button", { name: `Recover ${name}` })).toHaveCount(0);
});

test("S2.43 previous and next follow the filtered list", async ({ page }) => {
  await openScreen(page, `${LIST}?search=1&sort=-name`);
  await expect(words(page, `12 of ${ALL} images · named like “1”`)).toBeVisible();
  await page.getByRole("link", { name: "21.jpg" }).click();
  await expect(page.getByText("1 of 12")).toBeVisible();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByRole("img", { name: "Photo 19.jpg" })).toBeVisible();
  const steps = page.getByRole("navigation", { name: "Images" });
  for (const [button, name, position] of [
    ["Next image", "18.jpg", "3 of 12"],
    ["Previous image", "19.jpg", "2 of 12"],
    ["Previous image", "21.jpg", "1 of 12"],
    // Around the end, in both directions.
    ["Previous image", "01.jpg", "12 of 12"],
    ["Next image", "21.jpg", "1 of 12"],
  ] as const) {
    await steps.getByRole("button", { name: button }).click();
    await expect(page.getByRole("img", { name: `Photo ${name}` })).toBeVisible();
    await expect(steps.getByRole("status")).toHaveText(position);
  }
  // Keys and clicks that come before the next image is shown count too.
  const twice = (target: string, type: "keydown" | "click"): Promise<void> =>
    page.locator(target).evaluate((element, name) => {
      const init = { key: "ArrowRight", code: "ArrowRight", shiftKey: true, bubbles: true };
      for (let at = 0; at < 2; at += 1)
        element.dispatchEvent(name === "click" ? new MouseEvent(name, init) : new KeyboardEvent(name, init));
    }, type);
  await twice("body", "keydown");
  await expect(steps.getByRole("status")).toHaveText("3 of 12");
  await twice("button[aria-label='Next image']", "click");
  await expect(steps.getByRole("status")).toHaveText("5 of 12");
});

test("PD-171 a search by code and quantity shows the crops that matched, which open their sticker, and an invalid one says what is wrong", async ({
  page,
}) => {
  const field = page.getByRole("searchbox", { name: "Search images" });
  // The fake model reads this sticker in every photo.
  const [code, quantity] = ["000123", "12"];
  // The stickers of a photo can be found seconds after its detection.
  await expect.poll(async () => (await fetchImages(page, SLUG, `code:${code}`)).length, { timeout: 60_000 }).toBe(ALL);
  await field.fill(`code:${code} qty:${quantity} 12`);
  await expect(words(page, `1 of ${ALL} images · code ${code} · quantity ${quantity} · named like “12”`)).toBeVisible();
  const crop = page.getByRole("link", { name: `Open ${code}, ${quantity} units in 12.jpg` }).first();
  await expect(crop).toContainText(code);
  await expect
    .poll(() => crop.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectNoSeriousViolations(page);
  await field.fill("qty:lots");
  await expect(page.getByText("After “qty:” type a number or a range, such as qty:12")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("checkbox", { name: /^Select \d/ })).toHaveCount(0);
  await field.fill("code:999999");
  await expect(page.getByText("No image matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(words(page, `${ALL} images`)).toBeVisible();
  await field.fill(`code:${code} 12`);
  await crop.click();
  await expect(page).toHaveURL(/images\/[a-z0-9]{24}\?detection=\d/);
});

test("PD-172 the gallery shows the same images with boxes of doubtful results, selects and opens them by keyboard, and is remembered", async ({
  page,
}) => {
  const gallery = page.getByRole("list", { name: "Images" });
  const tile = (name: string): Locator => gallery.getByRole("listitem").filter({ hasText: name });
  await page.getByText("Gallery", { exact: true }).click();
  await expect(tile("05.jpg")).toContainText("doubtful");
  await expect(tile("05.jpg").locator("svg rect").first()).toBeAttached();
  await expect(tile("06.jpg").locator("svg rect")).toHaveCount(0);
  await expect(tile("06.jpg").locator("img")).toHaveJSProperty("complete", true);
  await expectNoSeriousViolations(page);

  const first = tile("01.jpg").getByRole("link", { name: "01.jpg" });
  await first.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tile("02.jpg").getByRole("link", { name: "02.jpg" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(bar(page)).toContainText("1 selected");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(bar(page)).toContainText("3 selected");
  await expect(box(page, "04.jpg")).toBeChecked();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(bar(page)).toContainText("2 selected");
  await expect(box(page, "04.jpg")).not.toBeChecked();
  await page.keyboard.press("End");
  await expect(tile("23.jpg").getByRole("link", { name: "23.jpg" })).toBeFocused();
  await expect(tile("23.jpg")).toBeInViewport();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar(page)).toContainText(`${ALL} selected`);
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();

  await box(page, "20.jpg").check();
  await box(page, "22.jpg").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await act(page, "Reject");
  await giveRejectReason(page);
  await expect(notice(page, "3 images rejected")).toBeVisible();
  await expect(tile("21.jpg")).toContainText("Blurred");
  await expect(tile("21.jpg").getByTitle(/^Reviewed by \S/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tile("21.jpg")).toContainText("Pending");

  await page.getByRole("combobox", { name: "Order" }).click();
  await page.getByTitle("Name, descending").click();
  await expect(gallery.getByRole("listitem").first()).toContainText("23.jpg");
  await tile("12.jpg").getByRole("link", { name: "12.jpg" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "Photo 12.jpg" })).toBeVisible();
  await page.keyboard.press("l");
  await expect(tile("12.jpg").getByRole("link", { name: "12.jpg" })).toBeFocused();
  // A pasted text that is too long is cut; the list is not shown unfiltered.
  await page.getByRole("searchbox", { name: "Search images" }).focus();
  await page.keyboard.insertText("x".repeat(300));
  await expect(page.getByText("No image matches.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search images" }).fill("nothing");
  await expect(page.getByText("No image matches.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(tile("12.jpg")).toBeVisible();
  await page.getByText("List", { exact: true }).click();
  await expect(row(page, "23.jpg")).toBeVisible();
});

test("S2.41 Detect Objects on a selection asks for a model and queues it", async ({ page }) => {
  await box(page, "09.jpg").check();
  await box(page, "10.jpg").check();
  await act(page, "Detect Objects");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This queues the model for 2 images.");
  await dialog.getByRole("button", { name: "Detect Objects" }).click();
  await expect(dialog.getByText("Please select a model")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Model" }).click();
  await page.getByTitle("Fake model").click();
  await dialog.getByRole("button", { name: "Detect Objects" }).click();
  await expect(notice(page, "2 images queued")).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

/** The buttons and checkboxes that are too small for a finger. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button, main label:has(input)")]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => width < 44 || height < 44)
      .map(({ name, box: { width, height } }) => `${name}: ${Math.round(width)} × ${Math.round(height)}`),
  );

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("S2.13 an image is selected and rejected, touch targets have 44 px, and the layout fits", async ({ page }) => {
    await openScreen(page, `${LIST}?search=11`);
    // The gallery is the default on touch screens.
    const tiles = page.getByRole("list", { name: "Images" }).getByRole("listitem");
    await expect(tiles).toHaveCount(1);
    await expect(tiles).toContainText("11.jpg");
    expect(await smallTargets(page)).toEqual([]);
    await expectNoSeriousViolations(page);
    await page.getByText("List", { exact: true }).tap();
    const label = page.getByRole("row").filter({ hasText: "11.jpg" });
    await expect(label).toBeVisible();
    const { validPercent } = (await fetchImages(page, SLUG)).find(({ name }) => name === "11.jpg") ?? {};
    expect(validPercent).not.toBeNull();
    await expect(label).toContainText(`${validPercent} %`);
    await expect(label.getByRole("progressbar", { name: "Valid detections of 11.jpg" })).toHaveAttribute(
      "value",
      String(validPercent),
    );
    const cell = label.getByRole("cell").first();
    await cell.getByRole("checkbox").tap();
    await expect(bar(page)).toContainText("1 selected");
    expect(await smallTargets(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await bar(page).getByRole("button", { name: "Reject" }).tap();
    await giveRejectReason(page);
    await expect(notice(page, "Image successfully rejected")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(notice(page, "Undone: Image successfully recovered")).toBeVisible();
    await expectNoSeriousViolations(page);
  });
});

test("S4.13 in a completed event images can be selected, and each action gives the reason why it is disabled", async ({
  page,
}) => {
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await bar(page)
    .getByRole("button", { name: `Select all ${ALL}` })
    .click();
  await act(page, "Reject");
  await giveRejectReason(page);
  await expect(notice(page, `${ALL} images rejected`)).toBeVisible();
  await confirmAction(page, "Complete");
  await expect(page.getByText("Project successfully completed")).toBeVisible();
  await openScreen(page, LIST);
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  const recover = bar(page).getByRole("button", { name: "Recover", exact: true });
  await expect(recover).toHaveAttribute("aria-disabled", "true");
  await recover.hover();
  await expect(
    page.getByRole("tooltip").filter({ hasText: "This event is completed: reopen it first." }),
  ).toBeVisible();
});
