import type { Browser, Locator, Page } from "@playwright/test";
import { fetchAreas, fetchImage, fetchImages, mutate } from "./support/api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventByApi, signInByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { createEventWithAreas, submitRange, tile, voidEach } from "./support/areas.ts";
import { IS_EXHAUSTIVE } from "./support/is-exhaustive.ts";
import { openApp, openScreen } from "./support/open-screen.ts";
import { isOnTop } from "./support/is-on-top.ts";
import { type RunningServer, expect, testWithFakeModel as test } from "./support/server.ts";

test.setTimeout(240_000);

const counts = (page: Page): Locator => page.getByRole("list", { name: "Areas by status" });
const heat = (page: Page): Locator => page.getByRole("list", { name: "Areas in the order of their photos" });
const numbers = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

/** The wall view in a separate browser, so that it can lose its network alone. */
async function openWall(browser: Browser, server: RunningServer, slug: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1920, height: 1080 } });
  const wall = await context.newPage();
  await signInByApi(wall);
  await wall.goto(`/projects/${slug}/areas/wall`);
  return wall;
}

/** Rejects the photo of an area. */
async function rejectPhotoOfArea(page: Page, slug: string, area: number): Promise<void> {
  const [image] = await fetchImages(page, slug, `${String(area).padStart(2, "0")}.jpg`);
  await mutate(page, "image.rejectImage", { sid: image?.sid, reason: "blurred" });
}

