import type { Locator, Page } from "@playwright/test";
import { isDoubtful } from "@precount/domain";
import { signInByApi } from "./support/prepare-by-api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { rerunDetection } from "./support/rerun-detection.ts";
import { createEventWithPhotos, scrollProof } from "./support/review.ts";
import { fetchImage, fetchImages } from "./support/api.ts";
import { writeFakeStickers } from "./support/fake-stickers.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { IS_EXHAUSTIVE } from "./support/is-exhaustive.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

/** Detections of photos of 8–12 megapixels on two cores take a while. */
test.setTimeout(300_000);
test.describe.configure({ mode: "serial" });

const SLUG = "by-touch";
/** Minimum size of a touch target, CSS pixels. */
const FINGER_PX = 44;
const SAVED = { timeout: 60_000 };

test.beforeAll(async ({ browser, server }) => {
  test.setTimeout(300_000);
  const page = await browser.newPage({ baseURL: server.url });
  const photos = createSmallPhotos(DEVICES.length + 1);
  for (const { buffer } of photos) await writeFakeStickers(server, buffer);
  await createEventWithPhotos(page, "By touch", photos);
  for (const { sid } of (await fetchImages(page, SLUG)).slice(0, DEVICES.length)) {
    // With these thresholds some codes are doubtful and no quantity is.
    await rerunDetection(page, SLUG, sid, { codeConfidenceThreshold: 0.997, quantityConfidenceThreshold: 0 });
  }
  await page.context().close();
});

const sidOf = (page: Page): string => /images\/([a-z0-9]{24})/.exec(page.url())?.[1] ?? "";

/** Controls are large enough for a finger; static content may be smaller. */
async function expectFingerSized(page: Page): Promise<void> {
  const small = await page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>("main button, header button, main input")]
        .filter((element) => element.checkVisibility() && !element.closest("label"))
        .map((element) => ({
          name: element.getAttribute("aria-label") ?? element.textContent,
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.height < least || box.width < least)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    FINGER_PX,
  );
  expect(small).toEqual([]);
}

/** Accepts the first alternative of every doubtful result by taps only. */
async function reviewByTaps(page: Page, next: Locator): Promise<void> {
  const sid = sidOf(page);
  const image = await fetchImage(page, SLUG, sid);
  const open = (image.detections[0]?.results ?? []).filter(isDoubtful).length;
  expect(open).toBeGreaterThan(0);
  const card = page.locator('article[data-selected="true"]');
  await expect(page.getByRole("status", { name: "Position in the list" })).toHaveText(`1 of ${open} doubtful`);
  for (let at = 1; at <= open; at += 1) {
    if (at === 1)
      await page
        .getByRole("button", { name: /^Show (sticker|shelf)|^(Sticker|Shelf) \d+$/ })
        .first()
        .tap();
    else await next.tap();
    await expect(page.getByRole("status", { name: "Position in the list" })).toHaveText(`${at} of ${open} doubtful`);
    await card
      .getByRole("button", { name: /^Use \d+ as code/ })
      .first()
      .tap();
    await expect(card.getByText(/^(Confirmed|Changed)/)).toBeVisible();
  }
}

const PHONE = ["phone", 390, 844] as const;
/** `script/test-nightly` tests a tablet too. */
const DEVICES = IS_EXHAUSTIVE ? ([["tablet", 834, 1112], PHONE] as const) : [PHONE];

for (const [device, width, height] of DEVICES) {
  test.describe(device, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test(`a photo is reviewed with a finger on a ${device}, and the next one is there`, async ({ page }) => {
      await signInByApi(page);
      const first = (await fetchImages(page, SLUG)).find(({ status }) => status === "processed");
      await page.goto(`/projects/${SLUG}/eventImages/images/${first?.sid}`);
      await expect(page.getByRole("img", { name: /^Photo / })).toBeVisible();
      // After a page load the photo is rendered first, and then the buttons.
      await expect(page.getByRole("status", { name: "Position in the list" })).toBeVisible();
      await expectFingerSized(page);
      await expectNoSeriousViolations(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);

      await test.step("moves from one doubtful value to the next", async () => {
        await reviewByTaps(page, page.getByRole("button", { name: "Next label" }));
      });

      await test.step("deletes, recovers, undoes and redoes", async () => {
        const card = page.locator('article[data-selected="true"]');
        await card.getByRole("button", { name: /^Delete / }).tap();
        await card.getByRole("button", { name: /^Recover / }).tap();
        await page.getByRole("button", { name: "Undo" }).tap();
        await expect(card.getByRole("button", { name: /^Recover / })).toBeVisible();
        await page.getByRole("button", { name: "Redo" }).tap();
        await expect(card.getByRole("button", { name: /^Delete / })).toBeVisible();
      });

      await test.step("validates and opens the next image", async () => {
        const sid = sidOf(page);
        const name = device === "phone" ? "Approve, next" : "Approve and go on";
        // The first tap shows the values beside their crops, the second approves them.
        await page.getByRole("button", { name }).tap();
        await scrollProof(page);
        await page.getByRole("button", { name }).tap();
        await expect.poll(() => sidOf(page), SAVED).not.toBe(sid);
        await expect.poll(async () => (await fetchImage(page, SLUG, sid)).status).toBe("approved");
        // The on-screen keyboard must not open unasked.
        expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
      });
    });
  });
}
