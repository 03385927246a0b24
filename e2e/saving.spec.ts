import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { type ImageDetection, isDoubtful } from "@precount/domain";
import { signInByApi } from "./support/prepare-by-api.ts";
import { openApp } from "./support/open-screen.ts";
import { prepareEventWithPhotos, validateByMouse } from "./support/review.ts";
import { fetchImage, fetchImages } from "./support/api.ts";
import { writeFakeStickers } from "./support/fake-stickers.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { ADMIN, type RunningServer, expect, testWithFakeModel as test } from "./support/server.ts";

const SLUG = "saving";
const PHOTOS = createSmallPhotos(8);
/** Each test uses its own photo. */
let imageSids: string[] = [];
let nextPhoto = 0;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser, server }) => {
  test.setTimeout(240_000);
  for (const { buffer } of PHOTOS) await writeFakeStickers(server, buffer);
  const page = await browser.newPage({ baseURL: server.url });
  await prepareEventWithPhotos(page, "Saving", PHOTOS);
  imageSids = (await fetchImages(page, SLUG)).map(({ sid }) => sid);
  await page.context().close();
});

type Review = { page: Page; context: BrowserContext; imageSid: string; stickers: number[] };

/** Opens the photo in another browser. */
async function openElsewhere(browser: Browser, server: RunningServer, imageSid: string): Promise<Review> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  return open(await context.newPage(), imageSid);
}

async function open(page: Page, imageSid: string): Promise<Review> {
  await signInByApi(page);
  const { results } = await detectionOf(page, imageSid);
  // Doubtful ones last: Enter in the only doubtful one opens the next photo.
  const stickers = results
    .map((result, index) => ({ result, index }))
    .filter(({ result }) => result.label === "sticker")
    .toSorted((a, b) => Number(isDoubtful(a.result)) - Number(isDoubtful(b.result)))
    .map(({ index }) => index);
  await show(page, imageSid);
  return { page, context: page.context(), imageSid, stickers };
}

async function show(page: Page, imageSid: string): Promise<void> {
  await openApp(page, `/projects/${SLUG}/eventImages/images/${imageSid}`);
  await showAll(page);
}

const showAll = (page: Page): Promise<void> =>
  panelOf(page)
    .getByText(/^All \d+/)
    .click();

/** The detection on the server. */
async function detectionOf(page: Page, imageSid: string): Promise<ImageDetection> {
  const [detection] = (await fetchImage(page, SLUG, imageSid)).detections;
  if (!detection) throw new Error("the photo has no detection");
  return detection;
}

const takePhoto = (): string => imageSids[nextPhoto++] ?? "";
const panelOf = (page: Page): Locator => page.getByRole("region", { name: "Labels" });
const field = (page: Page, name: "Code" | "Quantity", index: number | undefined): Locator =>
  panelOf(page).getByRole("textbox", { name: `${name} of sticker ${(index ?? 0) + 1}`, exact: true });
const mark = (page: Page): Locator => page.getByRole("status", { name: "Saving", exact: true });

async function enter(where: Locator, value: string): Promise<void> {
  await where.fill(value);
  await where.press("Enter");
}

/** Makes an edit the first call after a session has ended: a refused query would lead to /logout before the edit. */
async function abortQueries(page: Page): Promise<void> {
  await page.route("**/trpc/**", (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()));
}

test("offline edits, also those of a closed tab, are sent exactly once when the network is back", async ({ page }) => {
  const { context, imageSid, stickers } = await open(page, takePhoto());
  const [first, second, third] = stickers;
  await context.setOffline(true);
  await enter(field(page, "Code", first), "111111");
  await enter(field(page, "Quantity", second), "77");
  await expect(mark(page)).toHaveText("Offline, 2 edits wait");
  // A value that was typed but not confirmed must survive too.
  await field(page, "Quantity", third).fill("35");
  await page.reload().catch(() => undefined);
  await context.setOffline(false);
  await show(page, imageSid);
  await expect(field(page, "Quantity", third)).toHaveValue("35");
  await expect(mark(page)).toHaveText("Saved");
  const { results, patches } = await detectionOf(page, imageSid);
  expect(results[first ?? 0]?.code.value).toBe("111111");
  expect(results[second ?? 0]?.quantity?.value).toBe("77");
  expect(results[third ?? 0]?.quantity?.value).toBe("35");
  expect(patches).toHaveLength(3);

  // A visit loads the next photo, so that it opens without a network too.
  await page.getByRole("button", { name: "Next image" }).click();
  await expect(page).not.toHaveURL(new RegExp(imageSid));
  await expect(panelOf(page)).toBeVisible();
  await page.getByRole("button", { name: "Previous image" }).click();
  await expect(page).toHaveURL(new RegExp(imageSid));
  await showAll(page);
  await context.setOffline(true);
  await enter(field(page, "Code", first), "222222");
  await expect(mark(page)).toHaveText("Offline, 1 edit waits");
  // The next photo has no edits, but it must not call everything saved.
  await page.getByRole("button", { name: "Next image" }).click();
  await expect(page).not.toHaveURL(new RegExp(imageSid));
  await expect(panelOf(page)).toBeVisible();
  await expect(mark(page)).toHaveText("Offline, 1 edit waits");
  await page.close();
  await context.setOffline(false);
  const secondTab = await context.newPage();
  // Any screen sends pending edits, not only the review.
  await secondTab.goto("/");
  await expect
    .poll(async () => (await detectionOf(secondTab, imageSid)).results[first ?? 0]?.code.value)
    .toBe("222222");
});

