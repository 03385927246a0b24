import { type Page } from "@playwright/test";
import { cropKey, makePatch } from "@precount/domain";
import { fetchImage, fetchImages, mutate } from "./support/api.ts";
import { expectNoSeriousViolationsInBothThemes } from "./support/axe.ts";
import { focusedName } from "./support/keys.ts";
import { createEventWithPhotos, expectCrops, pushPatches, seeProofByKeys } from "./support/review.ts";
import { openScreen } from "./support/open-screen.ts";
import { rerunDetection } from "./support/rerun-detection.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

const SURE = { codeConfidenceThreshold: 0, quantityConfidenceThreshold: 0 };
const DOUBTFUL = { codeConfidenceThreshold: 1, quantityConfidenceThreshold: 1 };
const statuses = async (page: Page, slug: string): Promise<string[]> =>
  (await fetchImages(page, slug)).map(({ status }) => status);

test("photos without doubts are compared and approved together; one that was changed meanwhile is not", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const slug = await createEventWithPhotos(page, "Sure photos", createSmallPhotos(3));
  const photos = await fetchImages(page, slug);
  const names = photos.map(({ name }) => name);

  await test.step("a sheet that was opened too early fills as photos come, and opens them as they are now", async () => {
    for (const { sid } of photos) await rerunDetection(page, slug, sid, DOUBTFUL);
    const [, second] = photos;
    // The detection that the browser knows is replaced while another screen is shown.
    await openScreen(page, `/projects/${slug}/eventImages/images/${second?.sid ?? ""}`);
    await expect(page.getByRole("main")).toHaveAccessibleName(`${names[1] ?? ""} – Sure photos`);
    await openScreen(page, `/projects/${slug}/eventImages/proof`);
    await expect(page.getByText("No photo without doubts waits here.")).toBeVisible();
    await rerunDetection(page, slug, second?.sid ?? "", SURE);
    await expect(page.getByRole("article", { name: names[1] ?? "" })).toBeVisible();
    await page.keyboard.press("1");
    await expect(page.getByRole("region", { name: "Proof" })).toBeVisible();
  });
  for (const { sid } of [photos[0], photos[2]].flatMap((photo) => photo ?? []))
    await rerunDetection(page, slug, sid, SURE);
  await page.goto(`/projects/${slug}/eventImages/proof`);
  await expect(page.getByRole("article")).toHaveCount(3);
  await expectNoSeriousViolationsInBothThemes(page);

  await test.step("a photo's number opens it with its proof, a value's number opens the value", async () => {
    await page.keyboard.press("2");
    await expect(page.getByRole("region", { name: "Proof" })).toBeVisible();
    await expect(page.getByRole("main")).toHaveAccessibleName(`${names[1] ?? ""} – Sure photos`);
    await expect.poll(() => focusedName(page)).toBe("Validate");
    const value = page.getByRole("region", { name: "Proof" }).getByRole("button").nth(1);
    await expect(value).toContainText("2");
    await page.keyboard.press("2");
    await expect.poll(() => focusedName(page)).toMatch(/^Code of sticker \d+$/);
    await expect(page.getByRole("textbox", { name: await focusedName(page) })).toHaveValue(/^\d{6}$/);
  });

  await test.step("a photo with an edit that cannot be saved now is left out, until it is saved", async () => {
    await page.route(/pushImageDetectionPatches/, (route) => route.abort());
    await page.keyboard.type("000043");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "3 to approve" }).click();
    await expect(page.getByText("A photo is left out: edits of yours are not saved yet.")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(page.getByRole("article", { name: names[1] ?? "" })).toHaveCount(0);
    await page.unroute(/pushImageDetectionPatches/);
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.getByRole("article", { name: names[1] ?? "" })).toContainText("000043");
  });

  await test.step("Enter approves the sheet except for a photo whose values have changed since", async () => {
    await openScreen(page, `/projects/${slug}/eventImages/proof`);
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.getByRole("button", { name: /^(Approve these 3|Show the rest)$/ })).toBeFocused();
    const [changed] = await fetchImages(page, slug);
    const { detections } = await fetchImage(page, slug, changed?.sid ?? "");
    const index = detections[0]?.results.findIndex(({ label }) => label === "sticker") ?? 0;
    // No live update reaches the sheet, as on a slow network.
    await page.route(/live|getProjectImage/, () => undefined);
    await pushPatches(page, detections[0]?.sid ?? "", [makePatch.code(index, "000042")]);
    await seeProofByKeys(page);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Its values were changed after they were shown to you.")).toBeVisible();
    await expect.poll(() => statuses(page, slug)).toEqual(["pending", "approved", "approved"]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

test("a held key approves no photo that was not on the screen; only stickers have crops to load", async ({ page }) => {
  test.setTimeout(180_000);
  const slug = await createEventWithPhotos(page, "Held key", createSmallPhotos(6));
  const photos = await fetchImages(page, slug);
  for (const { sid } of photos) await rerunDetection(page, slug, sid, SURE);
  const loaded = new Set<string>();
  page.on("request", (request) => {
    const [, image, key] = /\/images\/([^/]+)\/crops\/([^?]+)/.exec(request.url()) ?? [];
    if (key !== undefined) loaded.add(`${image} ${key}`);
  });
  await page.setViewportSize({ width: 390, height: 500 });
  await openScreen(page, `/projects/${slug}/eventImages/proof`);
  const button = page.getByRole("button", { name: "Show the rest" });
  await expect(button).toBeFocused();
  await expectCrops(page);
  const scrolled = (): Promise<number> =>
    page.locator("[data-more]").evaluate((element) => Math.round(element.scrollTop / element.clientHeight));
  for (let press = 0; press < 30; press += 1) await page.keyboard.down("Enter");
  await expect.poll(scrolled).toBe(1);
  expect(new Set(await statuses(page, slug))).toEqual(new Set(["pending"]));
  await page.keyboard.up("Enter");
  await seeProofByKeys(page);
  const shown = await Promise.all(photos.map(({ sid }) => fetchImage(page, slug, sid)));
  const stickers = shown.flatMap(({ sid, detections }) =>
    (detections[0]?.results ?? []).flatMap(({ label, rect }) => (label === "sticker" ? `${sid} ${cropKey(rect)}` : [])),
  );
  expect([...loaded].toSorted()).toEqual(stickers.toSorted());
  await page.keyboard.press("Enter");
  await expect.poll(() => statuses(page, slug)).toEqual(photos.map(() => "approved"));
});

test("the next photo opens before the answer; Undo brings an approved photo back, and so does a refusal", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const slug = await createEventWithPhotos(page, "Quick approval", createSmallPhotos(2));
  const [first, second] = await fetchImages(page, slug);
  await rerunDetection(page, slug, first?.sid ?? "", SURE);
  // The list of photos comes after the first Enter, as on a slow network.
  const { promise: isApproving, resolve: answerList } = Promise.withResolvers<void>();
  await page.route(/listProjectImageSids/, async (route) => {
    await isApproving;
    await route.continue();
  });
  await openScreen(page, `/projects/${slug}/eventImages/images/${first?.sid ?? ""}`);
  await expect(page.getByRole("region", { name: "Proof" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Validate", exact: true }).focus();

  await test.step("Undo", async () => {
    await seeProofByKeys(page);
    await page.keyboard.press("Enter");
    answerList();
    await expect(page).toHaveURL(new RegExp(second?.sid ?? "-"));
    await page.unroute(/listProjectImageSids/);
    await expect.poll(async () => (await fetchImage(page, slug, first?.sid ?? "")).status).toBe("approved");
    await page.locator(".ant-notification-notice").getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(first?.sid ?? "-"));
    await expect.poll(async () => (await fetchImage(page, slug, first?.sid ?? "")).status).toBe("pending");
  });

  await test.step("a refusal", async () => {
    await expect(page.getByRole("button", { name: "Validate", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Validate", exact: true }).focus();
    // Its list is shown after Unlock; the first Enter shows the proof in its place.
    await page.keyboard.press("Enter");
    await seeProofByKeys(page);
    await page.route(/imageDetection\.validateImageDetection/, async (route) => {
      await mutate(page, "image.rejectImage", { sid: first?.sid ?? "" });
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(second?.sid ?? "-"));
    await expect(page.getByText(`${first?.name ?? ""} is not approved`)).toBeVisible();
    await page.getByRole("button", { name: "Open the photo" }).click();
    await expect(page).toHaveURL(new RegExp(first?.sid ?? "-"));
  });
});
