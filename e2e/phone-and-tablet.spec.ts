import type { Page } from "@playwright/test";
import { fetchImages, mutate } from "./support/api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { openApp, openScreen } from "./support/open-screen.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { prepareEventWithPhotos } from "./support/review.ts";
import { IS_EXHAUSTIVE } from "./support/is-exhaustive.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test.setTimeout(240_000);
test.describe.configure({ mode: "serial" });
test.use({ hasTouch: true, isMobile: true });

const SLUG = "small-screens";
const EVENT = `/projects/${SLUG}`;
/** The part of a screen's height that belongs to the photo. */
const PHOTO_SHARE = 0.75;

test.beforeAll(async ({ browser, server }) => {
  const page = await browser.newPage({ baseURL: server.url });
  await prepareEventWithPhotos(page, "Small screens", createSmallPhotos(4));
  await mutate(page, "area.createRange", { project: { slug: SLUG }, from: 1, to: 24 });
  await page.context().close();
});

const imagePath = async (page: Page): Promise<string> =>
  `${EVENT}/eventImages/images/${(await fetchImages(page, SLUG))[0]?.sid}`;

/** By how many pixels the page or its content can be scrolled sideways. */
const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("#content")].reduce(
      (most, { scrollWidth, clientWidth }) => Math.max(most, scrollWidth - clientWidth),
      0,
    ),
  );

/** `script/test-nightly` tests the wider phone too. */
const WIDTHS = IS_EXHAUSTIVE ? [360, 390] : [360];

for (const width of WIDTHS) {
  test(`on a phone ${width} px wide, taking photos comes first and each screen leads to the menu`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInByApi(page);
    const review = await imagePath(page);
    await openApp(page, `${EVENT}/eventImages`);
    const take = page.getByRole("button", { name: "Take photos" });
    const upload = page.getByRole("button", { name: "Upload Images" });
    const [taking, uploading] = [await take.boundingBox(), await upload.boundingBox()];
    expect([taking?.y, (taking?.x ?? Infinity) < (uploading?.x ?? 0)]).toEqual([uploading?.y, true]);

    for (const path of [`${EVENT}/eventImages`, review, `${EVENT}/crops`]) {
      await openScreen(page, path);
      await page.getByRole("button", { name: /^User menu of/ }).tap();
      await expect(page.getByRole("menuitem", { name: "Home" })).toBeVisible();
      await expect(page.getByRole("menuitem", { name: "Users" })).toBeVisible();
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByRole("button", { name: /^User menu of/ }).tap();
      await expect(page.getByRole("menuitem", { name: "Home" })).toBeHidden();
    }
    for (const path of ["/", `${EVENT}/radar`, `${EVENT}/variance`]) {
      await openScreen(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").locator(".ant-skeleton, .ant-spin")).toHaveCount(0);
      expect(await sidewaysScroll(page), path).toBe(0);
    }
    await page.getByRole("button", { name: /^User menu of/ }).tap();
    await page.getByRole("menuitem", { name: "Events" }).getByRole("link").tap();
    await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();

    await openScreen(page, review);
    const isShown = page.getByRole("status", { name: "Saving" });
    await expect(isShown).toBeAttached();
    const [saving, validate] = [
      await isShown.locator("..").locator("svg").first().boundingBox(),
      await page.getByRole("button", { name: "Validate", exact: true }).boundingBox(),
    ];
    expect((saving?.x ?? 0) + (saving?.width ?? 0)).toBeLessThanOrEqual((validate?.x ?? 0) + 1);
    await expectNoSeriousViolations(page);
    await page.getByRole("button", { name: "Detections" }).click();
    await expect(page.getByText("on the screen", { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Detect Objects" })).toBeInViewport({ ratio: 1 });
  });
}

test("on a phone a proposed text opens no on-screen keyboard, and a field that was not typed shows no error", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByApi(page);
  await openApp(page, "/account");
  await page.getByRole("button", { name: "Add authenticator app" }).tap();
  const app = page.getByRole("dialog", { name: "Add an authenticator app" });
  // The dialog has opened: until then, the focus is outside of it.
  await expect(app.getByRole("button", { name: "Close" })).toBeFocused();

  await openScreen(page, `${EVENT}/areas`);
  await page.getByRole("button", { name: "Void areas" }).tap();
  const dialog = page.getByRole("dialog", { name: "Void areas" });
  await expect(dialog.getByRole("textbox", { name: "From" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "To", exact: true }).fill("0");
  await dialog.getByLabel("Reason").tap();
  await expect(dialog.getByText("Please enter area finish")).toBeVisible();
  await expect(dialog.getByText("Please enter area start")).toBeHidden();
});

test("on a tablet the controls of the review and of the camera take at most a quarter of the height", async ({
  page,
}) => {
  await signInByApi(page);
  const review = await imagePath(page);
  const shareOf = async (selector: string): Promise<number> =>
    page.evaluate(
      (wanted) => (document.querySelector(wanted)?.getBoundingClientRect().height ?? 0) / innerHeight,
      selector,
    );
  for (const [width, height] of [
    [1024, 768],
    [834, 1112],
    ...(IS_EXHAUSTIVE ? ([[1180, 820]] as const) : []),
  ] as const) {
    await page.setViewportSize({ width, height });
    await openApp(page, `${EVENT}/capture`);
    await expect(page.getByRole("button", { name: "Take photo" })).toBeVisible();
    // The second of three parts shows the camera's picture, or says that the device has no camera.
    expect(await shareOf("main > :nth-child(2)")).toBeGreaterThan(PHOTO_SHARE);
    // In portrait the results are below the photo.
    if (height > width) continue;
    await openScreen(page, review);
    await expect(page.getByRole("img", { name: /^Photo / })).toBeVisible();
    await expect.poll(() => shareOf("[aria-label='Photo with results']")).toBeGreaterThan(PHOTO_SHARE);
  }
});