test("the wall view updates live and keeps its last figures while offline", async ({ page, browser, server }) => {
  const slug = await createEventWithAreas(page, "Wall of areas", { areas: 60, photos: 3 });
  const wall = await openWall(browser, server, slug);

  await test.step("shows figures and two ways to leave", async () => {
    await expect(wall.getByRole("heading", { name: "Wall of areas" })).toBeVisible();
    await expect(wall.getByRole("navigation", { name: "Breadcrumbs" })).toHaveCount(0);
    await expect(wall.getByRole("link", { name: "Events" })).toHaveCount(0);
    await expect(wall.getByRole("link", { name: "Ranges Control" })).toBeVisible();
    await expect(counts(wall)).toContainText(/57\s*Not taken/);
    await expect(counts(wall)).toContainText(/3\s*To be reviewed/);
    await expect(wall.getByText("areas accounted for")).toContainText(
      /0 of 60\s*areas.*3 photographed · 0\s% of images/,
    );
    await expect(numbers(wall, "Not photographed")).toContainText("4–60");
    await expect(wall.getByText("Known in a few minutes").first()).toBeVisible();
    await expect(heat(wall).getByRole("listitem")).toHaveCount(60);
    await expect(heat(wall).getByRole("listitem").nth(2)).toHaveText("3, To be reviewed, newest photo");
    await expect(heat(wall).getByRole("listitem").nth(3)).toHaveText("4, Not taken");
    // Everything fits on the screen.
    expect(await wall.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  });

  await test.step("shows an approval, a rejection and a void without a reload", async () => {
    const [image] = await fetchImages(page, slug, "01.jpg");
    const [detection] = (await fetchImage(page, slug, image?.sid ?? "")).detections;
    await mutate(page, "imageDetection.validateImageDetection", { sid: detection?.sid });
    await expect(counts(wall)).toContainText(/1\s*Accepted/);
    await expect(wall.getByText("areas accounted for")).toContainText(/1 of 60\s*areas accounted for/);
    await rejectPhotoOfArea(page, slug, 2);
    await expect(counts(wall)).toContainText(/1\s*Rejected/);
    await expect(numbers(wall, "Photograph again").getByRole("listitem")).toHaveText(["2"]);
    await submitRange(page, "Void", "31", "60");
    await expect(wall.getByText("areas accounted for")).toContainText(/31 of 60\s*areas/);
    // The only percentage is the event's progress, as on every screen.
    const progress = await page.getByRole("progressbar", { name: "Event progress" }).getAttribute("value");
    await expect(wall.getByText("areas accounted for")).toContainText(`${progress} % of images approved or rejected`);
    await expect(numbers(wall, "Not photographed")).toContainText("4–30");
  });

  await test.step("shows since when it has been offline", async () => {
    await wall.context().setOffline(true);
    await expect(wall.getByRole("status")).toHaveText(/^No connection since \d\d:\d\d\./);
    await wall.context().setOffline(false);
    await expect(wall.getByRole("status")).toBeEmpty();
  });

  await test.step("keeps its figures while the server is down and updates afterwards", async () => {
    await server.kill();
    await expect(wall.getByRole("status")).toHaveText(/^No connection since \d\d:\d\d\./);
    await expect(counts(wall)).toContainText(/30\s*Voided/);
    await server.restart();
    await submitRange(page, "Void", "21", "30");
    await expect(wall.getByRole("status")).toBeEmpty();
    await expect(counts(wall)).toContainText(/40\s*Voided/);
  });

  await test.step("hides all controls in full screen", async () => {
    await wall.getByRole("button", { name: "Full screen" }).click();
    await expect(wall.getByRole("link", { name: "Ranges Control" })).toBeHidden();
    await wall.evaluate(() => document.exitFullscreen());
    await expect(wall.getByRole("link", { name: "Ranges Control" })).toBeVisible();
  });

  await test.step("shows that every area is done", async () => {
    await submitRange(page, "Void", "1", "60");
    await expect(wall.getByText("areas accounted for")).toContainText(/60 of 60/);
    await expect(wall.getByText("Every area is accounted for.")).toBeVisible();
    await expect(wall.getByRole("region", { name: "Pace" })).toHaveCount(0);
  });
});

test("the wall view orders areas by their photos, fills its space, and sums up a finished count", async ({ page }) => {
  const slug = await createEventWithAreas(page, "Finished wall", { areas: 6, photos: 6 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, `/projects/${slug}/areas/wall`);
  const tiles = heat(page).getByRole("listitem");

  await test.step("puts an area that was photographed again at its first place", async () => {
    // Photos are uploaded in the order of their numbers; area 1 gets one more, which is the newest.
    const images = await fetchImages(page, slug);
    const [first] = await fetchAreas(page, slug);
    const last = images.find(({ name }) => name === "06.jpg");
    await mutate(page, "area.linkImage", { imageSid: last?.sid, areaSid: first?.sid });
    await expect(tiles.nth(5)).toHaveText("6, Not taken");
    await expect(tiles.first()).toHaveText("1, To be reviewed");
    await expect(tiles.nth(4)).toHaveText("5, To be reviewed, newest photo");
  });

  await test.step("fills at least three quarters of the space below the counts at any number of areas", async () => {
    // The nightly run tests the screens of larger and smaller monitors too.
    for (const [width, height] of [
      [1440, 900],
      ...(IS_EXHAUSTIVE
        ? ([
            [1920, 1080],
            [1024, 768],
          ] as const)
        : []),
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => filledShare(page)).toBeGreaterThan(0.75);
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    }
  });

  await test.step("sums up the count when every area is accounted for", async () => {
    for (const { sid } of await fetchImages(page, slug)) {
      const [detection] = (await fetchImage(page, slug, sid)).detections;
      await mutate(page, "imageDetection.validateImageDetection", { sid: detection?.sid });
    }
    await mutate(page, "area.voidRange", { project: { slug }, from: 6, to: 6 });
    const finished = page.getByRole("region", { name: "Finished" });
    await expect(finished).toContainText(
      /First photo\s*\d\d:\d\d.*Last accepted\s*\d\d:\d\d.*Duration.*Accepted per hour/s,
    );
    await expect(page.getByText("Every area is accounted for.")).toBeVisible();
    await expectNoSeriousViolations(page);
  });

  await test.step("shows the images of an event without areas", async () => {
    const bare = await createEventByApi(page, "Wall without areas");
    await uploadPhotosByApi(page, bare, createSmallPhotos(2));
    await openScreen(page, `/projects/${bare}/areas/wall`);
    await expect(page.getByRole("region", { name: "Done" })).toHaveText("0 of 2 images approved or rejected");
    await page.getByRole("link", { name: "Open Ranges Control" }).click();
    await expect(page.getByRole("heading", { name: "Wall without areas" })).toBeVisible();
  });
});

/** How much of the space below the counts is the grid with what is beside it, by width and height. */
const filledShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const counts = document.querySelector("[aria-label='Areas by status']")?.getBoundingClientRect();
    const grid = document.querySelector("[aria-label='Areas in the order of their photos']");
    const boxes = [...(grid?.children ?? [])].map((tile) => tile.getBoundingClientRect());
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    return (bottom - (counts?.bottom ?? 0)) / (innerHeight - (counts?.bottom ?? 0));
  });