test("a killed and restarted server has every edit exactly once", async ({ page, server }) => {
  const { imageSid, stickers } = await open(page, takePhoto());
  const [first, second, third] = stickers;
  await enter(field(page, "Code", first), "111111");
  await server.kill();
  await enter(field(page, "Code", second), "222222");
  await expect(mark(page)).toHaveText(/^Offline, /);
  await enter(field(page, "Quantity", third), "33");
  await server.restart();
  await expect(mark(page)).toHaveText("Saved", { timeout: 30_000 });
  const { results, patches } = await detectionOf(page, imageSid);
  expect([first, second].map((index) => results[index ?? 0]?.code.value)).toEqual(["111111", "222222"]);
  expect(results[third ?? 0]?.quantity?.value).toBe("33");
  expect(patches).toHaveLength(3);
});

test("edits of two people merge; a conflict shows both values until a user chooses", async ({
  page,
  browser,
  server,
}) => {
  const ours = await open(page, takePhoto());
  const theirs = await openElsewhere(browser, server, ours.imageSid);
  const [first, second] = ours.stickers;
  await ours.context.setOffline(true);
  await enter(field(ours.page, "Quantity", first), "11");
  await enter(field(ours.page, "Code", first), "111111");
  await enter(field(ours.page, "Code", second), "111222");
  await enter(field(theirs.page, "Code", first), "999999");
  await enter(field(theirs.page, "Code", second), "999888");
  await enter(field(theirs.page, "Quantity", second), "99");
  await expect(mark(theirs.page)).toHaveText("Saved");
  await ours.context.setOffline(false);

  await expect(mark(ours.page)).toHaveText("2 to decide");
  await expect(field(ours.page, "Quantity", second)).toHaveValue("99");
  await expect(field(ours.page, "Code", first)).toHaveValue("111111");
  await ours.page.getByRole("button", { name: "Keep mine: 111111" }).click();
  await ours.page.getByRole("button", { name: "Take theirs: 999888" }).click();
  await expect(mark(ours.page)).toHaveText("Saved");
  await expect(field(ours.page, "Code", second)).toHaveValue("999888");
  // The other person sees it without a reload.
  await expect(field(theirs.page, "Code", first)).toHaveValue("111111");
  const { results } = await detectionOf(ours.page, ours.imageSid);
  expect(results[first ?? 0]).toMatchObject({ code: { value: "111111" }, quantity: { value: "11" } });
  expect(results[second ?? 0]).toMatchObject({ code: { value: "999888" }, quantity: { value: "99" } });
  await theirs.context.close();
});

test("S6.06 an expired session asks for the password over the page, and editing continues", async ({ page }) => {
  const { context, imageSid, stickers } = await open(page, takePhoto());
  const [first, second] = stickers;
  await abortQueries(page);
  await context.clearCookies();
  await enter(field(page, "Code", first), "111111");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await dialog.getByLabel("Password", { exact: true }).fill("Wrong-password-1");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Wrong e-mail or password.");
  await dialog.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(mark(page)).toHaveText("Saved");
  await enter(field(page, "Code", second), "222222");
  await expect(mark(page)).toHaveText("Saved");
  const { results } = await detectionOf(page, imageSid);
  expect([first, second].map((index) => results[index ?? 0]?.code.value)).toEqual(["111111", "222222"]);
});

