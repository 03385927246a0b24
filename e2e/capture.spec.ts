import type { BrowserContext, Page } from "@playwright/test";
import { expectNothingSerious, expectNothingSeriousInBoth } from "./support/axe.ts";
import { makePhone } from "./support/phone.ts";
import { beSignedIn, makeEvent } from "./support/prepare.ts";
import { countImages, mutate } from "./support/rpc.ts";
import { samplePaths } from "./support/samples.ts";
import { ADMIN, expect, test } from "./support/server.ts";

const COUNT = 50;
const mark = (page: Page) => page.getByRole("status", { name: "Photos on this device" });
const taken = (page: Page, count: number) =>
  page.getByRole("button", { name: `${count === 1 ? "1 photo" : `${count} photos`} taken on this device` });

/** The phone's one window. */
async function windowOf(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

test("50 photos taken offline, the browser killed and opened again: 50 arrive, once each", async ({
  server,
  page: desk,
}) => {
  const phone = await makePhone();
  await beSignedIn(desk);
  const slug = await makeEvent(desk, "Basement");
  await mutate(desk, "area.createRange", { project: { slug }, from: 1, to: 60 });
  const address = `${server.url}/projects/${slug}/capture`;

  const first = await windowOf(await phone.start());
  await beSignedIn(first, ADMIN, server.url);
  await first.goto(address);
  await expect(mark(first)).toHaveText("All sent");
  await first.evaluate(() => navigator.serviceWorker.ready);
  await phone.close();

  await server.kill();
  const page = await windowOf(await phone.start());
  await page.goto(address);
  for (let at = 1; at <= COUNT; at += 1) {
    await page.getByRole("button", { name: `Next: area ${at}`, exact: true }).click();
    await page.getByRole("button", { name: "Take photo" }).click();
    await expect(taken(page, at)).toBeVisible();
  }
  await expect(mark(page)).toHaveText(`${COUNT} waiting · offline`);

  await phone.kill();
  const reopened = await windowOf(await phone.start());
  await reopened.goto(address);
  await expect(taken(reopened, COUNT)).toBeVisible();
  await expect(mark(reopened)).toHaveText(`${COUNT} waiting · offline`);

  await server.restart({ worker: false });
  await expect(mark(reopened)).toHaveText("All sent", { timeout: 60_000 });
  expect(await countImages(desk, slug)).toEqual({ images: COUNT, areas: COUNT });
  await phone.discard();
  // As the next test expects it: with its worker, and nothing to do.
  await mutate(desk, "project.cancelQueue", { slug });
  await server.kill();
  await server.restart();
});

/** A sharp one of 800 × 600 pixels. */
async function smallPicture(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 800, height: 600 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    for (let at = 0; at < 1200; at += 1) {
      context.fillStyle = at % 3 === 0 ? "#ccc" : "#444";
      context.fillRect((at % 40) * 20, Math.floor(at / 40) * 20, 20, 20);
    }
    return canvas.toDataURL("image/jpeg", 0.9);
  });
  return Buffer.from(dataUrl.split(",")[1] ?? "", "base64");
}

test("what was read is said, a poor photo asks first, a refused one stays with its reason", async ({ page }) => {
  await beSignedIn(page);
  const slug = await makeEvent(page, "Counter");
  // This browser has no camera: the device's own comes in its place.
  await page.goto(`/projects/${slug}/eventImages`);
  await page.getByRole("button", { name: "Take photos" }).click();
  const shot = page.getByRole("region", { name: "The photo just taken" });
  const camera = page.getByLabel("Take photo: file");
  await camera.setInputFiles(samplePaths[0] ?? "");
  await expect(shot).toContainText("Sharp, well lit");

  await test.step("small: asked, and then refused, for the event is not open any more", async () => {
    await camera.setInputFiles({ name: "small.jpg", mimeType: "image/jpeg", buffer: await smallPicture(page) });
    await expect(shot).toContainText("Too few pixels");
    await expect(page.getByRole("button", { name: "Take again" })).toBeVisible();
    await expectNothingSeriousInBoth(page);
    await expect(page.getByRole("status", { name: "What was read" })).toHaveText("10 of 10 read");
    await mutate(page, "project.discardProject", { slug });
    await page.getByRole("button", { name: "Use it anyway" }).click();
    await expect(mark(page)).toHaveText("1 not taken");
  });

  await taken(page, 2).click();
  const rows = page.getByRole("dialog").getByRole("listitem");
  await expect(rows.filter({ hasText: "10 of 10 read" }).getByRole("link")).toBeVisible();
  await expect(rows.filter({ hasText: "discarded" }).getByRole("button")).toHaveText([
    "Send again",
    "Save",
    "Throw away",
  ]);
  await expectNothingSerious(page);

  await page.goto("/logout");
  await expect(page.getByRole("alert")).toContainText("1 photo has not been sent yet");
});
