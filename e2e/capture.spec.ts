import type { BrowserContext, Page } from "@playwright/test";
import { type Phone, makePhone } from "./support/phone.ts";
import { beSignedIn, makeEvent } from "./support/prepare.ts";
import { countImages, mutate } from "./support/rpc.ts";
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

let phone: Phone;
test.beforeEach(async () => {
  phone = await makePhone();
});
test.afterEach(() => phone.discard());

test("50 photos taken offline, the browser killed and opened again: 50 arrive, once each", async ({
  server,
  page: desk,
}) => {
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
});
