import type { BrowserContext, Page } from "@playwright/test";
import { type Image, type Result, isDoubtful } from "@precount/domain";
import sharp from "sharp";
import { expectNoSeriousViolations, expectNoSeriousViolationsInBothThemes } from "./support/axe.ts";
import { createPhone } from "./support/phone.ts";
import { signInByApi, createEventByApi } from "./support/prepare-by-api.ts";
import { countImages, fetchImage, fetchImages, mutate } from "./support/api.ts";
import { samplePath, samplePaths } from "./support/samples.ts";
import { IS_EXHAUSTIVE, NIGHTLY } from "./support/is-exhaustive.ts";
import { ADMIN, expect, test } from "./support/server.ts";

/** Each photo is checked and stored by two cores; `script/test-nightly` takes a store's worth. */
const COUNT = IS_EXHAUSTIVE ? 50 : 3;
const mark = (page: Page) => page.getByRole("status", { name: "Photos on this device" });
const taken = (page: Page, count: number) =>
  page.getByRole("button", { name: `${count === 1 ? "1 photo" : `${count} photos`} taken on this device` });

const stickersOf = ({ detections }: Image): Result[] =>
  (detections[0]?.results ?? []).filter(({ label }) => label === "sticker");

/** The only window of the phone's browser. */
async function windowOf(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

/** Runs in the page: the cached addresses for offline use. */
async function keptFiles(): Promise<string> {
  const caches = await globalThis.caches.keys();
  const kept = await Promise.all(caches.map(async (name) => (await globalThis.caches.open(name)).keys()));
  return kept
    .flat()
    .map(({ url }) => url)
    .join();
}

test(`${COUNT} photos taken offline arrive exactly once each, although the browser was killed`, async ({
  server,
  page: desk,
}) => {
  const phone = await createPhone();
  await signInByApi(desk);
  const slug = await createEventByApi(desk, "Basement");
  await mutate(desk, "area.createRange", { project: { slug }, from: 1, to: 60 });
  const address = `${server.url}/projects/${slug}/capture`;

  const first = await windowOf(await phone.start());
  await signInByApi(first, ADMIN, server.url);
  await first.goto(address);
  await expect(mark(first)).toHaveText("All sent");
  await expect.poll(() => first.evaluate(keptFiles)).toContain("detector");
  await phone.close();

  await server.kill();
  const page = await windowOf(await phone.start());
  await page.goto(address);
  for (let at = 1; at <= COUNT; at += 1) {
    await page.getByRole("button", { name: `Next: area ${at}`, exact: true }).click();
    await page.getByRole("button", { name: "Take photo" }).click();
    await expect(taken(page, at)).toBeVisible();
  }
  // The camera image shows five stickers; one of them is sometimes cut off.
  await expect(page.getByRole("region", { name: "The photo just taken" })).toContainText(
    /Sharp, well lit, [45] stickers/,
  );
  await expect(mark(page)).toHaveText(`${COUNT} waiting · offline`);
  await expect(
    page.getByText(`${COUNT} photos here · 0 in the event when last online: ${COUNT} not sent yet`),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Try now" })).toBeVisible();
  await expectNoSeriousViolations(page);

  await phone.kill();
  const reopened = await windowOf(await phone.start());
  await reopened.goto(address);
  await expect(taken(reopened, COUNT)).toBeVisible();
  await expect(mark(reopened)).toHaveText(`${COUNT} waiting · offline`);

  await server.restart({ worker: false });
  await expect(mark(reopened)).toHaveText("All sent", { timeout: 60_000 });
  expect(await countImages(desk, slug)).toEqual({ images: COUNT, areas: COUNT });
  await expect(reopened.getByText(`${COUNT} photos here, all in the event`)).toBeVisible();
  await phone.discard();
  // The next test expects a server with a worker and an empty queue.
  await mutate(desk, "project.cancelQueue", { slug });
  await server.kill();
  await server.restart();
});

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

const block = (at: number): string => `<rect x="${at}" y="${at}" width="20" height="20" fill="#ccc" />`;

/** A sharp image with a block pattern and no stickers. */
function blocks(width: number): Promise<Buffer> {
  const pattern = `<pattern id="p" width="60" height="60" patternUnits="userSpaceOnUse">${[0, 20, 40].map(block).join("")}</pattern>`;
  const ground = ["#444", "url(#p)"].map((fill) => `<rect width="100%" height="100%" fill="${fill}" />`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width * 0.75}">${pattern}${ground}</svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** A shelf photo as seen from 2.5 times the distance, tiled to fill the image. */
async function fromFarAway(): Promise<Buffer> {
  const [width, height] = [2016, 1512];
  const input = await sharp(samplePaths[0])
    .resize(Math.round(width / 2.5))
    .png()
    .toBuffer();
  const ground = { width, height, channels: 3, background: "black" } as const;
  return sharp({ create: ground })
    .composite([{ input, tile: true }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

test("capture reports the readings, asks before keeping a poor photo and keeps a refused one with its reason", async ({
  page,
}) => {
  await signInByApi(page);
  const slug = await createEventByApi(page, "Counter");
  // This browser has no camera, so the page offers the file picker of the device.
  await page.goto(`/projects/${slug}/eventImages`);
  await page.getByRole("button", { name: "Take photos" }).click();
  const shot = page.getByRole("region", { name: "The photo just taken" });
  const camera = page.getByLabel("Take photo: file");
  await camera.setInputFiles(samplePaths[0] ?? "");
  await expect(shot).toContainText("Sharp, well lit");
  const read = page.getByRole("status", { name: "What was read" });
  await expect(read).toHaveText("10 of 10 read");

  await test.step("reports the number of stickers, none, and stickers too far away", async () => {
    // The sticker finder started loading with the screen and is ready by now.
    // Two of its six stickers are smeared. The phone finds five, the server all.
    await camera.setInputFiles(samplePath("demo/0108.jpg"));
    await expect(shot).toContainText("Sharp, well lit, 5 stickers");
    for (const [name, picture, words] of [
      ["wall.jpg", blocks(1600), "No stickers found"],
      ["far.jpg", fromFarAway(), "Too far away – step closer and take it again"],
    ] as const) {
      await camera.setInputFiles(asFile(name, await picture));
      await expect(shot).toContainText(words);
      await page.getByRole("button", { name: "Take again" }).click();
    }
  });

  await test.step("asks about a small photo, and the server refuses it after the event was discarded", async () => {
    await camera.setInputFiles(asFile("small.jpg", await blocks(800)));
    await expect(shot).toContainText("Too few pixels");
    await expect(page.getByRole("button", { name: "Take again" })).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page);
    await expect(read).toContainText("of 6 read");
    const photos = await Promise.all((await fetchImages(page, slug)).map(({ sid }) => fetchImage(page, slug, sid)));
    const handwritten = photos.map(stickersOf).find(({ length }) => length === 6) ?? [];
    const doubtful = handwritten.filter(isDoubtful).length;
    expect(doubtful).toBeGreaterThan(0);
    await expect(read).toHaveText(`${6 - doubtful} of 6 read, ${doubtful} to review`);
    await mutate(page, "project.discardProject", { slug });
    await page.getByRole("button", { name: "Use it anyway" }).click();
    await expect(mark(page)).toHaveText("1 refused");
  });

  await taken(page, 3).click();
  const rows = page.getByRole("dialog").getByRole("listitem");
  await expect(rows.filter({ hasText: "10 of 10 read" }).getByRole("link")).toBeVisible();
  await expect(rows.filter({ hasText: "discarded" }).getByRole("button")).toHaveText(["Send again", "Save", "Discard"]);
  await expectNoSeriousViolations(page);

  await page.goto("/logout");
  await expect(page.getByRole("alert")).toContainText("1 photo has not been sent yet");

  await test.step("sends the refused photo by itself when the event is open again", async () => {
    await signInByApi(page);
    await mutate(page, "project.reopenProject", { slug });
    await page.goto(`/projects/${slug}/capture`);
    await expect(page.getByText("1 photo here · 3 in the event: 2 from elsewhere")).toBeVisible();
  });

  await test.step("offers to sign in when the server no longer knows the session", async () => {
    await page.route(/\/images\/upload/, (route) => route.fulfill({ status: 401, json: {} }));
    await camera.setInputFiles(samplePaths[1] ?? "");
    await expect(mark(page)).toHaveText("1 waiting · signed out");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/logout$/);
  });
});

// The test above asks about one doubtful file in each run, and sends it again after a refusal.
test(
  "capture asks about each doubtful file, and their list opens after the event was deleted",
  { tag: NIGHTLY },
  async ({ page }) => {
    await signInByApi(page);
    const slug = await createEventByApi(page, "Cellar");
    await page.goto(`/projects/${slug}/capture`);
    const shot = page.getByRole("region", { name: "The photo just taken" });
    const small = await Promise.all([800, 790, 780].map(blocks));
    await page
      .getByLabel("Choose photos: file")
      .setInputFiles(small.map((picture, at) => asFile(`${at}.jpg`, picture)));
    await expect(mark(page)).toHaveText("3 to decide");
    await mutate(page, "project.discardProject", { slug });
    for (const left of [2, 1, 0]) {
      await expect(shot).toContainText("Too few pixels");
      await page.getByRole("button", { name: "Use it anyway" }).click();
      await expect(mark(page)).toHaveText(`${3 - left} refused`);
    }
    await expect(shot).toBeHidden();
    await mutate(page, "project.deleteProject", { slug });
    // The photos must not disappear behind a page that says only that the event does not exist.
    await page.reload();
    await expect(page.getByText("This event does not exist, or you may not see it.")).toBeVisible();
    await expect(taken(page, 3)).toBeVisible();

    await page.goto("/projects");
    await page.getByRole("button", { name: "3 photos only on this device: 3 refused" }).click();
    const list = page.getByRole("dialog").filter({ hasText: "Photos on this device" });
    await expect(list.getByRole("listitem")).toHaveCount(3);
    await expect(list.getByRole("button", { name: "Send all again" })).toBeVisible();
    await expectNoSeriousViolationsInBothThemes(page);
    for (const left of [2, 1, 0]) {
      await expect(list.getByRole("button", { name: "Save" })).toHaveCount(left + 1);
      await list.getByRole("button", { name: "Discard" }).first().click();
      const confirmation = page.getByRole("dialog", { name: "Discard this photo?" });
      await confirmation.getByRole("button", { name: "Discard" }).click();
      await expect(list.getByRole("listitem")).toHaveCount(left);
    }
    await expect(list).toContainText("No unsent photos on this device.");
  },
);