test("edits pending at sign-out are sent when their author signs in again", async ({ page }) => {
  const { context, imageSid, stickers } = await open(page, imageSids[0] ?? "");
  await abortQueries(page);
  await context.clearCookies();
  await enter(field(page, "Code", stickers[3]), "444444");
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toContainText(
    "1 edit waits in this browser and stays here until you sign in again",
  );
  await page.unrouteAll({ behavior: "wait" });
  await page
    .getByRole("dialog", { name: "Your session has ended" })
    .getByRole("button", { name: "Sign in another way, or as another user" })
    .click();
  // The cookie is gone: no session was left to end.
  await expect(page.getByText("Your session had already ended.")).toBeVisible();
  await page.getByRole("button", { name: "Back to login" }).click();
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname.includes(imageSid));
  await expect
    .poll(async () => (await detectionOf(page, imageSid)).results[stickers[3] ?? 0]?.code.value)
    .toBe("444444");
});

test("S4.19 undo and redo work with keys and survive a reload", async ({ page }) => {
  const { imageSid, stickers } = await open(page, takePhoto());
  const [first] = stickers;
  const code = field(page, "Code", first);
  const before = await code.inputValue();
  await enter(code, "111111");
  await enter(code, "222222");
  await expect(mark(page)).toHaveText("Saved");
  await page.reload();
  await showAll(page);
  // The history is read from the browser's database.
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  await page.keyboard.press("Control+z");
  await expect(code).toHaveValue("111111");
  await page.keyboard.press("Control+z");
  await expect(code).toHaveValue(before);
  await expect(mark(page)).toHaveText("Saved");
  expect((await detectionOf(page, imageSid)).results[first ?? 0]?.code.confidence).toBeDefined();
  await page.keyboard.press("Control+Shift+z");
  await expect(code).toHaveValue("111111");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(code).toHaveValue("222222");
  await expect(mark(page)).toHaveText("Saved");
  expect((await detectionOf(page, imageSid)).results[first ?? 0]?.code.value).toBe("222222");
});

test("two tabs of one person deliver each edit once", async ({ page }) => {
  const { context, imageSid, stickers } = await open(page, takePhoto());
  const [first, second] = stickers;
  const secondTab = await context.newPage();
  await show(secondTab, imageSid);
  await context.setOffline(true);
  await enter(field(page, "Code", first), "111111");
  await enter(field(secondTab, "Code", second), "222222");
  // Both tabs share one queue.
  await expect(mark(page)).toHaveText("Offline, 2 edits wait");
  await expect(mark(secondTab)).toHaveText("Offline, 2 edits wait");
  await context.setOffline(false);
  await expect(mark(page)).toHaveText("Saved");
  await expect(mark(secondTab)).toHaveText("Saved");
  await expect(field(page, "Code", second)).toHaveValue("222222");
  const { patches } = await detectionOf(page, imageSid);
  expect(new Set(patches.map(({ value }) => value))).toEqual(new Set(["111111", "222222"]));
  expect(patches).toHaveLength(2);
});

test("S4.17 S8.03 an edit of a detection validated meanwhile fails with a notification and is kept with the reason", async ({
  page,
  browser,
  server,
}) => {
  const { context, imageSid, stickers } = await open(page, takePhoto());
  const otherUser = await openElsewhere(browser, server, imageSid);
  await context.setOffline(true);
  await enter(field(page, "Quantity", stickers[0]), "55");
  await expect(mark(page)).toHaveText("Offline, 1 edit waits");
  const { results } = await detectionOf(otherUser.page, imageSid);
  for (const [index, { label, code, quantity }] of results.entries()) {
    const title = `${label} ${index + 1}`;
    const isDoubtful = code.pattern === null || (label === "sticker" && quantity?.pattern === null);
    if (isDoubtful) await otherUser.page.getByRole("button", { name: `Delete ${title}`, exact: true }).click();
  }
  await validateByMouse(otherUser.page);
  await context.setOffline(false);
  await expect(mark(page)).toHaveText("Not saved");
  await expect(page.getByRole("alert").filter({ hasText: "ErrorThis detection is validated" })).toBeVisible();
  await page.getByRole("button", { name: "Decide" }).click();
  const trouble = page.getByRole("listitem", { name: `Quantity of sticker ${(stickers[0] ?? 0) + 1}` });
  await expect(trouble.getByText("This detection is validated: unlock it first.")).toBeVisible();
  await expect(trouble.getByText("55", { exact: true })).toBeVisible();
  await otherUser.page.getByRole("button", { name: "Unlock Detections" }).click();
  await expect(otherUser.page.getByRole("button", { name: "Validate" })).toBeVisible();
  await trouble.getByRole("button", { name: "Retry" }).click();
  await expect(mark(page)).toHaveText("Saved");
  expect((await detectionOf(page, imageSid)).results[stickers[0] ?? 0]?.quantity?.value).toBe("55");
  await otherUser.context.close();
});
