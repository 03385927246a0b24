import type { Browser, Locator, Page } from "@playwright/test";
import { NIGHTLY } from "./support/is-exhaustive.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventWithPhotos, openPhoto } from "./support/review.ts";
import { createUser } from "./support/users.ts";
import { type RunningServer, expect, testWithFakeModel as test } from "./support/server.ts";

const who = (page: Page): Locator => page.getByRole("status", { name: "Viewers" });
const panel = (page: Page): Locator => page.getByRole("region", { name: "Labels", exact: true });

async function open(browser: Browser, server: RunningServer, name: string): Promise<Page> {
  const person = await createUser(server, name);
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signInByApi(page, person);
  return page;
}

test("other people on an image are shown with their selection until they leave", async ({ page, browser, server }) => {
  await createEventWithPhotos(page, "Together", createSmallPhotos(1));
  await openPhoto(page, "01.jpg");
  await panel(page)
    .getByText(/^All \d+/)
    .click();
  await expect(who(page)).toBeEmpty();

  const bea = await open(browser, server, "Bea Stone");
  await bea.goto(page.url());
  await expect(who(page)).toHaveText("2 people here");
  await expect(who(bea)).toHaveText("2 people here");
  await who(page).getByRole("button").hover();
  await expect(page.getByRole("tooltip").getByText("Bea Stone")).toBeVisible();

  await test.step("counts two tabs of one person once", async () => {
    const again = await bea.context().newPage();
    await again.goto(page.url());
    await expect(panel(again)).toBeVisible();
    await expect(who(again)).toHaveText("2 people here");
    await again.close();
    await expect(who(page)).toHaveText("2 people here");
  });

  await test.step("marks the focused field and the selected result of the other person", async () => {
    await bea.bringToFront();
    await panel(bea)
      .getByText(/^All \d+/)
      .click();
    const code = panel(bea)
      .getByRole("textbox", { name: /^Code of sticker/ })
      .first();
    const title = (await code.getAttribute("aria-label"))?.replace("Code of s", "S") ?? "";
    await code.focus();
    const card = panel(page).getByRole("article", { name: new RegExp(`^${title},`) });
    await expect(card.getByText("Bea Stone is in this field")).toBeAttached();
    await expect(card.getByText("Bea Stone has selected this")).toBeAttached();
    const quantity = panel(bea).getByRole("textbox", { name: title.replace("S", "Quantity of s"), exact: true });
    await quantity.focus();
    await expect(card.getByText("Bea Stone is in this field")).toHaveCount(1);
    await expect(
      page.getByRole("region", { name: "Photo with results" }).getByText("BS", { exact: true }),
    ).toBeVisible();
    // A person's own screen does not mark her own position.
    await expect(bea.getByText(/Bea Stone (is in|has) this/)).toHaveCount(0);
  });

  await test.step("a person who navigates away or closes the page disappears at once", async () => {
    await bea.getByRole("link", { name: "Events", exact: true }).first().click();
    await expect(who(page)).toBeEmpty();
    await bea.goBack();
    await expect(who(page)).toHaveText("2 people here");
    await bea.context().close();
    await expect(who(page)).toBeEmpty({ timeout: 15_000 });
  });
});

// server/src/live/presence.test.ts proves in each run that a person without heartbeats is no longer shown. Here it takes half a minute.
test(
  "a person whose connection is lost disappears after about 30 s",
  { tag: NIGHTLY },
  async ({ page, browser, server }) => {
    await createEventWithPhotos(page, "Apart", createSmallPhotos(1));
    await openPhoto(page, "01.jpg");
    const carl = await open(browser, server, "Carl Stone");
    await carl.goto(page.url());
    await expect(who(page)).toHaveText("2 people here");
    await carl.context().setOffline(true);
    await expect(who(page)).toBeEmpty({ timeout: 60_000 });
    await carl.context().setOffline(false);
    await expect(who(page)).toHaveText("2 people here");
    await carl.context().close();
  },
);
