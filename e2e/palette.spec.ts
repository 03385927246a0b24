import { createSmallPhotos } from "./support/photos.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { prepareEventWithPhotos } from "./support/review.ts";
import { createUser } from "./support/users.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

/* The global search (PD-173). */
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser, server }) => {
  test.setTimeout(120_000);
  const page = await browser.newPage({ baseURL: server.url });
  await prepareEventWithPhotos(page, "Zebra count", createSmallPhotos(2));
  await page.context().close();
});

test("PD-173 Ctrl+K finds screens, events, images, codes and people by keyboard alone, and Escape closes it", async ({
  page,
}) => {
  await signInByApi(page);
  await page.goto("/");
  const box = page.getByRole("combobox", { name: "Search everywhere" });
  const open = async (): Promise<void> => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(box).toBeFocused();
  };
  const option = (name: string | RegExp) => page.getByRole("option", { name });
  await expect(page.getByRole("button", { name: "Search everywhere" })).toBeVisible();
  await open();
  await expectNoSeriousViolations(page);
  await page.keyboard.type("audit");
  await expect(option("Audit log")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  // The panel opens again although it is still closing.
  await open();
  await expect(page).toHaveURL(/\/users\/audit/);
  await page.keyboard.type("zebra");
  await expect(option("Zebra count")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/projects\/zebra-count\/eventImages/);

  await open();
  await page.keyboard.type("02.jpg");
  const image = option(/02\.jpg.*Zebra count/);
  await expect(image).toBeVisible();
  await expect(option("Search the images for “02.jpg”")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(image).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "Photo 02.jpg" })).toBeVisible();

  // Also above a photo, whose keys are letters.
  await open();
  await page.keyboard.type("<img src=x onerror=alert(1)> ' % _");
  await expect(page.getByRole("status").filter({ hasText: "choose" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  await expect(page.getByRole("img", { name: "Photo 02.jpg" })).toBeVisible();
});

test("PD-173 a user does not find people, and screens of admins", async ({ page, server }) => {
  await signInByApi(page, await createUser(server, "Paula Palette"));
  await page.goto("/");
  await page.getByRole("button", { name: "Search everywhere" }).click();
  await page.getByRole("combobox", { name: "Search everywhere" }).fill("users");
  await expect(page.getByText("Nothing was found. Try fewer letters.")).toBeVisible();
  await page.getByRole("combobox", { name: "Search everywhere" }).fill("paula");
  await expect(page.getByText("Nothing was found. Try fewer letters.")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("PD-173 the magnifier in the header opens the search, which fits the screen", async ({ page }) => {
    await signInByApi(page);
    await page.goto("/projects");
    await page.getByRole("button", { name: "Search everywhere" }).tap();
    await page.getByRole("combobox", { name: "Search everywhere" }).fill("zebra");
    const event = page.getByRole("option", { name: "Zebra count" });
    await expect(event).toBeVisible();
    expect((await event.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await event.tap();
    await expect(page).toHaveURL(/\/projects\/zebra-count\/eventImages/);
  });
});
