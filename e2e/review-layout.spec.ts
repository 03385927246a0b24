import type { Locator, Page } from "@playwright/test";
import { makePatch } from "@precount/domain";
import { IS_EXHAUSTIVE } from "./support/is-exhaustive.ts";
import { openScreen } from "./support/open-screen.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventWithPhotos, fetchOnlyImage, pushPatches } from "./support/review.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

/** The narrowest and the usual one; `script/test-nightly` tests all. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  ...(IS_EXHAUSTIVE
    ? [
        { width: 1024, height: 768 },
        { width: 1920, height: 1080 },
      ]
    : []),
];

/** By how many CSS pixels the rightmost child of each element, and the text in it, goes past the element's right edge. */
const overflows = (elements: Locator): Promise<number[]> =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const rights = [...text.getClientRects()].map(({ right }) => right);
      return Math.max(...rights) - element.getBoundingClientRect().right;
    }),
  );

async function expectToFit(elements: Locator, what: string): Promise<void> {
  await expect(elements.first()).toBeVisible();
  expect(Math.max(...(await overflows(elements))), what).toBeLessThanOrEqual(0);
}

async function forEachSize(page: Page, check: (size: string) => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await check(`at ${size.width} pixels`);
  }
}

test("long values and statuses fit the card, the proof, the proof sheet and the box form at all widths", async ({
  page,
}) => {
  const slug = await createEventWithPhotos(page, "Long values", createSmallPhotos(1));
  const { sid } = await fetchOnlyImage(page, slug);
  const [detection] = (await fetchOnlyImage(page, slug)).detections;
  const stickers = (detection?.results ?? []).flatMap(({ label }, index) => (label === "sticker" ? [index] : []));
  await pushPatches(
    page,
    detection?.sid ?? "",
    stickers.flatMap((index) => [
      makePatch.code(index, String(888_880 + index)),
      makePatch.quantity(index, String(999_980 + index)),
    ]),
  );

  await test.step("the proof sheet", async () => {
    await openScreen(page, `/projects/${slug}/eventImages/proof`);
    const values = page.getByRole("article").getByRole("listitem");
    await forEachSize(page, (size) => expectToFit(values, size));
  });

  await openScreen(page, `/projects/${slug}/eventImages/images/${sid}`);
  await test.step("the proof", async () => {
    const cells = page.getByRole("region", { name: "Proof" }).getByRole("button", { name: /Sticker/ });
    await forEachSize(page, (size) => expectToFit(cells, size));
  });

  await test.step("a card whose code and quantity were changed", async () => {
    const title = `sticker ${(stickers[0] ?? 0) + 1}`;
    const card = page.getByRole("article", { name: new RegExp(`^${title},`, "i") });
    await forEachSize(page, async (size) => {
      // The list renders only the cards around the selected one.
      await page.goto(`/projects/${slug}/eventImages/images/${sid}?detection=${(stickers[0] ?? 0) + 1}`);
      await expect(card.getByText(/^Changed \(was .*, quantity .*\)$/)).toBeVisible();
      const edge = await card.evaluate((element) => element.getBoundingClientRect().right);
      for (const name of [`History of ${title}`, `Box of ${title}…`, `Restore ${title}`, `Delete ${title}`]) {
        const box = await card.getByRole("button", { name, exact: true }).boundingBox();
        expect((box?.x ?? Infinity) + (box?.width ?? 0), `${name} ${size}`).toBeLessThan(edge);
        expect(box?.width, `${name} ${size}`).toBeGreaterThanOrEqual(24);
      }
    });
    await card.getByRole("button", { name: `Box of ${title}…`, exact: true }).click();
  });

  await test.step("the box form", async () => {
    const form = page.getByRole("form", { name: /^Box of/ });
    const field = form.getByRole("textbox", { name: "X", exact: true });
    await field.fill("148.83");
    await forEachSize(page, async (size) => {
      const hidden = await field.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(hidden, `hidden pixels of the value ${size}`).toBe(0);
    });
  });
});

test.describe("with a finger", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("the fields of a label and its box form are free on an upright phone and on one held sideways", async ({
    page,
  }) => {
    const slug = await createEventWithPhotos(page, "Sideways", createSmallPhotos(1));
    const image = await fetchOnlyImage(page, slug);
    const index = image.detections[0]?.results.findIndex(({ label }) => label === "sticker") ?? -1;
    const card = page.getByRole("article", { name: new RegExp(`^Sticker ${index + 1},`) });
    const form = page.getByRole("form", { name: /^Box of/ });
    for (const size of [
      { width: 360, height: 640 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size);
      await openScreen(page, `/projects/${slug}/eventImages/images/${image.sid}?detection=${index + 1}`);
      // A header that is too wide widens the page of a phone.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      // A trial tap fails if another element is at that place.
      await card.getByRole("textbox", { name: /^Code/ }).tap({ trial: true });
      await card.getByRole("button", { name: /^Box of/ }).tap();
      await form.getByRole("textbox", { name: "Angle", exact: true }).tap({ trial: true });
      await form.getByRole("button", { name: "Save" }).tap({ trial: true });
      const covering = await form.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const isOutside = bottom > innerHeight || right > innerWidth;
        const points = Array.from({ length: 400 }, (_, at) => ({
          x: left + ((at % 20) + 0.5) * ((right - left) / 20),
          y: top + (Math.floor(at / 20) + 0.5) * ((bottom - top) / 20),
        }));
        return isOutside
          ? "outside"
          : points.filter(({ x, y }) => !element.contains(document.elementFromPoint(x, y))).length;
      });
      await form.getByRole("button", { name: "Cancel" }).tap();
      expect(covering, `points of the form that something else covers at ${size.width} pixels`).toBe(0);
    }
    for (const width of [601, 612, 623, 641]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page.getByRole("banner").evaluate((header) => header.scrollWidth - header.clientWidth);
      expect(hidden, `hidden pixels of the header at ${width} pixels`).toBe(0);
    }
  });
});