test("a wall view of many areas lists as many as fit and counts the rest", async ({ page }) => {
  await signInByApi(page);
  const slug = await createEventByApi(page, "Wall of many areas");
  await mutate(page, "area.createRange", { project: { slug }, from: 1, to: 2000 });
  // No screen is open yet, which would be rendered again after each change.
  const voided = Array.from({ length: IS_EXHAUSTIVE ? 120 : 60 }, (_, at) => 4 + 4 * at);
  await voidEach(page, slug, voided);
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await openApp(page, `/projects/${slug}/areas/wall`);
    const untouched = numbers(page, "Not photographed");
    await expect(untouched.getByText(/^and [\d,]+ more$/)).toBeVisible();
    const shown = await untouched.getByRole("listitem").allTextContents();
    expect(shown.slice(0, 2)).toEqual(["1–3", "5–7"]);
    const more = Number(/[\d,]+/.exec(await untouched.getByText(/more$/).innerText())?.[0].replaceAll(",", ""));
    expect(3 * shown.length + more).toBe(2000 - voided.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test("the gap list shows missing areas on screen, on paper, in downloads and before Complete", async ({ page }) => {
  const slug = await createEventWithAreas(page, "Gaps of areas", { areas: 60, photos: 4 });
  // Area 1 has two photos, and 04.jpg has no area.
  const images = await fetchImages(page, slug);
  const sidOf = (name: string) => images.find((image) => image.name === name)?.sid;
  const areas = await fetchAreas(page, slug);
  await mutate(page, "area.linkImage", { imageSid: sidOf("03.jpg"), areaSid: areas[0]?.sid });
  await mutate(page, "area.linkImage", { imageSid: sidOf("04.jpg"), areaSid: null });
  await rejectPhotoOfArea(page, slug, 2);
  await openScreen(page, `/projects/${slug}/areas`);
  await page.getByRole("button", { name: "More about areas" }).click();
  await page.getByRole("menuitem", { name: "Gap list" }).click();

  await test.step("lists the rejected area with its photo first, then the ranges not taken", async () => {
    await expect(
      page
        .getByRole("paragraph")
        .filter({ hasText: "59 of 60 areas still need a photo: 1 to photograph again, 58 not taken." }),
    ).toBeVisible();
    const headings = page.getByRole("heading", { level: 2 });
    await expect(headings).toHaveText(["Photograph again", "Not taken"]);
    const row = page.getByRole("row", { name: /02\.jpg/ });
    await expect(row).toContainText("Admin");
    await expect(row.getByText("Blurred").filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole("listitem").filter({ hasText: "3–60" })).toContainText("58 areas");
  });

  await test.step("prints a tick box for each area and no controls", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "Gap list – Gaps of areas" })).toBeVisible();
    await expect(page.getByText(/^Printed \w+day \d/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    const paper = page.locator("[data-print-sheet]");
    await expect(paper.getByRole("listitem")).toHaveCount(58);
    await expect(paper.getByRole("row", { name: /02\.jpg/ })).toContainText(/Admin.*Blurred/);
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("downloads as CSV and XLSX", async () => {
    for (const [title, ending] of [
      ["CSV", ".csv"],
      ["XLSX", ".xlsx"],
    ] as const) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download" }).click();
      await page.getByRole("menuitem", { name: title, exact: true }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`\\${ending}$`));
    }
  });

  await test.step("links to the photo, and Back returns to the list", async () => {
    await page.getByRole("link", { name: "02.jpg" }).click();
    await expect(page.getByRole("img", { name: "Photo 02.jpg" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Gap list" })).toBeVisible();
  });

  await test.step("Complete lists the missing areas and links to the gap list", async () => {
    await openScreen(page, `/projects/${slug}/eventImages`);
    for (const name of ["01.jpg", "03.jpg", "04.jpg"]) {
      await page.getByRole("button", { name: `Validate ${name}` }).click();
      await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Approved");
    }
    // PD-69: a photo without an area is named in the list and found by its filter.
    await expect(page.getByRole("row", { name: /04\.jpg/ })).toContainText("No area");
    await page.getByRole("link", { name: "1 photo without an area" }).click();
    await expect(page.getByText("1 of 4 images · no area")).toBeVisible();
    await expect(page.getByRole("link", { name: "01.jpg", exact: true })).toBeHidden();
    // PD-67: the two approved photos of area 1 are compared before Complete; the keys decide.
    await page.getByRole("button", { name: "Complete", exact: true }).click();
    const decision = page.getByRole("dialog", { name: "Do these photos count?" });
    await expect(decision.getByRole("group", { name: "Photos of area 1" })).toBeFocused();
    await expect(decision.getByRole("img", { name: "Counts (newest): 03.jpg" })).toBeVisible();
    await expect(decision.getByRole("img", { name: "Does it count too?: 01.jpg" })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.keyboard.press("2");
    const question = page.getByRole("dialog", { name: /complete/ });
    await expect(decision).toBeHidden();
    await expect(question).toContainText("1 photo has no area");
    await expect(question).toContainText("04.jpg");
    await expect(question).toContainText("59 areas are not accounted for");
    await expect(question).toContainText("Photo rejected (1): 2");
    await expect(question).toContainText("No photo (58): 3–60");
    await expect(question.getByRole("link", { name: "Open the gap list" })).toHaveAttribute(
      "href",
      `/projects/${slug}/areas/gaps`,
    );
    // The notice of the last validation is still visible, but not above the dialog's buttons.
    const cancel = question.getByRole("button", { name: "Cancel" });
    await cancel.scrollIntoViewIfNeeded();
    expect(await cancel.evaluate(isOnTop)).toBe(true);
    await cancel.click();
  });

  await test.step("Ranges Control shows the decision, which can be undone, and links the photo without an area", async () => {
    await openScreen(page, `/projects/${slug}/areas`);
    await tile(page, 1).click();
    const card = page.getByRole("dialog", { name: "Area 1", exact: true });
    await expect(card.getByRole("listitem").filter({ hasText: "01.jpg" })).toContainText(/Does not count.*Admin/);
    await card.getByRole("button", { name: "Undo decision: 01.jpg" }).click();
    await expect(card.getByRole("listitem").filter({ hasText: "01.jpg" })).toContainText("Undecided");
    await card.getByRole("button", { name: "Counts too: 01.jpg" }).click();
    // Its button has the same text until the decision is stored.
    await expect(card.getByRole("button", { name: "Undo decision: 01.jpg" })).toBeVisible();
    await expect(card.getByRole("listitem").filter({ hasText: "01.jpg" })).toContainText("Counts too");
    // A button that still shows its spinner is pale.
    await expect(card.locator(".ant-btn-loading")).toHaveCount(0);
    await expectNoSeriousViolations(page);
    await page.keyboard.press("Escape");
    const tray = page.getByRole("region", { name: "Photos without an area" });
    await tray.getByRole("button", { name: "Link to an area: 04.jpg" }).click();
    await page.getByRole("combobox", { name: "Area" }).fill("4");
    await page.getByTitle("4", { exact: true }).click();
    await expect(tray).toBeHidden();
    await expect(tile(page, 4, "approved")).toBeVisible();
  });

  await test.step("states that no area is missing, and why Print is disabled", async () => {
    await openScreen(page, `/projects/${slug}/areas`);
    await submitRange(page, "Void", "2", "60");
    await expect(page.getByText("Areas 2–60 successfully voided")).toBeVisible();
    await openScreen(page, `/projects/${slug}/areas/gaps`);
    await expect(page.getByText("Every area is accounted for: each has a photo or is voided.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toHaveAttribute("aria-disabled", "true");
  });
});

test("area sheets: range validation, page count and the PDF", async ({ page }) => {
  const slug = await createEventWithAreas(page, "Sheets of areas", { areas: 60, photos: 0 });
  await page.getByRole("button", { name: "More about areas" }).click();
  await page.getByRole("menuitem", { name: "Print area sheets" }).click();
  const dialog = page.getByRole("dialog", { name: "Print area sheets" });
  const to = dialog.getByRole("textbox", { name: "To", exact: true });
  await expect(dialog.getByRole("status")).toHaveText("60 areas on 3 pages.");
  await expect(dialog.getByText("Print at 100 %")).toBeVisible();
  for (const [value, message] of [
    ["0", "Please enter area finish"],
    ["1.5", "Please enter area finish"],
    ["1000000", "At most 5000 areas at a time"],
  ] as const) {
    await to.fill(value);
    await dialog.getByRole("button", { name: "Open PDF" }).click();
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await dialog.getByRole("textbox", { name: "From" }).fill("10");
  await to.fill("1");
  await dialog.getByRole("button", { name: "Open PDF" }).click();
  await expect(dialog.getByText("Areas finish should be grater then area start")).toBeVisible();
  await to.fill("17");
  await dialog.getByRole("combobox", { name: "Labels" }).click();
  await page.getByTitle("A5, two on an A4 page, to be cut").click();
  await expect(dialog.getByRole("status")).toHaveText("8 areas on 4 pages.");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Open PDF" }).click();
  await download;
  const answer = await page.request.get(`/api/projects/${slug}/areas/sheets?from=10&to=17&format=a5`);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
});
